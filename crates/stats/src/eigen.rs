//! Eigenvalues and eigenvectors of symmetric matrices by Jacobi's rotations, and orthonormal columns.

use crate::Matrix;

/// Rounds of rotations; ten do for any matrix of this size.
const MOST_ROUNDS: usize = 60;

impl Matrix {
    /// The eigenvalues of a symmetric matrix, and its eigenvectors as columns in the same order.
    ///
    /// Rotations are slower than other ways and as exact as any: small eigenvalues keep their digits.
    pub fn symmetric_eigen(mut self) -> (Vec<f64>, Self) {
        let size = self.rows();
        // Vectors lie in rows while rotations mix them.
        let mut vectors =
            Self::from_fn(size, size, |row, column| f64::from(u8::from(row == column)));
        for _ in 0..MOST_ROUNDS {
            let mut is_done = true;
            for low in 0..size {
                for high in low + 1..size {
                    let beside = self[(low, high)];
                    let scale = f64::sqrt((self[(low, low)] * self[(high, high)]).abs());
                    if beside.abs() <= f64::EPSILON * 1e-3 * scale || beside == 0.0 {
                        continue;
                    }
                    is_done = false;
                    rotate(&mut self, &mut vectors, low, high);
                }
            }
            if is_done {
                break;
            }
        }
        (self.diagonal(), vectors.transpose())
    }

    /// Orthonormal columns that span the same space; there are no more columns than rows, and none
    /// is a sum of others.
    #[must_use]
    pub fn orthonormal(&self) -> Self {
        let mut columns = self.transpose();
        for at in 0..columns.rows() {
            let mut own = columns.row(at).to_vec();
            // Once leaves what rounding left; twice is enough.
            for _ in 0..2 {
                for before in 0..at {
                    let share = crate::dot(&own, columns.row(before));
                    for (own, other) in own.iter_mut().zip(columns.row(before)) {
                        *own -= share * other;
                    }
                }
            }
            let length = crate::dot(&own, &own).sqrt();
            for (to, own) in columns.row_mut(at).iter_mut().zip(own) {
                *to = own / length;
            }
        }
        columns.transpose()
    }
}

/// Turns two axes so that nothing is left beside the diagonal where they meet.
fn rotate(matrix: &mut Matrix, vectors: &mut Matrix, low: usize, high: usize) {
    let beside = matrix[(low, high)];
    let ratio = (matrix[(high, high)] - matrix[(low, low)]) / (2.0 * beside);
    // The smaller of the two angles that do it.
    let tangent = ratio.signum() / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    matrix[(low, low)] -= tangent * beside;
    matrix[(high, high)] += tangent * beside;
    matrix[(low, high)] = 0.0;
    matrix[(high, low)] = 0.0;
    for at in (0..matrix.rows()).filter(|&at| at != low && at != high) {
        let (a, b) = (matrix[(at, low)], matrix[(at, high)]);
        let turned = (cosine * a - sine * b, sine * a + cosine * b);
        (matrix[(at, low)], matrix[(low, at)]) = (turned.0, turned.0);
        (matrix[(at, high)], matrix[(high, at)]) = (turned.1, turned.1);
    }
    for at in 0..vectors.columns() {
        let (a, b) = (vectors[(low, at)], vectors[(high, at)]);
        vectors[(low, at)] = cosine * a - sine * b;
        vectors[(high, at)] = sine * a + cosine * b;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Chance;

    #[test]
    fn eigenvectors_are_only_stretched_and_stand_at_right_angles() {
        let mut chance = Chance::new(9);
        for size in [1, 2, 3, 7, 20] {
            let mut own = Matrix::zeros(size, size);
            for row in 0..size {
                for column in 0..=row {
                    let number = f64::from(chance.below(2001)) / 1000.0 - 1.0;
                    (own[(row, column)], own[(column, row)]) = (number, number);
                }
            }
            let (values, vectors) = own.clone().symmetric_eigen();
            let stretched = &own * &vectors;
            let angles = &vectors.transpose() * &vectors;
            for row in 0..size {
                for (column, value) in values.iter().enumerate() {
                    let off = stretched[(row, column)] - value * vectors[(row, column)];
                    assert!(off.abs() < 1e-13, "{off} of {size}");
                    let unit = f64::from(u8::from(row == column));
                    assert!((angles[(row, column)] - unit).abs() < 1e-13);
                }
            }
        }
    }

    #[test]
    fn a_tie_has_an_eigenvalue_of_nothing() {
        let own = Matrix::filled(3, 3, 1.0);
        let (mut values, _) = own.symmetric_eigen();
        values.sort_by(f64::total_cmp);
        assert!(values[0].abs() < 1e-15 && values[1].abs() < 1e-15);
        assert!((values[2] - 3.0).abs() < 1e-15);
        let (none, empty) = Matrix::zeros(0, 0).symmetric_eigen();
        assert!(none.is_empty() && empty.rows() == 0);
    }

    #[test]
    fn orthonormal_columns_span_the_same_space() {
        let own = Matrix::from_fn(4, 2, |row, column| (row * row + column) as f64);
        let unit = own.orthonormal();
        let angles = &unit.transpose() * &unit;
        assert!((angles[(0, 0)] - 1.0).abs() < 1e-14 && angles[(0, 1)].abs() < 1e-14);
        // What lies in the space is its own shadow there.
        for column in 0..2 {
            let of: Vec<f64> = (0..4).map(|row| own[(row, column)]).collect();
            let shadow = unit.times(&unit.transposed_times(&of));
            assert!(shadow.iter().zip(&of).all(|(a, b)| (a - b).abs() < 1e-12));
        }
    }
}
