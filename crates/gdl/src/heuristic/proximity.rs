//! How much of a goal's conditions holds: the way to intermediate goals.

use std::sync::Arc;

use plyscope_game::{Evaluator, Game, MAX_PLAYERS, Player, Value};

use super::fuzzy::{cone, degree};
use super::pool::Pool;
use super::{lead, network_of};
use crate::error::GdlError;
use crate::game::GdlGame;
use crate::network::{Lit, Network, Node};
use crate::propagate::has;
use crate::state::GdlState;

/// The share of the conditions of a role's goals that hold, less that of the others.
///
/// Of a conjunction it is the mean of the parts' shares, of alternatives the
/// largest: five in a row with three stones in place is three fifths reached. Goals
/// are weighted by their points. Where a sheet names points for states that are not over, it
/// counts them like any goal. Finished states have their points.
#[derive(Debug)]
pub struct GoalProximity {
    network: Arc<Network>,
    order: Vec<u32>,
    pool: Pool<Vec<Value>>,
}

/// How often the facts of circles are gone through.
const ROUNDS: usize = 8;

impl GoalProximity {
    /// The evaluator of a sheet.
    ///
    /// # Errors
    /// When the sheet has no network.
    pub fn new(game: &GdlGame) -> Result<Self, GdlError> {
        let network = network_of(game)?;
        let goals = network.outputs.goals.iter().flatten();
        let order = cone(&network.gates, &network.circles, goals.map(|&(_, lit)| lit));
        Ok(Self {
            network,
            order,
            pool: Pool::default(),
        })
    }

    fn settle(&self, state: &GdlState, shares: &mut [Value]) {
        let network = &*self.network;
        shares[0] = 1.0;
        let fluents = network.fluents.len();
        for (fluent, share) in shares[1..=fluents].iter_mut().enumerate() {
            *share = Value::from(u8::from(has(&state.fluents, fluent)));
        }
        let follows = || network.circles.iter().flat_map(|circle| &circle.follows);
        for &(node, _) in follows() {
            shares[node] = 0.0;
        }
        for _ in 0..=if network.circles.is_empty() {
            0
        } else {
            ROUNDS
        } {
            for &node in &self.order {
                let node = node as usize;
                if let Node::And { .. } = network.gates.nodes[node] {
                    shares[node] = share(network.gates.operands(node), shares);
                }
            }
            for &(node, lit) in follows() {
                shares[node] = shares[node].max(degree(shares, lit));
            }
        }
    }
}

/// Gates are conjunctions; one of negations alone is what is left of alternatives.
fn share(operands: &[Lit], shares: &[Value]) -> Value {
    let parts = operands.iter().map(|&lit| degree(shares, lit));
    if operands.iter().all(|lit| lit.is_not()) {
        return parts.fold(1.0, Value::min);
    }
    parts.sum::<Value>() / operands.len().max(1) as Value
}

fn reached(shares: &[Value], goals: &[(i32, Lit)]) -> Value {
    let points = |&(points, _): &(i32, Lit)| points as Value;
    let all: Value = goals.iter().map(points).sum();
    let sum: Value = goals
        .iter()
        .map(|goal| points(goal) * degree(shares, goal.1))
        .sum();
    if all > 0.0 { sum / all } else { 0.0 }
}

impl Evaluator<GdlGame> for GoalProximity {
    fn value(&self, game: &GdlGame, state: &GdlState, player: Player) -> Value {
        let roles = self.network.roles.len();
        let mut worth = [0.0; MAX_PLAYERS];
        if let Some(payoffs) = game.payoffs(state) {
            for (own, points) in worth.iter_mut().zip(payoffs.all(roles as u8)) {
                *own = points as Value / 100.0;
            }
            return lead(&worth[..roles], player.index());
        }
        let nodes = self.network.gates.nodes.len();
        self.pool.with(
            || vec![0.0; nodes],
            |shares| {
                self.settle(state, shares);
                for (own, goals) in worth.iter_mut().zip(&self.network.outputs.goals) {
                    *own = reached(shares, goals);
                }
                lead(&worth[..roles], player.index())
            },
        )
    }
}
