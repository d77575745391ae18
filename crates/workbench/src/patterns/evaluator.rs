//! Evaluators by learned patterns: weights that ship, or those of a file.

use std::path::Path;
use std::sync::OnceLock;

use plyscope_eval::patterns::{Patterns, ReadPatterns, StoneGame};
use plyscope_game::Error;

use super::load;
use crate::shelf::BoxedEvaluator;
use crate::{Param, ParamKind, Params};

/// The evaluator's name.
pub const NAME: &str = "patterns";
/// What it is.
pub const ABOUT: &str = "what lies on lines, edges and corners, by learned tables of weights";
/// The word for the weights that ship.
pub const SHIPPED: &str = "shipped";

/// The weights of a board for which some ship.
pub const SHIPPED_OR_FILE: Param = Param::new(
    "weights",
    ParamKind::FileOr(&[SHIPPED]),
    SHIPPED,
    "those that ship, or a file made by `plyscope learn GAME --method patterns`",
);

/// The weights of a board for which none ship.
pub const FILE: Param = Param::new(
    "weights",
    ParamKind::File,
    "",
    "a file made by `plyscope learn GAME --method patterns`",
);

/// Makes the evaluator with the weights that a spec names. Those that ship are read once: that takes
/// 50 ms, and every game of a match may make its own agents.
///
/// The maker fails when a spec names no weights, none ship for the board, or the file is not one for it.
pub fn patterns<G: StoneGame>()
-> impl Fn(&G, &Params) -> Result<BoxedEvaluator<G>, Error> + Send + Sync + 'static {
    let read = OnceLock::new();
    move |game, params| {
        let missing = || {
            Error::misuse(
                "no pattern weights ship for this board",
                "learn some: plyscope learn GAME --method patterns -o my.pat; then patterns:weights=my.pat",
            )
        };
        let shipped = || game.shipped_patterns().map(Patterns::new);
        Ok(Box::new(match params.text("weights") {
            Some(SHIPPED) => read.get_or_init(shipped).clone().ok_or_else(missing)?,
            Some(file) => Patterns::new(load(game, Path::new(file))?),
            None => return Err(missing()),
        }))
    }
}
