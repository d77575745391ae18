//! The arguments of `plyscope truth`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use plyscope_game::Player;
use plyscope_workbench::read_count;

use super::{LimitFlags, ReadingFlags};

#[derive(clap::Args)]
pub(crate) struct Truth {
    #[command(subcommand)]
    pub(crate) command: TruthCommand,
}

#[derive(Subcommand)]
pub(crate) enum TruthCommand {
    /// Choose states and put a value on every move of each; a rerun resumes where it was interrupted.
    Make(Make),
    /// What is in a benchmark and how it was made.
    Info(Info),
    /// Write a benchmark as XML, CSV or JSON lines.
    Export(Export),
    /// Read a benchmark from XML, CSV or JSON lines, and hold it against the rules.
    Import(Import),
    /// Make one benchmark of several that belong together.
    Merge(Merge),
    /// Make a smaller benchmark of the states that tell most about strength, by a pool of heuristics.
    Choose(Choose),
    /// Count how often play comes to each ply, in games like those that the states were drawn from.
    Weigh(Weigh),
    /// Hold a benchmark against the rules, and label a sample of it again.
    Verify(Verify),
}

#[derive(clap::Args)]
pub(crate) struct Make {
    /// The game, e.g. `connect4` or `othello:size=6`.
    pub(crate) game: String,

    /// The labeller, an agent that puts a value on every move, e.g. `solver` or `mcts:playouts=1m`.
    #[arg(long, value_name = "SPEC")]
    pub(crate) by: String,

    /// The Parquet file to write; not `-`, because a rerun goes on from the journal beside it.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) choice: Choice,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,

    /// Replace another file of that name.
    #[arg(long)]
    pub(crate) force: bool,
}

/// How states are chosen.
#[derive(clap::Args)]
pub(crate) struct Choice {
    /// So many states in all, spread over the plies as evenly as they allow (`500`, `10k`).
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "per_ply")]
    pub(crate) states: Option<u64>,

    /// So many states of each ply.
    #[arg(long, value_name = "N", value_parser = count)]
    pub(crate) per_ply: Option<u64>,

    /// Where the states come from.
    #[arg(long, value_enum, default_value_t = From::Playouts)]
    pub(crate) from: From,

    #[command(flatten)]
    pub(crate) wanted: Wanted,

    /// With `--from agents`: the agent that plays; once for both players, or twice.
    #[arg(long, value_name = "SPEC", num_args = 1)]
    pub(crate) agent: Vec<String>,

    /// With `--from agents`: the share of random moves; 0.1 unless told otherwise.
    #[arg(long, value_name = "SHARE")]
    pub(crate) random: Option<f64>,

    /// With `--from file`: positions, one per line (`-` is standard input), or another benchmark.
    #[arg(long, value_name = "FILE")]
    pub(crate) positions: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) reading: ReadingFlags,
}

/// Which states are wanted.
#[derive(clap::Args)]
pub(crate) struct Wanted {
    /// The first and the last ply, e.g. `8..41`, `8..`, `..20` or `12`.
    #[arg(long, value_name = "A..B", value_parser = PlyRange::read)]
    pub(crate) plies: Option<PlyRange>,

    /// Only states in which this player moves.
    #[arg(long, value_enum)]
    pub(crate) player: Option<WhichPlayer>,

    /// Only states with so many legal moves, e.g. `3..` or `2..5`.
    #[arg(long, value_name = "A..B", value_parser = PlyRange::read)]
    pub(crate) moves: Option<PlyRange>,

    /// After labelling, keep only states whose best and worst move differ by so much.
    #[arg(long, value_name = "POINTS")]
    pub(crate) critical: Option<f64>,

    /// Keep states with a single legal move.
    #[arg(long)]
    pub(crate) keep_single: bool,

    /// Keep finished games.
    #[arg(long)]
    pub(crate) keep_finished: bool,

    /// Take only one of several states that are images of each other.
    #[arg(long)]
    pub(crate) symmetry: bool,
}

/// Where states come from.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum From {
    /// Random games, one for each state.
    Playouts,
    /// Games of agents, with a share of random moves.
    Agents,
    /// A file of positions.
    File,
    /// Every state, of a small game.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhichPlayer {
    /// The player who opens the game, or the first role of a rule sheet.
    First,
    /// The other one, or the second role.
    Second,
    /// The third of more players, and so on.
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl WhichPlayer {
    pub(crate) fn player(self) -> Player {
        Player(self as u8)
    }
}

/// A first and a last ply, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PlyRange(pub(crate) u32, pub(crate) u32);

impl PlyRange {
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let wrong = || "write `8..41`, `8..`, `..20` or `12`; both ends are included".to_string();
        let number = |text: &str, none: u32| match text {
            "" => Ok(none),
            digits => digits.parse().map_err(|_| wrong()),
        };
        let (first, last) = match text.split_once("..") {
            Some((first, last)) => (number(first, 0)?, number(last, u32::MAX)?),
            None if text.is_empty() => return Err(wrong()),
            None => (number(text, 0)?, number(text, 0)?),
        };
        if first > last {
            return Err(format!("{first} comes after {last}"));
        }
        Ok(Self(first, last))
    }
}

fn count(text: &str) -> Result<u64, String> {
    match read_count(text) {
        Some(0) => Err("a benchmark of 0 states is none; ask for at least one".to_string()),
        Some(count) => Ok(count),
        None => Err("write a whole number such as 500, 10k or 2m".to_string()),
    }
}

#[derive(clap::Args)]
pub(crate) struct Info {
    /// The benchmark.
    pub(crate) file: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// One element per state; `truth import` reads it back exactly.
    Xml,
    /// One line per move, with column names; read back without how it came about.
    Csv,
    /// One JSON object per move; read back without how it came about.
    Jsonl,
}

#[derive(clap::Args)]
pub(crate) struct Export {
    /// The benchmark.
    pub(crate) file: PathBuf,

    /// What to write; if left out, what the end of the file's name says.
    #[arg(long, value_enum)]
    pub(crate) format: Option<TextFormat>,

    /// Where to; standard output if left out, or `-`.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Replace a file of that name.
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

#[derive(clap::Args)]
pub(crate) struct Import {
    /// The file (`-` is standard input): XML, of which `docs/reference/benchmark-xml.md` has the
    /// schema, or CSV or JSON lines with the columns of `docs/reference/benchmark.md`.
    pub(crate) file: PathBuf,

    /// The Parquet file to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Replace a file of that name.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(clap::Args)]
pub(crate) struct Merge {
    /// The benchmarks.
    #[arg(required = true, num_args = 2..)]
    pub(crate) files: Vec<PathBuf>,

    /// Merge although the labellers differ, e.g. in their playouts; all of them are recorded.
    #[arg(long)]
    pub(crate) mixed: bool,

    /// What becomes of a state whose estimates differ, as those of different seeds do.
    #[arg(long, value_enum, default_value_t = Conflict::Refuse)]
    pub(crate) on_conflict: Conflict,

    /// Prove moves by others that lead to the same state or to an image of it: so one state of those
    /// that are images of each other has to be solved.
    #[arg(long)]
    pub(crate) share_proofs: bool,

    /// The Parquet file to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Replace a file of that name.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(clap::Args)]
pub(crate) struct Choose {
    /// The benchmark: a file, one that ships, or a game that has one.
    pub(crate) benchmark: String,

    /// So many states.
    #[arg(short = 'n', long, value_name = "N", value_parser = count)]
    pub(crate) states: u64,

    /// A heuristic of the pool, SPEC or NAME=SPEC; six or more, of different strength.
    #[arg(long = "heuristic", value_name = "SPEC", required = true, num_args = 1)]
    pub(crate) heuristics: Vec<String>,

    /// The metric by which states are scored.
    #[arg(long, value_name = "METRIC", default_value = "regret")]
    pub(crate) metric: String,

    /// The Parquet file to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Replace a file of that name.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(clap::Args)]
pub(crate) struct Weigh {
    /// The benchmark.
    pub(crate) file: PathBuf,

    /// Games of each way in which its states were drawn.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = count)]
    pub(crate) games: u64,

    /// The Parquet file to write; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Replace a file of that name.
    #[arg(long)]
    pub(crate) force: bool,
}

/// What becomes of a state on which benchmarks disagree.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Conflict {
    /// Nothing is merged.
    Refuse,
    /// The labels of the first file that has it.
    First,
    /// The mean of the estimates, weighted by visits; what is proved stands.
    Mean,
}

#[derive(clap::Args)]
pub(crate) struct Verify {
    /// The benchmark.
    pub(crate) file: PathBuf,

    /// Label so many states again; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) sample: usize,

    /// Compare with what another agent can prove, instead of asking the labeller again.
    #[arg(long, value_name = "SPEC")]
    pub(crate) by: Option<String>,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}
