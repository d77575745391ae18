//! The arguments of `plyscope plan`, `shard`, `status`, `collect` and `submit`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};

use super::{Judge, Learn, Make, Match, Reproduce, Tournament, read_nodes, read_time};

pub(super) const PLAN_EXAMPLES: &str = "\
Write the command as you would run it on one machine, with a folder in place of its file:
  plyscope plan truth make connect4 --by solver --states 10k -o plan
  plyscope plan --shards 40 tournament connect4 solver mcts negascout --games 1000 -o plan
  plyscope plan judge connect4 --against-strength -o plan
  plyscope plan learn gomoku --method genetic --features amoba --population 40 -o plan
  plyscope plan reproduce balazsfalvi -o plan
Then `plyscope submit plan` does the shards, and `plyscope collect plan -o FILE` writes the file.
";

pub(super) const SUBMIT_EXAMPLES: &str = "\
Examples:
  plyscope submit plan                             on the cores of this machine
  plyscope submit plan --to slurm --partition short --time 30 --memory 1G
  plyscope submit plan --to slurm --dry-run        the script, and nothing is submitted

What is done is told by the files in the folder: whoever ends this command, or a node, a task or
the engine, loses nothing, and the same command goes on from there.
";

#[derive(clap::Args)]
pub(crate) struct Plan {
    #[command(subcommand)]
    pub(crate) command: PlanCommand,

    /// How many shards; as many as --shard-time makes if left out. Work in waves (learn, reproduce)
    /// has at least one for each wave.
    #[arg(long, global = true, value_name = "N", value_parser = read_nodes)]
    pub(crate) shards: Option<u64>,

    /// How long a shard takes on one core, by what is measured [default: 10m, and 1m for work in waves].
    #[arg(long, global = true, value_name = "TIME", value_parser = read_time, conflicts_with = "shards")]
    pub(crate) shard_time: Option<Duration>,

    /// How long to measure what tasks cost, so that shards cost the same [default: 5s, and with --shards not at all].
    #[arg(long, global = true, value_name = "TIME", value_parser = read_time)]
    pub(crate) measure: Option<Duration>,
}

/// The commands that can be cut.
#[derive(Subcommand)]
pub(crate) enum PlanCommand {
    /// Benchmarks.
    Truth(PlanTruth),
    /// A match of so many games.
    Match(Match),
    /// A tournament.
    Tournament(Tournament),
    /// The games of `judge --against-strength`.
    Judge(Judge),
    /// The games of `learn --method genetic`, generation by generation.
    Learn(Box<Learn>),
    /// The experiments of a paper.
    Reproduce(Reproduce),
}

#[derive(clap::Args)]
pub(crate) struct PlanTruth {
    #[command(subcommand)]
    pub(crate) command: PlanTruthCommand,
}

#[derive(Subcommand)]
pub(crate) enum PlanTruthCommand {
    /// Choose states now; their moves are given values shard by shard.
    Make(Make),
}

#[derive(clap::Args)]
pub(crate) struct Shard {
    /// The folder of the plan.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,

    /// Which shard, from 0; if left out, what the engine says in `SLURM_ARRAY_TASK_ID`, `HQ_TASK_ID`,
    /// `JOB_COMPLETION_INDEX` or `PBS_ARRAY_INDEX`.
    #[arg(long, value_name = "I")]
    pub(crate) index: Option<u64>,

    /// What to add to the engine's number, where an array begins at another shard.
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "index")]
    pub(crate) first: u64,
}

#[derive(clap::Args)]
pub(crate) struct Status {
    /// The folder of the plan.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(clap::Args)]
pub(crate) struct Collect {
    /// The folder of the plan.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,

    /// What the command on one machine would write: a file, or the folder of a study.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Replace a file of that name.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(clap::Args)]
pub(crate) struct Submit {
    /// The folder of the plan.
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,

    /// The engine that runs the shards.
    #[arg(long, value_enum, default_value_t = WorkEngine::Local)]
    pub(crate) to: WorkEngine,

    /// Show what would be submitted, and submit nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Cores for each shard.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) cpus: u16,

    /// Shards that run at the same time, at the most; here, as many as there are cores.
    #[arg(long, value_name = "N", value_parser = read_nodes)]
    pub(crate) at_most: Option<u64>,

    /// Slurm: the partition.
    #[arg(long, value_name = "NAME")]
    pub(crate) partition: Option<String>,

    /// The longest a shard may take, as the engine writes times.
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<String>,

    /// Slurm: memory for each shard, e.g. 2G.
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,

    /// Slurm: the account.
    #[arg(long, value_name = "NAME")]
    pub(crate) account: Option<String>,

    /// Another option of the engine's own submit command, as it is written there: --option=--qos=long.
    #[arg(long = "option", value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) options: Vec<String>,

    /// How often to look at the files and the queue [default: 15s, 5s for work in waves, and 1s here].
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    pub(crate) every: Option<Duration>,

    /// How often a shard may end without any progress before it is given up.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tries: u32,
}

/// The engine that runs the shards.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WorkEngine {
    /// This machine.
    Local,
    /// Slurm, by `sbatch`.
    Slurm,
    /// `HyperQueue`, by `hq`.
    Hyperqueue,
}
