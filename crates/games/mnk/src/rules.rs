//! The rules, on bit boards.

use plyscope_game::{Chance, Error, Facts, Game, Payoffs, Player, mix};

use super::lines::Lines;
use super::{playout, symmetry};

/// The widest and the highest board.
const MOST: usize = 8;

/// The rules of one m,n,k game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mnk {
    width: usize,
    height: usize,
    k: usize,
    cells: u64,
    pub(super) lines: Lines,
}

/// The stones of both players.
///
/// Bit `8 * row + column` is a cell, row 0 at the top, whatever the width: so
/// steps and symmetries are the same shifts on every board. Cells of a 3×3 board:
///
/// ```text
///  0  1  2
///  8  9 10
/// 16 17 18
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State {
    pub(super) stones: [u64; 2],
}

/// An empty cell to put a stone on, as the number of its bit in [`State`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place(pub(super) u8);

impl Mnk {
    /// A board of `m` columns and `n` rows on which `k` in a row win.
    ///
    /// # Errors
    /// When the board is empty or larger than 8×8, or no line of `k` fits on it.
    pub fn new(m: usize, n: usize, k: usize) -> Result<Self, Error> {
        if !(1..=MOST).contains(&m) || !(1..=MOST).contains(&n) {
            let what = format!("a board of {m}×{n} cells cannot be played on");
            return Err(Error::misread(what, "m and n go from 1 to 8"));
        }
        let longest = m.max(n);
        if k < 2 || k > longest {
            let what = format!("{k} in a row cannot be played on {m}×{n} cells");
            let hint = if longest < 2 {
                "take a board of more than one cell".to_string()
            } else {
                format!("k goes from 2 to the longer side of the board, here {longest}")
            };
            return Err(Error::misread(what, hint));
        }
        Ok(Self::of_checked(m, n, k))
    }

    /// Three in a row on 3×3 cells.
    #[must_use]
    pub fn tictactoe() -> Self {
        Self::of_checked(3, 3, 3)
    }

    fn of_checked(width: usize, height: usize, k: usize) -> Self {
        let row_of = |row| (0..width).map(move |column| bit(column, row));
        Self {
            width,
            height,
            k,
            cells: (0..height).flat_map(row_of).sum(),
            lines: Lines::new(width, height, k),
        }
    }

    /// m, the number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// n, the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// k, the stones in a row that win.
    pub fn k(&self) -> usize {
        self.k
    }

    /// All cells of the board, laid out as in [`State`].
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// Every line of k cells as a set of cells, laid out as in [`State`].
    #[inline]
    pub fn lines(&self) -> &[u64] {
        &self.lines.masks
    }

    /// Whether `player` has k in a row.
    #[inline]
    pub fn has_line(&self, state: &State, player: Player) -> bool {
        self.lines.any_filled(state.of(player))
    }
}

impl State {
    /// The stones of one player as a set of cells.
    #[inline]
    pub fn of(&self, player: Player) -> u64 {
        self.stones[player.index()]
    }

    /// All stones as a set of cells.
    #[inline]
    pub fn taken(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }
}

impl Place {
    /// Counted from the left and from the top, both from 0 and below 8.
    #[must_use]
    pub fn new(column: usize, row: usize) -> Self {
        debug_assert!(column < MOST && row < MOST);
        Self((8 * row + column) as u8)
    }

    /// The number of its bit in [`State`].
    pub fn bit(self) -> u32 {
        u32::from(self.0)
    }

    /// From the left, from 0.
    pub fn column(self) -> usize {
        usize::from(self.0 % 8)
    }

    /// From the top, from 0.
    pub fn row(self) -> usize {
        usize::from(self.0 / 8)
    }
}

/// The bit of a cell.
pub(super) fn bit(column: usize, row: usize) -> u64 {
    1 << (8 * row + column)
}

impl Game for Mnk {
    type State = State;
    type Move = Place;
    type Moves = Places;

    fn facts(&self) -> Facts {
        let cells = self.cells.count_ones();
        Facts::win_draw_loss(cells, cells, (MOST * self.height) as u32)
    }

    fn start(&self) -> State {
        State::default()
    }

    #[inline]
    fn mover(&self, state: &State) -> Player {
        Player((state.taken().count_ones() & 1) as u8)
    }

    #[inline]
    fn moves(&self, state: &State) -> Places {
        Places(self.cells & !state.taken())
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Place) {
        debug_assert!(self.moves(state).any(|legal| legal == mv));
        let mover = self.mover(state);
        state.stones[mover.index()] |= 1 << mv.0;
    }

    /// Only the player who moved last can have filled a line.
    #[inline]
    fn payoffs(&self, state: &State) -> Option<Payoffs> {
        let last = self.mover(state).opponent();
        if self.has_line(state, last) {
            return Some(Payoffs::win(last));
        }
        (state.taken() == self.cells).then_some(Payoffs::DRAW)
    }

    fn ply_range(&self, state: &State) -> Option<(u32, u32)> {
        let stones = state.taken().count_ones();
        Some((stones, stones))
    }

    #[inline]
    fn move_index(&self, mv: Place) -> usize {
        usize::from(mv.0)
    }

    /// On boards of up to four rows no two states share a key.
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.stones;
        if self.height <= 4 {
            mix(first | second << 32)
        } else {
            mix(mix(first) ^ second)
        }
    }

    fn symmetries(&self) -> u8 {
        symmetry::count(self.width, self.height)
    }

    #[inline]
    fn map_state(&self, symmetry: u8, state: &State) -> State {
        let image = |stones| symmetry::map_stones(symmetry, self.width, self.height, stones);
        State {
            stones: state.stones.map(image),
        }
    }

    #[inline]
    fn map_move(&self, symmetry: u8, mv: Place) -> Place {
        let image = symmetry::map_stones(symmetry, self.width, self.height, 1 << mv.0);
        Place(image.trailing_zeros() as u8)
    }

    /// The key of the image whose stones are least as numbers.
    #[inline]
    fn canonical_key(&self, state: &State) -> (u64, u8) {
        let images = |stones| symmetry::images(self.width, self.height, stones);
        let [firsts, seconds] = state.stones.map(images);
        let (stones, symmetry) = if self.symmetries() == 8 {
            least::<8>(&firsts, &seconds)
        } else {
            least::<4>(&firsts, &seconds)
        };
        (self.key(&State { stones }), symmetry)
    }

    fn playout(&self, state: State, chance: &mut Chance) -> (Payoffs, u32) {
        match self.payoffs(&state) {
            Some(payoffs) => (payoffs, 0),
            None => playout::run(self, state, chance),
        }
    }
}

/// The least of the first `N` images, and its number.
///
/// Compares 128 bits at once, since the order of pairs would branch on chance.
#[inline]
fn least<const N: usize>(firsts: &[u64; 8], seconds: &[u64; 8]) -> ([u64; 2], u8) {
    let number = |at: usize| u128::from(firsts[at]) << 64 | u128::from(seconds[at]);
    let mut least = (number(0), 0);
    for at in 1..N {
        let image = number(at);
        least = if image < least.0 {
            (image, at as u8)
        } else {
            least
        };
    }
    ([(least.0 >> 64) as u64, least.0 as u64], least.1)
}

/// Empty cells, from the top left.
#[derive(Clone, Debug)]
pub struct Places(u64);

impl Iterator for Places {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        if self.0 == 0 {
            return None;
        }
        let place = Place(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(place)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Places {}
