//! The board of one shape as the solver sees it: masks, shifts and lines on 64 bits.
//!
//! The layout is that of [`plyscope_connect4::State`]. With a shape that the
//! compiler knows every mask here folds into a constant.

use plyscope_connect4::{Bits, Shape};

/// A shape whose cells fit in 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board<S> {
    shape: S,
}

impl<S: Shape> Board<S> {
    /// The board, unless it needs more than 64 bits.
    pub(super) fn new(shape: S) -> Option<Self> {
        (shape.width() * shape.stride() <= u64::BITS).then_some(Self { shape })
    }

    #[inline]
    pub(super) fn width(&self) -> u32 {
        self.shape.width()
    }

    #[inline]
    pub(super) fn height(&self) -> u32 {
        self.shape.height()
    }

    #[inline]
    pub(super) fn stride(&self) -> u32 {
        self.shape.stride()
    }

    /// Bits that a board takes.
    #[inline]
    pub(super) fn bits(&self) -> u32 {
        self.width() * self.stride()
    }

    /// How many cells there are.
    #[inline]
    pub(super) fn size(&self) -> u32 {
        self.width() * self.height()
    }

    /// Stones in a line that win.
    #[inline]
    pub(super) fn connect(&self) -> u32 {
        self.shape.connect()
    }

    /// The lowest cell of every column.
    #[inline]
    pub(super) fn bottom(&self) -> u64 {
        self.shape.bottom().to_wide() as u64
    }

    /// Every cell.
    #[inline]
    pub(super) fn cells(&self) -> u64 {
        self.shape.cells().to_wide() as u64
    }

    /// The bit above each column, which stays empty.
    #[inline]
    pub(super) fn lids(&self) -> u64 {
        self.bottom() << self.height()
    }

    /// Every other cell of every column, beginning with the top one.
    #[inline]
    pub(super) fn evens(&self) -> u64 {
        // Rows of the top one's parity, as the bits of one column.
        let rows =
            (0x5555_5555_5555_5555 << ((self.height() + 1) % 2)) & ((1 << self.height()) - 1);
        self.bottom() * rows
    }

    /// The cells of the column that holds `cell`.
    #[inline]
    pub(super) fn column_of(&self, cell: u64) -> u64 {
        let column = cell.trailing_zeros() / self.stride();
        ((1 << self.height()) - 1) << (column * self.stride())
    }

    /// Where the next stone of each column that is not full lands.
    #[inline]
    pub(super) fn landings(&self, all: u64) -> u64 {
        (all + self.bottom()) & self.cells()
    }

    /// Bits from one cell of a line to the next: upwards, along a row, down and up a diagonal.
    #[inline]
    pub(super) fn directions(&self) -> [u32; 4] {
        let stride = self.stride();
        [1, stride, stride - 1, stride + 1]
    }

    /// The lowest bits of the lines that lie within `cells`, in one direction.
    #[inline]
    pub(super) fn starts(&self, cells: u64, step: u32) -> u64 {
        let pairs = cells & (cells >> step);
        match self.connect() {
            3 => pairs & (pairs >> step),
            4 => pairs & (pairs >> (2 * step)),
            _ => pairs & (pairs >> (2 * step)) & (pairs >> (3 * step)),
        }
    }

    /// Whether a line lies within `cells`.
    #[inline]
    pub(super) fn has_line(&self, cells: u64) -> bool {
        let [up, along, down, rise] = self.directions();
        (self.starts(cells, up) | self.starts(cells, along))
            | (self.starts(cells, down) | self.starts(cells, rise))
            != 0
    }

    /// The empty cells on which one more of `stones` would complete a line.
    #[inline]
    pub(super) fn completions(&self, stones: u64, all: u64) -> u64 {
        let [up, along, down, rise] = self.directions();
        // Only the upper end of an upright line can be empty.
        let upright = (2..self.connect()).fold(stones << up, |below, place| {
            below & (stones << (place * up))
        });
        let found =
            upright | self.gaps(stones, along) | self.gaps(stones, down) | self.gaps(stones, rise);
        found & self.cells() & !all
    }

    /// The cells that complete a line of `stones` in one direction; some may be taken.
    #[inline]
    fn gaps(&self, stones: u64, step: u32) -> u64 {
        let before = |place: u32| stones << (place * step);
        let after = |place: u32| stones >> (place * step);
        let (one_before, one_after) = (before(1), after(1));
        match self.connect() {
            3 => (one_before & (before(2) | one_after)) | (one_after & after(2)),
            4 => {
                let (two_before, two_after) = (one_before & before(2), one_after & after(2));
                (two_before & (before(3) | one_after)) | (two_after & (one_before | after(3)))
            }
            _ => {
                let (two_before, two_after) = (one_before & before(2), one_after & after(2));
                (two_before & before(3) & (before(4) | one_after))
                    | (two_after & after(3) & (one_before | after(4)))
                    | (two_before & two_after)
            }
        }
    }

    /// The board seen from behind, whole columns with their empty bit.
    #[inline]
    pub(super) fn mirrored(&self, board: u64) -> u64 {
        let (width, stride) = (self.width(), self.stride());
        let column = (1u64 << stride) - 1;
        let mut image = 0;
        for left in 0..width / 2 {
            let (low, high) = (left * stride, (width - 1 - left) * stride);
            image |= (board >> low & column) << high | (board >> high & column) << low;
        }
        if width % 2 == 1 {
            image |= board & (column << (width / 2 * stride));
        }
        image
    }
}
