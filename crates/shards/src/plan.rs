//! What is to be done, and how it is cut: `plan.json`.

use serde::{Deserialize, Serialize};

use crate::Cost;

/// The version of the format of plans and shard files.
pub const FORMAT: u32 = 1;

/// Everything that decides what the shards hold.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShardPlan {
    /// The version of the format.
    pub format: u32,
    /// The version of the tool: another one may give other results.
    pub version: String,
    /// The command as it runs on one machine, without its name and without its output.
    pub command: Vec<String>,
    /// The folder in which the command was given; its paths begin there.
    pub folder: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// The files that the command reads.
    pub inputs: Vec<Input>,
    /// What the command itself keeps in the plan.
    pub work: serde_json::Value,
    /// What a task is called: "states", "games".
    pub unit: String,
    /// How many tasks there are.
    pub tasks: u64,
    /// Where waves end, if tasks depend on what came of those of earlier waves; else nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waves: Vec<u64>,
    /// What they will cost, where that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<Cost>,
    /// The shards: neighbouring ranges of tasks, none left out.
    pub shards: Vec<TaskRange>,
}

/// A file that the command reads, and what was in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// Its path, from the folder of the plan.
    pub path: String,
    /// A digest of its content.
    pub blake3: String,
}

/// The tasks of one shard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TaskRange {
    /// The first task.
    pub first: u64,
    /// The task after the last one.
    pub end: u64,
    /// Where the descriptions of the tasks are in the file of tasks, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slice: Option<Slice>,
}

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slice {
    /// The first byte.
    pub begin: u64,
    /// How many bytes.
    pub length: u64,
    /// A digest of them.
    pub blake3: String,
}

impl TaskRange {
    /// How many tasks it has.
    pub fn tasks(&self) -> u64 {
        self.end - self.first
    }
}

impl ShardPlan {
    /// A name that another plan does not have.
    pub fn id(&self) -> String {
        let text = serde_json::to_string(self).expect("a plan is plain data");
        blake3::hash(text.as_bytes()).to_hex()[..32].to_string()
    }

    /// Whether the shards are neighbours from the first task to the last.
    pub(crate) fn is_whole(&self) -> bool {
        let mut next = 0;
        let neighbours = self.shards.iter().all(|piece| {
            let follows = piece.first == next && piece.end > piece.first;
            next = piece.end;
            follows
        });
        neighbours && next == self.tasks && next > 0 && self.has_whole_waves()
    }
}

/// Cuts so many tasks into shards that differ by a group at the most; a group of tasks is never cut.
///
/// Gives the end of each shard: the number of the task after its last one.
///
/// ```
/// use plyscope_shards::cut_evenly;
///
/// assert_eq!(cut_evenly(10, 3, 1).len(), 3);
/// assert_eq!(cut_evenly(10, 3, 1).last(), Some(&10));
/// // Pairs of games stay together.
/// assert!(cut_evenly(10, 3, 2).iter().all(|end| end % 2 == 0));
/// ```
pub fn cut_evenly(tasks: u64, shards: u64, group: u64) -> Vec<u64> {
    let groups = tasks.div_ceil(group);
    let shards = shards.clamp(1, groups.max(1));
    let end = |shard: u64| {
        let end = u128::from(groups) * u128::from(shard + 1) / u128::from(shards);
        (end as u64 * group).min(tasks)
    };
    (0..shards).map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_cut_leaves_nothing_out_and_keeps_groups_whole() {
        assert_eq!(cut_evenly(10, 3, 1), [3, 6, 10]);
        assert_eq!(cut_evenly(10, 3, 2), [2, 6, 10]);
        assert_eq!(cut_evenly(3, 40, 1), [1, 2, 3]);
        assert_eq!(cut_evenly(7, 2, 2), [4, 7]);
        assert_eq!(cut_evenly(1 << 40, 1000, 2).last(), Some(&(1 << 40)));
    }
}
