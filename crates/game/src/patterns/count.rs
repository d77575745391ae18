//! Weights by two numbers of a state, such as how many moves each player has.

use std::fmt;
use std::sync::Arc;

/// The most tables of a set: what they count is counted at once.
pub const MOST_COUNTS: usize = 4;

/// For every table a number of the mover and one of the opponent.
pub type Pairs = [[u32; 2]; MOST_COUNTS];

/// A table with a weight for every pair of numbers: one of the mover, one of the opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountTable {
    /// What the table is called.
    pub name: &'static str,
    /// Larger numbers share the weights of this one.
    pub most: u32,
}

impl CountTable {
    /// How many weights it has.
    pub fn weights(&self) -> usize {
        (self.most as usize + 1).pow(2)
    }

    #[inline(always)]
    fn weight(&self, pair: [u32; 2]) -> usize {
        let [own, theirs] = pair.map(|number| number.min(self.most) as usize);
        own * (self.most as usize + 1) + theirs
    }
}

/// Tables of what is counted, one after the other.
///
/// The numbers must be the same in every image of a state.
#[derive(Clone)]
pub struct CountTables {
    tables: Vec<CountTable>,
    count: Arc<dyn Fn(&[u64], &[u64]) -> Pairs + Send + Sync>,
}

impl CountTables {
    /// Tables of what `count` tells of the stones of the mover and of the opponent.
    ///
    /// # Panics
    /// If there are more than [`MOST_COUNTS`] tables.
    #[must_use]
    pub fn new(
        tables: Vec<CountTable>,
        count: impl Fn(&[u64], &[u64]) -> Pairs + Send + Sync + 'static,
    ) -> Self {
        assert!(
            tables.len() <= MOST_COUNTS,
            "a set has at most {MOST_COUNTS} tables of what is counted"
        );
        Self {
            tables,
            count: Arc::new(count),
        }
    }

    /// The tables.
    pub fn tables(&self) -> &[CountTable] {
        &self.tables
    }

    /// How many weights they have together.
    pub fn weights(&self) -> usize {
        self.tables.iter().map(CountTable::weights).sum()
    }

    /// Calls `each` with which of all these weights a state has, one per table.
    #[inline(always)]
    pub fn each(&self, own: &[u64], theirs: &[u64], mut each: impl FnMut(usize)) {
        if self.tables.is_empty() {
            return;
        }
        let pairs = (self.count)(own, theirs);
        let mut first = 0;
        for (table, pair) in self.tables.iter().zip(pairs) {
            each(first + table.weight(pair));
            first += table.weights();
        }
    }
}

/// No tables.
impl Default for CountTables {
    fn default() -> Self {
        Self::new(Vec::new(), |_, _| Pairs::default())
    }
}

/// The same tables are equal: how their numbers are counted cannot be compared.
impl PartialEq for CountTables {
    fn eq(&self, other: &Self) -> bool {
        self.tables == other.tables
    }
}

impl Eq for CountTables {}

impl fmt::Debug for CountTables {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = out.debug_struct("CountTables");
        out.field("tables", &self.tables).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_above_the_most_share_its_weights() {
        let table = |name, most| CountTable { name, most };
        let count = |own: &[u64], theirs: &[u64]| {
            let [own, theirs] = [own, theirs].map(|stones| stones[0].count_ones());
            [[own, theirs], [theirs, own], [0; 2], [0; 2]]
        };
        let tables = CountTables::new(vec![table("stones", 2), table("turned", 3)], count);
        assert_eq!(tables.weights(), 9 + 16);
        let of = |own, theirs| {
            let mut weights = Vec::new();
            tables.each(&[own], &[theirs], |at| weights.push(at));
            weights
        };
        assert_eq!(of(0, 1), [1, 9 + 4]);
        assert_eq!(of(1, 0), [3, 9 + 1]);
        assert_eq!(of(u64::MAX, u64::MAX), [8, 9 + 15]);
    }
}
