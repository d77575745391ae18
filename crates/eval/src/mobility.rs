//! Mobility: how many moves there are to choose from.

use plyscope_game::{Evaluator, Game, Player, Value};

/// The legal moves of the mover: good for him, and bad for everybody else.
///
/// It asks the rules for the mover's moves alone, so it fits every game; of what others could do
/// it knows nothing. A finished state has no moves and counts as 0. Inverted, it
/// is the heuristic of whoever wants to leave the others many moves and himself few.
///
/// ```
/// use plyscope_eval::MoverMobility;
/// use plyscope_game::{Evaluator, Game, Player};
/// use plyscope_mnk::Mnk;
///
/// let game = Mnk::tictactoe();
/// let mobility = MoverMobility { inverse: false };
/// assert_eq!(mobility.value(&game, &game.start(), Player::FIRST), 9.0);
/// assert_eq!(mobility.value(&game, &game.start(), Player::SECOND), -9.0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MoverMobility {
    /// Whether few moves are good.
    pub inverse: bool,
}

impl<G: Game> Evaluator<G> for MoverMobility {
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        let moves = game.count_moves(state).unwrap_or(0) as Value;
        let is_good = (game.mover(state) == player) != self.inverse;
        if is_good { moves } else { -moves }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
