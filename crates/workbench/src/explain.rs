//! Where a value comes from.

use plyscope_game::any::Position;
use plyscope_game::{Deadline, Error, Explanation, Limits, Player};

use crate::{AdviceText, NamedGame, Spec};

/// Where a value comes from: an evaluator's terms, at a state that may lie ahead.
#[non_exhaustive]
pub struct Explained {
    /// Moves from the position to the state that is explained; none for a bare evaluator.
    pub line: Vec<String>,
    /// The explained state.
    pub leaf: Position,
    /// The player from whose view the value is.
    pub player: Player,
    /// The terms, or why there are none: the leaf is a finished game, or the agent uses no evaluator.
    pub explanation: Option<Explanation>,
    /// The evaluator's name.
    pub evaluator: Option<String>,
    /// What the agent says of the position, if it looks ahead.
    pub advice: Option<AdviceText>,
}

/// Explains what an evaluator, or a search by one, makes of a position.
///
/// # Errors
/// When there is no such agent, or it fails.
pub fn explain(
    game: &NamedGame,
    position: &Position,
    spec: &str,
    seed: u64,
    limits: &Limits,
) -> Result<Explained, Error> {
    let spec = Spec::parse(spec)?;
    let player = position.mover();
    let mut leaf = Position::of(game.rules(), position.states(), position.at());
    let mut advice = None;
    let behind = game.evaluator_behind(&spec)?;
    let evaluator = match &behind {
        Some(behind) => Some(game.evaluator(behind, seed)?),
        None => None,
    };
    if !game.is_evaluator(&spec.name) {
        let mut agent = game.agent(&spec, seed)?;
        let found = agent.advise(position.states(), position.at(), limits)?;
        for &mv in &found.line {
            leaf.make(mv);
        }
        let (states, at) = (position.states(), position.at());
        advice = Some(AdviceText::new(game.rules(), states, at, &found));
    }
    let explanation = match &evaluator {
        Some(evaluator) if !leaf.is_over() => {
            let deadline = Deadline::of(limits);
            let explained = evaluator.explain(leaf.states(), leaf.at(), player, &deadline)?;
            let stopped = || Error::stopped("stopped before the evaluator had a value");
            Some(explained.ok_or_else(stopped)?)
        }
        _ => None,
    };
    Ok(Explained {
        line: leaf.move_texts(),
        player,
        explanation,
        evaluator: behind.map(|own| own.to_string()),
        advice,
        leaf,
    })
}

/// Explains what the evaluator behind a spec makes of the state that a move led to, through the eyes of its maker.
///
/// # Errors
/// When there is no such agent, or its evaluator fails.
pub fn explain_move(
    game: &NamedGame,
    after: &Position,
    maker: Player,
    spec: &str,
    seed: u64,
    limits: &Limits,
) -> Result<Explained, Error> {
    let behind = game.evaluator_behind(&Spec::parse(spec)?)?;
    let explanation = match &behind {
        Some(behind) if !after.is_over() => {
            let evaluator = game.evaluator(behind, seed)?;
            evaluator.explain(after.states(), after.at(), maker, &Deadline::of(limits))?
        }
        _ => None,
    };
    Ok(Explained {
        line: Vec::new(),
        leaf: after.clone(),
        player: maker,
        explanation,
        evaluator: behind.map(|own| own.to_string()),
        advice: None,
    })
}
