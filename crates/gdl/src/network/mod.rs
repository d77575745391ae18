//! The sheet as a network of gates: fluents and moves in; legal, next, terminal and goals out.

mod build;
mod early;
mod factor;
mod fold;
mod gates;
mod invariant;
mod move_set;
mod one_hot;
mod phase;
mod rebuild;

pub(crate) use gates::{Gates, Lit, Node};
pub(crate) use one_hot::Choices;
pub(crate) use phase::{Marks, phases, phases_and_none};

use crate::error::GdlError;
use crate::ground::GroundLimits;
use crate::sheet::Sheet;

/// Facts that depend on each other in a circle: false until something outside makes one true.
///
/// Its nodes are consecutive, and what they need comes before them or is among them.
#[derive(Clone, Debug)]
pub(crate) struct Circle {
    pub(crate) begin: usize,
    pub(crate) end: usize,
    /// A node of the circle and what it follows from.
    pub(crate) follows: Vec<(usize, Lit)>,
}

/// The moves of one role: consecutive numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RoleMoves {
    pub(crate) begin: usize,
    pub(crate) end: usize,
}

/// What the network answers.
#[derive(Clone, Debug)]
pub(crate) struct Outputs {
    /// By move.
    pub(crate) legal: Vec<Lit>,
    /// By fluent.
    pub(crate) next: Vec<Lit>,
    pub(crate) terminal: Lit,
    /// By role: points, and when they are due.
    pub(crate) goals: Vec<Vec<(i32, Lit)>>,
}

/// A grounded sheet.
#[derive(Clone, Debug)]
pub struct Network {
    pub(crate) roles: Vec<String>,
    /// The spelling of every fluent.
    pub(crate) fluents: Vec<String>,
    /// The spelling of every move.
    pub(crate) moves: Vec<String>,
    pub(crate) of_role: Vec<RoleMoves>,
    /// Fluents of the first state.
    pub(crate) init: Vec<bool>,
    pub(crate) gates: Gates,
    pub(crate) circles: Vec<Circle>,
    pub(crate) outputs: Outputs,
    pub(crate) instances: usize,
}

/// Sizes of a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Sizes {
    /// Instances of rules that were found.
    pub instances: usize,
    /// Fluents that can hold.
    pub fluents: usize,
    /// Moves that can be legal, of all roles.
    pub moves: usize,
    /// Gates that are left after folding and merging.
    pub gates: usize,
    /// Circles of facts that need a fixed point.
    pub circles: usize,
}

impl Network {
    /// Grounds a sheet and builds its network.
    ///
    /// # Errors
    /// When it does not ground within the limits, a rule does not bind its
    /// variables, or a fact depends on its own negation.
    pub fn new(mut sheet: Sheet, limits: GroundLimits) -> Result<Self, GdlError> {
        crate::interpret::bind_roles(&mut sheet);
        crate::decompose::decompose(&mut sheet);
        let grounding = crate::ground::Grounding::new(&mut sheet, limits)?;
        let mut network = build::build(&mut sheet, &grounding)?;
        early::ask_before_moves(&mut network)?;
        Ok(network)
    }

    /// Works out once what many of the needed gates share.
    ///
    /// Numbers of gates no longer tell which comes first.
    pub(crate) fn factored(mut self, needed: &[bool]) -> Self {
        if self.circles.is_empty() {
            factor::factor(&mut self.gates, needed);
        }
        self
    }

    /// How large it is.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            instances: self.instances,
            fluents: self.fluents.len(),
            moves: self.moves.len(),
            gates: self.gates.nodes.len() - 1 - self.fluents.len() - self.moves.len(),
            circles: self.circles.len(),
        }
    }

    /// The roles, in the order of the sheet.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Words of 64 fluents that a state takes.
    pub(crate) fn state_words(&self) -> usize {
        self.fluents.len().div_ceil(64).max(1)
    }

    /// The node of a fluent.
    pub(crate) fn fluent_node(fluent: usize) -> usize {
        1 + fluent
    }

    /// The node of a move.
    pub(crate) fn move_node(&self, mv: usize) -> usize {
        1 + self.fluents.len() + mv
    }

    /// The first node that is neither constant nor input.
    pub(crate) fn first_gate(&self) -> usize {
        1 + self.fluents.len() + self.moves.len()
    }
}
