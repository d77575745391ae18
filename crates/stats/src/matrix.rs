//! Small dense matrices: products, blocks, Cholesky's factor.
//!
//! For the few dozen parameters of a regression or a rating: a general library of linear
//! algebra takes longer to compile than all that uses it here. Eigenvectors stand beside.

use std::ops::{AddAssign, Index, IndexMut, Mul};

/// Numbers in rows and columns.
///
/// ```
/// use plyscope_stats::Matrix;
///
/// let own = Matrix::from_fn(2, 2, |row, column| if row == column { 2.0 } else { 1.0 });
/// let solved = own.cholesky().expect("it is positive definite").solve(&[3.0, 3.0]);
/// assert!(solved.iter().all(|x| (x - 1.0).abs() < 1e-15));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    /// Row after row.
    numbers: Vec<f64>,
}

impl Matrix {
    /// All numbers alike.
    #[must_use]
    pub fn filled(rows: usize, columns: usize, number: f64) -> Self {
        Self {
            rows,
            columns,
            numbers: vec![number; rows * columns],
        }
    }

    /// All numbers 0.
    #[must_use]
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self::filled(rows, columns, 0.0)
    }

    /// The number at every row and column by a function of them.
    pub fn from_fn(rows: usize, columns: usize, of: impl Fn(usize, usize) -> f64) -> Self {
        let row = |row| (0..columns).map(move |column| (row, column));
        let places = (0..rows).flat_map(row);
        Self {
            rows,
            columns,
            numbers: places.map(|(row, column)| of(row, column)).collect(),
        }
    }

    /// A number in the first place and a matrix behind it, nothing beside either.
    #[must_use]
    pub fn bordered(first: f64, rest: &Self) -> Self {
        Self::from_fn(rest.rows + 1, rest.columns + 1, |row, column| {
            match (row, column) {
                (0, 0) => first,
                (0, _) | (_, 0) => 0.0,
                _ => rest[(row - 1, column - 1)],
            }
        })
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The numbers of a row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.numbers[row * self.columns..(row + 1) * self.columns]
    }

    /// The numbers of a row, to change them.
    pub fn row_mut(&mut self, row: usize) -> &mut [f64] {
        &mut self.numbers[row * self.columns..(row + 1) * self.columns]
    }

    /// The numbers with the same row and column.
    pub fn diagonal(&self) -> Vec<f64> {
        let length = self.rows.min(self.columns);
        (0..length).map(|at| self[(at, at)]).collect()
    }

    /// Rows become columns.
    #[must_use]
    pub fn transpose(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |row, column| self[(column, row)])
    }

    /// Some rows and columns, in the order of their numbers given.
    #[must_use]
    pub fn select(&self, rows: &[usize], columns: &[usize]) -> Self {
        Self::from_fn(rows.len(), columns.len(), |row, column| {
            self[(rows[row], columns[column])]
        })
    }

    /// The product with a column of numbers.
    pub fn times(&self, column: &[f64]) -> Vec<f64> {
        (0..self.rows)
            .map(|row| dot(self.row(row), column))
            .collect()
    }

    /// The product of the transpose with a column of numbers.
    pub fn transposed_times(&self, column: &[f64]) -> Vec<f64> {
        let mut sums = vec![0.0; self.columns];
        for (row, factor) in column.iter().enumerate() {
            for (sum, own) in sums.iter_mut().zip(self.row(row)) {
                *sum += factor * own;
            }
        }
        sums
    }

    /// Every number times a factor.
    #[must_use]
    pub fn scaled(mut self, factor: f64) -> Self {
        for own in &mut self.numbers {
            *own *= factor;
        }
        self
    }

    /// Adds the products of all pairs of a list's numbers.
    pub fn add_products(&mut self, list: &[f64]) {
        for (row, factor) in list.iter().enumerate() {
            for (own, other) in self.row_mut(row).iter_mut().zip(list) {
                *own += factor * other;
            }
        }
    }

    /// The lower factor of a symmetric matrix, unless it is not positive definite.
    pub fn cholesky(&self) -> Option<Cholesky> {
        let size = self.rows;
        let mut factor = Self::zeros(size, size);
        for row in 0..size {
            for column in 0..=row {
                let before = dot(&factor.row(row)[..column], &factor.row(column)[..column]);
                let left = self[(row, column)] - before;
                if row == column {
                    if left.is_nan() || left <= 0.0 {
                        return None;
                    }
                    factor[(row, row)] = left.sqrt();
                } else {
                    factor[(row, column)] = left / factor[(column, column)];
                }
            }
        }
        Some(Cholesky { factor })
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.numbers[row * self.columns + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.numbers[row * self.columns + column]
    }
}

impl Mul for &Matrix {
    type Output = Matrix;

    fn mul(self, other: &Matrix) -> Matrix {
        let mut product = Matrix::zeros(self.rows, other.columns);
        for row in 0..self.rows {
            for (inner, factor) in self.row(row).iter().enumerate() {
                for (sum, own) in product.row_mut(row).iter_mut().zip(other.row(inner)) {
                    *sum += factor * own;
                }
            }
        }
        product
    }
}

impl AddAssign<&Matrix> for Matrix {
    fn add_assign(&mut self, other: &Matrix) {
        for (own, other) in self.numbers.iter_mut().zip(&other.numbers) {
            *own += other;
        }
    }
}

/// The sum of the products of two lists' numbers.
pub fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// A symmetric matrix as the product of a triangle and its transpose: it can be solved for.
pub struct Cholesky {
    /// Nothing stands above its diagonal.
    factor: Matrix,
}

impl Cholesky {
    /// The column whose product with the matrix is this one.
    pub fn solve(&self, column: &[f64]) -> Vec<f64> {
        let (factor, size) = (&self.factor, column.len());
        let mut solved = column.to_vec();
        for row in 0..size {
            let before = dot(&factor.row(row)[..row], &solved[..row]);
            solved[row] = (solved[row] - before) / factor[(row, row)];
        }
        for row in (0..size).rev() {
            let after: f64 = (row + 1..size)
                .map(|at| factor[(at, row)] * solved[at])
                .sum();
            solved[row] = (solved[row] - after) / factor[(row, row)];
        }
        solved
    }

    /// The inverse of the matrix.
    pub fn inverse(&self) -> Matrix {
        let size = self.factor.rows();
        let mut inverse = Matrix::zeros(size, size);
        for at in 0..size {
            let mut unit = vec![0.0; size];
            unit[at] = 1.0;
            // The inverse is symmetric, so a column will do for a row.
            inverse.row_mut(at).copy_from_slice(&self.solve(&unit));
        }
        inverse
    }

    /// The smallest number on the factor's diagonal: near 0 where the matrix can hardly be solved for.
    pub fn smallest_pivot(&self) -> f64 {
        let pivots = self.factor.diagonal();
        pivots.into_iter().fold(f64::INFINITY, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Chance;

    fn is_near(one: &Matrix, other: &Matrix) -> bool {
        let numbers = one.numbers.iter().zip(&other.numbers);
        numbers.into_iter().all(|(a, b)| (a - b).abs() < 1e-11)
    }

    pub(crate) fn random(rows: usize, columns: usize, chance: &mut Chance) -> Matrix {
        let mut own = Matrix::zeros(rows, columns);
        for number in &mut own.numbers {
            *number = f64::from(chance.below(2001)) / 1000.0 - 1.0;
        }
        own
    }

    #[test]
    fn what_is_solved_for_is_what_was_multiplied() {
        let mut chance = Chance::new(4);
        for size in 1..12 {
            let half = random(size, size, &mut chance);
            let mut own = &half * &half.transpose();
            own += &Matrix::from_fn(size, size, |row, column| f64::from(u8::from(row == column)));
            let solved = own.cholesky().expect("it is positive definite");
            let column: Vec<f64> = (0..size).map(|at| at as f64 - 2.0).collect();
            for (found, known) in solved.solve(&own.times(&column)).iter().zip(&column) {
                assert!((found - known).abs() < 1e-11);
            }
            let unit =
                Matrix::from_fn(size, size, |row, column| f64::from(u8::from(row == column)));
            assert!(is_near(&(&own * &solved.inverse()), &unit));
            let products = own.transpose().times(&column);
            assert_eq!(own.transposed_times(&column), products);
        }
    }

    #[test]
    fn a_matrix_that_is_not_positive_definite_has_no_factor() {
        assert!(Matrix::filled(2, 2, 1.0).cholesky().is_none());
        assert!(Matrix::filled(1, 1, -1.0).cholesky().is_none());
        assert!(Matrix::filled(1, 1, f64::NAN).cholesky().is_none());
    }

    #[test]
    fn blocks_and_products_of_lists_are_put_in_their_places() {
        let mut own = Matrix::zeros(2, 2);
        own.add_products(&[2.0, 3.0]);
        assert_eq!(own.row(1), [6.0, 9.0]);
        let bordered = Matrix::bordered(5.0, &own);
        assert_eq!(
            (bordered.row(0), bordered.row(2)),
            (&[5.0, 0.0, 0.0][..], &[0.0, 6.0, 9.0][..])
        );
        assert_eq!(bordered.select(&[2, 0], &[2]).diagonal(), [9.0]);
    }
}
