//! What the search asks of a board: its cells, what its ends are worth, its quadrants.

/// A size of board and a way to count its ends, known to the compiler.
pub(super) trait Board: Copy + 'static {
    /// The cells in the middle of the 8×8 layout.
    const CELLS: u64;
    /// How many there are.
    const COUNT: i32 = Self::CELLS.count_ones() as i32;
    /// Whether cells left empty count for the winner.
    const TO_WINNER: bool;
    /// The leftmost and the rightmost column.
    const SIDES: u64 = Self::CELLS
        & !(Self::CELLS << 1 & 0xfefe_fefe_fefe_fefe & (Self::CELLS >> 1 & 0x7f7f_7f7f_7f7f_7f7f));
    /// The top and the bottom row.
    const ENDS: u64 = Self::CELLS & !(Self::CELLS << 8 & Self::CELLS >> 8);
    /// All cells with fewer than eight neighbours.
    const EDGE: u64 = Self::SIDES | Self::ENDS;
    /// The four corners.
    const CORNERS: u64 = Self::SIDES & Self::ENDS;
    /// Whether the search is compiled for special instructions, too: the smallest board is solved at once
    /// without them.
    const IS_LARGE: bool = Self::COUNT > 16;
    /// No two values lie closer: with the empties to the winner all are even.
    const STEP: i32 = if Self::TO_WINNER { 2 } else { 1 };

    /// What the end with these discs is worth to whom `own` belongs.
    #[inline(always)]
    fn end(own: u64, theirs: u64) -> i32 {
        let (own, theirs) = (own.count_ones() as i32, theirs.count_ones() as i32);
        let margin = own - theirs;
        if Self::TO_WINNER {
            margin + margin.signum() * (Self::COUNT - own - theirs)
        } else {
            margin
        }
    }
}

/// The board of `N` by `N` cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square<const N: u8, const TO_WINNER: bool>;

impl<const N: u8, const TO_WINNER: bool> Board for Square<N, TO_WINNER> {
    const CELLS: u64 = cells(N);
    const TO_WINNER: bool = TO_WINNER;
}

/// The cells of the board of `n` by `n`, in the middle of the layout.
const fn cells(n: u8) -> u64 {
    let margin = (8 - n) / 2;
    let row = (((1u32 << n) - 1) << margin) as u64;
    let mut all = 0;
    let mut down = margin;
    while down < margin + n {
        all |= row << (8 * down);
        down += 1;
    }
    all
}

/// The quarters of the layout; they are the quarters of every board, since all lie in the middle.
const QUADRANTS: [u64; 4] = [
    0x0000_0000_0f0f_0f0f,
    0x0000_0000_f0f0_f0f0,
    0x0f0f_0f0f_0000_0000,
    0xf0f0_f0f0_0000_0000,
];

/// The quadrants with an odd number of empty cells: who moves into one of them
/// may well have the last move there.
#[inline(always)]
pub(super) fn odd_quadrants(empty: u64) -> u64 {
    let mut odd = 0;
    for quadrant in QUADRANTS {
        let is_odd = u64::from((empty & quadrant).count_ones() & 1);
        odd |= is_odd.wrapping_neg() & quadrant;
    }
    odd
}

/// The quadrant of a cell.
#[inline(always)]
pub(super) fn quadrant(place: u32) -> u64 {
    QUADRANT_OF[place as usize % 64]
}

/// Whether two cells lie in one quadrant: the halves of row and column agree.
#[inline(always)]
pub(super) fn together(a: u32, b: u32) -> bool {
    (a ^ b) & 0b10_0100 == 0
}

static QUADRANT_OF: [u64; 64] = {
    let mut of = [0; 64];
    let mut place = 0;
    while place < 64 {
        of[place] = QUADRANTS[(place / 32) * 2 + (place % 8) / 4];
        place += 1;
    }
    of
};

/// The cells next to each cell: a disc can only flip where one of them is the opponent's.
pub(super) static AROUND: [u64; 64] = {
    let mut around = [0; 64];
    let mut place = 0;
    while place < 64 {
        let here = 1u64 << place;
        let row = here | (here << 1) & 0xfefe_fefe_fefe_fefe | (here >> 1) & 0x7f7f_7f7f_7f7f_7f7f;
        around[place] = (row | row << 8 | row >> 8) & !here;
        place += 1;
    }
    around
};

/// The places of the set bits, lowest first.
pub(super) fn places(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let place = bits.trailing_zeros();
            bits &= bits - 1;
            place
        })
    })
}
