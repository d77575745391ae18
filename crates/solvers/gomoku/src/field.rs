//! Stones as a threat search sees them: how many of each player lie on every five cells in line.

use plyscope_game::{Player, mix};
use plyscope_gomoku::{FiveRule, Gomoku, Place, State};

/// From one cell of a line to the next, in columns and rows.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A cell, numbered row by row; one more than there are stands for all that is beside the board.
pub(super) type Cell = u16;

/// Five cells in line.
struct Stretch {
    cells: [Cell; 5],
    /// What lies before and behind them.
    beyond: [Cell; 2],
}

/// Cells on which a player would complete a five.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fives {
    None,
    One(Cell),
    /// Two of them, or more: no answer takes them all.
    Many(Cell, Cell),
}

/// A board on which stones are put and taken back.
pub(super) struct Field {
    size: usize,
    is_exact: bool,
    stretches: Vec<Stretch>,
    /// For each cell, the stretches it is part of.
    through: Vec<Vec<u16>>,
    /// 0 is empty, else one more than the player; the cell beside the board is empty.
    stones: Vec<u8>,
    /// Stones on each stretch: the first player's in the low half, the second's in the high half.
    counts: Vec<u8>,
    /// A number for the stones that are there.
    pub(super) key: u64,
}

impl Field {
    pub(super) fn new(game: &Gomoku, state: &State) -> Self {
        let size = game.size();
        let mut field = Self {
            size,
            is_exact: game.rule() == FiveRule::Exact,
            stretches: stretches(size),
            through: vec![Vec::new(); size * size],
            stones: vec![0; size * size + 1],
            counts: Vec::new(),
            key: 0,
        };
        field.counts = vec![0; field.stretches.len()];
        for (number, stretch) in field.stretches.iter().enumerate() {
            for &cell in &stretch.cells {
                field.through[usize::from(cell)].push(number as u16);
            }
        }
        for player in [Player::FIRST, Player::SECOND] {
            for place in state.stones_of(player) {
                let cell = field.cell(place);
                field.put(player, cell);
            }
        }
        field
    }

    pub(super) fn cell(&self, place: Place) -> Cell {
        (place.row() * self.size + place.column()) as Cell
    }

    pub(super) fn place(&self, cell: Cell) -> Place {
        let cell = usize::from(cell);
        Place::new(cell % self.size, cell / self.size)
    }

    pub(super) fn is_empty(&self, cell: Cell) -> bool {
        self.stones[usize::from(cell)] == 0
    }

    /// The cells without a stone.
    pub(super) fn empty(&self) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.stones[..self.size * self.size].iter().enumerate();
        cells
            .filter(|(_, stone)| **stone == 0)
            .map(|(cell, _)| cell as Cell)
    }

    pub(super) fn put(&mut self, player: Player, cell: Cell) {
        debug_assert!(self.is_empty(cell));
        self.stones[usize::from(cell)] = player.0 + 1;
        for &number in &self.through[usize::from(cell)] {
            self.counts[usize::from(number)] += one(player);
        }
        self.key ^= number(player, cell);
    }

    pub(super) fn take(&mut self, player: Player, cell: Cell) {
        debug_assert_eq!(self.stones[usize::from(cell)], player.0 + 1);
        self.stones[usize::from(cell)] = 0;
        for &number in &self.through[usize::from(cell)] {
            self.counts[usize::from(number)] -= one(player);
        }
        self.key ^= number(player, cell);
    }

    /// Where `player` would complete a five.
    pub(super) fn fives(&self, player: Player) -> Fives {
        let mut found = Fives::None;
        for number in self.with(player, 4) {
            let stretch = &self.stretches[number];
            if self.is_exact && self.is_overlong(player, stretch) {
                continue;
            }
            let cell = self.gaps(number).next();
            let cell = cell.expect("four stones leave a gap");
            found = match found {
                Fives::None => Fives::One(cell),
                Fives::One(other) if other != cell => return Fives::Many(other, cell),
                found => found,
            };
        }
        found
    }

    /// The cells that are free on stretches with so many stones of `player` and none of the other, each once.
    pub(super) fn builds(&self, player: Player, stones: u8) -> Vec<Cell> {
        let mut cells = Vec::new();
        for number in self.with(player, stones) {
            cells.extend(self.gaps(number));
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Whether a six would come of it: then five cells do not win by the exact rule.
    fn is_overlong(&self, player: Player, stretch: &Stretch) -> bool {
        let own = player.0 + 1;
        let beyond = stretch.beyond.iter();
        beyond
            .into_iter()
            .any(|&cell| self.stones[usize::from(cell)] == own)
    }

    /// The stretches with so many stones of `player` and none of the other.
    fn with(&self, player: Player, stones: u8) -> impl Iterator<Item = usize> + '_ {
        let wanted = stones * one(player);
        let all = self.counts.iter().enumerate();
        all.filter(move |(_, count)| **count == wanted)
            .map(|(number, _)| number)
    }

    /// The cells of a stretch without a stone.
    fn gaps(&self, number: usize) -> impl Iterator<Item = Cell> + '_ {
        let cells = self.stretches[number].cells.iter().copied();
        cells.filter(|&cell| self.is_empty(cell))
    }
}

/// One stone of a player in a count.
fn one(player: Player) -> u8 {
    1 << (4 * player.0)
}

fn number(player: Player, cell: Cell) -> u64 {
    mix(2 * u64::from(cell) + u64::from(player.0) + 1)
}

/// Every five cells in line of a board.
fn stretches(size: usize) -> Vec<Stretch> {
    let cell = |column: isize, row: isize| -> Option<Cell> {
        let inside = 0..size as isize;
        let is_inside = inside.contains(&column) && inside.contains(&row);
        is_inside.then_some((row * size as isize + column) as Cell)
    };
    let beside = (size * size) as Cell;
    let mut all = Vec::new();
    for (right, down) in STEPS {
        for start in 0..(size * size) as isize {
            let (column, row) = (start % size as isize, start / size as isize);
            let at = |step: isize| cell(column + right * step, row + down * step);
            let [Some(a), Some(b), Some(c), Some(d), Some(e)] = [at(0), at(1), at(2), at(3), at(4)]
            else {
                continue;
            };
            all.push(Stretch {
                cells: [a, b, c, d, e],
                beyond: [at(-1).unwrap_or(beside), at(5).unwrap_or(beside)],
            });
        }
    }
    all
}
