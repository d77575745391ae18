//! Connect Four on the shelf.

use std::path::Path;
use std::sync::Arc;

use plyscope_eval::Linear;
use plyscope_eval::two_tier::{Goal, TwoTier, TwoTierParams, Utility};
use plyscope_game::{Features, Value};
use plyscope_games::connect4::{
    AnySize, Bits, ConnectFour, EightByEight, Lines, Shape, Standard, Threats,
};

use plyscope_search::connect4::{BookChoice, ConnectFourSolver, SolverParams};
use plyscope_search::{Exhaustive, ExhaustiveParams};

use super::GameEntry;
use crate::any_game::Named;
use crate::shelf::{BoxedAgent, BoxedEvaluator, FeatureSet, Item, NamedFeatures, Shelf};
use crate::{AnyGame, BookGame, Failure, Kind, Param, Params, load_book};

pub(super) fn connect4() -> GameEntry {
    GameEntry {
        name: "connect4",
        about: "Connect Four: drop stones, four in a line win",
        params: const {
            &[
                Param::new(
                    "width",
                    Kind::Count(4, 10),
                    "7",
                    "columns, named 1 to 9 and a",
                ),
                Param::new("height", Kind::Count(4, 10), "6", "rows"),
                Param::new(
                    "connect",
                    Kind::Count(3, 5),
                    "4",
                    "stones in a line that win",
                ),
            ]
        },
        aliases: &["connect-four", "connectfour", "c4"],
        make,
    }
}

/// The two boards of the papers are compiled for their size; the others share one program.
fn make(spec: String, params: &Params) -> Result<Box<dyn AnyGame>, Failure> {
    let size = |name| params.count(name).unwrap_or_default() as u32;
    let (width, height, connect) = (size("width"), size("height"), size("connect"));
    Ok(match (width, height, connect) {
        (7, 6, 4) => Named::boxed(spec, Standard::default()),
        (8, 8, 4) => Named::boxed(spec, EightByEight::default()),
        _ if width * (height + 1) <= u64::BITS => {
            Named::boxed(spec, any_size::<u64>(width, height, connect)?)
        }
        _ => Named::boxed(spec, any_size::<u128>(width, height, connect)?),
    })
}

fn any_size<B: Bits>(
    width: u32,
    height: u32,
    connect: u32,
) -> Result<ConnectFour<AnySize<B>>, Failure> {
    let shape = AnySize::new(width, height, connect)
        .map_err(|error| Failure::misuse(error.to_string(), "width and height go from 4 to 10"))?;
    Ok(ConnectFour::new(shape))
}

impl<S: Shape> NamedFeatures<ConnectFour<S>> for Lines {
    const SET: Self = Self;
}
impl<S: Shape> NamedFeatures<ConnectFour<S>> for Threats {
    const SET: Self = Self;
}

impl<S: Shape> Shelf for ConnectFour<S> {
    fn evaluators() -> Vec<Item<Self, BoxedEvaluator<Self>>> {
        vec![
            Item {
                name: "lines",
                about: "open lines, worth four times as much for every stone on them, and the centre",
                params: &[],
                make: |game, _| {
                    let weights = signed_weights(game, &Lines, line_weight);
                    Ok(Box::new(Linear::new(game, Lines, weights)))
                },
            },
            Item {
                name: "threats",
                about: "cells that would complete a line, own minus the opponent's",
                params: &[],
                make: |game, _| {
                    let weights = signed_weights(game, &Threats, |_| 1.0);
                    Ok(Box::new(Linear::new(game, Threats, weights)))
                },
            },
        ]
    }

    fn agents() -> Vec<Item<Self, BoxedAgent<Self>>> {
        vec![
            Item {
                name: "solver",
                about: "exact value and plies of every move, on boards of up to 64 bits from any position",
                params: const {
                    &[
                        Param::new(
                            "table",
                            Kind::Count(1, 1 << 20),
                            "1024",
                            "MiB for the table at the most",
                        ),
                        Param::new(
                            "nodes",
                            Kind::Count(1, u64::MAX),
                            "",
                            "states to visit at the most",
                        ),
                        Param::new("time", Kind::Time, "", "time to take at the most"),
                        Param::new(
                            "book",
                            Kind::FileOr(&["yes", "no", "on", "off", "true", "false"]),
                            "yes",
                            "values of early positions: yes (the book that ships, for 7×6), no, or a file made by `plyscope book make`; they are the same, only sooner",
                        ),
                    ]
                },
                make: solver,
            },
            Item {
                name: "two-tier",
                about: "Lin and van Lent's: a greedy first move and a table of wins and losses, no evaluation between",
                params: const {
                    &[
                        Param::new(
                            "depth",
                            Kind::Count(1, Utility::MAX_DEPTH as u64),
                            "8",
                            "moves to look ahead",
                        ),
                        Param::new(
                            "goal",
                            Kind::Choice(&["dominance", "interaction"]),
                            "dominance",
                            "win soon, or play a long and even game",
                        ),
                        Param::new(
                            "give-up-wins",
                            Kind::Switch,
                            "off",
                            "with goal=interaction, let even a won game go",
                        ),
                    ]
                },
                make: two_tier,
            },
        ]
    }

    fn books(&self) -> Option<&dyn BookGame> {
        Some(self)
    }

    fn deciding() -> (&'static str, &'static str) {
        (
            "regret",
            "in Connect Four, where one wrong move loses the game, it goes with who wins games (docs/concepts/strength.md)",
        )
    }

    fn feature_sets() -> Vec<FeatureSet<Self>> {
        vec![
            Lines::named(
                "lines",
                "open lines by the stones on them, and stones in the middle",
            ),
            Threats::named(
                "threats",
                "cells that would complete a line, by parity of the row",
            ),
        ]
    }
}

/// Larger boards than the solver's are solved whole, near the end of the game.
fn solver<S: Shape>(
    game: &ConnectFour<S>,
    params: &Params,
) -> Result<BoxedAgent<ConnectFour<S>>, Failure> {
    let shape = game.shape();
    let table_bytes = (params.count("table").unwrap_or(1024) as usize) << 20;
    if shape.width() * shape.stride() > u64::BITS {
        let solver = Exhaustive::new(ExhaustiveParams {
            // As many as there is memory for.
            max_states: usize::MAX,
            max_bytes: table_bytes,
            nodes: params.count("nodes"),
            time: params.time("time"),
            ..ExhaustiveParams::default()
        })?;
        let hint = "ask nearer to the end of the game, or allow more memory (solver:table=…)";
        return Ok(Box::new(solver.with_hint(hint)));
    }
    let solver = ConnectFourSolver::new(SolverParams {
        table_bytes,
        nodes: params.count("nodes"),
        time: params.time("time"),
    });
    Ok(Box::new(solver.with_book(book(&shape, params)?)))
}

fn book<S: Shape>(shape: &S, params: &Params) -> Result<BookChoice, Failure> {
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
            Err(Failure::misuse(
                what,
                "a book only fits the board it was made for",
            ))
        }
    }
}

fn two_tier<S: Shape>(
    _: &ConnectFour<S>,
    params: &Params,
) -> Result<BoxedAgent<ConnectFour<S>>, Failure> {
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
