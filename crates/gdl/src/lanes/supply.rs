//! Where lanes take their games from: many of one state, or a list of states.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use plyscope_game::MAX_PLAYERS;

use super::block::{Block, LANES};
use super::pick::width;
use super::select::Choice;

/// How one game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct LaneEnd {
    /// By role; none for a role to whom the sheet gives none or several, and in a game given up.
    pub(crate) points: [i16; MAX_PLAYERS],
    /// Rounds that were played.
    pub(crate) rounds: u32,
}

/// Where games begin, and how many of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneStart<'a> {
    /// The fluents, a bit each.
    pub(crate) state: &'a [u64],
    /// The first choice of a role, by its place among the legal moves; chance decides if none is given.
    pub(crate) first: Option<(usize, u32)>,
    /// How many games.
    pub(crate) games: usize,
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
    starts: &'a [LaneStart<'a>],
    /// By game: where it begins.
    start_of: Vec<u32>,
    /// By phase: the games that begin in it, the next one last.
    pub(super) waiting: Vec<Vec<u32>>,
    /// The game in every lane.
    pub(super) in_lane: Vec<u32>,
    /// Lanes whose next choice is the one that their game begins with.
    decided: Vec<usize>,
    pub(super) ends: &'a mut [LaneEnd],
}

impl<'a> Each<'a> {
    pub(super) fn new(
        starts: &'a [LaneStart<'a>],
        start_of: Vec<u32>,
        waiting: Vec<Vec<u32>>,
        ends: &'a mut [LaneEnd],
    ) -> Self {
        Self {
            starts,
            start_of,
            waiting,
            in_lane: vec![0; LANES],
            decided: Vec::new(),
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
                if self.starts[self.start_of[game as usize] as usize]
                    .first
                    .is_some()
                {
                    self.decided.push(lane);
                }
            }
        });
        for (word, lanes) in fresh.0.into_iter().enumerate() {
            if lanes != 0 {
                load(self, word, lanes, fluents);
            }
        }
        fresh
    }

    /// Puts the first choices of games that have begun in the place of the ranks drawn for a role.
    #[inline(always)]
    pub(super) fn decide(&self, choice: &Choice, work: &mut [Block]) {
        let bits = width(choice.moves.len());
        let rank = &mut work[choice.rank as usize..][..bits];
        for &lane in &self.decided {
            let start = self.start_of[self.in_lane[lane] as usize] as usize;
            let first = self.starts[start].first;
            if let Some((_, place)) = first.filter(|first| first.0 == choice.role) {
                for (bit, block) in rank.iter_mut().enumerate() {
                    block.put(lane, place >> bit & 1 == 1);
                }
            }
        }
    }

    /// From here on chance decides in all lanes.
    #[inline(always)]
    pub(super) fn have_decided(&mut self) {
        self.decided.clear();
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
        each.starts[each.start_of[game] as usize].state
    };
    let words = each.starts.first().map_or(0, |start| start.state.len());
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
