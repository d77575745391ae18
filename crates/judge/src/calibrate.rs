//! Bringing a heuristic's values to the game's points by isotonic regression.
//!
//! The map is the least-squares one among all that never fall (isotonic
//! regression, by pooling neighbours that are out of order). A state is never
//! mapped by a fit that saw it: the states are dealt into folds, and each fold
//! is mapped by the fit on the others. What the heuristic has proved is on
//! points already: it is neither fitted to nor mapped.

use plyscope_game::Chance;
use plyscope_stats::Rising;

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
