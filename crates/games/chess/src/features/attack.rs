//! Material and attacks, as in the appendix B of Balázsfalvi (2004).
//!
//! The paper multiplies the material value of a piece by one constant where it
//! is attacked by the one who looks, and by another where it is attacked by the
//! opponent. With values `v`, and factors `a` and `b`, it is
//!
//! ```text
//! sum of v(own) - v(theirs)  +  a * sum of v(attacked of theirs)  -  b * sum of v(attacked of one's own)
//! ```
//!
//! a weighted sum of the numbers here, with weights `v`, `a * v` and `-b * v`:
//! [`Attack::weights`]. "The number and importance of attacks" is read so that
//! a piece counts as often as it is attacked.

use cozy_chess::{Board, Color, Piece};
use plyscope_game::{Feature, Features, Player, Value};

use super::material::{COUNTED, surplus};
use crate::attacks::attacks;
use crate::rules::Chess;
use crate::state::{State, color};

/// Material, and by kind of piece the attacks made and suffered.
#[derive(Clone, Copy, Debug)]
pub struct Attack;

impl Attack {
    /// Values of pawn, knight, bishop, rook, queen and king, as the paper found them.
    pub const VALUES: [Value; 6] = [1.0, 3.1, 3.5, 5.5, 8.9, 10.0];
    /// The paper's factors for attacking and for being attacked.
    pub const FACTORS: [Value; 2] = [1.0 / 5.0, 1.0 / 6.0];

    /// The weights that express the paper's evaluator with these values and factors.
    #[must_use]
    pub fn weights(values: [Value; 6], [attacking, attacked]: [Value; 2]) -> Vec<Value> {
        let by = |factor: Value| values.map(|value| factor * value);
        [&values[..5], &by(attacking), &by(-attacked)].concat()
    }
}

/// Attacks of `own` on pieces of the opponent, by kind of the piece attacked.
#[inline]
fn attacked(board: &Board, own: Color) -> [u32; 6] {
    let mut counts = [0; 6];
    let theirs = board.colors(!own);
    for piece in Piece::ALL {
        for from in board.colored_pieces(own, piece) {
            let hit = attacks(piece, own, from, board.occupied()) & theirs;
            if hit.is_empty() {
                continue;
            }
            for victim in Piece::ALL {
                counts[victim as usize] += (hit & board.pieces(victim)).len();
            }
        }
    }
    counts
}

impl Features<Chess> for Attack {
    fn list(&self, _game: &Chess) -> Vec<Feature> {
        let surplus = |(_, name)| Feature::new(name, format!("own {name} minus the opponent's"));
        let names = COUNTED.map(|(_, name)| name).into_iter().chain(["kings"]);
        let attacking = names.clone().map(|name| {
            let about = format!("attacks on the opponent's {name}");
            Feature::new(format!("attacking_{name}"), about)
        });
        let attacked = names.map(|name| {
            let about = format!("the opponent's attacks on own {name}");
            Feature::new(format!("attacked_{name}"), about)
        });
        let counts = COUNTED.into_iter().map(surplus);
        counts.chain(attacking).chain(attacked).collect()
    }

    #[inline]
    fn each(
        &self,
        _game: &Chess,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let own = color(player);
        for (index, (piece, _)) in COUNTED.into_iter().enumerate() {
            put(index, surplus(&state.board, own, piece) as Value);
        }
        for (first, by) in [(5, own), (11, !own)] {
            for (index, count) in attacked(&state.board, by).into_iter().enumerate() {
                put(first + index, count as Value);
            }
        }
    }
}
