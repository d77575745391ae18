//! Learned weights of patterns as the guess that orders moves, kept up to date move by move.
//!
//! A configuration is numbered in balanced ternary, as [`PatternSet`] has it, so
//! its number is a sum over discs. A move adds what the new disc counts and twice
//! what each flipped one does, in all places at once; seen by the opponent, all
//! numbers change their sign. Only the weights have to be looked up anew.

use std::hint::black_box;
use std::sync::Arc;

use plyscope_game::Error;
use plyscope_game::patterns::{PatternSet, StoneGame};
use plyscope_othello::Othello;

use super::board::places;

/// Places that are numbered together: three registers of AVX2.
const LANES: usize = 48;

/// Learned weights of patterns by which an [`OthelloSolver`](super::OthelloSolver) orders moves; copies
/// share the weights.
///
/// They change how many states are visited, never a value.
#[derive(Clone)]
pub struct LearnedOrder(pub(super) Arc<Learned>);

impl LearnedOrder {
    /// The weights of a set of patterns of `game`'s board, phase by phase; so many (`unit`) of a weight
    /// are one disc. Weights of what the set counts beside its patterns are left out.
    ///
    /// # Errors
    /// When the set is for another board or has too many places, or the weights are not those of the set.
    pub fn new<const N: u8>(
        game: &Othello<N>,
        set: &PatternSet,
        phases: usize,
        unit: u32,
        weights: &[i16],
    ) -> Result<Self, Error> {
        if set.board() != game.board() {
            let what = format!("the patterns are for {}, not {}", set.board(), game.board());
            return Err(Error::unsuited(what, "learn weights for this board"));
        }
        let learned = Learned::new(game.cells(), set, phases, unit, weights)?;
        Ok(Self(Arc::new(learned)))
    }
}

/// The number of the configuration in every place, seen by the mover.
#[repr(align(32))]
#[derive(Clone, Copy)]
pub(super) struct Lanes([i16; LANES]);

/// Weights of patterns on one board.
pub(super) struct Learned {
    /// The cells of the board that the weights are for.
    pub(super) cells: u64,
    /// What a disc on each cell counts in every place.
    adds: [Lanes; 64],
    /// Where the weight of configuration 0 of each place stands in the table of a phase.
    middles: [u32; LANES],
    /// A weight for every configuration in units of the guess, phase by phase.
    tables: Vec<i16>,
    /// How many weights a phase has.
    entries: usize,
    /// The phase by the number of discs.
    phase_of: [u8; 65],
}

/// A disc is worth so much in the guess.
pub(super) const DISC: i32 = 16;

impl Learned {
    /// The weights of a set, phase by phase; `unit` of a weight is one disc.
    fn new(
        cells: u64,
        set: &PatternSet,
        phases: usize,
        unit: u32,
        weights: &[i16],
    ) -> Result<Self, Error> {
        if set.places() > LANES {
            let what = format!("the set `{}` has {} places", set.name(), set.places());
            return Err(Error::unsuited(what, "take a set of at most 48 places"));
        }
        if phases == 0 || unit == 0 || weights.len() != phases * set.weights() {
            let what = "the weights are not those of the set";
            return Err(Error::unsuited(
                what,
                "give as many as the set has in all phases",
            ));
        }
        let mut adds = [Lanes([0; LANES]); 64];
        let mut middles = [0; LANES];
        // The first entry is 0 and serves lanes that have no place.
        let (mut entries, mut lane) = (1, 0);
        for pattern in set.patterns() {
            let count = pattern.weight_of().len();
            for place in pattern.places() {
                middles[lane] = (entries + count / 2) as u32;
                for (digit, &cell) in place.iter().enumerate() {
                    adds[usize::from(cell) % 64].0[lane] = 3i16.pow(digit as u32);
                }
                lane += 1;
            }
            entries += count;
        }
        let in_guess = |weight: i16| (i32::from(weight) * DISC / unit as i32) as i16;
        let mut tables = Vec::with_capacity(phases * entries);
        for weights in weights.chunks(set.weights().max(1)) {
            tables.push(0);
            let mut first = 0;
            for pattern in set.patterns() {
                let weight = |&at: &u32| in_guess(weights[first + at as usize]);
                tables.extend(pattern.weight_of().iter().map(weight));
                first += pattern.weights();
            }
        }
        Ok(Self {
            cells,
            adds,
            middles,
            tables,
            entries,
            phase_of: std::array::from_fn(|discs| set.phase(discs, phases) as u8),
        })
    }

    /// The numbers of a state.
    #[inline(always)]
    pub(super) fn lanes(&self, own: u64, theirs: u64) -> Lanes {
        let mut sum = Lanes([0; LANES]);
        for place in places(own) {
            let add = &self.adds[place as usize];
            for lane in 0..LANES {
                sum.0[lane] += add.0[lane];
            }
        }
        for place in places(theirs) {
            let add = &self.adds[place as usize];
            for lane in 0..LANES {
                sum.0[lane] -= add.0[lane];
            }
        }
        sum
    }

    /// The numbers after a move, seen by who moves next.
    #[inline(always)]
    pub(super) fn after(&self, lanes: &Lanes, place: u32, flips: u64) -> Lanes {
        let mut twice = Lanes([0; LANES]);
        for place in places(flips) {
            let add = &self.adds[place as usize];
            for lane in 0..LANES {
                twice.0[lane] += add.0[lane];
            }
        }
        let add = &self.adds[place as usize % 64];
        let mut next = Lanes([0; LANES]);
        for lane in 0..LANES {
            // What is on the way may leave sixteen bits; the number that comes out does not.
            let twice = twice.0[lane].wrapping_mul(2);
            let sum = lanes.0[lane].wrapping_add(add.0[lane]).wrapping_add(twice);
            next.0[lane] = sum.wrapping_neg();
        }
        next
    }

    /// The numbers seen by the other player.
    #[inline(always)]
    pub(super) fn passed(lanes: &Lanes) -> Lanes {
        Lanes(lanes.0.map(|number| -number))
    }

    /// What a state with so many discs is worth to the mover.
    #[inline(always)]
    pub(super) fn value(&self, lanes: &Lanes, discs: u32) -> i32 {
        let first = usize::from(self.phase_of[discs as usize % 65]) * self.entries;
        let table = &self.tables[first..first + self.entries];
        // Through memory, so that the compiler does not put the weights into a register one by one.
        let numbers = black_box(&lanes.0);
        let mut sums = [0; 4];
        let fours = numbers.as_chunks::<4>().0.iter();
        for (numbers, middles) in fours.zip(self.middles.as_chunks::<4>().0) {
            for lane in 0..4 {
                let at = (i64::from(middles[lane]) + i64::from(numbers[lane])) as usize;
                sums[lane] += i32::from(table[at]);
            }
        }
        sums.iter().sum()
    }
}

#[cfg(test)]
mod tests {
    use plyscope_eval::patterns::{Patterns, ReadPatterns};
    use plyscope_game::{Chance, Game};
    use plyscope_othello::{Kernel, Othello, Portable};

    use super::LearnedOrder;

    #[test]
    fn numbers_kept_up_to_date_are_those_of_the_evaluator() {
        let game = Othello::<8>::default();
        let own = game.shipped_for_solver().expect("some ship");
        let order = LearnedOrder::new(&game, &own.set, own.phases, own.unit, &own.weights);
        let learned = order.expect("they fit").0;
        let evaluator = Patterns::new(own);
        let mut chance = Chance::new(5);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let mover = game.mover(&state);
            let (own, theirs) = (state.discs(mover), state.discs(mover.opponent()));
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
            let Some(place) = mv.bit() else { continue };
            let flips = Portable.flips(own, theirs, place);
            let after = learned.after(&learned.lanes(own, theirs), place, flips);
            let (own, theirs) = (own ^ flips | 1 << place, theirs ^ flips);
            let value = learned.value(&after, (own | theirs).count_ones());
            assert_eq!(value, evaluator.sum(&[theirs], &[own]));
        }
    }
}
