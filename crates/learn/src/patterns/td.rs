//! TD(λ) for tables of patterns: after every game the value of a state is drawn towards those that followed.
//!
//! A value is tanh of the sum of a state's weights, from −1 (lost) to 1 (won) for the mover. Games are
//! played one move ahead, against one opponent or against oneself, in batches by the same weights; what
//! they teach is added up in the order of the games, so that threads change nothing. Random moves are part
//! of what is learned: a state is worth what comes of it with them.

use std::sync::Arc;

use plyscope_eval::patterns::{PatternIndex, PatternWeights, StoneGame};
use plyscope_game::{Chance, Error, Evaluator, Player, mix_all};
use plyscope_parallel::map;

use super::opponent::{reply, worth_of_end};
use super::play::play_randomly;
use super::{Keeper, PatternParams};

/// Games that are played by the same weights.
const BATCH: u64 = 64;
/// So often the tables are kept in a run, for a later one to go on from.
const KEPT: u64 = 20;
/// Separates its chance from that of rounds of games.
const STREAM: u64 = 0x7464_7061;

/// How TD(λ) goes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdTables {
    /// The step at first (α): so much of a difference a state's own value makes up for. It falls
    /// straight to 0 with the last game.
    pub rate: f64,
    /// How much of a difference reaches states one move earlier (λ).
    pub lambda: f64,
}

/// Where learning begins, and whom it is to beat.
pub struct Aim<'a, G: StoneGame> {
    /// Weights to begin with.
    pub start: Option<&'a PatternWeights>,
    /// The opponent of all games, who looks one move ahead; oneself if there is none.
    pub against: Option<&'a dyn Evaluator<G>>,
}

/// Some games of TD, at the end of which the weights are kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TdLeg {
    /// Games so far, those of earlier legs too.
    pub games: u64,
    /// States of this leg.
    pub states: u64,
    /// The root of the mean squared difference between what they were worth and what was thought.
    pub surprise: f64,
}

/// Learns weights by TD(λ); the same on any number of threads.
///
/// # Errors
/// When there are no games to learn from, or the keeper ends the work.
pub fn learn_patterns_by_td<G: StoneGame>(
    game: &G,
    params: &PatternParams,
    td: &TdTables,
    aim: &Aim<'_, G>,
    keeper: &mut dyn Keeper,
) -> Result<PatternWeights, Error> {
    if params.games == 0 {
        return Err(Error::misuse(
            "there were no games to learn from",
            "allow more games",
        ));
    }
    let mut tables = Tables::new(params, aim.start);
    let mut done = 0;
    if let Some((games, points)) = keeper.kept_tables() {
        (done, tables.points) = (games, points);
    }
    let (mut states, mut squares) = (0, 0.0);
    let leg = params.games.div_ceil(KEPT).next_multiple_of(BATCH);
    while done < params.games {
        let some = BATCH.min(params.games - done);
        let playing = Playing {
            game,
            tables: &tables,
            against: aim.against,
            share: params.share,
        };
        let play = |number: usize| {
            let mut chance =
                Chance::for_task(mix_all(&[params.seed, STREAM]), done + number as u64);
            playing.one(&mut chance)
        };
        let played: Vec<Played> = map(some as usize, play);
        let rate = td.rate * (1.0 - done as f64 / params.games as f64);
        for own in &played {
            squares += f64::from(tables.learn(own, rate as f32, td.lambda as f32));
            states += own.signs.len() as u64;
        }
        done += some;
        let ended = keeper.played(some);
        // Whatever ends the work, what was learned until now is kept.
        if done.is_multiple_of(leg) || done == params.games || ended.is_err() {
            let leg = TdLeg {
                games: done,
                states,
                surprise: (squares / states.max(1) as f64).sqrt(),
            };
            keeper.keep_tables(&leg, &tables.points)?;
            (states, squares) = (0, 0.0);
        }
        ended?;
    }
    Ok(tables.rounded(params))
}

/// The weights of all phases, as they are learned.
struct Tables {
    index: PatternIndex,
    phases: usize,
    points: Vec<f32>,
}

impl Tables {
    fn new(params: &PatternParams, start: Option<&PatternWeights>) -> Self {
        let phases = params.fit.phases;
        Self {
            index: PatternIndex::new(Arc::clone(&params.set)),
            phases,
            points: match start {
                Some(start) => start.points(),
                None => vec![0.0; phases * params.set.weights()],
            },
        }
    }

    /// Appends where the weights of a state stand.
    fn places(&self, own: &[u64], theirs: &[u64], places: &mut Vec<u32>) {
        let stones: u32 = own.iter().chain(theirs).map(|word| word.count_ones()).sum();
        let set = self.index.set();
        let first = (set.phase(stones as usize, self.phases) * set.weights()) as u32;
        let begun = places.len();
        self.index.weights(own, theirs, places);
        places[begun..].iter_mut().for_each(|place| *place += first);
    }

    fn sum(&self, places: &[u32]) -> f32 {
        places.iter().map(|&at| self.points[at as usize]).sum()
    }

    /// Draws the values of a game's states, the last one first, towards what came of them; gives the sum
    /// of the squared differences.
    fn learn(&mut self, played: &Played, rate: f32, lambda: f32) -> f32 {
        let mut squares = 0.0;
        let width = self.index.set().terms();
        let mut worth = played.outcome;
        for (places, sign) in played.places.chunks_exact(width).zip(&played.signs).rev() {
            let value = self.sum(places).tanh();
            let off = sign * worth - value;
            squares += off * off;
            let step = rate * off * (1.0 - value * value) / width as f32;
            for &at in places {
                self.points[at as usize] += step;
            }
            worth += (1.0 - lambda) * (sign * value - worth);
        }
        squares
    }

    fn rounded(&self, params: &PatternParams) -> PatternWeights {
        let set = Arc::clone(&params.set);
        PatternWeights::rounded(set, self.phases, params.unit, &self.points, "")
    }
}

/// One game: where the weights of its states stand, who was on the move, and what came of it.
struct Played {
    places: Vec<u32>,
    /// 1 where the first player was on the move, −1 where the second was.
    signs: Vec<f32>,
    /// For the first player: 1 won, −1 lost.
    outcome: f32,
}

/// How games are played.
struct Playing<'a, G: StoneGame> {
    game: &'a G,
    tables: &'a Tables,
    against: Option<&'a dyn Evaluator<G>>,
    share: f64,
}

impl<G: StoneGame> Playing<'_, G> {
    /// Plays one game, and gives the states that one move ahead looks at: those after its own moves.
    fn one(&self, chance: &mut Chance) -> Played {
        let game = self.game;
        let side = Player(chance.below(2) as u8);
        let mut state = game.start();
        let mut own = Played {
            places: Vec::new(),
            signs: Vec::new(),
            outcome: 0.0,
        };
        let mut near = Vec::new();
        loop {
            if let Some(payoffs) = game.payoffs(&state) {
                own.outcome = (payoffs.of(Player::FIRST) as f32).clamp(-1.0, 1.0);
                return own;
            }
            let mover = game.mover(&state);
            let is_own = self.against.is_none() || mover == side;
            let was_own = self.against.is_none() || mover != side;
            if was_own {
                let (stones, theirs) = game.stones(&state);
                self.tables
                    .places(stones.as_ref(), theirs.as_ref(), &mut own.places);
                let sign = if mover == Player::FIRST { 1.0 } else { -1.0 };
                own.signs.push(sign);
            }
            state = match self.against {
                _ if chance.unit() < self.share => {
                    play_randomly(game, &mut state, chance);
                    state
                }
                Some(opponent) if !is_own => reply(game, opponent, &state, chance),
                _ => self.best(&state, &mut near, chance),
            };
        }
    }

    /// The state after the best move; of moves that are worth the same, each is as likely.
    fn best(&self, state: &G::State, near: &mut Vec<u32>, chance: &mut Chance) -> G::State {
        let game = self.game;
        let mover = game.mover(state);
        let mut best: Option<(f32, G::State)> = None;
        let mut tied = 0;
        for mv in game.candidates(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let value = if let Some(payoffs) = game.payoffs(&next) {
                worth_of_end(payoffs.of(mover))
            } else {
                let (own, theirs) = game.stones(&next);
                near.clear();
                self.tables.places(own.as_ref(), theirs.as_ref(), near);
                let sign = if game.mover(&next) == mover {
                    1.0
                } else {
                    -1.0
                };
                sign * self.tables.sum(near)
            };
            let most = best.as_ref().map_or(f32::NAN, |own| own.0);
            if best.is_none() || value > most {
                (best, tied) = (Some((value, next)), 1);
            } else if value >= most {
                tied += 1;
                if chance.below(tied) == 0 {
                    best = Some((value, next));
                }
            }
        }
        best.expect("there is a move while the game is not over").1
    }
}
