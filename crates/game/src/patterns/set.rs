//! Which cells are looked at together: patterns, their images, and the weights that images share.

use std::collections::BTreeMap;

use super::CountTables;

/// The most cells of a pattern: its configurations are numbered within 16 bits, with signs.
pub const MOST_CELLS: usize = 10;

/// Cells looked at together, in every place where they share a table of weights.
///
/// A configuration is numbered by its cells as digits of balanced ternary: the
/// first cell counts 1, the next 3, then 9; a stone of the mover adds what its
/// cell counts, a stone of the opponent takes it off. So the same stones seen
/// by the other player have the negative number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    name: String,
    places: Vec<Vec<u16>>,
    /// For every configuration, lowest number first, the weight it has.
    weight_of: Vec<u32>,
    weights: usize,
}

impl Pattern {
    /// The images of some cells under the symmetries of a board, each given as where every cell goes.
    ///
    /// Images on the same cells are one place; configurations that such a symmetry
    /// makes of each other share their weight.
    ///
    /// # Panics
    /// If there are more than [`MOST_CELLS`] cells.
    #[must_use]
    pub fn of_images(name: &str, cells: &[u16], symmetries: &[Vec<u16>]) -> Self {
        let image = |to: &Vec<u16>| -> Vec<u16> {
            cells.iter().map(|&cell| to[usize::from(cell)]).collect()
        };
        let mut places: BTreeMap<Vec<u16>, Vec<u16>> = BTreeMap::new();
        let mut order = Vec::new();
        let mut turns = Vec::new();
        for image in symmetries.iter().map(image) {
            let mut set = image.clone();
            set.sort_unstable();
            let first = places.entry(set.clone()).or_insert_with(|| {
                order.push(set);
                image.clone()
            });
            let at = |cell: &u16| first.iter().position(|own| own == cell).unwrap_or(0);
            let turn: Vec<usize> = image.iter().map(at).collect();
            if !turns.contains(&turn) {
                turns.push(turn);
            }
        }
        let places = order.iter().map(|set| places[set].clone()).collect();
        Self::new(name, places, &turns)
    }

    /// A pattern in these places; `turns` say which orders of its cells are alike.
    ///
    /// # Panics
    /// If there are more than [`MOST_CELLS`] cells, or places of different sizes.
    #[must_use]
    pub fn new(name: &str, places: Vec<Vec<u16>>, turns: &[Vec<usize>]) -> Self {
        let size = places.first().map_or(0, Vec::len);
        assert!(
            size <= MOST_CELLS,
            "a pattern has at most {MOST_CELLS} cells"
        );
        assert!(
            places.iter().all(|own| own.len() == size),
            "all places have the same size"
        );
        let count = 3usize.pow(size as u32);
        let mut weight_of = vec![u32::MAX; count];
        let mut weights = 0;
        let mut digits = vec![0usize; size];
        for number in 0..count {
            if weight_of[number] != u32::MAX {
                continue;
            }
            let mut rest = number;
            for digit in &mut digits {
                *digit = rest % 3;
                rest /= 3;
            }
            weight_of[number] = weights;
            for alike in closure(&digits, turns) {
                weight_of[alike] = weights;
            }
            weights += 1;
        }
        Self {
            name: name.to_owned(),
            places,
            weight_of,
            weights: weights as usize,
        }
    }

    /// What the pattern is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where it lies: the cells of each place.
    pub fn places(&self) -> &[Vec<u16>] {
        &self.places
    }

    /// How many cells it has.
    pub fn size(&self) -> usize {
        self.places.first().map_or(0, Vec::len)
    }

    /// How many weights it has: one per configuration, those that are alike counted once.
    pub fn weights(&self) -> usize {
        self.weights
    }

    /// The weight of every configuration, the one with all cells the opponent's first.
    pub fn weight_of(&self) -> &[u32] {
        &self.weight_of
    }
}

/// The numbers of all configurations that turns make of one, each turn as often as one likes.
fn closure(digits: &[usize], turns: &[Vec<usize>]) -> Vec<usize> {
    let number = |digits: &[usize]| digits.iter().rev().fold(0, |sum, digit| 3 * sum + digit);
    let mut found = vec![(number(digits), digits.to_vec())];
    let mut next = 0;
    while next < found.len() {
        let digits = found[next].1.clone();
        for turn in turns {
            let turned: Vec<usize> = turn.iter().map(|&at| digits[at]).collect();
            let number = number(&turned);
            if found.iter().all(|own| own.0 != number) {
                found.push((number, turned));
            }
        }
        next += 1;
    }
    found.into_iter().map(|own| own.0).collect()
}

/// Patterns of one board and what is counted beside them, by a name that files carry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternSet {
    name: String,
    board: String,
    cells: usize,
    stones: (usize, usize),
    patterns: Vec<Pattern>,
    counts: CountTables,
}

impl PatternSet {
    /// Patterns on a board whose cells are bits below `cells`, with `stones` of them taken at the
    /// start and when it is full.
    #[must_use]
    pub fn new(
        name: &str,
        board: &str,
        cells: usize,
        stones: (usize, usize),
        patterns: Vec<Pattern>,
    ) -> Self {
        Self {
            name: name.to_owned(),
            board: board.to_owned(),
            cells,
            stones,
            patterns,
            counts: CountTables::default(),
        }
    }

    /// The same set with tables of what is counted, whose weights come behind those of the patterns.
    #[must_use]
    pub fn counting(mut self, counts: CountTables) -> Self {
        self.counts = counts;
        self
    }

    /// What the set is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board it is for, such as `othello:size=8`.
    pub fn board(&self) -> &str {
        &self.board
    }

    /// How many bits the board's cells take.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The phase of a state with so many stones, of `phases` equally long ones.
    #[inline]
    pub fn phase(&self, stones: usize, phases: usize) -> usize {
        let (first, last) = self.stones;
        let (gone, all) = (stones.clamp(first, last) - first, last - first + 1);
        gone * phases / all
    }

    /// Its patterns.
    pub fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// What is counted beside them.
    pub fn counts(&self) -> &CountTables {
        &self.counts
    }

    /// How many weights there are for one phase: those of the patterns, then those of what is counted.
    pub fn weights(&self) -> usize {
        self.pattern_weights() + self.counts.weights()
    }

    /// How many of them are weights of patterns.
    pub fn pattern_weights(&self) -> usize {
        self.patterns.iter().map(Pattern::weights).sum()
    }

    /// How many places all patterns have together.
    pub fn places(&self) -> usize {
        self.patterns.iter().map(|own| own.places.len()).sum()
    }

    /// How many weights are added up: one per place and one per table of what is counted.
    pub fn terms(&self) -> usize {
        self.places() + self.counts.tables().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the cells of a row of three go when it is mirrored.
    fn mirrored() -> [Vec<u16>; 2] {
        [vec![0, 1, 2], vec![2, 1, 0]]
    }

    #[test]
    fn a_row_and_its_mirror_image_share_weights() {
        let row = Pattern::of_images("row", &[0, 1, 2], &mirrored());
        assert_eq!(row.places(), [[0, 1, 2]]);
        // 27 configurations, 9 of them their own mirror image.
        assert_eq!(row.weights(), 18);
        let of = row.weight_of();
        assert_eq!(of[2], of[18]);
        assert_ne!(of[2], of[6]);
    }

    #[test]
    fn what_lies_elsewhere_is_another_place_of_the_same_table() {
        let pair = Pattern::of_images("pair", &[0, 1], &mirrored());
        assert_eq!(pair.places(), [[0, 1], [2, 1]]);
        assert_eq!(pair.weights(), 9);
    }
}
