//! An agent whose game's type is hidden, as an agent of one game.

use std::sync::Arc;

use super::AnyAgent;
use super::states::StatesOf;
use crate::{Advice, Advised, Agent, Error, ErrorKind, Limits, Notation};

/// An agent made for a game of hidden type, asked about states of this one.
///
/// The other direction of [`super::AgentOf`]: an agent that was added for every game
/// can so stand behind an agent that is made for one.
pub struct AdvisedBy<G> {
    game: Arc<G>,
    agent: Box<dyn AnyAgent>,
}

impl<G: Notation> AdvisedBy<G> {
    /// The agent, which must be one for this game.
    pub fn new(game: Arc<G>, agent: Box<dyn AnyAgent>) -> Self {
        Self { game, agent }
    }
}

impl<G: Notation> Agent<G> for AdvisedBy<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let states = StatesOf::of(Arc::clone(&self.game), vec![state.clone()]);
        let advice = self.agent.advise(&states, 0, limits)?;
        by_move(game, state, advice).ok_or_else(|| {
            let what = "told of a move that there is not";
            Error::new(ErrorKind::Illegal, what)
        })
    }

    fn forget(&mut self) {
        self.agent.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.agent.reseed(seed);
    }
}

/// Advice with moves for their places; none if a place among the legal moves is not there.
fn by_move<G: Notation>(
    game: &G,
    state: &G::State,
    advice: Advice<usize>,
) -> Option<Advice<G::Move>> {
    let legal: Vec<G::Move> = game.moves(state).collect();
    let mut line = Vec::with_capacity(advice.line.len());
    let mut after = state.clone();
    // An agent's line is its word: it ends where it leaves the rules.
    for &place in &advice.line {
        let is_over = game.payoffs(&after).is_some();
        let Some(mv) = (!is_over).then(|| game.moves(&after).nth(place)).flatten() else {
            break;
        };
        line.push(mv);
        game.play(&mut after, mv);
    }
    let moves = advice.moves.iter().map(|own| {
        Some(Advised {
            mv: *legal.get(own.mv)?,
            score: own.score,
            visits: own.visits,
            mean: own.mean,
        })
    });
    Some(Advice {
        mover: advice.mover,
        moves: moves.collect::<Option<_>>()?,
        best: advice
            .best
            .iter()
            .map(|&place| legal.get(place).copied())
            .collect::<Option<_>>()?,
        line,
        intervals: advice.intervals,
        nodes: advice.nodes,
        depth: advice.depth,
        cut_short: advice.cut_short,
        worth: advice.worth,
    })
}
