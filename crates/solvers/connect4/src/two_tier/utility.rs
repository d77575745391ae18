//! The utility table: what it is worth to end the game in so many moves, in so many ways.
//!
//! The paper prints ±∞ · n / (columns + 1)^((depth + 1) / 2), with ∞ "a large
//! number not in excess of the limit of integer". Here the division in the
//! exponent is that of whole numbers, and ∞ is the largest multiple of the
//! deepest row's divisor, so that every entry is a whole number on every board.

/// Rows are depths, columns are numbers of terminal states from the same path.
///
/// The entries of one kind read as digits in base columns + 1: as n is at most
/// the number of columns, one win outweighs all the wins of later rows
/// together, and so for losses. A real exponent would shrink all losses by
/// √(columns + 1) and change nothing else: wins are only ever compared with
/// wins, losses with losses, and both with 0.
///
/// ```
/// use plyscope_solver_connect4::two_tier::Utility;
///
/// let table = Utility::new(8, 6);
/// // Two ways to win in 5 moves: fifth row, third column.
/// assert_eq!(table.of(5, 2), 2 * (table.infinity() / 9i64.pow(3)));
/// assert_eq!(table.of(4, 1), -table.infinity() / 9i64.pow(2));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Utility {
    columns: u32,
    depth: u32,
    infinity: i64,
    /// What one way is worth, by row; 0 beyond the cut-off, where nothing is seen.
    units: [i64; Self::MAX_DEPTH as usize + 1 + BEYOND],
    /// Row after row, each with `columns + 1` entries; row 0 is not there.
    entries: Vec<i64>,
}

/// Searches ask about so many rows beyond the cut-off.
const BEYOND: usize = 4;

/// What became of the game: how it ends within the horizon under best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The agent wins.
    Win {
        /// Moves until then.
        row: u32,
        /// Different last moves that do it.
        ways: u32,
    },
    /// The opponent wins.
    Loss {
        /// Moves until then.
        row: u32,
        /// Different last moves that do it.
        ways: u32,
    },
    /// A draw, or not over yet.
    Open,
}

impl Utility {
    /// The deepest cut-off: 64-bit integers hold that many rows, and the greedy score below them, on every board.
    pub const MAX_DEPTH: u32 = 32;

    /// The table for a board of `columns` columns, at most 10, and a cut-off of `depth` moves.
    ///
    /// # Panics
    /// If the depth is 0 or above [`Self::MAX_DEPTH`], or the board too wide.
    #[must_use]
    pub fn new(columns: u32, depth: u32) -> Self {
        assert!((1..=Self::MAX_DEPTH).contains(&depth) && columns <= 10);
        let base = i64::from(columns) + 1;
        let divisor = |row: u32| base.pow(row.div_ceil(2));
        let infinity = i64::MAX / divisor(depth) * divisor(depth);
        let mut units = [0; Self::MAX_DEPTH as usize + 1 + BEYOND];
        for row in 1..=depth {
            units[row as usize] = infinity / divisor(row);
        }
        let sign = |row: u32| if row % 2 == 1 { 1 } else { -1 };
        let entry = |row: u32, ways: i64| sign(row) * ways * units[row as usize];
        let entries = (1..=depth)
            .flat_map(|row| (0..base).map(move |ways| entry(row, ways)))
            .collect();
        Self {
            columns,
            depth,
            infinity,
            units,
            entries,
        }
    }

    /// Rows: moves to the cut-off.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// The most ways there can be.
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// The large number of the formula.
    pub fn infinity(&self) -> i64 {
        self.infinity
    }

    /// The entry for `ways` terminal states in `row` moves, seen by who moves at the root.
    ///
    /// # Panics
    /// If the table has no such entry.
    pub fn of(&self, row: u32, ways: u32) -> i64 {
        assert!((1..=self.depth).contains(&row) && ways <= self.columns);
        self.entries[((row - 1) * (self.columns + 1) + ways) as usize]
    }

    /// What one way in `row` moves is worth to the player who has it; 0 just beyond the cut-off.
    #[inline]
    pub(super) fn unit(&self, row: u32) -> i64 {
        self.units[row as usize]
    }

    /// The smallest difference between two different entries.
    pub fn step(&self) -> i64 {
        self.units[self.depth as usize]
    }

    /// The end that an entry stands for.
    #[must_use]
    pub fn end(&self, utility: i64) -> Ending {
        let size = utility.abs();
        let wins = utility > 0;
        let mut rows = (1..=self.depth).filter(|row| (row % 2 == 1) == wins);
        let row = rows.find(|&row| size >= self.unit(row));
        match row {
            None => Ending::Open,
            Some(row) => {
                let ways = (size / self.unit(row)) as u32;
                if wins {
                    Ending::Win { row, ways }
                } else {
                    Ending::Loss { row, ways }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTHS: std::ops::RangeInclusive<u32> = 4..=10;

    fn tables() -> impl Iterator<Item = Utility> {
        let depths = 1..=Utility::MAX_DEPTH;
        WIDTHS.flat_map(move |columns| {
            depths
                .clone()
                .map(move |depth| Utility::new(columns, depth))
        })
    }

    #[test]
    fn each_end_outweighs_all_later_ends_of_its_kind_together() {
        for table in tables() {
            let most = table.columns();
            for row in 1..=table.depth() {
                let later = (row + 2..=table.depth()).step_by(2);
                let together: i128 = later.map(|row| i128::from(table.of(row, most))).sum();
                let one = i128::from(table.of(row, 1));
                assert!(one.abs() > together.abs(), "{table:?} row {row}");
                assert_eq!(one > 0, row % 2 == 1, "odd rows win, even rows lose");
            }
        }
    }

    #[test]
    fn every_entry_is_the_printed_formula_without_a_remainder() {
        for table in tables() {
            let base = i128::from(table.columns()) + 1;
            for row in 1..=table.depth() {
                for ways in 0..=table.columns() {
                    let size = i128::from(table.of(row, ways).abs());
                    let divisor = base.pow(row.div_ceil(2));
                    let whole = i128::from(table.infinity()) * i128::from(ways);
                    assert_eq!(size * divisor, whole, "{table:?} row {row}, {ways} ways");
                }
            }
        }
    }

    #[test]
    fn no_two_entries_are_nearer_than_the_step() {
        for table in tables() {
            let mut entries = table.entries.clone();
            entries.sort_unstable();
            entries.dedup();
            let nearest = entries.windows(2).map(|pair| pair[1] - pair[0]).min();
            assert_eq!(nearest, Some(table.step()), "{table:?}");
        }
    }

    #[test]
    fn an_entry_tells_its_row_and_its_ways() {
        for table in tables() {
            assert_eq!(table.end(0), Ending::Open);
            for row in 1..=table.depth() {
                for ways in 1..=table.columns() {
                    let end = match row % 2 {
                        1 => Ending::Win { row, ways },
                        _ => Ending::Loss { row, ways },
                    };
                    assert_eq!(table.end(table.of(row, ways)), end);
                }
            }
        }
    }
}
