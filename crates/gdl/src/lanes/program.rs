//! Gates as a list of operations on blocks, sorted so that equal ones follow each other.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use super::block::Block;
use crate::network::{Circle, Lit, Network, Node};

/// Gates with the same numbers of plain and complemented operands, one after the other.
#[derive(Clone, Debug)]
struct Group {
    plain: u8,
    not: u8,
    /// Set for gates of more operands than the two numbers can say: each then brings its own numbers.
    wide: bool,
    count: u32,
    /// The slot of the first gate; the others follow.
    out: u32,
    operands: u32,
}

#[derive(Clone, Debug)]
enum Item {
    Group(Group),
    /// Items up to `end` are repeated until nothing changes.
    Circle {
        end: usize,
        follows: Vec<(u32, u32, bool)>,
    },
}

/// A part of a network, ready to run on blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    items: Vec<Item>,
    operands: Vec<u32>,
}

/// Where the nodes of a network are kept.
#[derive(Clone, Debug)]
pub(crate) struct Slots {
    of_node: Vec<u32>,
    /// The first slot that is free.
    pub(crate) end: u32,
}

const NO_SLOT: u32 = u32::MAX;

/// A gate of more operands than this says how many it has.
const MOST_OPERANDS: usize = 4;

impl Slots {
    /// Slots of the constant and the inputs: the number of their node.
    pub(crate) fn new(network: &Network) -> Self {
        let inputs = network.first_gate();
        let mut of_node = vec![NO_SLOT; network.gates.nodes.len()];
        for (node, slot) in of_node.iter_mut().enumerate().take(inputs) {
            *slot = node as u32;
        }
        Self {
            of_node,
            end: inputs as u32,
        }
    }

    /// The slot of a node that has one.
    pub(crate) fn of(&self, node: usize) -> u32 {
        self.of_node[node]
    }
}

impl Program {
    /// Everything that `roots` need and that has no slot yet.
    pub(crate) fn new(network: &Network, roots: &[Lit], slots: &mut Slots) -> Self {
        let mut program = Self::default();
        let needed = Self::needed(network, roots, slots);
        let mut outside = Vec::new();
        let mut circles = network.circles.iter().peekable();
        let mut node = network.first_gate();
        while node < network.gates.nodes.len() {
            if let Some(circle) = circles.next_if(|circle| circle.begin == node) {
                program.level(network, &std::mem::take(&mut outside), slots);
                program.circle(network, circle, &needed, slots);
                node = circle.end;
                continue;
            }
            if needed[node] {
                outside.push(node);
            }
            node += 1;
        }
        program.level(network, &outside, slots);
        program
    }

    fn needed(network: &Network, roots: &[Lit], slots: &Slots) -> Vec<bool> {
        let mut needed = vec![false; network.gates.nodes.len()];
        let mut open: Vec<usize> = roots.iter().map(|lit| lit.node()).collect();
        while let Some(node) = open.pop() {
            if slots.of_node[node] != NO_SLOT || std::mem::replace(&mut needed[node], true) {
                continue;
            }
            open.extend(network.gates.operands(node).iter().map(|lit| lit.node()));
            if network.gates.nodes[node] == Node::Circle {
                // One fact of a circle needs them all.
                let own = network
                    .circles
                    .iter()
                    .filter(|circle| (circle.begin..circle.end).contains(&node));
                open.extend(
                    own.flat_map(|circle| &circle.follows)
                        .flat_map(|&(node, lit)| [node, lit.node()]),
                );
            }
        }
        needed
    }

    /// Adds gates by level, and within a level by kind.
    fn level(&mut self, network: &Network, nodes: &[usize], slots: &mut Slots) {
        let mut levels = vec![0u32; network.gates.nodes.len()];
        for &node in nodes {
            let below = network
                .gates
                .operands(node)
                .iter()
                .map(|lit| levels[lit.node()])
                .max();
            levels[node] = below.unwrap_or(0) + 1;
        }
        let kind = |node: usize| {
            let operands = network.gates.operands(node);
            let not = operands.iter().filter(|lit| lit.is_not()).count();
            if operands.len() > MOST_OPERANDS {
                (true, 0, 0)
            } else {
                (false, (operands.len() - not) as u8, not as u8)
            }
        };
        let mut order: Vec<usize> = nodes.to_vec();
        order.sort_by_key(|&node| (levels[node], kind(node), node));
        for same in order.chunk_by(|&a, &b| (levels[a], kind(a)) == (levels[b], kind(b))) {
            let (wide, plain, not) = kind(same[0]);
            self.items.push(Item::Group(Group {
                plain,
                not,
                wide,
                count: same.len() as u32,
                out: slots.end,
                operands: self.operands.len() as u32,
            }));
            for &node in same {
                self.put_operands(network, node, wide, slots);
                slots.of_node[node] = slots.end;
                slots.end += 1;
            }
        }
    }

    fn put_operands(&mut self, network: &Network, node: usize, wide: bool, slots: &Slots) {
        let operands = network.gates.operands(node);
        if wide {
            let not = operands.iter().filter(|lit| lit.is_not()).count();
            self.operands
                .extend([(operands.len() - not) as u32, not as u32]);
        }
        for sign in [false, true] {
            let these = operands.iter().filter(|lit| lit.is_not() == sign);
            self.operands
                .extend(these.map(|lit| slots.of_node[lit.node()]));
        }
    }

    fn circle(&mut self, network: &Network, circle: &Circle, needed: &[bool], slots: &mut Slots) {
        let nodes: Vec<usize> = (circle.begin..circle.end)
            .filter(|&node| needed[node])
            .collect();
        if nodes.is_empty() {
            return;
        }
        for &(node, _) in &circle.follows {
            slots.of_node[node] = slots.end;
            slots.end += 1;
        }
        let at = self.items.len();
        self.items.push(Item::Circle {
            end: 0,
            follows: Vec::new(),
        });
        let gates: Vec<usize> = nodes
            .into_iter()
            .filter(|&node| network.gates.nodes[node] != Node::Circle)
            .collect();
        self.level(network, &gates, slots);
        let follows = circle
            .follows
            .iter()
            .map(|&(node, lit)| (slots.of_node[node], slots.of_node[lit.node()], lit.is_not()))
            .collect();
        let end = self.items.len();
        self.items[at] = Item::Circle { end, follows };
    }

    /// A slot that holds the literal itself: complements and inputs are copied by an operation.
    pub(crate) fn copy(&mut self, lit: Lit, slots: &mut Slots) -> u32 {
        let operand = slots.of_node[lit.node()];
        self.items.push(Item::Group(Group {
            plain: u8::from(!lit.is_not()),
            not: u8::from(lit.is_not()),
            wide: false,
            count: 1,
            out: slots.end,
            operands: self.operands.len() as u32,
        }));
        self.operands.push(operand);
        slots.end += 1;
        slots.end - 1
    }

    /// How many gates it works out.
    pub(crate) fn gates(&self) -> usize {
        let count = |item: &Item| match item {
            Item::Group(group) => group.count as usize,
            Item::Circle { .. } => 0,
        };
        self.items.iter().map(count).sum()
    }

    /// Works out all gates. `values` holds the inputs and has room for every slot.
    #[inline(always)]
    pub(crate) fn run(&self, values: &mut [Block]) {
        let mut at = 0;
        // One place that runs groups, not one inside circles and one outside: it is compiled for each processor.
        let mut circle: Option<(usize, usize, &[(u32, u32, bool)])> = None;
        loop {
            if let Some((begin, end, follows)) = circle
                && at == end
            {
                let changed = go_on(follows, values);
                at = if changed { begin } else { end };
                circle = circle.filter(|_| changed);
                continue;
            }
            match self.items.get(at) {
                None => return,
                Some(Item::Group(group)) => self.group(group, values),
                Some(Item::Circle { end, follows }) => {
                    for &(node, ..) in follows {
                        values[node as usize] = Block::NONE;
                    }
                    circle = Some((at + 1, *end, follows));
                }
            }
            at += 1;
        }
    }

    #[inline(always)]
    fn group(&self, group: &Group, values: &mut [Block]) {
        let operands = &self.operands[group.operands as usize..];
        let (out, count) = (group.out as usize, group.count as usize);
        if group.wide {
            wide(operands, out, count, values);
            return;
        }
        match (group.plain, group.not) {
            (2, 0) => narrow::<2, 0>(operands, out, count, values),
            (1, 1) => narrow::<1, 1>(operands, out, count, values),
            (0, 2) => narrow::<0, 2>(operands, out, count, values),
            (3, 0) => narrow::<3, 0>(operands, out, count, values),
            (2, 1) => narrow::<2, 1>(operands, out, count, values),
            (1, 2) => narrow::<1, 2>(operands, out, count, values),
            (0, 3) => narrow::<0, 3>(operands, out, count, values),
            (4, 0) => narrow::<4, 0>(operands, out, count, values),
            (3, 1) => narrow::<3, 1>(operands, out, count, values),
            (2, 2) => narrow::<2, 2>(operands, out, count, values),
            (1, 3) => narrow::<1, 3>(operands, out, count, values),
            (0, 4) => narrow::<0, 4>(operands, out, count, values),
            (1, 0) => narrow::<1, 0>(operands, out, count, values),
            _ => narrow::<0, 1>(operands, out, count, values),
        }
    }
}

/// Adds what follows to the facts of a circle; says whether that was anything new.
#[inline(always)]
fn go_on(follows: &[(u32, u32, bool)], values: &mut [Block]) -> bool {
    let mut changed = Block::NONE;
    for &(node, from, not) in follows {
        let from = values[from as usize];
        let from = if not { !from } else { from };
        changed = changed | from.without(values[node as usize]);
        values[node as usize] = values[node as usize] | from;
    }
    changed.any()
}

/// Gates of a fixed number of operands.
#[inline(always)]
fn narrow<const PLAIN: usize, const NOT: usize>(
    operands: &[u32],
    out: usize,
    count: usize,
    values: &mut [Block],
) {
    let (inputs, outputs) = values.split_at_mut(out);
    for (slots, output) in operands
        .chunks_exact(PLAIN + NOT)
        .zip(&mut outputs[..count])
    {
        let mut all = Block::ALL;
        for &slot in &slots[..PLAIN] {
            all = all & inputs[slot as usize];
        }
        let mut any = Block::NONE;
        for &slot in &slots[PLAIN..] {
            any = any | inputs[slot as usize];
        }
        *output = if NOT == 0 { all } else { all.without(any) };
    }
}

/// Gates of any number of operands.
#[inline(always)]
fn wide(mut operands: &[u32], out: usize, count: usize, values: &mut [Block]) {
    let (inputs, outputs) = values.split_at_mut(out);
    for output in &mut outputs[..count] {
        let (plain, not) = (operands[0] as usize, operands[1] as usize);
        let slots = &operands[2..2 + plain + not];
        operands = &operands[2 + plain + not..];
        let mut all = Block::ALL;
        for &slot in &slots[..plain] {
            all = all & inputs[slot as usize];
        }
        let mut any = Block::NONE;
        for &slot in &slots[plain..] {
            any = any | inputs[slot as usize];
        }
        *output = all.without(any);
    }
}
