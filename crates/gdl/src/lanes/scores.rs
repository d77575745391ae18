//! Counting the points of games that have ended: sums by word, so that all words are counted at once.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use std::cmp::Ordering;

use super::block::{Block, WORDS};
use super::compile::{Compiled, GoalSlots};
use super::tally::Playouts;

/// A sum per word of a block.
type Sums = [u64; WORDS];

/// How often each goal was due.
#[derive(Clone, Debug)]
pub(super) struct Scores {
    /// By role: points, where they are seen, and how often they were due.
    goals: Vec<Vec<(i32, u32, Sums)>>,
    games: Sums,
    unclear: Sums,
    /// Where the first role got more than the second, and where less.
    more: Sums,
    less: Sums,
}

#[inline(always)]
fn add(sums: &mut Sums, block: Block) {
    for (sum, word) in sums.iter_mut().zip(block.0) {
        *sum += u64::from(word.count_ones());
    }
}

fn take(sums: &mut Sums) -> u64 {
    std::mem::take(sums).iter().sum()
}

impl Scores {
    /// No game yet.
    pub(super) fn new(compiled: &Compiled) -> Self {
        let apart = compiled.goals.as_ref().map(|goals| &goals.slots);
        let with_state = || {
            compiled
                .phases
                .first()
                .and_then(|phase| phase.goals.as_ref())
        };
        let of_role = |slots: &Vec<(i32, u32)>| {
            let goals = slots.iter();
            goals
                .map(|&(points, slot)| (points, slot, Sums::default()))
                .collect()
        };
        let slots: Option<&GoalSlots> = apart.or_else(with_state);
        Self {
            goals: slots.map_or_else(Vec::new, |slots| slots.iter().map(of_role).collect()),
            games: Sums::default(),
            unclear: Sums::default(),
            more: Sums::default(),
            less: Sums::default(),
        }
    }

    /// Counts the goals of the lanes `ended`.
    #[inline(always)]
    pub(super) fn add(&mut self, values: &[Block], ended: Block) {
        add(&mut self.games, ended);
        for goals in &mut self.goals {
            let (mut any, mut several) = (Block::NONE, Block::NONE);
            for (_, slot, sums) in goals {
                let due = values[*slot as usize] & ended;
                several = several | (any & due);
                any = any | due;
                add(sums, due);
            }
            add(&mut self.unclear, ended.without(any) | several);
        }
        let [first, second, ..] = &self.goals[..] else {
            return;
        };
        let (mut more, mut less) = (Block::NONE, Block::NONE);
        for &(points, slot, _) in first {
            let own = values[slot as usize] & ended;
            for &(others, other, _) in second {
                let both = own & values[other as usize];
                match points.cmp(&others) {
                    Ordering::Greater => more = more | both,
                    Ordering::Less => less = less | both,
                    Ordering::Equal => {}
                }
            }
        }
        add(&mut self.more, more);
        add(&mut self.less, less);
    }

    /// Adds everything to the playouts, and begins anew.
    pub(super) fn flush(&mut self, playouts: &mut Playouts) {
        playouts.games += take(&mut self.games);
        playouts.unclear += take(&mut self.unclear);
        playouts.first_wins += take(&mut self.more);
        playouts.second_wins += take(&mut self.less);
        for (role, goals) in self.goals.iter_mut().enumerate() {
            for (points, _, sums) in goals {
                let (points, games) = (i64::from(*points), take(sums) as i64);
                playouts.points[role] += points * games;
                playouts.squares[role] += points * points * games;
            }
        }
    }
}
