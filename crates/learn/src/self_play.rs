//! Games of a player against itself, one move ahead by its weights: what TD(λ) learns from.

use plyscope_game::any::{AnyFeatures, AnyGame, AnyStates};
use plyscope_game::{Chance, Facts, Player, Points, mix_all};

use crate::td::Episode;

/// Separates the chance of games from that of others.
const STREAM: u64 = 0x7464_706c;

/// A player that plays itself, looks one move ahead, and now and then moves at random.
pub struct SelfPlay<'a> {
    /// The game.
    pub game: &'a dyn AnyGame,
    /// The game's facts.
    pub facts: Facts,
    /// The feature set.
    pub features: &'a dyn AnyFeatures,
    /// Places of the features that have weights.
    pub kept: &'a [usize],
    /// The unit of each weight; the last one's number is always 1.
    pub units: &'a [f64],
    /// Random moves, as a share of all.
    pub explore: f64,
    /// A game of so many plies is a draw.
    pub max_plies: Option<u32>,
    /// The seed of all random choices.
    pub seed: u64,
}

impl SelfPlay<'_> {
    /// Plays one game by such weights; the same task is the same game.
    #[must_use]
    pub fn episode(&self, weights: &[f64], task: u64) -> Episode {
        let mut chance = Chance::for_task(mix_all(&[self.seed, STREAM]), task);
        let mut own = Episode::default();
        let most = self.max_plies.unwrap_or(u32::MAX);
        let mut states = self.game.states();
        states.push_start();
        let mut view = View {
            after: self.game.states(),
            all: vec![0.0; self.features.list().len()],
            row: Vec::with_capacity(weights.len()),
        };
        for _ in 0..most.min(self.facts.max_plies) {
            if states.payoffs(0).is_some() {
                break;
            }
            let mover = states.mover(0);
            let explored = chance.unit() < self.explore;
            let mv = if explored {
                states.pick(0, &mut chance)
            } else {
                self.best(&*states, weights, &mut view, &mut chance)
            };
            states.play(0, mv);
            if states.payoffs(0).is_none() {
                self.read(&*states, mover, &mut view.all, &mut view.row);
                own.rows.extend_from_slice(&view.row);
                own.signs
                    .push(if mover == Player::FIRST { 1.0 } else { -1.0 });
                own.explored.push(explored);
            }
        }
        if let Some(payoffs) = states.payoffs(0) {
            own.outcome = self.outcome(payoffs.of(Player::FIRST));
        }
        own
    }

    /// The move to the best state by such weights; of equally good ones, each is as likely.
    fn best(
        &self,
        states: &dyn AnyStates,
        weights: &[f64],
        view: &mut View,
        chance: &mut Chance,
    ) -> usize {
        let mover = states.mover(0);
        let (mut value, mut best, mut ties) = (f64::NEG_INFINITY, 0, 0);
        for mv in 0..states.move_count(0) {
            view.after.truncate(0);
            view.after.push_from(states, 0);
            view.after.play(0, mv);
            let own = if let Some(own) = view.after.payoffs(0) {
                self.outcome(own.of(mover))
            } else {
                self.read(&*view.after, mover, &mut view.all, &mut view.row);
                plyscope_stats::dot(weights, &view.row).tanh()
            };
            if own > value {
                (value, best, ties) = (own, mv, 1);
            } else if own.to_bits() == value.to_bits() {
                ties += 1;
                if chance.below(ties) == 0 {
                    best = mv;
                }
            }
        }
        best
    }

    /// A player's features of the first state in their units, and a 1.
    fn read(&self, states: &dyn AnyStates, player: Player, all: &mut [f64], row: &mut Vec<f64>) {
        self.features.read(states, 0, player, all);
        row.clear();
        let kept = self.kept.iter().zip(self.units);
        row.extend(kept.map(|(&at, unit)| all[at] / unit));
        row.push(1.0);
    }

    /// Points on a scale from −1 to 1.
    fn outcome(&self, points: Points) -> f64 {
        let (low, high) = self.facts.points;
        2.0 * f64::from(points - low) / f64::from((high - low).max(1)) - 1.0
    }
}

/// Space for the states after a move and their numbers, used again for every move of a game.
struct View {
    after: Box<dyn AnyStates>,
    all: Vec<f64>,
    row: Vec<f64>,
}
