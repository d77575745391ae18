//! The arguments of `plyscope learn`.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{
    Choice, ClimbFlags, CompareFlags, GeneticFlags, LimitFlags, LogisticFlags, PatternFlags,
    PlayingFlags, TdFlags,
};

pub(super) const EXAMPLES: &str = "\
Examples:
  From a benchmark, whose moves are all labelled:
    plyscope learn tictactoe --benchmark benchmarks/tictactoe.parquet --features rows

  Abramson and Korf's way: weights for squares from playing out 20,000 states at random.
    plyscope learn othello --features squares --by flat:playouts=64 --states 20k -o squares.toml
    plyscope advise othello --by linear:weights=squares.toml

  Least squares on the values of moves, from the middle of the game, two features only:
    plyscope learn connect4 --features threats --method least-squares --rows moves \\
      --by solver --states 500 --plies 20..30 --only own_odd,their_even

  The rows, to be fitted by another program:
    plyscope learn othello --by flat --states 1000 --export-rows rows.csv

  By playing, as Balázsfalvi did: weights play each other, and the better ones breed.
    plyscope learn gomoku --method genetic --features amoba --by negascout:depth=2,table=0 \\
      --budget games=2000 -o amoba.toml --log amoba.jsonl --plots pictures

  From the results of games, two weights per feature, as engine authors tune:
    plyscope match chess:plies=200 random mcts:playouts=50 --games 100 -o games.jsonl
    plyscope learn chess:plies=200 --method logistic --features material --results games.jsonl --tapered

  CMA-ES on what a wrong move costs, and TD(λ) by self-play:
    plyscope learn tictactoe --method cma --fitness judge:regret \\
      --benchmark benchmarks/tictactoe.parquet --features rows -o cma.toml
    plyscope learn connect4 --method td --budget games=5000 -o td.toml

  Tables of patterns, for Othello, Connect Four and gomoku:
    plyscope learn othello --method patterns --budget games=10k -o my.pat
    plyscope match othello patterns:weights=my.pat weighted-squares

`plyscope games GAME` lists the feature sets. A row is a state seen by the player to
move unless --view or --rows say otherwise. An evaluator as labeller (--by
weighted-squares) is asked for the state itself; an agent is asked for the moves, and
--worth says what the state is worth then.";

#[derive(clap::Args)]
pub(crate) struct Learn {
    /// The game, e.g. `othello` or `connect4:width=8`.
    pub(crate) game: String,

    /// How the weights are found.
    #[arg(long, value_enum, default_value_t = LearnMethod::Ridge)]
    pub(crate) method: LearnMethod,

    /// The feature set; the game's first if left out.
    #[arg(long, value_name = "SET")]
    pub(crate) features: Option<String>,

    /// Only these features of the set, e.g. `own3,their3`; the others weigh nothing.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub(crate) only: Vec<String>,

    /// Learn from the states and values of a benchmark.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["states", "per_ply", "from", "agent", "random", "positions", "state", "position_moves"])]
    pub(crate) benchmark: Option<PathBuf>,

    /// Learn from positions whose results are known: the record of a match (`match -o`), or lines of
    /// positions with results, such as EPD with c9 "1-0" or [0.5].
    #[arg(long, value_name = "FILE", conflicts_with_all = ["benchmark", "by", "states", "per_ply", "from", "agent", "random", "positions", "time", "nodes"])]
    pub(crate) results: Option<PathBuf>,

    /// The agent that labels states chosen now, e.g. `flat:playouts=100`, `solver`, or an evaluator.
    /// With --method genetic, cma or spsa the player that judges by the weights, so that it names no evaluator:
    /// `negascout:depth=3,table=0` unless told otherwise, or `linear` for one move ahead.
    #[arg(long, value_name = "SPEC")]
    pub(crate) by: Option<String>,

    #[command(flatten)]
    pub(crate) choice: Choice,

    /// What a row is.
    #[arg(long, value_enum, default_value_t = WhatRow::States)]
    pub(crate) rows: WhatRow,

    /// From which player's view a state is seen; matters for features that treat the players differently.
    #[arg(long, value_enum, default_value_t = WhoLooks::Mover)]
    pub(crate) view: WhoLooks,

    /// What a state is worth when only its moves have values.
    #[arg(long, value_enum, default_value_t = WhatWorth::Fitting)]
    pub(crate) worth: WhatWorth,

    /// How strong ridge or the penalty of logistic is, in units of a feature's own variance (0.01 is little, 1 is much); left
    /// out, it is found by cross-validation.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) strength: Option<f64>,

    /// Folds of the cross-validation; 0 for none.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=1000))]
    pub(crate) folds: u16,

    /// The weights file to write, for linear:weights=FILE; `-` is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Write the rows as CSV: state, player, group, value and one column per feature.
    #[arg(long, value_name = "FILE")]
    pub(crate) export_rows: Option<PathBuf>,

    /// Draw pictures as SVG into this folder: residuals, weights and the cross-validation curve, or
    /// how the weights converge.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,

    /// What the search may cost: `games=5000`, `positions=20k` or `cpu=60s` (CPU seconds, of all threads
    /// together); what a method counts is in docs/guide/learn.md.
    #[arg(long, value_name = "games=N|positions=N|cpu=TIME")]
    pub(crate) budget: Option<String>,

    /// A weights file to start from. With --method genetic signs stay as they are in it, and zeros stay 0.
    #[arg(long, value_name = "FILE")]
    pub(crate) start: Option<PathBuf>,

    /// Write how the search went: a line of JSON for every generation, batch or pass.
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) playing: PlayingFlags,

    #[command(flatten)]
    pub(crate) genetic: GeneticFlags,

    #[command(flatten)]
    pub(crate) logistic: LogisticFlags,

    #[command(flatten)]
    pub(crate) climb: ClimbFlags,

    #[command(flatten)]
    pub(crate) td: TdFlags,

    #[command(flatten)]
    pub(crate) patterns: PatternFlags,

    #[command(flatten)]
    pub(crate) compare: CompareFlags,

    /// Replace files of those names.
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LearnMethod {
    /// Least squares with a penalty on large weights.
    Ridge,
    /// The least sum of squared errors.
    LeastSquares,
    /// Games between weights, of which the better ones breed.
    Genetic,
    /// Logistic regression of results, as engine authors tune by positions (Texel).
    Logistic,
    /// CMA-ES, by games or by any metric of `judge`.
    Cma,
    /// SPSA, by games or by any metric of `judge`.
    Spsa,
    /// TD(λ) by self-play.
    Td,
    /// Tables of weights for patterns on the board, by games against oneself and least squares.
    Patterns,
}

impl LearnMethod {
    /// Its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Ridge => "ridge",
            Self::LeastSquares => "least-squares",
            Self::Genetic => "genetic",
            Self::Logistic => "logistic",
            Self::Cma => "cma",
            Self::Spsa => "spsa",
            Self::Td => "td",
            Self::Patterns => "patterns",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhatRow {
    /// A state.
    States,
    /// A move: the state it leads to, seen by the player who made it.
    Moves,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhoLooks {
    /// The player to move.
    Mover,
    /// The other one, who has just moved.
    Waiting,
    /// The player who began.
    First,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhatWorth {
    /// The mean if the labeller plays at random (flat, expected-outcome), else the best.
    Fitting,
    /// As much as its best move.
    Best,
    /// The mean of its moves.
    Mean,
}
