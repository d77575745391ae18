//! Timing a sample of tasks, to know what all of them cost.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyscope_game::{Chance, Error};
use plyscope_shards::{Cost, Work, parts_of};

use super::cpu_time;

/// Times tasks from all parts of the list for about so long, by the processor's clock.
///
/// Parts are taken in an order that spreads over the list from the first on, so
/// that a sample that is cut short still tells of all of it. Of work in waves
/// only the first can be done yet.
pub(super) fn measure(
    work: &dyn Work,
    waves: &[u64],
    seed: u64,
    budget: Duration,
) -> Result<Option<Cost>, Error> {
    let (Some(&first), Some(&tasks)) = (waves.first(), waves.last()) else {
        return Ok(None);
    };
    let ends = parts_of(first);
    let mut samples: Vec<(u64, Vec<f64>)> = ends.iter().map(|&end| (end, Vec::new())).collect();
    let mut chance = Chance::new(seed);
    let begun = cpu_time();
    // The first task pays for what all share, such as tables.
    let start = seconds_of(work, &[0])?[0].1;
    for pass in 0u32.. {
        let per_call = 1usize << pass.min(6);
        for at in spread(ends.len()) {
            if cpu_time().saturating_sub(begun) >= budget {
                let cost = Cost::of(&samples, begin_of(start, &samples));
                return Ok(cost.map(|cost| cost.extended_to(tasks)));
            }
            let first = at.checked_sub(1).map_or(0, |before| ends[before]);
            // One more than is timed: making the agents again counts for the first.
            let mut chosen: Vec<u64> = (0..=per_call)
                .map(|_| first + chance.bits() % (ends[at] - first))
                .collect();
            chosen.sort_unstable();
            chosen.dedup();
            let timed = seconds_of(work, &chosen)?;
            let begun = usize::from(timed.len() > 1);
            samples[at].1.extend(timed[begun..].iter().map(|own| own.1));
        }
    }
    Ok(None)
}

/// What a shard takes beside its tasks: what the first task took longer than its like.
fn begin_of(first: f64, samples: &[(u64, Vec<f64>)]) -> f64 {
    let alike = samples.first().map_or(&[][..], |own| &own.1);
    let mean = alike.iter().sum::<f64>() / alike.len().max(1) as f64;
    (first - mean).max(0.0)
}

/// The processor time of each task, in the order in which they were done.
fn seconds_of(work: &dyn Work, tasks: &[u64]) -> Result<Vec<(u64, f64)>, Error> {
    let timed = Mutex::new((cpu_time(), Vec::new()));
    work.run(tasks, &|task, _| {
        let mut timed = timed.lock().unwrap_or_else(PoisonError::into_inner);
        let now = cpu_time();
        let seconds = now.saturating_sub(timed.0).as_secs_f64();
        timed.0 = now;
        timed.1.push((task, seconds));
        Ok(())
    })?;
    Ok(timed.into_inner().unwrap_or_else(PoisonError::into_inner).1)
}

/// All numbers below `count`, each far from those just before: their bits reversed.
fn spread(count: usize) -> impl Iterator<Item = usize> {
    let bits = count.next_power_of_two().trailing_zeros();
    let reversed = move |number: usize| {
        if bits == 0 {
            number
        } else {
            number.reverse_bits() >> (usize::BITS - bits)
        }
    };
    (0..1usize << bits)
        .map(reversed)
        .filter(move |&number| number < count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_order_names_everything_once() {
        for count in [1, 2, 3, 7, 64] {
            let mut all: Vec<usize> = spread(count).collect();
            if count == 7 {
                assert_eq!(all[..3], [0, 4, 2]);
            }
            all.sort_unstable();
            assert_eq!(all, (0..count).collect::<Vec<_>>());
        }
    }
}
