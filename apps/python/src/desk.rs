//! Where threads of ours leave questions for functions of the user's.

use std::sync::mpsc::{Receiver, Sender, channel};

use plyscope_game::any::AnyStates;
use plyscope_game::{Error, Player, Value};

/// States that a function is asked about.
pub(crate) struct Question {
    /// The number of the function.
    pub(crate) heuristic: usize,
    /// The states, none of which is over.
    pub(crate) states: Box<dyn AnyStates>,
    /// Who looks at each of them.
    pub(crate) players: Vec<Player>,
    /// Where the values go: one per state, or one per move of every state.
    pub(crate) answer: Sender<Vec<Value>>,
}

/// What wakes the thread that called us.
pub(crate) enum Event {
    /// A function is asked.
    Asked(Question),
    /// The work is done.
    Done,
}

/// Takes questions from any thread.
#[derive(Clone)]
pub(crate) struct Desk(Sender<Event>);

impl Desk {
    /// A desk, and where its questions arrive.
    pub(crate) fn new() -> (Self, Receiver<Event>) {
        let (sender, receiver) = channel();
        (Self(sender), receiver)
    }

    /// Says that nothing more will be asked.
    pub(crate) fn close(&self) {
        // Whoever listens no more need not be told.
        let _ = self.0.send(Event::Done);
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// When the function raised an exception, or the user interrupted: the caller then ends the conversation.
    pub(crate) fn ask(
        &self,
        heuristic: usize,
        states: Box<dyn AnyStates>,
        players: Vec<Player>,
    ) -> Result<Vec<Value>, Error> {
        let (answer, values) = channel();
        let question = Question {
            heuristic,
            states,
            players,
            answer,
        };
        let asked = self.0.send(Event::Asked(question)).is_ok();
        let values = values.recv().ok().filter(|_| asked);
        values.ok_or_else(|| Error::stopped("stopped before a function answered"))
    }
}
