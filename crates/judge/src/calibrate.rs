//! Bringing a heuristic's values to the game's points by a fitted rising map.
//!
//! The map is the least-squares one among all that never fall (isotonic
//! regression, by pooling neighbours that are out of order). A state is never
//! mapped by a fit that saw it: the states are dealt into folds, and each fold
//! is mapped by the fit on the others. What the heuristic has proved is on
//! points already: it is neither fitted to nor mapped.

use plyscope_game::Chance;

/// Folds of the cross-validation.
pub(crate) const FOLDS: usize = 5;

/// The fold of each state.
pub(crate) fn folds(states: usize, seed: u64) -> Vec<usize> {
    let mut fold: Vec<usize> = (0..states).map(|place| place % FOLDS).collect();
    let mut chance = Chance::new(seed);
    for place in (1..fold.len()).rev() {
        fold.swap(place, chance.below(place as u32 + 1) as usize);
    }
    fold
}

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

/// What a heuristic says of a move, beside what the move is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// The heuristic's value; points if `proved`. If `decided`, beyond all its estimates.
    pub value: f64,
    /// Whether the heuristic has proved it.
    pub proved: bool,
    /// The points found so far where it has proved who wins, but not how high.
    pub decided: Option<f64>,
    /// The true value.
    pub truth: f64,
}

/// Fits to the estimates of all folds but each one, and maps every move by the fit
/// that did not see its state; `proved` maps what is proved.
pub(crate) fn cross<F, T>(
    states: &[Vec<Pair>],
    seed: u64,
    fit: impl Fn(Vec<(f64, f64)>) -> F,
    estimate: impl Fn(&F, &Pair) -> T,
    proved: impl Fn(f64) -> T,
) -> Vec<Vec<T>> {
    let fold = folds(states.len(), seed);
    let fits: Vec<F> = (0..FOLDS)
        .map(|left_out| {
            let others = states.iter().zip(&fold);
            let others = others.filter(|(_, fold)| **fold != left_out);
            let moves = others.flat_map(|(moves, _)| moves);
            let estimates = moves.filter(|own| !own.proved);
            fit(estimates.map(|own| (own.value, own.truth)).collect())
        })
        .collect();
    let map = |(moves, fold): (&Vec<Pair>, &usize)| {
        let one = |own: &Pair| {
            if own.proved {
                proved(own.value)
            } else {
                estimate(&fits[*fold], own)
            }
        };
        moves.iter().map(one).collect()
    };
    states.iter().zip(&fold).map(map).collect()
}

/// Maps the estimates of every state by a fit on other states' estimates; what is
/// proved keeps its points, and what is decided has at least those found so far.
///
/// `states` holds, for each state, every move.
pub fn cross_fitted(states: &[Vec<Pair>], seed: u64) -> Vec<Vec<f64>> {
    cross(
        states,
        seed,
        |pairs| Rising::fit(&pairs),
        |fit, own| {
            let points = fit.as_ref().map_or(0.0, |fit| fit.points(own.value));
            own.decided.map_or(points, |found| farther(points, found))
        },
        |points| points,
    )
}

/// The one of two that is farther from a draw on the second one's side.
fn farther(points: f64, found: f64) -> f64 {
    if found > 0.0 {
        points.max(found)
    } else {
        points.min(found)
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

    #[test]
    fn no_state_is_mapped_by_a_fit_that_saw_it() {
        // Ten states of one move each; nine worth 0, one worth 1: its own fold's fit never saw the 1.
        let pair = |value, truth| Pair {
            value,
            proved: false,
            decided: None,
            truth,
        };
        let mut states = vec![vec![pair(0.0, 0.0)]; 9];
        states.push(vec![pair(5.0, 1.0)]);
        let mapped = cross_fitted(&states, 1);
        assert_eq!(mapped[9], [0.0]);
    }

    #[test]
    fn what_is_proved_keeps_its_points_and_moves_no_estimate() {
        let estimates: Vec<Vec<Pair>> = (0..20)
            .map(|at| {
                let (value, truth) = (f64::from(at), f64::from(at % 3) - 1.0);
                vec![Pair {
                    value,
                    proved: false,
                    decided: None,
                    truth,
                }]
            })
            .collect();
        let mut mixed = estimates.clone();
        for moves in &mut mixed {
            moves.push(Pair {
                value: 1.0,
                proved: true,
                decided: None,
                truth: 1.0,
            });
        }
        let alone = cross_fitted(&estimates, 3);
        for (mixed, alone) in cross_fitted(&mixed, 3).iter().zip(&alone) {
            assert_eq!(mixed[..], [alone[0], 1.0]);
        }
    }

    #[test]
    fn a_decided_win_has_at_least_its_points_and_not_exactly_these() {
        // Estimates in tens; wins that were found to be of 2 so far and are of 8.
        let state = |at: i32| {
            vec![
                Pair {
                    value: f64::from(at),
                    proved: false,
                    decided: None,
                    truth: f64::from(at % 3) - 1.0,
                },
                Pair {
                    value: 40.0,
                    proved: false,
                    decided: Some(2.0),
                    truth: 8.0,
                },
            ]
        };
        let states: Vec<Vec<Pair>> = (0..20).map(state).collect();
        for mapped in cross_fitted(&states, 3) {
            assert_eq!(mapped[1], 8.0);
        }
        let alone = Pair {
            value: 40.0,
            proved: false,
            decided: Some(2.0),
            truth: 8.0,
        };
        assert_eq!(cross_fitted(&[vec![alone]], 3), [[2.0]]);
    }
}
