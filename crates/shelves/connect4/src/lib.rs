//! Connect Four on the shelf.
//!
//! [`connect4`] is the entry of the registry. [`book`] makes opening books and checks them.
//!
//! ```
//! let mut registry = plyscope_workbench::Registry::empty();
//! registry.add_game(plyscope_shelf_connect4::connect4());
//! let game = registry.open("connect4")?;
//! assert!(!game.evaluators().is_empty());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

pub mod book;
pub mod speed;
mod teacher;

use plyscope_workbench::patterns;
use plyscope_workbench::{BoxedAgent, GameEntry, Kit, Param, ParamKind, Params, Shelf};
use std::path::Path;
use std::sync::Arc;

use plyscope_connect4::{AnySize, Bits, ConnectFour, Lines, Shape, Standard, Threats};
use plyscope_game::{Error, Features, Value};
use plyscope_search::{Exhaustive, ExhaustiveParams};
use plyscope_solver_connect4::two_tier::{Goal, TwoTier, TwoTierParams, Utility};
use plyscope_solver_connect4::{BookChoice, ConnectFourSolver, SolverParams};

use crate::book::load_book;
use crate::teacher::learn_connect4;

/// The entry of the registry.
pub fn connect4() -> GameEntry {
    let params = [
        Param::new(
            "width",
            ParamKind::Count(4, 10),
            "7",
            "columns, named 1 to 9 and a",
        ),
        Param::new("height", ParamKind::Count(4, 10), "6", "rows"),
        Param::new(
            "connect",
            ParamKind::Count(3, 5),
            "4",
            "stones in a line that win",
        ),
    ];
    let about = "Connect Four: drop stones, four in a line win";
    GameEntry::of_kits("connect4", about, &params, make).also_called(&[
        "connect-four",
        "connectfour",
        "c4",
    ])
}

/// The usual board is compiled for its size; the others share two programs, by the integers that hold them.
fn make(params: &Params) -> Result<Box<dyn Kit>, Error> {
    let size = |name| params.count(name).unwrap_or_default() as u32;
    let (width, height, connect) = (size("width"), size("height"), size("connect"));
    Ok(match (width, height, connect) {
        (7, 6, 4) => {
            let shelf = shelf(Standard::default(), solver)
                .patterns(learn_connect4)
                .panel(include_str!("panel.toml"));
            Box::new(shelf.evaluator_with(
                patterns::NAME,
                patterns::ABOUT,
                &[patterns::SHIPPED_OR_FILE],
                patterns::patterns(),
            ))
        }
        _ if width * (height + 1) <= u64::BITS => {
            let game = any_size::<u64>(width, height, connect)?;
            Box::new(shelf(game, solver))
        }
        _ => {
            // 8×8 among them: its searches are as fast as in a type of their own, within 3 %.
            let game = any_size::<u128>(width, height, connect)?;
            Box::new(shelf(game, near_the_end))
        }
    })
}

fn any_size<B: Bits>(
    width: u32,
    height: u32,
    connect: u32,
) -> Result<ConnectFour<AnySize<B>>, Error> {
    let shape = AnySize::new(width, height, connect)
        .map_err(|error| Error::misuse(error.to_string(), "width and height go from 4 to 10"))?;
    Ok(ConnectFour::new(shape))
}

/// Makes the solver of a board.
type MakeSolver<S> = fn(&ConnectFour<S>, &Params) -> Result<BoxedAgent<ConnectFour<S>>, Error>;

fn shelf<S: Shape>(game: ConnectFour<S>, solver: MakeSolver<S>) -> Shelf<ConnectFour<S>> {
    Shelf::new(game)
        .weighted(
            "lines",
            "open lines, worth four times as much for every stone on them, and the centre",
            Lines,
            |game| signed_weights(game, &Lines, line_weight),
        )
        .weighted(
            "threats",
            "cells that would complete a line, own minus the opponent's",
            Threats,
            |game| signed_weights(game, &Threats, |_| 1.0),
        )
        .agent_with(
            "solver",
            "exact value and plies of every move, on boards of up to 64 bits from any position",
            &SOLVER,
            solver,
        )
        .agent_with(
            "two-tier",
            "Lin and van Lent's: a greedy first move and a table of wins and losses, no evaluation between",
            &TWO_TIER,
            two_tier,
        )
        .features(
            "lines",
            "open lines by the stones on them, and stones in the middle",
            Lines,
        )
        .features(
            "threats",
            "cells that would complete a line, by parity of the row",
            Threats,
        )
        .deciding(
            "regret",
            "in Connect Four, where one wrong move loses the game, it goes with who wins games (docs/concepts/strength.md)",
        )
}

const SOLVER: [Param; 4] = [
    Param::new(
        "table",
        ParamKind::Count(1, 1 << 20),
        "1024",
        "MiB for the table at the most",
    ),
    Param::new(
        "nodes",
        ParamKind::Count(1, u64::MAX),
        "",
        "states to visit at the most",
    ),
    Param::new("time", ParamKind::Time, "", "time to take at the most"),
    Param::new(
        "book",
        ParamKind::FileOr(&["yes", "no", "on", "off", "true", "false"]),
        "yes",
        "values of early positions: yes (the book that ships, for 7×6), no, or a file made by `plyscope book make`; they are the same, only sooner",
    ),
];

const TWO_TIER: [Param; 3] = [
    Param::new(
        "depth",
        ParamKind::Count(1, Utility::MAX_DEPTH as u64),
        "8",
        "moves to look ahead",
    ),
    Param::new(
        "goal",
        ParamKind::Choice(&["dominance", "interaction"]),
        "dominance",
        "win soon, or play a long and even game",
    ),
    Param::new(
        "give-up-wins",
        ParamKind::Switch,
        "off",
        "with goal=interaction, let even a won game go",
    ),
];

/// Bytes for the table.
fn table(params: &Params) -> usize {
    (params.count("table").unwrap_or(1024) as usize) << 20
}

/// Larger boards than the solver's are solved whole, near the end of the game.
fn near_the_end<S: Shape>(
    _: &ConnectFour<S>,
    params: &Params,
) -> Result<BoxedAgent<ConnectFour<S>>, Error> {
    let solver = Exhaustive::new(ExhaustiveParams {
        // As many as there is memory for.
        max_states: usize::MAX,
        max_bytes: table(params),
        nodes: params.count("nodes"),
        time: params.time("time"),
        ..ExhaustiveParams::default()
    })?;
    let hint = "ask nearer to the end of the game, or allow more memory (solver:table=…)";
    Ok(Box::new(solver.with_hint(hint)))
}

fn solver<S: Shape>(
    game: &ConnectFour<S>,
    params: &Params,
) -> Result<BoxedAgent<ConnectFour<S>>, Error> {
    let shape = game.shape();
    let solver = ConnectFourSolver::new(SolverParams {
        table_bytes: table(params),
        nodes: params.count("nodes"),
        time: params.time("time"),
    });
    Ok(Box::new(solver.with_book(book(&shape, params)?)))
}

fn book<S: Shape>(shape: &S, params: &Params) -> Result<BookChoice, Error> {
    match params.text("book") {
        Some("yes" | "on" | "true") | None => Ok(BookChoice::Shipped),
        Some("no" | "off" | "false") => Ok(BookChoice::No),
        Some(file) => {
            let book = load_book(Path::new(file))?;
            if book.is_of(shape) {
                return Ok(BookChoice::Own(Arc::new(book)));
            }
            let (width, height, connect) = book.board();
            let what =
                format!("{file} is a book of {width}×{height} boards with lines of {connect}");
            Err(Error::misuse(
                what,
                "a book only fits the board it was made for",
            ))
        }
    }
}

fn two_tier<S: Shape>(
    _: &ConnectFour<S>,
    params: &Params,
) -> Result<BoxedAgent<ConnectFour<S>>, Error> {
    let goal = match params.word("goal") {
        "interaction" => Goal::Interaction {
            give_up_wins: params.switch("give-up-wins"),
        },
        _ => Goal::Dominance,
    };
    let depth = params.count("depth").unwrap_or(8) as u32;
    Ok(Box::new(TwoTier::new(TwoTierParams { depth, goal })?))
}

/// The same weight for what is one's own and, negative, for what is the opponent's.
fn signed_weights<S: Shape, F: Features<ConnectFour<S>>>(
    game: &ConnectFour<S>,
    features: &F,
    weight: fn(&str) -> Value,
) -> Vec<Value> {
    let signed = |name: &str| match name.strip_prefix("own") {
        Some(rest) => weight(rest),
        None => -weight(name.trim_start_matches("their")),
    };
    let listed = features.list(game);
    listed.iter().map(|feature| signed(&feature.name)).collect()
}

/// One stone on a line counts 1, two count 4, three 16; a stone in the middle 1.
fn line_weight(name: &str) -> Value {
    let stones: i32 = name.parse().unwrap_or(1);
    4f32.powi(stones - 1)
}
