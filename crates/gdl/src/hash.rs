//! A fast hasher for small keys: the standard one guards against attackers that a table of terms does not have.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use plyscope_game::mix;

/// A map with [`FastHasher`].
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;
/// A set with [`FastHasher`].
pub(crate) type FastSet<K> = HashSet<K, BuildHasherDefault<FastHasher>>;

/// One multiplication per word, mixed at the end.
#[derive(Default)]
pub(crate) struct FastHasher(u64);

/// An odd number with well-spread bits (the golden ratio's fraction).
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// `hash` with one more word in it; the order counts.
#[inline]
pub(crate) fn fold(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(5) ^ word).wrapping_mul(SPREAD)
}

impl Hasher for FastHasher {
    #[inline]
    fn finish(&self) -> u64 {
        mix(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(u64::from(word));
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = fold(self.0, word);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
