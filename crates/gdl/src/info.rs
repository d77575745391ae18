//! What can be said of a sheet at a glance.

use plyscope_game::{Facts, Game};

use crate::error::GdlError;
use crate::found::Found;
use crate::game::GdlGame;
use crate::network::{Sizes, phases};
use crate::playouts::EngineKind;
use crate::sheet::Sheet;

/// A sheet's fact sheet.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The roles, in order.
    pub roles: Vec<String>,
    /// Rules and facts, with one for each alternative of an `or`.
    pub rules: usize,
    /// The engine for one state.
    pub engine: EngineKind,
    /// What is known of the network; `Err` says why the sheet does not ground.
    pub grounded: Result<Grounded, GdlError>,
    /// The game's facts.
    pub facts: Facts,
    /// What they rest on.
    pub found: Found,
    /// Whether fluents look like the cells of a board.
    pub has_board: bool,
}

/// What a grounded sheet tells.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Grounded {
    /// How large the network is.
    pub sizes: Sizes,
    /// After how many rounds the turn order repeats; 1 where there is none.
    pub phases: usize,
}

impl Info {
    /// Finds out all of it.
    ///
    /// # Errors
    /// When no engine can run the sheet.
    pub fn new(sheet: Sheet) -> Result<Self, GdlError> {
        let rules = sheet.rule_count();
        Ok(Self::of(&GdlGame::new("", sheet)?, rules))
    }

    /// The fact sheet of a game that was opened, whose sheet has so many rules.
    pub fn of(game: &GdlGame, rules: usize) -> Self {
        let grounded = match (game.network(), game.why_by_rules()) {
            (Some(network), _) => Ok(Grounded {
                sizes: network.sizes(),
                phases: phases(network).len(),
            }),
            (None, Some(why)) => Err(why.clone()),
            (None, None) => Err(GdlError::new(
                crate::GdlErrorKind::Limit,
                "the rules themselves were asked for",
                "leave the engine out to ground the sheet",
            )),
        };
        Self {
            roles: game.roles().to_vec(),
            rules,
            engine: game.engine(),
            grounded,
            facts: game.facts(),
            found: game.found(),
            has_board: game.has_board(),
        }
    }
}
