//! Legal moves as sets: for every piece that can move, the squares it can move to.

use cozy_chess::{BitBoard, Board, Color, Move, Piece, PieceMoves, Rank, Square};

/// Sixteen pieces, and two more sets for captures en passant.
const SETS: usize = 18;

/// What a pawn on the last rank becomes, the most useful first.
const PROMOTIONS: [Piece; 4] = [Piece::Queen, Piece::Knight, Piece::Rook, Piece::Bishop];

/// The legal moves of one position.
///
/// Castling is the king's move onto its rook, as cozy-chess has it.
#[derive(Clone, Debug)]
pub struct Moves {
    to: [u64; SETS],
    from: [Square; SETS],
    /// Bit `n` is set if set `n` holds promotions only.
    promoting: u32,
    /// The set whose moves come next, and how many sets there are.
    at: u8,
    sets: u8,
    /// How many pieces the next pawn has become already, and how many kinds are listed.
    promoted: u8,
    promotions: u8,
    left: u16,
}

impl Moves {
    /// All legal moves.
    #[inline]
    pub(super) fn all(board: &Board) -> Self {
        Self::where_to(board, PROMOTIONS.len() as u8, |set| set.to)
    }

    /// Captures, and pawns that become queens.
    #[inline]
    pub(super) fn noisy(board: &Board) -> Self {
        let victims = board.colors(!board.side_to_move());
        let last_rank = Rank::Eighth.relative_to(board.side_to_move()).bitboard();
        let passed = super::attacks::passed(board);
        Self::where_to(board, 1, |set| match set.piece {
            Piece::Pawn => set.to & (victims | last_rank | passed),
            _ => set.to & victims,
        })
    }

    #[inline]
    fn where_to(board: &Board, promotions: u8, squares: impl Fn(&PieceMoves) -> BitBoard) -> Self {
        let mut own = Self {
            to: [0; SETS],
            from: [Square::A1; SETS],
            promoting: 0,
            at: 0,
            sets: 0,
            promoted: 0,
            promotions,
            left: 0,
        };
        let before_last = match board.side_to_move() {
            Color::White => Rank::Seventh,
            Color::Black => Rank::Second,
        };
        board.generate_moves(|set| {
            let to = squares(&set).0;
            if to == 0 {
                return false;
            }
            let promotes = set.piece == Piece::Pawn && set.from.rank() == before_last;
            own.to[own.sets as usize] = to;
            own.from[own.sets as usize] = set.from;
            own.promoting |= u32::from(promotes) << own.sets;
            own.left += to.count_ones() as u16 * if promotes { u16::from(promotions) } else { 1 };
            own.sets += 1;
            false
        });
        own
    }

    /// Whether the next set holds promotions.
    #[inline]
    fn promotes(&self) -> bool {
        self.promoting >> self.at & 1 == 1
    }

    /// Moves left in the next set.
    #[inline]
    fn left_in_set(&self) -> usize {
        let squares = self.to[self.at as usize].count_ones() as usize;
        if self.promotes() {
            squares * self.promotions as usize - self.promoted as usize
        } else {
            squares
        }
    }
}

impl Iterator for Moves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.at == self.sets {
            return None;
        }
        self.left -= 1;
        let set = self.at as usize;
        let squares = self.to[set];
        let mut mv = Move {
            from: self.from[set],
            to: Square::index(squares.trailing_zeros() as usize),
            promotion: None,
        };
        let mut square_is_done = true;
        if self.promotes() {
            mv.promotion = Some(PROMOTIONS[self.promoted as usize]);
            self.promoted += 1;
            square_is_done = self.promoted == self.promotions;
        }
        if square_is_done {
            self.promoted = 0;
            self.to[set] = squares & (squares - 1);
            self.at += u8::from(self.to[set] == 0);
        }
        Some(mv)
    }

    /// Piece by piece, without a look at what comes next after every move.
    #[inline]
    fn fold<B, F: FnMut(B, Move) -> B>(mut self, init: B, mut take: F) -> B {
        let mut taken = init;
        while self.promoted > 0 {
            let Some(mv) = self.next() else { break };
            taken = take(taken, mv);
        }
        for set in self.at as usize..self.sets as usize {
            let from = self.from[set];
            let promotes = self.promoting >> set & 1 == 1;
            for to in BitBoard(self.to[set]) {
                if !promotes {
                    let promotion = None;
                    taken = take(
                        taken,
                        Move {
                            from,
                            to,
                            promotion,
                        },
                    );
                    continue;
                }
                for piece in &PROMOTIONS[..self.promotions as usize] {
                    let promotion = Some(*piece);
                    taken = take(
                        taken,
                        Move {
                            from,
                            to,
                            promotion,
                        },
                    );
                }
            }
        }
        taken
    }

    /// Skips whole pieces: playouts pick the nth of many.
    #[inline]
    fn nth(&mut self, mut n: usize) -> Option<Move> {
        while self.at < self.sets {
            let here = self.left_in_set();
            if n < here {
                for _ in 0..n {
                    self.next();
                }
                return self.next();
            }
            n -= here;
            self.left -= here as u16;
            self.promoted = 0;
            self.at += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Moves {}
