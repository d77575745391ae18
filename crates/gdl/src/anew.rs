//! All of a network worked out for every state, step by step: for the few that have circles.

use std::sync::Arc;

use crate::network::{Lit, Network};
use crate::propagate::{Bits, Layout, evaluate, has, set};

/// A network with circles.
#[derive(Debug)]
pub(crate) struct Whole {
    network: Network,
    outputs: Vec<(Lit, usize)>,
}

impl Whole {
    /// Of a network.
    pub(crate) fn new(network: Network, layout: &Layout) -> Self {
        Self {
            outputs: layout.outputs(&network),
            network,
        }
    }
}

/// One state.
#[derive(Clone, Debug)]
pub(crate) struct Anew {
    whole: Arc<Whole>,
    values: Vec<bool>,
    moves: Vec<usize>,
}

impl Anew {
    /// In no state yet.
    pub(crate) fn new(whole: Arc<Whole>) -> Self {
        Self {
            values: vec![false; whole.network.gates.nodes.len()],
            moves: Vec::new(),
            whole,
        }
    }

    /// Goes to another state.
    pub(crate) fn load(&mut self, state: &Bits, outputs: &mut [u64]) {
        for fluent in 0..self.whole.network.fluents.len() {
            self.values[Network::fluent_node(fluent)] = has(state, fluent);
        }
        self.work_out(outputs);
    }

    /// Takes the moves of all roles and works out the next state.
    pub(crate) fn decide(&mut self, moves: &[usize], outputs: &mut [u64]) {
        for mv in self.moves.drain(..) {
            self.values[self.whole.network.move_node(mv)] = false;
        }
        self.moves.extend_from_slice(moves);
        for &mv in moves {
            self.values[self.whole.network.move_node(mv)] = true;
        }
        self.work_out(outputs);
    }

    fn work_out(&mut self, outputs: &mut [u64]) {
        evaluate(&self.whole.network, &mut self.values);
        outputs.fill(0);
        for &(lit, bit) in &self.whole.outputs {
            if self.values[lit.node()] != lit.is_not() {
                set(outputs, bit);
            }
        }
    }
}
