//! SPSA: climbing by the difference of two values, however many weights there are.
//!
//! J. C. Spall, "Multivariate Stochastic Approximation Using a Simultaneous
//! Perturbation Gradient Approximation" (1992), with his gains: all weights are
//! changed at once, each up or down by chance, and the difference between both
//! sides tells the slope along that direction. The answer is a mean of the
//! iterates in which later ones count more: it is less noisy than the last one.
//!
//! ```
//! use plyscope_learn::spsa::{Spsa, SpsaParams};
//!
//! let mut spsa = Spsa::new(&[0.0, 0.0], &SpsaParams { steps: 400, ..SpsaParams::default() })?;
//! let value = |x: &[f64]| -(x[0] - 1.0).powi(2) - (x[1] + 0.5).powi(2);
//! while spsa.done() < 400 {
//!     let [one, other] = spsa.ask();
//!     spsa.tell((value(&one) - value(&other)).clamp(-1.0, 1.0));
//! }
//! assert!((spsa.answer()[0] - 1.0).abs() < 0.1 && (spsa.answer()[1] + 0.5).abs() < 0.1);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

use plyscope_game::{Chance, Error, mix_all};

/// Separates its random numbers from those of others.
const STREAM: u64 = 0x7370_7361;

/// How a search by SPSA goes.
#[derive(Clone, PartialEq, Debug)]
pub struct SpsaParams {
    /// Steps that are planned; gains fall with them.
    pub steps: u64,
    /// How far both sides lie from the middle at first (Spall's c).
    pub reach: f64,
    /// How far the first step goes where one side is better by 1, in every weight.
    pub step: f64,
    /// How the step falls (α).
    pub step_decay: f64,
    /// How the reach falls (γ).
    pub reach_decay: f64,
    /// The largest root mean square of the weights, for values that only their direction decides, as games
    /// do: weights that ran apart further than the reach would never change places again, and there
    /// would be no slope between them.
    pub radius: Option<f64>,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Default for SpsaParams {
    fn default() -> Self {
        Self {
            steps: 100,
            reach: 0.3,
            step: 0.3,
            step_decay: 0.602,
            reach_decay: 0.101,
            radius: None,
            seed: 1,
        }
    }
}

/// A search: the weights, and the two sides that are tried.
#[derive(Clone, Debug)]
pub struct Spsa {
    params: SpsaParams,
    weights: Vec<f64>,
    done: u64,
    sum: Vec<f64>,
    summed: f64,
}

impl Spsa {
    /// A search from `start`.
    ///
    /// # Errors
    /// When there is nothing to search, or a number makes no sense.
    pub fn new(start: &[f64], params: &SpsaParams) -> Result<Self, Error> {
        if start.is_empty() || start.iter().any(|own| !own.is_finite()) {
            let what = "there are no finite numbers to start from";
            return Err(Error::misuse(what, "give a start with a number per weight"));
        }
        if params.steps == 0 {
            let what = "a search of no steps finds nothing";
            return Err(Error::misuse(what, "give a larger budget"));
        }
        for (name, own) in [("reach", params.reach), ("step", params.step)] {
            if !(own > 0.0 && own.is_finite()) {
                let what = format!("{own} is no {name}");
                return Err(Error::misuse(what, "it is more than 0, such as 0.3"));
            }
        }
        Ok(Self {
            weights: start.to_vec(),
            done: 0,
            sum: vec![0.0; start.len()],
            summed: 0.0,
            params: params.clone(),
        })
    }

    /// Steps that were told.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// The weights now.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// How far both sides lie from the weights now.
    pub fn reach(&self) -> f64 {
        self.params.reach / (self.done as f64 + 1.0).powf(self.params.reach_decay)
    }

    /// The mean of the weights over all steps, each counted by its number: later ones count more.
    pub fn answer(&self) -> Vec<f64> {
        if self.summed == 0.0 {
            return self.weights.clone();
        }
        self.sum.iter().map(|own| own / self.summed).collect()
    }

    /// The two sides to be compared; the same until they are told.
    pub fn ask(&self) -> [Vec<f64>; 2] {
        let (reach, signs) = (self.reach(), self.signs());
        let side = |sign: f64| {
            let own = self.weights.iter().zip(&signs);
            own.map(|(own, by)| own + sign * reach * by).collect()
        };
        [side(1.0), side(-1.0)]
    }

    /// Takes by how much the first side of [`Self::ask`] is better, from −1 to 1 by its nature;
    /// what is no number counts as no difference.
    pub fn tell(&mut self, better: f64) {
        let better = if better.is_finite() { better } else { 0.0 };
        // Spall's A: a tenth of the steps keeps the first ones from leaping.
        let delay = self.params.steps as f64 / 10.0;
        let now = self.done as f64 + 1.0;
        let fall = ((1.0 + delay) / (now + delay)).powf(self.params.step_decay);
        // The difference is divided by the reach, which falls, so that a slope is a slope.
        let grown = self.params.reach / self.reach();
        let length = self.params.step * fall * grown * better;
        let signs = self.signs();
        for (own, sign) in self.weights.iter_mut().zip(signs) {
            *own += length * sign;
        }
        self.stay_within();
        self.done += 1;
        let weight = self.done as f64;
        let both = self.sum.iter_mut().zip(&self.weights);
        both.for_each(|(sum, own)| *sum += weight * own);
        self.summed += weight;
    }

    /// Brings weights that have grown beyond the radius back to it, in their direction.
    fn stay_within(&mut self) {
        let Some(radius) = self.params.radius else {
            return;
        };
        let squares: f64 = self.weights.iter().map(|own| own * own).sum();
        let size = (squares / self.weights.len() as f64).sqrt();
        if size > radius {
            let back = radius / size;
            self.weights.iter_mut().for_each(|own| *own *= back);
        }
    }

    /// Up or down for each weight.
    fn signs(&self) -> Vec<f64> {
        let mut chance = Chance::for_task(mix_all(&[self.params.seed, STREAM]), self.done);
        let sign = |_| if chance.below(2) == 0 { 1.0 } else { -1.0 };
        (0..self.weights.len()).map(sign).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of the squared distance to the top, when only wins and losses are told.
    fn left(size: usize, steps: u64) -> f64 {
        let params = SpsaParams {
            steps,
            ..SpsaParams::default()
        };
        let mut spsa = Spsa::new(&vec![0.0; size], &params).unwrap();
        let off = |own: &[f64]| own.iter().map(|own| (own - 1.0).powi(2)).sum::<f64>();
        let mut chance = Chance::new(3);
        for _ in 0..steps {
            let [one, other] = spsa.ask();
            let expected = 1.0 / (1.0 + (off(&one) - off(&other)).exp());
            spsa.tell(if chance.unit() < expected { 1.0 } else { -1.0 });
        }
        off(&spsa.answer())
    }

    #[test]
    fn it_climbs_through_noise() {
        assert!(left(4, 2000) < 0.15, "{}", left(4, 2000));
    }

    /// Whether the order of four weights is found where nothing but the order decides who wins.
    fn finds_the_order(seed: u64, radius: Option<f64>) -> bool {
        const PLANTED: [f64; 4] = [1.0, 4.0, 2.0, 7.0];
        let params = SpsaParams {
            steps: 400,
            reach: 1.0,
            step: 1.0,
            radius,
            seed,
            ..SpsaParams::default()
        };
        let order = |own: &[f64]| {
            let mut kinds = [0, 1, 2, 3];
            kinds.sort_by(|a: &usize, b| own[*b].total_cmp(&own[*a]));
            kinds
        };
        // Of two orders the one wins that has more in its first two places, and at last in the first three.
        let worth = |own: &[f64]| {
            let [first, second, third, _] = order(own).map(|kind| PLANTED[kind]);
            100.0 * (first + second) + 10.0 * first + third
        };
        let mut spsa = Spsa::new(&[0.0; 4], &params).unwrap();
        for _ in 0..400 {
            let [one, other] = spsa.ask();
            spsa.tell((worth(&one) - worth(&other)).clamp(-1.0, 1.0));
        }
        order(&spsa.answer()) == order(&PLANTED)
    }

    #[test]
    fn weights_within_a_radius_change_places_until_their_order_is_right() {
        let right = |radius| {
            (1..=20)
                .filter(|&seed| finds_the_order(seed, radius))
                .count()
        };
        assert_eq!(right(Some(1.0)), 20);
        assert!(right(None) < 20, "without a radius, too: {}", right(None));
    }

    #[test]
    fn asking_again_gives_the_same_sides() {
        let mut spsa = Spsa::new(&[0.0; 5], &SpsaParams::default()).unwrap();
        assert_eq!(spsa.ask(), spsa.ask());
        let before = spsa.ask();
        spsa.tell(f64::NAN);
        assert_eq!(spsa.weights(), [0.0; 5]);
        assert_ne!(spsa.ask(), before);
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        assert!(Spsa::new(&[], &SpsaParams::default()).is_err());
        let none = SpsaParams {
            steps: 0,
            ..SpsaParams::default()
        };
        assert!(Spsa::new(&[0.0], &none).is_err());
    }
}
