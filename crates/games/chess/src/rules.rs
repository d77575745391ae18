//! The rules: moves by cozy-chess, and when a game is over.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, Square};
use plyscope_game::{Error, Facts, Game, Noisy, Payoffs, Perft, Player, Value};

use super::attacks::victim;
use super::dead::{cannot_mate, may_lose_mate};
use super::moves::Moves;
use super::state::{State, player};

/// More moves than in any position that play can lead to.
const MAX_MOVES: u32 = 218;
/// The longest game that a board can count.
const MAX_PLIES: u32 = 100_000;
/// Half moves without a capture or a pawn move that make a draw.
const FIFTY_MOVES: u8 = 100;

/// The rules of chess; a game of so many plies is a draw.
///
/// ```
/// use plyscope_chess::Chess;
/// use plyscope_game::{Game, Notation, Player};
///
/// let game = Chess::default();
/// let mut state = game.start();
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     let mv = game.read_move(&state, text)?;
///     game.play(&mut state, mv);
/// }
/// let payoffs = game.payoffs(&state).expect("it is mate");
/// assert_eq!(payoffs.of(Player::SECOND), 1);
/// # Ok::<(), plyscope_game::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chess {
    plies: u32,
}

impl Default for Chess {
    /// Longer than any game of masters.
    fn default() -> Self {
        Self { plies: 600 }
    }
}

impl Chess {
    /// Chess in which a game of `plies` moves, those of both players counted, is a draw.
    ///
    /// # Errors
    /// When `plies` is 0 or above 100,000.
    pub fn new(plies: u32) -> Result<Self, Error> {
        if (1..=MAX_PLIES).contains(&plies) {
            return Ok(Self { plies });
        }
        Err(Error::misuse(
            format!("games of chess cannot end after {plies} plies"),
            format!("`plies` goes from 1 to {MAX_PLIES}"),
        ))
    }

    /// After so many plies a game is a draw.
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Whether the mover is in check.
    #[inline]
    pub fn is_check(&self, state: &State) -> bool {
        !state.board.checkers().is_empty()
    }

    /// Mate counts before every kind of draw.
    fn payoffs_by_all_rules(&self, state: &State) -> Option<Payoffs> {
        let board = &state.board;
        if !board.generate_moves(|_| true) {
            let is_mate = self.is_check(state);
            let winner = self.mover(state).opponent();
            return Some(if is_mate {
                Payoffs::win(winner)
            } else {
                Payoffs::DRAW
            });
        }
        self.is_draw(state).then_some(Payoffs::DRAW)
    }

    /// Whether `state`, in which there are moves, is a draw.
    #[inline]
    fn is_draw(&self, state: &State) -> bool {
        state.board.halfmove_clock() >= FIFTY_MOVES
            || state.ply() >= self.plies
            || cannot_mate(&state.board)
            || state.is_third_time()
    }

    /// Whether a state that is one move away can be a draw with moves left.
    #[inline]
    fn may_become_draw(&self, state: &State) -> bool {
        state.board.halfmove_clock() + 1 >= FIFTY_MOVES
            || state.ply() + 1 >= self.plies
            || may_lose_mate(&state.board)
            || state.may_become_third_time()
    }
}

#[inline]
fn count_moves(board: &Board) -> usize {
    let mut count = 0;
    board.generate_moves(|set| {
        count += set.len();
        false
    });
    count
}

/// Whether a pawn of the mover can step ahead, which is quickly seen and nearly always so.
///
/// Where not, there may be other moves.
#[inline]
fn has_pawn_step(board: &Board) -> bool {
    let mover = board.side_to_move();
    let free = board.colored_pieces(mover, Piece::Pawn) & !board.pinned();
    let ahead = match mover {
        Color::White => free.0 << 8,
        Color::Black => free.0 >> 8,
    };
    let steps = BitBoard(ahead) & !board.occupied();
    board.checkers().is_empty() && !steps.is_empty()
}

impl Game for Chess {
    type State = State;
    type Move = Move;
    type Moves = Moves;

    fn facts(&self) -> Facts {
        Facts::win_draw_loss(self.plies, MAX_MOVES, MOVE_INDICES as u32)
    }

    fn start(&self) -> State {
        State::new(Board::default())
    }

    #[inline]
    fn mover(&self, state: &State) -> Player {
        player(state.board.side_to_move())
    }

    #[inline]
    fn moves(&self, state: &State) -> Moves {
        Moves::all(&state.board)
    }

    #[inline]
    fn count_moves(&self, state: &State) -> Option<usize> {
        let count = count_moves(&state.board);
        (count > 0 && !self.is_draw(state)).then_some(count)
    }

    /// Where no draw is near, boards alone are counted.
    #[inline]
    fn count_two(&self, state: &State) -> Perft {
        if self.may_become_draw(state) {
            return Perft::of_two(self, state);
        }
        let mut count = Perft::default();
        state.board.generate_moves(|set| {
            for mv in set {
                let mut next = state.board.clone();
                next.play_unchecked(mv);
                let moves = count_moves(&next);
                count.add((moves > 0).then_some(moves));
            }
            false
        });
        count
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        debug_assert!(state.board.is_legal(mv));
        state.play(mv);
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Option<Payoffs> {
        let board = &state.board;
        // A pawn that can step is a move, and material enough.
        let goes_on = has_pawn_step(board)
            && board.halfmove_clock() < FIFTY_MOVES
            && state.ply() < self.plies
            && !state.may_be_third_time();
        if goes_on {
            return None;
        }
        self.payoffs_by_all_rules(state)
    }

    fn ply_range(&self, state: &State) -> Option<(u32, u32)> {
        Some((state.ply(), state.ply()))
    }

    /// By the pieces that are gone: 0 with all of them, 1 with kings and pawns alone. A knight or a
    /// bishop counts 1, a rook 2, a queen 4, of 24 at the start.
    fn phase(&self, state: &State) -> Option<Value> {
        let count = |piece: Piece| state.board.pieces(piece).len();
        let left = count(Piece::Knight)
            + count(Piece::Bishop)
            + 2 * count(Piece::Rook)
            + 4 * count(Piece::Queen);
        Some(1.0 - left.min(24) as Value / 24.0)
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        move_index(mv)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn has_noisy(&self) -> bool {
        true
    }

    /// Captures and new queens; every move of a mover who is in check.
    #[inline]
    fn noisy(&self, state: &State) -> Option<Noisy<Moves>> {
        let forced = self.is_check(state);
        let moves = if forced {
            Moves::all(&state.board)
        } else {
            Moves::noisy(&state.board)
        };
        (moves.len() > 0).then_some(Noisy { moves, forced })
    }

    /// Most valuable victim first, then least valuable attacker.
    #[inline]
    fn promise(&self, state: &State, mv: Move) -> Option<u32> {
        let board = &state.board;
        let won = victim(board, mv).map_or(0, |piece| 1 + piece as u32);
        let new = u32::from(mv.promotion == Some(Piece::Queen)) * Piece::Queen as u32;
        if won + new == 0 {
            return None;
        }
        let attacker = board.piece_on(mv.from).map_or(0, |piece| piece as u32);
        Some(8 * (won + new) + (Piece::King as u32 - attacker))
    }
}

/// From and to, and behind them pawns that become less than a queen.
const MOVE_INDICES: usize = Square::NUM * Square::NUM + 3 * 8 * 3;

/// Different for any two moves of one player.
#[inline]
fn move_index(mv: Move) -> usize {
    let kind = match mv.promotion {
        None | Some(Piece::Queen) => return mv.from as usize * Square::NUM + mv.to as usize,
        Some(Piece::Knight) => 0,
        Some(Piece::Bishop) => 1,
        Some(_) => 2,
    };
    let side = 1 + mv.to.file() as usize - mv.from.file() as usize;
    Square::NUM * Square::NUM + (kind * 8 + mv.from.file() as usize) * 3 + side
}
