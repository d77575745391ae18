//! The engine `state`: what the network says of one state.
//!
//! Small networks are worked out as a whole, by the machine code of the lanes;
//! of large ones, and of those with circles, only what a move changed.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use plyscope_game::Chance;

use crate::anew::{Anew, Whole};
use crate::lanes::count_bits;
use crate::network::{Choices, Lit, Network, Node};
use crate::settle::{Settled, Settling};
use crate::straight::{Route, Straight};

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
    /// Words that are passed by together.
    const STRIDE: usize = 8;
    let mut begin = 0;
    for words in bits.chunks(STRIDE) {
        let count = count_bits(words);
        if nth < count {
            for &word in words {
                let mut word = word;
                while word != 0 {
                    if nth == 0 {
                        return begin + word.trailing_zeros() as usize;
                    }
                    word &= word - 1;
                    nth -= 1;
                }
                begin += 64;
            }
        }
        nth -= count;
        begin += words.len() * 64;
    }
    0
}

/// How the states of one phase are worked out.
#[derive(Clone, Debug)]
pub(crate) struct Wiring {
    layout: Arc<Layout>,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// Everything, by machine code.
    Straight(Arc<Route>),
    /// What has changed, gate by gate.
    Settled(Arc<Settling>),
    /// The same, and what all phases share but once.
    Together(Arc<Settling>),
    /// Everything, gate by gate.
    Anew(Arc<Whole>),
}

/// Output bits: next state, then the legal moves of each role, then terminal and goals.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) state_words: usize,
    /// First word of each role's moves, and the end of the last.
    pub(crate) legal_words: Vec<usize>,
    pub(crate) terminal: usize,
    /// By role: points and bit.
    pub(crate) goals: Vec<Vec<(i32, usize)>>,
    pub(crate) words: usize,
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

    /// The legal moves of a role among the outputs: words of bits, counted from the role's first move.
    #[inline]
    pub(crate) fn legal_of<'a>(&self, role: usize, outputs: &'a [u64]) -> &'a Bits {
        &outputs[self.legal_words[role]..self.legal_words[role + 1]]
    }

    /// By phase, where outputs of phases follow each other: the bits of legal moves.
    pub(crate) fn legal(&self, phases: usize) -> Vec<Range<usize>> {
        let last = self.legal_words[self.legal_words.len() - 1];
        let bits = |first: usize| 64 * (first + self.legal_words[0])..64 * (first + last);
        (0..phases).map(|phase| bits(phase * self.words)).collect()
    }

    /// Every output literal with its bit.
    pub(crate) fn outputs(&self, network: &Network) -> Vec<(Lit, usize)> {
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

/// A legal move of every role by chance; says whether each has one.
#[inline]
pub(crate) fn random_moves<'a>(
    network: &Network,
    legal: impl Fn(usize) -> &'a Bits,
    chance: &mut Chance,
    moves: &mut Vec<usize>,
) -> bool {
    moves.clear();
    for (role, own) in network.of_role.iter().enumerate() {
        let legal = legal(role);
        let nth = match count_bits(legal) {
            0 => return false,
            1 => 0,
            count => chance.below(count),
        };
        moves.push(own.begin + nth_bit(legal, nth));
    }
    true
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

impl Wiring {
    /// The machine code, where everything is worked out by that.
    pub(crate) fn route(&self) -> Option<&Arc<Route>> {
        match &self.way {
            Way::Straight(route) => Some(route),
            _ => None,
        }
    }

    /// Whether it is one for all phases.
    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        matches!(self.way, Way::Together(_))
    }

    /// Everything by machine code, in a network in which some fluents are known.
    pub(crate) fn straight(network: &Network, fixed: &[Option<bool>]) -> Option<Self> {
        let layout = Arc::new(Layout::new(network));
        let route = Route::new(network, fixed, &layout)?;
        let way = Way::Straight(Arc::new(route));
        Some(Self { layout, way })
    }

    /// What has changed, by phase: the fluents that are known in each.
    pub(crate) fn settled(network: &Network, phases: &[Vec<Option<bool>>]) -> Vec<Self> {
        let layout = Arc::new(Layout::new(network));
        let own: Vec<Network> = phases.iter().map(|fixed| within(network, fixed)).collect();
        let of = |way| Self {
            layout: Arc::clone(&layout),
            way,
        };
        if let Some(settling) = Settling::without_moves(&own, &layout) {
            return vec![of(Way::Together(Arc::new(settling))); own.len()];
        }
        let own = own.into_iter().map(|own| {
            of(if own.circles.is_empty() {
                Way::Settled(Arc::new(Settling::with_moves(&own, &layout)))
            } else {
                Way::Anew(Arc::new(Whole::new(own, &layout)))
            })
        });
        own.collect()
    }
}

/// First the fluents, so that moves which are impossible now are known; then what one move per role makes needless.
fn within(network: &Network, fixed: &[Option<bool>]) -> Network {
    let folded = network.rebuilt(fixed, None, |_| ());
    folded.rebuilt(fixed, Some(&Choices::new(&folded)), |_| ())
}

/// One state, and what the network says of it.
#[derive(Clone, Debug)]
pub(crate) struct Propagator {
    layout: Arc<Layout>,
    worker: Worker,
    /// What was worked out, where the worker does not keep it.
    outputs: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Worker {
    Straight(Straight),
    Settled(Settled),
    Anew(Anew),
}

impl Propagator {
    /// In the empty state.
    pub(crate) fn new(wiring: &Wiring) -> Self {
        let mut outputs = vec![0; wiring.layout.words];
        let worker = match &wiring.way {
            Way::Straight(route) => Worker::Straight(Straight::new(Arc::clone(route))),
            Way::Settled(settling) | Way::Together(settling) => {
                outputs.clear();
                Worker::Settled(Settled::new(Arc::clone(settling)))
            }
            Way::Anew(whole) => Worker::Anew(Anew::new(Arc::clone(whole))),
        };
        Self {
            layout: Arc::clone(&wiring.layout),
            worker,
            outputs,
        }
    }

    /// How much settling has been done, in gates told.
    pub(crate) fn work(&self) -> u64 {
        match &self.worker {
            Worker::Settled(settled) => settled.work(),
            _ => 0,
        }
    }

    /// Goes to another state; `phase` is that of the state where phases are settled together.
    pub(crate) fn load(&mut self, state: &Bits, phase: usize) {
        match &mut self.worker {
            Worker::Straight(straight) => straight.load(state, &mut self.outputs),
            Worker::Settled(settled) => settled.load(state, phase),
            Worker::Anew(anew) => anew.load(state, &mut self.outputs),
        }
    }

    /// Takes the moves of all roles and works out the next state.
    pub(crate) fn decide(&mut self, moves: &[usize]) -> &Bits {
        match &mut self.worker {
            Worker::Settled(settled) => return settled.decide(moves),
            Worker::Straight(straight) => straight.decide(moves, &mut self.outputs),
            Worker::Anew(anew) => anew.decide(moves, &mut self.outputs),
        }
        &self.outputs[..self.layout.state_words]
    }

    #[inline]
    fn outputs(&self) -> &[u64] {
        match &self.worker {
            Worker::Settled(settled) => settled.outputs(),
            _ => &self.outputs,
        }
    }

    /// Whether the game is over.
    #[inline]
    pub(crate) fn is_terminal(&self) -> bool {
        has(self.outputs(), self.layout.terminal)
    }

    /// The legal moves of a role: words of bits, counted from the role's first move.
    #[inline]
    pub(crate) fn legal(&self, role: usize) -> &Bits {
        self.layout.legal_of(role, self.outputs())
    }

    /// The points of a role, where the sheet names exactly one number.
    pub(crate) fn goal(&self, role: usize) -> Option<i32> {
        let goals = &self.layout.goals[role];
        let outputs = match &self.worker {
            Worker::Straight(straight) => straight.with_goals(&self.outputs),
            _ => Cow::Borrowed(self.outputs()),
        };
        let mut due = goals.iter().filter(|(_, bit)| has(&outputs, *bit));
        match (due.next(), due.next()) {
            (Some(&(points, _)), None) => Some(points),
            _ => None,
        }
    }
}
