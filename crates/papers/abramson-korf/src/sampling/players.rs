//! The two sides of experiment 2: a sampler, and weighted squares.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use plyscope_eval::Linear;
use plyscope_eval::expected_outcome::{Sampler, SamplerParams, StopRule};
use plyscope_game::{Advice, Agent, Error, Game, Limits};
use plyscope_othello::tables::SquareTable;
use plyscope_othello::{Move, Othello, Squares, State};
use plyscope_search::OnePly;

use crate::for_result::ForResult;

/// Adds up the playouts of a sampler.
struct Counting {
    sampler: Sampler,
    playouts: Arc<AtomicU64>,
}

impl Agent<Othello<8>> for Counting {
    fn advise(
        &mut self,
        game: &Othello<8>,
        state: &State,
        limits: &Limits,
    ) -> Result<Advice<Move>, Error> {
        let advice = self.sampler.advise(game, state, limits)?;
        let playouts = playouts(game, state, &advice);
        self.playouts.fetch_add(playouts, Ordering::Relaxed);
        Ok(advice)
    }

    fn forget(&mut self) {
        Agent::<Othello<8>>::forget(&mut self.sampler);
    }

    fn reseed(&mut self, seed: u64) {
        Agent::<Othello<8>>::reseed(&mut self.sampler, seed);
    }
}

/// The playouts behind a piece of advice; moves to images of one state share theirs.
fn playouts(game: &Othello<8>, state: &State, advice: &Advice<Move>) -> u64 {
    let mut seen = Vec::new();
    let mut sum = 0;
    for advised in &advice.moves {
        let mut next = *state;
        game.play(&mut next, advised.mv);
        let (key, _) = game.canonical_key(&next);
        if !seen.contains(&key) {
            seen.push(key);
            sum += advised.visits.unwrap_or(0);
        }
    }
    sum
}

/// A sampler that adds up its playouts.
pub(super) fn sampler(
    params: SamplerParams,
    playouts: &Arc<AtomicU64>,
) -> Result<impl Agent<Othello<8>> + use<>, Error> {
    Ok(ForResult::new(Counting {
        sampler: Sampler::new(params)?,
        playouts: Arc::clone(playouts),
    }))
}

/// Weighted squares by a table, no lookahead.
pub(super) fn squares(table: &SquareTable) -> impl Agent<Othello<8>> + use<> {
    let weights = table.weights(8);
    ForResult::new(OnePly {
        evaluator: Linear::new(&Othello::<8>::default(), Squares, weights),
    })
}

/// The sampler of a rule, no state being played out more than 1,024 times, within a twentieth of a win.
pub(super) fn params(rule: StopRule, seed: u64) -> SamplerParams {
    let facts = Othello::<8>::default().facts();
    SamplerParams {
        seed,
        most: 1024,
        tolerance: 0.05,
        ..SamplerParams::usual(rule, &facts)
    }
}
