//! A position: bit boards with a wide empty edge.

use std::hash::{Hash, Hasher};

use plyscope_game::Player;

use super::places::{Place, Places, count};

/// Empty cells kept on every side, so that five steps from any cell need no test for the edge.
pub(super) const EDGE: usize = 5;
/// Rows of the largest board.
pub(super) const MOST: usize = 20;
/// Rows of the largest board with its edges.
pub(super) const ROWS: usize = MOST + 2 * EDGE;

/// The stones of both players, and what follows from them.
///
/// Bit `column + 5` of word `row + 5` is a cell, both counted from 0 at the top
/// left; the words above and below and the bits beside the board stay 0.
#[derive(Clone, Copy, Debug)]
pub struct State {
    pub(super) stones: [[u32; ROWS]; 2],
    /// One key for every symmetry's image, kept up move by move; the first is the state's own.
    pub(super) keys: [u64; 8],
    pub(super) plies: u16,
    /// Whether the player who moved last has won.
    pub(super) won: bool,
}

impl State {
    pub(super) const EMPTY: Self = Self {
        stones: [[0; ROWS]; 2],
        keys: [0; 8],
        plies: 0,
        won: false,
    };

    /// Moves made so far.
    pub fn plies(&self) -> u32 {
        u32::from(self.plies)
    }

    /// Whose stone lies on a cell.
    pub fn stone(&self, place: Place) -> Option<Player> {
        let of = |player: &Player| self.row(*player, place) & bit(place) != 0;
        [Player::FIRST, Player::SECOND].into_iter().find(of)
    }

    /// Where the stones of `player` lie.
    pub fn stones_of(&self, player: Player) -> Places {
        let rows = self.stones[player.index()];
        Places::new(rows, count(&rows))
    }

    /// The stones of `player`, one word per row from the top, bit 0 the leftmost column.
    pub fn rows_of(&self, player: Player) -> [u32; MOST] {
        let rows = &self.stones[player.index()];
        std::array::from_fn(|row| rows[row + EDGE] >> EDGE)
    }

    fn row(&self, player: Player, place: Place) -> u32 {
        self.stones[player.index()][place.row() + EDGE]
    }

    /// Puts a stone on an empty cell; `numbers` are its part in the keys. Leaves `won` alone.
    #[inline]
    pub(super) fn put(&mut self, player: Player, place: Place, numbers: &[u64; 8]) {
        self.stones[player.index()][place.row() + EDGE] |= bit(place);
        for (key, number) in self.keys.iter_mut().zip(numbers) {
            *key ^= number;
        }
        self.plies += 1;
    }
}

/// The bit of a cell in its row.
#[inline]
pub(super) fn bit(place: Place) -> u32 {
    1 << (place.column() + EDGE)
}

// Keys, plies and the win follow from the stones: comparing those is enough, hashing one key is.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.stones == other.stones
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.keys[0]);
    }
}

/// The cells up to five steps from `place` in the four directions: bit 5 is
/// the cell itself, bits beside each other are neighbours on a line.
#[inline]
pub(super) fn lines_through(stones: &[u32; ROWS], place: Place) -> [u32; 4] {
    let (column, row) = (place.column(), place.row());
    let across = stones[row + EDGE] >> column & 0x7ff;
    let (mut down, mut falling, mut rising) = (0, 0, 0);
    for (i, cells) in stones[row..=row + 2 * EDGE].iter().enumerate() {
        let near = cells >> column;
        down |= (near >> EDGE & 1) << i;
        falling |= near & 1 << i;
        rising |= near & 1 << (2 * EDGE - i);
    }
    [across, down, falling, rising]
}

/// Where five or more stones of `line` begin, counting every stretch of five.
#[inline]
pub(super) fn fives(line: u32) -> u32 {
    let pairs = line & line >> 1;
    pairs & pairs >> 2 & line >> 4
}

/// Where a stretch of exactly five begins.
#[inline]
pub(super) fn exact_fives(line: u32) -> u32 {
    fives(line) & !(line << 1) & !(line >> 5)
}
