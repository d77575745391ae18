//! Which relation depends on which: strata, cycles, and what is needed at all.

use crate::hash::FastMap;
use crate::rule::{Literal, Rule};
use crate::sheet::{Sheet, Words};
use crate::terms::{Shape, Terms};

/// The graph of relations; an edge leads from a head to each relation of its bodies.
pub(crate) struct Dependencies {
    shapes: Vec<Shape>,
    numbers: FastMap<Shape, usize>,
    edges: Vec<Vec<usize>>,
    defined: Vec<bool>,
    /// The number of the cycle a relation is part of; lower ones are defined first.
    component: Vec<usize>,
    needed: Vec<bool>,
    changing: Vec<bool>,
}

impl Dependencies {
    /// The graph of a sheet.
    pub(crate) fn new(sheet: &Sheet) -> Self {
        Self::of_rules(&sheet.rules, &sheet.words, &sheet.terms)
    }

    /// The graph of some rules.
    pub(crate) fn of_rules(rules: &[Rule], words: &Words, terms: &Terms) -> Self {
        let mut graph = Self {
            shapes: Vec::new(),
            numbers: FastMap::default(),
            edges: Vec::new(),
            defined: Vec::new(),
            component: Vec::new(),
            needed: Vec::new(),
            changing: Vec::new(),
        };
        let roots = [
            words.init,
            words.legal,
            words.next,
            words.terminal,
            words.goal,
            words.role,
        ];
        for word in roots.into_iter().chain([words.holds, words.does]) {
            graph.number(words.shape(word));
        }
        for rule in rules {
            graph.add(rule, terms);
        }
        graph.component = components(&graph.edges);
        let roots: Vec<usize> = roots
            .iter()
            .map(|&word| graph.numbers[&words.shape(word)])
            .collect();
        graph.needed = reach(&graph.edges, &roots);
        let mut backwards = vec![Vec::new(); graph.edges.len()];
        for (from, targets) in graph.edges.iter().enumerate() {
            for &to in targets {
                backwards[to].push(from);
            }
        }
        // What is asked of every state counts as changing even where it does not.
        let moving = [
            words.holds,
            words.does,
            words.legal,
            words.next,
            words.terminal,
            words.goal,
        ];
        let moving = moving.map(|word| words.shape(word));
        let sources: Vec<usize> = moving
            .iter()
            .filter_map(|shape| graph.numbers.get(shape).copied())
            .collect();
        graph.changing = reach(&backwards, &sources);
        graph
    }

    fn add(&mut self, rule: &Rule, terms: &Terms) {
        let Some(head) = rule.head.shape(terms) else {
            return;
        };
        let from = self.number(head);
        self.defined[from] = true;
        for atom in rule.body.iter().filter_map(Literal::atom) {
            if let Some(shape) = atom.shape(terms) {
                let to = self.number(shape);
                if !self.edges[from].contains(&to) {
                    self.edges[from].push(to);
                }
            }
        }
    }

    fn number(&mut self, shape: Shape) -> usize {
        if let Some(&number) = self.numbers.get(&shape) {
            return number;
        }
        let number = self.shapes.len();
        self.numbers.insert(shape, number);
        self.shapes.push(shape);
        self.edges.push(Vec::new());
        self.defined.push(false);
        number
    }

    /// Whether the game cannot be played without it.
    pub(crate) fn is_needed(&self, shape: Shape) -> bool {
        self.numbers
            .get(&shape)
            .is_some_and(|&number| self.needed[number])
    }

    /// Whether it depends on the state or on moves.
    pub(crate) fn is_changing(&self, shape: Shape) -> bool {
        self.numbers
            .get(&shape)
            .is_some_and(|&number| self.changing[number])
    }

    /// Whether some rule has it in its head.
    pub(crate) fn is_defined(&self, shape: Shape) -> bool {
        self.numbers
            .get(&shape)
            .is_some_and(|&number| self.defined[number])
    }

    /// All relations that rules define.
    pub(crate) fn defined(&self) -> impl Iterator<Item = Shape> + '_ {
        let pairs = self.shapes.iter().zip(&self.defined);
        pairs
            .filter(|(_, defined)| **defined)
            .map(|(&shape, _)| shape)
    }

    /// The place of a relation in the order of definition; those of one cycle share it.
    pub(crate) fn stratum(&self, shape: Shape) -> usize {
        self.numbers
            .get(&shape)
            .map_or(0, |&number| self.component[number])
    }

    /// Whether the two depend on each other.
    pub(crate) fn same_cycle(&self, left: Shape, right: Shape) -> bool {
        match (self.numbers.get(&left), self.numbers.get(&right)) {
            (Some(&left), Some(&right)) if left == right => {
                self.edges[left].contains(&left) || self.in_larger_cycle(left)
            }
            (Some(&left), Some(&right)) => self.component[left] == self.component[right],
            _ => false,
        }
    }

    fn in_larger_cycle(&self, number: usize) -> bool {
        self.component
            .iter()
            .filter(|&&other| other == self.component[number])
            .count()
            > 1
    }

    /// Whether a path of dependencies leads from one to the other.
    pub(crate) fn reaches(&self, from: Shape, to: Shape) -> bool {
        match (self.numbers.get(&from), self.numbers.get(&to)) {
            (Some(&from), Some(&to)) => reach(&self.edges, &[from])[to],
            _ => false,
        }
    }
}

/// What can be reached from `roots`, themselves included.
pub(crate) fn reach(edges: &[Vec<usize>], roots: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut open = roots.to_vec();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut seen[node], true) {
            open.extend(&edges[node]);
        }
    }
    seen
}

/// The strongly connected component of every node, numbered so that edges lead to lower numbers or stay.
///
/// Tarjan's algorithm with its stack on the heap.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![UNSEEN; count], vec![0; count]);
    let mut component = vec![UNSEEN; count];
    let (mut stack, mut calls) = (Vec::new(), Vec::new());
    let (mut clock, mut components) = (0, 0);
    for root in 0..count {
        if index[root] != UNSEEN {
            continue;
        }
        calls.push((root, 0));
        while let Some((node, edge)) = calls.pop() {
            if edge == 0 {
                (index[node], low[node]) = (clock, clock);
                clock += 1;
                stack.push(node);
            }
            if let Some(&to) = edges[node].get(edge) {
                calls.push((node, edge + 1));
                if index[to] == UNSEEN {
                    calls.push((to, 0));
                } else if component[to] == UNSEEN {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            if low[node] == index[node] {
                while let Some(member) = stack.pop() {
                    component[member] = components;
                    if member == node {
                        break;
                    }
                }
                components += 1;
            }
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    component
}
