//! How long a game can be, where a counter ends it whatever anybody does.
//!
//! The network is run with moves that nobody knows. What depends on them
//! becomes unknown, what runs by itself stays known; where the end is known to
//! come, no game is longer.

use std::collections::HashSet;

use crate::network::{Lit, Network, Node};

/// Gates that may be looked at: a blink.
const MOST_WORK: usize = 30_000_000;

/// True, false, or not known.
type Maybe = Option<bool>;

/// No game of the network has more rounds than this; nothing where that cannot be told.
pub(crate) fn most_rounds(network: &Network) -> Option<u32> {
    let nodes = network.gates.nodes.len();
    let mut state: Vec<Maybe> = network.init.iter().map(|&holds| Some(holds)).collect();
    let mut seen = HashSet::new();
    let mut values = vec![None; nodes];
    for rounds in 0..(MOST_WORK / nodes.max(1)) as u32 {
        evaluate(network, &state, &mut values);
        if value(network.outputs.terminal, &values) == Some(true) {
            return Some(rounds);
        }
        if !seen.insert(state.clone()) {
            return None;
        }
        let next = network.outputs.next.iter();
        state = next.map(|&lit| value(lit, &values)).collect();
    }
    None
}

fn evaluate(network: &Network, state: &[Maybe], values: &mut [Maybe]) {
    for node in 0..values.len() {
        values[node] = match network.gates.nodes[node] {
            Node::True => Some(true),
            Node::Fluent(fluent) => state[fluent as usize],
            Node::Move(_) | Node::Circle => None,
            Node::And { .. } => all(network.gates.operands(node), values),
        };
    }
}

fn all(operands: &[Lit], values: &[Maybe]) -> Maybe {
    let mut is_known = true;
    for &lit in operands {
        match value(lit, values) {
            Some(false) => return Some(false),
            Some(true) => {}
            None => is_known = false,
        }
    }
    is_known.then_some(true)
}

fn value(lit: Lit, values: &[Maybe]) -> Maybe {
    values[lit.node()].map(|holds| holds != lit.is_not())
}
