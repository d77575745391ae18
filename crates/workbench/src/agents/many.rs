//! Searches for games that are not of two rivals in turn, or that play out many states at once.
//!
//! They are compiled only for games whose shelf asks for them: ten kinds of
//! board games never need them, and the first build is part of the product.

use plyscope_game::{Error, Facts, Notation};
use plyscope_search::{
    BackwardInduction, BatchParams, ExhaustiveParams, MaxN, MctsParams, Paranoid, Steering,
    VectorMcts, fitting,
};

use super::common::{DEPTH, EVAL};
use super::rising::Budgeted;
use crate::shelf::{BoxedAgent, BoxedEvaluator};
use crate::{Listing, Param, ParamKind, Params};

/// Makes a tree search for any number of players.
type MakeMcts<G> =
    fn(MctsParams, BatchParams, Option<Steering<G>>) -> Result<Box<dyn Budgeted<G>>, Error>;

/// Makers of such searches for games of one type.
pub(crate) struct ManyPlayers<G: Notation> {
    pub(super) mcts: MakeMcts<G>,
    pub(super) maxn: fn(u32, BoxedEvaluator<G>) -> BoxedAgent<G>,
    pub(super) paranoid: fn(u32, BoxedEvaluator<G>) -> BoxedAgent<G>,
    pub(super) solver: fn(ExhaustiveParams, u64) -> Result<BoxedAgent<G>, Error>,
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

pub(super) fn maxn() -> Listing {
    Listing::new(
        "maxn",
        "max^n to a depth: every player maximises his own points",
        &[DEPTH, EVAL],
    )
}

pub(super) fn paranoid() -> Listing {
    Listing::new(
        "paranoid",
        "alpha-beta to a depth, one player against all others together",
        &[DEPTH, EVAL],
    )
}

/// The searches for many players, for an agent that needs them.
pub(super) fn needed<'a, G: Notation>(
    many: Option<&'a ManyPlayers<G>>,
    agent: &str,
    game: &str,
) -> Result<&'a ManyPlayers<G>, Error> {
    many.ok_or_else(|| not_on_shelf(agent, game))
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

/// How leaves are collected in the tree search with the points of all players.
///
/// # Errors
/// When that is told of playouts that a heuristic steers.
pub(super) fn batch(params: &Params) -> Result<BatchParams, Error> {
    let batch = BatchParams {
        playouts: params.count("batch").map(|own| own as u32),
        per_leaf: params.count("per-leaf").map(|own| own as u32),
    };
    let is_steered = params.text("eval").is_some() && params.word("policy") != "none";
    if is_steered && batch != BatchParams::default() {
        let what = "playouts that a heuristic steers are made one by one";
        return Err(Error::misuse(
            what,
            "leave out `batch` and `per-leaf`, or `eval`",
        ));
    }
    Ok(batch)
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
