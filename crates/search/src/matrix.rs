//! Games of one round: mixed strategies in equilibrium, by linear programming.

/// Mixed strategies of both players: how often each row and each column is played.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mixed {
    pub(crate) rows: Vec<f64>,
    pub(crate) columns: Vec<f64>,
}

/// What is too small to divide by.
const TINY: f64 = 1e-12;

/// Solves the game in which the first player chooses a row, the second a column, and the first
/// gets from the second what stands there.
///
/// Dantzig's simplex method on "maximise Σy where A·y ≤ 1", with Bland's rule,
/// so that it always ends. What the strategies guarantee is for the caller to
/// work out: it holds whether or not rounding put them a little off.
pub(crate) fn solve(matrix: &[Vec<f64>]) -> Mixed {
    let (height, width) = (matrix.len(), matrix[0].len());
    let least = matrix.iter().flatten().copied().fold(f64::MAX, f64::min);
    // All entries above 0: the value is then above 0, too.
    let shift = 1.0 - least;
    let mut table = Tableau::new(matrix, shift);
    while let Some(column) = (0..height + width).find(|&at| table.costs[at] < -TINY) {
        let Some(row) = table.leaving(column) else {
            break;
        };
        table.pivot(row, column);
    }
    let mut columns = vec![0.0; width];
    for (row, &basic) in table.basis.iter().enumerate() {
        if basic < width {
            columns[basic] = table.cells[row][height + width].max(0.0);
        }
    }
    let rows = (0..height).map(|row| table.costs[width + row].max(0.0));
    let rows: Vec<f64> = rows.collect();
    Mixed {
        rows: shares(&rows),
        columns: shares(&columns),
    }
}

fn shares(amounts: &[f64]) -> Vec<f64> {
    let all: f64 = amounts.iter().sum();
    let even = 1.0 / amounts.len() as f64;
    let share = |own: &f64| if all > 0.0 { own / all } else { even };
    amounts.iter().map(share).collect()
}

/// Columns, a slack per row, and the right side.
struct Tableau {
    cells: Vec<Vec<f64>>,
    costs: Vec<f64>,
    basis: Vec<usize>,
}

impl Tableau {
    fn new(matrix: &[Vec<f64>], shift: f64) -> Self {
        let (height, width) = (matrix.len(), matrix[0].len());
        let row = |(at, row): (usize, &Vec<f64>)| {
            let mut cells: Vec<f64> = row.iter().map(|own| own + shift).collect();
            cells.resize(width + height, 0.0);
            cells[width + at] = 1.0;
            cells.push(1.0);
            cells
        };
        let mut costs = vec![-1.0; width];
        costs.resize(width + height + 1, 0.0);
        Self {
            cells: matrix.iter().enumerate().map(row).collect(),
            costs,
            basis: (width..width + height).collect(),
        }
    }

    /// The row with the least ratio; among equals the one of the least variable.
    fn leaving(&self, column: usize) -> Option<usize> {
        let last = self.costs.len() - 1;
        let rows = 0..self.cells.len();
        let ratio = |row: usize| self.cells[row][last] / self.cells[row][column];
        let able = rows.filter(|&row| self.cells[row][column] > TINY);
        able.min_by(|&one, &other| {
            let by_ratio = ratio(one).total_cmp(&ratio(other));
            by_ratio.then(self.basis[one].cmp(&self.basis[other]))
        })
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let by = self.cells[row][column];
        for cell in &mut self.cells[row] {
            *cell /= by;
        }
        let pivot = self.cells[row].clone();
        let others = self.cells.iter_mut().enumerate();
        let others = others.filter(|(at, _)| *at != row).map(|(_, cells)| cells);
        for cells in others.chain([&mut self.costs]) {
            let times = cells[column];
            for (cell, pivot) in cells.iter_mut().zip(&pivot) {
                *cell -= times * pivot;
            }
        }
        self.basis[row] = column;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Chance;

    /// What the first player is sure of, and what the second can hold him to.
    fn guarantees(matrix: &[Vec<f64>], mixed: &Mixed) -> (f64, f64) {
        let against = |column: usize| -> f64 {
            let rows = matrix.iter().zip(&mixed.rows);
            rows.map(|(row, share)| share * row[column]).sum()
        };
        let by_row = |row: &Vec<f64>| -> f64 {
            let cells = row.iter().zip(&mixed.columns);
            cells.map(|(cell, share)| share * cell).sum()
        };
        let low = (0..matrix[0].len()).map(against).fold(f64::MAX, f64::min);
        let high = matrix.iter().map(by_row).fold(f64::MIN, f64::max);
        (low, high)
    }

    #[test]
    fn what_one_is_sure_of_is_what_the_other_can_hold_him_to() {
        let mut chance = Chance::new(3);
        for _ in 0..2_000 {
            let (height, width) = (1 + chance.below(8), 1 + chance.below(8));
            let levels = 2 + chance.below(12);
            let mut row = |_| {
                let cell = |_| f64::from(chance.below(levels)) - 4.0;
                (0..width).map(cell).collect()
            };
            let matrix: Vec<Vec<f64>> = (0..height).map(&mut row).collect();
            let (low, high) = guarantees(&matrix, &solve(&matrix));
            assert!((high - low).abs() < 1e-9, "{low} {high} {matrix:?}");
        }
    }

    #[test]
    fn known_games_have_their_known_strategies() {
        let mixed = solve(&[vec![5.0, -2.0], vec![-3.0, 2.0]]);
        assert!((mixed.rows[0] - 5.0 / 12.0).abs() < 1e-12);
        assert!((mixed.columns[0] - 4.0 / 12.0).abs() < 1e-12);
    }
}
