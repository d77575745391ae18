//! Work in waves: the tasks of one depend on what came of those of the waves before.
//!
//! A generation of players is bred from the games of the last one. So a shard
//! lies within a wave, and cannot be begun before all earlier waves are done;
//! their files are all it needs, and its own depends on plan and number still.

use std::ops::Range;

use plyscope_game::Error;

use crate::{Cost, Folder, ShardPlan, cut_evenly};

/// Where waves end, to be cut; work without waves is one.
#[derive(Clone, Copy, Debug)]
pub struct Waves<'a> {
    /// The task after the last one of each wave.
    pub ends: &'a [u64],
    /// Tasks that belong together, counted from the first of the wave.
    pub group: u64,
}

impl Waves<'_> {
    fn ranges(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let firsts = std::iter::once(0).chain(self.ends.iter().copied());
        firsts.zip(self.ends.iter().copied())
    }

    /// Where shards end: so many in all, by the tasks of each wave, and at least one for each.
    pub fn cut_evenly(&self, shards: u64) -> Vec<u64> {
        let tasks = self.ends.last().copied().unwrap_or(0);
        let cut = |(first, end): (u64, u64)| {
            let share = end as f64 / tasks as f64 - first as f64 / tasks as f64;
            let own = (share * shards as f64).round() as u64;
            let ends = cut_evenly(end - first, own, self.group);
            ends.into_iter().map(move |end| first + end)
        };
        self.ranges().flat_map(cut).collect()
    }

    /// Where shards end that cost about the same: so many in all, or each so many seconds.
    pub fn cut_by_cost(&self, cost: &Cost, shards: Result<u64, f64>) -> Vec<u64> {
        let total = cost.total();
        let cut = |(first, end)| {
            let seconds = cost.of_range(first, end);
            let own = match shards {
                Ok(shards) => (seconds / total * shards as f64).round(),
                Err(each) => (seconds / each).ceil(),
            };
            cost.cut(first, end, own as u64, self.group)
        };
        self.ranges().flat_map(cut).collect()
    }
}

impl ShardPlan {
    /// Whether waves end where shards do, the last one with the last task.
    pub(crate) fn has_whole_waves(&self) -> bool {
        let is_end = |wave: &u64| {
            let ends = self.shards.binary_search_by_key(wave, |own| own.end);
            ends.is_ok()
        };
        let grow = self.waves.windows(2).all(|pair| pair[0] < pair[1]);
        let last = self.waves.last().is_none_or(|last| *last == self.tasks);
        grow && last && self.waves.iter().all(is_end)
    }

    /// How many waves there are.
    pub fn wave_count(&self) -> usize {
        self.waves.len().max(1)
    }

    /// The number of a shard's wave, from 0.
    pub fn wave_number(&self, shard: u64) -> usize {
        let first = self.shards[shard as usize].first;
        self.waves.partition_point(|end| *end <= first)
    }

    /// The shards of a shard's wave.
    pub(crate) fn wave_of(&self, shard: u64) -> Range<u64> {
        let number = self.wave_number(shard);
        let place = |task: u64| self.shards.partition_point(|own| own.end <= task) as u64;
        let begin = number
            .checked_sub(1)
            .map_or(0, |own| place(self.waves[own]));
        let end = self.waves.get(number).copied().unwrap_or(self.tasks);
        begin..place(end)
    }

    /// Of shards that are not begun, those of waves behind the first that is not done.
    pub(crate) fn waiting(&self, missing: &[u64], running: &[u64]) -> Vec<u64> {
        let Some(open) = missing.first().into_iter().chain(running.first()).min() else {
            return Vec::new();
        };
        let wave = self.wave_of(*open);
        let waits = missing.iter().filter(|own| **own >= wave.end);
        waits.copied().collect()
    }
}

impl Folder {
    /// The shards that must be done before a shard can be begun, and are not.
    ///
    /// # Errors
    /// When a file belongs to another plan.
    pub(crate) fn waits_for(&self, index: u64) -> Result<Vec<u64>, Error> {
        let mut missing = Vec::new();
        for earlier in 0..self.plan().wave_of(index).start {
            if !self.is_done(earlier)? {
                missing.push(earlier);
            }
        }
        Ok(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Begun, FORMAT, Spent, TaskRange};

    fn plan(ends: &[u64], waves: &[u64]) -> ShardPlan {
        let firsts = std::iter::once(0).chain(ends.iter().copied());
        let piece = |(first, &end)| TaskRange {
            first,
            end,
            slice: None,
        };
        ShardPlan {
            format: FORMAT,
            version: "1".into(),
            command: Vec::new(),
            folder: String::new(),
            seed: 1,
            inputs: Vec::new(),
            work: serde_json::Value::Null,
            unit: "games".into(),
            tasks: *ends.last().unwrap(),
            waves: waves.to_vec(),
            cost: None,
            shards: firsts.zip(ends).map(piece).collect(),
        }
    }

    #[test]
    fn every_wave_has_a_shard_and_none_lies_in_two() {
        let waves = Waves {
            ends: &[90, 180, 184],
            group: 2,
        };
        let ends = waves.cut_evenly(6);
        assert_eq!(ends, [30, 60, 90, 120, 150, 180, 184]);
        assert_eq!(waves.cut_evenly(1), [90, 180, 184]);
        let cost = Cost::of(&[(184, vec![2.0, 2.0])], 0.0).unwrap();
        assert_eq!(waves.cut_by_cost(&cost, Err(90.0)), [46, 90, 136, 180, 184]);
        assert_eq!(waves.cut_by_cost(&cost, Ok(2)), [90, 180, 184]);
        assert!(plan(&ends, waves.ends).is_whole());
        assert!(!plan(&[30, 100, 184], waves.ends).is_whole());
        assert!(!plan(&[90, 184], &[90]).is_whole());
    }

    #[test]
    fn a_shard_waits_for_all_of_the_waves_before() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::create(place.path(), plan(&[2, 4, 6, 8], &[4, 6, 8])).unwrap();
        let status = || {
            let now = std::time::SystemTime::now();
            folder.status(now, "here").unwrap()
        };
        assert_eq!(status().waiting, [2, 3]);
        assert_eq!(status().ready(), [0, 1]);
        let waits = |index| match folder.begin(index, "here-1").unwrap() {
            Begun::Waits(shards) => shards,
            _ => panic!("shard {index} does not wait"),
        };
        assert_eq!(waits(2), [0, 1]);
        let finish = |index: u64| {
            let Begun::Open(shard) = folder.begin(index, "here-1").unwrap() else {
                panic!("shard {index} cannot be begun")
            };
            for task in shard.missing() {
                shard.add(task, &task.to_string()).unwrap();
            }
            shard.finish(&Spent::default()).unwrap();
        };
        finish(1);
        assert_eq!(waits(3), [0, 2]);
        finish(0);
        assert_eq!((status().ready(), status().waiting), (vec![2], vec![3]));
        finish(2);
        let before: Result<Vec<String>, Error> = folder.values_before(3).collect();
        assert_eq!(before.unwrap().join(" "), "0 1 2 3 4 5");
        assert_eq!(folder.values_before(1).count(), 0);
        finish(3);
        assert!(status().ready().is_empty() && folder.ensure_whole().is_ok());
    }
}
