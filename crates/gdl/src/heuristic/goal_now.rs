//! The points that the sheet would give if the game ended here.

use plyscope_game::{Evaluator, Game, Player, Value};

use super::lead;
use crate::game::GdlGame;
use crate::state::GdlState;

/// What the goals of the sheet say of a state that is not over: intermediate goals, where a sheet has them.
///
/// 0 where the sheet names no points for a role before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GoalNow;

impl Evaluator<GdlGame> for GoalNow {
    fn value(&self, game: &GdlGame, state: &GdlState, player: Player) -> Value {
        let roles = game.roles().len();
        let points: Vec<Value> = match game.payoffs(state) {
            Some(payoffs) => payoffs
                .all(roles as u8)
                .iter()
                .map(|&own| own as Value)
                .collect(),
            None => game
                .goals_now(state)
                .iter()
                .map(|&own| own as Value)
                .collect(),
        };
        lead(&points, player.index())
    }
}
