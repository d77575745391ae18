//! The engine `state` as a [`Machine`].

use std::sync::Arc;

use crate::error::{ErrorKind, GdlError};
use crate::machine::Machine;
use crate::network::Network;
use crate::propagate::{Propagator, Wiring, has, set};

/// A game under way on the network.
#[derive(Clone, Debug)]
pub struct Stepper {
    network: Arc<Network>,
    propagator: Propagator,
}

impl Stepper {
    /// In the first state.
    pub fn new(network: Arc<Network>) -> Self {
        let wiring = Arc::new(Wiring::new(Arc::clone(&network)));
        let mut stepper = Self {
            propagator: Propagator::new(wiring),
            network,
        };
        stepper.propagator.load(&first_state(&stepper.network));
        stepper
    }
}

/// The fluents of the first state, a bit each.
pub(crate) fn first_state(network: &Network) -> Vec<u64> {
    let mut bits = vec![0; network.fluents.len().div_ceil(64).max(1)];
    for (fluent, &holds) in network.init.iter().enumerate() {
        if holds {
            set(&mut bits, fluent);
        }
    }
    bits
}

/// The number of a role's move by its text.
pub(crate) fn find_move(network: &Network, role: usize, text: &str) -> Result<usize, GdlError> {
    let moves = &network.of_role[role];
    let found = (moves.begin..moves.end).find(|&mv| network.moves[mv].eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        GdlError::new(
            ErrorKind::Mismatch,
            format!("`{text}` is never a move of {}", network.roles[role]),
            "write it as in the sheet: `(mark 1 1)`",
        )
    })
}

impl Machine for Stepper {
    fn roles(&self) -> &[String] {
        &self.network.roles
    }

    fn reset(&mut self) -> Result<(), GdlError> {
        self.propagator.load(&first_state(&self.network));
        Ok(())
    }

    fn fluents(&mut self) -> Vec<String> {
        let state = self.propagator.state();
        let held = (0..self.network.fluents.len()).filter(|&fluent| has(state, fluent));
        held.map(|fluent| self.network.fluents[fluent].clone()).collect()
    }

    fn is_terminal(&mut self) -> Result<bool, GdlError> {
        Ok(self.propagator.is_terminal())
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, GdlError> {
        let legal = self.propagator.legal(role);
        let moves = &self.network.of_role[role];
        let legal = (moves.begin..moves.end).filter(|mv| has(legal, mv - moves.begin));
        Ok(legal.map(|mv| self.network.moves[mv].clone()).collect())
    }

    fn goal(&mut self, role: usize) -> Result<Option<i32>, GdlError> {
        Ok(self.propagator.goal(role))
    }

    fn play(&mut self, moves: &[String]) -> Result<(), GdlError> {
        let moves = moves.iter().enumerate();
        let moves = moves.map(|(role, text)| find_move(&self.network, role, text)).collect::<Result<Vec<_>, _>>()?;
        self.propagator.decide(&moves);
        self.propagator.advance();
        Ok(())
    }
}
