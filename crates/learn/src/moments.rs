//! Means and products of deviations: all that a linear fit needs to know of its rows.
//!
//! Deviations are taken from the mean of each block before they are multiplied,
//! and blocks are joined by the formula of Chan, Golub and `LeVeque`, so that columns
//! whose mean is large beside their spread lose no digits.

/// Count, means and sums of products of deviations; the last column is the value.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Moments {
    pub(crate) count: u64,
    pub(crate) means: Vec<f64>,
    /// Row by row, only from the diagonal on.
    products: Vec<f64>,
}

impl Moments {
    /// Those of no rows.
    pub(crate) fn none(width: usize) -> Self {
        Self {
            count: 0,
            means: vec![0.0; width],
            products: vec![0.0; width * width],
        }
    }

    /// Those of rows that lie one after the other; the rows are overwritten by their deviations.
    pub(crate) fn of(width: usize, rows: &mut [f64]) -> Self {
        let mut moments = Self::none(width);
        let count = rows.len() / width;
        if count == 0 {
            return moments;
        }
        moments.count = count as u64;
        for row in rows.chunks_exact(width) {
            for (sum, number) in moments.means.iter_mut().zip(row) {
                *sum += number;
            }
        }
        for sum in &mut moments.means {
            *sum /= count as f64;
        }
        for row in rows.chunks_exact_mut(width) {
            for (number, mean) in row.iter_mut().zip(&moments.means) {
                *number -= mean;
            }
        }
        moments.multiply(rows);
        moments
    }

    /// Adds the products of deviations, four rows at a time: each sum is then loaded and stored once for four.
    fn multiply(&mut self, rows: &[f64]) {
        let width = self.means.len();
        let mut fours = rows.chunks_exact(4 * width);
        for four in &mut fours {
            let (a, rest) = four.split_at(width);
            let (b, rest) = rest.split_at(width);
            let (c, d) = rest.split_at(width);
            for i in 0..width {
                let (p, q, r, s) = (a[i], b[i], c[i], d[i]);
                let sums = &mut self.products[i * width + i..(i + 1) * width];
                let numbers = a[i..].iter().zip(&b[i..]).zip(c[i..].iter().zip(&d[i..]));
                for (sum, ((a, b), (c, d))) in sums.iter_mut().zip(numbers) {
                    *sum += (p * a + q * b) + (r * c + s * d);
                }
            }
        }
        for row in fours.remainder().chunks_exact(width) {
            for i in 0..width {
                let sums = &mut self.products[i * width + i..(i + 1) * width];
                for (sum, number) in sums.iter_mut().zip(&row[i..]) {
                    *sum += row[i] * number;
                }
            }
        }
    }

    /// Takes other rows in.
    pub(crate) fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        let width = self.means.len();
        let (own, new) = (self.count as f64, other.count as f64);
        let all = own + new;
        let apart: Vec<f64> = other
            .means
            .iter()
            .zip(&self.means)
            .map(|(new, own)| new - own)
            .collect();
        for i in 0..width {
            let factor = apart[i] * (own * new / all);
            for (j, apart) in apart.iter().enumerate().skip(i) {
                let at = i * width + j;
                self.products[at] += other.products[at] + factor * apart;
            }
        }
        for (mean, apart) in self.means.iter_mut().zip(&apart) {
            *mean += apart * (new / all);
        }
        self.count += other.count;
    }

    /// The sum of products of deviations of two columns.
    pub(crate) fn product(&self, i: usize, j: usize) -> f64 {
        let width = self.means.len();
        self.products[i.min(j) * width + i.max(j)]
    }

    /// Columns, without the value.
    pub(crate) fn features(&self) -> usize {
        self.means.len() - 1
    }

    /// The sum of squared deviations of the value.
    pub(crate) fn total(&self) -> f64 {
        self.product(self.features(), self.features())
    }
}

#[cfg(test)]
mod tests {
    use super::Moments;

    #[test]
    fn a_large_mean_costs_no_digits() {
        let numbers: Vec<f64> = (0..1001).map(|n| 1e9 + f64::from(n)).collect();
        let mut whole = Moments::none(1);
        for block in numbers.chunks(100) {
            whole.merge(&Moments::of(1, &mut block.to_vec()));
        }
        let exact = 1001.0 * (1001.0 * 1001.0 - 1.0) / 12.0;
        assert!((whole.product(0, 0) / exact - 1.0).abs() < 1e-13);
        assert_eq!(whole.count, 1001);
    }

    #[test]
    fn merged_blocks_are_the_whole() {
        let number = |n: u64| (plyscope_game::mix(n) % 1000) as f64;
        let rows: Vec<f64> = (0..3 * 103).map(number).collect();
        let whole = Moments::of(3, &mut rows.clone());
        let mut merged = Moments::none(3);
        for block in rows.chunks(3 * 17) {
            merged.merge(&Moments::of(3, &mut block.to_vec()));
        }
        for i in 0..3 {
            assert!((whole.means[i] - merged.means[i]).abs() < 1e-9);
            for j in 0..3 {
                let (a, b) = (whole.product(i, j), merged.product(i, j));
                assert!((a - b).abs() < 1e-9 * whole.product(i, i), "{a} {b}");
            }
        }
    }
}
