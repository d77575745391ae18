//! What most programs look at: material, places, mobility, pawns and kings, by phase.
//!
//! Everything is own minus the opponent's, once weighted by how much of the
//! middle game is left and once by how near the endgame is.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square, get_king_moves};
use plyscope_game::{Feature, Features, Player, Value};

use crate::attacks::{attacks, pawn_attacks};
use crate::rules::Chess;
use crate::state::{State, color};

/// Material, piece-square classes, mobility, pawn structure and the kings' neighbourhood.
#[derive(Clone, Copy, Debug)]
pub struct Rich;

/// Name, what it counts, and the weights in the middle game and in the endgame, in pawns.
const LIST: [(&str, &str, Value, Value); COUNT] = [
    ("pawns", "pawns", 0.85, 1.1),
    ("knights", "knights", 3.3, 2.9),
    ("bishops", "bishops", 3.45, 3.1),
    ("rooks", "rooks", 4.8, 5.3),
    ("queens", "queens", 9.8, 9.6),
    ("bishop_pair", "having two bishops", 0.3, 0.5),
    ("pawn_advance", "ranks that pawns have gone", 0.0, 0.04),
    (
        "pawn_centre",
        "pawns on the four squares of the centre",
        0.25,
        0.05,
    ),
    (
        "knight_centre",
        "steps that knights stand nearer to the centre than the edge",
        0.12,
        0.08,
    ),
    ("bishop_centre", "the same of bishops", 0.05, 0.04),
    ("queen_centre", "the same of queens", 0.01, 0.08),
    ("king_centre", "the same of kings", -0.22, 0.15),
    (
        "undeveloped",
        "knights and bishops on their first rank",
        -0.15,
        0.0,
    ),
    (
        "knight_mobility",
        "squares knights attack that no own piece holds and no pawn guards",
        0.05,
        0.04,
    ),
    ("bishop_mobility", "the same of bishops", 0.05, 0.05),
    ("rook_mobility", "the same of rooks", 0.025, 0.045),
    ("queen_mobility", "the same of queens", 0.01, 0.025),
    ("doubled", "pawns behind another on their file", -0.1, -0.2),
    (
        "isolated",
        "pawns without others on the next files",
        -0.13,
        -0.13,
    ),
    ("guarded", "pawns that a pawn guards", 0.08, 0.06),
    ("passed", "passed pawns", 0.05, 0.15),
    (
        "passed_advance",
        "ranks gone by passed pawns, squared",
        0.015,
        0.05,
    ),
    ("rook_open", "rooks on files without pawns", 0.25, 0.1),
    (
        "rook_half_open",
        "rooks on files without own pawns",
        0.12,
        0.08,
    ),
    ("rook_seventh", "rooks on the seventh rank", 0.15, 0.25),
    (
        "shelter",
        "own pawns on the two ranks before the king",
        0.18,
        0.0,
    ),
    (
        "king_zone",
        "attacks on squares around the other king, a queen's counting four, a rook's two",
        0.07,
        0.02,
    ),
    (
        "threats",
        "pieces of the opponent that a pawn attacks",
        0.35,
        0.3,
    ),
    ("to_move", "having the move", 0.12, 0.05),
];

const COUNT: usize = 29;
/// Minor pieces 1, rooks 2, queens 4, all on the board.
const FULL_PHASE: u32 = 24;

const CENTRE: u64 = 0x0000_0018_1800_0000;
const RINGS: [u64; 3] = [CENTRE, 0x0000_3c3c_3c3c_0000, 0x007e_7e7e_7e7e_7e00];

impl Rich {
    /// Weights set by hand, in pawns; two for each number.
    #[must_use]
    pub fn weights() -> Vec<Value> {
        LIST.iter()
            .flat_map(|&(_, _, middle, end)| [middle, end])
            .collect()
    }
}

impl Features<Chess> for Rich {
    fn list(&self, _game: &Chess) -> Vec<Feature> {
        let phases = [("mid", "the middle game"), ("end", "the endgame")];
        let both = |&(name, about, ..): &(&str, &str, Value, Value)| {
            phases.map(|(phase, when)| {
                let about = format!("{about}, own minus the opponent's, in {when}");
                Feature::new(format!("{name}_{phase}"), about)
            })
        };
        LIST.iter().flat_map(both).collect()
    }

    #[inline]
    fn each(
        &self,
        _game: &Chess,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let board = &state.board;
        let own = color(player);
        let [ours, theirs] = [own, !own].map(|color| Side::new(board, color).counts());
        let middle = phase(board) as Value / FULL_PHASE as Value;
        for index in 0..COUNT {
            let surplus = (ours[index] - theirs[index]) as Value;
            put(2 * index, surplus * middle);
            put(2 * index + 1, surplus * (1.0 - middle));
        }
    }
}

/// How much of the middle game is left, at most [`FULL_PHASE`].
#[inline]
fn phase(board: &Board) -> u32 {
    let minor = board.pieces(Piece::Knight) | board.pieces(Piece::Bishop);
    let left =
        minor.len() + 2 * board.pieces(Piece::Rook).len() + 4 * board.pieces(Piece::Queen).len();
    left.min(FULL_PHASE)
}

/// One player's pieces, and what all counts need.
struct Side<'a> {
    board: &'a Board,
    own: Color,
    pawns: BitBoard,
    their_pawns: BitBoard,
    /// Squares that are worth moving to.
    area: BitBoard,
    /// Squares around the other king.
    zone: BitBoard,
}

impl<'a> Side<'a> {
    #[inline]
    fn new(board: &'a Board, own: Color) -> Self {
        let their_pawns = board.colored_pieces(!own, Piece::Pawn);
        let king = board.king(!own);
        Self {
            board,
            own,
            pawns: board.colored_pieces(own, Piece::Pawn),
            their_pawns,
            area: !(board.colors(own) | pawn_attacks(their_pawns, !own)),
            zone: get_king_moves(king) | king.bitboard(),
        }
    }

    #[inline]
    fn pieces(&self, piece: Piece) -> BitBoard {
        self.board.colored_pieces(self.own, piece)
    }

    #[inline]
    fn counts(&self) -> [i32; COUNT] {
        let mut counts = [0; COUNT];
        let mut put = |index: usize, count: i32| counts[index] += count;
        self.put_material(&mut put);
        self.put_places(&mut put);
        self.put_mobility(&mut put);
        self.put_pawns(&mut put);
        self.put_rooks(&mut put);
        self.put_king(&mut put);
        put(28, i32::from(self.board.side_to_move() == self.own));
        counts
    }

    #[inline]
    fn put_material(&self, put: &mut impl FnMut(usize, i32)) {
        for (index, piece) in Piece::ALL.into_iter().take(5).enumerate() {
            put(index, self.pieces(piece).len() as i32);
        }
        put(5, i32::from(self.pieces(Piece::Bishop).len() >= 2));
    }

    #[inline]
    fn put_places(&self, put: &mut impl FnMut(usize, i32)) {
        let places = [
            (8, Piece::Knight),
            (9, Piece::Bishop),
            (10, Piece::Queen),
            (11, Piece::King),
        ];
        for (index, piece) in places {
            put(index, centrality(self.pieces(piece)));
        }
        put(7, (self.pawns & BitBoard(CENTRE)).len() as i32);
        let minor = self.pieces(Piece::Knight) | self.pieces(Piece::Bishop);
        let home = Rank::First.relative_to(self.own).bitboard();
        put(12, (minor & home).len() as i32);
    }

    /// Mobility, and attacks on the squares around the other king.
    #[inline]
    fn put_mobility(&self, put: &mut impl FnMut(usize, i32)) {
        let kinds = [
            (13, Piece::Knight, 1),
            (14, Piece::Bishop, 1),
            (15, Piece::Rook, 2),
            (16, Piece::Queen, 4),
        ];
        let occupied = self.board.occupied();
        for (index, piece, weight) in kinds {
            for from in self.pieces(piece) {
                let reach = attacks(piece, self.own, from, occupied);
                put(index, (reach & self.area).len() as i32);
                put(26, weight * (reach & self.zone).len() as i32);
            }
        }
        let hit = pawn_attacks(self.pawns, self.own) & self.board.colors(!self.own);
        put(27, (hit & !self.their_pawns).len() as i32);
    }

    #[inline]
    fn put_pawns(&self, put: &mut impl FnMut(usize, i32)) {
        let guarded = self.pawns & pawn_attacks(self.pawns, self.own);
        put(19, guarded.len() as i32);
        for pawn in self.pawns {
            let (file, gone) = (pawn.file(), ranks_gone(pawn, self.own));
            put(6, gone);
            let ahead = ranks_ahead(pawn, self.own);
            let same = file.bitboard() & ahead;
            put(17, i32::from(!(self.pawns & same).is_empty()));
            put(18, i32::from((self.pawns & file.adjacent()).is_empty()));
            let guards = (file.bitboard() | file.adjacent()) & ahead & self.their_pawns;
            if guards.is_empty() && (self.pawns & same).is_empty() {
                put(20, 1);
                put(21, gone * gone);
            }
        }
    }

    #[inline]
    fn put_rooks(&self, put: &mut impl FnMut(usize, i32)) {
        let rooks = self.pieces(Piece::Rook);
        for rook in rooks {
            let file = rook.file().bitboard();
            let own_pawn = !(file & self.pawns).is_empty();
            let their_pawn = !(file & self.their_pawns).is_empty();
            put(22, i32::from(!own_pawn && !their_pawn));
            put(23, i32::from(!own_pawn && their_pawn));
        }
        let seventh = Rank::Seventh.relative_to(self.own).bitboard();
        put(24, (rooks & seventh).len() as i32);
    }

    #[inline]
    fn put_king(&self, put: &mut impl FnMut(usize, i32)) {
        let king = self.board.king(self.own);
        let files = king.file().bitboard() | king.file().adjacent();
        let near = nearest_ranks_ahead(king, self.own);
        put(25, (self.pawns & files & near).len() as i32);
    }
}

/// For every piece 3 on the four squares of the centre, 2 around them, 1 around these, 0 on the edge.
#[inline]
fn centrality(pieces: BitBoard) -> i32 {
    RINGS
        .iter()
        .map(|&ring| (pieces & BitBoard(ring)).len() as i32)
        .sum()
}

/// Ranks that a pawn has gone from where pawns begin.
#[inline]
fn ranks_gone(pawn: Square, own: Color) -> i32 {
    pawn.rank().relative_to(own) as i32 - 1
}

/// All squares on higher ranks, as `own` counts them.
#[inline]
fn ranks_ahead(square: Square, own: Color) -> BitBoard {
    let rank = square.rank() as u32;
    BitBoard(match own {
        Color::White => u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        Color::Black => (1 << (8 * rank)) - 1,
    })
}

/// All squares on the next two ranks.
#[inline]
fn nearest_ranks_ahead(square: Square, own: Color) -> BitBoard {
    let ahead = ranks_ahead(square, own);
    let rank = square.rank().bitboard().0;
    let next = match own {
        Color::White => rank << 8 | rank << 16,
        Color::Black => rank >> 8 | rank >> 16,
    };
    ahead & BitBoard(next)
}
