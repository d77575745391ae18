//! Bit mixing for keys and random numbers.

/// Scrambles 64 bits; one-to-one, and a change of any bit changes about half of them.
///
/// The finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
#[inline]
#[must_use]
pub const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// One number out of several; the order counts.
#[inline]
#[must_use]
pub fn mix_all(words: &[u64]) -> u64 {
    let mut all = 0;
    for &word in words {
        all = mix(all ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
    all
}
