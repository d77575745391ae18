//! The options of `plyscope learn` that only some methods know: a struct for each.

/// What methods that play games know.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of methods that play")]
pub(crate) struct PlayingFlags {
    /// Where games begin, as in `plyscope match` [default: random:plies=4].
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<String>,

    /// A game of so many moves is a draw.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_plies: Option<u32>,
}

/// What methods know that learn from results.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --method logistic")]
pub(crate) struct LogisticFlags {
    /// Two weights per feature: one for the start of the game, one for its end, and a straight line between.
    #[arg(long)]
    pub(crate) tapered: bool,

    /// A labeller's value v is the result 1 / (1 + e^(−X·v)); for labellers with a scale of their own.
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) squash: Option<f64>,
}

/// What methods know that climb.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --method cma and spsa")]
pub(crate) struct ClimbFlags {
    /// What tells how good weights are: `games`, or `judge:METRIC` on the states of --benchmark, with any
    /// metric of `plyscope judge`, also NAME=EXPRESSION [default: games].
    #[arg(long, value_name = "games|judge:METRIC")]
    pub(crate) fitness: Option<String>,

    /// The first step, in spreads of the features [default: 0.3 with --start, else 1].
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) step: Option<f64>,

    /// Games per step of SPSA, an even number [default: 8].
    #[arg(long, value_name = "N")]
    pub(crate) games_per_step: Option<u64>,
}

/// All learners on the same budgets.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --compare")]
pub(crate) struct CompareFlags {
    /// Compare all learners on the same CPU time, at three sizes and several seeds; -o names a folder for
    /// the page. --by is the player, --budget cpu=TIME the largest size (the others are a fifth and a
    /// twenty-fifth of it), --benchmark tells the quality.
    #[arg(long, conflicts_with_all = ["method", "results", "log", "plots", "start", "export_rows"])]
    pub(crate) compare: bool,

    /// Small sizes and short matches, within five minutes on two cores.
    #[arg(long, requires = "compare", conflicts_with = "budget")]
    pub(crate) quick: bool,

    /// The labeller of those that learn from labels [default: mcts:playouts=200].
    #[arg(long, value_name = "SPEC", requires = "compare")]
    pub(crate) labels_by: Option<String>,

    /// What all play against [default: the player with the game's own evaluator].
    #[arg(long, value_name = "SPEC", requires = "compare")]
    pub(crate) against: Option<String>,

    /// Seeds per size [default: 3].
    #[arg(long, value_name = "N", requires = "compare", value_parser = clap::value_parser!(u64).range(1..=100))]
    pub(crate) seeds: Option<u64>,

    /// Games of each match, an even number [default: 400; quick 60].
    #[arg(long, value_name = "N", requires = "compare")]
    pub(crate) match_games: Option<u64>,
}

/// What `--method td` knows, and some of it `--method patterns`, too.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --method td")]
pub(crate) struct TdFlags {
    /// How much of a surprise reaches states one move earlier (λ) [default: 0.7]; with --method patterns
    /// how much of what a state is worth comes from the states after it [default: 0.8, by td 0.5].
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) lambda: Option<f64>,

    /// The rate of learning at first (α) [default: 0.1; patterns by td 0.5].
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) rate: Option<f64>,

    /// Moves made at random, as a share of all [default: 0.1].
    #[arg(long, value_name = "SHARE", allow_negative_numbers = true)]
    pub(crate) explore: Option<f64>,

    /// Games that are played by the same weights [default: 32].
    #[arg(long, value_name = "N")]
    pub(crate) batch: Option<u64>,
}

/// What only `--method genetic` knows.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --method genetic")]
pub(crate) struct GeneticFlags {
    /// How the next population is made: `paper` or `improved` [default: paper].
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,

    /// Weights that play each other in a generation (the paper's M) [default: 10]; with --method cma
    /// those of one generation [default: 4 + 3 ln n].
    #[arg(long, value_name = "N")]
    pub(crate) population: Option<usize>,

    /// Populations that play, one after another [default: 40].
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    pub(crate) generations: Option<u32>,

    /// What a won game counts (J) [default: 1].
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(crate) win: Option<f64>,

    /// What a drawn game counts (L); half a win at the most [default: 0.5].
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(crate) draw: Option<f64>,

    /// Entries at which the inter-population is full [default: the population].
    #[arg(long, value_name = "N")]
    pub(crate) threshold: Option<usize>,

    /// The dispersion of the factors that change weights [default: 0.1; improved 0.4].
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) dispersion: Option<f64>,

    /// What the dispersion is multiplied by each generation [default: 1; improved 0.97].
    #[arg(long, value_name = "X", allow_negative_numbers = true)]
    pub(crate) decay: Option<f64>,

    /// The feature whose weight stays 1 [default: the first]; with --method logistic the one that others
    /// are measured by in the end [default: none].
    #[arg(long, value_name = "NAME")]
    pub(crate) reference: Option<String>,

    /// The best of so many last generations are replayed, and the winner of that is taken [default: 10].
    #[arg(long, value_name = "N")]
    pub(crate) hall: Option<usize>,

    /// Games between each two of them [default: 20].
    #[arg(long, value_name = "N")]
    pub(crate) replay: Option<u64>,
}

/// How the weights of patterns follow from games.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum WhichTeacher {
    /// Rounds of games against oneself alternate with least squares
    Rounds,
    /// TD(λ) one move ahead, against oneself or one opponent
    Td,
}

/// What only `--method patterns` knows.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --method patterns")]
pub(crate) struct PatternFlags {
    /// The set of patterns: for Othello `regions-counts`, `regions`, `straight2` or `straight3`, for
    /// Connect Four `lines` or `straight`, for gomoku `lines7` or `lines5` [default: the first of them].
    #[arg(long, value_name = "NAME")]
    pub(crate) set: Option<String>,

    /// Phases of the game, by the stones on the board, each with weights of its own [default: 6].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) phases: Option<u8>,

    /// Moves to look ahead in the later rounds of games [default: 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) depth: Option<u32>,

    /// The share of random moves in games [default: 0.05; 0.1 where patterns are learned by TD].
    #[arg(long, value_name = "X")]
    pub(crate) share: Option<f64>,

    /// How weights follow from games [default: rounds; td with --opponent].
    #[arg(long, value_enum)]
    pub(crate) teacher: Option<WhichTeacher>,

    /// Learn to beat one opponent, an evaluator who looks one move ahead, instead of oneself: by td, with
    /// the share of random moves on both sides.
    #[arg(long, value_name = "SPEC", conflicts_with = "depth")]
    pub(crate) opponent: Option<String>,

    /// How strongly weights are drawn to 0: as if each had been seen so often more, with nothing
    /// to show for it [default: 10].
    #[arg(long, value_name = "X")]
    pub(crate) ridge: Option<f64>,
}
