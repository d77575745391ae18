//! HEF's section 4.4, first half: is the order of moves by q or by visits the true one?

use std::cmp::Ordering;

use plyscope_judge::metrics::Kendall;
use plyscope_judge::{Guess, Truth, TruthRow, Truths};
use plyscope_parallel::map_each;
use serde::Serialize;

use super::curve::{Column, PlyCurve, scores};
use super::data::{Data, visits};
use super::follow::{Follow, WithInterval, estimate, follow, mean};
use super::heuristics::Heuristic;

/// What moves are ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Key {
    /// The mean result.
    Q,
    /// The visits.
    Visits,
}

impl Key {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Q, Self::Visits];

    /// What it is called in tables and curves.
    pub fn name(self) -> &'static str {
        match self {
            Self::Q => "q",
            Self::Visits => "visits",
        }
    }

    fn of(self, row: &TruthRow) -> Vec<f64> {
        let key = |truth: &Truth| match self {
            Self::Q => truth.value,
            Self::Visits => visits(truth) as f64,
        };
        row.truth().iter().map(key).collect()
    }
}

/// How often an order is the true one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct OrderFound {
    /// The benchmark.
    pub source: String,
    /// What moves are ordered by.
    pub key: Key,
    /// Pairs of moves of one state that are of different worth.
    pub pairs: u64,
    /// All pairs of moves of one state.
    pub all_pairs: u64,
    /// The share of pairs of different worth that stand in the true order; a tie is half right.
    pub right: Option<WithInterval>,
    /// The share of all pairs that stand as in truth, where pairs of equal worth must be tied.
    pub strictly: Option<WithInterval>,
    /// The share of all pairs, where those of equal worth are half right in any order.
    pub halves: Option<WithInterval>,
    /// The share of states, of those where moves differ in worth, without a pair in the wrong order.
    pub whole: Option<WithInterval>,
    /// Kendall's tau-b with the truth, mean over those states.
    pub kendall: Option<WithInterval>,
    /// The share right, by ply.
    pub curve: PlyCurve,
}

/// Kendall's tau-b of a heuristic with an order by search, beside that with the true order.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ordered {
    /// The heuristic.
    pub heuristic: String,
    /// The benchmark.
    pub source: String,
    /// What its moves are ordered by.
    pub key: Key,
    /// The mean on the truth.
    pub on_truth: f64,
    /// The mean on the order by search.
    pub on_search: f64,
    /// How it follows, over states in which both say something.
    pub follow: Follow,
}

/// Both halves of the question.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Orders {
    /// The orders themselves.
    pub orders: Vec<OrderFound>,
    /// What a move-ordering metric makes of them.
    pub metric: Vec<Ordered>,
}

pub(super) fn run(data: &Data, heuristics: &[Heuristic], seed: u64) -> Orders {
    let both: Vec<(usize, Key)> = (0..data.sampled.len())
        .flat_map(|own| Key::ALL.map(|key| (own, key)))
        .collect();
    let orders = map_each(&both, |&(source, key)| order(data, source, key, seed));
    let metric = map_each(heuristics, |heuristic| {
        let both = both.iter();
        let metric = both.map(|&(source, key)| ordered(data, heuristic, source, key, seed));
        metric.collect::<Vec<_>>()
    });
    Orders {
        orders,
        metric: metric.into_iter().flatten().collect(),
    }
}

/// The pairs of one state.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
struct Pairs {
    right: f64,
    wrong: f64,
    /// Of different worth, but tied by the key.
    tied: f64,
    /// Of equal worth, and tied by the key.
    both_tied: f64,
    /// Of equal worth, but not tied by the key.
    parted: f64,
}

/// How two numbers stand; 0 and −0 are equal, unlike in a total order.
fn stand(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

impl Pairs {
    fn new(truth: &[f64], key: &[f64]) -> Self {
        let mut own = Self::default();
        for i in 0..truth.len() {
            for j in 0..i {
                let real = stand(truth[i], truth[j]);
                let said = stand(key[i], key[j]);
                *match (real, said) {
                    (Ordering::Equal, Ordering::Equal) => &mut own.both_tied,
                    (Ordering::Equal, _) => &mut own.parted,
                    (_, Ordering::Equal) => &mut own.tied,
                    _ if real == said => &mut own.right,
                    _ => &mut own.wrong,
                } += 1.0;
            }
        }
        own
    }

    fn told_apart(&self) -> f64 {
        self.right + self.wrong + self.tied
    }

    fn all(&self) -> f64 {
        self.told_apart() + self.both_tied + self.parted
    }
}

/// The sum of the first numbers by that of the second.
#[inline(never)] // as `mean`
fn ratio(both: &[(f64, f64)], drawn: &[usize]) -> Option<f64> {
    let (mut some, mut whole) = (0.0, 0.0);
    for &at in drawn {
        some += both[at].0;
        whole += both[at].1;
    }
    (whole > 0.0).then(|| some / whole)
}

fn order(data: &Data, source: usize, key: Key, seed: u64) -> OrderFound {
    let sampled = &data.sampled[source];
    let rows = data.exact.rows.iter().zip(&sampled.truths.rows);
    let pairs: Vec<Pairs> = rows
        .map(|(truth, own)| Pairs::new(&values(truth), &key.of(own)))
        .collect();
    // The share of something among pairs: pairs are summed before dividing, so states weigh by them.
    let share = |part: fn(&Pairs) -> f64, of: fn(&Pairs) -> f64| {
        // Asked once per state, not in each of thousands of resamples.
        let both: Vec<(f64, f64)> = pairs.iter().map(|own| (part(own), of(own))).collect();
        estimate(pairs.len(), seed, |drawn| ratio(&both, drawn))
    };
    let matters = |own: &Pairs, score: f64| (own.told_apart() > 0.0).then_some(score);
    let by_state: Column = pairs
        .iter()
        .map(|own| matters(own, (own.right + own.tied / 2.0) / own.told_apart()))
        .collect();
    let whole: Column = pairs
        .iter()
        .map(|own| {
            matters(
                own,
                f64::from(u8::from(own.wrong == 0.0 && own.tied == 0.0)),
            )
        })
        .collect();
    let kendall = kendall(&data.exact, &guesses(&sampled.truths, key));
    let count = |of: fn(&Pairs) -> f64| pairs.iter().map(of).sum::<f64>() as u64;
    let name = format!("order/{}/{}", sampled.name, key.name());
    OrderFound {
        source: sampled.name.to_owned(),
        key,
        pairs: count(Pairs::told_apart),
        all_pairs: count(Pairs::all),
        right: share(|own| own.right + own.tied / 2.0, Pairs::told_apart),
        strictly: share(|own| own.right + own.both_tied, Pairs::all),
        halves: share(
            |own| own.right + (own.tied + own.both_tied + own.parted) / 2.0,
            Pairs::all,
        ),
        whole: estimate(pairs.len(), seed, |drawn| mean(&whole, drawn)),
        kendall: estimate(pairs.len(), seed, |drawn| mean(&kendall, drawn)),
        curve: PlyCurve::new(name, &data.plies, &by_state, (0.0, 1.0)),
    }
}

fn ordered(data: &Data, heuristic: &Heuristic, source: usize, key: Key, seed: u64) -> Ordered {
    let sampled = &data.sampled[source];
    let mut by_search = sampled.truths.clone();
    for row in &mut by_search.rows {
        let mut keys = key.of(row).into_iter();
        row.change(|truth| truth.value = keys.next().unwrap_or(truth.value));
    }
    let on_truth = kendall(&data.exact, &heuristic.guesses);
    let on_search = kendall(&by_search, &heuristic.guesses);
    let all: Vec<usize> = (0..data.plies.len()).collect();
    let mean_of = |column: &Column| mean(column, &all).unwrap_or(f64::NAN);
    Ordered {
        heuristic: heuristic.name.to_owned(),
        source: sampled.name.to_owned(),
        key,
        on_truth: mean_of(&on_truth),
        on_search: mean_of(&on_search),
        follow: follow(&data.plies, &on_truth, &on_search, seed),
    }
}

fn values(row: &TruthRow) -> Vec<f64> {
    row.truth().iter().map(|truth| truth.value).collect()
}

fn kendall(truths: &Truths, guesses: &[Vec<Guess>]) -> Column {
    scores(truths, guesses, &Kendall)
}

/// The order by a key as if a heuristic had given it.
fn guesses(truths: &Truths, key: Key) -> Vec<Vec<Guess>> {
    let of_state = |row: &TruthRow| {
        let keys = key.of(row);
        let guess = |own: &f64| {
            let below = keys.iter().filter(|other| *other < own).count();
            Guess::estimate(below as u32, *own)
        };
        keys.iter().map(guess).collect()
    };
    truths.rows.iter().map(of_state).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_with_their_ties() {
        // Worth 1, 1, 0, −1 against 5, 4, 4, 6: the last move is wrong thrice, one pair is tied.
        let found = Pairs::new(&[1.0, 1.0, 0.0, -1.0], &[5.0, 4.0, 4.0, 6.0]);
        let by_hand = Pairs {
            right: 1.0,
            wrong: 3.0,
            tied: 1.0,
            both_tied: 0.0,
            parted: 1.0,
        };
        assert_eq!(found, by_hand);
        assert_eq!((found.told_apart(), found.all()), (5.0, 6.0));
    }
}
