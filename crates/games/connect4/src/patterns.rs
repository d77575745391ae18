//! The patterns of Connect Four.

use plyscope_game::patterns::{Pattern, PatternSet, StoneGame};

use crate::{ConnectFour, Fixed, Shape};

/// The sets there are, the usual one first.
const SETS: &[(&str, &str)] = &[
    (
        "lines",
        "every line that wins, with the cells below it, and the columns",
    ),
    ("straight", "every line that wins"),
];

/// The set of that name on a board of this shape.
fn set<S: Shape>(shape: &S, name: &str) -> Option<PatternSet> {
    let patterns = match name {
        "lines" => lines(shape, true),
        "straight" => lines(shape, false),
        _ => return None,
    };
    let (width, height) = (shape.width(), shape.height());
    let (bits, cells) = ((width * shape.stride()) as usize, (width * height) as usize);
    Some(PatternSet::new(
        name,
        &board(shape),
        bits,
        (0, cells),
        patterns,
    ))
}

/// What files call the board.
fn board<S: Shape>(shape: &S) -> String {
    let (width, height, connect) = (shape.width(), shape.height(), shape.connect());
    format!("connect4:width={width},height={height},connect={connect}")
}

/// Lines by where they begin and where they go; with `grounded`, what lies under their cells.
fn lines<S: Shape>(shape: &S, grounded: bool) -> Vec<Pattern> {
    let [width, height, connect] =
        [shape.width(), shape.height(), shape.connect()].map(|own| own as i32);
    let cell = |column: i32, row: i32| (column * shape.stride() as i32 + row) as u16;
    let bits = (width * shape.stride() as i32) as u16;
    let stride = shape.stride() as u16;
    let mirror = (0..bits)
        .map(|bit| (width as u16 - 1 - bit / stride) * stride + bit % stride)
        .collect();
    let symmetries = [(0..bits).collect(), mirror];
    let mut patterns = vec![Pattern::of_images("constant", &[], &symmetries)];
    for (way, right, up) in [("row", 1, 0), ("rising", 1, 1), ("column", 0, 1)] {
        for (column, row) in (0..height).flat_map(|row| (0..width).map(move |column| (column, row)))
        {
            let on_board = |at: i32| column + right * at < width && row + up * at < height;
            // Falling lines are mirror images of rising ones; of two that are images the left one counts.
            let mirrored = width - connect - column;
            let is_image = match way {
                "row" => mirrored < column,
                "column" => width - 1 - column < column,
                _ => false,
            };
            if is_image || !on_board(connect - 1) || way == "column" && grounded && row > 0 {
                continue;
            }
            let length = if way == "column" && grounded {
                height
            } else {
                connect
            };
            let on = (0..length).map(|at| (column + right * at, row + up * at));
            let below = on.clone().map(|(column, row)| (column, row - 1));
            let below = below.filter(|own| grounded && way != "column" && own.1 >= 0);
            let cells: Vec<u16> = on
                .chain(below)
                .map(|(column, row)| cell(column, row))
                .collect();
            let name = format!("{way}-{}{}", char::from(b'a' + column as u8), row + 1);
            patterns.push(Pattern::of_images(&name, &cells, &symmetries));
        }
    }
    patterns
}

impl<const W: u8, const H: u8, const K: u8> StoneGame for ConnectFour<Fixed<u64, W, H, K>> {
    type Cells = [u64; 1];

    #[inline]
    fn stones(&self, state: &Self::State) -> ([u64; 1], [u64; 1]) {
        ([state.moving()], [state.waiting()])
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        set(&self.shape(), name)
    }

    fn board(&self) -> String {
        board(&self.shape())
    }
}

#[cfg(test)]
mod tests {
    use crate::Standard;

    use super::*;

    #[test]
    fn there_are_69_lines() {
        let shape = Standard::default().shape();
        let set = set(&shape, "straight").unwrap();
        assert_eq!(set.places(), 1 + 69);
        assert_eq!(set.patterns().len(), 1 + 12 + 12 + 12);
    }

    #[test]
    fn grounded_lines_have_eight_cells_above_the_lowest_row() {
        let shape = Standard::default().shape();
        let set = set(&shape, "lines").unwrap();
        assert_eq!(set.places(), 1 + 24 + 24 + 7);
        let sizes: Vec<usize> = set.patterns().iter().map(Pattern::size).collect();
        assert!(
            sizes.iter().all(|own| [0, 4, 6, 7, 8].contains(own)),
            "{sizes:?}"
        );
    }
}
