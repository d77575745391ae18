//! States and moves as text.

use crate::{Board, Cell, Error, Game};

/// Text for people and files, both ways.
pub trait Notation: Game {
    /// The state as one line of text that [`Self::read_state`] reads back.
    fn write_state(&self, state: &Self::State) -> String;

    /// Reads what [`Self::write_state`] writes; any text is answered, none panics.
    ///
    /// # Errors
    /// When the text is not a state that obeys the rules as far as can be seen
    /// from the board alone (piece counts, gravity, lines).
    fn read_state(&self, text: &str) -> Result<Self::State, Error>;

    /// A move as text, in a state where it is legal.
    fn write_move(&self, state: &Self::State, mv: Self::Move) -> String;

    /// Reads one move and checks that it is legal in `state`, which is not over.
    ///
    /// # Errors
    /// When it is no move at all, or not legal here; says which.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Error>;

    /// How many bytes of `text`, which is not empty and does not begin with a
    /// blank, belong to its first move. Lets `4453` and `d3c3` be read without blanks.
    fn first_move_len(&self, text: &str) -> usize {
        text.find(char::is_whitespace).unwrap_or(text.len())
    }

    /// A forced move that records often leave out (a pass in Othello).
    fn unwritten_move(&self, _state: &Self::State) -> Option<Self::Move> {
        None
    }

    /// The state as a board to draw.
    fn board(&self, state: &Self::State) -> Board;

    /// Adds the letters of the board's cells to a text, row by row from the top: the `pieces` of [`Self::board`].
    ///
    /// For programs that get many boards; a game may know a quicker way.
    fn push_cells(&self, state: &Self::State, text: &mut String) {
        text.extend(self.board(state).pieces);
    }

    /// Where a legal move's value is drawn on that board; `None` for moves without a place.
    ///
    /// Where a piece moves, the cell it moves to. Moves may share a cell; the best of them is drawn.
    fn cell(&self, state: &Self::State, mv: Self::Move) -> Option<Cell>;

    /// What the players are called, in their order; nothing where they have no names of their own.
    fn player_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// What holds in the state and is not seen on its board, piece by piece.
    fn notes(&self, _state: &Self::State) -> Vec<String> {
        Vec::new()
    }

    /// The state as plain text, several lines.
    fn picture(&self, state: &Self::State) -> String {
        self.board(state).picture()
    }
}
