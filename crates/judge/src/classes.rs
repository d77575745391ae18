//! Win, draw or loss from values on any scale, by two fitted thresholds.
//!
//! A mean of results says little about classes: where draws are rare, a mean
//! near 0 is a win or a loss, not a draw. So the thresholds are those that put
//! most moves into the right class, each state by a fit on other states.

use crate::calibrate::{Pair, cross};
use crate::metrics::category;

/// Below the first a loss, above the second a win, between them a draw.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Thresholds {
    draw_from: f64,
    win_from: f64,
}

impl Thresholds {
    /// Those with the most moves in their right class; `pairs` are values and true points.
    fn fit(pairs: &mut [(f64, f64)]) -> Self {
        pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut found = Self {
            draw_from: f64::NEG_INFINITY,
            win_from: f64::NEG_INFINITY,
        };
        // Right so far if all wins lie above: losses below the first threshold, draws behind it.
        let (mut lead, mut lead_from) = (0_i64, f64::NEG_INFINITY);
        let (mut losses, mut draws, mut wins) = (0_i64, 0_i64, 0_i64);
        let mut most = 0;
        let mut rest = &pairs[..];
        while let Some(&(value, _)) = rest.first() {
            let (tied, later) = rest.split_at(rest.partition_point(|pair| pair.0 <= value));
            rest = later;
            for pair in tied {
                match category(pair.1) {
                    -1 => losses += 1,
                    0 => draws += 1,
                    _ => wins += 1,
                }
            }
            let next = later.first().map_or(f64::INFINITY, |pair| pair.0);
            if losses - draws > lead {
                (lead, lead_from) = (losses - draws, next);
            }
            if lead + draws - wins > most {
                most = lead + draws - wins;
                found = Self {
                    draw_from: lead_from,
                    win_from: next,
                };
            }
        }
        found
    }

    fn class(self, value: f64) -> i8 {
        if value >= self.win_from {
            1
        } else if value >= self.draw_from {
            0
        } else {
            -1
        }
    }
}

/// The class of every move: 1 a win, 0 a draw, −1 a loss; what is proved or decided is in its own.
///
/// `states` holds, for each state, every move.
pub fn cross_classified(states: &[Vec<Pair>], seed: u64) -> Vec<Vec<i8>> {
    cross(
        states,
        seed,
        |mut pairs| Thresholds::fit(&mut pairs),
        |fit, own| own.decided.map_or_else(|| fit.class(own.value), category),
        category,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tries every pair of thresholds.
    fn most_right(pairs: &[(f64, f64)]) -> usize {
        let mut ends: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
        ends.extend([f64::NEG_INFINITY, f64::INFINITY]);
        let right = |thresholds: Thresholds| {
            let is_right = |pair: &&(f64, f64)| thresholds.class(pair.0) == category(pair.1);
            pairs.iter().filter(is_right).count()
        };
        let mut most = 0;
        for &draw_from in &ends {
            for &win_from in &ends {
                most = most.max(right(Thresholds {
                    draw_from,
                    win_from,
                }));
            }
        }
        most
    }

    #[test]
    fn the_fit_is_as_good_as_the_best_of_all() {
        for task in 0..200 {
            let mut chance = plyscope_game::Chance::for_task(3, task);
            let mut pairs: Vec<(f64, f64)> = (0..12)
                .map(|_| {
                    let points = f64::from(chance.below(3)) - 1.0;
                    (points + f64::from(chance.below(5)), points)
                })
                .collect();
            let fit = Thresholds::fit(&mut pairs);
            let is_right = |pair: &&(f64, f64)| fit.class(pair.0) == category(pair.1);
            let right = pairs.iter().filter(is_right).count();
            assert_eq!(right, most_right(&pairs), "{pairs:?} by {fit:?}");
        }
    }

    #[test]
    fn where_nothing_is_known_the_most_frequent_class_is_taken() {
        let mut pairs = vec![(1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (1.0, 0.0)];
        assert_eq!(Thresholds::fit(&mut pairs).class(1.0), -1);
    }
}
