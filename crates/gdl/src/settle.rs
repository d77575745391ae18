//! Only what a move changed is worked out anew.
//!
//! A node that flips tells the gates it feeds, and they flip when their count
//! of false operands leaves or reaches 0. Nodes are settled in the order of
//! their numbers, so that each flips at most once.

use std::sync::Arc;

use plyscope_game::Chance;

use crate::effects::Effects;
use crate::gather::Gathered;
use crate::guards::Often;
use crate::network::{Gates, Lit, Network};
use crate::propagate::{Bits, Layout, has, random_moves};
use crate::stepper::first_state;
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
            phases: 1,
            often: None,
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
        let (idle, effects): (Vec<Network>, Vec<Effects>) =
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
        let mut asked = Asked {
            live: &live,
            seen: &seen,
            outputs: &outputs,
            words: layout.words * phases.len(),
            phases: phases.len(),
            often: None,
        };
        let wire = |asked: &Asked<'_>, mut effects: Vec<Effects>| {
            let wires = Wires::new(&gates, first.first_gate(), asked);
            for (effects, map) in effects.iter_mut().zip(&maps) {
                effects.settle_on(&wires, map);
            }
            Arc::new(Self {
                wires,
                layout: Arc::clone(layout),
                effects,
                first_move: first.move_node(0),
            })
        };
        let plain = wire(&asked, effects);
        let (states, held) = held_in_games(&plain, first);
        let held: Vec<u32> = (0..2 * gates.nodes.len())
            .map(|lit| {
                let place = 2 * plain.wires.places[lit / 2] as usize + lit % 2;
                held.get(place).copied().unwrap_or(states)
            })
            .collect();
        let legal = layout.legal(phases.len());
        asked.often = Some(Often {
            states,
            held: &held,
            legal: &legal,
        });
        let effects = Arc::into_inner(plain)?.effects;
        Arc::into_inner(wire(&asked, effects))
    }
}

/// Games by chance that show how often literals hold, and their rounds.
const WATCHED_GAMES: usize = 2;
const LONGEST_WATCHED: usize = 100;

/// How many states were met in a few games by chance, and in how many of them each literal of the wires held.
fn held_in_games(settling: &Arc<Settling>, network: &Network) -> (u32, Vec<u32>) {
    let mut settled = Settled::new(Arc::clone(settling));
    let literals = 2 * settling.wires.first_output;
    let (mut states, mut held) = (0, vec![0; literals]);
    let (mut chance, mut moves) = (Chance::new(0), Vec::new());
    for _ in 0..WATCHED_GAMES {
        let mut state = first_state(network);
        for round in 0..LONGEST_WATCHED {
            settled.load(&state, round % settling.effects.len());
            states += 1;
            for (held, &holds) in held.iter_mut().zip(&settled.known.holds) {
                *held += u32::from(holds);
            }
            let layout = &settling.layout;
            let legal = |role| layout.legal_of(role, settled.outputs());
            if has(settled.outputs(), layout.terminal)
                || !random_moves(network, legal, &mut chance, &mut moves)
            {
                break;
            }
            state.copy_from_slice(settled.decide(&moves));
        }
    }
    (states, held)
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
        self.known.settle(wires, phase);
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
        self.known.settle(wires, 0);
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

    fn settle(&mut self, wires: &Wires, phase: usize) {
        self.settle_gates(wires, wires.first_gate, wires.first_late);
        self.settle_outputs(wires);
        if !wires.gathered.is_empty() || !wires.watch.is_empty() {
            let looked_at = wires.watch.look(phase, &self.holds, &mut self.outputs);
            self.work += looked_at as u64;
            let asked = |gathered: &&Gathered| gathered.only_in.is_none_or(|only| only == phase);
            let mut flipped = false;
            for gathered in wires.gathered.iter().filter(asked) {
                if gathered.holds(&self.outputs) != self.holds[2 * gathered.node] {
                    self.flip(wires, gathered.node);
                    flipped = true;
                }
            }
            flipped |= self.settle_gates(wires, wires.first_late, wires.first_output);
            if flipped {
                self.settle_outputs(wires);
            }
        }
    }

    /// Says whether any gate has flipped.
    fn settle_gates(&mut self, wires: &Wires, from: usize, to: usize) -> bool {
        let (mut word, mut flipped) = (from / 64, false);
        while word < to / 64 {
            let end = (word + PASSED).min(to / 64);
            // Most words have nothing to settle.
            if self.open[word..end].iter().fold(0, |all, open| all | open) == 0 {
                word = end;
                continue;
            }
            flipped = true;
            while word < end {
                while self.open[word] != 0 {
                    let node = word * 64 + self.open[word].trailing_zeros() as usize;
                    self.open[word] &= self.open[word] - 1;
                    self.flip(wires, node);
                }
                word += 1;
            }
        }
        flipped
    }

    fn settle_outputs(&mut self, wires: &Wires) {
        let open = &mut self.open[wires.first_output / 64..];
        for told in &wires.told {
            let outputs = self.outputs[told.clone()].iter_mut();
            for (output, open) in outputs.zip(&mut open[told.clone()]) {
                *output ^= std::mem::take(open);
            }
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
