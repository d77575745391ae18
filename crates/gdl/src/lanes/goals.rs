//! Counting the points of games that have ended.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use super::block::{Block, LANES};
use super::compile::{GoalProgram, GoalSlots};
use super::supply::LaneEnd;
use super::tally::Playouts;

/// Adds the points of the lanes `ended` to the sums.
pub(super) fn count(slots: &GoalSlots, values: &[Block], ended: Block, playouts: &mut Playouts) {
    playouts.games += ended.count();
    for (role, goals) in slots.iter().enumerate() {
        let mut several = Block::NONE;
        let mut any = Block::NONE;
        for &(points, slot) in goals {
            let due = values[slot as usize] & ended;
            several = several | (any & due);
            any = any | due;
            let games = due.count();
            playouts.points[role] += i64::from(points) * games as i64;
            playouts.squares[role] += i64::from(points) * i64::from(points) * games as i64;
        }
        playouts.unclear += (ended.without(any) | several).count();
    }
    if let [first, second, ..] = &slots[..] {
        for &(points, slot) in first {
            let own = values[slot as usize] & ended;
            if !own.any() {
                continue;
            }
            for &(others, other) in second {
                let both = (own & values[other as usize]).count();
                playouts.first_wins += if points > others { both } else { 0 };
                playouts.second_wins += if points < others { both } else { 0 };
            }
        }
    }
}

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
    values: Vec<Block>,
    count: usize,
    /// The number of each game, where games are recorded one by one.
    games: Vec<u32>,
}

impl Ended {
    pub(super) fn new(goals: &GoalProgram) -> Self {
        let mut values = vec![Block::NONE; goals.size];
        values[0] = Block::ALL;
        Self {
            values,
            count: 0,
            games: Vec::new(),
        }
    }

    /// Keeps the states of the lanes `ended`, as many as there is room for; gives back the others.
    #[inline(always)]
    pub(super) fn keep(
        &mut self,
        goals: &GoalProgram,
        values: &[Block],
        ended: Block,
        in_lane: Option<&[u32]>,
    ) -> Block {
        let mut left = Block::NONE;
        ended.each(|lane| {
            if self.count == LANES {
                left.put(lane, true);
                return;
            }
            let (word, shift) = (lane / 64, lane % 64);
            let (to_word, to_shift) = (self.count / 64, self.count % 64);
            for &fluent in &goals.fluents {
                let bit = values[1 + fluent].0[word] >> shift & 1;
                self.values[1 + fluent].0[to_word] |= bit << to_shift;
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

    /// Whether no state is kept.
    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The blocks that the goals' program works on.
    pub(super) fn values(&mut self) -> &mut [Block] {
        &mut self.values
    }

    /// Counts the goals, which have been worked out.
    pub(super) fn count(&self, goals: &GoalProgram, playouts: &mut Playouts) {
        let all = Block::first(self.count);
        count(&goals.slots, &self.values, all, playouts);
    }

    /// Records the goals, which have been worked out, game by game.
    pub(super) fn record(&self, goals: &GoalProgram, ends: &mut [LaneEnd]) {
        let all = Block::first(self.count);
        record(&goals.slots, &self.values, all, &self.games, ends);
    }

    /// Makes room again.
    pub(super) fn empty(&mut self, goals: &GoalProgram) {
        for &fluent in &goals.fluents {
            self.values[1 + fluent] = Block::NONE;
        }
        self.count = 0;
        self.games.clear();
    }
}
