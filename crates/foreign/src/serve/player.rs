//! What a server of a protocol needs: a game, an agent, and how moves are written.

use plyscope_game::any::{AnyAgent, AnyGame, AnyStates, Position};
use plyscope_game::{Advice, Chance, Error, Limits, Score};

/// Makes the agent of a spec.
pub type MakeServed<'a> = &'a (dyn Fn(&str) -> Result<Box<dyn AnyAgent>, Error> + Sync);
/// Writes a legal move as the protocol does: the states, which of them, and the move's place.
pub type WriteMove<'a> = &'a (dyn Fn(&dyn AnyStates, usize, usize) -> String + Sync);

/// An agent that answers another program.
pub struct ServedAgent<'a> {
    /// The rules.
    pub game: &'a dyn AnyGame,
    /// Makes the agent that plays.
    pub make: MakeServed<'a>,
    /// Its spec.
    pub spec: String,
    /// How moves are written.
    pub write_move: WriteMove<'a>,
    /// The agent's value of a pawn, for protocols that count in its hundredths.
    pub pawn: f32,
    /// The seed of choices among equals.
    pub seed: u64,
}

/// A position to move in, and for how long to think.
pub struct Wish {
    /// The game so far.
    pub position: Position,
    /// How far the agent may look.
    pub limits: Limits,
}

/// What the agent chose.
pub(super) struct Chosen {
    /// The place of the move.
    pub(super) mv: usize,
    pub(super) score: Score,
    pub(super) advice: Advice<usize>,
}

/// The move that an agent would make, ties broken at random.
pub(super) fn choose(
    agent: &mut dyn AnyAgent,
    wish: &Wish,
    chance: &mut Chance,
) -> Result<Chosen, Error> {
    let (states, at) = (wish.position.states(), wish.position.at());
    if wish.position.is_over() {
        return Err(Error::misuse("the game is over", "begin a new one"));
    }
    let advice = agent.advise(states, at, &wish.limits)?;
    if advice.best.is_empty() {
        return Err(Error::failed("the agent chose no move"));
    }
    let mv = advice.best[chance.below(advice.best.len() as u32) as usize];
    Ok(Chosen {
        mv,
        score: advice.score_of(mv).unwrap_or(Score::Unknown),
        advice,
    })
}
