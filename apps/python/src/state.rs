//! One state, as a function of the user's sees it.

use std::sync::Arc;

use plyscope_game::Player;
use plyscope_game::any::AnyStates;
use pyo3::prelude::*;

use crate::batch::Signs;

/// A state and the player who looks at it.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct State {
    states: Arc<dyn AnyStates>,
    at: usize,
    player: Player,
}

impl State {
    pub(crate) fn new(states: Arc<dyn AnyStates>, at: usize, player: Player) -> Self {
        Self { states, at, player }
    }
}

#[pymethods]
impl State {
    /// Who looks: 0 began the game. A value is what the state is worth to this player.
    #[getter]
    fn player(&self) -> u8 {
        self.player.0
    }

    /// Who is to move.
    #[getter]
    fn mover(&self) -> u8 {
        self.states.mover(self.at).0
    }

    /// The state as the game writes it.
    #[getter]
    fn text(&self) -> String {
        self.states.text(self.at)
    }

    /// The legal moves.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.states.move_texts(self.at)
    }

    /// The letters of the cells, row by row from the top.
    #[getter]
    fn letters(&self) -> String {
        let mut letters = String::new();
        self.states.push_cells(self.at, &mut letters);
        letters
    }

    /// Rows of numbers from the top: 0 empty, above 0 of the player who looks, below 0 of others.
    #[getter]
    fn cells(&self) -> Vec<Vec<i8>> {
        cells_of(&*self.states, self.at, self.player)
    }

    fn __str__(&self) -> String {
        self.states.board(self.at).picture()
    }

    fn __repr__(&self) -> String {
        format!("<State {} seen by {}>", self.text(), self.player.0)
    }
}

/// Rows of numbers as a player sees them.
pub(crate) fn cells_of(states: &dyn AnyStates, at: usize, player: Player) -> Vec<Vec<i8>> {
    let board = states.board(at);
    let signs = Signs::of(&board);
    let columns = board.columns.len().max(1);
    let rows = board.pieces.chunks(columns);
    let sign = |letter: &char| signs.of_letter(*letter, player);
    rows.map(|row| row.iter().map(sign).collect()).collect()
}
