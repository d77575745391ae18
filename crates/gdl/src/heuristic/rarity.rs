//! Novelty: states whose fluents random play seldom sees.

use plyscope_game::{Chance, Evaluator, Game, Player, Value};

use super::network_of;
use crate::error::GdlError;
use crate::game::GdlGame;
use crate::propagate::has;
use crate::state::GdlState;

/// The mean rarity of the fluents that hold: −ln of the share of states of random games that have them.
///
/// It says nothing about who profits: a state is as novel to one player as to another.
#[derive(Clone, Debug)]
pub struct Rarity {
    of_fluent: Vec<Value>,
}

impl Rarity {
    /// Plays `games` random games to see what is common.
    ///
    /// # Errors
    /// When the sheet has no network.
    pub fn new(game: &GdlGame, games: u32, seed: u64) -> Result<Self, GdlError> {
        let fluents = network_of(game)?.fluents.len();
        let mut seen = vec![0u32; fluents];
        let mut states = 0u32;
        for number in 0..games {
            let mut chance = Chance::for_task(seed, u64::from(number));
            let mut state = game.start();
            loop {
                states += 1;
                for (fluent, seen) in seen.iter_mut().enumerate() {
                    *seen += u32::from(has(&state.fluents, fluent));
                }
                if game.payoffs(&state).is_some() {
                    break;
                }
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
            }
        }
        // One more of each, so that what was never seen has a share too.
        let rarity = |seen: u32| -((seen as Value + 1.0) / (states as Value + 1.0)).ln();
        Ok(Self {
            of_fluent: seen.into_iter().map(rarity).collect(),
        })
    }
}

impl Evaluator<GdlGame> for Rarity {
    fn value(&self, _: &GdlGame, state: &GdlState, _: Player) -> Value {
        let (mut sum, mut count) = (0.0, 0);
        for (fluent, rarity) in self.of_fluent.iter().enumerate() {
            if has(&state.fluents, fluent) {
                (sum, count) = (sum + rarity, count + 1);
            }
        }
        sum / count.max(1) as Value
    }
}
