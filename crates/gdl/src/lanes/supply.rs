//! Where lanes take their games from: many of one state, or a list of states.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use plyscope_game::MAX_PLAYERS;

use super::block::{Block, LANES};

/// How one game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LaneEnd {
    /// By role; none for a role to whom the sheet gives none or several, and in a game given up.
    pub(crate) points: [i16; MAX_PLAYERS],
    /// Rounds that were played.
    pub(crate) rounds: u32,
}

/// Games that are still to begin.
pub(super) enum Supply<'a> {
    /// So many games from the first state of the sheet.
    First { left: u64 },
    /// So many games from one state.
    Same { start: Vec<bool>, left: u64 },
    /// Games from a list of states.
    Each(Each<'a>),
}

impl Supply<'_> {
    /// Whether no game is left to begin.
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Self::First { left } | Self::Same { left, .. } => *left == 0,
            Self::Each(each) => each.waiting.iter().all(Vec::is_empty),
        }
    }

    /// Begins no more games.
    pub(super) fn stop(&mut self) {
        match self {
            Self::First { left } | Self::Same { left, .. } => *left = 0,
            Self::Each(each) => each.waiting.iter_mut().for_each(Vec::clear),
        }
    }
}

/// Games from a list of states, and how each of them ended.
pub(super) struct Each<'a> {
    states: &'a [&'a [u64]],
    per_state: usize,
    /// By phase: the games that begin in it, the next one last.
    pub(super) waiting: Vec<Vec<u32>>,
    /// The game in every lane.
    pub(super) in_lane: Vec<u32>,
    pub(super) ends: &'a mut [LaneEnd],
}

impl<'a> Each<'a> {
    pub(super) fn new(
        states: &'a [&'a [u64]],
        per_state: usize,
        waiting: Vec<Vec<u32>>,
        ends: &'a mut [LaneEnd],
    ) -> Self {
        Self {
            states,
            per_state,
            waiting,
            in_lane: vec![0; LANES],
            ends,
        }
    }

    /// Begins games of a phase in lanes that have none, as many as wait; says in which.
    #[inline(always)]
    pub(super) fn begin(&mut self, phase: usize, active: Block, fluents: &mut [Block]) -> Block {
        let mut fresh = Block::NONE;
        (!active).each(|lane| {
            if let Some(game) = self.waiting[phase].pop() {
                fresh.put(lane, true);
                self.in_lane[lane] = game;
            }
        });
        for (word, lanes) in fresh.0.into_iter().enumerate() {
            if lanes != 0 {
                load(self, word, lanes, fluents);
            }
        }
        fresh
    }

    /// Notes that the game in a lane is over.
    #[inline(always)]
    pub(super) fn end(&mut self, lane: usize, rounds: u32) {
        self.ends[self.in_lane[lane] as usize].rounds = rounds;
    }
}

/// Puts the states of the games in some lanes of one word into the blocks of the fluents.
#[inline(always)]
fn load(each: &Each<'_>, word: usize, lanes: u64, fluents: &mut [Block]) {
    let state = |lane: usize| {
        let game = each.in_lane[word * 64 + lane] as usize;
        each.states[game / each.per_state]
    };
    let words = each.states.first().map_or(0, |state| state.len());
    for part in 0..words {
        let mut bits = [0; 64];
        let mut left = lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            bits[lane] = state(lane)[part];
            left &= left - 1;
        }
        transpose(&mut bits);
        for (value, bits) in fluents[64 * part..].iter_mut().zip(bits) {
            value.0[word] = value.0[word] & !lanes | bits;
        }
    }
}

/// Bit `j` of word `i` becomes bit `i` of word `j`: halves are swapped, then quarters, and so on.
#[inline(always)]
fn transpose(bits: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = u64::MAX >> 32;
    while width > 0 {
        for pair in (0..64).step_by(2 * width) {
            for row in pair..pair + width {
                let swapped = (bits[row] >> width ^ bits[row + width]) & mask;
                bits[row] ^= swapped << width;
                bits[row + width] ^= swapped;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Chance;

    #[test]
    fn rows_become_columns() {
        let mut chance = Chance::new(1);
        let rows: [u64; 64] = std::array::from_fn(|_| chance.bits());
        let mut columns = rows;
        transpose(&mut columns);
        for (i, row) in rows.iter().enumerate() {
            for (j, column) in columns.iter().enumerate() {
                assert_eq!(row >> j & 1, column >> i & 1);
            }
        }
    }
}
