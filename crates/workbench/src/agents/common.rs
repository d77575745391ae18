//! The agents that every game has.

use plyscope_search::{
    AlphaBeta, Exhaustive, ExhaustiveParams, Flat, FlatParams, Mcts, MctsParams, Minimax, Ordering,
    Random, Settings,
};

use super::rising::RisingMcts;
use super::{MakeContext, expected_outcome};
use crate::shelf::{BoxedAgent, Shelf};
use crate::{Failure, Kind, Param, Params};

/// An agent that every game has.
pub(super) struct Common<G> {
    pub(super) name: &'static str,
    pub(super) about: &'static str,
    pub(super) params: &'static [Param],
    pub(super) make: fn(&MakeContext<'_, G>, &Params) -> Result<BoxedAgent<G>, Failure>,
}

const DEPTH: Param = Param::new(
    "depth",
    Kind::Count(1, Settings::MAX_DEPTH as u64),
    "4",
    "moves to look ahead",
);
pub(super) const EVAL: Param = Param::new(
    "eval",
    Kind::Text,
    "",
    "the evaluator at the horizon; the game's first one if not given",
);
const NODES: Param = Param::new(
    "nodes",
    Kind::Count(1, u64::MAX),
    "",
    "states to visit at the most",
);
const TIME: Param = Param::new("time", Kind::Time, "", "time to take at the most");
pub(super) const SEED: Param = Param::new(
    "seed",
    Kind::Count(0, u64::MAX),
    "",
    "chance; that of --seed if not given",
);
const SYMMETRY: Param = Param::new(
    "symmetry",
    Kind::Switch,
    "on",
    "share results among symmetric states",
);
const DEEPEN: Param = Param::new(
    "deepen",
    Kind::Switch,
    "on",
    "look 1 move ahead, then 2, and so on",
);
const CANDIDATES: Param = Param::new(
    "candidates",
    Kind::Switch,
    "on",
    "answer only by the game's candidate moves (gomoku: near other stones)",
);
const fn order(default: &'static str) -> Param {
    Param::new(
        "order",
        Kind::Choice(&["none", "killers", "history", "evaluator", "all"]),
        default,
        "what decides which moves are tried first",
    )
}
const fn table(default: &'static str) -> Param {
    Param::new(
        "table",
        Kind::Count(0, 1 << 20),
        default,
        "MiB for the table of results; 0 for none",
    )
}

pub(super) fn commons<G: Shelf>() -> Vec<Common<G>> {
    vec![
        minimax(),
        alphabeta(),
        negascout(),
        mcts(),
        flat(),
        expected_outcome::agent(),
        solver(),
        random(),
    ]
}

fn minimax<G: Shelf>() -> Common<G> {
    Common {
        name: "minimax",
        about: "plain minimax to a depth: the reference, slow",
        params: const { &[DEPTH, EVAL] },
        make: |context, params| {
            Ok(Box::new(Minimax {
                depth: params.count("depth").unwrap_or(1) as u32,
                evaluator: context.evaluator_of(params)?,
            }))
        },
    }
}

fn alphabeta<G: Shelf>() -> Common<G> {
    Common {
        name: "alphabeta",
        about: "alpha-beta to a depth, plain unless told otherwise",
        params: const {
            &[
                DEPTH,
                EVAL,
                table("0"),
                SYMMETRY,
                DEEPEN,
                order("none"),
                CANDIDATES,
                NODES,
                TIME,
            ]
        },
        make: |context, params| {
            let settings = settings(params, false);
            let agent = AlphaBeta::new(settings, context.evaluator_of(params)?)?;
            Ok(Box::new(agent))
        },
    }
}

fn negascout<G: Shelf>() -> Common<G> {
    Common {
        name: "negascout",
        about: "NegaScout with table, move ordering and iterative deepening",
        params: const {
            &[
                DEPTH,
                EVAL,
                table("64"),
                SYMMETRY,
                DEEPEN,
                order("all"),
                CANDIDATES,
                NODES,
                TIME,
            ]
        },
        make: |context, params| {
            let settings = settings(params, true);
            let agent = AlphaBeta::new(settings, context.evaluator_of(params)?)?;
            Ok(Box::new(agent))
        },
    }
}

fn mcts<G: Shelf>() -> Common<G> {
    Common {
        name: "mcts",
        about: "Monte Carlo tree search (UCT) that proves what it can",
        params: const {
            &[
                Param::new(
                    "playouts",
                    Kind::Rising(1, u64::MAX),
                    "10000",
                    "games to play out",
                ),
                Param::new("c", Kind::Number(0.0, 1000.0), "1.4", "how much to explore"),
                NODES,
                TIME,
                SEED,
                Param::new("memory", Kind::Count(1, 1 << 20), "256", "MiB for the tree"),
                Param::new(
                    "threads",
                    Kind::Count(1, 256),
                    "1",
                    "trees grown side by side and added up",
                ),
                Param::new("solver", Kind::Switch, "on", "prove wins, losses and draws"),
                Param::new(
                    "reuse",
                    Kind::Switch,
                    "on",
                    "keep the tree from move to move",
                ),
                Param::new(
                    "eval",
                    Kind::Text,
                    "",
                    "an evaluator that steers the playouts; chance alone if not given",
                ),
                Param::new(
                    "random",
                    Kind::Number(0.0, 1.0),
                    "0.3",
                    "the share of random moves in steered playouts",
                ),
            ]
        },
        make: make_mcts,
    }
}

fn flat<G: Shelf>() -> Common<G> {
    Common {
        name: "flat",
        about: "plays out each move at random and takes the means",
        params: const {
            &[
                Param::new(
                    "playouts",
                    Kind::Count(1, u64::MAX),
                    "1000",
                    "games to play out for each move",
                ),
                SEED,
                Param::new(
                    "threads",
                    Kind::Count(1, 256),
                    "1",
                    "cores to use; the result is the same",
                ),
            ]
        },
        make: |context, params| {
            Ok(Box::new(Flat::new(FlatParams {
                playouts: params.count("playouts").unwrap_or(1),
                seed: context.seed_of(params),
                threads: params.count("threads").unwrap_or(1) as usize,
            })?))
        },
    }
}

fn solver<G: Shelf>() -> Common<G> {
    Common {
        name: "solver",
        about: "exact value of every move, for games small enough",
        params: const {
            &[
                Param::new(
                    "states",
                    Kind::Count(1, u64::MAX),
                    "20m",
                    "give up beyond so many states",
                ),
                Param::new(
                    "memory",
                    Kind::Count(1, 1 << 20),
                    "2048",
                    "MiB for the states at the most",
                ),
                NODES,
                TIME,
                SYMMETRY,
            ]
        },
        make: |_, params| {
            let solver = Exhaustive::new(ExhaustiveParams {
                max_states: params.count("states").unwrap_or(1) as usize,
                max_bytes: (params.count("memory").unwrap_or(2048) as usize) << 20,
                nodes: params.count("nodes"),
                time: params.time("time"),
                symmetry: params.switch("symmetry"),
            })?;
            Ok(Box::new(solver.with_hint("ask nearer to the end of the game, or allow more states (solver:states=…) and the memory for them (solver:memory=…)")))
        },
    }
}

fn random<G: Shelf>() -> Common<G> {
    Common {
        name: "random",
        about: "a random value on every move",
        params: const { &[SEED] },
        make: |context, params| {
            Ok(Box::new(Random {
                seed: context.seed_of(params),
            }))
        },
    }
}

fn make_mcts<G: Shelf>(
    context: &MakeContext<'_, G>,
    params: &Params,
) -> Result<BoxedAgent<G>, Failure> {
    let (first, last) = params.rising("playouts");
    let agent = Mcts::new(MctsParams {
        playouts: last,
        c: params.number("c").unwrap_or(1.4) as f32,
        nodes: params.count("nodes"),
        time: params.time("time"),
        seed: context.seed_of(params),
        memory: (params.count("memory").unwrap_or(256) as usize) << 20,
        threads: params.count("threads").unwrap_or(1) as usize,
        solver: params.switch("solver"),
        reuse: params.switch("reuse"),
    })?;
    let agent = if params.text("eval").is_some() {
        let evaluator = context.evaluator_of(params)?;
        agent.guided(evaluator, params.number("random").unwrap_or(0.0))
    } else {
        agent
    };
    if first == last {
        return Ok(Box::new(agent));
    }
    Ok(Box::new(RisingMcts::new(context.game, agent, first, last)?))
}

fn settings(params: &Params, scout: bool) -> Settings {
    let order = params.word("order");
    let all = Ordering::default();
    Settings {
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
        nodes: params.count("nodes"),
        time: params.time("time"),
    }
}
