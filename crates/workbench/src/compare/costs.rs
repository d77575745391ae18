//! What things cost: every learner is timed on its own work, until it has taken long enough to say.

use std::collections::BTreeMap;
use std::time::Duration;

use plyscope_game::Error;
use serde::{Deserialize, Serialize};

use super::Learner;
use super::learning::states_for;
use super::trial::Bench;
use crate::ClimbMethod;

/// A measurement goes on until it has taken such a part of the middle budget.
const PART: u32 = 4;
/// A first portion that took so many times as long is the last: a generation of CMA-ES over many weights
/// may cost more than all of a budget.
const LONG: u32 = 8;
/// Portions grow so often at the most; a clock that stands still ends it, too.
const PORTIONS: u32 = 12;
/// Milliseconds; below that it is the clock that is measured.
const CHEAPEST: f64 = 1e-4;
/// The seed of what is only timed.
const SEED: u64 = 1;

/// What something costs, in milliseconds of CPU time.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Paid once, however much is asked for.
    pub once: f64,
    /// Paid for each.
    pub each: f64,
}

impl Price {
    /// The straight line through two portions, as counts and milliseconds.
    ///
    /// Chance may make the smaller one expensive: most of a price is per thing all the same.
    pub(crate) fn of(smaller: (f64, f64), larger: (f64, f64)) -> Self {
        let mean = (larger.1 / larger.0).max(CHEAPEST);
        let slope = (larger.1 - smaller.1) / (larger.0 - smaller.0).max(1.0);
        let each = slope.clamp(mean / 4.0, mean);
        Self {
            once: (larger.1 - each * larger.0).max(0.0),
            each,
        }
    }

    /// How many can be had for so many milliseconds.
    pub(crate) fn buys(self, milliseconds: f64) -> u64 {
        ((milliseconds - self.once) / self.each).max(0.0) as u64
    }
}

/// What things cost.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rates {
    /// A labelled position.
    pub label: Price,
    /// What a learner counts, by its name: a game, a position with its label and its part of the fit, or
    /// a state of a value of the metric.
    pub learners: BTreeMap<String, Price>,
}

impl Rates {
    /// What a learner counts costs so much.
    pub(super) fn of(&self, learner: Learner) -> Result<Price, Error> {
        let found = self.learners.get(learner.name()).copied();
        found.filter(|own| own.each > 0.0).ok_or_else(|| {
            let what = format!("what {} costs was not measured", learner.name());
            Error::misuse(what, "begin again in another folder")
        })
    }
}

impl Bench<'_> {
    /// What things cost for these learners.
    pub(super) fn measure(&self, learners: &[Learner]) -> Result<Rates, Error> {
        let states = |own| self.labelled(own, SEED).map(|_| own);
        let label = self.cost(64, &states)?;
        let half = 500.0 * self.order.sizes[0].as_secs_f64();
        let bench = self.labelled(states_for(half, label), SEED)?;
        // Generations enough that the first look at the states is a small part of it.
        let looks = 200 * bench.states.len() as u64;
        let start = self.start_for_genes(states_for(half, label), SEED)?;
        let judged =
            |method| self.cost(looks, &|own| Ok(self.climbed(method, &bench, own, SEED)?.1));
        let mut rates = BTreeMap::new();
        for &learner in learners {
            let name = learner.name();
            (self.order.progress)(0, 0, &format!("what {name} costs"));
            let rate = match learner {
                Learner::Genetic => self.cost(64, &|own| {
                    let bred = self.bred(own, &start, SEED)?;
                    Ok(bred.map_or(0, |own| own.games))
                }),
                Learner::Ridge => self.cost(64, &|own| Ok(self.ridge(own, SEED)?.positions)),
                Learner::Logistic => self.cost(64, &|own| Ok(self.logistic(own, SEED)?.positions)),
                Learner::CmaGames => self.cost(64, &|own| {
                    let found = self.cma_games(own, SEED)?;
                    Ok(found.map_or(0, |own| own.games))
                }),
                Learner::SpsaGames => self.cost(64, &|own| Ok(self.spsa_games(own, SEED)?.games)),
                Learner::CmaJudge => judged(ClimbMethod::Cma),
                Learner::SpsaJudge => judged(ClimbMethod::Spsa),
                Learner::Td => self.cost(64, &|own| Ok(self.td(own, SEED)?.games)),
                // Where games are dear, as on a large board, more would cost minutes.
                Learner::Patterns => self.cost(4, &|own| Ok(self.patterns(own, SEED)?.games)),
            };
            rates.insert(name.to_string(), rate?);
        }
        Ok(Rates {
            label,
            learners: rates,
        })
    }

    /// The price of what `work` does when it is asked for so many, from `first` on.
    fn cost(&self, first: u64, work: &dyn Fn(u64) -> Result<u64, Error>) -> Result<Price, Error> {
        let clock = self.order.cpu_time;
        let enough = self.order.sizes[1] / PART;
        let mut asked = first;
        let mut last: Option<(f64, f64)> = None;
        let mut price = Price {
            once: 0.0,
            each: 1.0,
        };
        for _ in 0..PORTIONS {
            let begun = clock();
            let done = work(asked)? as f64;
            let spent = clock().saturating_sub(begun);
            asked = (asked as f64 * growth(spent, enough)) as u64;
            if done == 0.0 {
                continue;
            }
            let now = (done, 1000.0 * spent.as_secs_f64());
            let smaller = last.replace(now).filter(|own| own.0 < done);
            price = Price::of(smaller.unwrap_or((0.0, 0.0)), now);
            if is_enough(spent, enough, smaller.is_some()) {
                break;
            }
        }
        Ok(price)
    }
}

/// Whether a portion says what things cost: two tell what is paid once, and one will do where it took long.
fn is_enough(spent: Duration, enough: Duration, is_second: bool) -> bool {
    spent >= enough && is_second || spent >= LONG * enough
}

/// How much larger the next portion is: enough by what the last one took, with some to spare.
fn growth(spent: Duration, enough: Duration) -> f64 {
    let spent = spent.as_secs_f64().max(1e-6);
    (1.2 * enough.as_secs_f64() / spent).clamp(2.0, 8.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_paid_once_is_told_from_what_is_paid_for_each() {
        let price = Price::of((100.0, 60.0), (400.0, 90.0));
        assert!((price.each - 0.1).abs() < 1e-9 && (price.once - 50.0).abs() < 1e-9);
        assert_eq!((price.buys(150.0), price.buys(40.0)), (1000, 0));
        // A smaller portion that took longer than the larger one says little.
        let odd = Price::of((100.0, 120.0), (400.0, 100.0));
        assert!((odd.each - 0.0625).abs() < 1e-9 && (odd.once - 75.0).abs() < 1e-9);
    }

    #[test]
    fn portions_grow_to_what_is_enough_and_not_far_beyond() {
        let second = Duration::from_secs(1);
        assert!((growth(Duration::from_millis(400), second) - 3.0).abs() < 1e-9);
        assert!((growth(Duration::ZERO, second) - 8.0).abs() < 1e-9);
        assert!((growth(second, second) - 2.0).abs() < 1e-9);
        assert!(is_enough(second, second, true) && !is_enough(second, second, false));
        assert!(is_enough(LONG * second, second, false) && !is_enough(second / 2, second, true));
    }
}
