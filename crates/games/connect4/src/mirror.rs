//! The one symmetry of the board: left and right change places.

use super::bits::Bits;
use super::shape::Shape;

/// The board seen from behind. Moves whole columns with their empty bit, so that
/// it mirrors any number made of columns, not only sets of cells.
#[inline]
pub(super) fn mirrored<S: Shape>(shape: &S, board: S::Bits) -> S::Bits {
    match shape.compiled() {
        Some(known) => mirrored_on(&known, board),
        None => mirrored_on(shape, board),
    }
}

#[inline]
fn mirrored_on<S: Shape>(shape: &S, board: S::Bits) -> S::Bits {
    let (width, stride) = (shape.width(), shape.stride());
    let column = |number: u32| ((S::Bits::ONE << stride) - S::Bits::ONE) << (number * stride);
    let mut image = S::Bits::default();
    for left in 0..width / 2 {
        let apart = (width - 1 - 2 * left) * stride;
        let moved = (board & column(left)) << apart | (board >> apart) & column(left);
        image = image | moved;
    }
    if width % 2 == 1 {
        image = image | board & column(width / 2);
    }
    image
}

/// Where one cell goes.
#[inline]
pub(super) fn mirrored_cell<S: Shape>(shape: &S, cell: u8) -> u8 {
    let stride = shape.stride();
    let (column, row) = (u32::from(cell) / stride, u32::from(cell) % stride);
    ((shape.width() - 1 - column) * stride + row) as u8
}
