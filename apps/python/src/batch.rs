//! Many states at once, as arrays.

use std::sync::Arc;

use plyscope_game::any::AnyStates;
use plyscope_game::{Board, Player};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// States, none of which is over, each with the player who looks at it.
///
/// What is asked for is computed then; arrays are views of memory that we fill
/// once, and cannot be written to.
#[pyclass(frozen, module = "plyscope")]
pub(crate) struct Batch {
    states: Arc<dyn AnyStates>,
    players: Vec<Player>,
}

impl Batch {
    pub(crate) fn new(states: Arc<dyn AnyStates>, players: Vec<Player>) -> Self {
        Self { states, players }
    }

    /// The letters of all cells, state after state.
    fn all_letters(&self) -> String {
        let mut letters = String::new();
        for at in 0..self.players.len() {
            self.states.push_cells(at, &mut letters);
        }
        letters
    }

    /// Rows and columns of a board.
    fn size(&self) -> (usize, usize) {
        let board = self.states.board(0);
        (board.rows.len(), board.columns.len())
    }
}

#[pymethods]
impl Batch {
    fn __len__(&self) -> usize {
        self.players.len()
    }

    /// Who looks at each state, as numbers of 8 bits: 0 began the game.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let players: Vec<u8> = self.players.iter().map(|own| own.0).collect();
        array(py, &players, "uint8", (players.len(),))
    }

    /// Who is to move in each state.
    #[getter]
    fn movers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let movers = (0..self.players.len()).map(|at| self.states.mover(at).0);
        let movers: Vec<u8> = movers.collect();
        array(py, &movers, "uint8", (movers.len(),))
    }

    /// The letters of the cells: states × rows × columns, numbers of 8 bits.
    #[getter]
    fn letters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, columns) = self.size();
        let letters = self.all_letters();
        array(
            py,
            letters.as_bytes(),
            "uint8",
            (self.players.len(), rows, columns),
        )
    }

    /// The cells as numbers: states × rows × columns; 0 empty, above 0 of the player who looks, below 0 of others.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, columns) = self.size();
        let letters = self.all_letters();
        let signs = Signs::of(&self.states.board(0));
        let size = (rows * columns).max(1);
        let shape = (self.players.len(), rows, columns);
        let bytes = PyBytes::new_with(py, letters.len(), |cells| {
            let boards = cells.chunks_mut(size).zip(letters.as_bytes().chunks(size));
            for ((cells, letters), player) in boards.zip(&self.players) {
                for (cell, letter) in cells.iter_mut().zip(letters) {
                    *cell = signs.of_byte(*letter, *player) as u8;
                }
            }
            Ok(())
        })?;
        view(&bytes, "int8", shape)
    }

    /// The states as the game writes them.
    #[getter]
    fn texts(&self) -> Vec<String> {
        (0..self.players.len())
            .map(|at| self.states.text(at))
            .collect()
    }

    /// The legal moves of each state.
    #[getter]
    fn moves(&self) -> Vec<Vec<String>> {
        let moves = (0..self.players.len()).map(|at| self.states.move_texts(at));
        moves.collect()
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} states>", self.players.len())
    }
}

/// Bytes as an array: one copy, into memory of Python's.
fn array<'py, S: IntoPyObject<'py>>(
    py: Python<'py>,
    bytes: &[u8],
    kind: &str,
    shape: S,
) -> PyResult<Bound<'py, PyAny>> {
    view(&PyBytes::new(py, bytes), kind, shape)
}

/// An array that looks at bytes and copies nothing.
fn view<'py, S: IntoPyObject<'py>>(
    bytes: &Bound<'py, PyBytes>,
    kind: &str,
    shape: S,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = bytes
        .py()
        .import("plyscope._needs")?
        .call_method0("numpy")?;
    let flat = numpy.call_method1("frombuffer", (bytes, kind))?;
    flat.call_method1("reshape", (shape,))
}

/// The numbers that stand for letters, as the first player sees them.
pub(crate) struct Signs([i8; 256]);

impl Signs {
    /// The convention of a board's look: chess figures from 1 (pawn) to 6 (king), all others 1.
    pub(crate) fn of(board: &Board) -> Self {
        let mut signs = [0; 256];
        for (byte, sign) in signs.iter_mut().enumerate() {
            let letter = char::from(byte as u8);
            let worth = if board.look == plyscope_game::Look::Figures {
                let figure = "PNBRQK".find(letter.to_ascii_uppercase());
                figure.map_or(1, |place| place as i8 + 1)
            } else {
                1
            };
            *sign = match board.owner(letter) {
                Some(Player::FIRST) => worth,
                Some(_) => -worth,
                None => 0,
            };
        }
        Self(signs)
    }

    pub(crate) fn of_byte(&self, letter: u8, player: Player) -> i8 {
        let sign = self.0[usize::from(letter)];
        if player == Player::FIRST { sign } else { -sign }
    }

    pub(crate) fn of_letter(&self, letter: char, player: Player) -> i8 {
        u8::try_from(letter).map_or(0, |byte| self.of_byte(byte, player))
    }
}
