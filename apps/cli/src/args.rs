//! What can be written on the command line; help and completions come from here.

mod book;
mod cluster;
mod contest;
mod engine;
mod gdl;
mod judge;
mod learn;
mod learners;
mod serve;
mod truth;

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use plyscope_workbench::Reading;

pub(crate) use book::{Book, BookCommand, CheckBook, MakeBook};
pub(crate) use cluster::{
    Collect, Plan, PlanCommand, PlanTruthCommand, Shard, Status, Submit, WorkEngine,
};
pub(crate) use contest::{ContestFlags, Match, Prior, Tournament};
pub(crate) use engine::{Gomocup, Nboard, Uci};
pub(crate) use gdl::{
    CheckSheets, EngineName, Gdl, GdlCommand, SheetInfo, SheetPlayouts, VerifySheet,
};
pub(crate) use judge::{GroupBy, Judge, Weighing};
pub(crate) use learn::{Learn, LearnMethod, WhatRow, WhatWorth, WhoLooks};
pub(crate) use learners::{
    ClimbFlags, CompareFlags, GeneticFlags, LogisticFlags, PatternFlags, PlayingFlags, TdFlags,
    WhichTeacher,
};
pub(crate) use serve::Serve;
pub(crate) use truth::{
    Choice, Choose, Conflict, Export, From, Import, Info, Make, Merge, PlyRange, TextFormat, Truth,
    TruthCommand, Verify, Wanted, Weigh, WhichPlayer,
};

/// Is my heuristic any good, where does it fail, and does it win games?
///
/// A workbench for people who write evaluation functions for board games.
#[derive(Parser)]
#[command(name = "plyscope", version, max_term_width = 100)]
#[command(
    after_help = "GAME and SPEC are `name` or `name:key=value,…`; `plyscope games` lists them, `plyscope games GAME` tells what can be set. gdl:FILE.kif is a GAME from a rule sheet."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Write data as JSON, one object per line.
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The seed of all random choices; the same seed gives the same result.
    #[arg(long, global = true, default_value_t = 1, value_name = "N")]
    pub(crate) seed: u64,

    /// Cores to use; all unless told otherwise, and at most eight threads for each. Results do not depend on it.
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// What there is to play, with facts; of one game, its agents, evaluators and features.
    Games(Games),
    /// Draw a position.
    Show(Show),
    /// Count move sequences: the standard test of a move generator.
    Perft(Perft),
    /// Put a value on every legal move.
    Advise(Advise),
    /// Say where a value comes from: features × weights, in words.
    Explain(Explain),
    /// Play in the terminal: you, or any agent, against any other.
    Play(Play),
    /// Let two agents play many games, and say how sure it is which is stronger.
    Match(Match),
    /// Let several agents play each other, and rate them all.
    Tournament(Tournament),
    /// Benchmarks: states with the value of every move, made, kept and checked.
    Truth(Truth),
    /// Hold heuristics against the truth: how good, where they fail, and how sure that is.
    #[command(after_long_help = judge::help())]
    Judge(Judge),
    /// Learn weights for features from the values of states.
    #[command(after_long_help = learn::EXAMPLES)]
    Learn(Box<Learn>),
    /// Rule sheets in GDL: checked, described, verified and played at full speed.
    Gdl(Gdl),
    /// Opening books of Connect Four, made and checked.
    Book(Book),
    /// Be a chess engine: any agent, for programs that speak UCI.
    Uci(Uci),
    /// Be a program of the Gomocup: any agent, for managers of five in a row.
    Gomocup(Gomocup),
    /// Be an Othello program that speaks `NBoard`: any agent, for boards that do.
    Nboard(Nboard),
    /// Run a paper's experiments again: theirs beside ours.
    Reproduce(Reproduce),
    /// Cut a long command into shards, for many cores or machines.
    #[command(after_long_help = cluster::PLAN_EXAMPLES)]
    Plan(Plan),
    /// Do one shard of a plan.
    Shard(Shard),
    /// How far a plan is: done, running, missing, with rates.
    Status(Status),
    /// Put the shards of a plan together: the file that the command would have written alone.
    Collect(Collect),
    /// Have the shards of a plan done here, by Slurm or by `HyperQueue`; a rerun goes on.
    #[command(after_long_help = cluster::SUBMIT_EXAMPLES)]
    Submit(Submit),
    /// The workbench in the browser: boards with values, judging, weights by hand, matches.
    #[command(after_long_help = serve::EXAMPLES)]
    Serve(Serve),
    /// Measure speeds, as ratios to named baselines in the same run.
    Bench(Bench),
    /// Write shell completions.
    Completions(Completions),
}

#[derive(clap::Args)]
pub(crate) struct Games {
    /// A game to tell more about, e.g. `othello`, `connect4:width=8` or `gdl:my.kif`.
    pub(crate) game: Option<String>,
}

/// A position and how to read it.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// The game, e.g. `connect4`, `othello:size=6`, or `gdl:my.kif` from a rule sheet.
    pub(crate) game: String,

    /// Moves from the start (`4453`, `d3c3`) or the game's own state text; the start if left out.
    #[arg(default_value = "", allow_hyphen_values = true)]
    pub(crate) position: String,

    #[command(flatten)]
    pub(crate) reading: ReadingFlags,
}

#[derive(clap::Args)]
pub(crate) struct ReadingFlags {
    /// Take the position as moves from the start, whatever it looks like.
    #[arg(long, conflicts_with = "state")]
    pub(crate) position_moves: bool,

    /// Take the position as the game's own state text, whatever it looks like.
    #[arg(long)]
    pub(crate) state: bool,
}

impl ReadingFlags {
    pub(crate) fn reading(&self) -> Reading {
        match (self.position_moves, self.state) {
            (true, _) => Reading::Moves,
            (_, true) => Reading::State,
            _ => Reading::Either,
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) place: Place,
}

#[derive(clap::Args)]
pub(crate) struct Perft {
    /// The game.
    pub(crate) game: String,

    /// Length of the move sequences.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: u32,

    /// Where to begin; the start if left out.
    #[arg(default_value = "", allow_hyphen_values = true)]
    pub(crate) position: String,

    #[command(flatten)]
    pub(crate) reading: ReadingFlags,

    /// Count by first move, at the full depth only.
    #[arg(long)]
    pub(crate) divide: bool,
}

/// Limits on top of those in the spec; the tighter hold.
#[derive(clap::Args)]
pub(crate) struct LimitFlags {
    /// Time per position, e.g. 500ms, 2s, 1m. Results then depend on the machine.
    #[arg(long, value_name = "TIME", value_parser = read_time)]
    pub(crate) time: Option<std::time::Duration>,

    /// States per position.
    #[arg(long, value_name = "N", value_parser = read_nodes)]
    pub(crate) nodes: Option<u64>,
}

fn read_nodes(text: &str) -> Result<u64, String> {
    let count = plyscope_workbench::read_count(text).filter(|&count| count > 0);
    count.ok_or("write a whole number above 0, such as 5000, 10k or 2m".into())
}

fn read_time(text: &str) -> Result<std::time::Duration, String> {
    plyscope_workbench::read_time(text).ok_or("write a time such as 500ms, 2s or 1m".into())
}

#[derive(clap::Args)]
pub(crate) struct Advise {
    #[command(flatten)]
    pub(crate) place: Place,

    /// The agent to ask, e.g. `negascout:depth=8`, `mcts:playouts=10000`, `solver`, or an evaluator.
    ///
    /// Give it several times to see several opinions side by side.
    #[arg(long, value_name = "SPEC", default_value = "negascout")]
    pub(crate) by: Vec<String>,

    /// Read positions from a file, one per line; `-` is standard input.
    ///
    /// Each line is answered as it comes, in their order and with its number. An empty line is the
    /// start of the game, `#` begins a comment, and what follows a `;` does not count. A line that
    /// has no answer gets an error in its place, and the exit code is 1 at the end.
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) positions: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(clap::Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) place: Place,

    /// What to explain: the value of an evaluator, or a search, whose best line is followed to its end.
    #[arg(long, value_name = "SPEC")]
    pub(crate) by: String,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[derive(clap::Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) place: Place,

    /// The first player: `human`, or an agent's spec. Left out: a person, or the player of the loaded game.
    #[arg(long, value_name = "SPEC")]
    pub(crate) first: Option<String>,

    /// The second player. Left out: a person if an agent moves first, else negascout.
    #[arg(long, value_name = "SPEC")]
    pub(crate) second: Option<String>,

    /// Any player, by the name of its role or its number: `--seat red=human --seat 3=mcts`.
    ///
    /// A player without a seat is a person if another player has a seat. Where no seat is given at all, the
    /// first player is a person and all others are agents: negascout, or mcts where that does not fit.
    #[arg(long = "seat", value_name = "ROLE=SPEC")]
    pub(crate) seats: Vec<String>,

    /// The agent that gives hints and values on demand; negascout:depth=6 if left out, or mcts where that does not fit.
    #[arg(long, value_name = "SPEC")]
    pub(crate) hints_by: Option<String>,

    /// Show the values of all moves at every turn.
    #[arg(long)]
    pub(crate) values: bool,

    /// Go on with a saved game, or with game GAME of a PGN file (from 1); show game GAME of a match (from 0), and with --first, --second or --ply go on with it.
    #[arg(long, value_name = "FILE[:GAME]", conflicts_with = "position")]
    pub(crate) load: Option<PathBuf>,

    /// Take up the loaded game after so many of its moves.
    #[arg(long, value_name = "N", requires = "load")]
    pub(crate) ply: Option<usize>,

    /// Save the game there after every move, as PGN if the name ends in `.pgn`; a file, not `-`, because it is written anew each time.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Let --save replace a file.
    #[arg(long, requires = "save")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) limits: LimitFlags,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Clone, clap::Args)]
pub(crate) struct Reproduce {
    /// Which paper.
    pub(crate) paper: Paper,

    /// A first impression in a minute or two, instead of the whole in some 20 minutes (abramson-korf),
    /// up to an hour (balazsfalvi) or some hours (section 5 of hef).
    #[arg(long)]
    pub(crate) quick: bool,

    /// Write the page with its pictures, and the numbers as JSON (hef: CSV, too), into this folder
    /// (abramson-korf, balazsfalvi, hef). The games of balazsfalvi, and labels and games of hef's section
    /// 5, are kept beside it until the page is there, and the same command goes on from them.
    #[arg(short, long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,

    /// Write into a folder that has files in it, and replace those of the same names.
    #[arg(long, requires = "out")]
    pub(crate) force: bool,

    /// Of hef, run this section. Unless a part is named by this, --whole, --more-games, --beyond or
    /// --settings: section 4, and with --quick both.
    #[arg(long)]
    pub(crate) section: Option<HefSection>,

    /// Of hef's section 4, label its 500 states with the paper's whole budget, beside the tenth that ships:
    /// 1.5 to 54 million playouts per state in mcts1 (less than half an hour of CPU time), 2 to 151 million in
    /// mcts3 (about three times that). With --out every state that is labelled is kept, even when the run is killed, and
    /// the same command goes on.
    #[arg(long, value_name = "BUDGET")]
    pub(crate) whole: Option<HefBudget>,

    /// Of hef, also ask section 4 of four more games that can be solved (Connect Four 6×5, Othello 6×6,
    /// Breakthrough 3×5, tic-tac-toe by its sheet): a table of findings and games, in minutes.
    #[arg(long)]
    pub(crate) more_games: bool,

    /// Of hef, also hold heuristics against twenty games of all kinds and play with them (nine that ship,
    /// unless --sheets names a folder): a table of games and heuristics.
    #[arg(long)]
    pub(crate) beyond: bool,

    /// Of hef's section 4, label its states anew by several settings of the search, with this part of the
    /// paper's playouts: 1 for all of them (hours of CPU time), 0.1 as the benchmarks that ship, 0.01 in some
    /// two minutes of CPU time.
    #[arg(long, value_name = "PART")]
    pub(crate) settings: Option<f64>,

    /// Of hef's section 5, take the games' rules from pentago.kif and checkersSmall.kif in this folder
    /// instead of the sheets that ship.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) sheets: Option<PathBuf>,

    /// Of hef's section 5 and --beyond, label and play nothing more: make the page of what an interrupted
    /// run has kept beside --out. What is kept stays, and the command goes on from it without this option.
    #[arg(long, requires = "out")]
    pub(crate) so_far: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum HefSection {
    /// Truth by tree search, in seconds.
    #[value(name = "4")]
    Four,
    /// Pentago and Checkers-small: hours, unless --quick.
    #[value(name = "5")]
    Five,
    /// Both.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum HefBudget {
    /// An hour per state in the paper.
    Mcts1,
    /// Three hours.
    Mcts3,
    /// Both, the smaller first.
    Both,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Paper {
    /// B. Abramson and R. E. Korf, A Model of Two-Player Evaluation Functions: expected outcome.
    AbramsonKorf,
    /// G. Balázsfalvi, A solution for building evaluation functions: weights that play each other.
    Balazsfalvi,
    /// N. Nešić and S. Schiffel, Heuristic Function Evaluation Framework: metrics on tree search's truth.
    Hef,
    /// D. Levy, Computer Gamesmanship, chapter 2: noughts and crosses by weighted features.
    Levy,
    /// H.-C. Lin and C. van Lent, Win, Lose, or Get Out the Way: Connect Four by two tiers.
    LinVanlent,
}

#[derive(clap::Args)]
pub(crate) struct Bench {
    /// Fewer rounds: a first impression in a few seconds.
    #[arg(long)]
    pub(crate) quick: bool,
}

#[derive(clap::Args)]
pub(crate) struct Completions {
    /// The shell to write for.
    pub(crate) shell: clap_complete::Shell,
}
