//! Functions of the user's: how they are named, asked and held to their answers.

use std::sync::Arc;

use plyscope_game::any::AnyStates;
use plyscope_game::{Error, Player, Value};
use plyscope_workbench::{NamedGame, Param, ParamKind, Registry};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::agent::{PythonAgent, PythonValuer};
use crate::batch::Batch;
use crate::desk::{Desk, Question};
use crate::errors::Raise;
use crate::state::State;

/// What lists of agents say of every function.
const ABOUT: &str = "a Python function";

/// What a function values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Gives {
    /// States: moves are valued by the states they lead to.
    States,
    /// Every legal move of a state.
    Moves,
}

/// A function, as the package hands it over.
#[derive(FromPyObject)]
struct Told {
    /// What it is called in specs.
    name: String,
    function: Py<PyAny>,
    gives_moves: bool,
    takes_batches: bool,
    /// States in one call at the most.
    batch: usize,
}

/// All functions of one call, by number.
pub(crate) struct Heuristics(Vec<Told>);

impl Heuristics {
    /// Reads the list that the package hands over.
    pub(crate) fn read(list: &Bound<'_, PyList>) -> PyResult<Self> {
        let told = list.iter().map(|own| own.extract());
        Ok(Self(told.collect::<PyResult<_>>()?))
    }

    /// Opens a game, in which no name of a function may stand for something else.
    pub(crate) fn open(&self, registry: &Registry, game: &str) -> Result<Arc<NamedGame>, Error> {
        let game = registry.open(game)?;
        let listed = [game.agents(), game.evaluators(), game.heuristics()];
        let mut others = listed.iter().flatten().filter(|own| own.about != ABOUT);
        let taken = others.find(|other| self.0.iter().any(|own| own.name == other.name));
        match taken {
            None => Ok(game),
            Some(other) => {
                let what = format!("{} has an agent `{}` of its own", game.name(), other.name);
                let hint = "give the function another name: {'my-name': function}";
                Err(Error::misuse(what, hint))
            }
        }
    }

    /// What ships, and the functions as agents and evaluators that every game has.
    pub(crate) fn registry(&self, desk: &Desk) -> Registry {
        /// What the function is like: a changed one does not resume an old run.
        const CODE: Param = Param::new("code", ParamKind::Text, "", "a digest of its code");
        let mut registry = plyscope_standard::registry();
        for (number, own) in self.0.iter().enumerate() {
            let gives = own.gives();
            let (batch, mouth) = (own.batch, desk.clone());
            registry.add_agent(&own.name, ABOUT, &[CODE], move |game, _, _| {
                let none = game.rules().states();
                let facts = game.facts();
                let desk = mouth.clone();
                Ok(Box::new(PythonAgent::new(
                    desk, number, gives, batch, none, facts,
                )))
            });
            if gives == Gives::States {
                let valuer = PythonValuer::new(desk.clone(), number);
                registry.add_evaluator(&own.name, ABOUT, &[CODE], Arc::new(valuer));
            }
        }
        registry
    }

    /// Calls the function that a question is for, and sends its values off.
    pub(crate) fn answer(&self, py: Python<'_>, question: Question) -> PyResult<()> {
        let own = &self.0[question.heuristic];
        let Question {
            states,
            players,
            answer,
            ..
        } = question;
        let states: Arc<dyn AnyStates> = Arc::from(states);
        let values = if own.takes_batches {
            own.of_batch(py, &states, players)
        } else {
            own.one_by_one(py, &states, &players)
        }?;
        // Whoever asked may have stopped meanwhile.
        let _ = answer.send(values);
        Ok(())
    }
}

impl Told {
    fn gives(&self) -> Gives {
        if self.gives_moves {
            Gives::Moves
        } else {
            Gives::States
        }
    }

    fn one_by_one(
        &self,
        py: Python<'_>,
        states: &Arc<dyn AnyStates>,
        players: &[Player],
    ) -> PyResult<Vec<Value>> {
        let mut values = Vec::with_capacity(players.len());
        for (at, player) in players.iter().enumerate() {
            let state = State::new(Arc::clone(states), at, *player);
            let said = self.function.bind(py).call1((state,));
            let said = said.map_err(|error| self.noted(py, error, &**states, at))?;
            match self.gives() {
                Gives::States => values.push(self.number(&said, &**states, at)?),
                Gives::Moves => self.moves_of(&said, &**states, at, &mut values)?,
            }
        }
        Ok(values)
    }

    fn of_batch(
        &self,
        py: Python<'_>,
        states: &Arc<dyn AnyStates>,
        players: Vec<Player>,
    ) -> PyResult<Vec<Value>> {
        let count = players.len();
        let batch = Batch::new(Arc::clone(states), players);
        let said = self.function.bind(py).call1((batch,))?;
        let said = plain_list(&said)?;
        let given = said.len()?;
        if given != count {
            let what = format!("gave {given} values for {count} states");
            return Err(self.wrong(py, &what, &**states, None));
        }
        let mut values = Vec::with_capacity(count);
        for (at, own) in said.try_iter()?.enumerate() {
            match self.gives() {
                Gives::States => values.push(self.number(&own?, &**states, at)?),
                Gives::Moves => self.moves_of(&own?, &**states, at, &mut values)?,
            }
        }
        Ok(values)
    }

    /// The values of a state's moves: a list in their order, or a dictionary by their texts.
    fn moves_of(
        &self,
        said: &Bound<'_, PyAny>,
        states: &dyn AnyStates,
        at: usize,
        values: &mut Vec<Value>,
    ) -> PyResult<()> {
        let (py, legal) = (said.py(), states.move_texts(at));
        if let Ok(by_text) = said.cast::<pyo3::types::PyDict>() {
            for mv in &legal {
                let Some(own) = by_text.get_item(mv)? else {
                    let what = format!("gave no value for the move {mv}");
                    return Err(self.wrong(py, &what, states, Some(at)));
                };
                values.push(self.number(&own, states, at)?);
            }
            return Ok(());
        }
        let said = plain_list(said)?;
        let given = said.len()?;
        if given != legal.len() {
            let what = format!("gave {given} values for {} moves", legal.len());
            return Err(self.wrong(py, &what, states, Some(at)));
        }
        for own in said.try_iter()? {
            values.push(self.number(&own?, states, at)?);
        }
        Ok(())
    }

    fn number(
        &self,
        said: &Bound<'_, PyAny>,
        states: &dyn AnyStates,
        at: usize,
    ) -> PyResult<Value> {
        let py = said.py();
        let number = said.extract::<f64>().map_err(|_| {
            let kind = said.get_type().name().map(|name| name.to_string());
            let what = format!("gave {} instead of a number", kind.unwrap_or_default());
            self.wrong(py, &what, states, Some(at))
        })?;
        let value = number as Value;
        if value.is_finite() {
            return Ok(value);
        }
        let what = format!("gave {number}, which is no number to compute with");
        Err(self.wrong(py, &what, states, Some(at)))
    }

    /// The user's own exception, with the state that it was about.
    fn noted(&self, py: Python<'_>, error: PyErr, states: &dyn AnyStates, at: usize) -> PyErr {
        let note = format!(
            "the heuristic `{}` at the state {}",
            self.name,
            states.text(at)
        );
        // Python 3.10 has no notes; the exception is the same without.
        let _ = error.value(py).call_method1("add_note", (note,));
        error
    }

    fn wrong(
        &self,
        py: Python<'_>,
        what: &str,
        states: &dyn AnyStates,
        at: Option<usize>,
    ) -> PyErr {
        let place = at.map_or_else(String::new, |at| {
            format!(" at the state {}", states.text(at))
        });
        let wanted = match self.gives() {
            Gives::States => "one number per state, what it is worth to the player who looks",
            Gives::Moves => "one number per legal move, in the order of `moves`",
        };
        let what = format!("the heuristic `{}` {what}{place}", self.name);
        let error: Result<(), Error> = Err(Error::misuse(what, format!("it must give {wanted}")));
        error.raise(py).expect_err("it is an error")
    }
}

/// Arrays as lists of Python's numbers, which are read much faster; anything else as it is.
fn plain_list<'py>(said: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match said.getattr("tolist") {
        Ok(to_list) => to_list.call0(),
        Err(_) => Ok(said.clone()),
    }
}
