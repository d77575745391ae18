//! Strength as a function of weights, fitted to all games so far.
//!
//! The chance to win of `i` against `j` is the logistic function of
//! `s(i) − s(j)`, and `s` is a quadratic function of the logarithms of the
//! weights: so every game tells something about the slope, whoever played it.

use plyscope_stats::{Matrix, dot};

/// More weights than this have no products of two in their function: there would be too many.
const FULL: usize = 8;
/// Newton's steps; five are enough in practice.
const STEPS: usize = 25;
/// The penalty on coefficients, each of which belongs to one deviation of a weight.
///
/// It holds those down of which the games say nothing.
const PENALTY: f64 = 0.25;
/// What is believed of the square of a weight before any game: a gentle hill. Where strength hardly
/// depends on a weight, chance would else carry it away.
const HILL: f64 = -0.1;
/// How firmly that is believed: as if so many games' worth of information had said it.
const BELIEF: f64 = 200.0;
/// How far from the middle of the games the top may lie, in their deviations.
const REACH: f64 = 1.0;
/// How much games count that are a generation older.
const FADING: f64 = 0.85;
/// Sweeps over the coordinates when the highest place is looked for.
const SWEEPS: usize = 60;

/// Games between two vectors, seen by the first.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Duel {
    pub(super) generation: u32,
    /// Logarithms of the weights' sizes.
    pub(super) one: Vec<f64>,
    pub(super) other: Vec<f64>,
    pub(super) games: f64,
    /// The share of the points that the first got.
    pub(super) score: f64,
}

/// A fitted function of strength.
pub(super) struct Surface {
    centre: Vec<f64>,
    spread: Vec<f64>,
    coefficients: Vec<f64>,
}

impl Surface {
    /// Fits the games; those of later generations count more.
    pub(super) fn fit(duels: &[Duel]) -> Self {
        let count = duels.first().map_or(0, |duel| duel.one.len());
        let last = duels.iter().map(|duel| duel.generation).max().unwrap_or(0);
        let weight = |duel: &Duel| FADING.powi((last - duel.generation) as i32) * duel.games;
        let (mut total, mut centre, mut square) = (0.0, vec![0.0; count], vec![0.0; count]);
        for duel in duels {
            for vector in [&duel.one, &duel.other] {
                total += weight(duel);
                for (place, value) in vector.iter().enumerate() {
                    centre[place] += weight(duel) * value;
                    square[place] += weight(duel) * value * value;
                }
            }
        }
        for own in &mut centre {
            *own /= total;
        }
        let spread = (0..count).map(|place| {
            let variance = square[place] / total - centre[place] * centre[place];
            variance.max(1e-6).sqrt()
        });
        let mut surface = Self {
            spread: spread.collect(),
            centre,
            coefficients: vec![0.0; terms(count)],
        };
        surface.solve(duels, &weight);
        surface
    }

    /// Newton's method for logistic regression with a penalty.
    fn solve(&mut self, duels: &[Duel], weight: &dyn Fn(&Duel) -> f64) {
        let (penalties, believed) = beliefs(self.centre.len());
        let rows: Vec<Vec<f64>> = duels
            .iter()
            .map(|duel| {
                let (one, other) = (self.row(&duel.one), self.row(&duel.other));
                one.iter()
                    .zip(other)
                    .map(|(one, other)| one - other)
                    .collect()
            })
            .collect();
        for _ in 0..STEPS {
            let drawn = believed.iter().zip(&self.coefficients).zip(&penalties);
            let mut slope: Vec<f64> = drawn
                .map(|((believed, own), penalty)| (believed - own) * penalty)
                .collect();
            let mut curve = Matrix::from_fn(penalties.len(), penalties.len(), |row, column| {
                if row == column { penalties[row] } else { 0.0 }
            });
            for (row, duel) in rows.iter().zip(duels) {
                let expected = 1.0 / (1.0 + (-dot(row, &self.coefficients)).exp());
                for (slope, own) in slope.iter_mut().zip(row) {
                    *slope += weight(duel) * (duel.score - expected) * own;
                }
                let certainty = (weight(duel) * expected * (1.0 - expected)).sqrt();
                let scaled: Vec<f64> = row.iter().map(|own| certainty * own).collect();
                curve.add_products(&scaled);
            }
            let Some(curve) = curve.cholesky() else {
                return;
            };
            let step = curve.solve(&slope);
            for (own, step) in self.coefficients.iter_mut().zip(&step) {
                *own += step;
            }
            if step.iter().all(|step| step.abs() < 1e-9) {
                self.shrink(&curve.inverse());
                return;
            }
        }
    }

    /// Takes slopes for as much as stands out of their errors, and those that do not for nothing.
    fn shrink(&mut self, covariance: &Matrix) {
        for place in 0..self.centre.len() {
            let slope = &mut self.coefficients[place];
            let error = covariance[(place, place)];
            *slope *= (1.0 - error / slope.powi(2)).max(0.0);
        }
    }

    fn row(&self, vector: &[f64]) -> Vec<f64> {
        let own = vector.iter().zip(&self.centre).zip(&self.spread);
        let units: Vec<f64> = own.map(|((x, c), s)| (x - c) / s).collect();
        powers(&units)
    }

    fn height(&self, vector: &[f64]) -> f64 {
        dot(&self.row(vector), &self.coefficients)
    }

    /// The highest place within reach of the games.
    pub(super) fn peak(&self) -> Vec<f64> {
        let mut at = self.centre.clone();
        for _ in 0..SWEEPS {
            for place in 0..at.len() {
                at[place] = self.best_along(&at, place);
            }
        }
        at
    }

    /// The best value of one coordinate; along it the function is a parabola, known by three points.
    fn best_along(&self, at: &[f64], place: usize) -> f64 {
        let along = |value: f64| {
            let mut moved = at.to_vec();
            moved[place] = value;
            self.height(&moved)
        };
        let (here, step) = (at[place], self.spread[place]);
        let low = self.centre[place] - REACH * step;
        let high = self.centre[place] + REACH * step;
        let (back, now, ahead) = (along(here - step), along(here), along(here + step));
        let bend = back - 2.0 * now + ahead;
        if bend < -1e-12 {
            return (here + step * (back - ahead) / (2.0 * bend)).clamp(low, high);
        }
        if along(low) > along(high) { low } else { high }
    }
}

/// How many terms a quadratic function of so many numbers has, the constant left out.
fn terms(count: usize) -> usize {
    if count <= FULL {
        count + count * (count + 1) / 2
    } else {
        2 * count
    }
}

/// The numbers, their squares, and their products where these are not too many.
fn powers(units: &[f64]) -> Vec<f64> {
    let mut all = units.to_vec();
    for (place, own) in units.iter().enumerate() {
        let others = if units.len() <= FULL {
            &units[place..]
        } else {
            &units[place..=place]
        };
        all.extend(others.iter().map(|other| own * other));
    }
    all
}

/// The penalty on each coefficient, and what it is drawn to.
fn beliefs(count: usize) -> (Vec<f64>, Vec<f64>) {
    let mut penalties = vec![PENALTY; terms(count)];
    let mut believed = vec![0.0; terms(count)];
    // Of a unit vector only its own square among the powers is not 0.
    for place in 0..count {
        let mut unit = vec![0.0; count];
        unit[place] = 1.0;
        for (term, power) in powers(&unit).into_iter().enumerate().skip(count) {
            if power > 0.0 {
                penalties[term] = BELIEF;
                believed[term] = HILL;
            }
        }
    }
    (penalties, believed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Chance;

    #[test]
    fn the_top_of_a_hill_is_found_from_noisy_games_on_its_slopes() {
        let mut chance = Chance::new(5);
        let strength = |at: &[f64]| -2.0 * ((at[0] - 1.0).powi(2) + (at[1] - 2.0).powi(2));
        let mut duels = Vec::new();
        for generation in 0..10 {
            for _ in 0..200 {
                let mut place = || vec![2.0 * chance.unit(), 1.0 + 2.0 * chance.unit()];
                let (one, other) = (place(), place());
                let expected = 1.0 / (1.0 + (strength(&other) - strength(&one)).exp());
                let score = f64::from(u8::from(chance.unit() < expected));
                duels.push(Duel {
                    generation,
                    one,
                    other,
                    games: 1.0,
                    score,
                });
            }
        }
        let peak = Surface::fit(&duels).peak();
        assert!(
            (peak[0] - 1.0).abs() < 0.15 && (peak[1] - 2.0).abs() < 0.15,
            "{peak:?}"
        );
    }

    #[test]
    fn many_weights_have_no_products() {
        assert_eq!(powers(&[2.0, 3.0]), [2.0, 3.0, 4.0, 6.0, 9.0]);
        assert_eq!(powers(&[1.0; 9]).len(), terms(9));
    }
}
