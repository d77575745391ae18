//! Evaluators by learned patterns: weights that ship, or those of a file.

use std::path::Path;

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
const SHIPPED: &str = "shipped";

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

/// The evaluator with the weights that a spec names.
///
/// # Errors
/// When it names none, none ship for the board, or the file is not one for it.
pub fn patterns<G: StoneGame>(game: &G, params: &Params) -> Result<BoxedEvaluator<G>, Error> {
    let missing = || {
        Error::misuse(
            "no pattern weights ship for this board",
            "learn some: plyscope learn GAME --method patterns -o my.pat; then patterns:weights=my.pat",
        )
    };
    Ok(Box::new(match params.text("weights") {
        Some(SHIPPED) => game.shipped_patterns().ok_or_else(missing)?,
        Some(file) => Patterns::new(load(game, Path::new(file))?),
        None => return Err(missing()),
    }))
}
