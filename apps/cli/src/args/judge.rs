//! The arguments of `plyscope judge`.

use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ValueEnum;
use plyscope_judge::{COLUMNS, FUNCTIONS};
use plyscope_workbench::metric_listings;

use super::{LimitFlags, PlyRange, WhichPlayer, read_nodes};

const EXAMPLES: &str = "\
Examples:
  The built-in heuristics on the benchmark that ships, with a report:
    plyscope judge connect4

  Your own weights beside the usual evaluator, and both under search:
    plyscope judge othello --heuristic mine=linear:weights=my.toml --heuristic weighted-squares \\
      --heuristic 'negascout:depth=3,eval=(linear:weights=my.toml)' --html report.html

  Two metrics, one of them your own, on critical states of the first player:
    plyscope judge connect4 --metric strict-best --metric 'cost:lower=max(truth)-sum(truth*(place==max(place)))/sum(place==max(place))' \\
      --player first --critical 1 --where 'moves > 3 and ply >= 8'

  On a benchmark of your own:
    plyscope truth make connect4:width=6 --by solver --states 300 -o six.parquet
    plyscope judge six.parquet
";

#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command"
)]
pub(crate) struct Judge {
    /// A benchmark (a file, or one that ships), or a game that has one.
    #[arg(value_name = "BENCHMARK|GAME")]
    pub(crate) benchmark: String,

    /// A heuristic to judge: any agent, as SPEC or NAME=SPEC; the game's own evaluators if left out.
    #[arg(long = "heuristic", value_name = "SPEC")]
    pub(crate) heuristics: Vec<String>,

    /// A metric: its name, or NAME=EXPRESSION; all if left out.
    ///
    /// The first one decides comparisons; if none is named, the one that the game's strength study found. Of a metric of your own more is better; write NAME:lower=EXPRESSION where less is.
    #[arg(long = "metric", value_name = "METRIC")]
    pub(crate) metrics: Vec<String>,

    /// What states are put together in curves.
    #[arg(long, value_enum, default_value_t = GroupBy::Ply)]
    pub(crate) by: GroupBy,

    /// The first and the last ply, e.g. `8..41`, `8..`, `..20` or `12`.
    #[arg(long, value_name = "A..B", value_parser = PlyRange::read)]
    pub(crate) plies: Option<PlyRange>,

    /// Only states in which this player moves.
    #[arg(long, value_enum)]
    pub(crate) player: Option<WhichPlayer>,

    /// Only states with so many legal moves, e.g. `3..` or `2..5`.
    #[arg(long, value_name = "A..B", value_parser = PlyRange::read)]
    pub(crate) moves: Option<PlyRange>,

    /// Only states whose best and worst move differ by so many points.
    #[arg(long, value_name = "POINTS")]
    pub(crate) critical: Option<f64>,

    /// Only states for which an expression on the columns holds, e.g. `mean(best) < 0.5`.
    #[arg(long = "where", value_name = "EXPRESSION")]
    pub(crate) condition: Option<String>,

    /// What states count for in predictions of strength.
    #[arg(long, value_enum, default_value_t = Weighing::Equal)]
    pub(crate) weights: Weighing,

    /// How many of the worst states to show of each heuristic; if left out six on the page,
    /// and in the terminal one of a single heuristic.
    #[arg(long, value_name = "N")]
    pub(crate) worst: Option<usize>,

    /// The report to write; `judge-NAME.html` if left out, none with --json.
    #[arg(long, value_name = "FILE", conflicts_with = "no_html")]
    pub(crate) html: Option<PathBuf>,

    /// Write no report.
    #[arg(long)]
    pub(crate) no_html: bool,

    /// Write every score of every state to a CSV file.
    #[arg(long, value_name = "FILE")]
    pub(crate) export_scores: Option<PathBuf>,

    /// Write what each heuristic says of every move, beside the truth, to a CSV file.
    #[arg(long, value_name = "FILE")]
    pub(crate) export_moves: Option<PathBuf>,

    /// Play the match that the verdict is about, and show prediction and result side by side.
    #[arg(long)]
    pub(crate) confirm: bool,

    /// Replace files of those names.
    #[arg(long)]
    pub(crate) force: bool,

    /// Find out which metric predicts strength: a pool of heuristics, judged and rated by games.
    #[arg(long, conflicts_with_all = ["heuristics", "confirm", "metrics", "html", "no_html", "worst", "export_scores", "export_moves", "condition", "critical", "plies", "player", "moves", "by", "time", "nodes"])]
    pub(crate) against_strength: bool,

    /// With --against-strength: how many heuristics [default: 36].
    #[arg(long, value_name = "N", requires = "against_strength")]
    pub(crate) pool: Option<usize>,

    /// With --against-strength: games between each two under each use [default: 10].
    #[arg(long, value_name = "N", requires = "against_strength", value_parser = read_nodes)]
    pub(crate) games: Option<u64>,

    /// With --against-strength: where weights, games, tables and pictures go; `strength-NAME` if left out.
    #[arg(short, long, value_name = "FOLDER", requires = "against_strength")]
    pub(crate) out: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Weighing {
    /// Every ply the same.
    Equal,
    /// Each ply by how often play comes to it, as the benchmark tells.
    Play,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum GroupBy {
    /// States of the same ply.
    Ply,
    /// Opening, middle and end, each a third of the plies.
    Phase,
    /// States of the same player.
    Player,
    /// All states.
    All,
}

/// Examples, the metrics by name, and the language of expressions.
pub(super) fn help() -> String {
    let mut text = format!("{EXAMPLES}\nMetrics:\n");
    for listing in metric_listings() {
        let _ = writeln!(text, "  {:<16} {}", listing.name, listing.about);
        for param in listing.params {
            let (name, about) = (&param.name, &param.about);
            let _ = writeln!(text, "      {name}=  {about} ({})", param.values());
        }
    }
    text.push_str("\nColumns in expressions, for metrics and --where:\n");
    for (name, about) in COLUMNS {
        let _ = writeln!(text, "  {name:<8} {about}");
    }
    let functions: Vec<&str> = FUNCTIONS.iter().map(|own| own.0).collect();
    let _ = write!(
        text,
        "Functions: {}. Operators: + - * / < <= == != >= > and or not. True is 1, false is 0; of a list the mean is taken.",
        functions.join(", ")
    );
    text
}
