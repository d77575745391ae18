//! Advice as programs read it.

use plyscope_truth::player_name;
use serde::Serialize;

use crate::{AdviceText, MoveAdvice};

/// Advice on a position as a JSON object; what may differ between agents comes last.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AdviceJson<'a> {
    game: &'a str,
    position: &'a str,
    mover: &'static str,
    moves: Vec<MoveJson<'a>>,
    best: &'a [String],
    by: &'a str,
    seed: u64,
    line: &'a [String],
    nodes: u64,
    depth: Option<u32>,
    cut_short: bool,
    /// The line of the file that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
}

/// A move of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct MoveJson<'a> {
    r#move: &'a str,
    value: Option<f32>,
    exact: bool,
    plies: Option<u32>,
    visits: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interval: Option<[f32; 2]>,
}

impl<'a> MoveJson<'a> {
    fn new(advised: &'a MoveAdvice) -> Self {
        Self {
            r#move: &advised.mv,
            value: advised.value,
            exact: advised.exact,
            plies: advised.plies,
            visits: advised.visits,
            interval: advised.interval,
        }
    }
}

impl AdviceText {
    /// The advice as JSON: on a position of a game as they were asked for, by an agent with a
    /// seed; `number` is the line that is answered, where there are many.
    pub fn json<'a>(
        &'a self,
        game: &'a str,
        position: &'a str,
        by: &'a str,
        seed: u64,
        number: Option<usize>,
    ) -> AdviceJson<'a> {
        AdviceJson {
            game,
            position,
            mover: player_name(self.mover),
            moves: self.moves.iter().map(MoveJson::new).collect(),
            best: &self.best,
            by,
            seed,
            line: &self.line,
            nodes: self.nodes,
            depth: self.depth,
            cut_short: self.cut_short,
            number,
        }
    }
}
