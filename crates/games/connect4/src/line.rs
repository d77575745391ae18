//! Lines of stones, found in all places of the board at once.

use std::ops::{BitAnd, BitOr, Shr};

use super::bits::Bits;
use super::shape::Shape;

/// Bits from one cell of a line to the next: upwards, along a row, down and up a diagonal.
#[inline]
pub(super) fn directions<S: Shape>(shape: &S) -> [u32; 4] {
    let stride = shape.stride();
    [1, stride, stride - 1, stride + 1]
}

/// Whether `stones` hold a winning line.
///
/// Looks at no other rule: a full board without a line is not over by this test.
#[inline]
pub(super) fn has_line<S: Shape>(shape: &S, stones: S::Bits) -> bool {
    let starts = match shape.compiled() {
        Some(known) => any_line_starts(&known, stones),
        None => any_line_starts(shape, stones),
    };
    !starts.is_empty()
}

/// [`line_starts`] in all four directions together.
#[expect(
    clippy::inline_always,
    reason = "packs must stay in the registers of their caller"
)]
#[inline(always)]
pub(super) fn any_line_starts<S: Shape, B>(shape: &S, stones: B) -> B
where
    B: Copy + BitAnd<Output = B> + BitOr<Output = B> + Shr<u32, Output = B>,
{
    let length = shape.connect();
    let [up, along, down, rise] = directions(shape);
    // Written out: a closure would be compiled for any processor.
    (line_starts(stones, up, length) | line_starts(stones, along, length))
        | (line_starts(stones, down, length) | line_starts(stones, rise, length))
}

/// The cells from which `length` of `stones` stand in a row, `step` bits apart.
///
/// The empty bit on top of each column keeps lines from running around the edge.
#[expect(
    clippy::inline_always,
    reason = "packs must stay in the registers of their caller"
)]
#[inline(always)]
pub(super) fn line_starts<B>(stones: B, step: u32, length: u32) -> B
where
    B: Copy + BitAnd<Output = B> + Shr<u32, Output = B>,
{
    let pairs = stones & (stones >> step);
    match length {
        3 => pairs & (pairs >> step),
        4 => pairs & (pairs >> (2 * step)),
        _ => pairs & (pairs >> (2 * step)) & (pairs >> (3 * step)),
    }
}

/// The empty cells on which one more stone would complete a line of `stones`.
#[inline]
pub(super) fn completions<S: Shape>(shape: &S, stones: S::Bits, all: S::Bits) -> S::Bits {
    match shape.compiled() {
        Some(known) => completions_on(&known, stones, all),
        None => completions_on(shape, stones, all),
    }
}

#[inline]
fn completions_on<S: Shape>(shape: &S, stones: S::Bits, all: S::Bits) -> S::Bits {
    let length = shape.connect();
    let [up, along, down, rise] = directions(shape);
    // Only the upper end of an upright line can be empty.
    let below = (2..length).fold(stones << up, |below, place| {
        below & (stones << (place * up))
    });
    let found = below
        | gaps(stones, along, length)
        | gaps(stones, down, length)
        | gaps(stones, rise, length);
    found & shape.cells() & !all
}

/// The cells that have `length - 1` of `stones` next to them, before or after, `step` bits apart.
///
/// Stones on either side are asked for without a break, so that the empty bit
/// on top of each column keeps lines from running around the edge.
#[inline]
fn gaps<B: Bits>(stones: B, step: u32, length: u32) -> B {
    let before = |place: u32| stones << (place * step);
    let after = |place: u32| stones >> (place * step);
    let two_after = after(1) & after(2);
    match length {
        3 => (before(1) & (before(2) | after(1))) | two_after,
        4 => {
            let two_before = before(1) & before(2);
            (two_before & (before(3) | after(1))) | (two_after & (before(1) | after(3)))
        }
        _ => {
            let two_before = before(1) & before(2);
            let three_before = two_before & before(3) & (before(4) | after(1));
            let three_after = two_after & after(3) & (before(1) | after(4));
            three_before | three_after | (two_before & two_after)
        }
    }
}
