//! How wide and high a board is and how many stones in a line win: known to the
//! compiler ([`Fixed`]) or chosen at run time ([`AnySize`]).

use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::RangeInclusive;

use super::bits::Bits;

/// Columns and rows that a board may have.
pub const SIDES: RangeInclusive<u32> = 4..=10;
/// Lengths of a winning line.
pub const CONNECTS: RangeInclusive<u32> = 3..=5;

/// The size of a board and the length of a winning line.
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// What holds a set of cells.
    type Bits: Bits;

    /// Columns, 4 to 10.
    fn width(&self) -> u32;
    /// Rows, 4 to 10.
    fn height(&self) -> u32;
    /// Stones in a line that win, 3 to 5.
    fn connect(&self) -> u32;
    /// The lowest cell of every column.
    fn bottom(&self) -> Self::Bits;
    /// Every cell, without the bits that stay empty.
    fn cells(&self) -> Self::Bits;

    /// Bits from a cell to its right neighbour: a column and its empty bit.
    #[inline]
    fn stride(&self) -> u32 {
        self.height() + 1
    }

    /// The cells of one column, counted from 0.
    #[inline]
    fn column(&self, column: u32) -> Self::Bits {
        ((Self::Bits::ONE << self.height()) - Self::Bits::ONE) << (column * self.stride())
    }

    /// The same board as one that the compiler knows, where a size chosen at run time is 8×8
    /// with lines of four: one well-predicted jump, and every mask and shift is a constant.
    #[inline]
    fn compiled(&self) -> Option<Fixed<Self::Bits, 8, 8, 4>> {
        None
    }
}

/// A size that the compiler knows: `Fixed<u64, 7, 6, 4>` is the standard game.
///
/// Zero-sized; every mask and shift folds into a constant. A size out of range
/// or too big for `B` does not compile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Fixed<B, const W: u8, const H: u8, const K: u8>(PhantomData<B>);

impl<B: Bits, const W: u8, const H: u8, const K: u8> Fixed<B, W, H, K> {
    const FITS: () = {
        assert!(W >= 4 && W <= 10, "a board has 4 to 10 columns");
        assert!(H >= 4 && H <= 10, "a board has 4 to 10 rows");
        assert!(K >= 3 && K <= 5, "a line has 3 to 5 stones");
        assert!(
            W as u32 * (H as u32 + 1) <= B::SIZE,
            "the board does not fit its bits"
        );
    };
    const BOTTOM: u128 = bottom(W as u32, H as u32);
    const CELLS: u128 = cells(W as u32, H as u32);

    /// The shape; there is only one of each type.
    #[must_use]
    pub const fn new() -> Self {
        const { Self::FITS };
        Self(PhantomData)
    }
}

impl<B: Bits, const W: u8, const H: u8, const K: u8> Default for Fixed<B, W, H, K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<B: Bits, const W: u8, const H: u8, const K: u8> Shape for Fixed<B, W, H, K> {
    type Bits = B;

    #[inline]
    fn width(&self) -> u32 {
        u32::from(W)
    }
    #[inline]
    fn height(&self) -> u32 {
        u32::from(H)
    }
    #[inline]
    fn connect(&self) -> u32 {
        u32::from(K)
    }
    #[inline]
    fn bottom(&self) -> B {
        B::from_wide(Self::BOTTOM)
    }
    #[inline]
    fn cells(&self) -> B {
        B::from_wide(Self::CELLS)
    }
}

/// A size chosen at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AnySize<B> {
    width: u32,
    height: u32,
    connect: u32,
    bottom: B,
    cells: B,
    is_compiled: bool,
}

impl<B: Bits> AnySize<B> {
    /// A board of `width` columns and `height` rows on which `connect` in a line win.
    ///
    /// Boards with `width * (height + 1)` up to 64 fit in `u64`, all in `u128`.
    ///
    /// # Errors
    /// When a number is out of range or the board does not fit in `B`.
    pub fn new(width: u32, height: u32, connect: u32) -> Result<Self, SizeError> {
        within("width", width, SIDES)?;
        within("height", height, SIDES)?;
        within("connect", connect, CONNECTS)?;
        let bits = width * (height + 1);
        if bits > B::SIZE {
            return Err(SizeError::TooBig {
                bits,
                limit: B::SIZE,
            });
        }
        Ok(Self {
            width,
            height,
            connect,
            bottom: B::from_wide(bottom(width, height)),
            cells: B::from_wide(cells(width, height)),
            is_compiled: (width, height, connect) == (8, 8, 4),
        })
    }
}

impl<B: Bits> Shape for AnySize<B> {
    type Bits = B;

    #[inline]
    fn width(&self) -> u32 {
        self.width
    }
    #[inline]
    fn height(&self) -> u32 {
        self.height
    }
    #[inline]
    fn connect(&self) -> u32 {
        self.connect
    }
    #[inline]
    fn bottom(&self) -> B {
        self.bottom
    }
    #[inline]
    fn cells(&self) -> B {
        self.cells
    }
    #[inline]
    fn compiled(&self) -> Option<Fixed<B, 8, 8, 4>> {
        self.is_compiled.then_some(Fixed(PhantomData))
    }
}

/// A board that Connect Four is not played on here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SizeError {
    /// A width, height or line length out of range.
    OutOfRange {
        /// Which of the three.
        what: &'static str,
        /// What was asked for.
        asked: u32,
        /// What there is.
        range: RangeInclusive<u32>,
    },
    /// A board that does not fit in the integer chosen for it.
    TooBig {
        /// Bits that the board takes: `width * (height + 1)`.
        bits: u32,
        /// Bits that there are.
        limit: u32,
    },
}

impl std::fmt::Display for SizeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OutOfRange { what, asked, range } => {
                let (least, most) = (range.start(), range.end());
                write!(
                    f,
                    "{what} {asked} is out of range\n\nhint: {what} may be {least} to {most}"
                )
            }
            Self::TooBig { bits, limit } => write!(
                f,
                "the board takes {bits} bits and there are {limit}\n\nhint: u128 holds every board"
            ),
        }
    }
}

impl std::error::Error for SizeError {}

fn within(what: &'static str, asked: u32, range: RangeInclusive<u32>) -> Result<(), SizeError> {
    if range.contains(&asked) {
        return Ok(());
    }
    Err(SizeError::OutOfRange { what, asked, range })
}

const fn bottom(width: u32, height: u32) -> u128 {
    let mut row = 0;
    let mut column = 0;
    while column < width {
        row |= 1 << (column * (height + 1));
        column += 1;
    }
    row
}

const fn cells(width: u32, height: u32) -> u128 {
    bottom(width, height) * ((1 << height) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_out_of_range_is_refused_with_a_hint() {
        let message = |width, height, connect| {
            AnySize::<u64>::new(width, height, connect)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message(11, 6, 4),
            "width 11 is out of range\n\nhint: width may be 4 to 10"
        );
        assert!(message(7, 3, 4).starts_with("height 3 "));
        assert!(message(7, 6, 6).starts_with("connect 6 "));
        assert!(message(8, 8, 4).starts_with("the board takes 72 bits"));
    }

    #[test]
    fn every_board_fits_in_the_wider_integer() {
        for width in SIDES {
            for height in SIDES {
                let shape = AnySize::<u128>::new(width, height, 4).unwrap();
                assert_eq!(shape.cells().count(), width * height);
                assert_eq!(shape.bottom().count(), width);
            }
        }
    }
}
