//! The two small boards as one type of game.

use plyscope_game::{
    Board, Cell, Chance, Error, Facts, Feature, Features, Game, MoveHeuristic, Notation, Payoffs,
    Player, Tally, Value,
};

use super::state::{Move, Moves, State};
use super::{Counts, DiscCount, Mobility, Othello, SquareTaken, Squares};

/// Othello on 4×4 or 6×6, as the value says and not the type.
///
/// Whatever is compiled for every type of game is compiled once for both; the price is a jump per
/// call, always the same way. States and moves are those of [`Othello`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmallOthello {
    /// The board of 4×4.
    Four(Othello<4>),
    /// The board of 6×6.
    Six(Othello<6>),
}

impl SmallOthello {
    /// Columns and rows: 4 or 6.
    pub fn side(&self) -> u8 {
        match self {
            Self::Four(_) => 4,
            Self::Six(_) => 6,
        }
    }
}

/// Asks the game of the size at hand.
macro_rules! ask {
    ($rules:expr, $game:ident => $asked:expr) => {
        match $rules {
            SmallOthello::Four($game) => $asked,
            SmallOthello::Six($game) => $asked,
        }
    };
}

impl Game for SmallOthello {
    type State = State;
    type Move = Move;
    type Moves = Moves;

    fn facts(&self) -> Facts {
        ask!(self, game => game.facts())
    }

    fn start(&self) -> State {
        ask!(self, game => game.start())
    }

    #[inline]
    fn mover(&self, state: &State) -> Player {
        ask!(self, game => game.mover(state))
    }

    #[inline]
    fn moves(&self, state: &State) -> Moves {
        ask!(self, game => game.moves(state))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        ask!(self, game => game.play(state, mv));
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Option<Payoffs> {
        ask!(self, game => game.payoffs(state))
    }

    fn ply_range(&self, state: &State) -> Option<(u32, u32)> {
        ask!(self, game => game.ply_range(state))
    }

    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        ask!(self, game => game.move_index(mv))
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        ask!(self, game => game.key(state))
    }

    fn symmetries(&self) -> u8 {
        ask!(self, game => game.symmetries())
    }

    #[inline]
    fn map_state(&self, symmetry: u8, state: &State) -> State {
        ask!(self, game => game.map_state(symmetry, state))
    }

    #[inline]
    fn map_move(&self, symmetry: u8, mv: Move) -> Move {
        ask!(self, game => game.map_move(symmetry, mv))
    }

    #[inline]
    fn canonical_key(&self, state: &State) -> (u64, u8) {
        ask!(self, game => game.canonical_key(state))
    }

    #[inline]
    fn pick(&self, state: &State, chance: &mut Chance) -> Move {
        ask!(self, game => game.pick(state, chance))
    }

    #[inline]
    fn playout(&self, state: State, chance: &mut Chance) -> (Payoffs, u32) {
        ask!(self, game => game.playout(state, chance))
    }

    fn playouts(&self, state: &State, count: u64, chance: &mut Chance) -> Tally {
        ask!(self, game => game.playouts(state, count, chance))
    }
}

impl Notation for SmallOthello {
    fn write_state(&self, state: &State) -> String {
        ask!(self, game => game.write_state(state))
    }

    fn read_state(&self, text: &str) -> Result<State, Error> {
        ask!(self, game => game.read_state(text))
    }

    fn write_move(&self, state: &State, mv: Move) -> String {
        ask!(self, game => game.write_move(state, mv))
    }

    fn read_move(&self, state: &State, text: &str) -> Result<Move, Error> {
        ask!(self, game => game.read_move(state, text))
    }

    fn first_move_len(&self, text: &str) -> usize {
        ask!(self, game => game.first_move_len(text))
    }

    fn unwritten_move(&self, state: &State) -> Option<Move> {
        ask!(self, game => game.unwritten_move(state))
    }

    fn board(&self, state: &State) -> Board {
        ask!(self, game => game.board(state))
    }

    fn push_cells(&self, state: &State, text: &mut String) {
        ask!(self, game => game.push_cells(state, text));
    }

    fn cell(&self, state: &State, mv: Move) -> Option<Cell> {
        ask!(self, game => game.cell(state, mv))
    }
}

/// Features are those of the board at hand.
macro_rules! features {
    ($($set:ident),*) => {$(
        impl Features<SmallOthello> for $set {
            fn list(&self, game: &SmallOthello) -> Vec<Feature> {
                ask!(game, game => Features::list(self, game))
            }

            #[inline]
            fn each(
                &self,
                game: &SmallOthello,
                state: &State,
                player: Player,
                put: impl FnMut(usize, Value),
            ) {
                ask!(game, game => Features::each(self, game, state, player, put));
            }

            fn is_symmetric(&self) -> bool {
                Features::<Othello<4>>::is_symmetric(self)
            }
        }
    )*};
}

features!(Counts, DiscCount, Mobility, Squares);

impl MoveHeuristic<SmallOthello> for SquareTaken {
    fn move_value(&self, game: &SmallOthello, state: &State, player: Player, mv: Move) -> Value {
        ask!(game, game => self.move_value(game, state, player, mv))
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::{contract, perft};

    use super::*;
    use crate::Payoff;

    #[test]
    fn both_boards_keep_the_contract() {
        let discs = Payoff::Discs {
            empties_to_winner: false,
        };
        contract::check(&SmallOthello::Four(Othello::new(discs)), 40, 1);
        contract::check(&SmallOthello::Six(Othello::default()), 20, 2);
    }

    #[test]
    fn each_board_is_the_one_of_its_type() {
        let (typed, small) = (
            Othello::<6>::default(),
            SmallOthello::Six(Othello::default()),
        );
        let start = small.start();
        assert_eq!(
            perft(&typed, &start, 6).all(),
            perft(&small, &start, 6).all()
        );
        let playouts = |seed: u64| {
            let (mut one, mut other) = (Chance::new(seed), Chance::new(seed));
            let typed = typed.playouts(&start, 100, &mut one);
            (typed, small.playouts(&start, 100, &mut other))
        };
        let (typed, small) = playouts(3);
        assert_eq!(format!("{typed:?}"), format!("{small:?}"));
    }
}
