//! The patterns of gomoku: stretches of lines, which mean the same wherever they lie.

use plyscope_game::Game;
use plyscope_game::patterns::{Pattern, PatternSet, StoneGame};

use crate::Gomoku;

/// Words for the cells of the largest board.
const WORDS: usize = 7;

/// The sets there are, the usual one first.
const SETS: &[(&str, &str)] = &[
    (
        "lines7",
        "every seven neighbours in a line, and five at the edge",
    ),
    ("lines5", "every five neighbours in a line"),
];

/// The cells of the stones in some rows, row after row.
#[inline]
fn cells(rows: &[u32], size: usize) -> [u64; WORDS] {
    let mut cells = [0; WORDS];
    for (row, &stones) in rows.iter().enumerate().take(size) {
        let (word, shift) = (row * size / 64, row * size % 64);
        cells[word] |= u64::from(stones) << shift;
        if shift + size > 64 {
            cells[word + 1] |= u64::from(stones) >> (64 - shift);
        }
    }
    cells
}

/// The set of that name on a board of `size` by `size`.
fn set(size: usize, name: &str) -> Option<PatternSet> {
    let mut patterns = vec![Pattern::new("constant", vec![Vec::new()], &[])];
    match name {
        "lines7" if size >= 7 => {
            patterns.push(stretches("straight-7", size, 7, [(1, 0), (0, 1)], |_| true));
            patterns.push(stretches("slanting-7", size, 7, [(1, 1), (-1, 1)], |_| {
                true
            }));
            patterns.push(stretches("edge-5", size, 5, [(1, 0), (0, 1)], |at_edge| {
                at_edge
            }));
            patterns.push(stretches(
                "slanting-edge-5",
                size,
                5,
                [(1, 1), (-1, 1)],
                |at_edge| at_edge,
            ));
        }
        "lines5" | "lines7" => {
            patterns.push(stretches("straight-5", size, 5, [(1, 0), (0, 1)], |_| true));
            patterns.push(stretches("slanting-5", size, 5, [(1, 1), (-1, 1)], |_| {
                true
            }));
        }
        _ => return None,
    }
    Some(PatternSet::new(
        name,
        &board(size),
        size * size,
        (0, size * size),
        patterns,
    ))
}

/// What files call the board; both rules see the same lines.
fn board(size: usize) -> String {
    format!("gomoku:size={size}")
}

/// All stretches of `length` cells that go one of two ways and are wanted, being at the edge or not.
fn stretches(
    name: &str,
    size: usize,
    length: usize,
    ways: [(isize, isize); 2],
    wanted: fn(bool) -> bool,
) -> Pattern {
    let side = size as isize;
    let on_board =
        |(column, row): (isize, isize)| (0..side).contains(&column) && (0..side).contains(&row);
    let mut places = Vec::new();
    for (right, down) in ways {
        for (column, row) in (0..side).flat_map(|row| (0..side).map(move |column| (column, row))) {
            let at = |steps: isize| (column + right * steps, row + down * steps);
            let last = length as isize - 1;
            let at_edge = !on_board(at(-1)) || !on_board(at(last + 1));
            if on_board(at(0)) && on_board(at(last)) && wanted(at_edge) {
                let cell = |steps: isize| (at(steps).1 * side + at(steps).0) as u16;
                places.push((0..=last).map(cell).collect());
            }
        }
    }
    let backwards = (0..length).rev().collect();
    Pattern::new(name, places, &[backwards])
}

impl StoneGame for Gomoku {
    type Cells = [u64; WORDS];

    #[inline]
    fn stones(&self, state: &Self::State) -> (Self::Cells, Self::Cells) {
        let mover = self.mover(state);
        let cells = |player| cells(&state.rows_of(player), self.size());
        (cells(mover), cells(mover.opponent()))
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        set(self.size(), name)
    }

    fn board(&self) -> String {
        board(self.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_fives_of_the_board_are_places() {
        let set = set(15, "lines5").unwrap();
        assert_eq!(set.places(), 1 + 2 * 15 * 11 + 2 * 11 * 11);
        assert_eq!(set.weights(), 1 + 2 * (243 + 27) / 2);
    }

    #[test]
    fn rows_lie_one_after_the_other() {
        let mut rows = [0; 20];
        (rows[0], rows[4], rows[14]) = (1, 1 << 14 | 1, 1 << 14);
        let cells = cells(&rows, 15);
        let bits: u32 = cells.iter().map(|word| word.count_ones()).sum();
        assert_eq!(bits, 4);
        for cell in [0, 60, 74, 224] {
            assert_eq!(cells[cell / 64] >> (cell % 64) & 1, 1, "{cell}");
        }
    }
}
