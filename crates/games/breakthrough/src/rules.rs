//! The rules, on bit boards.

use plyscope_game::{Error, Facts, Game, Payoffs, Player, mix};

use super::state::{State, Step, bit};
use super::steps::Steps;

/// The rules of Breakthrough on one size of board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakthrough {
    width: usize,
    height: usize,
    cells: u64,
}

impl Breakthrough {
    /// A board of 3 to 8 columns and 4 to 8 rows.
    ///
    /// # Errors
    /// When the board is smaller or larger.
    pub fn new(width: usize, height: usize) -> Result<Self, Error> {
        if (3..=8).contains(&width) && (4..=8).contains(&height) {
            let all_rows = 0x0101_0101_0101_0101 >> (8 * (8 - height));
            return Ok(Self {
                width,
                height,
                cells: (bit(width, 0) - 1) * all_rows,
            });
        }
        Err(Error::misread(
            format!("a board of {width}×{height} cells cannot be played on"),
            "the width goes from 3 to 8, the height from 4 to 8",
        ))
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All cells of the board, laid out as in [`State`].
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The cells of one row.
    #[inline]
    pub(super) fn row(&self, row: usize) -> u64 {
        (bit(self.width, 0) - 1) << (8 * row)
    }

    /// The row on which `player` wins.
    #[inline]
    pub(super) fn goal(&self, player: Player) -> u64 {
        let first = player == Player::FIRST;
        self.row(if first { self.height - 1 } else { 0 })
    }

    /// The steps that `player` has or would have.
    #[inline]
    pub(super) fn steps(&self, state: &State, player: Player) -> Steps {
        Steps::new(
            self.cells,
            state.of(player),
            state.of(player.opponent()),
            player,
        )
    }

    fn mirrored(&self, pawns: u64) -> u64 {
        pawns.reverse_bits().swap_bytes() >> (8 - self.width)
    }
}

impl Game for Breakthrough {
    type State = State;
    type Move = Step;
    type Moves = Steps;

    /// Every move takes a pawn a row ahead, and the first on the far row is the last to move.
    fn facts(&self) -> Facts {
        let rows_to_go = (self.height - 2) + (self.height - 3);
        let max_plies = 2 * self.width * rows_to_go + 1;
        let max_moves = 3 * 2 * self.width;
        Facts::win_draw_loss(
            max_plies as u32,
            max_moves as u32,
            3 * 8 * self.height as u32,
        )
    }

    fn start(&self) -> State {
        let two_rows = |row| self.row(row) | self.row(row + 1);
        State {
            pawns: [two_rows(0), two_rows(self.height - 2)],
            mover: Player::FIRST,
        }
    }

    #[inline]
    fn mover(&self, state: &State) -> Player {
        state.mover
    }

    /// Never empty: ahead of the foremost pawn to a side there is a cell without an own pawn.
    #[inline]
    fn moves(&self, state: &State) -> Steps {
        self.steps(state, state.mover)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Step) {
        debug_assert!(self.moves(state).any(|legal| legal == mv));
        let (own, theirs) = (state.mover.index(), state.mover.opponent().index());
        state.pawns[own] ^= 1 << mv.from | 1 << mv.to;
        state.pawns[theirs] &= !(1 << mv.to);
        state.mover = state.mover.opponent();
    }

    /// Only the player who moved last can have won.
    #[inline]
    fn payoffs(&self, state: &State) -> Option<Payoffs> {
        let last = state.mover.opponent();
        let won = state.of(last) & self.goal(last) != 0 || state.of(state.mover) == 0;
        won.then(|| Payoffs::win(last))
    }

    /// Steps of different players may share an index: no state has both.
    #[inline]
    fn move_index(&self, mv: Step) -> usize {
        usize::from(3 * mv.from + mv.direction())
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.pawns;
        let key = mix(mix(first) ^ second);
        if state.mover == Player::FIRST {
            key
        } else {
            !key
        }
    }

    /// The identity and the mirror of left and right.
    fn symmetries(&self) -> u8 {
        2
    }

    #[inline]
    fn map_state(&self, symmetry: u8, state: &State) -> State {
        let image = |pawns| {
            if symmetry == 0 {
                pawns
            } else {
                self.mirrored(pawns)
            }
        };
        State {
            pawns: state.pawns.map(image),
            mover: state.mover,
        }
    }

    #[inline]
    fn map_move(&self, symmetry: u8, mv: Step) -> Step {
        if symmetry == 0 {
            return mv;
        }
        let image = |cell: u8| cell - cell % 8 + (self.width as u8 - 1 - cell % 8);
        Step {
            from: image(mv.from),
            to: image(mv.to),
        }
    }
}
