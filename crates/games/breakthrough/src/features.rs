//! Four simple counts for each side.

use plyscope_game::{Feature, Features, Player, Value};

use super::rules::Breakthrough;
use super::state::State;
use super::steps::attacked;

/// Pawns, the rows the foremost of them has gone, steps, and pawns that could be captured.
#[derive(Clone, Copy, Debug)]
pub struct Pawns;

impl Features<Breakthrough> for Pawns {
    fn list(&self, _game: &Breakthrough) -> Vec<Feature> {
        let of = |whose: &str, owner: &str| {
            [
                ("pawns", format!("{owner} pawns")),
                (
                    "foremost",
                    format!("rows from home to the foremost of {owner} pawns"),
                ),
                ("moves", format!("steps that {owner} pawns could make")),
                ("hanging", format!("{owner} pawns that could be captured")),
            ]
            .map(|(name, about)| Feature::new(format!("{whose}_{name}"), about))
        };
        [of("own", "one's own"), of("their", "the opponent's")].concat()
    }

    #[inline]
    fn each(
        &self,
        game: &Breakthrough,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        for (first, side) in [(0, player), (4, player.opponent())] {
            let pawns = state.of(side);
            let attackers = side.opponent();
            let hanging = pawns & attacked(state.of(attackers), attackers);
            put(first, pawns.count_ones() as Value);
            put(first + 1, foremost(game, pawns, side) as Value);
            put(first + 2, game.steps(state, side).len() as Value);
            put(first + 3, hanging.count_ones() as Value);
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// Rows between the home row and the foremost pawn; 0 without pawns.
#[inline]
fn foremost(game: &Breakthrough, pawns: u64, side: Player) -> u32 {
    let row = match side {
        _ if pawns == 0 => return 0,
        Player::FIRST => return pawns.ilog2() / 8,
        _ => pawns.trailing_zeros() / 8,
    };
    game.height() as u32 - 1 - row
}
