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

/// What only `--method genetic` knows.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --method genetic")]
pub(crate) struct GeneticFlags {
    /// How the next population is made: `paper` or `improved` [default: paper].
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,

    /// Weights that play each other in a generation (the paper's M) [default: 10].
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

    /// The feature whose weight stays 1 [default: the first].
    #[arg(long, value_name = "NAME")]
    pub(crate) reference: Option<String>,

    /// The best of so many last generations are replayed, and the winner of that is taken [default: 10].
    #[arg(long, value_name = "N")]
    pub(crate) hall: Option<usize>,

    /// Games between each two of them [default: 20].
    #[arg(long, value_name = "N")]
    pub(crate) replay: Option<u64>,
}

/// What only `--method patterns` knows.
#[derive(clap::Args)]
#[command(next_help_heading = "Options of --method patterns")]
pub(crate) struct PatternFlags {
    /// The set of patterns: for Othello `regions`, `straight2` or `straight3`, for Connect Four `lines`
    /// or `straight`, for gomoku `lines7` or `lines5` [default: the first of them].
    #[arg(long, value_name = "NAME")]
    pub(crate) set: Option<String>,

    /// Phases of the game, by the stones on the board, each with weights of its own [default: 6].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) phases: Option<u8>,

    /// Moves to look ahead in the later rounds of games [default: 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=8))]
    pub(crate) depth: Option<u32>,

    /// The share of random moves in games [default: 0.05].
    #[arg(long, value_name = "X")]
    pub(crate) share: Option<f64>,

    /// Learn to beat one opponent, an evaluator who looks one move ahead, instead of oneself: games
    /// from the start, for what the game counts, with the share of random moves on both sides.
    #[arg(long, value_name = "SPEC", conflicts_with = "depth")]
    pub(crate) against: Option<String>,

    /// How strongly weights are drawn to 0: as if each had been seen so often more, with nothing
    /// to show for it [default: 30].
    #[arg(long, value_name = "X")]
    pub(crate) ridge: Option<f64>,
}
