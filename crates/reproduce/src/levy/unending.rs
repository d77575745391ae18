//! Noughts and crosses as a search sees it that does not recognise a finished game.

use plyscope_game::{Evaluator, Facts, Game, Payoffs, Player, Value};
use plyscope_mnk::{Mnk, Place, State};

/// Play goes on after a 3-row; on a full board the only move is to wait.
///
/// It is never over, so that the evaluator judges whatever lies at the
/// horizon: for searches of a fixed depth only.
#[derive(Clone, Debug)]
pub(super) struct Unending(pub(super) Mnk);

impl Game for Unending {
    type State = State;
    type Move = Option<Place>;
    type Moves = std::vec::IntoIter<Option<Place>>;

    fn facts(&self) -> Facts {
        let facts = self.0.facts();
        Facts {
            max_plies: u32::MAX,
            move_indices: facts.move_indices + 1,
            ..facts
        }
    }

    fn start(&self) -> State {
        self.0.start()
    }

    fn mover(&self, state: &State) -> Player {
        self.0.mover(state)
    }

    fn moves(&self, state: &State) -> Self::Moves {
        let mut moves: Vec<_> = self.0.moves(state).map(Some).collect();
        if moves.is_empty() {
            moves.push(None);
        }
        moves.into_iter()
    }

    fn play(&self, state: &mut State, mv: Option<Place>) {
        if let Some(place) = mv {
            self.0.play(state, place);
        }
    }

    fn payoffs(&self, _state: &State) -> Option<Payoffs> {
        None
    }

    fn move_index(&self, mv: Option<Place>) -> usize {
        let wait = self.0.facts().move_indices as usize;
        mv.map_or(wait, |place| self.0.move_index(place))
    }
}

/// An evaluator of the game itself, asked about a state of [`Unending`].
#[derive(Clone, Debug)]
pub(super) struct Same<E>(pub(super) E);

impl<E: Evaluator<Mnk>> Evaluator<Unending> for Same<E> {
    fn value(&self, game: &Unending, state: &State, player: Player) -> Value {
        self.0.value(&game.0, state, player)
    }
}
