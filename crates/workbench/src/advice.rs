//! Advice as text and numbers, for programs and people.

use plyscope_game::{Advice, Notation, Player, Rank, Score, Value};

/// One legal move and what an agent thinks of it.
#[derive(Clone, PartialEq, Debug)]
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
pub struct AnyAdvice {
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

impl AnyAdvice {
    pub(crate) fn new<G: Notation>(game: &G, state: &G::State, advice: &Advice<G::Move>) -> Self {
        let text = |mv| game.write_move(state, mv);
        let intervals = advice.intervals.iter().copied().map(Some);
        let intervals = intervals.chain(std::iter::repeat(None));
        let moves = advice.moves.iter().zip(intervals);
        let moves = moves.map(|(advised, interval)| MoveAdvice {
            mv: text(advised.mv),
            // Adding 0 turns −0 into 0.
            value: advised.score.value().map(|value| value + 0.0),
            exact: advised.score.is_exact(),
            decided: matches!(advised.score, Score::Decided { .. }),
            plies: match advised.score {
                Score::Exact { plies, .. } => plies,
                Score::Decided { plies, .. } => Some(plies),
                Score::Estimate(_) | Score::Unknown => None,
            },
            visits: advised.visits,
            interval,
            rank: advised.score.rank(),
        });
        Self {
            mover: advice.mover,
            moves: moves.collect(),
            best: advice.best.iter().map(|&mv| text(mv)).collect(),
            line: line_text(game, state, &advice.line),
            nodes: advice.nodes,
            depth: advice.depth,
            cut_short: advice.cut_short,
        }
    }
}

fn line_text<G: Notation>(game: &G, state: &G::State, line: &[G::Move]) -> Vec<String> {
    let mut state = state.clone();
    let write_and_play = |&mv| {
        let text = game.write_move(&state, mv);
        game.play(&mut state, mv);
        text
    };
    line.iter().map(write_and_play).collect()
}
