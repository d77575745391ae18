//! The agents that every game has.

use plyscope_search::{
    AlphaBeta, Exhaustive, ExhaustiveParams, Flat, FlatParams, Mcts, MctsParams, Minimax, Ordering,
    Random, Settings, Wandering,
};

use super::rising::{Budgeted, RisingMcts};
use super::{Maker, expected_outcome, many, process, steering};
use crate::kit::MakeOrder;
use crate::shelf::{BoxedAgent, Shelf};
use crate::{Listing, Param, ParamKind, Params};
use plyscope_game::{Error, Notation};

/// An agent that every game has.
pub(super) struct Common<G: Notation> {
    pub(super) listing: Listing,
    pub(super) make: fn(&Maker<'_, G>, &Params) -> Result<BoxedAgent<G>, Error>,
}

pub(super) const DEPTH: Param = Param::new(
    "depth",
    ParamKind::Count(1, Settings::MAX_DEPTH as u64),
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
pub(super) fn commons<G: Notation>(shelf: &Shelf<G>) -> Vec<Common<G>> {
    let mut all = vec![
        minimax(),
        alphabeta(),
        negascout(),
        mcts(),
        flat(),
        expected_outcome::agent(),
        solver(),
        random(),
        wandering(),
        process::agent(),
    ];
    if shelf.many.is_some() {
        all[3].listing.params.extend(many::batch_params());
        all.extend([many::maxn(), many::paranoid()]);
    }
    all
}

fn minimax<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
            "minimax",
            "plain minimax to a depth: the reference, slow",
            &[DEPTH, EVAL],
        ),
        make: |context, params| {
            Ok(Box::new(Minimax {
                depth: params.count("depth").unwrap_or(1) as u32,
                evaluator: context.evaluator_of(params)?,
            }))
        },
    }
}

fn alphabeta<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
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
        ),
        make: |context, params| {
            let settings = settings(params, false);
            let agent = AlphaBeta::new(settings, context.evaluator_of(params)?)?;
            Ok(Box::new(agent))
        },
    }
}

fn negascout<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
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
        ),
        make: |context, params| {
            let settings = settings(params, true);
            let agent = AlphaBeta::new(settings, context.evaluator_of(params)?)?;
            Ok(Box::new(agent))
        },
    }
}

fn mcts<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
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
        ),
        make: make_mcts,
    }
}

fn flat<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
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
        ),
        make: |context, params| {
            Ok(Box::new(Flat::new(FlatParams {
                playouts: params.count("playouts").unwrap_or(1),
                seed: context.seed_of(params),
                threads: params.count("threads").unwrap_or(1) as usize,
            })?))
        },
    }
}

fn solver<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
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
        ),
        make: |context, params| {
            let limits = ExhaustiveParams {
                max_states: params.count("states").unwrap_or(1) as usize,
                max_bytes: (params.count("memory").unwrap_or(2048) as usize) << 20,
                nodes: params.count("nodes"),
                time: params.time("time"),
                symmetry: params.switch("symmetry"),
            };
            if let Some(solver) = many::solver(context, limits)? {
                return Ok(solver);
            }
            let solver = Exhaustive::new(limits)?;
            Ok(Box::new(solver.with_hint("ask nearer to the end of the game, or allow more states (solver:states=…) and the memory for them (solver:memory=…)")))
        },
    }
}

fn random<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new("random", "a random value on every move", &[SEED]),
        make: |context, params| {
            Ok(Box::new(Random {
                seed: context.seed_of(params),
            }))
        },
    }
}

pub(super) const WANDERING: &str = "wandering";

fn wandering<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
            WANDERING,
            "another agent that chooses a random move in a share of states",
            &[
                Param::new(
                    "by",
                    ParamKind::Text,
                    "",
                    "the other agent; the game's first evaluator if not given",
                ),
                Param::new(
                    "share",
                    ParamKind::Number(0.0, 1.0),
                    "0.1",
                    "the share of states with a random choice",
                ),
                SEED,
            ],
        ),
        make: |context, params| {
            let seed = context.seed_of(params);
            // A seed that the spec gives is that of the other agent too.
            let order = MakeOrder {
                seed,
                ..*context.order
            };
            let maker = Maker {
                order: &order,
                ..*context
            };
            Ok(Box::new(Wandering {
                agent: maker.agent_of(params)?,
                share: params.number("share").unwrap_or(0.0),
                seed,
            }))
        },
    }
}

fn make_mcts<G: Notation>(context: &Maker<'_, G>, params: &Params) -> Result<BoxedAgent<G>, Error> {
    let (first, last) = params.rising("playouts");
    let seed = context.seed_of(params);
    let mcts = MctsParams {
        playouts: last,
        c: params.number("c").unwrap_or(1.4) as f32,
        nodes: params.count("nodes"),
        time: params.time("time"),
        seed,
        memory: (params.count("memory").unwrap_or(256) as usize) << 20,
        threads: params.count("threads").unwrap_or(1) as usize,
        solver: params.switch("solver"),
        reuse: params.switch("reuse"),
    };
    let steering = steering::steering(context, params, seed)?;
    let agent: Box<dyn Budgeted<G>> = if let Some(make) = many::mcts(context, params)? {
        make(mcts, many::batch(params), steering)?
    } else {
        let agent = Mcts::new(mcts)?;
        Box::new(match steering {
            Some(steering) => agent.steered(steering),
            None => agent,
        })
    };
    let plies = params.count("plies").map(|own| own as u32);
    if first == last {
        return match plies {
            None => Ok(agent),
            Some(_) => Err(Error::misuse(
                "`plies` has no effect on playouts that do not rise",
                "write playouts=A..B, or leave `plies` out",
            )),
        };
    }
    let rising = RisingMcts::new(context.game(), agent, (first, last), plies)?;
    Ok(Box::new(rising))
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
        quiesce: params.switch("quiesce"),
        nodes: params.count("nodes"),
        time: params.time("time"),
    }
}
