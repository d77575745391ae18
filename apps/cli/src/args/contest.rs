//! The arguments of `plyscope match` and `plyscope tournament`.

use std::path::PathBuf;
use std::time::Duration;

use super::{LimitFlags, read_nodes, read_time};

#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Match {
    /// The game, e.g. `connect4` or `othello:payoff=discs`.
    pub(crate) game: String,

    /// The first agent: its spec, or NAME=SPEC to give it a shorter name.
    #[arg(value_name = "A")]
    pub(crate) one: String,

    /// Its opponent.
    #[arg(value_name = "B")]
    pub(crate) other: String,

    /// End as soon as it is clear whether A is `elo1` rather than `elo0` stronger: `elo0=0,elo1=10,alpha=0.05,beta=0.05`.
    ///
    /// What is left out is as in this example. At the latest the match ends after --games, 20,000 unless told otherwise.
    #[arg(long, value_name = "BOUNDS", num_args = 0..=1, default_missing_value = "")]
    pub(crate) sprt: Option<String>,

    #[command(flatten)]
    pub(crate) flags: ContestFlags,
}

const EXAMPLES: &str = "\
Examples:
  plyscope match connect4 negascout:depth=6 mcts:playouts=2000
  plyscope match othello:payoff=discs new=linear:weights=my.toml weighted-squares --games 400 -o games.jsonl
  plyscope match tictactoe levy open-lines --openings all:plies=2 --sprt elo0=0,elo1=20";

#[derive(clap::Args)]
pub(crate) struct Tournament {
    /// The game.
    pub(crate) game: String,

    /// The agents: at least two specs, or NAME=SPEC.
    #[arg(value_name = "SPEC", required = true, num_args = 2..)]
    pub(crate) entrants: Vec<String>,

    /// A gauntlet: the first agent plays all others, which do not meet; without it, a round robin.
    #[arg(long)]
    pub(crate) gauntlet: bool,

    #[command(flatten)]
    pub(crate) flags: ContestFlags,
}

/// What is known before the first game.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Prior {
    /// A judgement of the heuristics on the game's benchmark.
    Judge,
}

#[derive(clap::Args)]
pub(crate) struct ContestFlags {
    /// Games per pairing: an even number, as colours are swapped [default: 100].
    #[arg(long, value_name = "N", value_parser = read_nodes)]
    pub(crate) games: Option<u64>,

    /// Where games begin: `random:plies=4`, `random:plies=8,balanced=on`, `all:plies=2`, `file:path=FILE` (positions, or `.pgn`) or `start`.
    #[arg(long, value_name = "OPENINGS", default_value = "random:plies=4")]
    pub(crate) openings: String,

    /// Keep every game there, one per line; the same command resumes from it, so it is a file and not `-`.
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,

    /// Write all games of chess there as PGN when the contest is over, or stopped.
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,

    /// Let --pgn replace a file.
    #[arg(long, requires = "pgn")]
    pub(crate) force: bool,

    /// Rate by what judging expects of the agents' heuristics, and by the games: worth dozens to hundreds of games for each.
    #[arg(long, value_enum, value_name = "BY")]
    pub(crate) prior: Option<Prior>,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,

    /// Moves to look ahead, for all agents.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,

    /// How much longer than its --time a move may take before the game is lost [default: 100ms].
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    pub(crate) margin: Option<Duration>,

    /// A game of so many moves is a draw.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: Option<u32>,

    /// Call a game won when both put it beyond a value: `value=V,plies=4,from=0` (plies in a row, not before ply `from`).
    #[arg(long, value_name = "WHEN")]
    pub(crate) resign: Option<String>,

    /// Call a game drawn when both put it within a value of 0: `value=V,plies=8,from=0`.
    #[arg(long, value_name = "WHEN")]
    pub(crate) draw: Option<String>,

    /// End a game as soon as its result is proved: `from=0,by=solver`.
    #[arg(long, value_name = "BY", num_args = 0..=1, default_missing_value = "")]
    pub(crate) verdict: Option<String>,
}
