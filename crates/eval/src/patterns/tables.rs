//! Weights by phase, and the sum of them that a state is worth.

use std::sync::Arc;

use plyscope_game::patterns::{CountTable, PatternSet, StoneGame};
use plyscope_game::{Deadline, Evaluator, Explanation, Feature, Player, Term, Value};

use super::lanes::Indexer;

/// A weight for every configuration of a set, in each phase of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternWeights {
    /// The patterns.
    pub set: Arc<PatternSet>,
    /// Phases, each with weights of its own.
    pub phases: usize,
    /// So much of a weight is one point.
    pub unit: u32,
    /// The weights, phase by phase, pattern by pattern, then those of what is counted.
    pub weights: Vec<i16>,
    /// How they were made.
    pub made: String,
}

impl PatternWeights {
    /// The nearest weights to these numbers, given in points.
    #[must_use]
    pub fn rounded(
        set: Arc<PatternSet>,
        phases: usize,
        unit: u32,
        points: &[f32],
        made: &str,
    ) -> Self {
        let round = |&own: &f32| (own * unit as f32).round().clamp(-32767.0, 32767.0) as i16;
        let weights = points.iter().map(round).collect();
        Self {
            set,
            phases,
            unit,
            weights,
            made: made.to_owned(),
        }
    }

    /// The weights in points.
    pub fn points(&self) -> Vec<f32> {
        self.weights
            .iter()
            .map(|&own| f32::from(own) / self.unit as f32)
            .collect()
    }
}

/// Judges states by patterns: the sum of the weights of what lies in every place, and of what is counted.
///
/// The patterns are seen by the mover; to the other player a state is worth the negative. All is
/// added up in whole numbers, so that every processor gives the same value.
#[derive(Clone)]
pub struct Patterns {
    shared: Arc<Shared>,
}

struct Shared {
    weights: PatternWeights,
    indexer: Indexer,
    /// A weight for every configuration, then those of what is counted, phase by phase.
    tables: Vec<i16>,
    /// How many of them a phase has.
    entries: usize,
    fast: bool,
    /// The phase of a state with so many stones.
    phase_of: Vec<u8>,
}

impl Patterns {
    /// An evaluator with these weights.
    ///
    /// # Panics
    /// If there are not as many weights as the set has in all phases, or no phase.
    #[must_use]
    pub fn new(weights: PatternWeights) -> Self {
        let PatternWeights { set, phases, .. } = &weights;
        assert!(*phases > 0, "there is at least one phase");
        assert_eq!(
            weights.weights.len(),
            phases * set.weights(),
            "one weight per configuration"
        );
        let indexer = Indexer::new(set);
        let entries = indexer.entries() + set.weights() - set.pattern_weights();
        let mut tables = Vec::with_capacity(phases * entries);
        for weights in weights.weights.chunks(set.weights().max(1)) {
            tables.push(0);
            let mut first = 0;
            for pattern in set.patterns() {
                let weight = |&at: &u32| weights[first + at as usize];
                tables.extend(pattern.weight_of().iter().map(weight));
                first += pattern.weights();
            }
            tables.extend(&weights[first..]);
        }
        let phase = |stones| weights.set.phase(stones, weights.phases) as u8;
        let phase_of = (0..=weights.set.cells()).map(phase).collect();
        let shared = Shared {
            weights,
            indexer,
            tables,
            entries,
            fast: fast(),
            phase_of,
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// The same evaluator, run by the code that every processor can: for comparison.
    #[must_use]
    pub fn portable(weights: PatternWeights) -> Self {
        let mut own = Self::new(weights);
        if let Some(shared) = Arc::get_mut(&mut own.shared) {
            shared.fast = false;
        }
        own
    }

    /// Its weights.
    pub fn weights(&self) -> &PatternWeights {
        &self.shared.weights
    }

    /// What a state is worth to the mover, in parts of a point: see [`PatternWeights::unit`].
    #[inline]
    pub fn sum(&self, own: &[u64], theirs: &[u64]) -> i32 {
        #[cfg(target_arch = "x86_64")]
        if self.shared.fast {
            // SAFETY: `fast` says that the processor has the instructions.
            return unsafe { fast_sum(&self.shared, own, theirs) };
        }
        self.shared.sum(own, theirs)
    }

    /// What a state is worth to the mover, in points.
    #[inline]
    pub fn points(&self, own: &[u64], theirs: &[u64]) -> Value {
        self.sum(own, theirs) as Value / self.shared.weights.unit as Value
    }
}

impl Shared {
    #[inline(always)]
    fn sum(&self, own: &[u64], theirs: &[u64]) -> i32 {
        let (table, counted) = self.table(own, theirs);
        let mut sum = self.indexer.sum(own, theirs, table);
        let counts = self.weights.set.counts();
        counts.each(own, theirs, |at| sum += i32::from(counted[at]));
        sum
    }

    /// The weights of the phase of a state: of the configurations, and of what is counted.
    #[inline(always)]
    fn table(&self, own: &[u64], theirs: &[u64]) -> (&[i16], &[i16]) {
        let mut stones = 0;
        for (own, theirs) in own.iter().zip(theirs) {
            stones += (own | theirs).count_ones();
        }
        let first = usize::from(self.phase_of[stones as usize]) * self.entries;
        self.tables[first..first + self.entries].split_at(self.indexer.entries())
    }
}

/// Whether the processor has the instructions of the fast code.
fn fast() -> bool {
    #[cfg(target_arch = "x86_64")]
    return is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// # Safety
/// The processor has AVX2 and POPCNT.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
unsafe fn fast_sum(shared: &Shared, own: &[u64], theirs: &[u64]) -> i32 {
    shared.sum(own, theirs)
}

impl<G: StoneGame> Evaluator<G> for Patterns {
    #[inline]
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        let (own, theirs) = game.stones(state);
        let value = self.points(own.as_ref(), theirs.as_ref());
        if game.mover(state) == player {
            value
        } else {
            -value
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn explain(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        _deadline: &Deadline,
    ) -> Option<Explanation> {
        let (own, theirs) = game.stones(state);
        let sign = if game.mover(state) == player {
            1.0
        } else {
            -1.0
        };
        let sums = self.shared.sums(own.as_ref(), theirs.as_ref());
        let unit = self.shared.weights.unit as Value;
        let term = |(feature, sum): (Feature, i32)| Term {
            feature,
            amount: sign,
            weight: sum as Value / unit,
        };
        Some(Explanation {
            value: self.value(game, state, player),
            terms: features(&self.shared.weights.set)
                .zip(sums)
                .map(term)
                .collect(),
        })
    }
}

/// What is added up, in the order of [`Shared::sums`].
fn features(set: &PatternSet) -> impl Iterator<Item = Feature> {
    let pattern = |own: &super::Pattern| {
        let places = own.places().len();
        let about = format!("what lies in its {places} places, seen by the mover");
        Feature::new(own.name(), about)
    };
    let count = |own: &CountTable| {
        let about = "two numbers together: the mover's and the opponent's";
        Feature::new(own.name, about)
    };
    let patterns = set.patterns().iter().map(pattern);
    patterns.chain(set.counts().tables().iter().map(count))
}

impl Shared {
    /// The sum of each pattern by itself, then the weight of each table of what is counted.
    fn sums(&self, own: &[u64], theirs: &[u64]) -> Vec<i32> {
        let (table, counted) = self.table(own, theirs);
        let mut weights = Vec::new();
        self.indexer
            .each(own, theirs, |at| weights.push(i32::from(table[at])));
        let mut weights = weights.into_iter();
        let patterns = self.weights.set.patterns().iter();
        let of_pattern = |own: &super::Pattern| weights.by_ref().take(own.places().len()).sum();
        let mut sums: Vec<i32> = patterns.map(of_pattern).collect();
        let counts = self.weights.set.counts();
        counts.each(own, theirs, |at| sums.push(i32::from(counted[at])));
        sums
    }
}

/// Finds the weights that add up to the value of a state: for learning them.
pub struct PatternIndex {
    set: Arc<PatternSet>,
    indexer: Indexer,
    /// For every entry of a phase's table the weight that stands there.
    weight_of: Vec<u32>,
}

impl PatternIndex {
    /// The index of a set.
    #[must_use]
    pub fn new(set: Arc<PatternSet>) -> Self {
        let mut weight_of = vec![0];
        let mut first = 0;
        for pattern in set.patterns() {
            weight_of.extend(pattern.weight_of().iter().map(|at| first + at));
            first += pattern.weights() as u32;
        }
        Self {
            indexer: Indexer::new(&set),
            weight_of,
            set,
        }
    }

    /// The set.
    pub fn set(&self) -> &Arc<PatternSet> {
        &self.set
    }

    /// The weights of one state within its phase, one per place and one per table of what is counted,
    /// appended to `weights`.
    pub fn weights(&self, own: &[u64], theirs: &[u64], weights: &mut Vec<u32>) {
        self.indexer
            .each(own, theirs, |at| weights.push(self.weight_of[at]));
        let first = self.set.pattern_weights();
        let counts = self.set.counts();
        counts.each(own, theirs, |at| weights.push((first + at) as u32));
    }
}
