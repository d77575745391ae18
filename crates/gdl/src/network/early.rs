//! Legal moves, the end and the goals are asked before anybody moves.

use super::{Lit, Network, Node};
use crate::error::{GdlError, GdlErrorKind};

/// Takes moves to be false in all that is asked before anybody moves, as a prover does.
///
/// Correct sheets have no such conditions; some sheets that people play have them.
pub(super) fn ask_before_moves(network: &mut Network) -> Result<(), GdlError> {
    let swayed = swayed(network);
    let outputs = &network.outputs;
    let goals = outputs.goals.iter().flatten().map(|(_, lit)| lit);
    let mut asked = outputs.legal.iter().chain([&outputs.terminal]).chain(goals);
    let matters = asked.any(|lit| swayed[lit.node()]);
    drop(asked);
    if !matters {
        return Ok(());
    }
    if !network.circles.is_empty() {
        return Err(GdlError::new(
            GdlErrorKind::Sheet,
            "legal moves, the end or goals depend on moves, and on facts that depend on themselves",
            "take the conditions on moves out, or use the engine `rules`",
        ));
    }
    let mut map: Vec<Lit> = (0..swayed.len()).map(Lit::of).collect();
    let mut lits = Vec::new();
    for node in (0..swayed.len()).filter(|&node| swayed[node]) {
        map[node] = if let Node::Move(_) = network.gates.nodes[node] {
            Lit::FALSE
        } else {
            let operands = network.gates.operands(node).iter();
            lits.extend(operands.map(|lit| map[lit.node()].xor(lit.is_not())));
            network.gates.and(&mut lits)
        };
    }
    let early = |lit: &mut Lit| *lit = map[lit.node()].xor(lit.is_not());
    let outputs = &mut network.outputs;
    outputs.legal.iter_mut().for_each(early);
    early(&mut outputs.terminal);
    for (_, lit) in outputs.goals.iter_mut().flatten() {
        early(lit);
    }
    Ok(())
}

/// The nodes that depend on a move.
fn swayed(network: &Network) -> Vec<bool> {
    let mut swayed = vec![false; network.gates.nodes.len()];
    loop {
        for node in 0..swayed.len() {
            let operands = network.gates.operands(node).iter();
            swayed[node] |= matches!(network.gates.nodes[node], Node::Move(_))
                || operands
                    .map(|lit| lit.node())
                    .any(|operand| swayed[operand]);
        }
        let mut changed = false;
        for &(node, lit) in network.circles.iter().flat_map(|circle| &circle.follows) {
            changed |= swayed[lit.node()] && !swayed[node];
            swayed[node] |= swayed[lit.node()];
        }
        if !changed {
            return swayed;
        }
    }
}
