//! What a plan will cost: seconds of one core for each task, and for each shard the time to begin.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use serde::{Deserialize, Serialize};

use crate::{TaskRange, cut_evenly};

/// The cost of a list of tasks, by parts of the list.
///
/// Neighbouring tasks are alike, as states are sorted by ply, so the list is
/// taken in parts and a sample of each part is timed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cost {
    /// The parts, from the first task to the last.
    pub parts: Vec<CostPart>,
    /// The standard error of the total, as a share of it; nothing if too few were timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<f64>,
    /// Seconds that a shard takes beside its tasks.
    pub start: f64,
}

/// A part of the list of tasks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CostPart {
    /// The task after the last one.
    pub end: u64,
    /// Seconds of one core for each task, in the mean.
    pub seconds: f64,
}

/// Parts at the most; each needs several timed tasks to tell anything.
const PARTS: u64 = 64;

/// The parts of a list of tasks: the end of each.
pub fn parts_of(tasks: u64) -> Vec<u64> {
    cut_evenly(tasks, PARTS, 1)
}

impl Cost {
    /// From samples: for each part its end and the seconds of the tasks that were timed.
    ///
    /// A part without any is taken to cost what its nearest neighbour does. Nothing if nothing was timed.
    pub fn of(samples: &[(u64, Vec<f64>)], start: f64) -> Option<Self> {
        let mean = |timed: &[f64]| timed.iter().sum::<f64>() / timed.len() as f64;
        let known: Vec<usize> = (0..samples.len())
            .filter(|&at| !samples[at].1.is_empty())
            .collect();
        let nearest = |at: usize| known.iter().copied().min_by_key(|&own| own.abs_diff(at));
        let mut parts = Vec::with_capacity(samples.len());
        for (at, (end, _)) in samples.iter().enumerate() {
            parts.push(CostPart {
                end: *end,
                seconds: mean(&samples[nearest(at)?].1),
            });
        }
        let cost = Self {
            error: None,
            parts,
            start,
        };
        let error = error(samples).map(|error| error / cost.total());
        Some(Self { error, ..cost })
    }

    /// The same with later tasks up to `tasks`, which cannot be timed yet and are taken to cost
    /// what those that were cost in the mean.
    #[must_use]
    pub fn extended_to(mut self, tasks: u64) -> Self {
        let timed = self.parts.last().map_or(0, |part| part.end);
        if timed > 0 && timed < tasks {
            let seconds = self.total() / timed as f64;
            self.parts.push(CostPart {
                end: tasks,
                seconds,
            });
        }
        self
    }

    /// Seconds of one core for all tasks.
    pub fn total(&self) -> f64 {
        self.of_range(0, self.parts.last().map_or(0, |part| part.end))
    }

    /// Seconds of one core for the tasks from `first` on and before `end`.
    pub fn of_range(&self, first: u64, end: u64) -> f64 {
        let mut begin = 0;
        let mut seconds = 0.0;
        for part in &self.parts {
            let (from, to) = (begin.max(first), part.end.min(end));
            seconds += to.saturating_sub(from) as f64 * part.seconds;
            begin = part.end;
        }
        seconds
    }

    /// Cuts the tasks from `first` on and before `last` into shards of equal cost; a group of
    /// tasks, counted from the first, is never cut.
    pub fn cut(&self, first: u64, last: u64, shards: u64, group: u64) -> Vec<u64> {
        let (mut ends, mut before, mut begin) = (Vec::new(), 0.0, 0);
        let share = self.of_range(first, last) / shards.max(1) as f64;
        for part in &self.parts {
            let (from, to) = (begin.max(first), part.end.min(last));
            let cost = to.saturating_sub(from) as f64 * part.seconds;
            while cost > 0.0 && share * (ends.len() + 1) as f64 <= before + cost {
                let within = (share * (ends.len() + 1) as f64 - before) / part.seconds;
                let end = from - first + within.round() as u64;
                ends.push((first + end.div_ceil(group) * group).min(last));
            }
            before += cost;
            begin = part.end;
        }
        ends.retain(|&end| end > first && end < last);
        ends.dedup();
        ends.push(last);
        ends
    }

    /// Seconds from the first shard's begin to the last one's end on so many cores, one for each
    /// shard, each core taking the next shard as soon as it is free; a wave begins when the one
    /// before has ended.
    pub fn wall(&self, shards: &[TaskRange], waves: &[u64], cores: usize) -> f64 {
        let micros = |seconds: f64| (seconds * 1e6) as u64;
        let mut waves = waves.iter().peekable();
        let all_free_at = |time: u64| -> BinaryHeap<Reverse<u64>> {
            (0..cores.max(1)).map(|_| Reverse(time)).collect()
        };
        let mut free = all_free_at(0);
        let mut last = 0;
        for piece in shards {
            if waves.next_if(|end| **end <= piece.first).is_some() {
                free = all_free_at(last);
            }
            let Reverse(begin) = free.pop().unwrap_or_default();
            let end = begin + micros(self.start + self.of_range(piece.first, piece.end));
            last = last.max(end);
            free.push(Reverse(end));
        }
        last as f64 / 1e6
    }
}

/// The standard error of the total: that of each part's mean, times its tasks, added as squares.
fn error(samples: &[(u64, Vec<f64>)]) -> Option<f64> {
    let mut begin = 0;
    let mut variance = 0.0;
    for (end, timed) in samples {
        let count = timed.len() as f64;
        if count < 2.0 {
            return None;
        }
        let mean = timed.iter().sum::<f64>() / count;
        let squares: f64 = timed.iter().map(|own| (own - mean).powi(2)).sum();
        variance += ((end - begin) as f64).powi(2) * squares / (count - 1.0) / count;
        begin = *end;
    }
    Some(variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steep() -> Cost {
        // The first hundred tasks cost ten times as much as the others.
        Cost::of(&[(100, vec![10.0, 10.0]), (200, vec![1.0, 1.0])], 5.0).unwrap()
    }

    #[test]
    fn shards_of_equal_cost_have_unequal_lengths() {
        let cost = steep();
        assert!((cost.total() - 1100.0).abs() < 1e-9);
        assert_eq!(cost.error, Some(0.0));
        let ends = cost.cut(0, 200, 11, 1);
        assert_eq!(ends, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 200]);
        let in_pairs = cost.cut(0, 200, 7, 2);
        assert!(in_pairs.iter().all(|end| end % 2 == 0), "{in_pairs:?}");
        assert_eq!(in_pairs.last(), Some(&200));
        assert_eq!(cost.cut(91, 111, 2, 1), [96, 111]);
    }

    #[test]
    fn cores_take_the_next_shard_when_they_are_free() {
        let cost = steep();
        let piece = |first, end| TaskRange {
            first,
            end,
            slice: None,
        };
        let shards = [piece(0, 50), piece(50, 100), piece(100, 200)];
        assert!((cost.wall(&shards, &[], 1) - 1115.0).abs() < 1e-3);
        assert!((cost.wall(&shards, &[], 2) - 610.0).abs() < 1e-3);
        assert!((cost.wall(&shards, &[], 9) - 505.0).abs() < 1e-3);
        // Where the third waits for the first two, cores have nothing to do meanwhile.
        assert!((cost.wall(&shards, &[100, 200], 9) - 610.0).abs() < 1e-3);
    }

    #[test]
    fn later_waves_cost_what_the_first_did_in_the_mean() {
        let cost = steep().extended_to(300);
        assert!((cost.total() - 1650.0).abs() < 1e-9);
        assert_eq!(steep().extended_to(200), steep());
    }

    #[test]
    fn a_part_that_was_not_timed_costs_what_its_neighbour_does() {
        let cost = Cost::of(&[(5, vec![]), (10, vec![2.0]), (15, vec![])], 0.0).unwrap();
        assert!((cost.total() - 30.0).abs() < 1e-9);
        assert_eq!(cost.error, None);
        assert_eq!(Cost::of(&[(5, vec![])], 0.0), None);
    }
}
