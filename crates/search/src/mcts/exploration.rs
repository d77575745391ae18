//! How much a node's visits weigh against the means of its moves.

/// c · √ln(visits), read off a table: the logarithm would be the dearest step of the way down.
///
/// Looked up by the spread, which tells the visits, to seven binary digits: the
/// factor is off by less than a fiftieth, and for many visits by far less.
#[derive(Debug)]
pub(crate) struct Exploration {
    factors: Vec<f32>,
}

/// Binary digits kept after the leading one.
const DIGITS: u32 = 6;
/// Digits of an `f32` that are dropped.
const DROPPED: u32 = f32::MANTISSA_DIGITS - 1 - DIGITS;
/// Where a spread of 1 stands among the shortened floats.
const ONE: u32 = 1.0f32.to_bits() >> DROPPED;

impl Exploration {
    pub(crate) fn new(c: f32) -> Self {
        // Spreads go from 1 down to 2⁻¹⁶, of 2³² visits.
        let entries = 17 << DIGITS;
        let factor = |entry: u32| {
            let spread = f64::from(f32::from_bits((ONE - entry) << DROPPED));
            (f64::from(c) * (-2.0 * spread.ln()).sqrt()) as f32
        };
        Self {
            factors: (0..entries).map(factor).collect(),
        }
    }

    /// The factor for a node of this spread, above 0.
    #[inline]
    pub(crate) fn factor(&self, spread: f32) -> f32 {
        self.factors[ONE.wrapping_sub(spread.to_bits() >> DROPPED) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Exploration;

    #[test]
    fn the_table_stays_within_a_fiftieth_of_the_formula() {
        let table = Exploration::new(1.4);
        for visits in (1..100_000).chain([1 << 24, u32::MAX - 1, u32::MAX]) {
            let formula = 1.4 * f64::from(visits).ln().sqrt();
            let factor = table.factor(1.0 / (visits as f32).sqrt());
            let error = (f64::from(factor) - formula).abs();
            assert!(error <= 0.02 * formula, "{visits}: off by {error}");
        }
    }
}
