//! The agents that every game has: their names, what can be set, and what a spec sets.

use plyscope_game::Facts;
use plyscope_search::{AlphaBetaSettings, ExhaustiveParams, FlatParams, MctsParams, Ordering};

use super::{expected_outcome, many, process, steering};
use crate::{Listing, Param, ParamKind, Params};

/// An agent that every game has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CommonAgent {
    Minimax,
    AlphaBeta,
    NegaScout,
    Mcts,
    Flat,
    ExpectedOutcome,
    Solver,
    Random,
    Wandering,
    Played,
    Process,
    MaxN,
    Paranoid,
}

impl CommonAgent {
    /// Whether it judges by the evaluator that its `eval` names, or by the game's usual one.
    pub(super) fn judges_by_an_evaluator(self) -> bool {
        matches!(
            self,
            Self::Minimax | Self::AlphaBeta | Self::NegaScout | Self::MaxN | Self::Paranoid
        )
    }
}

pub(super) const DEPTH: Param = Param::new(
    "depth",
    ParamKind::Count(1, AlphaBetaSettings::MAX_DEPTH as u64),
    "4",
    "moves to look ahead",
);
pub(super) const EVAL: Param = Param::new(
    "eval",
    ParamKind::Text,
    "",
    "the evaluator at the horizon; the game's first one if not given",
);
const NODES: Param = Param::new(
    "nodes",
    ParamKind::Count(1, u64::MAX),
    "",
    "states to visit at the most",
);
pub(super) const TIME: Param = Param::new("time", ParamKind::Time, "", "time to take at the most");
pub(super) const SEED: Param = Param::new(
    "seed",
    ParamKind::Count(0, u64::MAX),
    "",
    "chance; that of --seed if not given",
);
const SYMMETRY: Param = Param::new(
    "symmetry",
    ParamKind::Switch,
    "on",
    "share results among symmetric states",
);
const DEEPEN: Param = Param::new(
    "deepen",
    ParamKind::Switch,
    "on",
    "look 1 move ahead, then 2, and so on",
);
const CANDIDATES: Param = Param::new(
    "candidates",
    ParamKind::Switch,
    "on",
    "answer only by the game's candidate moves (gomoku: near other stones)",
);
const QUIESCE: Param = Param::new(
    "quiesce",
    ParamKind::Switch,
    "off",
    "beyond the depth, follow captures and the like until it is quiet (chess)",
);
const fn order(default: &'static str) -> Param {
    Param::new(
        "order",
        ParamKind::Choice(&["none", "killers", "history", "evaluator", "all"]),
        default,
        "what decides which moves are tried first",
    )
}
const fn table(default: &'static str) -> Param {
    Param::new(
        "table",
        ParamKind::Count(0, 1 << 20),
        default,
        "MiB for the table of results; 0 for none",
    )
}

/// The agents that every game has; more of them where its shelf has searches for many players.
pub(super) fn commons(has_many: bool) -> Vec<(CommonAgent, Listing)> {
    let mut mcts = mcts();
    if has_many {
        mcts.params.extend(many::batch_params());
    }
    let mut all = vec![
        (CommonAgent::Minimax, minimax()),
        (CommonAgent::AlphaBeta, alphabeta()),
        (CommonAgent::NegaScout, negascout()),
        (CommonAgent::Mcts, mcts),
        (CommonAgent::Flat, flat()),
        (CommonAgent::ExpectedOutcome, expected_outcome::listing()),
        (CommonAgent::Solver, solver()),
        (CommonAgent::Random, random()),
        (CommonAgent::Wandering, wandering()),
        (CommonAgent::Played, played()),
        (CommonAgent::Process, process::listing()),
    ];
    if has_many {
        all.push((CommonAgent::MaxN, many::maxn()));
        all.push((CommonAgent::Paranoid, many::paranoid()));
    }
    all
}

fn minimax() -> Listing {
    Listing::new(
        "minimax",
        "plain minimax to a depth: the reference, slow",
        &[DEPTH, EVAL],
    )
}

fn alphabeta() -> Listing {
    Listing::new(
        "alphabeta",
        "alpha-beta to a depth, plain unless told otherwise",
        &[
            DEPTH,
            EVAL,
            table("0"),
            SYMMETRY,
            DEEPEN,
            order("none"),
            CANDIDATES,
            QUIESCE,
            NODES,
            TIME,
        ],
    )
}

fn negascout() -> Listing {
    Listing::new(
        "negascout",
        "NegaScout with table, move ordering and iterative deepening",
        &[
            DEPTH,
            EVAL,
            table("64"),
            SYMMETRY,
            DEEPEN,
            order("all"),
            CANDIDATES,
            QUIESCE,
            NODES,
            TIME,
        ],
    )
}

fn mcts() -> Listing {
    Listing::new(
        "mcts",
        "Monte Carlo tree search (UCT) that proves what it can",
        &[[
            Param::new(
                "playouts",
                ParamKind::Rising(1, u64::MAX),
                "10000",
                "games to play out",
            ),
            Param::new(
                "plies",
                ParamKind::Count(1, 1_000_000),
                "",
                "the ply at which playouts that rise reach their most; the longest game's last one if not given",
            ),
            Param::new(
                "c",
                ParamKind::Number(0.0, 1000.0),
                "1.4",
                "how much to explore",
            ),
            NODES,
            TIME,
            SEED,
            Param::new(
                "memory",
                ParamKind::Count(1, 1 << 20),
                "256",
                "MiB for the tree",
            ),
            Param::new(
                "threads",
                ParamKind::Count(1, 256),
                "1",
                "trees grown side by side and added up",
            ),
            Param::new(
                "solver",
                ParamKind::Switch,
                "on",
                "prove wins, losses and draws",
            ),
            Param::new(
                "reuse",
                ParamKind::Switch,
                "on",
                "keep the tree from move to move",
            ),
        ].as_slice(), &steering::params()].concat(),
    )
}

fn flat() -> Listing {
    Listing::new(
        "flat",
        "plays out each move at random and takes the means",
        &[
            Param::new(
                "playouts",
                ParamKind::Count(1, u64::MAX),
                "1000",
                "games to play out for each move",
            ),
            SEED,
            Param::new(
                "threads",
                ParamKind::Count(1, 256),
                "1",
                "cores to use; the result is the same",
            ),
        ],
    )
}

fn solver() -> Listing {
    Listing::new(
        "solver",
        "exact value of every move, for games small enough",
        &[
            Param::new(
                "states",
                ParamKind::Count(1, u64::MAX),
                "20m",
                "give up beyond so many states",
            ),
            Param::new(
                "memory",
                ParamKind::Count(1, 1 << 20),
                "2048",
                "MiB for the states at the most",
            ),
            NODES,
            TIME,
            SYMMETRY,
        ],
    )
}

fn random() -> Listing {
    Listing::new("random", "a random value on every move", &[SEED])
}

pub(super) const WANDERING: &str = "wandering";

const BY: Param = Param::new(
    "by",
    ParamKind::Text,
    "",
    "the other agent; the game's first evaluator if not given",
);

fn wandering() -> Listing {
    Listing::new(
        WANDERING,
        "another agent that chooses a random move in a share of states",
        &[
            BY,
            Param::new(
                "share",
                ParamKind::Number(0.0, 1.0),
                "0.1",
                "the share of states with a random choice",
            ),
            SEED,
        ],
    )
}

fn played() -> Listing {
    Listing::new(
        "played",
        "plays out each move by games of another agent against itself and takes the means",
        &[
            BY,
            Param::new(
                "playouts",
                ParamKind::Count(1, u64::MAX),
                "32",
                "games to play after each move",
            ),
            Param::new(
                "random",
                ParamKind::Number(0.0, 1.0),
                "0.1",
                "the share of random moves in these games",
            ),
            SEED,
        ],
    )
}

pub(super) fn depth(params: &Params) -> u32 {
    params.count("depth").unwrap_or(1) as u32
}

pub(super) fn mcts_params(params: &Params, seed: u64) -> MctsParams {
    let (_, last) = params.rising("playouts");
    MctsParams {
        playouts: last,
        c: params.number("c").unwrap_or(1.4) as f32,
        nodes: params.count("nodes"),
        time: params.time("time"),
        seed,
        memory: (params.count("memory").unwrap_or(256) as usize) << 20,
        threads: params.count("threads").unwrap_or(1) as usize,
        solver: params.switch("solver"),
        reuse: params.switch("reuse"),
    }
}

pub(super) fn flat_params(params: &Params, seed: u64) -> FlatParams {
    FlatParams {
        playouts: params.count("playouts").unwrap_or(1),
        seed,
        threads: params.count("threads").unwrap_or(1) as usize,
    }
}

pub(super) fn solver_params(params: &Params) -> ExhaustiveParams {
    ExhaustiveParams {
        max_states: params.count("states").unwrap_or(1) as usize,
        max_bytes: (params.count("memory").unwrap_or(2048) as usize) << 20,
        nodes: params.count("nodes"),
        time: params.time("time"),
        symmetry: params.switch("symmetry"),
    }
}

/// Whether the exhaustive solver knows games of this kind: one player, or two rivals in turn.
pub(super) fn is_solved_alone(facts: &Facts) -> bool {
    facts.is_minimax() || (facts.players == 1 && !facts.simultaneous)
}

pub(super) fn settings(params: &Params, scout: bool) -> AlphaBetaSettings {
    let order = params.word("order");
    let all = Ordering::default();
    AlphaBetaSettings {
        depth: params.count("depth").unwrap_or(1) as u32,
        scout,
        table: (params.count("table").unwrap_or(0) as usize) << 20,
        symmetry: params.switch("symmetry"),
        deepen: params.switch("deepen"),
        ordering: Ordering {
            killers: matches!(order, "killers" | "all"),
            history: matches!(order, "history" | "all"),
            evaluator_from: match order {
                "evaluator" => 1,
                "all" => all.evaluator_from,
                _ => 0,
            },
        },
        candidates: params.switch("candidates"),
        quiesce: params.switch("quiesce"),
        nodes: params.count("nodes"),
        time: params.time("time"),
    }
}
