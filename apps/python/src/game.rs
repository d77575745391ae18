//! Games, and positions of them.

use std::sync::Arc;

use plyscope_game::any::Position as AnyPosition;
use plyscope_game::{Chance, Limits};
use plyscope_judge::report::board_svg;
use plyscope_workbench::{Listing, NamedGame, Reading, Spec, advise};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::Raise;
use crate::state::cells_of;
use crate::work;

/// The games that ship, each with a sentence.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String)> {
    let registry = plyscope_standard::registry();
    let about =
        |own: &plyscope_workbench::GameEntry| (own.listing.name.clone(), own.listing.about.clone());
    registry.games().iter().map(about).collect()
}

/// A game, opened by name.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Game {
    game: Arc<NamedGame>,
}

#[pymethods]
impl Game {
    #[new]
    fn new(py: Python<'_>, spec: &str) -> PyResult<Self> {
        let game = py
            .detach(|| plyscope_standard::registry().open(spec))
            .raise(py)?;
        Ok(Self { game })
    }

    /// The text that names it, with every parameter that is not the default.
    #[getter]
    fn spec(&self) -> &str {
        self.game.spec()
    }

    /// Its name, without parameters.
    #[getter]
    fn name(&self) -> &str {
        self.game.name()
    }

    /// How many players there are.
    #[getter]
    fn players(&self) -> u8 {
        self.game.facts().players
    }

    /// The fewest and the most points that a player can end with.
    #[getter]
    fn points(&self) -> (i32, i32) {
        self.game.facts().points
    }

    /// Agents, evaluators and heuristics that can be named, each with a sentence.
    fn listings(&self) -> [Vec<(String, String)>; 3] {
        let told = |own: Listing| (own.name, own.about);
        let all = [
            self.game.agents(),
            self.game.evaluators(),
            self.game.heuristics(),
        ];
        all.map(|list| list.into_iter().map(told).collect())
    }

    /// The position before the first move.
    fn start(&self) -> Position {
        self.at(self.game.start())
    }

    /// The position that a text describes.
    fn position(&self, py: Python<'_>, text: &str, reading: &str) -> PyResult<Position> {
        let reading = match reading {
            "moves" => Reading::Moves,
            "state" => Reading::State,
            _ => Reading::Either,
        };
        let position = self.game.position(text, reading).raise(py)?;
        Ok(self.at(position))
    }
}

impl Game {
    fn at(&self, position: AnyPosition) -> Position {
        Position {
            game: Arc::clone(&self.game),
            position,
        }
    }
}

/// A position of a game; moves lead to others and leave it as it is.
#[pyclass(frozen, module = "plyscope._plyscope")]
pub(crate) struct Position {
    game: Arc<NamedGame>,
    position: AnyPosition,
}

#[pymethods]
impl Position {
    /// The state as the game writes it.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// The legal moves; none if the game is over.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.position.legal()
    }

    /// The moves that were made since the position that the game began from.
    #[getter]
    fn played(&self) -> Vec<String> {
        self.position.move_texts()
    }

    /// Who is to move: 0 began the game.
    #[getter]
    fn mover(&self) -> u8 {
        self.position.mover().0
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.is_over()
    }

    /// The points of all players if the game is over.
    #[getter]
    fn payoffs(&self) -> Option<Vec<i32>> {
        self.position.points()
    }

    /// The game's key of the state.
    #[getter]
    fn key(&self) -> u64 {
        self.position.states().key(self.position.at())
    }

    /// The letters of the cells, row by row from the top.
    #[getter]
    fn letters(&self) -> String {
        let mut letters = String::new();
        self.position
            .states()
            .push_cells(self.position.at(), &mut letters);
        letters
    }

    /// Rows of numbers from the top, as the mover sees them.
    #[getter]
    fn cells(&self) -> Vec<Vec<i8>> {
        let (states, at) = (self.position.states(), self.position.at());
        cells_of(states, at, self.position.mover())
    }

    /// The board as plain text.
    fn picture(&self) -> String {
        self.position.board().picture()
    }

    /// The board as SVG.
    fn svg(&self) -> String {
        board_svg(&self.position.board(), &self.position.text())
    }

    /// The position after a list of moves.
    fn play(&self, py: Python<'_>, moves: &str) -> PyResult<Self> {
        let mut position = self.position.clone();
        position.play_all(moves).raise(py)?;
        Ok(Self {
            game: Arc::clone(&self.game),
            position,
        })
    }

    /// A random game from here to its end.
    fn playout(&self, py: Python<'_>, seed: u64) -> Self {
        let position = py.detach(|| {
            let mut chance = Chance::new(seed);
            let mut position = self.position.clone();
            while !position.is_over() {
                let (states, at) = (position.states(), position.at());
                position.make(states.pick(at, &mut chance));
            }
            position
        });
        Self {
            game: Arc::clone(&self.game),
            position,
        }
    }

    /// What an agent says of every move, as JSON; `spec` may name one of the functions.
    #[expect(
        clippy::too_many_arguments,
        reason = "each is an argument of the package's"
    )]
    fn advise(
        &self,
        py: Python<'_>,
        spec: &str,
        functions: &Bound<'_, PyList>,
        seed: u64,
        nodes: Option<u64>,
        depth: Option<u32>,
        time: Option<f64>,
    ) -> PyResult<String> {
        let call = work::Call::new(functions)?;
        let usual = Limits {
            depth,
            ..Limits::every_move()
        };
        let limits = call.limits(py, usual, nodes, time)?;
        call.run(py, self.game.spec(), |game| {
            let parsed = Spec::parse(spec)?;
            let mut agent = game.agent(&parsed, seed)?;
            let advice = advise(game, &mut *agent, &self.position, &limits)?;
            let text = self.position.text();
            let data = advice.json(game.spec(), &text, spec, seed, None);
            Ok(serde_json::to_string(&data).expect("advice is plain data"))
        })
    }
}
