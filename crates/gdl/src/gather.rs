//! Wide gates on outputs: "nobody has a legal move" is seen from the words of the legal moves.

use crate::hash::FastMap;
use crate::network::{Gates, Lit};
use crate::wires::Asked;

/// Fewer operands than this are told one by one.
const FEWEST: usize = 16;

/// Which gates are outputs and nothing else, and which are gathered from those.
pub(crate) struct Gathering {
    /// By node: gates that a single output needs, and besides only gates that are gathered.
    pub(crate) alone: Vec<bool>,
    /// By node: gates that are gathered, or follow from such.
    pub(crate) late: Vec<bool>,
    gates: Vec<usize>,
    /// By gate that is gathered: the phase that it is asked in, where it is only one.
    only_in: Vec<Option<usize>>,
    /// By node: gates that are gathered from it, as places in their list.
    parts_of: FastMap<usize, Vec<usize>>,
}

impl Gathering {
    /// Finds them.
    pub(crate) fn new(gates: &Gates, asked: &Asked<'_>) -> Self {
        let live = |node: &usize| asked.live[*node];
        let is_wide = |node: &usize| gates.operands(*node).len() >= FEWEST;
        let nodes = gates.nodes.len();
        let mut found = Self {
            alone: Vec::new(),
            late: Vec::new(),
            gates: (0..nodes).filter(live).filter(is_wide).collect(),
            only_in: Vec::new(),
            parts_of: FastMap::default(),
        };
        // Each round leaves out those for which it does not work.
        loop {
            found.alone = alone(gates, asked, &found.gates);
            found.late = vec![false; nodes];
            for &gate in &found.gates {
                found.late[gate] = true;
            }
            for node in (0..nodes).filter(live) {
                let operands = gates.operands(node).iter();
                found.late[node] |= operands.map(|lit| lit.node()).any(|on| found.late[on]);
            }
            let works = |gate: &usize| {
                let own = gates.operands(*gate).iter().map(|lit| lit.node());
                let mut own = own.filter(|&node| found.alone[node]);
                own.clone().count() >= FEWEST && !own.any(|node| found.late[node])
            };
            let left: Vec<usize> = found.gates.iter().copied().filter(works).collect();
            if left.len() == found.gates.len() {
                break;
            }
            found.gates = left;
        }
        found.only_in = found.only_in(gates, asked);
        for (place, &gate) in found.gates.iter().enumerate() {
            for lit in gates.operands(gate) {
                found.parts_of.entry(lit.node()).or_default().push(place);
            }
        }
        found
    }

    /// By gate that is gathered: the phase that it is asked in, where it is only one.
    fn only_in(&self, gates: &Gates, asked: &Asked<'_>) -> Vec<Option<usize>> {
        let words = asked.words / asked.phases;
        let seen = (0..self.late.len()).filter(|&node| asked.seen[node]);
        let outputs = asked.outputs.iter();
        let outputs = outputs.map(|(lit, bit)| (lit.node(), Some(bit / 64 / words)));
        let mut by_asker: FastMap<Option<usize>, Vec<usize>> = FastMap::default();
        for (node, asker) in outputs.chain(seen.map(|node| (node, None))) {
            by_asker.entry(asker).or_default().push(node);
        }
        let mut only = vec![Vec::new(); self.gates.len()];
        for (asker, mut open) in by_asker {
            let mut met = vec![false; self.late.len()];
            while let Some(node) = open.pop() {
                if self.late[node] && !std::mem::replace(&mut met[node], true) {
                    open.extend(gates.operands(node).iter().map(|lit| lit.node()));
                }
            }
            for (gate, only) in self.gates.iter().zip(&mut only) {
                only.extend(met[*gate].then_some(asker));
            }
        }
        let single = |askers: Vec<Option<usize>>| match askers[..] {
            [asker] => asker,
            _ => None,
        };
        only.into_iter().map(single).collect()
    }

    /// Whether a gate that is an output of a phase may be worked out in that phase alone, when all others are settled.
    pub(crate) fn can_wait(&self, node: usize, phase: usize) -> bool {
        let gathered = self.parts_of.get(&node).into_iter().flatten();
        let mut asked_in = gathered.map(|&place| self.only_in[place]);
        self.alone[node] && !self.late[node] && asked_in.all(|only| only == Some(phase))
    }

    /// The gates that are gathered.
    pub(crate) fn gates(&self) -> impl Iterator<Item = usize> + '_ {
        self.gates.iter().copied()
    }

    /// The operands that tell a gate.
    pub(crate) fn told(&self, node: usize, operands: &[Lit]) -> Vec<Lit> {
        let mut told = operands.to_vec();
        if self.gates.contains(&node) {
            told.retain(|lit| !self.alone[lit.node()]);
        }
        told
    }

    /// What is gathered, by the literals of the output bits and the nodes of the gathered gates.
    pub(crate) fn gathered(&self, gates: &Gates, by_bit: &[Lit], nodes: &[usize]) -> Vec<Gathered> {
        let bits = by_bit.iter().enumerate();
        let bits: FastMap<usize, (usize, bool)> = bits
            .filter(|(_, lit)| self.alone[lit.node()])
            .map(|(bit, lit)| (lit.node(), (bit, lit.is_not())))
            .collect();
        let gathered = self.gates.iter().zip(&self.only_in).zip(nodes);
        let gathered = gathered.map(|((&gate, &only_in), &node)| {
            let mut parts: Vec<Part> = Vec::new();
            for lit in gates.operands(gate) {
                if let Some(&(bit, turned)) = bits.get(&lit.node()) {
                    let (word, mask) = (bit / 64, 1 << (bit % 64));
                    let place = parts.iter().position(|part| part.word == word);
                    let place = place.unwrap_or_else(|| {
                        parts.push(Part {
                            word,
                            mask: 0,
                            clear: 0,
                        });
                        parts.len() - 1
                    });
                    parts[place].mask |= mask;
                    if lit.is_not() != turned {
                        parts[place].clear |= mask;
                    }
                }
            }
            Gathered {
                node,
                only_in,
                parts,
            }
        });
        gathered.collect()
    }
}

/// Gates that a single output needs, and besides only some wide gates.
fn alone(gates: &Gates, asked: &Asked<'_>, wide: &[usize]) -> Vec<bool> {
    let mut needed = vec![0u32; gates.nodes.len()];
    let mut is_wide = vec![false; gates.nodes.len()];
    for &gate in wide {
        is_wide[gate] = true;
    }
    for node in (0..needed.len()).filter(|&node| asked.live[node] && !is_wide[node]) {
        for lit in gates.operands(node) {
            needed[lit.node()] = 2;
        }
    }
    for (lit, _) in asked.outputs {
        needed[lit.node()] += 1;
    }
    let is_gate = |node: usize| !gates.operands(node).is_empty() && !is_wide[node];
    let alone = |node: usize| is_gate(node) && needed[node] == 1 && !asked.seen[node];
    (0..needed.len()).map(alone).collect()
}

/// A gate that is gathered from outputs.
#[derive(Debug)]
pub(crate) struct Gathered {
    /// Its node.
    pub(crate) node: usize,
    /// The phase that it is asked in, where it is only one.
    pub(crate) only_in: Option<usize>,
    parts: Vec<Part>,
}

/// What it asks of one word.
#[derive(Debug)]
struct Part {
    word: usize,
    mask: u64,
    /// Bits of the mask that must be clear; the others must be set.
    clear: u64,
}

impl Gathered {
    /// Whether it holds.
    #[inline]
    pub(crate) fn holds(&self, outputs: &[u64]) -> bool {
        let fits = |part: &Part| (outputs[part.word] ^ part.clear) & part.mask == part.mask;
        self.parts.iter().all(fits)
    }
}
