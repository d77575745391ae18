//! Whether paired differences could be luck, and correcting for many such tests.

use plyscope_game::Chance;

/// Random flips of a test at least; p is known to about 0.002 near 0.05.
const FLIPS: u64 = 10_000;
/// The least p that a test can find, times the number of tests, is no more than this: else no
/// difference could be shown among many.
const SHOWABLE: f64 = 0.01;
/// Flips that reach as far as what was seen after which more of them change little.
const CLEAR: u64 = 20;

/// The paired permutation test, one of `tests`: if the two were alike, each difference could as
/// well have the other sign.
///
/// Two-sided. All ways to flip are counted where they are few. Else flips are drawn, and the
/// observed signs count as one of them, so that p is never 0; where even Hoeffding's bound on
/// p, which needs no flips, is small enough among all tests, that is it.
pub fn flip_test(differences: &[f64], tests: usize, chance: &mut Chance) -> f64 {
    let moved = differences.iter().copied().filter(|own| *own != 0.0);
    let moved: Vec<f64> = moved.collect();
    let seen = moved.iter().sum::<f64>().abs();
    // Sums of the same numbers in another order differ by rounding.
    let as_far = seen - 1e-9 * moved.iter().map(|own| own.abs()).sum::<f64>();
    let most = ((tests as f64 / SHOWABLE).ceil() as u64).max(FLIPS);
    if moved.len() < 63 && 1 << moved.len() <= most {
        return every_flip(&moved, as_far);
    }
    let squares: f64 = moved.iter().map(|own| own * own).sum();
    let bound = 2.0 * (-seen * seen / (2.0 * squares)).exp();
    if bound * tests as f64 <= SHOWABLE {
        return bound;
    }
    let bytes: Vec<[f64; 256]> = moved.chunks(8).map(signed_sums).collect();
    let (mut flips, mut reached) = (0, 0);
    while flips < FLIPS || (flips < most && reached < CLEAR) {
        flips += 1;
        reached += u64::from(flip(&bytes, chance).abs() >= as_far);
    }
    ((reached + 1) as f64 / (flips + 1) as f64).min(bound)
}

/// The sum of up to eight differences for every way to flip their signs; a set bit makes one
/// negative. One look-up then does what eight additions did, in a quarter of the time.
fn signed_sums(differences: &[f64]) -> [f64; 256] {
    let mut sums = [differences.iter().sum::<f64>(); 256];
    for (bit, own) in differences.iter().enumerate() {
        for way in (0..256).filter(|way| way >> bit & 1 == 1) {
            sums[way] -= 2.0 * own;
        }
    }
    sums
}

/// The sum after each difference got its sign by chance.
fn flip(bytes: &[[f64; 256]], chance: &mut Chance) -> f64 {
    let mut sum = 0.0;
    for chunk in bytes.chunks(8) {
        let signs = chance.bits().to_le_bytes();
        for (own, way) in chunk.iter().zip(signs) {
            sum += own[usize::from(way)];
        }
    }
    sum
}

/// The share of all ways to flip signs that reach as far.
fn every_flip(moved: &[f64], as_far: f64) -> f64 {
    let ways = 1_u64 << moved.len();
    let sum = |way: u64| -> f64 {
        let signed = moved.iter().enumerate();
        signed
            .map(|(at, own)| if way >> at & 1 == 0 { *own } else { -own })
            .sum()
    };
    let reached = (0..ways).filter(|&way| sum(way).abs() >= as_far).count();
    reached as f64 / ways as f64
}

/// Holm's correction of many p: the smallest counts for all tests, the next for one less, and so on.
#[must_use]
pub fn holm(tests: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by(|&a, &b| tests[a].total_cmp(&tests[b]));
    let mut corrected = vec![0.0; tests.len()];
    let mut least = 0.0_f64;
    for (place, at) in order.into_iter().enumerate() {
        let times = (tests.len() - place) as f64;
        least = least.max((tests[at] * times).min(1.0));
        corrected[at] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_differences_are_flipped_in_every_way() {
        // Of eight ways two reach 6 or −6.
        let p = flip_test(&[1.0, 2.0, 3.0], 1, &mut Chance::new(1));
        assert!((p - 0.25).abs() < 1e-12, "{p}");
        assert!((flip_test(&[0.0, 0.0], 1, &mut Chance::new(1)) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn drawn_flips_agree_with_all_of_them() {
        let mut chance = Chance::new(7);
        let values: Vec<f64> = (0..20).map(|_| chance.unit() - 0.35).collect();
        // 2²⁰ ways are counted where there are tests enough, and drawn for a single one.
        let all = flip_test(&values, 20_000, &mut Chance::new(3));
        let drawn = flip_test(&values, 1, &mut Chance::new(3));
        assert!((all - drawn).abs() < 0.015, "{all} and {drawn}");
    }

    #[test]
    fn holm_is_counted_by_hand() {
        let close = |found: Vec<f64>, expected: [f64; 4]| {
            found
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-12)
        };
        assert!(close(
            holm(&[0.01, 0.04, 0.03, 0.005]),
            [0.03, 0.06, 0.06, 0.02]
        ));
        assert!(close(holm(&[0.5, 0.6, 0.7, 0.8]), [1.0; 4]));
    }
}
