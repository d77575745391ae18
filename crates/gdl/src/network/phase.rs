//! Fluents that run like a clock, whatever anybody does: whose turn it is, most of all.
//!
//! Where such fluents come back to their first values after a few steps, each
//! of these steps gets a network of its own in which they are constants.

use super::invariant::add_invariants;
use super::{Lit, Network, Node};
use crate::depend::{components, reach};
use crate::propagate::Bits;

/// No more steps than this; longer clocks are counters.
const MOST_PHASES: usize = 8;
/// Fluents that depend on more others than this are not looked at.
const MOST_CLOCKS: usize = 256;

/// What marks the states of a phase: fluents that are known there, a word at a time.
#[derive(Clone, Debug)]
pub(crate) struct Marks(Vec<Mark>);

/// A word, the fluents of it that are known, and those of them that hold.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    word: usize,
    known: u64,
    holds: u64,
}

impl Marks {
    /// Of what is known in a phase.
    pub(crate) fn new(known: &[Option<bool>]) -> Self {
        let words = known.chunks(64).enumerate().map(|(word, known)| {
            let mut mark = Mark {
                word,
                ..Mark::default()
            };
            for (bit, value) in known.iter().enumerate() {
                mark.known |= u64::from(value.is_some()) << bit;
                mark.holds |= u64::from(*value == Some(true)) << bit;
            }
            mark
        });
        Self(words.filter(|mark| mark.known != 0).collect())
    }

    /// Whether a state is in the phase.
    #[inline]
    pub(crate) fn fits(&self, state: &Bits) -> bool {
        let fits = |mark: &Mark| state[mark.word] & mark.known == mark.holds;
        self.0.iter().all(fits)
    }
}

/// For each phase, the fluents that are known in it; one phase where there is no clock.
///
/// A state of a phase that has what is known there leads to one of the next phase that has it.
pub(crate) fn phases(network: &Network) -> Vec<Vec<Option<bool>>> {
    let mut phases = clock(network);
    add_invariants(network, &mut phases);
    phases
}

/// The same, and last a phase for states in which something of that is not so, if there can be any.
pub(crate) fn phases_and_none(network: &Network) -> Vec<Vec<Option<bool>>> {
    let mut all = phases(network);
    if all.iter().flatten().any(Option::is_some) {
        all.push(vec![None; network.fluents.len()]);
    }
    all
}

/// For each position of the clock, the fluents that are part of it. One that knows nothing where there is none.
fn clock(network: &Network) -> Vec<Vec<Option<bool>>> {
    let clocks = autonomous(network);
    let none = vec![None; network.fluents.len()];
    if clocks.is_empty() || clocks.len() > MOST_CLOCKS {
        return vec![none];
    }
    let mut states = vec![network.init.clone()];
    for _ in 0..MOST_PHASES {
        states.push(step(network, &states[states.len() - 1]));
    }
    let edges = dependencies(network, &clocks);
    let component = components(&edges);
    let mut period = 1;
    let mut chosen: Vec<usize> = Vec::new();
    for number in 0..component.iter().max().map_or(0, |max| max + 1) {
        let members: Vec<usize> = (0..clocks.len())
            .filter(|&clock| component[clock] == number)
            .collect();
        let reached = reach(&edges, &members);
        let closed: Vec<usize> = (0..clocks.len())
            .filter(|&clock| reached[clock])
            .map(|clock| clocks[clock])
            .collect();
        if let Some(own) = period_of(&states, &closed) {
            let common = least_common_multiple(period, own);
            if common <= MOST_PHASES {
                period = common;
                chosen.extend(closed);
            }
        }
    }
    let phase = |state: &Vec<bool>| {
        let mut phase = none.clone();
        for &fluent in &chosen {
            phase[fluent] = Some(state[fluent]);
        }
        phase
    };
    states[..period].iter().map(phase).collect()
}

fn least_common_multiple(left: usize, right: usize) -> usize {
    let (mut a, mut b) = (left, right);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    left / a * right
}

/// Fluents whose next value depends on no move and on no fluent that does.
fn autonomous(network: &Network) -> Vec<usize> {
    let mut is_clock = vec![true; network.fluents.len()];
    loop {
        let swayed = swayed(network, &is_clock);
        let mut changed = false;
        for (fluent, lit) in network.outputs.next.iter().enumerate() {
            if is_clock[fluent] && swayed[lit.node()] {
                is_clock[fluent] = false;
                changed = true;
            }
        }
        if !changed {
            return (0..is_clock.len())
                .filter(|&fluent| is_clock[fluent])
                .collect();
        }
    }
}

/// Nodes that depend on a move, on a circle or on a fluent that is no clock.
fn swayed(network: &Network, is_clock: &[bool]) -> Vec<bool> {
    let mut swayed = vec![false; network.gates.nodes.len()];
    for node in 0..swayed.len() {
        swayed[node] = match network.gates.nodes[node] {
            Node::True => false,
            Node::Fluent(fluent) => !is_clock[fluent as usize],
            Node::Move(_) | Node::Circle => true,
            Node::And { .. } => network
                .gates
                .operands(node)
                .iter()
                .any(|lit| swayed[lit.node()]),
        };
    }
    swayed
}

/// Which clocks each clock depends on, by their places in the list.
fn dependencies(network: &Network, clocks: &[usize]) -> Vec<Vec<usize>> {
    // By node: the last clock, counted from 1, that was seen to depend on it.
    let mut seen = vec![0; network.gates.nodes.len()];
    let mut depends = |place: usize, lit: Lit| {
        let mut open = vec![lit.node()];
        let mut on = Vec::new();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut seen[node], place + 1) == place + 1 {
                continue;
            }
            if let Node::Fluent(fluent) = network.gates.nodes[node] {
                on.extend(clocks.iter().position(|&clock| clock == fluent as usize));
            }
            open.extend(network.gates.operands(node).iter().map(|lit| lit.node()));
        }
        on
    };
    let clocks = clocks.iter().enumerate();
    clocks
        .map(|(place, &clock)| depends(place, network.outputs.next[clock]))
        .collect()
}

/// After how many steps some clocks that depend on no others are back at the start, if soon.
fn period_of(states: &[Vec<bool>], closed: &[usize]) -> Option<usize> {
    let back = |steps: &usize| {
        closed
            .iter()
            .all(|&fluent| states[*steps][fluent] == states[0][fluent])
    };
    (1..=MOST_PHASES).find(back)
}

/// The next state where nobody moves; right for clocks.
fn step(network: &Network, state: &[bool]) -> Vec<bool> {
    let mut values = vec![false; network.gates.nodes.len()];
    values[1..=state.len()].copy_from_slice(state);
    crate::propagate::evaluate(network, &mut values);
    let next = network.outputs.next.iter();
    next.map(|lit| values[lit.node()] != lit.is_not()).collect()
}
