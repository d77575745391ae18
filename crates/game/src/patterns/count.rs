//! Weights by two numbers of a state, such as how many moves each player has.

use std::fmt;
use std::sync::Arc;

/// Counts something of the mover and something of the opponent, from the stones of both.
type Count = dyn Fn(&[u64], &[u64]) -> [u32; 2] + Send + Sync;

/// A table with a weight for every pair of numbers: one of the mover, one of the opponent.
///
/// The numbers must be the same in every image of a state.
#[derive(Clone)]
pub struct CountTable {
    name: String,
    most: u32,
    count: Arc<Count>,
}

impl CountTable {
    /// A table of what `count` tells of the stones of the mover and of the opponent; numbers above `most`
    /// share the weights of `most`.
    #[must_use]
    pub fn new(
        name: &str,
        most: u32,
        count: impl Fn(&[u64], &[u64]) -> [u32; 2] + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            most,
            count: Arc::new(count),
        }
    }

    /// What the table is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many weights it has.
    pub fn weights(&self) -> usize {
        (self.most as usize + 1).pow(2)
    }

    /// Which of its weights a state has; always below [`Self::weights`].
    #[inline]
    pub fn weight(&self, own: &[u64], theirs: &[u64]) -> usize {
        let [own, theirs] = (self.count)(own, theirs).map(|number| number.min(self.most) as usize);
        own * (self.most as usize + 1) + theirs
    }
}

/// Tables of one name and size are the same table: what is counted cannot be compared.
impl PartialEq for CountTable {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, self.most) == (&other.name, other.most)
    }
}

impl Eq for CountTable {}

impl fmt::Debug for CountTable {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("CountTable");
        let out = out.field("name", &self.name).field("most", &self.most);
        out.finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_above_the_most_share_its_weights() {
        let stones = |own: &[u64], theirs: &[u64]| [own[0].count_ones(), theirs[0].count_ones()];
        let table = CountTable::new("stones", 2, stones);
        assert_eq!(table.weights(), 9);
        assert_eq!(table.weight(&[0], &[1]), 1);
        assert_eq!(table.weight(&[1], &[0]), 3);
        assert_eq!(table.weight(&[u64::MAX], &[u64::MAX]), 8);
        assert_eq!(table.weight(&[3], &[3]), 8);
    }
}
