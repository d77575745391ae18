//! The points of games that have ended, game by game, or worked out for many of them together.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use super::block::{Block, LANES};
use super::compile::{GoalProgram, GoalSlots};
use super::memory::Memory;
use super::scores::Scores;
use super::supply::LaneEnd;

/// Puts the points of the lanes `ended` where their games are recorded; `games` is by lane.
///
/// A role for whom the sheet names no points or several gets none.
pub(super) fn record(
    slots: &GoalSlots,
    values: &[Block],
    ended: Block,
    games: &[u32],
    ends: &mut [LaneEnd],
) {
    for (role, goals) in slots.iter().enumerate() {
        let mut any = Block::NONE;
        for &(points, slot) in goals {
            let due = values[slot as usize] & ended;
            let several = any & due;
            any = any | due;
            due.each(|lane| ends[games[lane] as usize].points[role] = points as i16);
            several.each(|lane| ends[games[lane] as usize].points[role] = 0);
        }
    }
}

/// States of ended games, kept until all lanes are full of them.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    memory: Memory,
    count: usize,
    /// The number of each game, where games are recorded one by one.
    games: Vec<u32>,
}

impl Ended {
    pub(super) fn new(goals: &GoalProgram, fluents: usize) -> Self {
        Self {
            memory: Memory::new(fluents, goals.program.work),
            count: 0,
            games: Vec::new(),
        }
    }

    /// Keeps the states of the lanes `ended`, as many as there is room for; gives back the others.
    #[inline(always)]
    pub(super) fn keep(
        &mut self,
        goals: &GoalProgram,
        fluents: &[Block],
        ended: Block,
        in_lane: Option<&[u32]>,
    ) -> Block {
        let mut left = Block::NONE;
        let kept = self.memory.now_mut();
        ended.each(|lane| {
            if self.count == LANES {
                left.put(lane, true);
                return;
            }
            let (word, shift) = (lane / 64, lane % 64);
            let (to_word, to_shift) = (self.count / 64, self.count % 64);
            for &fluent in &goals.fluents {
                let bit = fluents[fluent].0[word] >> shift & 1;
                kept[fluent].0[to_word] |= bit << to_shift;
            }
            self.games.extend(in_lane.map(|games| games[lane]));
            self.count += 1;
        });
        left
    }

    /// Whether no more states can be kept.
    pub(super) fn is_full(&self) -> bool {
        self.count == LANES
    }

    /// Works out the goals.
    #[inline(always)]
    pub(super) fn work_out(&mut self, goals: &GoalProgram) {
        goals.program.run(&mut self.memory);
    }

    /// Counts the goals, which have been worked out.
    #[inline(always)]
    pub(super) fn count(&self, scores: &mut Scores) {
        scores.add(self.memory.work(), Block::first(self.count));
    }

    /// Records the goals, which have been worked out, game by game.
    pub(super) fn record(&self, goals: &GoalProgram, ends: &mut [LaneEnd]) {
        let all = Block::first(self.count);
        record(&goals.slots, self.memory.work(), all, &self.games, ends);
    }

    /// Makes room again.
    pub(super) fn empty(&mut self, goals: &GoalProgram) {
        for &fluent in &goals.fluents {
            self.memory.now_mut()[fluent] = Block::NONE;
        }
        self.count = 0;
        self.games.clear();
    }
}
