//! Only what a move changed is worked out anew.
//!
//! A node that flips tells the gates it feeds, and they flip when their count
//! of false operands leaves or reaches 0. Nodes are settled in the order of
//! their numbers, so that each flips at most once.

use std::sync::Arc;

use crate::effects::Effects;
use crate::network::{Gates, Lit, Network};
use crate::propagate::{Bits, Layout};
use crate::wires::{Asked, Known, Wires};

/// A network that can be settled, or those of several phases with what they share.
#[derive(Debug)]
pub(crate) struct Settling {
    wires: Wires,
    layout: Arc<Layout>,
    /// By phase what moves do, where gates that depend on them are left out.
    effects: Vec<Effects>,
    /// The node of the first move.
    first_move: usize,
}

impl Settling {
    /// One network, with moves as inputs of gates.
    pub(crate) fn with_moves(network: &Network, layout: &Arc<Layout>) -> Self {
        let all = vec![true; network.gates.nodes.len()];
        let asked = Asked {
            live: &all,
            seen: &vec![false; all.len()],
            outputs: &layout.outputs(network),
            words: layout.words,
        };
        Self {
            wires: Wires::new(&network.gates, network.first_gate(), &asked),
            layout: Arc::clone(layout),
            effects: Vec::new(),
            first_move: network.move_node(0),
        }
    }

    /// The networks of all phases as one, where moves can be left out of all of them.
    ///
    /// Much is the same in all of them, and a change is followed through it but once.
    pub(crate) fn without_moves(phases: &[Network], layout: &Arc<Layout>) -> Option<Self> {
        let first = phases.first()?;
        let (idle, mut effects): (Vec<Network>, Vec<Effects>) =
            phases.iter().map(Effects::new).collect::<Option<_>>()?;
        let mut gates = Gates::new(first.fluents.len(), first.moves.len());
        let (mut live, mut seen) = (Vec::new(), Vec::new());
        let mut outputs = Vec::new();
        let mut maps = Vec::new();
        for (phase, (idle, effects)) in idle.iter().zip(&effects).enumerate() {
            let map = gates.take_in(&idle.gates);
            for (asked, own) in [(&mut live, effects.live()), (&mut seen, &effects.seen())] {
                asked.resize(gates.nodes.len(), false);
                for (node, lit) in map.iter().enumerate() {
                    asked[lit.node()] |= own[node];
                }
            }
            let own = layout.outputs(idle).into_iter();
            let place = |(lit, bit): (Lit, usize)| {
                (
                    map[lit.node()].xor(lit.is_not()),
                    bit + phase * layout.words * 64,
                )
            };
            outputs.extend(own.map(place));
            maps.push(map);
        }
        let asked = Asked {
            live: &live,
            seen: &seen,
            outputs: &outputs,
            words: layout.words * phases.len(),
        };
        let wires = Wires::new(&gates, first.first_gate(), &asked);
        for (effects, map) in effects.iter_mut().zip(maps) {
            effects.settle_on(&wires, map);
        }
        Some(Self {
            wires,
            layout: Arc::clone(layout),
            effects,
            first_move: first.move_node(0),
        })
    }
}

/// One settled state.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    settling: Arc<Settling>,
    known: Known,
    state: Vec<u64>,
    /// The state after the moves, where these are not inputs of gates.
    next: Vec<u64>,
    moves: Vec<usize>,
    phase: usize,
}

/// What a flip costs, in gates told.
const FLIP: usize = 8;
/// So many gates are many to be told by one node.
const MANY: usize = 24;
/// Words of gates that are passed by together.
const PASSED: usize = 8;

impl Settled {
    /// Settled in the empty state.
    pub(crate) fn new(settling: Arc<Settling>) -> Self {
        let known = settling.wires.blank.clone();
        let state = vec![0; settling.layout.state_words];
        Self {
            known,
            next: state.clone(),
            state,
            moves: Vec::new(),
            phase: 0,
            settling,
        }
    }

    /// How much has been done so far, in gates told.
    pub(crate) fn work(&self) -> u64 {
        self.known.work
    }

    /// What the network of the phase says.
    #[inline]
    pub(crate) fn outputs(&self) -> &[u64] {
        let words = self.settling.layout.words;
        &self.known.outputs[self.phase * words..][..words]
    }

    /// Goes to another state; moves stay what they were, which changes the next state only.
    pub(crate) fn load(&mut self, state: &Bits, phase: usize) {
        self.phase = phase;
        let wires = &self.settling.wires;
        for (word, &held) in state.iter().enumerate() {
            let mut changed = self.state[word] ^ held;
            self.state[word] = held;
            while changed != 0 {
                let fluent = word * 64 + changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.known.flip(wires, Network::fluent_node(fluent));
            }
        }
        self.known.settle(wires);
    }

    /// Takes the moves of all roles and works out the next state.
    pub(crate) fn decide(&mut self, moves: &[usize]) -> &Bits {
        let Settling {
            layout, effects, ..
        } = &*self.settling;
        if let Some(effects) = effects.get(self.phase) {
            let idle = &self.known.outputs[self.phase * layout.words..];
            self.next.copy_from_slice(&idle[..layout.state_words]);
            let looked_at = effects.apply(moves, &mut self.known.holds, &mut self.next);
            self.known.work += looked_at as u64;
            return &self.next;
        }
        self.tell_moves(moves);
        &self.known.outputs[..self.next.len()]
    }

    /// Takes moves as inputs of gates.
    fn tell_moves(&mut self, moves: &[usize]) {
        let Settling {
            wires, first_move, ..
        } = &*self.settling;
        for &old in self.moves.iter().filter(|old| !moves.contains(old)) {
            self.known.flip(wires, first_move + old);
        }
        for &new in moves.iter().filter(|new| !self.moves.contains(new)) {
            self.known.flip(wires, first_move + new);
        }
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.known.settle(wires);
    }
}

impl Known {
    /// Flips a node and tells the gates that it is an operand of.
    #[inline]
    fn flip(&mut self, wires: &Wires, node: usize) {
        let holds = &mut self.holds[2 * node..2 * node + 2];
        let value = !holds[0];
        (holds[0], holds[1]) = (value, !value);
        let [plain, negated] = wires.of(node);
        self.work += (plain.len() + negated.len() + FLIP) as u64;
        let (counts, open) = (&mut self.counts[..], &mut self.open[..]);
        if plain.len() + negated.len() < MANY {
            few(counts, open, plain, u8::from(value));
            few(counts, open, negated, u8::from(!value));
        } else if value {
            many_rise(counts, open, plain);
            many_fall(counts, open, negated);
        } else {
            many_fall(counts, open, plain);
            many_rise(counts, open, negated);
        }
    }

    fn settle(&mut self, wires: &Wires) {
        self.settle_gates(wires, wires.first_gate, wires.first_late);
        if !wires.gathered.is_empty() {
            self.settle_outputs(wires.first_output);
            for gathered in &wires.gathered {
                if gathered.holds(&self.outputs) != self.holds[2 * gathered.node] {
                    self.flip(wires, gathered.node);
                }
            }
            self.settle_gates(wires, wires.first_late, wires.first_output);
        }
        self.settle_outputs(wires.first_output);
    }

    fn settle_gates(&mut self, wires: &Wires, from: usize, to: usize) {
        let mut word = from / 64;
        while word < to / 64 {
            let end = (word + PASSED).min(to / 64);
            // Most words have nothing to settle.
            if self.open[word..end].iter().fold(0, |all, open| all | open) == 0 {
                word = end;
                continue;
            }
            while word < end {
                while self.open[word] != 0 {
                    let node = word * 64 + self.open[word].trailing_zeros() as usize;
                    self.open[word] &= self.open[word] - 1;
                    self.flip(wires, node);
                }
                word += 1;
            }
        }
    }

    fn settle_outputs(&mut self, first: usize) {
        let open = &mut self.open[first / 64..];
        for (output, open) in self.outputs.iter_mut().zip(open) {
            *output ^= std::mem::take(open);
        }
    }
}

/// Tells gates that an operand has become true (`rises` is 1) or false (0).
///
/// There is no branch: nobody could foretell which way it goes.
#[inline]
fn few(counts: &mut [u8], open: &mut [u64], gates: &[u32], rises: u8) {
    for &gate in gates {
        let gate = gate as usize;
        // The gate flips where the count comes to 0 or leaves it.
        let least = counts[gate] - rises;
        counts[gate] = least + (1 - rises);
        turn(open, gate, least == 0);
    }
}

/// Tells gates that an operand has become true. Few of many flip, and that is foreseen.
fn many_rise(counts: &mut [u8], open: &mut [u64], gates: &[u32]) {
    for &gate in gates {
        let count = &mut counts[gate as usize];
        *count -= 1;
        if *count == 0 {
            turn(open, gate as usize, true);
        }
    }
}

/// Tells gates that an operand has become false.
fn many_fall(counts: &mut [u8], open: &mut [u64], gates: &[u32]) {
    for &gate in gates {
        let count = &mut counts[gate as usize];
        *count += 1;
        if *count == 1 {
            turn(open, gate as usize, true);
        }
    }
}

/// A gate is to flip, if it `flips`; one that is to flip twice is not.
#[inline]
fn turn(open: &mut [u64], gate: usize, flips: bool) {
    open[gate / 64] ^= u64::from(flips) << (gate % 64);
}
