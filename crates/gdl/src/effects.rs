//! What each move does, apart from the network: a state between moves is settled without them.
//!
//! Most gates of a large network are about moves that nobody makes. Here the
//! network is one in which no move is made, and each joint move has a list of
//! the fluents that it makes come out differently, with the few gates that
//! decide about them. The list is made when the move is first played.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::hash::FastMap;
use crate::network::{Gates, Lit, Network, Node};
use crate::propagate::Bits;
use crate::wires::Wires;

/// Joint moves that lists are kept for; where there are more, moves are inputs of gates.
const MOST_JOINT_MOVES: usize = 100_000;
/// Lists that are tried, and the operands that they may have on the average.
const TRIED_LISTS: usize = 16;
const LONGEST_LIST: usize = 2_000;
/// A condition that only moves need is worked out with them up to so many gates, and kept up to date beyond.
const LARGEST_CONDITION: u32 = 30;

/// What moves do.
#[derive(Debug)]
pub(crate) struct Effects {
    /// The network with moves.
    network: Network,
    /// By its nodes: what they are where no move is made, in the network without.
    without: Vec<Lit>,
    /// By its nodes: whether they depend on moves.
    on_moves: Vec<bool>,
    /// By its nodes: gates that depend on them and on moves.
    feeds: Vec<Vec<u32>>,
    /// By its nodes: the fluents that follow from them, or from their complement.
    follows: Vec<Vec<(u32, bool)>>,
    /// The gates without moves.
    gates: Gates,
    /// Which of them are kept up to date.
    live: Vec<bool>,
    /// By node of the gates without moves: where its value is found.
    places: Vec<Lit>,
    /// Values of lists come after those of gates.
    first_own: usize,
    /// By move: its part of the number of a joint move.
    number: Vec<Option<u32>>,
    lists: Vec<OnceLock<List>>,
}

/// The gates of one joint move, and the fluents that it decides about.
#[derive(Debug, Default)]
struct List {
    /// By gate: the end of its operands. Gates are numbered on from those of the network.
    ends: Vec<u32>,
    operands: Vec<Lit>,
    fluents: Vec<(u32, Lit)>,
}

impl Effects {
    /// The network without moves, and what they do; `None` where there are too many joint moves or circles.
    pub(crate) fn new(network: &Network) -> Option<(Network, Self)> {
        if !network.circles.is_empty() {
            return None;
        }
        let (number, joint) = numbers(network)?;
        let nodes = network.gates.nodes.len();
        let mut gates = Gates::new(network.fluents.len(), network.moves.len());
        let mut without = Vec::with_capacity(nodes);
        let mut on_moves = vec![false; nodes];
        let mut feeds = vec![Vec::new(); nodes];
        let mut lits = Vec::new();
        for node in 0..nodes {
            without.push(match network.gates.nodes[node] {
                Node::True => Lit::TRUE,
                Node::Fluent(_) => Lit::of(node),
                Node::Move(_) => {
                    on_moves[node] = true;
                    Lit::FALSE
                }
                Node::Circle => return None,
                Node::And { .. } => {
                    let operands = network.gates.operands(node);
                    on_moves[node] = operands.iter().any(|lit| on_moves[lit.node()]);
                    for lit in operands.iter().filter(|lit| on_moves[lit.node()]) {
                        feeds[lit.node()].push(node as u32);
                    }
                    lits.extend(operands.iter().map(|lit| image(&without, *lit)));
                    gates.and(&mut lits)
                }
            });
        }
        let outputs = &network.outputs;
        let of_state = outputs.legal.iter().chain([&outputs.terminal]);
        let mut of_state = of_state.chain(outputs.goals.iter().flatten().map(|(_, lit)| lit));
        if of_state.any(|lit| on_moves[lit.node()]) {
            return None;
        }
        let mut follows = vec![Vec::new(); nodes];
        for (fluent, lit) in outputs.next.iter().enumerate() {
            follows[lit.node()].push((fluent as u32, lit.is_not()));
        }
        let mut outputs = outputs.clone();
        outputs.map(|lit| image(&without, lit));
        let idle = network.with_gates(gates.clone(), outputs);
        let effects = Self {
            live: live(&idle),
            places: Vec::new(),
            first_own: 0,
            network: network.clone(),
            without,
            on_moves,
            feeds,
            follows,
            gates,
            number,
            lists: (0..joint).map(|_| OnceLock::new()).collect(),
        };
        effects.are_short().then_some((idle, effects))
    }

    /// Whether a few lists from here and there are worth having.
    fn are_short(&self) -> bool {
        let possible: Vec<Vec<usize>> = self
            .network
            .of_role
            .iter()
            .map(|moves| {
                (moves.begin..moves.end)
                    .filter(|&mv| self.number[mv].is_some())
                    .collect()
            })
            .collect();
        if possible.iter().any(Vec::is_empty) {
            return false;
        }
        let mut operands = 0;
        for tried in 0..TRIED_LISTS {
            let moves: Vec<usize> = possible
                .iter()
                .map(|moves| moves[tried * moves.len() / TRIED_LISTS])
                .collect();
            operands += self.list(&moves).operands.len();
            if operands > TRIED_LISTS * LONGEST_LIST {
                break;
            }
        }
        operands <= TRIED_LISTS * LONGEST_LIST
    }

    /// Which gates must be kept up to date.
    pub(crate) fn live(&self) -> &[bool] {
        &self.live
    }

    /// Which gates lists may look at, if they are live.
    pub(crate) fn seen(&self) -> Vec<bool> {
        let mut seen = vec![false; self.gates.nodes.len()];
        for node in (0..self.without.len()).filter(|&node| self.on_moves[node]) {
            let operands = self.network.gates.operands(node).iter();
            operands.for_each(|lit| seen[self.without[lit.node()].node()] = true);
        }
        for node in (0..seen.len()).filter(|&node| !self.live[node]) {
            let operands = self.gates.operands(node).iter();
            operands.for_each(|lit| seen[lit.node()] = true);
        }
        seen
    }

    /// The values of nodes are found on these wires; `map` leads to the gates that were wired.
    pub(crate) fn settle_on(&mut self, wires: &Wires, map: &[Lit]) {
        let place = |lit: &Lit| Lit::of(wires.places[lit.node()] as usize).xor(lit.is_not());
        self.places = map.iter().map(place).collect();
        self.first_own = wires.first_output;
        // Lists that were made before look elsewhere.
        for list in &mut self.lists {
            list.take();
        }
    }

    /// Turns what follows without moves into what follows from these; `holds` is by literal of the wires.
    /// Says how many operands were looked at.
    pub(crate) fn apply(&self, moves: &[usize], holds: &mut Vec<bool>, next: &mut Bits) -> usize {
        let number = moves.iter().try_fold(0, |number, &mv| {
            self.number[mv].map(|own| number + own as usize)
        });
        match number {
            Some(number) => {
                let list = self.lists[number].get_or_init(|| self.list(moves));
                list.apply(self.first_own, holds, next)
            }
            // Such a move is never legal, and is made all the same.
            None => self.list(moves).apply(self.first_own, holds, next),
        }
    }

    /// Where the value of a literal without moves is found.
    fn found(&self, lit: Lit) -> Lit {
        // Before the wires are there lists are only measured.
        let place = self.places.get(lit.node());
        place.map_or(lit, |place| place.xor(lit.is_not()))
    }

    /// Follows the moves through the network as far as they make a difference.
    fn list(&self, moves: &[usize]) -> List {
        let mut changed: FastMap<usize, Lit> = FastMap::default();
        let mut open: BTreeSet<u32> = moves
            .iter()
            .map(|&mv| self.network.move_node(mv) as u32)
            .collect();
        let mut own = Own::new(self);
        let mut decided = Vec::new();
        while let Some(node) = open.pop_first() {
            let node = node as usize;
            let operands = self.network.gates.operands(node).iter();
            let operands = operands.map(|lit| match changed.get(&lit.node()) {
                Some(new) => new.xor(lit.is_not()),
                None => image(&self.without, *lit),
            });
            // Only moves that are made come here without operands: they hold, as an AND of nothing does.
            let new = own.and(operands.collect());
            if new != self.without[node] {
                changed.insert(node, new);
                open.extend(self.feeds[node].iter().copied());
                let follows = self.follows[node].iter();
                decided.extend(follows.map(|&(fluent, not)| (fluent, new.xor(not))));
            }
        }
        own.finish(decided)
    }
}

/// By move its part of the number of a joint move, and how many of those there are.
fn numbers(network: &Network) -> Option<(Vec<Option<u32>>, usize)> {
    let mut number = vec![None; network.moves.len()];
    let mut joint = 1;
    for moves in &network.of_role {
        let possible =
            (moves.begin..moves.end).filter(|&mv| network.outputs.legal[mv] != Lit::FALSE);
        let mut own = 0;
        for mv in possible {
            number[mv] = Some((own * joint) as u32);
            own += 1;
        }
        joint *= own;
        if joint > MOST_JOINT_MOVES {
            return None;
        }
    }
    Some((number, joint))
}

fn image(map: &[Lit], lit: Lit) -> Lit {
    map[lit.node()].xor(lit.is_not())
}

/// What some output needs, and what only moves need where it is large.
fn live(network: &Network) -> Vec<bool> {
    let nodes = network.gates.nodes.len();
    let mut live = network.needed(&network.outputs);
    let mut sizes = vec![0u32; nodes];
    for node in network.first_gate()..nodes {
        if live[node] {
            continue;
        }
        let operands = network.gates.operands(node).iter();
        let size = operands.fold(1, |size: u32, lit| size.saturating_add(sizes[lit.node()]));
        sizes[node] = size;
        if size > LARGEST_CONDITION {
            keep(network, node, &mut live);
            sizes[node] = 0;
        }
    }
    live
}

/// Keeps a node, and whatever it needs.
fn keep(network: &Network, node: usize, live: &mut [bool]) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut live[node], true) {
            open.extend(network.gates.operands(node).iter().map(|lit| lit.node()));
        }
    }
}

/// A list under construction: its gates are numbered on from those of the network.
struct Own<'a> {
    effects: &'a Effects,
    gates: Vec<Vec<Lit>>,
    known: FastMap<Vec<Lit>, Lit>,
}

impl<'a> Own<'a> {
    fn new(effects: &'a Effects) -> Self {
        Self {
            effects,
            gates: Vec::new(),
            known: FastMap::default(),
        }
    }

    /// All of the literals, in as few gates as can be.
    fn and(&mut self, mut lits: Vec<Lit>) -> Lit {
        lits.sort_unstable();
        lits.dedup();
        if lits.first() == Some(&Lit::TRUE) {
            lits.remove(0);
        }
        if lits.first() == Some(&Lit::FALSE) || lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return Lit::FALSE;
        }
        match lits[..] {
            [] => return Lit::TRUE,
            [only] => return only,
            _ => {}
        }
        if let Some(&known) = self.known.get(&lits) {
            return known;
        }
        let made = Lit::of(self.effects.gates.nodes.len() + self.gates.len());
        self.gates.push(lits.clone());
        self.known.insert(lits, made);
        made
    }

    /// The list that decides about these fluents, in an order in which it can be worked out.
    fn finish(mut self, decided: Vec<(u32, Lit)>) -> List {
        let mut list = List::default();
        let mut places = FastMap::default();
        for (fluent, lit) in decided {
            let lit = self.place(lit, &mut list, &mut places);
            list.fluents.push((fluent, lit));
        }
        list
    }

    /// Puts a gate into the list after those that it needs; gives its literal there.
    fn place(&mut self, lit: Lit, list: &mut List, places: &mut FastMap<usize, Lit>) -> Lit {
        let first = self.effects.gates.nodes.len();
        let node = lit.node();
        if node < first && (self.effects.live[node] || self.is_input(node)) {
            return self.effects.found(lit);
        }
        if let Some(place) = places.get(&node) {
            return place.xor(lit.is_not());
        }
        let operands = if node < first {
            self.effects.gates.operands(node).to_vec()
        } else {
            self.gates[node - first].clone()
        };
        let operands: Vec<Lit> = operands
            .into_iter()
            .map(|operand| self.place(operand, list, places))
            .collect();
        let place = Lit::of(self.effects.first_own + list.ends.len());
        list.operands.extend(operands);
        list.ends.push(list.operands.len() as u32);
        places.insert(node, place);
        place.xor(lit.is_not())
    }

    fn is_input(&self, node: usize) -> bool {
        node < self.effects.network.first_gate()
    }
}

impl List {
    /// Works out its gates behind what `holds`, and puts the fluents it decides about.
    fn apply(&self, nodes: usize, holds: &mut Vec<bool>, next: &mut Bits) -> usize {
        let size = 2 * (nodes + self.ends.len());
        if holds.len() < size {
            holds.resize(size, false);
        }
        let mut begin = 0;
        for (gate, &end) in self.ends.iter().enumerate() {
            let mut operands = self.operands[begin..end as usize].iter();
            let value = operands.all(|lit| holds[lit.0 as usize]);
            let place = 2 * (nodes + gate);
            (holds[place], holds[place + 1]) = (value, !value);
            begin = end as usize;
        }
        for &(fluent, lit) in &self.fluents {
            let word = &mut next[fluent as usize / 64];
            let value = u64::from(holds[lit.0 as usize]);
            *word = *word & !(1 << (fluent % 64)) | value << (fluent % 64);
        }
        self.operands.len() + self.fluents.len()
    }
}
