//! The eight ways to turn and mirror the board.
//!
//! Smaller boards lie in the middle of the layout, so that the same bit tricks serve them.
//! Numbers are those of [`plyscope_game::Game::map_state`].
//!
//! ```
//! use plyscope_othello::symmetry::{SYMMETRIES, image, least};
//!
//! let corners = 1 | 1 << 7 | 1 << 56 | 1 << 63;
//! assert!((0..SYMMETRIES).all(|symmetry| image(symmetry, corners) == corners));
//! // b1 is one of eight cells beside a corner on an edge; the least stands for all.
//! let ((least, _), symmetry) = least(1 << 62, 0);
//! assert_eq!((least, image(symmetry, 1 << 62)), (1 << 1, 1 << 1));
//! ```

/// How many ways there are.
pub const SYMMETRIES: u8 = 8;

/// Swaps columns and rows: transposes 2×2 blocks of 1, 2 and 4 cells a side.
#[inline]
#[must_use]
pub const fn transpose(mut cells: u64) -> u64 {
    let swap = (cells ^ (cells >> 7)) & 0x00aa_00aa_00aa_00aa;
    cells ^= swap ^ (swap << 7);
    let swap = (cells ^ (cells >> 14)) & 0x0000_cccc_0000_cccc;
    cells ^= swap ^ (swap << 14);
    let swap = (cells ^ (cells >> 28)) & 0x0000_0000_f0f0_f0f0;
    cells ^ swap ^ (swap << 28)
}

/// Swaps left and right: neighbours, pairs, halves of each row.
#[inline]
#[must_use]
pub const fn mirror(mut cells: u64) -> u64 {
    cells = ((cells >> 1) & 0x5555_5555_5555_5555) | ((cells & 0x5555_5555_5555_5555) << 1);
    cells = ((cells >> 2) & 0x3333_3333_3333_3333) | ((cells & 0x3333_3333_3333_3333) << 2);
    ((cells >> 4) & 0x0f0f_0f0f_0f0f_0f0f) | ((cells & 0x0f0f_0f0f_0f0f_0f0f) << 4)
}

/// The image under one symmetry: bit 2 of its number transposes, then bit 1
/// swaps left and right, then bit 0 swaps top and bottom.
#[inline]
#[must_use]
pub const fn image(symmetry: u8, mut cells: u64) -> u64 {
    if symmetry & 4 != 0 {
        cells = transpose(cells);
    }
    if symmetry & 2 != 0 {
        cells = mirror(cells);
    }
    if symmetry & 1 != 0 {
        cells = cells.swap_bytes();
    }
    cells
}

/// The least of the images of two sets of cells, and the first symmetry that leads to it.
#[inline]
#[must_use]
pub fn least(own: u64, theirs: u64) -> ((u64, u64), u8) {
    let turned = (transpose(own), transpose(theirs));
    let sides = [
        (own, theirs),
        (mirror(own), mirror(theirs)),
        turned,
        (mirror(turned.0), mirror(turned.1)),
    ];
    let mut least = ((own, theirs), 0);
    for (side, &(own, theirs)) in sides.iter().enumerate() {
        let upright = ((own, theirs), 2 * side as u8);
        let upside_down = ((own.swap_bytes(), theirs.swap_bytes()), 2 * side as u8 + 1);
        least = least.min(upright).min(upside_down);
    }
    least
}
