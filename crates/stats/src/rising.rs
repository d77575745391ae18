//! The least-squares map among all that never fall: isotonic regression, by pooling neighbours out of order.

/// A fitted map that never falls: straight between knots, level beyond them.
#[derive(Clone, PartialEq, Debug)]
pub struct Rising {
    /// Value and points, both rising.
    knots: Vec<(f64, f64)>,
}

impl Rising {
    /// Fits the map to pairs of value and true points; `None` without pairs.
    pub fn fit(pairs: &[(f64, f64)]) -> Option<Self> {
        let mut sorted = pairs.to_vec();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut blocks: Vec<Block> = Vec::new();
        for group in sorted.chunk_by(|a, b| a.0 == b.0) {
            blocks.push(Block::of(group));
            while let [.., before, last] = &blocks[..] {
                if before.mean() < last.mean() {
                    break;
                }
                let last = blocks.pop().expect("there are two");
                blocks.last_mut().expect("there is one").take(&last);
            }
        }
        let knots = blocks.iter().flat_map(Block::knots).collect::<Vec<_>>();
        (!knots.is_empty()).then_some(Self { knots })
    }

    /// The points of a value.
    pub fn points(&self, value: f64) -> f64 {
        let above = self.knots.partition_point(|knot| knot.0 < value);
        let Some(&(right, high)) = self.knots.get(above) else {
            return self.knots[self.knots.len() - 1].1;
        };
        if above == 0 || right == value {
            return high;
        }
        let (left, low) = self.knots[above - 1];
        // Between a finite and an infinite knot nothing is known of the distance.
        if left.is_finite() && right.is_finite() {
            low + (value - left) / (right - left) * (high - low)
        } else {
            f64::midpoint(low, high)
        }
    }
}

/// Neighbouring values that are mapped to the same points.
struct Block {
    from: f64,
    to: f64,
    total: f64,
    weight: f64,
}

impl Block {
    fn of(group: &[(f64, f64)]) -> Self {
        Self {
            from: group[0].0,
            to: group[0].0,
            total: group.iter().map(|pair| pair.1).sum(),
            weight: group.len() as f64,
        }
    }

    fn mean(&self) -> f64 {
        self.total / self.weight
    }

    fn take(&mut self, next: &Self) {
        self.to = next.to;
        self.total += next.total;
        self.weight += next.weight;
    }

    fn knots(&self) -> Vec<(f64, f64)> {
        let mean = self.mean();
        if self.from == self.to {
            vec![(self.from, mean)]
        } else {
            vec![(self.from, mean), (self.to, mean)]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_out_of_order_are_pooled() {
        // By hand: 3 and 2 pool to 2.5; so do 5, 4 and 3 to 4.
        let pairs = [
            (1.0, 1.0),
            (2.0, 3.0),
            (3.0, 2.0),
            (4.0, 5.0),
            (5.0, 4.0),
            (6.0, 3.0),
        ];
        let fit = Rising::fit(&pairs).expect("there are pairs");
        let points: Vec<f64> = (1..=6).map(|value| fit.points(f64::from(value))).collect();
        assert_eq!(points, [1.0, 2.5, 2.5, 4.0, 4.0, 4.0]);
        assert_eq!(fit.points(3.5), 3.25);
        assert_eq!(fit.points(-9.0), 1.0);
        assert_eq!(fit.points(99.0), 4.0);
    }

    #[test]
    fn equal_values_share_their_mean_and_infinities_keep_their_place() {
        let pairs = [
            (f64::NEG_INFINITY, -1.0),
            (0.0, 0.0),
            (0.0, 1.0),
            (f64::INFINITY, 1.0),
        ];
        let fit = Rising::fit(&pairs).expect("there are pairs");
        assert_eq!(fit.points(f64::NEG_INFINITY), -1.0);
        assert_eq!(fit.points(0.0), 0.5);
        assert_eq!(fit.points(f64::INFINITY), 1.0);
        assert_eq!(fit.points(7.0), 0.75);
    }
}
