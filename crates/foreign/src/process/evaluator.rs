//! An evaluator whose values come from processes, one for every thread that asks.

use std::sync::{Arc, Mutex, PoisonError};

use plyscope_game::{Deadline, Error, ErrorKind, Evaluator, Notation, Player, Value};

use super::ProcessSettings;
use super::greeting::{Gives, Manners};
use super::link::Link;
use super::request::Request;
use crate::Patience;

/// A process that values states, for use within searches.
///
/// A search that asks one state at a time pays a round trip for each; those that
/// gather states ask for many at once.
pub struct ProcessEvaluator {
    settings: Arc<ProcessSettings>,
    /// Idle processes.
    idle: Mutex<Vec<Desk>>,
    failure: Mutex<Option<Error>>,
}

/// A process and what is needed to ask it.
struct Desk {
    link: Link,
    request: Request,
}

impl ProcessEvaluator {
    /// Processes that are started when they are first asked.
    #[must_use]
    pub fn new(settings: ProcessSettings) -> Self {
        Self {
            settings: Arc::new(settings),
            idle: Mutex::default(),
            failure: Mutex::default(),
        }
    }

    /// Asks about some states; nothing if the deadline came first or the process failed.
    fn ask<G: Notation>(
        &self,
        game: &G,
        states: &[G::State],
        player: Player,
        deadline: &Deadline,
        values: &mut Vec<Value>,
    ) -> Option<()> {
        let put = |request: &mut Request, manners: &Manners, at: usize| {
            request.push(manners, game, &states[at], player);
        };
        self.ask_about(states.len(), &put, deadline, values)
    }

    /// The same for so many states, each of which `put` puts into a request.
    fn ask_about(
        &self,
        count: usize,
        put: &dyn Fn(&mut Request, &Manners, usize),
        deadline: &Deadline,
        values: &mut Vec<Value>,
    ) -> Option<()> {
        if count == 0 || deadline.is_over() || self.has_failed() {
            return (count == 0).then_some(());
        }
        let idle = lock(&self.idle).pop();
        let mut desk = idle.unwrap_or_else(|| Desk {
            link: Link::new(&self.settings),
            request: Request::default(),
        });
        let asked = self.ask_at(&mut desk, count, put, deadline, values);
        lock(&self.idle).push(desk);
        match asked {
            Ok(()) => Some(()),
            Err(error) => {
                if error.kind != ErrorKind::Stopped {
                    lock(&self.failure).get_or_insert(error);
                }
                None
            }
        }
    }

    fn ask_at(
        &self,
        desk: &mut Desk,
        count: usize,
        put: &dyn Fn(&mut Request, &Manners, usize),
        deadline: &Deadline,
        values: &mut Vec<Value>,
    ) -> Result<(), Error> {
        let patience = || Patience::until(deadline, self.settings.timeout);
        let manners = desk.link.manners(&patience)?;
        if manners.gives != Gives::States {
            let what = format!(
                "`{}` gives values of moves, and an evaluator needs values of states",
                self.settings.command
            );
            return Err(Error::unsuited(
                what,
                "use it as an agent, not within a search",
            ));
        }
        let mut part = Vec::new();
        let mut next = 0;
        while next < count {
            desk.request.clear();
            let end = (next + self.settings.batch).min(count);
            for at in next..end {
                put(&mut desk.request, &manners, at);
            }
            desk.link
                .ask(&desk.request, &manners, &patience, &mut part)?;
            values.append(&mut part);
            next = end;
        }
        Ok(())
    }

    fn has_failed(&self) -> bool {
        lock(&self.failure).is_some()
    }
}

fn lock<T>(own: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    own.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Notation> Evaluator<G> for ProcessEvaluator {
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        let value = self.value_until(game, state, player, &Deadline::never());
        // Whoever asked finds the failure afterwards.
        value.unwrap_or(0.0)
    }

    fn value_until(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        deadline: &Deadline,
    ) -> Option<Value> {
        let mut values = Vec::with_capacity(1);
        let states = std::slice::from_ref(state);
        self.ask(game, states, player, deadline, &mut values)?;
        values.first().copied()
    }

    fn values(
        &self,
        game: &G,
        states: &[G::State],
        player: Player,
        deadline: &Deadline,
        values: &mut Vec<Value>,
    ) {
        self.ask(game, states, player, deadline, values);
    }

    fn likes_batches(&self) -> bool {
        true
    }

    fn take_failure(&self) -> Option<Error> {
        lock(&self.failure).take()
    }

    fn reseed(&mut self, seed: u64) {
        let settings = Arc::make_mut(&mut self.settings);
        settings.seed = seed;
        for desk in lock(&self.idle).iter_mut() {
            desk.link.reseed(seed);
        }
    }
}
