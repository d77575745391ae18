//! What a player can hold by answering: a bound without looking ahead.
//!
//! The player who waits answers every stone with one on top of it. So he gets
//! every other cell of each column, counted from the top, and if the mover
//! cannot make a line of all the rest, the mover does not win. A threat that
//! nobody can afford to play under stops its column two cells lower; the mover
//! runs out of other moves and has to play under it.
//!
//! ```text
//!  a  a  a  a  a   the answers, on a board of even height; where a column holds
//!  m  m  m  m  m   an odd number of stones its next cell Q may be either's, for
//!  a  a  a  Q  a   a stone there is answered on another Q
//! ```

use plyscope_connect4::Shape;

use super::board::Board;
use super::settle::Open;

impl<S: Shape> Board<S> {
    /// A value that the mover cannot exceed, where answering proves one.
    #[inline]
    pub(super) fn bound_by_answering(&self, open: &Open) -> Option<i32> {
        let evens = self.evens();
        let steady = open.threats & evens;
        if (self.size() - open.position.ply).is_multiple_of(2) {
            return self.bound(open, evens, steady);
        }
        // An odd number of cells is left, so that answers do not come out even:
        // a threat on the other rows makes up for it.
        let mut turning = open.threats & !evens;
        let mut best = None;
        while turning != 0 {
            let threat = turning & turning.wrapping_neg();
            turning &= turning - 1;
            let column = self.column_of(threat);
            // A lower threat in the column ends the game before this one counts.
            if steady & column & (threat - 1) != 0 {
                continue;
            }
            if let Some(bound) = self.bound(open, evens ^ column, steady | threat) {
                best = Some(best.map_or(bound, |best: i32| best.min(bound)));
            }
        }
        best
    }

    /// The bound when the answers fall on `answers` and columns stop below `stops`.
    #[inline]
    fn bound(&self, open: &Open, answers: u64, stops: u64) -> Option<i32> {
        let position = &open.position;
        let lidded = stops | self.lids();
        // Borrowing fills each column below its lowest stop.
        let below = (lidded - self.bottom()) & !lidded & self.cells();
        let landings = self.landings(position.all);
        let empty = below & !position.all;
        let movers = position.mine | (empty & (!answers | landings));
        if self.has_line(movers) {
            return None;
        }
        if stops != 0 {
            // At the latest all cells are full but these; the mover plays under a stop and loses.
            let unreached = (self.cells() & !below).count_ones();
            let columns = ((lidded & !(lidded - self.bottom())) & self.cells()).count_ones();
            return Some(-(1 + (unreached + columns - 2) as i32 / 2));
        }
        let answered = position.theirs() | (empty & answers & !landings);
        let tops = self.line_tops(answered);
        if tops == 0 {
            return Some(0);
        }
        // The mover can put off the last cell of the line until only those above it are left.
        let row = (0..self.height()).find(|row| tops & (self.bottom() << row) != 0)?;
        Some(-(1 + (self.height() - 1 - row) as i32 / 2))
    }

    /// The highest cells of the lines within `cells`, upright ones left out: answers make none.
    #[inline]
    fn line_tops(&self, cells: u64) -> u64 {
        let [_, along, down, rise] = self.directions();
        self.starts(cells, along)
            | self.starts(cells, down)
            | self.starts(cells, rise) << ((self.connect() - 1) * rise)
    }
}
