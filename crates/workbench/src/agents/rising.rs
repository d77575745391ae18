//! Monte Carlo search with more playouts the later the ply: there they are shorter,
//! so that equal time is spent on all states, but by count and not by the clock.

use plyscope_game::{Advice, Agent, Error, Game, Limits, Notation};
use plyscope_search::{Mcts, VectorMcts};

use crate::Params;

/// A tree search whose playouts can be changed.
pub(super) trait Budgeted<G: Game>: Agent<G> {
    /// Changes how many games are played out for one piece of advice.
    fn set_playouts(&mut self, playouts: u64);
}

impl<G: Game> Budgeted<G> for Mcts<G> {
    fn set_playouts(&mut self, playouts: u64) {
        Self::set_playouts(self, playouts);
    }
}

impl<G: Game> Budgeted<G> for VectorMcts<G> {
    fn set_playouts(&mut self, playouts: u64) {
        Self::set_playouts(self, playouts);
    }
}

/// Playouts that rise with the ply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rising {
    first: u64,
    last: u64,
    /// The ply at which they reach their most.
    plies: Option<u32>,
}

/// How the playouts of a spec rise, if they do.
pub(super) fn rising(params: &Params) -> Result<Option<Rising>, Error> {
    let (first, last) = params.rising("playouts");
    let plies = params.count("plies").map(|own| own as u32);
    if first != last {
        return Ok(Some(Rising { first, last, plies }));
    }
    match plies {
        None => Ok(None),
        Some(_) => Err(Error::misuse(
            "`plies` has no effect on playouts that do not rise",
            "write playouts=A..B, or leave `plies` out",
        )),
    }
}

/// A Monte Carlo search whose playouts rise from ply to ply by the same factor.
pub(super) struct RisingMcts<G: Notation> {
    mcts: Box<dyn Budgeted<G>>,
    /// Playouts for every ply.
    playouts: Vec<u64>,
}

/// No game is taken to last longer when its playouts rise: beyond, its length is not known.
const LONGEST: u32 = 1000;

impl<G: Notation> RisingMcts<G> {
    /// Playouts from `first` at the start to `last` at the last ply that has moves, or at ply `plies`
    /// and behind it.
    ///
    /// # Errors
    /// When the game has no known longest length.
    pub(super) fn new(
        game: &G,
        mcts: Box<dyn Budgeted<G>>,
        Rising { first, last, plies }: Rising,
    ) -> Result<Self, Error> {
        let most = plies.unwrap_or(game.facts().max_plies);
        if plies.is_none() && most > LONGEST {
            return Err(Error::misuse(
                "playouts cannot rise with the ply, because nobody knows how long this game can last",
                "say at which ply they reach their most, as in mcts:playouts=A..B,plies=72",
            ));
        }
        Ok(Self {
            mcts,
            playouts: geometric(first, last, most as usize),
        })
    }
}

impl<G: Notation> Agent<G> for RisingMcts<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let by_state = game.ply_range(state).map(|(fewest, _)| fewest);
        let Some(ply) = limits.ply.or(by_state) else {
            return Err(Error::misuse(
                "playouts cannot rise with the ply here, because neither the state nor the caller tells it",
                "give one number of playouts for all plies",
            ));
        };
        let ply = ply as usize;
        self.mcts
            .set_playouts(self.playouts[ply.min(self.playouts.len() - 1)]);
        self.mcts.advise(game, state, limits)
    }

    fn forget(&mut self) {
        self.mcts.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.mcts.reseed(seed);
    }
}

/// So many numbers from `first` to `last`, each the same multiple of the one before.
///
/// Only multiplies and compares, so that all machines get the same numbers.
fn geometric(first: u64, last: u64, count: usize) -> Vec<u64> {
    let steps = count.max(1) - 1;
    let times = |factor: f64, steps: usize| (0..steps).fold(first as f64, |all, _| all * factor);
    let (mut low, mut high) = (1.0, last as f64 / first as f64);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if times(middle, steps) < last as f64 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let at = |step| (times(low, step).round() as u64).clamp(first, last);
    (0..=steps).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn playouts_rise_by_the_same_factor_from_the_first_number_to_the_last() {
        assert_eq!(geometric(100, 800, 4), [100, 200, 400, 800]);
        let rising = geometric(150_000, 5_400_000, 42);
        assert_eq!((rising[0], rising[41]), (150_000, 5_400_000));
        let factor = 36f64.powf(1.0 / 41.0);
        for pair in rising.windows(2) {
            let own = pair[1] as f64 / pair[0] as f64;
            assert!((own - factor).abs() < 1e-4, "{own}");
        }
        assert_eq!(geometric(7, 7, 3), [7, 7, 7]);
        assert_eq!(geometric(3, 9, 1), [3]);
    }
}
