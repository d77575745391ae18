//! What can be said of a sheet at a glance.

use std::sync::Arc;

use plyscope_game::{Facts, Game};

use crate::error::GdlError;
use crate::game::GdlGame;
use crate::ground::GroundLimits;
use crate::network::{Network, Sizes, phases};
use crate::sheet::Sheet;

/// A sheet's fact sheet.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Info {
    /// The roles, in order.
    pub roles: Vec<String>,
    /// Rules and facts, with one for each alternative of an `or`.
    pub rules: usize,
    /// What is known of the sheet once it is grounded; `Err` says why it does not ground.
    pub grounded: Result<Grounded, GdlError>,
}

/// What a grounded sheet tells.
#[derive(Clone, Debug)]
pub struct Grounded {
    /// How large the network is.
    pub sizes: Sizes,
    /// After how many rounds the turn order repeats; 1 where there is none.
    pub phases: usize,
    /// The game's facts; simultaneous rounds and, of two roles, constant sums are found by playing.
    pub facts: Facts,
    /// Whether fluents look like the cells of a board.
    pub has_board: bool,
}

impl Info {
    /// Finds out all of it.
    pub fn new(sheet: Sheet) -> Self {
        let (roles, rules) = (sheet.roles(), sheet.rule_count());
        let grounded = Network::new(sheet, GroundLimits::default()).map(|network| {
            let network = Arc::new(network);
            let game = GdlGame::of_network("", Arc::clone(&network));
            Grounded {
                sizes: network.sizes(),
                phases: phases(&network).len(),
                facts: game.facts(),
                has_board: game.board.is_some(),
            }
        });
        Self {
            roles,
            rules,
            grounded,
        }
    }
}
