//! How nearly a state fulfils the goals, after Fluxplayer.

use std::sync::Arc;

use plyscope_game::{Evaluator, Game, Player, Value};

use super::fuzzy::{Fuzzy, cone, degree};
use super::pool::Pool;
use super::{lead, network_of};
use crate::error::GdlError;
use crate::game::GdlGame;
use crate::network::{Lit, Network};
use crate::state::GdlState;

/// The degree to which a state fulfils the goals of a role, less that of the others.
///
/// A goal that does not hold counts as "the goal, and the game is not over", one
/// that holds as "the goal, or the game is over": what is nearly reached should
/// not end too soon, and what is reached should. The goals of a role are
/// weighted by their points. Finished states have their points.
#[derive(Debug)]
pub struct FuzzyGoal {
    fuzzy: Fuzzy,
    network: Arc<Network>,
    order: Vec<u32>,
    pool: Pool<Vec<Value>>,
}

impl FuzzyGoal {
    /// The evaluator of a sheet.
    ///
    /// # Errors
    /// When the sheet has no network.
    pub fn new(game: &GdlGame, fuzzy: Fuzzy) -> Result<Self, GdlError> {
        let network = network_of(game)?;
        let outputs = &network.outputs;
        let goals = outputs.goals.iter().flatten().map(|&(_, lit)| lit);
        let roots = goals.chain([outputs.terminal]);
        Ok(Self {
            fuzzy,
            order: cone(&network.gates, &network.circles, roots),
            pool: Pool::default(),
            network,
        })
    }

    fn worth(&self, degrees: &[Value], goals: &[(i32, Lit)]) -> Value {
        let ends = degree(degrees, self.network.outputs.terminal);
        let (mut sum, mut weights) = (0.0, 0.0);
        for &(points, lit) in goals {
            let holds = degree(degrees, lit);
            let reached = if holds > 0.5 {
                self.fuzzy.any([holds, ends].into_iter())
            } else {
                self.fuzzy.all([holds, 1.0 - ends].into_iter())
            };
            sum += points as Value * reached;
            weights += points as Value;
        }
        if weights > 0.0 { sum / weights } else { 0.0 }
    }
}

impl Evaluator<GdlGame> for FuzzyGoal {
    fn value(&self, game: &GdlGame, state: &GdlState, player: Player) -> Value {
        let roles = self.network.roles.len();
        if let Some(payoffs) = game.payoffs(state) {
            let points: Vec<Value> = payoffs
                .all(roles as u8)
                .iter()
                .map(|&own| own as Value / 100.0)
                .collect();
            return lead(&points, player.index());
        }
        let nodes = self.network.gates.nodes.len();
        self.pool.with(
            || vec![0.0; nodes],
            |degrees| {
                self.fuzzy
                    .load(&state.fluents, self.network.fluents.len(), degrees);
                self.fuzzy.settle(
                    &self.network.gates,
                    &self.network.circles,
                    &self.order,
                    degrees,
                );
                let mut worth = [0.0; plyscope_game::MAX_PLAYERS];
                for (own, goals) in worth.iter_mut().zip(&self.network.outputs.goals) {
                    *own = self.worth(degrees, goals);
                }
                lead(&worth[..roles], player.index())
            },
        )
    }
}
