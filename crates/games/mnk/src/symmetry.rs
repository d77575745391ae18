//! Mirrors and turns of a bit board with eight cells per row.
//!
//! A symmetry's number says what is done, in this order: 4 swaps columns and
//! rows, 1 mirrors left and right, 2 mirrors top and bottom.

/// All eight on square boards; on others columns and rows cannot be swapped.
pub(super) fn count(width: usize, height: usize) -> u8 {
    if width == height { 8 } else { 4 }
}

/// The image of a set of cells.
#[inline]
pub(super) fn map_stones(symmetry: u8, width: usize, height: usize, mut stones: u64) -> u64 {
    if symmetry & 4 != 0 {
        stones = swap_columns_and_rows(stones);
    }
    if symmetry & 1 != 0 {
        stones = mirror_columns(stones) >> (8 - width);
    }
    if symmetry & 2 != 0 {
        stones = stones.swap_bytes() >> (8 * (8 - height));
    }
    stones
}

/// All images of a set of cells at once, by number: cheaper than one by one.
///
/// Those from 4 on mean nothing unless the board is square.
#[inline]
pub(super) fn images(width: usize, height: usize, stones: u64) -> [u64; 8] {
    let mirror = |stones| mirror_columns(stones) >> (8 - width);
    let flip = |stones: u64| stones.swap_bytes() >> (8 * (8 - height));
    let swapped = swap_columns_and_rows(stones);
    let [mirrored, swapped_mirrored] = [stones, swapped].map(mirror);
    [
        stones,
        mirrored,
        flip(stones),
        flip(mirrored),
        swapped,
        swapped_mirrored,
        flip(swapped),
        flip(swapped_mirrored),
    ]
}

/// Turns every byte round, on all eight columns.
#[inline]
fn mirror_columns(stones: u64) -> u64 {
    stones.reverse_bits().swap_bytes()
}

/// Swaps ever larger squares across the diagonal: cells, then 2×2, then 4×4.
#[inline]
fn swap_columns_and_rows(mut stones: u64) -> u64 {
    for (distance, upper) in [
        (7, 0x00aa_00aa_00aa_00aa),
        (14, 0x0000_cccc_0000_cccc),
        (28, 0x0000_0000_f0f0_f0f0),
    ] {
        let differs = (stones ^ (stones >> distance)) & upper;
        stones ^= differs ^ (differs << distance);
    }
    stones
}
