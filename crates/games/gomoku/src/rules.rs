//! The rules, and the moves that a search may restrict itself to.

use std::num::NonZeroU8;

use plyscope_game::{Chance, Error, Facts, Game, Payoffs, Player, Tally, mix};

use super::places::{Place, Places, count};
use super::playout::Playouts;
use super::state::{EDGE, ROWS, State, exact_fives, fives, lines_through};

/// The smallest and the largest board.
const SIZES: std::ops::RangeInclusive<usize> = 5..=20;
/// How far candidates lie from a stone unless told otherwise.
const NEAR: NonZeroU8 = NonZeroU8::new(2).unwrap();

/// What wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FiveRule {
    /// Five or more in a row.
    Freestyle,
    /// Exactly five in a row; six or more do not win, and play goes on.
    Exact,
}

/// The rules of gomoku on one board.
#[derive(Clone, Debug)]
pub struct Gomoku {
    size: usize,
    rule: FiveRule,
    near: Option<NonZeroU8>,
    /// All cells, laid out as in [`State`].
    cells: [u32; ROWS],
    /// For each cell and player, the number in the key of each symmetry's image.
    numbers: Box<[[u64; 8]]>,
}

impl Gomoku {
    /// A board of `size`×`size` cells, with candidates within two steps of a stone.
    ///
    /// # Errors
    /// When the size is not 5 to 20.
    pub fn new(size: usize, rule: FiveRule) -> Result<Self, Error> {
        if !SIZES.contains(&size) {
            let what = format!("gomoku is not played on {size}×{size} cells here");
            let hint = "take a size from 5 to 20; 15 and 19 are usual";
            return Err(Error::misread(what, hint));
        }
        let mut cells = [0; ROWS];
        cells[EDGE..EDGE + size].fill(((1 << size) - 1) << EDGE);
        Ok(Self {
            size,
            rule,
            near: Some(NEAR),
            cells,
            numbers: numbers(size),
        })
    }

    /// The same rules with candidates within so many steps of a stone, diagonals counting one; `None` takes all moves.
    #[must_use]
    pub fn with_near(mut self, near: Option<NonZeroU8>) -> Self {
        self.near = near;
        self
    }

    /// Cells along one side.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What wins.
    pub fn rule(&self) -> FiveRule {
        self.rule
    }

    /// How far candidates may lie from a stone.
    pub fn near(&self) -> Option<NonZeroU8> {
        self.near
    }

    pub(super) fn cells(&self) -> &[u32; ROWS] {
        &self.cells
    }

    /// Whether the stone on `place` is part of a winning row of its owner's `stones`.
    #[inline]
    pub(super) fn wins_through(&self, stones: &[u32; ROWS], place: Place) -> bool {
        let lines = lines_through(stones, place);
        let found = match self.rule {
            FiveRule::Freestyle => lines.map(fives),
            FiveRule::Exact => lines.map(exact_fives),
        };
        found.iter().any(|&starts| starts != 0)
    }

    /// Puts a stone of `player` down, whether or not it is that player's turn.
    #[inline]
    pub(super) fn put(&self, state: &mut State, player: Player, place: Place) {
        let numbers = &self.numbers[2 * usize::from(place.0) + player.index()];
        state.put(player, place, numbers);
    }

    /// The cells without a stone.
    #[inline]
    pub(super) fn empty(&self, state: &State) -> [u32; ROWS] {
        let [first, second] = &state.stones;
        std::array::from_fn(|row| self.cells[row] & !first[row] & !second[row])
    }

    fn centre(&self) -> Places {
        let mut rows = [0; ROWS];
        let (from, to) = ((self.size - 1) / 2, self.size / 2);
        for row in &mut rows[from + EDGE..=to + EDGE] {
            *row = 1 << (from + EDGE) | 1 << (to + EDGE);
        }
        Places::new(rows, count(&rows))
    }
}

/// A number for each cell, player and symmetry: that of the image of the cell.
fn numbers(size: usize) -> Box<[[u64; 8]]> {
    let number = |slot: usize, symmetry: u8| {
        let (place, player) = (Place((slot / 2) as u16), slot % 2);
        if place.column() >= size {
            return 0;
        }
        let image = place.image(symmetry, size);
        mix(2 * u64::from(image.0) + player as u64 + 1)
    };
    (0..2 * 32 * size)
        .map(|slot| std::array::from_fn(|symmetry| number(slot, symmetry as u8)))
        .collect()
}

/// All cells at most one step from those of `rows`, beyond the board too.
fn spread(rows: &[u32; ROWS]) -> [u32; ROWS] {
    let wide = rows.map(|row| row | row << 1 | row >> 1);
    std::array::from_fn(|row| {
        let above = if row > 0 { wide[row - 1] } else { 0 };
        let below = if row + 1 < ROWS { wide[row + 1] } else { 0 };
        above | wide[row] | below
    })
}

impl Game for Gomoku {
    type State = State;
    type Move = Place;
    type Moves = Places;

    fn facts(&self) -> Facts {
        let cells = (self.size * self.size) as u32;
        Facts::win_draw_loss(cells, cells, 32 * self.size as u32)
    }

    fn start(&self) -> State {
        State::EMPTY
    }

    #[inline]
    fn mover(&self, state: &State) -> Player {
        Player((state.plies % 2) as u8)
    }

    #[inline]
    fn moves(&self, state: &State) -> Places {
        let left = (self.size * self.size) as u32 - state.plies();
        Places::new(self.empty(state), left)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Place) {
        debug_assert!(state.stone(mv).is_none() && !state.won);
        let mover = self.mover(state);
        self.put(state, mover, mv);
        state.won = self.wins_through(&state.stones[mover.index()], mv);
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Option<Payoffs> {
        if state.won {
            return Some(Payoffs::win(self.mover(state).opponent()));
        }
        let full = usize::from(state.plies) == self.size * self.size;
        full.then_some(Payoffs::DRAW)
    }

    fn ply_range(&self, state: &State) -> Option<(u32, u32)> {
        let stones = u32::from(state.plies);
        Some((stones, stones))
    }

    #[inline]
    fn move_index(&self, mv: Place) -> usize {
        usize::from(mv.0)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.keys[0]
    }

    fn symmetries(&self) -> u8 {
        8
    }

    fn map_state(&self, symmetry: u8, state: &State) -> State {
        let mut image = State::EMPTY;
        for player in [Player::FIRST, Player::SECOND] {
            for place in state.stones_of(player) {
                self.put(&mut image, player, place.image(symmetry, self.size));
            }
        }
        image.won = state.won;
        image
    }

    #[inline]
    fn map_move(&self, symmetry: u8, mv: Place) -> Place {
        mv.image(symmetry, self.size)
    }

    #[inline]
    fn canonical_key(&self, state: &State) -> (u64, u8) {
        let mut least = (state.keys[0], 0);
        for symmetry in 1..8 {
            least = least.min((state.keys[usize::from(symmetry)], symmetry));
        }
        least
    }

    /// Empty cells near a stone; the middle of an empty board.
    fn candidates(&self, state: &State) -> Places {
        let Some(near) = self.near else {
            return self.moves(state);
        };
        if state.plies == 0 {
            return self.centre();
        }
        let [first, second] = &state.stones;
        let mut reached: [u32; ROWS] = std::array::from_fn(|row| first[row] | second[row]);
        for _ in 0..near.get().min(*SIZES.end() as u8) {
            reached = spread(&reached);
        }
        let empty = self.empty(state);
        let rows = std::array::from_fn(|row| reached[row] & empty[row]);
        Places::new(rows, count(&rows))
    }

    fn has_candidates(&self) -> bool {
        self.near.is_some()
    }

    fn playout(&self, state: State, chance: &mut Chance) -> (Payoffs, u32) {
        match self.payoffs(&state) {
            Some(payoffs) => (payoffs, 0),
            None => Playouts::from(self, &state).run(chance),
        }
    }

    fn playouts(&self, state: &State, number: u64, chance: &mut Chance) -> Tally {
        let mut tally = Tally::default();
        if let Some(payoffs) = self.payoffs(state) {
            (0..number).for_each(|_| tally.add(&payoffs, 0));
            return tally;
        }
        let playouts = Playouts::from(self, state);
        for _ in 0..number {
            let (payoffs, plies) = playouts.clone().run(chance);
            tally.add(&payoffs, plies);
        }
        tally
    }
}
