//! What the games of a match came to.

use std::sync::Mutex;
use std::time::Duration;

use plyscope_arena::rating::Outcome;
use plyscope_arena::rating::discs::{Gaps, gap_of_game};
use plyscope_arena::{Fixture, GameRecord, Opening, Watch};
use plyscope_game::{Error, Player};
use plyscope_othello::tables::SquareTable;
use serde::Serialize;

use plyscope_stats::score_interval;

/// Games that the paper played.
const PAPERS_GAMES: u64 = 50;

/// A number and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SampledSpan {
    /// The best guess.
    pub value: f64,
    /// From where to where.
    pub interval: [f64; 2],
}

/// Games as the sampler saw them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SamplerScore {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
    /// Its discs at the end of all games, and the opponent's.
    pub discs: [u64; 2],
}

impl SamplerScore {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }
}

/// What the paper reports of its match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PaperMatch {
    /// The result.
    pub score: SamplerScore,
    /// Points of rating that it estimates the sampler to be ahead.
    pub gap: u32,
}

impl PaperMatch {
    /// 48 to 2, 1,973 discs to 894, "roughly 200 points".
    pub const MATCH: Self = Self {
        score: SamplerScore {
            wins: 48,
            draws: 0,
            losses: 2,
            discs: [1973, 894],
        },
        gap: 200,
    };
}

/// What the sampler's moves took.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct PlayoutEffort {
    /// Moves that it chose.
    pub moves: u64,
    /// Milliseconds of the move in the middle, by the clock on the wall: other work on the machine hardly changes it.
    pub median_ms: f64,
    /// The mean of all, waiting for a core included.
    pub mean_ms: f64,
    /// Milliseconds of the slowest, likewise.
    pub worst_ms: f64,
    /// Playouts per move.
    pub mean_playouts: f64,
}

/// A match of a sampler against weighted squares.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Match {
    /// The rule of the sampler.
    pub sampler: String,
    /// The opponent's table.
    pub table: String,
    /// Who published it.
    pub source: String,
    /// All games.
    pub score: SamplerScore,
    /// As many as the paper played; nothing if fewer were played.
    pub first: Option<SamplerScore>,
    /// The share of wins and half the draws.
    pub share: SampledSpan,
    /// How many more discs than the opponent, a game.
    pub discs: SampledSpan,
    /// Rating points ahead, by a formula that stands in for the paper's.
    pub gap: SampledSpan,
    /// How likely the paper's 48 wins of 50, or more, are at this rate of wins.
    pub chance_of_48: f64,
    /// What it took.
    pub effort: PlayoutEffort,
}

/// One game.
#[derive(Clone)]
struct One {
    id: u64,
    discs: [u32; 2],
    /// What each move of the sampler took.
    times: Vec<Duration>,
}

impl One {
    fn outcome(&self) -> Outcome {
        let [own, theirs] = self.discs;
        match own.cmp(&theirs) {
            std::cmp::Ordering::Greater => Outcome::Win,
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Less => Outcome::Loss,
        }
    }

    fn margin(&self) -> f64 {
        f64::from(self.discs[0]) - f64::from(self.discs[1])
    }
}

/// Collects the games of a match as they are finished.
pub(super) struct Games<'a> {
    games: Mutex<Vec<One>>,
    tick: &'a (dyn Fn(u64) + Sync),
}

impl Watch for Games<'_> {
    fn finished(&self, fixture: &Fixture, _: &Opening, record: &GameRecord) -> Result<(), Error> {
        // The sampler is the first contestant; colours are swapped within a pair.
        let own = Player(u8::from(fixture.players[0] != 0));
        let board = record.last.board(0);
        let discs = |player: Player| {
            let piece = ['x', 'o'][player.index()];
            board.pieces.iter().filter(|&&own| own == piece).count() as u32
        };
        let own_moves = record.moves.iter().filter(|played| played.by == own);
        let one = One {
            id: fixture.id,
            discs: [discs(own), discs(own.opponent())],
            times: own_moves.map(|played| played.time).collect(),
        };
        let mut games = self
            .games
            .lock()
            .expect("nobody panics with the games in hand");
        games.push(one);
        (self.tick)(1);
        Ok(())
    }
}

impl<'a> Games<'a> {
    pub(super) fn new(tick: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self {
            games: Mutex::new(Vec::new()),
            tick,
        }
    }

    /// All games together, in the order of their numbers.
    pub(super) fn total(self, sampler: &str, table: &SquareTable, playouts: u64) -> Match {
        let games = self.games.into_inner();
        let mut games = games.expect("nobody panics with the games in hand");
        games.sort_by_key(|one| one.id);
        let score = score(&games);
        let first = games.iter().take_while(|one| one.id < PAPERS_GAMES);
        let first: Vec<One> = first.cloned().collect();
        let mut gaps = Gaps::default();
        for one in &games {
            gaps.add(&[gap_of_game(one.outcome(), one.margin())]);
        }
        let gap = gaps.estimate();
        let points = score.wins as f64 + 0.5 * score.draws as f64;
        let all = score.games();
        Match {
            sampler: sampler.to_owned(),
            table: table.name.to_owned(),
            source: table.source.to_owned(),
            score,
            first: (first.len() as u64 == PAPERS_GAMES).then(|| self::score(&first)),
            share: SampledSpan {
                value: points / all.max(1) as f64,
                interval: score_interval(points, all as u32),
            },
            discs: mean(games.iter().map(One::margin)),
            gap: SampledSpan {
                value: gap.value,
                interval: [gap.low, gap.high],
            },
            chance_of_48: chance_of_48(score.wins as f64 / all.max(1) as f64),
            effort: effort(&games, playouts),
        }
    }
}

fn score(games: &[One]) -> SamplerScore {
    let mut score = SamplerScore::default();
    for one in games {
        match one.outcome() {
            Outcome::Win => score.wins += 1,
            Outcome::Draw => score.draws += 1,
            Outcome::Loss => score.losses += 1,
        }
        for (sum, own) in score.discs.iter_mut().zip(one.discs) {
            *sum += u64::from(own);
        }
    }
    score
}

fn effort(games: &[One], playouts: u64) -> PlayoutEffort {
    let mut times: Vec<Duration> = games.iter().flat_map(|one| one.times.clone()).collect();
    times.sort_unstable();
    let ms = |time: Option<&Duration>| time.map_or(0.0, |time| 1e3 * time.as_secs_f64());
    let each = times.len().max(1) as f64;
    PlayoutEffort {
        moves: times.len() as u64,
        median_ms: ms(times.get(times.len() / 2)),
        mean_ms: 1e3 * times.iter().sum::<Duration>().as_secs_f64() / each,
        worst_ms: ms(times.last()),
        mean_playouts: playouts as f64 / each,
    }
}

/// The mean with its normal interval.
fn mean(numbers: impl Iterator<Item = f64> + Clone) -> SampledSpan {
    let n = numbers.clone().count().max(1) as f64;
    let value = numbers.clone().sum::<f64>() / n;
    let squares: f64 = numbers.map(|own| (own - value).powi(2)).sum();
    let reach = plyscope_stats::Z95 * (squares / (n - 1.0).max(1.0) / n).sqrt();
    SampledSpan {
        value,
        interval: [value - reach, value + reach],
    }
}

/// How likely 48 or more of 50 games are won by who wins each with this chance.
fn chance_of_48(win: f64) -> f64 {
    let lose = 1.0 - win;
    win.powi(48) * (1225.0 * lose * lose + 50.0 * win * lose + win * win)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_who_wins_nine_games_in_ten_wins_48_of_50_every_ninth_time() {
        assert!((chance_of_48(0.9) - 0.111_7).abs() < 1e-4);
        assert!((chance_of_48(1.0) - 1.0).abs() < 1e-12);
        assert!(chance_of_48(0.0) < 1e-12);
    }

    #[test]
    fn means_have_the_intervals_of_the_textbook() {
        let span = mean([1.0, 2.0, 3.0, 4.0].into_iter());
        assert!((span.value - 2.5).abs() < 1e-12);
        assert!((span.interval[1] - 2.5 - 1.2652).abs() < 1e-4);
    }
}
