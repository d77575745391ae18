//! Which gate feeds which: gates numbered for settling, with the outputs as the last of them.
//!
//! Every AND counts its false operands. Gates that only an output needs
//! stand where the bit of that output is: no gate has to be told when they flip.
//! Wide gates on such outputs ("nobody has a legal move") look at their words
//! when these are settled, and are told nothing either.

use std::ops::Range;

use crate::gather::{Gathered, Gathering};
use crate::guards::{Guarded, Often, Watch};
use crate::network::{Gates, Lit};
use crate::propagate::set;

/// The most operands of a gate: false ones are counted in a byte.
const WIDEST: usize = 255;

/// What is asked of a network's gates.
pub(crate) struct Asked<'a> {
    /// Which gates are kept up to date.
    pub(crate) live: &'a [bool],
    /// Gates that are looked at besides.
    pub(crate) seen: &'a [bool],
    /// Literals, and the output bits that follow them.
    pub(crate) outputs: &'a [(Lit, usize)],
    /// Words of outputs, and the phases that they are of, as many words each.
    pub(crate) words: usize,
    pub(crate) phases: usize,
    /// Where legal moves are to be looked at under guards: how often literals hold.
    pub(crate) often: Option<Often<'a>>,
}

/// Gates in the order in which they are settled.
#[derive(Debug)]
pub(crate) struct Wires {
    /// By literal: where its targets begin.
    starts: Vec<u32>,
    /// Gates that have a literal as operand.
    targets: Vec<u32>,
    /// Inputs come before the first gate.
    pub(crate) first_gate: usize,
    /// Gates that follow from outputs come after the others, from a whole word on.
    pub(crate) first_late: usize,
    /// Outputs come after the last gate, from a whole word on.
    pub(crate) first_output: usize,
    /// Words of outputs that some gate feeds.
    pub(crate) told: Vec<Range<usize>>,
    /// Outputs that are looked at where their guards hold.
    pub(crate) watch: Watch,
    /// What is gathered from outputs.
    pub(crate) gathered: Vec<Gathered>,
    /// The node here of each node of the network.
    pub(crate) places: Vec<u32>,
    /// Settled where no fluent holds and no role moves.
    pub(crate) blank: Known,
}

/// What is known of a state.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    /// By literal, outputs apart.
    pub(crate) holds: Vec<bool>,
    /// By node: its false operands.
    pub(crate) counts: Vec<u8>,
    pub(crate) outputs: Vec<u64>,
    /// Gates that are to flip, a bit each.
    pub(crate) open: Vec<u64>,
    /// Gates told so far, with what a flip costs besides.
    pub(crate) work: u64,
}

impl Wires {
    /// Wires up gates.
    pub(crate) fn new(gates: &Gates, first_gate: usize, asked: &Asked<'_>) -> Self {
        let gathering = Gathering::new(gates, asked);
        let mut by_bit = vec![Lit::FALSE; asked.words * 64];
        for &(lit, bit) in asked.outputs {
            by_bit[bit] = lit;
        }
        let often = asked.often.as_ref();
        let guarded = often.map(|often| Guarded::new(gates, &gathering, &by_bit, asked, often));
        let is_kept = |node: usize| {
            asked.live[node] && !guarded.as_ref().is_some_and(|own| own.dropped[node])
        };
        let mut list = List::new(first_gate, gates.nodes.len());
        let wide = list.add_gates(gates, &gathering, is_kept);
        list.fill_word();
        let first_output = list.next();
        let gathered = gathering.gathered(gates, &by_bit, &list.gathered);
        if let Some(guarded) = &guarded {
            for &bit in &guarded.bits {
                by_bit[bit] = Lit::FALSE;
            }
            by_bit.extend(&guarded.guards);
        }
        list.add_outputs(&by_bit, gates, &gathering, &wide);
        let watch = guarded.map(|guarded| guarded.watch(|lit| list.placed(&[lit])[0]));
        let is_turned =
            |lit: &Lit| lit.is_not() && (lit.node() == 0 || gathering.alone[lit.node()]);
        let blank = list.settled(
            first_output,
            &by_bit.iter().map(is_turned).collect::<Vec<_>>(),
            &gathered,
        );
        let (starts, targets) = list.targets();
        Self {
            starts,
            targets,
            first_gate,
            first_late: first_gate + list.late,
            first_output,
            told: list.told_words(first_output),
            watch: watch.unwrap_or_default(),
            gathered,
            places: list.places,
            blank,
        }
    }

    /// The gates that a node tells: those that have it as it is, and those that have its complement.
    #[inline]
    pub(crate) fn of(&self, node: usize) -> [&[u32]; 2] {
        let starts = &self.starts[2 * node..2 * node + 3];
        let (plain, negated) = self.targets[starts[0] as usize..starts[2] as usize]
            .split_at((starts[1] - starts[0]) as usize);
        [plain, negated]
    }
}

/// Gates with their operands, one after the other.
struct List {
    first_gate: usize,
    /// The first gate, counted from the first of all, that may follow from outputs.
    late: usize,
    /// The gates that are gathered.
    gathered: Vec<usize>,
    /// By node of the network: the node here.
    places: Vec<u32>,
    /// By gate: the end of its operands.
    ends: Vec<u32>,
    operands: Vec<Lit>,
}

impl List {
    fn new(first_gate: usize, nodes: usize) -> Self {
        Self {
            first_gate,
            late: 0,
            gathered: Vec::new(),
            places: (0..nodes as u32).collect(),
            ends: Vec::new(),
            operands: Vec::new(),
        }
    }

    /// Adds the gates that are kept, first those that do not follow from outputs; gives back the operands
    /// of wide ones that only an output needs.
    fn add_gates(
        &mut self,
        gates: &Gates,
        gathering: &Gathering,
        is_kept: impl Fn(usize) -> bool,
    ) -> Vec<(usize, Vec<Lit>)> {
        let mut wide = Vec::new();
        for is_late in [false, true] {
            self.fill_word();
            if is_late {
                // What is gathered is a gate of its own, without operands that tell it.
                self.late = self.ends.len();
                self.gathered = gathering.gates().map(|_| self.push(Vec::new())).collect();
            }
            for node in (self.first_gate..gates.nodes.len()).filter(|&node| is_kept(node)) {
                if gathering.late[node] != is_late {
                    continue;
                }
                let mut operands = self.placed(&gathering.told(node, gates.operands(node)));
                if let Some(place) = gathering.gates().position(|gate| gate == node) {
                    operands.push(Lit::of(self.gathered[place]));
                }
                if !gathering.alone[node] {
                    self.places[node] = self.push(operands) as u32;
                } else if operands.len() > WIDEST {
                    wide.push((node, self.narrowed(operands)));
                }
            }
        }
        wide
    }

    /// Adds a gate per output: the one that no other gate needs, or a copy of its literal.
    fn add_outputs(
        &mut self,
        by_bit: &[Lit],
        gates: &Gates,
        gathering: &Gathering,
        wide: &[(usize, Vec<Lit>)],
    ) {
        for lit in by_bit {
            let operands = match wide.iter().find(|(node, _)| *node == lit.node()) {
                _ if lit.node() == 0 => Vec::new(),
                Some((_, operands)) => operands.clone(),
                None if gathering.alone[lit.node()] => self.placed(gates.operands(lit.node())),
                None => self.placed(&[*lit]),
            };
            self.push(operands);
        }
    }

    /// The node of the next gate.
    fn next(&self) -> usize {
        self.first_gate + self.ends.len()
    }

    fn placed(&self, operands: &[Lit]) -> Vec<Lit> {
        let place = |lit: &Lit| Lit::of(self.places[lit.node()] as usize).xor(lit.is_not());
        operands.iter().map(place).collect()
    }

    /// Adds a gate, and says which it is.
    fn push(&mut self, operands: Vec<Lit>) -> usize {
        let operands = self.narrowed(operands);
        self.operands.extend_from_slice(&operands);
        self.ends.push(self.operands.len() as u32);
        self.next() - 1
    }

    /// Operands that say the same and can be counted: gates are added for many at a time.
    fn narrowed(&mut self, mut operands: Vec<Lit>) -> Vec<Lit> {
        while operands.len() > WIDEST {
            let parts = operands.chunks(WIDEST);
            operands = parts
                .map(|part| Lit::of(self.push(part.to_vec())))
                .collect();
        }
        operands
    }

    /// Lets the next gate begin a word.
    fn fill_word(&mut self) {
        while !self.next().is_multiple_of(64) {
            self.push(Vec::new());
        }
    }

    fn operands(&self, gate: usize) -> &[Lit] {
        let begin = if gate == 0 { 0 } else { self.ends[gate - 1] };
        &self.operands[begin as usize..self.ends[gate] as usize]
    }

    /// Words of outputs, counted from the first, that have gates with operands.
    fn told_words(&self, first_output: usize) -> Vec<Range<usize>> {
        let outputs: Vec<usize> = (first_output - self.first_gate..self.ends.len()).collect();
        let mut told: Vec<Range<usize>> = Vec::new();
        for (word, gates) in outputs.chunks(64).enumerate() {
            if gates.iter().all(|&gate| self.operands(gate).is_empty()) {
                continue;
            }
            match told.last_mut() {
                Some(last) if last.end == word => last.end += 1,
                _ => told.push(word..word + 1),
            }
        }
        told
    }

    /// What is known where no input holds; `turned` outputs are complements of their gates.
    fn settled(&self, first_output: usize, turned: &[bool], gathered: &[Gathered]) -> Known {
        let mut known = Known {
            holds: vec![false; 2 * first_output],
            counts: vec![0; self.next()],
            outputs: vec![0; (self.next() - first_output) / 64],
            open: vec![0; self.next() / 64],
            work: 0,
        };
        known.holds[0] = true;
        for input in 1..self.first_gate {
            known.holds[2 * input + 1] = true;
        }
        let outputs = first_output - self.first_gate..self.ends.len();
        (0..self.late).for_each(|gate| self.settle(gate, &mut known));
        // Outputs that something is gathered from do not follow from late gates; others are settled once more.
        for _ in 0..2 {
            known.outputs.fill(0);
            for gate in outputs.clone() {
                self.settle(gate, &mut known);
                let bit = gate - outputs.start;
                if (known.counts[first_output + bit] == 0) != turned[bit] {
                    set(&mut known.outputs, bit);
                }
            }
            for gate in self.late..outputs.start {
                self.settle(gate, &mut known);
                let node = self.first_gate + gate;
                if let Some(own) = gathered.iter().find(|own| own.node == node) {
                    let value = own.holds(&known.outputs);
                    known.holds[2 * node..2 * node + 2].copy_from_slice(&[value, !value]);
                }
            }
        }
        known
    }

    /// Counts the false operands of a gate.
    fn settle(&self, gate: usize, known: &mut Known) {
        let operands = self.operands(gate).iter();
        let count = operands.filter(|lit| !known.holds[lit.0 as usize]).count();
        let node = self.first_gate + gate;
        known.counts[node] = count as u8;
        if let Some(holds) = known.holds.get_mut(2 * node..2 * node + 2) {
            holds.copy_from_slice(&[count == 0, count > 0]);
        }
    }

    /// By literal: where its targets begin; and the targets.
    fn targets(&self) -> (Vec<u32>, Vec<u32>) {
        let mut starts = vec![0; 2 * self.next() + 1];
        for lit in &self.operands {
            starts[lit.0 as usize + 1] += 1;
        }
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut at = starts.clone();
        let mut targets = vec![0; self.operands.len()];
        for gate in 0..self.ends.len() {
            for lit in self.operands(gate) {
                let place = &mut at[lit.0 as usize];
                targets[*place as usize] = (self.first_gate + gate) as u32;
                *place += 1;
            }
        }
        (starts, targets)
    }
}
