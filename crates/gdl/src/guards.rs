//! Legal moves under a guard: looked at only where their rarest condition holds.
//!
//! A knight's moves are legal only where there is a knight. To tell all moves
//! of all pieces on all squares whenever a square is taken is most of the work
//! in chess and checkers; here only the moves of pieces that are there are
//! looked at, and only those of the phase that the game is in. Conditions that
//! nothing else needs, such as that a line between two squares is open, are
//! looked at with them and not followed either.

use std::ops::Range;

use crate::gather::Gathering;
use crate::network::{Gates, Lit};
use crate::wires::Asked;

/// A condition that only gates under guards need is looked at with them up to so many literals.
const LARGEST_CONDITION: usize = 8;

/// How often literals held in a few games by chance.
pub(crate) struct Often<'a> {
    /// States that were counted.
    pub(crate) states: u32,
    /// By literal: in how many of them it held.
    pub(crate) held: &'a [u32],
    /// By phase: the output bits of legal moves.
    pub(crate) legal: &'a [Range<usize>],
}

impl Often<'_> {
    /// The literal of an AND that holds least often, unless it holds in most states.
    fn rarest(&self, operands: &[Lit]) -> Option<Lit> {
        let held = |lit: &Lit| self.held[lit.0 as usize];
        let rarest = operands.iter().copied().min_by_key(held)?;
        (2 * held(&rarest) < self.states).then_some(rarest)
    }
}

/// Gates that are looked at where their guard holds.
pub(crate) struct Guarded {
    /// Output bits of gates under guards.
    pub(crate) bits: Vec<usize>,
    /// By node: gates that need not be followed, as they are looked at.
    pub(crate) dropped: Vec<bool>,
    /// The guards, output bits behind all others; every phase begins a word.
    pub(crate) guards: Vec<Lit>,
    /// By guard: output bits, and what must hold besides it.
    under: Vec<Vec<(usize, Vec<Lit>)>>,
    /// By phase: the words of its guards.
    words: Vec<Range<usize>>,
}

impl Guarded {
    /// Chooses guards for the gates of legal moves, `by_bit` of the outputs, that nothing else needs.
    pub(crate) fn new(
        gates: &Gates,
        gathering: &Gathering,
        by_bit: &[Lit],
        asked: &Asked<'_>,
        often: &Often<'_>,
    ) -> Self {
        let mut guarded = Self {
            bits: Vec::new(),
            dropped: vec![false; gates.nodes.len()],
            guards: Vec::new(),
            under: Vec::new(),
            words: Vec::new(),
        };
        let first_word = by_bit.len() / 64;
        for (phase, legal) in often.legal.iter().enumerate() {
            let begin = guarded.guards.len();
            for bit in legal.clone() {
                let lit = by_bit[bit];
                let node = lit.node();
                if lit.is_not() || !gathering.can_wait(node, phase) {
                    continue;
                }
                let operands = gates.operands(node);
                let Some(guard) = often.rarest(operands) else {
                    continue;
                };
                let others = operands.iter().copied().filter(|&lit| lit != guard);
                guarded.add(begin, guard, (bit, others.collect()));
                guarded.bits.push(bit);
                guarded.dropped[node] = true;
            }
            let end = guarded.guards.len().next_multiple_of(64);
            guarded.guards.resize(end, Lit::FALSE);
            guarded.under.resize_with(end, Vec::new);
            guarded
                .words
                .push(first_word + begin / 64..first_word + end / 64);
        }
        guarded.drop_conditions(gates, asked);
        guarded
    }

    /// Finds conditions that nothing else needs, and puts what they consist of in their places.
    fn drop_conditions(&mut self, gates: &Gates, asked: &Asked<'_>) {
        let sizes = sizes(gates);
        let mut needed = asked.seen.to_vec();
        let guards = self.guards.iter();
        for lit in guards.chain(asked.outputs.iter().map(|(lit, _)| lit)) {
            needed[lit.node()] |= !self.dropped[lit.node()];
        }
        // Whoever needs a gate comes after it.
        let mut looked_at = vec![false; needed.len()];
        for node in (0..needed.len()).rev().filter(|&node| asked.live[node]) {
            let is_small = sizes[node] <= LARGEST_CONDITION;
            self.dropped[node] |= looked_at[node] && !needed[node] && is_small;
            for lit in gates.operands(node) {
                let with_it = self.dropped[node] && !lit.is_not();
                looked_at[lit.node()] |= with_it;
                needed[lit.node()] |= !with_it;
            }
        }
        for (_, lits) in self.under.iter_mut().flatten() {
            let mut open = std::mem::take(lits);
            while let Some(lit) = open.pop() {
                if self.dropped[lit.node()] {
                    open.extend_from_slice(gates.operands(lit.node()));
                } else if !lits.contains(&lit) {
                    lits.push(lit);
                }
            }
        }
    }

    fn add(&mut self, begin: usize, guard: Lit, gate: (usize, Vec<Lit>)) {
        let known = self.guards[begin..].iter().position(|&own| own == guard);
        let place = known.map_or(self.guards.len(), |place| begin + place);
        if known.is_none() {
            self.guards.push(guard);
            self.under.push(Vec::new());
        }
        self.under[place].push(gate);
    }

    /// What is looked at, literals where `place` finds them.
    pub(crate) fn watch(&self, place: impl Fn(Lit) -> Lit) -> Watch {
        let mut watch = Watch::default();
        for under in &self.under {
            watch.starts.push(watch.runs.len() as u32);
            let arity = |(_, lits): &(usize, Vec<Lit>)| match lits.len() {
                0..=2 => 2,
                3..=4 => 4,
                more => more.next_multiple_of(8),
            };
            let mut under: Vec<_> = under.iter().collect();
            under.sort_by_key(|gate| (arity(gate), gate.0));
            for run in under.chunk_by(|left, right| arity(left) == arity(right)) {
                let arity = arity(run[0]);
                watch.runs.push(Run {
                    first_bit: watch.bits.len() as u32,
                    first_lit: watch.lits.len() as u32,
                    count: run.len() as u32,
                    arity: arity as u32,
                });
                for (bit, lits) in run {
                    watch.bits.push(*bit as u32);
                    let always = std::iter::repeat_n(Lit::TRUE, arity - lits.len());
                    let lits = lits.iter().map(|&lit| place(lit)).chain(always);
                    watch.lits.extend(lits.map(|lit| lit.0));
                }
            }
        }
        watch.starts.push(watch.runs.len() as u32);
        watch.first_word = self.words.first().map_or(0, |words| words.start);
        for words in &self.words {
            watch.phases.push(OfPhase {
                guards: words.clone(),
                first_cleared: 0,
                others: Vec::new(),
            });
        }
        watch.clear_before(&self.bits, self.words.len());
        watch
    }
}

/// Guards and what is looked at under them, ready to be followed.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    phases: Vec<OfPhase>,
    /// The word of the first guard.
    first_word: usize,
    /// By guard: its first run.
    starts: Vec<u32>,
    runs: Vec<Run>,
    bits: Vec<u32>,
    lits: Vec<u32>,
}

#[derive(Debug)]
struct OfPhase {
    /// Words of the guards.
    guards: Range<usize>,
    /// The first word with bits under guards, and from there on those that are not.
    first_cleared: usize,
    others: Vec<u64>,
}

/// Gates under one guard with equally many further operands, made up by one that always holds.
#[derive(Clone, Copy, Debug)]
struct Run {
    first_bit: u32,
    first_lit: u32,
    count: u32,
    arity: u32,
}

impl Watch {
    /// Whether anything is under a guard.
    pub(crate) fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    fn clear_before(&mut self, bits: &[usize], phases: usize) {
        let words = self.first_word.checked_div(phases).unwrap_or(1).max(1);
        let mut bits = bits.to_vec();
        bits.sort_unstable();
        for own in bits.chunk_by(|left, right| left / 64 == right / 64) {
            let word = own[0] / 64;
            let under = own.iter().fold(0, |under, bit| under | 1u64 << (bit % 64));
            let own = &mut self.phases[word / words];
            if own.others.is_empty() {
                own.first_cleared = word;
            }
            own.others.resize(word - own.first_cleared, u64::MAX);
            own.others.push(!under);
        }
    }

    /// Puts the outputs under the guards of a phase; says how many gates were looked at.
    pub(crate) fn look(&self, phase: usize, holds: &[bool], outputs: &mut [u64]) -> usize {
        let Some(own) = self.phases.get(phase) else {
            return 0;
        };
        let cleared = outputs[own.first_cleared..].iter_mut();
        for (output, others) in cleared.zip(&own.others) {
            *output &= others;
        }
        let mut looked_at = 0;
        for word in own.guards.clone() {
            let mut held = outputs[word];
            while held != 0 {
                let guard = (word - self.first_word) * 64 + held.trailing_zeros() as usize;
                held &= held - 1;
                let runs = self.starts[guard] as usize..self.starts[guard + 1] as usize;
                for run in &self.runs[runs] {
                    looked_at += run.count as usize;
                    self.follow(run, holds, outputs);
                }
            }
        }
        looked_at
    }

    #[inline]
    fn follow(&self, run: &Run, holds: &[bool], outputs: &mut [u64]) {
        let bits = &self.bits[run.first_bit as usize..][..run.count as usize];
        let lits = &self.lits[run.first_lit as usize..][..(run.count * run.arity) as usize];
        match run.arity {
            2 => all_of::<2>(bits, lits, holds, outputs),
            4 => all_of::<4>(bits, lits, holds, outputs),
            8 => all_of::<8>(bits, lits, holds, outputs),
            arity => {
                for (&bit, lits) in bits.iter().zip(lits.chunks(arity as usize)) {
                    let value = lits.iter().all(|&lit| holds[lit as usize]);
                    outputs[bit as usize / 64] |= u64::from(value) << (bit % 64);
                }
            }
        }
    }
}

/// Sets the bits for which `N` literals hold. There is no branch on what holds: nobody could foretell it.
#[inline]
fn all_of<const N: usize>(bits: &[u32], lits: &[u32], holds: &[bool], outputs: &mut [u64]) {
    // Bits rise: each word is put together before it is stored.
    let (mut at, mut word) = (bits.first().map_or(0, |bit| *bit as usize / 64), 0);
    let (lits, _) = lits.as_chunks::<N>();
    for (&bit, lits) in bits.iter().zip(lits) {
        let value = lits
            .iter()
            .fold(true, |all, &lit| all & holds[lit as usize]);
        if bit as usize / 64 != at {
            outputs[at] |= word;
            (at, word) = (bit as usize / 64, 0);
        }
        word |= u64::from(value) << (bit % 64);
    }
    outputs[at] |= word;
}

/// By node: the literals that it comes down to, if nothing of it is followed.
fn sizes(gates: &Gates) -> Vec<usize> {
    let mut sizes = vec![1usize; gates.nodes.len()];
    for node in 0..sizes.len() {
        let size = |lit: &Lit| if lit.is_not() { 1 } else { sizes[lit.node()] };
        let own = gates.operands(node).iter().map(size);
        sizes[node] = own.fold(0, usize::saturating_add).max(1);
    }
    sizes
}
