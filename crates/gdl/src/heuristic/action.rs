//! What a move does for the goals, read off the rules without making it.
//!
//! After the idea of Trutman and Schiffel, whose text we did not have: goals are
//! unfolded to fluents and regressed one step through the move, alternatives
//! that the move does not touch are left out, what is left is valued by degrees
//! in the present state, and the opponents' goals count against. Ours are the
//! norms, the folding of all other moves to "not made", and the option to value
//! the change instead of the result.

use plyscope_game::{MoveHeuristic, Player, Value};

use super::fuzzy::{Fuzzy, Norm, degree};
use super::pool::Pool;
use super::regress::{Effects, Regression};
use super::{lead, network_of};
use crate::error::GdlError;
use crate::game::GdlGame;
use crate::network::{Lit, Marks, phases_and_none};
use crate::propagate::Bits;
use crate::state::{GdlMove, GdlState};

/// How an [`ActionHeuristic`] values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ActionParams {
    /// The degrees of truth.
    pub fuzzy: Fuzzy,
    /// Whether what the touched parts were before the move counts against what they are after it.
    pub change: bool,
    /// Whether the mean of the others' goals is subtracted from one's own.
    pub others: bool,
}

impl Default for ActionParams {
    fn default() -> Self {
        Self {
            fuzzy: Fuzzy {
                truth: 0.9,
                norm: Norm::Product,
            },
            change: false,
            others: true,
        }
    }
}

/// Values moves by the parts of the goals that they touch.
#[derive(Debug)]
pub struct ActionHeuristic {
    params: ActionParams,
    /// What is known in each phase of the game, and the moves there; the last fits every state.
    phases: Vec<(Marks, Regression)>,
    fluents: usize,
    pool: Pool<Scratch>,
}

/// Degrees by node: in the state, and of touched parts under a move as they are and turned round.
#[derive(Debug, Default)]
struct Scratch {
    base: Vec<Value>,
    holds: Vec<Value>,
    fails: Vec<Value>,
    /// The move that a node was last touched by, counted up.
    touched: Vec<u32>,
    now: u32,
}

impl ActionHeuristic {
    /// Regresses every move of a sheet.
    ///
    /// # Errors
    /// When that would take more than some seconds, or the sheet has no network.
    pub fn new(game: &GdlGame, params: ActionParams) -> Result<Self, GdlError> {
        let network = &*network_of(game)?;
        let fixed = phases_and_none(network);
        let mut work = 0;
        let phase = |fixed: &Vec<Option<bool>>| {
            let regression = Regression::new(network, fixed, &mut work)?;
            Ok((Marks::new(fixed), regression))
        };
        Ok(Self {
            params,
            phases: fixed.iter().map(phase).collect::<Result<_, GdlError>>()?,
            fluents: network.fluents.len(),
            pool: Pool::default(),
        })
    }

    fn regression(&self, state: &Bits) -> &Regression {
        let found = self.phases.iter().find(|(marks, _)| marks.fits(state));
        &found.unwrap_or(&self.phases[0]).1
    }

    fn value(&self, moves: &Regression, mv: usize, role: usize, scratch: &mut Scratch) -> Value {
        let effects = &moves.of_move[mv];
        let fuzzy = &self.params.fuzzy;
        let mut worth = |after: bool| {
            let worth = scratch.worth(fuzzy, moves, effects, after);
            let worth = &worth[..moves.goals.len()];
            if self.params.others {
                lead(worth, role)
            } else {
                worth[role]
            }
        };
        let after = worth(true);
        if self.params.change {
            after - worth(false)
        } else {
            after
        }
    }
}

impl Scratch {
    fn load(&mut self, fuzzy: &Fuzzy, moves: &Regression, state: &Bits, fluents: usize) {
        let nodes = moves.gates.nodes.len();
        for degrees in [&mut self.base, &mut self.holds, &mut self.fails] {
            degrees.resize(nodes, 0.0);
        }
        // Buffers go from phase to phase, where nodes have other meanings.
        self.touched.clear();
        self.touched.resize(nodes, 0);
        self.now = 0;
        fuzzy.load(state, fluents, &mut self.base);
        fuzzy.settle(&moves.gates, &moves.circles, &moves.order, &mut self.base);
    }

    /// What the goals that a move touches are worth to every role, after the move or before it.
    fn worth(
        &mut self,
        fuzzy: &Fuzzy,
        moves: &Regression,
        effects: &Effects,
        after: bool,
    ) -> [Value; plyscope_game::MAX_PLAYERS] {
        self.now += 1;
        for &(node, lit) in &effects.changes {
            let now = if after { lit } else { Lit::of(node as usize) };
            let holds = degree(&self.base, now);
            self.put(node as usize, holds, 1.0 - holds);
        }
        for &node in &effects.touched {
            let node = node as usize;
            let operands = moves.gates.operands(node);
            let holds = fuzzy.all(operands.iter().map(|&lit| self.part(lit)));
            let touched = operands.iter().filter(|lit| self.is_touched(lit.node()));
            let fails = fuzzy.any(touched.map(|&lit| self.part(!lit)));
            self.put(node, holds, fails);
        }
        let mut worth = [0.0; plyscope_game::MAX_PLAYERS];
        for (own, goals) in worth.iter_mut().zip(&moves.goals) {
            let touched = goals.iter().filter(|(_, lit)| self.is_touched(lit.node()));
            *own = touched
                .map(|&(points, lit)| points as Value / 100.0 * self.part(lit))
                .sum();
        }
        worth
    }

    fn put(&mut self, node: usize, holds: Value, fails: Value) {
        self.touched[node] = self.now;
        (self.holds[node], self.fails[node]) = (holds, fails);
    }

    #[inline]
    fn is_touched(&self, node: usize) -> bool {
        self.touched[node] == self.now
    }

    /// The degree of an operand: what is left of it where it is touched, all of it where not.
    #[inline]
    fn part(&self, lit: Lit) -> Value {
        if !self.is_touched(lit.node()) {
            return degree(&self.base, lit);
        }
        if lit.is_not() {
            self.fails[lit.node()]
        } else {
            self.holds[lit.node()]
        }
    }
}

impl MoveHeuristic<GdlGame> for ActionHeuristic {
    fn move_value(&self, game: &GdlGame, state: &GdlState, player: Player, mv: GdlMove) -> Value {
        let mut values = Vec::with_capacity(1);
        self.move_values(game, state, player, &[mv], &mut values);
        values[0]
    }

    /// One look at the state serves all moves.
    fn move_values(
        &self,
        _game: &GdlGame,
        state: &GdlState,
        player: Player,
        moves: &[GdlMove],
        values: &mut Vec<Value>,
    ) {
        let own = self.regression(&state.fluents);
        self.pool.with(Scratch::default, |scratch| {
            scratch.load(&self.params.fuzzy, own, &state.fluents, self.fluents);
            let value = |mv: &GdlMove| self.value(own, mv.0 as usize, player.index(), scratch);
            values.extend(moves.iter().map(value));
        });
    }
}
