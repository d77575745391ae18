//! Only what a move changed is worked out anew.
//!
//! Every AND counts its false operands; a node that flips tells the gates it
//! feeds, and they flip when their count leaves or reaches 0. Nodes are settled
//! in the order of their numbers, so that each flips at most once.

use std::sync::Arc;

use crate::effects::Effects;
use crate::network::{Lit, Network};
use crate::propagate::{Bits, Layout, evaluate, set};

/// Who a node tells when it flips.
#[derive(Debug)]
pub(crate) struct Wires {
    /// By node: where its gates begin, those that have its complement, and its outputs.
    starts: Vec<u32>,
    targets: Vec<u32>,
    network: Network,
    layout: Arc<Layout>,
    /// What moves do, where gates that depend on them are left out.
    effects: Option<Effects>,
    /// A settled network of the empty state, to begin with.
    empty: (Vec<bool>, Vec<u32>, Vec<u64>),
}

/// Gates, gates that have the complement, outputs.
const KINDS: usize = 3;

impl Wires {
    /// Wires up a network.
    pub(crate) fn new(network: Network, layout: Arc<Layout>) -> Self {
        let (network, live, effects) =
            if let Some((without_moves, effects)) = Effects::new(&network) {
                let live = effects.live().to_vec();
                (without_moves, live, Some(effects))
            } else {
                let all = vec![true; network.gates.nodes.len()];
                (network, all, None)
            };
        let outputs = layout.outputs(&network);
        let nodes = network.gates.nodes.len();
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        let kind = |lit: &Lit| (lit.node() * KINDS + usize::from(lit.is_not())) as u32;
        for node in (0..nodes).filter(|&node| live[node]) {
            let operands = network.gates.operands(node);
            pairs.extend(operands.iter().map(|lit| (kind(lit), node as u32)));
        }
        for &(lit, bit) in &outputs {
            pairs.push(((lit.node() * KINDS + KINDS - 1) as u32, bit as u32));
        }
        pairs.sort_unstable();
        let mut starts = vec![0; nodes * KINDS + 1];
        for &(kind, _) in &pairs {
            starts[kind as usize + 1] += 1;
        }
        for kind in 0..nodes * KINDS {
            starts[kind + 1] += starts[kind];
        }
        let targets = pairs.into_iter().map(|(_, target)| target).collect();
        let mut wiring = Self {
            starts,
            targets,
            network,
            layout,
            effects,
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

/// One settled state.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    wires: Arc<Wires>,
    values: Vec<bool>,
    counts: Vec<u32>,
    /// Nodes to be settled, a bit each, and which words of that have any.
    open: Vec<u64>,
    open_words: Vec<u64>,
    state: Vec<u64>,
    /// The state after the moves, where these are not inputs of gates.
    next: Vec<u64>,
    moves: Vec<usize>,
    /// Gates told so far, with what a flip costs besides.
    work: u64,
}

/// What a flip costs, in gates told.
const FLIP: usize = 4;

impl Settled {
    /// Settled in the empty state; gives what the network says of it, too.
    pub(crate) fn new(wires: Arc<Wires>) -> (Self, Vec<u64>) {
        let (values, counts, outputs) = wires.empty.clone();
        let words = values.len().div_ceil(64);
        let settled = Self {
            values,
            counts,
            open: vec![0; words],
            open_words: vec![0; words.div_ceil(64)],
            state: vec![0; wires.layout.state_words],
            next: vec![0; wires.layout.state_words],
            moves: Vec::new(),
            work: 0,
            wires,
        };
        (settled, outputs)
    }

    /// How much has been done so far, in gates told.
    pub(crate) fn work(&self) -> u64 {
        self.work
    }

    /// Goes to another state; moves stay what they were, which changes the next state only.
    pub(crate) fn load(&mut self, state: &Bits, outputs: &mut [u64]) {
        for (word, &held) in state.iter().enumerate() {
            let mut changed = self.state[word] ^ held;
            self.state[word] = held;
            while changed != 0 {
                let fluent = word * 64 + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.flip(Network::fluent_node(fluent), outputs);
            }
        }
        self.settle(outputs);
    }

    /// Takes the moves of all roles and works out the next state.
    pub(crate) fn decide<'a>(&'a mut self, moves: &[usize], outputs: &'a mut [u64]) -> &'a Bits {
        if let Some(effects) = &self.wires.effects {
            self.next
                .copy_from_slice(&outputs[..self.wires.layout.state_words]);
            self.work += effects.apply(moves, &mut self.values, &mut self.next) as u64;
            return &self.next;
        }
        self.tell_moves(moves, outputs);
        &outputs[..self.wires.layout.state_words]
    }

    /// Takes moves as inputs of gates.
    fn tell_moves(&mut self, moves: &[usize], outputs: &mut [u64]) {
        for place in 0..self.moves.len() {
            let old = self.moves[place];
            if !moves.contains(&old) {
                self.flip(self.wires.network.move_node(old), outputs);
            }
        }
        for &mv in moves {
            if !self.moves.contains(&mv) {
                self.flip(self.wires.network.move_node(mv), outputs);
            }
        }
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.settle(outputs);
    }

    #[inline]
    fn flip(&mut self, node: usize, outputs: &mut [u64]) {
        let value = !self.values[node];
        self.values[node] = value;
        self.tell(node, value, outputs);
    }

    #[inline]
    fn tell(&mut self, node: usize, value: bool, outputs: &mut [u64]) {
        let Self {
            wires,
            counts,
            open,
            open_words,
            work,
            ..
        } = self;
        // A gate that crosses is to flip; one that crosses twice is not.
        let mut turn = |gate: usize| {
            open[gate / 64] ^= 1 << (gate % 64);
            open_words[gate / 4096] |= 1 << (gate / 64 % 64);
        };
        let starts = &wires.starts[node * KINDS..=node * KINDS + KINDS];
        let [plain, negated, told] =
            [0, 1, 2].map(|kind| &wires.targets[starts[kind] as usize..starts[kind + 1] as usize]);
        *work += (plain.len() + negated.len() + FLIP) as u64;
        let (rising, falling) = if value {
            (plain, negated)
        } else {
            (negated, plain)
        };
        for &gate in rising {
            let count = &mut counts[gate as usize];
            *count -= 1;
            if *count == 0 {
                turn(gate as usize);
            }
        }
        for &gate in falling {
            let count = &mut counts[gate as usize];
            *count += 1;
            if *count == 1 {
                turn(gate as usize);
            }
        }
        for &bit in told {
            outputs[bit as usize / 64] ^= 1 << (bit % 64);
        }
    }

    fn settle(&mut self, outputs: &mut [u64]) {
        if !self.wires.network.circles.is_empty() {
            self.settle_all(outputs);
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
                self.flip(node, outputs);
            }
        }
    }

    /// Circles are rare: where there are any, all is worked out anew.
    fn settle_all(&mut self, outputs: &mut [u64]) {
        self.open.fill(0);
        self.open_words.fill(0);
        let wires = Arc::clone(&self.wires);
        evaluate(&wires.network, &mut self.values);
        outputs.fill(0);
        for (lit, bit) in wires.layout.outputs(&wires.network) {
            if self.values[lit.node()] != lit.is_not() {
                set(outputs, bit);
            }
        }
    }
}
