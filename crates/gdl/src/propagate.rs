//! The engine `state`: one state at a time, and only what a move changed is worked out anew.
//!
//! Every AND counts its false operands; a node that flips tells the gates it
//! feeds, and they flip when their count leaves or reaches 0. Nodes are settled
//! in the order of their numbers, so that each flips at most once.

use std::sync::Arc;

use crate::network::{Choices, Lit, Network, Node};

/// A set of fluents, a bit each, in the order of the network.
pub(crate) type Bits = [u64];

/// Whether a bit is set.
#[inline]
pub(crate) fn has(bits: &Bits, place: usize) -> bool {
    bits[place / 64] >> (place % 64) & 1 == 1
}

/// Sets a bit.
#[inline]
pub(crate) fn set(bits: &mut Bits, place: usize) {
    bits[place / 64] |= 1 << (place % 64);
}

/// The place of the `nth` bit that is set, from 0; there are more than `nth`.
pub(crate) fn nth_bit(bits: &Bits, mut nth: u32) -> usize {
    for (place, &word) in bits.iter().enumerate() {
        let count = word.count_ones();
        if nth < count {
            let mut word = word;
            for _ in 0..nth {
                word &= word - 1;
            }
            return place * 64 + word.trailing_zeros() as usize;
        }
        nth -= count;
    }
    0
}

/// Who a node tells when it flips: gates by number, and after them outputs.
#[derive(Debug)]
pub(crate) struct Wiring {
    starts: Vec<u32>,
    /// Twice the target, plus one where the literal is the complement.
    targets: Vec<u32>,
    network: Arc<Network>,
    /// Where the bits of each part of the outputs begin.
    layout: Layout,
    /// A settled network of the empty state, to begin with.
    empty: (Vec<bool>, Vec<u32>, Vec<u64>),
}

/// Output bits: next state, then the legal moves of each role, then terminal and goals.
#[derive(Clone, Debug, Default)]
struct Layout {
    state_words: usize,
    /// First word of each role's moves, and the end of the last.
    legal_words: Vec<usize>,
    terminal: usize,
    /// By role: points and bit.
    goals: Vec<Vec<(i32, usize)>>,
    words: usize,
}

impl Layout {
    fn new(network: &Network) -> Self {
        let state_words = network.state_words();
        let mut at = state_words;
        let mut legal_words = vec![at];
        for moves in &network.of_role {
            at += (moves.end - moves.begin).div_ceil(64);
            legal_words.push(at);
        }
        let terminal = at * 64;
        let mut bit = terminal + 1;
        let mut place = |&(points, _): &(i32, Lit)| {
            bit += 1;
            (points, bit - 1)
        };
        let goals = network
            .outputs
            .goals
            .iter()
            .map(|goals| goals.iter().map(&mut place).collect())
            .collect();
        Self {
            state_words,
            legal_words,
            terminal,
            goals,
            words: bit.div_ceil(64),
        }
    }

    /// Every output literal with its bit.
    fn outputs(&self, network: &Network) -> Vec<(Lit, usize)> {
        let outputs = &network.outputs;
        let mut all: Vec<(Lit, usize)> = outputs.next.iter().copied().zip(0..).collect();
        for (role, moves) in network.of_role.iter().enumerate() {
            let first = self.legal_words[role] * 64;
            all.extend(
                outputs.legal[moves.begin..moves.end]
                    .iter()
                    .copied()
                    .zip(first..),
            );
        }
        all.push((outputs.terminal, self.terminal));
        for (goals, places) in outputs.goals.iter().zip(&self.goals) {
            all.extend(
                goals
                    .iter()
                    .zip(places)
                    .map(|(&(_, lit), &(_, bit))| (lit, bit)),
            );
        }
        all
    }
}

impl Wiring {
    /// Wires up a network in which some fluents are known, after taking out what one move per role makes needless.
    pub(crate) fn new(network: &Network, fixed: &[Option<bool>]) -> Self {
        // First the fluents, so that moves which are impossible now are known; then what that says of the rest.
        let folded = network.rebuilt(fixed, None, |_| ());
        let network = Arc::new(folded.rebuilt(fixed, Some(&Choices::new(&folded)), |_| ()));
        let layout = Layout::new(&network);
        let outputs = layout.outputs(&network);
        let nodes = network.gates.nodes.len();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for node in 0..nodes {
            for lit in network.gates.operands(node) {
                pairs.push((
                    lit.node() as u32,
                    (node as u32) << 1 | u32::from(lit.is_not()),
                ));
            }
        }
        for &(lit, bit) in &outputs {
            pairs.push((
                lit.node() as u32,
                ((nodes + bit) as u32) << 1 | u32::from(lit.is_not()),
            ));
        }
        pairs.sort_unstable();
        let mut starts = vec![0; nodes + 1];
        for &(node, _) in &pairs {
            starts[node as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let targets = pairs.into_iter().map(|(_, target)| target).collect();
        let mut wiring = Self {
            starts,
            targets,
            network,
            layout,
            empty: (Vec::new(), Vec::new(), Vec::new()),
        };
        wiring.empty = wiring.settle_empty(&outputs);
        wiring
    }

    /// Values, counts of false operands and outputs where no fluent holds and nobody moves.
    fn settle_empty(&self, outputs: &[(Lit, usize)]) -> (Vec<bool>, Vec<u32>, Vec<u64>) {
        let gates = &self.network.gates;
        let mut values = vec![false; gates.nodes.len()];
        evaluate(&self.network, &mut values);
        let is_false = |lit: &&Lit| values[lit.node()] == lit.is_not();
        let counts = (0..gates.nodes.len())
            .map(|node| gates.operands(node).iter().filter(is_false).count() as u32)
            .collect();
        let mut bits = vec![0; self.layout.words];
        for &(lit, bit) in outputs {
            if values[lit.node()] != lit.is_not() {
                set(&mut bits, bit);
            }
        }
        (values, counts, bits)
    }
}

/// Works out every gate from the inputs in `values`, which is by node.
pub(crate) fn evaluate(network: &Network, values: &mut [bool]) {
    let gates = &network.gates;
    values[0] = true;
    let gate = |values: &mut [bool], node: usize| {
        if let Node::And { .. } = gates.nodes[node] {
            values[node] = gates
                .operands(node)
                .iter()
                .all(|lit| values[lit.node()] != lit.is_not());
        }
    };
    let mut node = network.first_gate();
    let mut circles = network.circles.iter();
    let mut circle = circles.next();
    while node < gates.nodes.len() {
        match circle {
            Some(here) if here.begin == node => {
                for &(node, _) in &here.follows {
                    values[node] = false;
                }
                loop {
                    (here.begin..here.end).for_each(|node| gate(values, node));
                    let mut changed = false;
                    for &(node, lit) in &here.follows {
                        let value = values[lit.node()] != lit.is_not();
                        changed |= value != values[node];
                        values[node] |= value;
                    }
                    if !changed {
                        break;
                    }
                }
                node = here.end;
                circle = circles.next();
            }
            _ => {
                gate(values, node);
                node += 1;
            }
        }
    }
}

/// One settled state.
#[derive(Clone, Debug)]
pub(crate) struct Propagator {
    wiring: Arc<Wiring>,
    values: Vec<bool>,
    counts: Vec<u32>,
    /// Nodes to be settled, a bit each, and which words of that have any.
    open: Vec<u64>,
    open_words: Vec<u64>,
    /// What the network says of the state it holds.
    outputs: Vec<u64>,
    state: Vec<u64>,
    moves: Vec<usize>,
}

impl Propagator {
    /// Settled in the empty state.
    pub(crate) fn new(wiring: Arc<Wiring>) -> Self {
        let (values, counts, outputs) = wiring.empty.clone();
        let words = values.len().div_ceil(64);
        Self {
            values,
            counts,
            open: vec![0; words],
            open_words: vec![0; words.div_ceil(64)],
            outputs,
            state: vec![0; wiring.layout.state_words],
            moves: Vec::new(),
            wiring,
        }
    }

    /// Goes to another state; moves stay what they were, which changes the next state only.
    pub(crate) fn load(&mut self, state: &Bits) {
        for (word, &held) in state.iter().enumerate() {
            let mut changed = self.state[word] ^ held;
            self.state[word] = held;
            while changed != 0 {
                let fluent = word * 64 + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.flip(Network::fluent_node(fluent));
            }
        }
        self.settle();
    }

    /// Takes the moves of all roles and works out the next state.
    pub(crate) fn decide(&mut self, moves: &[usize]) -> &Bits {
        for place in 0..self.moves.len() {
            let old = self.moves[place];
            if !moves.contains(&old) {
                self.flip(self.wiring.network.move_node(old));
            }
        }
        for &mv in moves {
            if !self.moves.contains(&mv) {
                self.flip(self.wiring.network.move_node(mv));
            }
        }
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.settle();
        &self.outputs[..self.wiring.layout.state_words]
    }

    /// Whether the game is over.
    #[inline]
    pub(crate) fn is_terminal(&self) -> bool {
        has(&self.outputs, self.wiring.layout.terminal)
    }

    /// The legal moves of a role: words of bits, counted from the role's first move.
    #[inline]
    pub(crate) fn legal(&self, role: usize) -> &Bits {
        let words = &self.wiring.layout.legal_words;
        &self.outputs[words[role]..words[role + 1]]
    }

    /// The points of a role, where the sheet names exactly one number.
    pub(crate) fn goal(&self, role: usize) -> Option<i32> {
        let goals = &self.wiring.layout.goals[role];
        let mut due = goals.iter().filter(|(_, bit)| has(&self.outputs, *bit));
        match (due.next(), due.next()) {
            (Some(&(points, _)), None) => Some(points),
            _ => None,
        }
    }

    #[inline]
    fn flip(&mut self, node: usize) {
        let value = !self.values[node];
        self.values[node] = value;
        self.tell(node, value);
    }

    #[inline]
    fn tell(&mut self, node: usize, value: bool) {
        let wiring = &*self.wiring;
        let nodes = self.values.len();
        let targets = wiring.starts[node] as usize..wiring.starts[node + 1] as usize;
        for &target in &wiring.targets[targets] {
            let holds = value != (target & 1 == 1);
            let gate = (target >> 1) as usize;
            if gate >= nodes {
                let bit = gate - nodes;
                let word = &mut self.outputs[bit / 64];
                *word = *word & !(1 << (bit % 64)) | u64::from(holds) << (bit % 64);
                continue;
            }
            let count = &mut self.counts[gate];
            let crosses = if holds {
                *count -= 1;
                *count == 0
            } else {
                *count += 1;
                *count == 1
            };
            if crosses {
                self.open[gate / 64] |= 1 << (gate % 64);
                self.open_words[gate / 4096] |= 1 << (gate / 64 % 64);
            }
        }
    }

    fn settle(&mut self) {
        if !self.wiring.network.circles.is_empty() {
            self.settle_all();
            return;
        }
        for upper in 0..self.open_words.len() {
            while self.open_words[upper] != 0 {
                let word = upper * 64 + self.open_words[upper].trailing_zeros() as usize;
                if self.open[word] == 0 {
                    self.open_words[upper] &= self.open_words[upper] - 1;
                    continue;
                }
                let node = word * 64 + self.open[word].trailing_zeros() as usize;
                self.open[word] &= self.open[word] - 1;
                let value = self.counts[node] == 0;
                if value != self.values[node] {
                    self.values[node] = value;
                    self.tell(node, value);
                }
            }
        }
    }

    /// Circles are rare: where there are any, all is worked out anew.
    fn settle_all(&mut self) {
        self.open.fill(0);
        self.open_words.fill(0);
        let wiring = Arc::clone(&self.wiring);
        evaluate(&wiring.network, &mut self.values);
        self.outputs.fill(0);
        for (lit, bit) in wiring.layout.outputs(&wiring.network) {
            if self.values[lit.node()] != lit.is_not() {
                set(&mut self.outputs, bit);
            }
        }
    }
}
