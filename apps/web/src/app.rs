//! What all requests share: the registry, opened games, benchmarks that were read, jobs.

use std::collections::VecDeque;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use plyscope_game::Error;
use plyscope_workbench::{NamedGame, Registry};
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

use crate::Options;
use crate::benchmarks::Benchmarks;
use crate::csv_states::RunStates;
use crate::gate::Gate;
use crate::home::Home;
use crate::jobs::Jobs;
use crate::refusal::{Answer, Refusal};
use crate::weigh::Weighing;

/// Games that stay open: opening a rule sheet may take seconds.
const OPEN_GAMES: usize = 32;
/// Questions that are worked on or wait at the same time.
const MOST_QUESTIONS: usize = 512;
/// Bytes of a request's body, and the time to send them.
const MOST_BODY: usize = 256 << 10;
const BODY_WITHIN: Duration = Duration::from_secs(10);

/// A few things by name, those used last.
pub(crate) struct Recent<T> {
    most: usize,
    kept: Mutex<VecDeque<(String, Arc<T>)>>,
}

impl<T> Recent<T> {
    pub(crate) fn new(most: usize) -> Self {
        Self {
            most,
            kept: Mutex::default(),
        }
    }

    /// The thing of a name, made now if it is not there.
    pub(crate) fn get<E>(
        &self,
        name: &str,
        make: impl FnOnce() -> Result<Arc<T>, E>,
    ) -> Result<Arc<T>, E> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut kept = lock();
            if let Some(at) = kept.iter().position(|(own, _)| own == name)
                && let Some(found) = kept.remove(at)
            {
                let thing = Arc::clone(&found.1);
                kept.push_front(found);
                return Ok(thing);
            }
        }
        // Made without the lock: others need not wait.
        let thing = make()?;
        let mut kept = lock();
        kept.push_front((name.to_owned(), Arc::clone(&thing)));
        kept.truncate(self.most);
        Ok(thing)
    }
}

/// The server.
pub(crate) struct App {
    pub(crate) registry: Arc<Registry>,
    pub(crate) options: Options,
    pub(crate) home: Home,
    pub(crate) gate: Gate,
    pub(crate) jobs: Arc<Jobs>,
    pub(crate) benchmarks: Benchmarks,
    pub(crate) states: Recent<RunStates>,
    pub(crate) weighing: Recent<Weighing>,
    /// Searches on boards that run now.
    pub(crate) searches: Arc<AtomicUsize>,
    games: Recent<NamedGame>,
    questions: Arc<Semaphore>,
}

impl App {
    pub(crate) fn new(
        registry: Arc<Registry>,
        options: Options,
        home: Home,
        gate: Gate,
    ) -> Result<Self, Error> {
        Ok(Self {
            jobs: Jobs::open(&home, &options)?,
            benchmarks: Benchmarks::new(),
            states: Recent::new(4),
            weighing: Recent::new(8),
            searches: Arc::default(),
            games: Recent::new(OPEN_GAMES),
            questions: Arc::new(Semaphore::new(MOST_QUESTIONS)),
            registry,
            options,
            home,
            gate,
        })
    }

    /// Opens a game that the page may name.
    pub(crate) fn game(&self, spec: &str) -> Answer<Arc<NamedGame>> {
        self.check_paths(spec)?;
        let open = || self.registry.open(spec).map_err(Refusal::from);
        self.games.get(spec, open)
    }

    /// Has a question answered by a thread that may compute.
    pub(crate) async fn answered<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Arc<Self>) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let Ok(permit) = Arc::clone(&self.questions).try_acquire_owned() else {
            let what = "too many questions at the same time";
            return Err(Refusal::busy(what, "ask again in a moment"));
        };
        let app = Arc::clone(self);
        let asked = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&app)
        });
        asked.await.unwrap_or_else(|_| {
            let what = "the question led to a fault in the program";
            Err(Error::failed(what)
                .with_hint("please report what you asked")
                .into())
        })
    }
}

/// Reads a body as JSON, within bounds of size and time.
pub(crate) async fn read_json<T: DeserializeOwned>(body: Body) -> Answer<T> {
    let bytes = axum::body::to_bytes(body, MOST_BODY);
    let bytes = tokio::time::timeout(BODY_WITHIN, bytes)
        .await
        .map_err(|_| {
            let status = StatusCode::REQUEST_TIMEOUT;
            Refusal::new(status, "the body took too long", "send it in one piece")
        })?;
    let bytes = bytes.map_err(|_| {
        let what = format!(
            "the body is longer than {} KiB, or broke off",
            MOST_BODY >> 10
        );
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, what, "send less")
    })?;
    serde_json::from_slice(&bytes).map_err(|error| {
        Refusal::bad(
            format!("the body is not what is asked for: {error}"),
            SHAPES,
        )
    })
}

/// Where shapes of requests are told.
pub(crate) const SHAPES: &str = "docs/reference/api.md tells the shapes";
