//! Running our work beside the interpreter.
//!
//! The work runs on a thread of its own without the interpreter's lock. The
//! thread that called us waits, answers questions for functions of the user's
//! one after the other, and looks for Ctrl-C between them. So those functions
//! never run on two threads at once, and an interrupt ends them where they are.

use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use plyscope_game::{Error, Limits, Stop};
use plyscope_workbench::{NamedGame, Registry};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::desk::{Desk, Event};
use crate::errors::{Raise, raised};
use crate::follow::{Follower, Told};
use crate::heuristic::Heuristics;

/// How long an interrupt may go unnoticed while there are no questions.
const LOOK_UP: Duration = Duration::from_millis(20);

/// A call of the package's: the functions it was given, and all that work with them needs.
pub(crate) struct Call {
    functions: Heuristics,
    registry: Registry,
    desk: Desk,
    events: Receiver<Event>,
    stop: Stop,
    follower: Option<Py<PyAny>>,
    told: Told,
}

impl Call {
    /// A call with these functions of the user's.
    pub(crate) fn new(functions: &Bound<'_, PyList>) -> PyResult<Self> {
        let functions = Heuristics::read(functions)?;
        let (desk, events) = Desk::new();
        Ok(Self {
            registry: functions.registry(&desk),
            functions,
            desk,
            events,
            stop: Stop::default(),
            follower: None,
            told: Told::default(),
        })
    }

    /// The same call, with a function that is told how far it is.
    ///
    /// # Errors
    /// When it is no function: better now than after the work.
    pub(crate) fn followed_by(self, follower: Option<Bound<'_, PyAny>>) -> PyResult<Self> {
        if let Some(own) = follower.as_ref().filter(|own| !own.is_callable()) {
            let error = Error::misuse(
                "`progress` is no function",
                "give a function of two numbers: how much is done, and how much there is",
            );
            return Err(raised(own.py(), &error));
        }
        let follower = follower.map(Bound::unbind);
        Ok(Self { follower, ..self })
    }

    /// Where the work tells how far it is.
    pub(crate) fn told(&self) -> Told {
        self.told.clone()
    }

    /// `usual` limits with those of the user's, and the stop of this call.
    pub(crate) fn limits(
        &self,
        py: Python<'_>,
        usual: Limits,
        nodes: Option<u64>,
        time: Option<f64>,
    ) -> PyResult<Limits> {
        Ok(Limits {
            nodes,
            time: seconds(time).raise(py)?,
            stop: self.stop.clone(),
            ..usual
        })
    }

    /// Opens the game with the functions as agents of it, does the work, and gives what came of it.
    pub(crate) fn run<T: Send>(
        self,
        py: Python<'_>,
        game: &str,
        work: impl FnOnce(&Arc<NamedGame>) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let (functions, registry) = (&self.functions, &self.registry);
        let follower = Follower::new(self.follower, self.told);
        let desk = (self.desk, self.events);
        run(py, functions, desk, &self.stop, follower, || {
            work(&functions.open(registry, game)?)
        })
    }
}

/// Does work that may ask functions, and gives what came of it.
///
/// # Errors
/// The exception that a function raised, `KeyboardInterrupt`, or what the work failed of.
fn run<T: Send>(
    py: Python<'_>,
    heuristics: &Heuristics,
    (desk, events): (Desk, Receiver<Event>),
    stop: &Stop,
    mut follower: Follower,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> PyResult<T> {
    // What is used without the interpreter's lock must be free to be shared.
    let mut events = Mutex::new(events);
    let mut trouble = None;
    let result = thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let result = work();
            desk.close();
            result
        });
        loop {
            let event = py.detach(|| {
                events
                    .get_mut()
                    .expect("nobody else has it")
                    .recv_timeout(LOOK_UP)
            });
            let answered = match event {
                Ok(Event::Done) => break,
                // The work panicked.
                Err(_) if worker.is_finished() => break,
                Err(_) => py.check_signals(),
                // After a failure the question is dropped, which tells whoever asked to stop.
                Ok(Event::Asked(_)) if trouble.is_some() => Ok(()),
                Ok(Event::Asked(question)) => py
                    .check_signals()
                    .and_then(|()| heuristics.answer(py, question)),
            };
            let told = answered.and_then(|()| match trouble {
                Some(_) => Ok(()),
                None => follower.look(py),
            });
            if let Err(error) = told {
                stop.raise();
                trouble.get_or_insert(error);
            }
        }
        py.detach(|| worker.join())
    });
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    match result {
        Ok(result) => {
            let result = result.raise(py)?;
            follower.end(py)?;
            Ok(result)
        }
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// A time that the user gave, in seconds.
///
/// # Errors
/// When it is none.
fn seconds(time: Option<f64>) -> Result<Option<Duration>, Error> {
    let read = |time: f64| {
        let read = Duration::try_from_secs_f64(time).ok();
        read.filter(|read| !read.is_zero()).ok_or_else(|| {
            let what = format!("{time} is no time");
            Error::misuse(what, "give seconds, more than 0")
        })
    };
    time.map(read).transpose()
}

/// The threads that the user asked for, or one per core.
pub(crate) fn threads(told: Option<usize>) -> usize {
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    told.filter(|threads| *threads > 0).unwrap_or_else(cores)
}
