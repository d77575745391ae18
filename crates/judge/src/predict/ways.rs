//! The ways of using a heuristic for which strength is predicted.

use serde::Serialize;

/// How a heuristic is used in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub enum Way {
    /// It plays the move after which it likes the state best.
    #[serde(rename = "one-ply")]
    OnePly,
    /// `NegaScout` looks three moves ahead with it.
    #[serde(rename = "depth-3")]
    DepthThree,
    /// It steers the playouts of a tree search, 50 per move.
    #[serde(rename = "mcts")]
    Mcts,
}

impl Way {
    /// All of them, in the order of every list.
    pub const ALL: [Self; 3] = [Self::OnePly, Self::DepthThree, Self::Mcts];

    /// The name by which data call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::OnePly => "one-ply",
            Self::DepthThree => "depth-3",
            Self::Mcts => "mcts",
        }
    }

    /// The rest of "expected to win 60 % of games …".
    pub fn in_words(self) -> &'static str {
        match self {
            Self::OnePly => "one move ahead",
            Self::DepthThree => "at depth 3",
            Self::Mcts => "in tree search",
        }
    }

    /// The agent that uses an evaluator so.
    pub fn agent(self, evaluator: &str) -> String {
        match self {
            Self::OnePly => evaluator.to_owned(),
            Self::DepthThree => format!("negascout:depth=3,eval=({evaluator})"),
            Self::Mcts => format!("mcts:playouts=50,memory=4,eval=({evaluator})"),
        }
    }
}
