//! Fluents that have one value whenever the game stands in a phase, whatever anybody does.
//!
//! Every phase begins with what is known of it the first time it is met, and
//! moves are unknown. What a step can make different becomes unknown, too,
//! until nothing is left to change. What is still known then is an invariant:
//! a state of the phase that has it leads to one of the next phase that has
//! it. Where stones are numbered and odd numbers belong to one player, half of
//! the network is about stones that there cannot be.

use super::{Lit, Network, Node};

/// True, false, or not known.
type Maybe = Option<bool>;

/// Adds to what is known in each phase of a circle whatever follows by induction.
pub(super) fn add_invariants(network: &Network, phases: &mut [Vec<Maybe>]) {
    let mut inquiry = Inquiry::new(network, phases.len());
    inquiry.spread();
    for (known, values) in phases.iter_mut().zip(&inquiry.values) {
        for (fluent, known) in known.iter_mut().enumerate() {
            *known = known.or(values[Network::fluent_node(fluent)]);
        }
    }
}

struct Inquiry<'a> {
    network: &'a Network,
    /// By phase and node.
    values: Vec<Vec<Maybe>>,
    /// By phase and node: operands that are known to be false.
    fails: Vec<Vec<u32>>,
    /// By node: where its uses begin.
    starts: Vec<u32>,
    /// A gate that has the node as an operand, or a fluent that follows from it; turned round or not.
    uses: Vec<(u32, bool)>,
    /// Phases and nodes that have become unknown, with what they were.
    open: Vec<(usize, usize, bool)>,
}

impl<'a> Inquiry<'a> {
    /// What is known in each phase when it is met for the first time.
    fn new(network: &'a Network, phases: usize) -> Self {
        let (starts, uses) = uses(network);
        let mut inquiry = Self {
            network,
            values: Vec::new(),
            fails: Vec::new(),
            starts,
            uses,
            open: Vec::new(),
        };
        let mut state: Vec<Maybe> = network.init.iter().map(|&holds| Some(holds)).collect();
        for _ in 0..phases {
            let (values, fails) = evaluate(network, &state);
            let next = network.outputs.next.iter();
            state = next.map(|&lit| value(&values, lit)).collect();
            inquiry.values.push(values);
            inquiry.fails.push(fails);
        }
        for (fluent, &next) in state.iter().enumerate() {
            let node = Network::fluent_node(fluent);
            if next != inquiry.values[0][node] {
                inquiry.forget(0, node);
            }
        }
        inquiry
    }

    /// A node is unknown in a phase from now on.
    fn forget(&mut self, phase: usize, node: usize) {
        if let Some(was) = self.values[phase][node].take() {
            self.open.push((phase, node, was));
        }
    }

    /// Follows what has become unknown to all that depends on it.
    fn spread(&mut self) {
        let fluents = 1..=self.network.fluents.len();
        while let Some((phase, node, was)) = self.open.pop() {
            for at in self.starts[node]..self.starts[node + 1] {
                let (used, not) = self.uses[at as usize];
                let used = used as usize;
                if fluents.contains(&used) {
                    self.forget((phase + 1) % self.values.len(), used);
                    continue;
                }
                let fails = &mut self.fails[phase][used];
                *fails -= u32::from(was == not);
                if *fails == 0 {
                    self.forget(phase, used);
                }
            }
        }
    }
}

/// By node where its uses begin; and these: gates by their nodes, and next values by the nodes of the fluents.
fn uses(network: &Network) -> (Vec<u32>, Vec<(u32, bool)>) {
    let nodes = network.gates.nodes.len();
    let each = |see: &mut dyn FnMut(Lit, usize)| {
        for node in network.first_gate()..nodes {
            let operands = network.gates.operands(node).iter();
            operands.for_each(|&lit| see(lit, node));
        }
        for (fluent, &lit) in network.outputs.next.iter().enumerate() {
            see(lit, Network::fluent_node(fluent));
        }
    };
    let mut starts = vec![0; nodes + 1];
    each(&mut |lit, _| starts[lit.node() + 1] += 1);
    for node in 0..nodes {
        starts[node + 1] += starts[node];
    }
    let mut at = starts.clone();
    let mut uses = vec![(0, false); starts[nodes] as usize];
    each(&mut |lit, user| {
        let place = &mut at[lit.node()];
        uses[*place as usize] = (user as u32, lit.is_not());
        *place += 1;
    });
    (starts, uses)
}

/// What is known of every node, and how many of its operands are known to be false.
fn evaluate(network: &Network, state: &[Maybe]) -> (Vec<Maybe>, Vec<u32>) {
    let nodes = network.gates.nodes.len();
    let (mut values, mut fails) = (vec![None; nodes], vec![0; nodes]);
    for node in 0..nodes {
        values[node] = match network.gates.nodes[node] {
            Node::True => Some(true),
            Node::Fluent(fluent) => state[fluent as usize],
            Node::Move(_) | Node::Circle => None,
            Node::And { .. } => {
                let operands = network.gates.operands(node).iter();
                let mut is_known = true;
                for &lit in operands {
                    let own = value(&values, lit);
                    fails[node] += u32::from(own == Some(false));
                    is_known &= own.is_some();
                }
                match fails[node] {
                    0 => is_known.then_some(true),
                    _ => Some(false),
                }
            }
        };
    }
    (values, fails)
}

fn value(values: &[Maybe], lit: Lit) -> Maybe {
    values[lit.node()].map(|holds| holds != lit.is_not())
}

#[cfg(test)]
mod tests {
    use crate::network::{Network, phases};
    use crate::{GroundLimits, Sheet};

    fn known(sheet: &str, fluent: &str) -> Vec<Option<bool>> {
        let sheet = Sheet::read(sheet).unwrap();
        let network = Network::new(sheet, GroundLimits::default()).unwrap();
        let place = network.fluents.iter().position(|own| own == fluent);
        let place = place.unwrap_or_else(|| panic!("{fluent} is no fluent"));
        phases(&network).iter().map(|known| known[place]).collect()
    }

    const STONES: &str = "(role a) (role b) (init (control a)) (init (step 1)) (init quiet)
        (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
        (<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        (<= (next (owner ?n ?p)) (true (step ?n)) (true (control ?p)))
        (<= (next (owner ?n ?p)) (true (owner ?n ?p)))
        (legal a (say yes)) (legal a (say no)) (legal b noop)
        (<= (next quiet) (true quiet) (not (does a (say yes))))
        (<= terminal (true (step 5))) (goal a 50) (goal b 50)";

    #[test]
    fn odd_stones_belong_to_one_player_and_even_ones_to_the_other() {
        assert_eq!(known(STONES, "(owner 2 a)"), [Some(false), Some(false)]);
        assert_eq!(known(STONES, "(owner 3 b)"), [Some(false), Some(false)]);
        assert_eq!(known(STONES, "(owner 2 b)"), [None, None]);
        assert_eq!(known(STONES, "(step 2)"), [Some(false), None]);
    }

    #[test]
    fn what_a_move_can_change_is_not_known() {
        assert_eq!(known(STONES, "quiet"), [None, None]);
    }
}
