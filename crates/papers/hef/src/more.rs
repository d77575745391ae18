//! Section 4 on more games: the paper says that its findings rest on Connect Four alone.
//!
//! Games small enough to be solved, states spread over the plies as in Connect Four, labels by plain UCT
//! whose playouts rise from ply to ply as the paper's, by a part of its budgets.

use plyscope_game::{Error, ErrorKind};
use plyscope_plot::page::Page;
use plyscope_plot::page::table::{Table, number};
use serde::Serialize;

use super::data::Data;
use super::heuristics::NamedSpec;
use super::labels::{KeptTruth, NAMES, labellers};
use super::verdicts::Verdicts;
use super::{Report, StudyRun, on_threads, report_of};

/// A game of which section 4 is asked.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoreGame {
    /// What it is called on the page.
    pub name: &'static str,
    /// Its spec.
    pub spec: &'static str,
    /// States of its benchmark.
    pub states: u64,
    /// The first ply of a state: earlier ones take too long to solve.
    pub from_ply: u32,
    /// Names and specs of its two heuristics; noise comes beside them.
    pub heuristics: [NamedSpec; 2],
    /// The labellers by tree search.
    pub labellers: [String; 2],
}

/// What was found in one game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoreFound {
    /// The game.
    pub game: MoreGame,
    /// Section 4.
    pub report: Report,
}

/// All games, as far as they were looked at.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoreGames {
    /// Whether it is a first impression.
    pub quick: bool,
    /// Whether nothing is missing.
    pub finished: bool,
    /// The paper's own game, by the benchmarks that ship.
    pub connect4: Report,
    /// The others.
    pub found: Vec<MoreFound>,
}

/// Exact by search to the end.
const SOLVER: &str = "solver";

/// What stands behind the playouts: plain UCT.
const PLAIN: &str = "solver=off,memory=512";

impl MoreGame {
    /// Four games, the smaller the fewer playouts: with more, tree search would solve them.
    #[must_use]
    pub fn all(quick: bool) -> Vec<Self> {
        let (states, part) = if quick { (120, 0.000_5) } else { (300, 0.002) };
        vec![
            Self {
                name: "Connect Four 6×5",
                spec: "connect4:width=6,height=5",
                states,
                from_ply: 0,
                heuristics: super::heuristics::OF_CONNECT4,
                labellers: labellers(part, PLAIN),
            },
            Self {
                name: "Othello 6×6",
                spec: "othello:size=6",
                states,
                from_ply: if quick { 14 } else { 8 },
                heuristics: [("squares", "weighted-squares"), ("mobility", "mobility")],
                labellers: labellers(part, PLAIN),
            },
            Self {
                name: "Breakthrough 3×5",
                spec: "breakthrough:width=3,height=5",
                states,
                from_ply: 0,
                heuristics: [("pawns", "pawns"), ("material", "material")],
                labellers: labellers(part / 10.0, PLAIN),
            },
            Self {
                name: "Tic-tac-toe by its sheet",
                spec: "gdl:tictactoe",
                states,
                from_ply: 0,
                heuristics: [("action", "action"), ("fuzzy goal", "fuzzy-goal")],
                // No game is known to be the longest of a sheet.
                labellers: labellers(part / 20.0, &format!("plies=8,{PLAIN}")),
            },
        ]
    }
}

/// Solves states of every game, labels them by tree search and computes section 4.
///
/// # Errors
/// When a game or a heuristic is not in the registry, or nothing can be kept.
pub fn run_more_games(
    games: &[MoreGame],
    quick: bool,
    seed: u64,
    run: &StudyRun<'_>,
) -> Result<MoreGames, Error> {
    let mut all = MoreGames {
        quick,
        finished: false,
        connect4: super::run(run.registry, seed, run.threads)?,
        found: Vec::new(),
    };
    for game in games {
        match one(game, quick, seed, run) {
            Ok(found) => all.found.push(found),
            Err(error) if error.kind == ErrorKind::Stopped || run.stop.is_raised() => {
                return Ok(all);
            }
            Err(error) => return Err(error.in_context(game.name)),
        }
    }
    all.finished = true;
    Ok(all)
}

fn one(order: &MoreGame, quick: bool, seed: u64, run: &StudyRun<'_>) -> Result<MoreFound, Error> {
    let game = run.registry.open(order.spec)?;
    let file = |name: &str| {
        let variant = if quick { "more-quick" } else { "more" };
        let plain = |own: char| {
            if own.is_ascii_alphanumeric() {
                own
            } else {
                '-'
            }
        };
        let spec: String = order.spec.chars().map(plain).collect();
        format!("{variant}-seed-{seed}-{spec}-{name}.parquet")
    };
    let kept =
        |by: &str, name: &str| (file(name), by.to_owned(), format!("{}, {name}", order.name));
    let (file, by, what) = kept(SOLVER, "exact");
    let truth = KeptTruth {
        game: &game,
        file: &file,
        by: &by,
        what: &what,
        seed,
    };
    let solved = truth.of_random_games(order.states, order.from_ply, run)?;
    let mut sampled = Vec::new();
    for (name, by) in NAMES.into_iter().zip(&order.labellers) {
        let (file, by, what) = kept(by, name);
        let truth = KeptTruth {
            game: &game,
            file: &file,
            by: &by,
            what: &what,
            seed,
        };
        sampled.push((name, truth.of_states(&solved, "exact.parquet", run)?));
    }
    run.tell(&format!("{}, metrics", order.name), 0, 1);
    let data = Data::of(&game, &solved, sampled)?;
    let report = on_threads(run.threads, || {
        report_of(&game, &order.heuristics, data, seed)
    })?;
    Ok(MoreFound {
        game: order.clone(),
        report,
    })
}

impl MoreGames {
    /// Adds the table of findings and games to a page.
    pub fn write(&self, page: &mut Page) {
        page.add("## Findings on more games");
        page.add(
            "The paper says that its findings rest on Connect Four alone and that more games are \
             needed. Here is section 4 on games that can be solved: states of random games spread \
             over the plies, every move solved to the end, and the same states by plain UCT whose \
             playouts rise from ply to ply by the same factor as the paper's. The tests behind the \
             verdicts are those of Connect Four, whose column is of the benchmarks that ship.",
        );
        if self.quick {
            page.add("**A first impression (`--quick`): fewer states and playouts than without.**");
        }
        if !self.finished {
            page.add("**The run was stopped; what follows is what there was by then.**");
        }
        page.add(&self.games());
        let own = std::iter::once(("Connect Four 7×6", &self.connect4));
        let more = self.found.iter().map(|own| (own.game.name, &own.report));
        Verdicts::new(own.chain(more)).write(page);
    }

    fn games(&self) -> String {
        let mut table = Table::new([
            "game",
            "spec",
            "states",
            "from ply",
            "moves",
            "heuristics",
            "mcts1",
            "mcts3",
        ]);
        for MoreFound { game, report } in &self.found {
            let heuristics = game.heuristics.map(|(_, spec)| format!("`{spec}`"));
            let [one, three] = game.labellers.each_ref().map(|by| format!("`{by}`"));
            table.row([
                game.name.to_owned(),
                format!("`{}`", game.spec),
                number(report.states as f64),
                game.from_ply.to_string(),
                number(report.moves as f64),
                heuristics.join(", "),
                one,
                three,
            ]);
        }
        table.text()
    }
}
