//! Advice as text and numbers, for programs and people.

use plyscope_game::any::{AnyAgent, AnyGame, AnyStates, Position};
use plyscope_game::{Advice, Advised, Error, Limits, Player, Rank, Score, Value};

use crate::NamedGame;

/// One legal move and what an agent thinks of it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MoveAdvice {
    /// The move.
    pub mv: String,
    /// Points if the game's end is in sight, else the agent's estimate; nothing if it did not look.
    pub value: Option<Value>,
    /// Whether the value is proved.
    pub exact: bool,
    /// Whether who wins is proved though not how high: the value is the least of the margin.
    pub decided: bool,
    /// Moves until the end, counting this one, where that is known.
    pub plies: Option<u32>,
    /// Playouts or visits spent on it.
    pub visits: Option<u64>,
    /// Where the value lies with a confidence of 95 %, if it was sampled.
    pub interval: Option<[Value; 2]>,
    /// Where it stands in the order of preference.
    pub rank: Rank,
}

/// What an agent says of a position.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct AdviceText {
    /// Whose moves they are.
    pub mover: Player,
    /// Every legal move, in the game's order.
    pub moves: Vec<MoveAdvice>,
    /// The moves the agent would choose among.
    pub best: Vec<String>,
    /// Best play as the agent sees it.
    pub line: Vec<String>,
    /// States visited.
    pub nodes: u64,
    /// Moves looked ahead.
    pub depth: Option<u32>,
    /// Whether a limit cut it short.
    pub cut_short: bool,
}

impl AdviceText {
    /// The advice on a state of a list, in words.
    pub fn new(
        game: &dyn AnyGame,
        states: &dyn AnyStates,
        at: usize,
        advice: &Advice<usize>,
    ) -> Self {
        let texts = states.move_texts(at);
        let facts = game.facts();
        let intervals = advice.intervals.iter().copied().map(Some);
        let intervals = intervals.chain(std::iter::repeat(None));
        let moves = advice.moves.iter().zip(intervals);
        let moves = moves.map(|(advised, interval)| MoveAdvice {
            mv: texts[advised.mv].clone(),
            // Adding 0 turns −0 into 0.
            value: shown(advised).map(|value| value + 0.0),
            exact: advised.score.is_exact(),
            decided: matches!(advised.score, Score::Decided { .. }),
            plies: match advised.score {
                Score::Exact { plies, .. } => plies,
                Score::Decided { plies, .. } => Some(plies),
                Score::Estimate(_) | Score::Unknown => None,
            },
            visits: advised.visits,
            interval,
            rank: advised.score.rank(&facts),
        });
        Self {
            mover: advice.mover,
            moves: moves.collect(),
            best: advice.best.iter().map(|&mv| texts[mv].clone()).collect(),
            line: line_text(states, at, &advice.line),
            nodes: advice.nodes,
            depth: advice.depth,
            cut_short: advice.cut_short,
        }
    }
}

/// Scores every legal move of a position, in words.
///
/// # Errors
/// When the game is over there, or the agent fails.
pub fn advise(
    game: &NamedGame,
    agent: &mut dyn AnyAgent,
    position: &Position,
    limits: &Limits,
) -> Result<AdviceText, Error> {
    if position.is_over() {
        let what = "the game is over, so there is no move to advise on";
        let hint = "give a position in which somebody can move";
        return Err(Error::misuse(what, hint));
    }
    let (states, at) = (position.states(), position.at());
    let advice = agent.advise(states, at, limits)?;
    Ok(AdviceText::new(game.rules(), states, at, &advice))
}

/// Points where they are proved or sampled, else the agent's own estimate.
fn shown(advised: &Advised<usize>) -> Option<Value> {
    match advised.score {
        Score::Estimate(_) => advised.mean.or(advised.score.value()),
        known => known.value(),
    }
}

fn line_text(states: &dyn AnyStates, at: usize, line: &[usize]) -> Vec<String> {
    let mut board = states.boxed_clone();
    board.truncate(0);
    board.push_from(states, at);
    let write_and_play = |&mv| {
        let text = board.move_text(0, mv);
        board.play(0, mv);
        text
    };
    line.iter().map(write_and_play).collect()
}
