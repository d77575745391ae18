//! Levy's names of the cells, and his boards in three lines.
//!
//! ```text
//! a b c
//! d e f
//! g h i
//! ```

use plyscope_game::{Game, Notation};
use plyscope_mnk::{Mnk, Place, State};

/// Levy's letter of a cell.
pub(super) fn letter(mv: Place) -> char {
    let number = 3 * mv.row() + mv.column();
    char::from(b'a' + number as u8)
}

/// Moves in a row, as letters.
pub(super) fn letters(moves: &[Place]) -> String {
    let letters: Vec<String> = moves.iter().map(|&mv| letter(mv).to_string()).collect();
    letters.join(" ")
}

/// The state after one more move.
pub(super) fn after(game: &Mnk, state: &State, mv: Place) -> State {
    let mut next = *state;
    game.play(&mut next, mv);
    next
}

/// The board as three lines of cells.
pub(super) fn drawing(game: &Mnk, state: &State) -> [String; 3] {
    let board = game.board(state);
    std::array::from_fn(|row| {
        let cells = board.pieces[3 * row..3 * row + 3].iter();
        let cells: Vec<String> = cells.map(ToString::to_string).collect();
        cells.join(" ")
    })
}

/// Moves that lead to images of each other, as one; the first by letter stands for all.
#[derive(Clone, Debug)]
pub(super) struct Alike {
    /// The moves, in the order of their letters.
    pub(super) moves: Vec<Place>,
    /// What the first of them leads to.
    pub(super) next: State,
}

/// The moves of a state that differ by more than symmetry.
pub(super) fn classes(game: &Mnk, state: &State) -> Vec<Alike> {
    let mut classes: Vec<(u64, Alike)> = Vec::new();
    for mv in game.moves(state) {
        let next = after(game, state, mv);
        let key = game.canonical_key(&next).0;
        match classes.iter_mut().find(|(known, _)| *known == key) {
            Some((_, alike)) => alike.moves.push(mv),
            None => classes.push((
                key,
                Alike {
                    moves: vec![mv],
                    next,
                },
            )),
        }
    }
    classes.into_iter().map(|(_, alike)| alike).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_first_moves_are_three_and_their_replies_two_five_and_five() {
        let game = Mnk::tictactoe();
        let first = classes(&game, &game.start());
        let names: Vec<String> = first.iter().map(|alike| letters(&alike.moves)).collect();
        assert_eq!(names, ["a c g i", "b d f h", "e"]);
        let replies = |alike: &Alike| classes(&game, &alike.next).len();
        assert_eq!(first.iter().map(replies).collect::<Vec<_>>(), [5, 5, 2]);
    }
}
