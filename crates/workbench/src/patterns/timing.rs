//! How many games a budget of CPU time buys, by timing some.

use std::time::Duration;

use plyscope_game::{Error, Stop};
use plyscope_learn::patterns::Keeper;

use crate::compare::Price;

/// Games that are timed, portion by portion, until one says enough.
const PORTIONS: [u64; 3] = [20, 100, 500];
/// A portion that took such a part of the budget says enough.
const PART: u32 = 4;

/// The games that `time` buys, at least one; `timed` plays so many and tells what they took.
///
/// # Errors
/// When games cannot be played, or the run is stopped.
pub(super) fn games_within(
    time: Duration,
    mut timed: impl FnMut(u64) -> Result<Duration, Error>,
) -> Result<u64, Error> {
    let mut last = (0.0, 0.0);
    let mut price = None;
    for games in PORTIONS {
        let spent = timed(games)?;
        let now = (games as f64, 1000.0 * spent.as_secs_f64());
        price = Some(Price::of(last, now));
        last = now;
        if spent * PART >= time {
            break;
        }
    }
    let bought = price.map_or(0, |price| price.buys(1000.0 * time.as_secs_f64()));
    Ok(bought.max(1))
}

/// Keeps nothing of games that are only timed, and ends them when asked to.
pub(super) struct Timing(pub(super) Stop);

impl Keeper for Timing {
    fn stop(&self) -> Stop {
        self.0.clone()
    }

    fn goes_on(&mut self) -> Result<(), Error> {
        if !self.0.is_raised() {
            return Ok(());
        }
        let what = "stopped while the first games were timed, and nothing is kept";
        Err(Error::stopped(what).with_hint("run the same command again"))
    }

    fn played(&mut self, _: u64) -> Result<(), Error> {
        self.goes_on()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Half a second once, and 4 ms per game.
    fn took(games: u64) -> Duration {
        Duration::from_millis(500 + 4 * games)
    }

    #[test]
    fn small_budgets_are_not_spent_on_timing() {
        let mut played = 0;
        let games = games_within(Duration::from_millis(100), |games| {
            played += games;
            Ok(took(games))
        });
        assert_eq!((games.unwrap(), played), (3, 20));
    }

    #[test]
    fn what_is_paid_once_is_not_counted_for_every_game() {
        let games = games_within(Duration::from_secs(60), |games| Ok(took(games)));
        assert_eq!(games.unwrap(), (60_000 - 500) / 4);
    }
}
