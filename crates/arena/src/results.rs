//! What the games came to.

use plyscope_game::{Player, Points};

use crate::rating::discs::{Gaps, Margin, gap_of_game};
use crate::rating::{Encounter, Outcome, Pairs, Wdl};
use crate::{Effort, Schedule};

/// All that tables need to know of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSummary {
    /// The number of the game.
    pub id: u64,
    /// The winner; none in a draw.
    pub winner: Option<Player>,
    /// The points of both players, where they are known.
    pub points: Option<[Points; 2]>,
    /// The player that lost by a fault.
    pub at_fault: Option<Player>,
    /// Whether it was adjudicated by a rule of the contest, with neither player at fault.
    pub is_adjudicated: bool,
    /// Moves and time of each player.
    pub effort: [Effort; 2],
}

impl GameSummary {
    /// What the game was to one of the players.
    pub fn outcome(&self, player: Player) -> Outcome {
        match self.winner {
            None => Outcome::Draw,
            Some(winner) if winner == player => Outcome::Win,
            Some(_) => Outcome::Loss,
        }
    }
}

/// Games seen by one of the two who played them, or by one who met several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of those lost, by doing something wrong.
    pub faults: u64,
    /// Games adjudicated by a rule of the contest.
    pub adjudicated: u64,
    /// The game's own points, added up over the games of which they are known.
    pub points: i64,
    /// Those of the opponents, likewise.
    pub opponents_points: i64,
    /// How many games these are.
    pub games_with_points: u64,
    /// Moves and time.
    pub effort: Effort,
}

impl Count {
    /// Wins, draws and losses alone.
    pub fn wdl(&self) -> Wdl {
        Wdl {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the contest: a win counts 1, a draw ½.
    pub fn score(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn add(&mut self, game: &GameSummary, own: Player) {
        match game.outcome(own) {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
        self.faults += u64::from(game.at_fault == Some(own));
        self.adjudicated += u64::from(game.is_adjudicated);
        if let Some(points) = game.points {
            self.points += i64::from(points[own.index()]);
            self.opponents_points += i64::from(points[own.opponent().index()]);
            self.games_with_points += 1;
        }
        self.effort.merge(game.effort[own.index()]);
    }

    fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.faults += other.faults;
        self.adjudicated += other.adjudicated;
        self.points += other.points;
        self.opponents_points += other.opponents_points;
        self.games_with_points += other.games_with_points;
        self.effort.merge(other.effort);
    }
}

/// How two contestants fared against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Versus {
    /// Seen by the one named first in the pairing.
    pub count: Count,
    /// Seen by the other.
    pub other: Count,
    /// Pairs of games, by what the first scored in both.
    pub pairs: Pairs,
    /// Games whose partner is not finished.
    pub singles: Wdl,
}

/// The results of a contest, whole or so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    names: Vec<String>,
    schedule: Schedule,
    /// By number, as far as anything is known; memory is not taken before games are played.
    games: Vec<Option<GameSummary>>,
    done: u64,
    /// Games that count: those before a decision, if one was reached.
    counted: u64,
    is_decided: bool,
}

impl Results {
    pub(crate) fn new(names: Vec<String>, schedule: Schedule) -> Self {
        Self {
            names,
            counted: schedule.games(),
            schedule,
            games: Vec::new(),
            done: 0,
            is_decided: false,
        }
    }

    /// What the contestants are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The pairings.
    pub fn pairings(&self) -> &[(usize, usize)] {
        self.schedule.pairings()
    }

    /// Games that are finished, and how many there are to be.
    pub fn progress(&self) -> (u64, u64) {
        (self.done, self.schedule.games())
    }

    /// Whether all games are finished, or a decision made the rest superfluous.
    pub fn is_whole(&self) -> bool {
        self.is_decided || self.done == self.schedule.games()
    }

    /// Whether a decision was reached before the last game.
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Games finished after the decision was reached: they are on record, and count for nothing.
    pub fn superfluous(&self) -> u64 {
        let later = self.games.iter().skip(self.counted as usize);
        later.flatten().count() as u64
    }

    /// The games that count and are finished, by number.
    pub fn games(&self) -> impl Iterator<Item = &GameSummary> {
        self.games.iter().take(self.counted as usize).flatten()
    }

    /// How the contestants of each pairing fared against each other.
    pub fn versus(&self) -> Vec<Versus> {
        let mut all = vec![Versus::default(); self.pairings().len()];
        for (pairing, games) in self.pairs() {
            let versus = &mut all[pairing];
            for (game, player) in games.iter().zip(SEATS) {
                if let Some(game) = game {
                    versus.count.add(game, player);
                    versus.other.add(game, player.opponent());
                }
            }
            match outcomes(games) {
                [Some(one), Some(other)] => versus.pairs.add(one, other),
                [Some(single), None] | [None, Some(single)] => versus.singles.add(single),
                [None, None] => {}
            }
        }
        all
    }

    /// The results as a joint rating takes them.
    pub fn encounters(&self) -> Vec<Encounter> {
        let encounter = |(versus, &(first, second)): (&Versus, &(usize, usize))| Encounter {
            first,
            second,
            pairs: versus.pairs,
            singles: versus.singles,
        };
        self.versus()
            .iter()
            .zip(self.pairings())
            .map(encounter)
            .collect()
    }

    /// The margins of all games whose points are known, as a rating by margins takes them.
    ///
    /// A pair of games is one unit. Half the difference of the players' points
    /// is the margin, because the points are zero-sum; for Othello, play for discs.
    pub fn margins(&self) -> Vec<Margin> {
        let margin = |&(first, second): &(usize, usize)| Margin {
            first,
            second,
            gaps: Gaps::default(),
        };
        let mut all: Vec<Margin> = self.pairings().iter().map(margin).collect();
        for (pairing, games) in self.pairs() {
            let gap = |(game, player): (Option<&GameSummary>, Player)| {
                let game = game?;
                let points = game.points?;
                let lead = points[player.index()] - points[player.opponent().index()];
                Some(gap_of_game(game.outcome(player), f64::from(lead) / 2.0))
            };
            let gaps: Vec<f64> = games.into_iter().zip(SEATS).filter_map(gap).collect();
            all[pairing].gaps.add(&gaps);
        }
        all
    }

    /// The games that count in pairs, each with the number of its pairing.
    fn pairs(&self) -> impl Iterator<Item = (usize, [Option<&GameSummary>; 2])> {
        let pairings = self.pairings().len();
        let counted = self.games.len().min(self.counted as usize);
        let games = self.games[..counted].chunks(2);
        games.enumerate().map(move |(place, pair)| {
            let game = |half: usize| pair.get(half).and_then(Option::as_ref);
            (place % pairings, [game(0), game(1)])
        })
    }

    /// How each contestant fared against all others together.
    pub fn totals(&self) -> Vec<Count> {
        let mut totals = vec![Count::default(); self.names.len()];
        for (versus, &(one, other)) in self.versus().iter().zip(self.pairings()) {
            totals[one].merge(&versus.count);
            totals[other].merge(&versus.other);
        }
        totals
    }

    pub(crate) fn is_done(&self, id: u64) -> bool {
        self.games.get(id as usize).is_some_and(Option::is_some)
    }

    /// Takes a game in; one beyond the schedule, or known already, is passed over.
    pub(crate) fn add(&mut self, game: GameSummary) {
        if game.id >= self.schedule.games() || self.is_done(game.id) {
            return;
        }
        let place = game.id as usize;
        if place >= self.games.len() {
            self.games.resize(place + 1, None);
        }
        self.games[place] = Some(game);
        self.done += 1;
    }

    /// What the games of a pair came to, if both are finished.
    pub(crate) fn pair(&self, pair: u64) -> Option<[Outcome; 2]> {
        let game = |half| self.games.get((2 * pair + half) as usize)?.as_ref();
        let [one, other] = outcomes([game(0), game(1)]);
        Some([one?, other?])
    }

    /// Lets only the first so many pairs count.
    pub(crate) fn decide(&mut self, pairs: u64) {
        self.counted = 2 * pairs;
        self.is_decided = true;
    }
}

/// The seats of the contestant named first, in the two games of a pair.
const SEATS: [Player; 2] = [Player::FIRST, Player::SECOND];

/// What the two games of a pair were to the contestant named first.
fn outcomes(games: [Option<&GameSummary>; 2]) -> [Option<Outcome>; 2] {
    let [one, other] = games;
    [
        one.map(|game| game.outcome(SEATS[0])),
        other.map(|game| game.outcome(SEATS[1])),
    ]
}
