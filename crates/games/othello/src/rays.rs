//! The eight lines of sight from every cell.
//!
//! Lanes 0 to 3 run towards higher bits, lanes 4 to 7 towards lower ones: the
//! two halves need opposite tricks to find the nearest disc that is not the
//! opponent's.

/// The cells seen from one cell in each direction, that cell left out.
///
/// Aligned so that each half is one load of a 256-bit register.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub(super) struct Rays(pub(super) [u64; 8]);

/// Steps of lanes 0 to 3 in bits; lanes 4 to 7 step as far the other way.
pub(super) const STEPS: [u32; 4] = [1, 8, 7, 9];

/// [`Rays`] of every cell, by its bit; at 64 those of a pass, which sees nothing and so flips nothing.
pub(super) static RAYS: [Rays; 65] = all_rays();

const fn all_rays() -> [Rays; 65] {
    // (columns, rows) of one step, in the order of the lanes.
    const WAYS: [(i32, i32); 8] = [
        (1, 0),
        (0, 1),
        (-1, 1),
        (1, 1),
        (-1, 0),
        (0, -1),
        (1, -1),
        (-1, -1),
    ];
    let mut all = [Rays([0; 8]); 65];
    let mut cell = 0;
    while cell < 64 {
        let mut lane = 0;
        while lane < 8 {
            let (right, down) = WAYS[lane];
            all[cell].0[lane] = ray(cell as i32 % 8, cell as i32 / 8, right, down);
            lane += 1;
        }
        cell += 1;
    }
    all
}

const fn ray(mut column: i32, mut row: i32, right: i32, down: i32) -> u64 {
    let mut cells = 0;
    loop {
        column += right;
        row += down;
        if column < 0 || column > 7 || row < 0 || row > 7 {
            return cells;
        }
        cells |= 1 << (8 * row + column);
    }
}
