//! Searches for games that are not of two rivals in turn, or that play out many states at once.
//!
//! They are compiled only for games whose shelf asks for them: ten kinds of
//! board games never need them, and the first build is part of the product.

use plyscope_game::{Error, Facts, Notation};
use plyscope_search::{
    BackwardInduction, BatchParams, ExhaustiveParams, MaxN, MctsParams, Paranoid, Steering,
    VectorMcts, fitting,
};

use super::Maker;
use super::common::{Common, DEPTH, EVAL};
use super::rising::Budgeted;
use crate::shelf::{BoxedAgent, BoxedEvaluator};
use crate::{Listing, Param, ParamKind, Params};

/// Makes a tree search for any number of players.
pub(super) type MakeMcts<G> =
    fn(MctsParams, BatchParams, Option<Steering<G>>) -> Result<Box<dyn Budgeted<G>>, Error>;

/// Makers of such searches for games of one type.
pub(crate) struct ManyPlayers<G: Notation> {
    mcts: MakeMcts<G>,
    maxn: fn(u32, BoxedEvaluator<G>) -> BoxedAgent<G>,
    paranoid: fn(u32, BoxedEvaluator<G>) -> BoxedAgent<G>,
    solver: fn(ExhaustiveParams, u64) -> Result<BoxedAgent<G>, Error>,
}

impl<G: Notation> Clone for ManyPlayers<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Notation> Copy for ManyPlayers<G> {}

impl<G: Notation> ManyPlayers<G> {
    /// Compiles them for a game.
    pub(crate) fn new() -> Self {
        Self {
            mcts: |params, batch, steering| {
                let agent = VectorMcts::new(params, batch)?;
                Ok(Box::new(match steering {
                    Some(steering) => agent.steered(steering),
                    None => agent,
                }))
            },
            maxn: |depth, evaluator| Box::new(MaxN { depth, evaluator }),
            paranoid: |depth, evaluator| Box::new(Paranoid { depth, evaluator }),
            solver: |params, seed| Ok(Box::new(BackwardInduction::new(params, seed)?)),
        }
    }
}

pub(super) fn maxn<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
            "maxn",
            "max^n to a depth: every player maximises his own points",
            &[DEPTH, EVAL],
        ),
        make: |context, params| {
            let make = many(context, "maxn")?.maxn;
            Ok(make(depth(params), context.evaluator_of(params)?))
        },
    }
}

pub(super) fn paranoid<G: Notation>() -> Common<G> {
    Common {
        listing: Listing::new(
            "paranoid",
            "alpha-beta to a depth, one player against all others together",
            &[DEPTH, EVAL],
        ),
        make: |context, params| {
            let make = many(context, "paranoid")?.paranoid;
            Ok(make(depth(params), context.evaluator_of(params)?))
        },
    }
}

fn depth(params: &Params) -> u32 {
    params.count("depth").unwrap_or(1) as u32
}

fn many<G: Notation>(context: &Maker<'_, G>, agent: &str) -> Result<ManyPlayers<G>, Error> {
    let many = context.shelf.many.as_ref().copied();
    many.ok_or_else(|| not_on_shelf(agent, context.order.game_name))
}

/// What `mcts` can be told where leaves are collected.
pub(super) fn batch_params() -> [Param; 2] {
    [
        Param::new(
            "batch",
            ParamKind::Count(1, 1 << 20),
            "",
            "playouts made together, 1 for one by one; what the game likes best if not given",
        ),
        Param::new(
            "per-leaf",
            ParamKind::Count(1, 1 << 16),
            "",
            "playouts from each leaf; 4 where they are made together, else 1",
        ),
    ]
}

/// What the parameters say about playouts that are made together.
pub(super) fn batch(params: &Params) -> BatchParams {
    BatchParams {
        playouts: params.count("batch").map(|own| own as u32),
        per_leaf: params.count("per-leaf").map(|own| own as u32),
    }
}

/// The maker of a tree search with the points of all players, if the game needs it or gains by it.
pub(super) fn mcts<G: Notation>(
    context: &Maker<'_, G>,
    params: &Params,
) -> Result<Option<MakeMcts<G>>, Error> {
    let Some(many) = &context.shelf.many else {
        return Ok(None);
    };
    let is_steered = params.text("eval").is_some() && params.word("policy") != "none";
    if is_steered && batch(params) != BatchParams::default() {
        let what = "playouts that a heuristic steers are made one by one";
        return Err(Error::misuse(
            what,
            "leave out `batch` and `per-leaf`, or `eval`",
        ));
    }
    Ok(Some(many.mcts))
}

/// Backward induction, where the game is not of one player or of two rivals in turn.
pub(super) fn solver<G: Notation>(
    context: &Maker<'_, G>,
    params: ExhaustiveParams,
) -> Result<Option<BoxedAgent<G>>, Error> {
    let facts = context.game().facts();
    let has_own = facts.is_minimax() || (facts.players == 1 && !facts.simultaneous);
    match &context.shelf.many {
        Some(many) if !has_own => (many.solver)(params, context.order.seed).map(Some),
        _ => Ok(None),
    }
}

/// Whether an agent that every game has fits a game.
pub(super) fn fits(agent: &str, facts: &Facts, has_many: bool) -> bool {
    let is_alone = facts.players == 1 && !facts.simultaneous;
    match agent {
        "minimax" | "alphabeta" | "negascout" => facts.is_minimax(),
        "solver" => {
            let is_solved_backward = !facts.simultaneous || facts.is_rivalry();
            facts.is_minimax() || is_alone || (has_many && is_solved_backward)
        }
        "mcts" => facts.is_minimax() || has_many,
        "maxn" | "paranoid" => has_many && !facts.simultaneous,
        "flat" | "expected-outcome" => !facts.simultaneous,
        _ => true,
    }
}

/// Why an agent does not fit a game.
pub(super) fn misfit(agent: &str, facts: &Facts, game: &str, has_many: bool) -> Error {
    if !has_many && !facts.is_minimax() {
        return not_on_shelf(agent, game);
    }
    let what = if facts.simultaneous {
        format!(
            "`{agent}` does not fit {game}, where players move without seeing each other's moves"
        )
    } else {
        let players = match facts.players {
            1 => "one player".to_string(),
            2 => "two players without a fixed sum of points".to_string(),
            count => format!("{count} players"),
        };
        format!("`{agent}` does not fit {game}, a game of {players}")
    };
    Error::unsuited(what, fitting(facts))
}

fn not_on_shelf(agent: &str, game: &str) -> Error {
    let what = format!("`{agent}` is not made for {game}");
    let hint = "searches for other games than those of two rivals in turn come with `Shelf::with_many_players`";
    Error::unsuited(what, hint)
}
