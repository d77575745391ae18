//! The rules: stones fall, players alternate, a line wins, a full board is a draw.

use plyscope_game::{Chance, Facts, Game, Payoffs, Perft, Player, Tally};

use super::bits::Bits;
use super::line::{completions, has_line};
use super::mirror::{mirrored, mirrored_cell};
use super::playout::{play_many, play_out};
use super::shape::Shape;
use super::{ConnectFour, State, Stone};

/// The legal moves of a state: the landing cells of the columns that are not full.
#[derive(Clone, Debug)]
pub struct Moves<B> {
    landings: B,
}

impl<B: Bits> Iterator for Moves<B> {
    type Item = Stone;

    #[inline]
    fn next(&mut self) -> Option<Stone> {
        if self.landings.is_empty() {
            return None;
        }
        let cell = self.landings.lowest();
        self.landings = self.landings & (self.landings - B::ONE);
        Some(Stone { cell: cell as u8 })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.landings.count() as usize;
        (left, Some(left))
    }
}

impl<B: Bits> ExactSizeIterator for Moves<B> {}

impl<S: Shape> ConnectFour<S> {
    /// Where the next stone of each column that is not full comes to rest.
    #[inline]
    pub fn landings(&self, state: &State<S::Bits>) -> S::Bits {
        (state.all + self.shape.bottom()) & self.shape.cells()
    }

    /// The empty cells on which one more of `stones` would complete a line of them.
    ///
    /// `all` holds the stones of both players. Whether a stone can land there yet is not asked.
    #[inline]
    pub fn completions(&self, stones: S::Bits, all: S::Bits) -> S::Bits {
        completions(&self.shape, stones, all)
    }

    /// A number with a column's bits for each column, different for different states.
    ///
    /// In a column of n stones `all` reads 2ⁿ − 1 and `waiting` at most as much: the
    /// sum tells both apart and stays below the next column.
    #[inline]
    fn packed(state: &State<S::Bits>) -> S::Bits {
        state.waiting + state.all
    }
}

impl<S: Shape> Game for ConnectFour<S> {
    type State = State<S::Bits>;
    type Move = Stone;
    type Moves = Moves<S::Bits>;

    fn facts(&self) -> Facts {
        let width = self.shape.width();
        Facts::win_draw_loss(width * self.shape.height(), width, width)
    }

    #[inline]
    fn start(&self) -> Self::State {
        State::default()
    }

    #[inline]
    fn mover(&self, state: &Self::State) -> Player {
        Player(u8::from(state.all.is_odd()))
    }

    #[inline]
    fn moves(&self, state: &Self::State) -> Moves<S::Bits> {
        Moves {
            landings: self.landings(state),
        }
    }

    #[inline]
    fn count_two(&self, state: &Self::State) -> Perft {
        // One jump for two moves: a jump for each look at the rules was a fifth of a perft.
        match self.shape.compiled() {
            Some(known) => Perft::of_two(&ConnectFour::new(known), state),
            None => Perft::of_two(self, state),
        }
    }

    #[inline]
    fn play(&self, state: &mut Self::State, mv: Stone) {
        let stone = S::Bits::ONE << u32::from(mv.cell);
        debug_assert!(
            !(stone & self.landings(state)).is_empty(),
            "{mv:?} is no move of {state:?}"
        );
        state.drop_on(stone);
    }

    #[inline]
    fn payoffs(&self, state: &Self::State) -> Option<Payoffs> {
        // "Not over" first: other orders put it on a taken jump, and cost perft 3 to 6 %.
        let full = state.all == self.shape.cells();
        if !full && !has_line(&self.shape, state.waiting) {
            return None;
        }
        Some(if has_line(&self.shape, state.waiting) {
            Payoffs::win(self.mover(state).opponent())
        } else {
            Payoffs::DRAW
        })
    }

    fn ply_range(&self, state: &Self::State) -> Option<(u32, u32)> {
        let stones = state.all.count();
        Some((stones, stones))
    }

    /// The column, counted from 0.
    #[inline]
    fn move_index(&self, mv: Stone) -> usize {
        // A division by a constant is a product.
        let column = match self.shape.compiled() {
            Some(known) => mv.column(&known),
            None => mv.column(&self.shape),
        };
        column as usize
    }

    /// Exact on boards that fit in `u64`: different states have different keys.
    #[inline]
    fn key(&self, state: &Self::State) -> u64 {
        Self::packed(state).spread()
    }

    #[inline]
    fn symmetries(&self) -> u8 {
        2
    }

    #[inline]
    fn map_state(&self, symmetry: u8, state: &Self::State) -> Self::State {
        if symmetry == 0 {
            return *state;
        }
        State {
            waiting: mirrored(&self.shape, state.waiting),
            all: mirrored(&self.shape, state.all),
        }
    }

    #[inline]
    fn map_move(&self, symmetry: u8, mv: Stone) -> Stone {
        if symmetry == 0 {
            return mv;
        }
        Stone {
            cell: mirrored_cell(&self.shape, mv.cell),
        }
    }

    #[inline]
    fn canonical_key(&self, state: &Self::State) -> (u64, u8) {
        // One board to mirror instead of two, and one key to spread.
        let packed = Self::packed(state);
        let image = mirrored(&self.shape, packed);
        if image < packed {
            (image.spread(), 1)
        } else {
            (packed.spread(), 0)
        }
    }

    #[inline]
    fn pick(&self, state: &Self::State, chance: &mut Chance) -> Stone {
        let landings = self.landings(state);
        loop {
            // Few columns are full for most of a game: drawing again beats counting.
            let column = chance.below(self.shape.width());
            let landing = landings & self.shape.column(column);
            if !landing.is_empty() {
                let cell = landing.lowest() as u8;
                return Stone { cell };
            }
        }
    }

    #[inline]
    fn playout(&self, state: Self::State, chance: &mut Chance) -> (Payoffs, u32) {
        match self.payoffs(&state) {
            Some(payoffs) => (payoffs, 0),
            None => match self.shape.compiled() {
                Some(known) => play_out(&known, state, chance),
                None => play_out(&self.shape, state, chance),
            },
        }
    }

    fn playouts(&self, state: &Self::State, count: u64, chance: &mut Chance) -> Tally {
        if let Some(payoffs) = self.payoffs(state) {
            let mut tally = Tally::default();
            (0..count).for_each(|_| tally.add(&payoffs, 0));
            return tally;
        }
        match self.shape.compiled() {
            Some(known) => play_many(&known, state, count, chance),
            None => play_many(&self.shape, state, count, chance),
        }
    }
}
