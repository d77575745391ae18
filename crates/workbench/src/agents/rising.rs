//! Monte Carlo search with more playouts the later the ply: there they are shorter,
//! so that equal time is spent on all states, but by count and not by the clock.

use plyscope_game::{Advice, Agent, Error, Limits, Notation};
use plyscope_search::Mcts;

/// A Monte Carlo search whose playouts rise from ply to ply by the same factor.
pub(super) struct RisingMcts<G: Notation> {
    mcts: Mcts<G>,
    /// Playouts for every ply.
    playouts: Vec<u64>,
}

impl<G: Notation> RisingMcts<G> {
    /// Playouts from `first` at the start to `last` at the last ply that has moves.
    ///
    /// # Errors
    /// When states of the game do not tell their ply.
    pub(super) fn new(game: &G, mcts: Mcts<G>, first: u64, last: u64) -> Result<Self, Error> {
        if game.ply_range(&game.start()).is_none() {
            return Err(Error::misuse(
                "playouts cannot rise with the ply, because states of this game do not tell it",
                "give one number of playouts for all plies",
            ));
        }
        Ok(Self {
            mcts,
            playouts: geometric(first, last, game.facts().max_plies as usize),
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
        let ply = game
            .ply_range(state)
            .map_or(0, |(fewest, _)| fewest as usize);
        self.mcts
            .set_playouts(self.playouts[ply.min(self.playouts.len() - 1)]);
        self.mcts.advise(game, state, limits)
    }

    fn forget(&mut self) {
        Agent::<G>::forget(&mut self.mcts);
    }

    fn reseed(&mut self, seed: u64) {
        Agent::<G>::reseed(&mut self.mcts, seed);
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
