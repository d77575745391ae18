//! Normal numbers.

use plyscope_game::Chance;

/// A normal number with mean 0 and deviation 1, by Marsaglia's polar method.
pub(crate) fn normal(chance: &mut Chance) -> f64 {
    loop {
        let (a, b) = (2.0 * chance.unit() - 1.0, 2.0 * chance.unit() - 1.0);
        let square = a * a + b * b;
        if square > 0.0 && square < 1.0 {
            return a * (-2.0 * square.ln() / square).sqrt();
        }
    }
}
