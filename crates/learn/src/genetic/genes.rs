//! Vectors of weights, and how chance makes the first ones and changes the later ones.

use plyscope_game::{Chance, Error};

use crate::normal::normal;

/// The range of weights in a first population; the paper says "larger than 1".
const FIRST: [f64; 2] = [1.0, 10.0];
/// Around weights to start from, every free weight is multiplied or divided by this at the most.
const AROUND: f64 = 2.0;

/// Where a search begins.
#[derive(Clone, PartialEq, Debug)]
pub enum Start {
    /// So many weights, uniform in 1 to 10.
    Scattered(usize),
    /// Each weight uniform in a range of its own; that of the reference is 1 all the same.
    Within(Vec<[f64; 2]>),
    /// These weights, and others around them. Signs stay, and what is 0 stays 0.
    Around(Vec<f64>),
}

/// Which weights there are, and which of them is the measure of the others.
#[derive(Clone, PartialEq, Debug)]
pub struct Genes {
    start: Start,
    reference: usize,
}

impl Genes {
    /// Weights of which the one at `reference` is always 1, or −1 where it counts against.
    ///
    /// # Errors
    /// When there is nothing to learn, or the reference weighs nothing.
    pub fn new(start: Start, reference: usize) -> Result<Self, Error> {
        let count = match &start {
            Start::Scattered(count) => *count,
            Start::Within(ranges) => ranges.len(),
            Start::Around(weights) => weights.len(),
        };
        if count < 2 {
            let what = format!("with {count} weight there is nothing to learn");
            let hint =
                "one weight is the measure of the others: take a set with two features or more";
            return Err(Error::misuse(what, hint));
        }
        let mut genes = Self { start, reference };
        if let Start::Around(weights) = &mut genes.start {
            let size = weights[reference].abs();
            if size == 0.0 || !size.is_finite() {
                let what = "the weight that is the measure of the others is 0";
                let hint = "choose another one by --reference, or another file to start from";
                return Err(Error::misuse(what, hint));
            }
            for weight in weights {
                *weight /= size;
            }
        }
        Ok(genes)
    }

    /// The place of the weight that stays 1.
    #[must_use]
    pub fn reference(&self) -> usize {
        self.reference
    }

    /// The first population.
    pub(super) fn first(&self, members: usize, chance: &mut Chance) -> Vec<Vec<f64>> {
        (0..members)
            .map(|member| match &self.start {
                Start::Scattered(count) => self.scattered(&vec![FIRST; *count], chance),
                Start::Within(ranges) => self.scattered(ranges, chance),
                Start::Around(weights) if member == 0 => weights.clone(),
                Start::Around(weights) => {
                    self.changed(weights, |_| AROUND.powf(2.0 * chance.unit() - 1.0))
                }
            })
            .collect()
    }

    fn scattered(&self, ranges: &[[f64; 2]], chance: &mut Chance) -> Vec<f64> {
        let ranges = ranges.iter();
        let mut weights: Vec<f64> = ranges
            .map(|[low, high]| low + (high - low) * chance.unit())
            .collect();
        weights[self.reference] = 1.0;
        weights
    }

    /// The weights with every free one multiplied by a factor of its own.
    pub(super) fn changed(
        &self,
        weights: &[f64],
        mut factor: impl FnMut(usize) -> f64,
    ) -> Vec<f64> {
        let own = weights.iter().enumerate();
        own.map(|(place, weight)| {
            if place == self.reference {
                *weight
            } else {
                weight * factor(place)
            }
        })
        .collect()
    }

    /// The places of weights that are free and not 0, for which there is a logarithm.
    pub(super) fn free(&self, weights: &[f64]) -> Vec<usize> {
        (0..weights.len())
            .filter(|&place| place != self.reference && weights[place] != 0.0)
            .collect()
    }
}

/// A factor about 1 with such a dispersion, drawn again until it lies between 0 and 2.
///
/// Clipping instead would pile factors up at the ends.
pub(super) fn factor(dispersion: f64, chance: &mut Chance) -> f64 {
    loop {
        let factor = 1.0 + dispersion * normal(chance);
        if factor > 0.0 && factor < 2.0 {
            return factor;
        }
    }
}
