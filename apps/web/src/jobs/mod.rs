//! Long work as jobs: a queue, so many at a time, each a child process with a folder of its own.
//!
//! A run's folder holds `run.json` (what was asked for and how it stands), the
//! objects that the command printed in `result.json`, and the files it wrote.
//! Nothing else is remembered: after a restart the folders tell all.

mod child;
mod order;
mod run;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyscope_game::Error;
use serde_json::Value;
use tokio::sync::watch;

use crate::Options;
use crate::home::{Home, RUNS, check_name};
use crate::refusal::{Answer, Refusal};
use child::Child;
pub(crate) use order::Order;
pub(crate) use run::{Run, RunState};

/// Jobs that may wait for their turn.
const MOST_WAITING: usize = 64;
/// How often bounds are looked at.
const WATCH: Duration = Duration::from_millis(250);
/// What a job that was asked to stop may take for saving.
const TO_SAVE: Duration = Duration::from_secs(15);

/// What one that was ended may take to be gone.
const TO_END: Duration = Duration::from_secs(5);

/// All runs, those of earlier servers too.
pub(crate) struct Jobs {
    home: Home,
    options: Options,
    inner: Mutex<Inner>,
    changes: watch::Sender<u64>,
    closed: AtomicBool,
}

#[derive(Default)]
struct Inner {
    runs: BTreeMap<String, Run>,
    waiting: VecDeque<String>,
    running: BTreeMap<String, Arc<Child>>,
    next: u64,
}

impl Jobs {
    /// Finds the runs of a home; what ran when the last server ended was interrupted.
    pub(crate) fn open(home: &Home, options: &Options) -> Result<Arc<Self>, Error> {
        let mut inner = Inner::default();
        for id in home.names(RUNS, "") {
            let folder = home.path().join(RUNS).join(&id);
            if let Some(mut run) = Run::load(&folder, &id) {
                if matches!(run.state, RunState::Running | RunState::Waiting) {
                    run.state = RunState::Interrupted;
                }
                inner.next = inner.next.max(run::number(&id));
                inner.runs.insert(id, run);
            }
        }
        let own = Arc::new(Self {
            home: home.clone(),
            options: options.clone(),
            inner: Mutex::new(inner),
            changes: watch::Sender::new(0),
            closed: AtomicBool::new(false),
        });
        let watched = Arc::clone(&own);
        std::thread::Builder::new()
            .name("jobs".to_owned())
            .spawn(move || watched.watch())
            .map_err(|error| Error::failed(format!("no thread for jobs: {error}")))?;
        Ok(own)
    }

    /// Begins a job, or lets it wait for its turn.
    pub(crate) fn submit(self: &Arc<Self>, order: &Order) -> Answer<Value> {
        let mut inner = self.lock();
        if inner.waiting.len() >= MOST_WAITING {
            return Err(too_many());
        }
        inner.next += 1;
        let id = format!("{}-{:04}", order.kind(), inner.next);
        let run = Run::new(&id, order, self.options.seed)?;
        run.save(&self.folder(&id))?;
        let told = run.json();
        inner.runs.insert(id.clone(), run);
        inner.waiting.push_back(id);
        self.pump(&mut inner);
        Ok(told)
    }

    /// Goes on with a run that was stopped, interrupted or failed: the same command again.
    pub(crate) fn resume(self: &Arc<Self>, id: &str) -> Answer<Value> {
        let mut inner = self.lock();
        if inner.waiting.len() >= MOST_WAITING {
            return Err(too_many());
        }
        let run = inner.runs.get_mut(id).ok_or_else(|| unknown(id))?;
        if !run.can_resume() {
            let what = format!("the run `{id}` cannot go on: it is {}", run.state.name());
            return Err(Refusal::bad(
                what,
                "only what was stopped or failed can go on",
            ));
        }
        run.wait_again();
        run.save(&self.folder(id))?;
        let told = run.json();
        inner.waiting.push_back(id.to_owned());
        self.pump(&mut inner);
        Ok(told)
    }

    /// Asks a job to stop; it keeps what it has.
    pub(crate) fn stop(&self, id: &str) -> Answer<Value> {
        let mut inner = self.lock();
        if let Some(child) = inner.running.get(id) {
            child.ask_to_stop();
        } else if let Some(at) = inner.waiting.iter().position(|own| own == id) {
            inner.waiting.remove(at);
            let run = inner.runs.get_mut(id).ok_or_else(|| unknown(id))?;
            run.end(RunState::Stopped, None);
            run.save(&self.folder(id))?;
        }
        let run = inner.runs.get(id).ok_or_else(|| unknown(id))?;
        let told = run.json();
        drop(inner);
        self.changed();
        Ok(told)
    }

    /// Forgets a run and removes its folder; it must not be running.
    pub(crate) fn remove(&self, id: &str) -> Answer<()> {
        let mut inner = self.lock();
        let run = inner.runs.get(id).ok_or_else(|| unknown(id))?;
        if matches!(run.state, RunState::Running | RunState::Waiting) {
            let what = format!("the run `{id}` is still at work");
            return Err(Refusal::bad(what, "stop it first"));
        }
        let removed = std::fs::remove_dir_all(self.folder(id));
        removed.map_err(|error| Error::failed(format!("{id} cannot be removed: {error}")))?;
        inner.runs.remove(id);
        drop(inner);
        self.changed();
        Ok(())
    }

    /// One run as the page reads it.
    pub(crate) fn one(&self, id: &str) -> Answer<Run> {
        check_name(id)?;
        self.lock().runs.get(id).cloned().ok_or_else(|| unknown(id))
    }

    /// Runs of a kind, or all, the newest first; with how many there are.
    pub(crate) fn list(
        &self,
        kind: Option<&str>,
        from: usize,
        count: usize,
    ) -> (usize, Vec<Value>) {
        let inner = self.lock();
        let mut all: Vec<&Run> = inner.runs.values().collect();
        all.retain(|run| kind.is_none_or(|kind| run.kind == kind));
        all.sort_by_key(|run| std::cmp::Reverse((run.began, run::number(&run.id))));
        let some = all.iter().skip(from).take(count);
        (all.len(), some.map(|run| run.json()).collect())
    }

    /// Told whenever a run has changed.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The folder of a run.
    pub(crate) fn folder(&self, id: &str) -> std::path::PathBuf {
        self.home.path().join(RUNS).join(id)
    }

    /// Stops all jobs and waits until they have saved, but not for one that cannot be ended.
    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.lock().waiting.clear();
        let begun = Instant::now();
        loop {
            let running: Vec<Arc<Child>> = self.lock().running.values().cloned().collect();
            if running.is_empty() || begun.elapsed() > TO_SAVE + TO_END {
                return;
            }
            for child in running {
                child.ask_to_stop();
                if begun.elapsed() > TO_SAVE {
                    child.kill();
                }
            }
            std::thread::sleep(WATCH / 4);
        }
    }

    /// Begins jobs while there is room for them.
    fn pump(self: &Arc<Self>, inner: &mut Inner) {
        while inner.running.len() < self.options.jobs && !self.closed.load(Ordering::Relaxed) {
            let Some(id) = inner.waiting.pop_front() else {
                break;
            };
            self.begin(inner, &id);
        }
        self.changed();
    }

    fn begin(self: &Arc<Self>, inner: &mut Inner, id: &str) {
        let threads = (self.options.threads / (inner.running.len() + 1)).max(1);
        let folder = self.folder(id);
        let Some(run) = inner.runs.get_mut(id) else {
            return;
        };
        match Child::start(run, &folder, &self.home, &self.options, threads) {
            Ok((child, stderr)) => {
                run.state = RunState::Running;
                let saved = run.save(&folder);
                debug_assert!(saved.is_ok(), "a folder that could be written to before");
                let child = Arc::new(child);
                inner.running.insert(id.to_owned(), Arc::clone(&child));
                let (jobs, id) = (Arc::clone(self), id.to_owned());
                let follow = move || jobs.follow(&id, &child, stderr);
                std::thread::spawn(follow);
            }
            Err(error) => {
                run.end(RunState::Failed, Some(&error));
                let _ = run.save(&folder);
            }
        }
    }

    /// Reads what a job says until it ends.
    fn follow(self: &Arc<Self>, id: &str, child: &Child, stderr: std::process::ChildStderr) {
        let mut words = child::LastWords::default();
        child::read_lines(stderr, |line| {
            let told: Option<Value> = serde_json::from_str(line).ok().filter(Value::is_object);
            match told {
                Some(told) => self.told(id, told),
                None => words.add(line),
            }
        });
        let ended = child.wait(&words);
        let folder = self.folder(id);
        let mut inner = self.lock();
        inner.running.remove(id);
        if let Some(run) = inner.runs.get_mut(id) {
            run.end(ended.0, ended.1.as_ref());
            run.keep_result(&folder);
            let _ = run.save(&folder);
        }
        self.pump(&mut inner);
    }

    fn told(&self, id: &str, told: Value) {
        if let Some(run) = self.lock().runs.get_mut(id) {
            run.tell(told);
        }
        self.changed();
    }

    /// Ends what takes too long, until the server is closed.
    fn watch(&self) {
        while !self.closed.load(Ordering::Relaxed) {
            std::thread::sleep(WATCH);
            let running: Vec<Arc<Child>> = self.lock().running.values().cloned().collect();
            for child in running {
                child.hold_to(self.options.job_time, TO_SAVE);
            }
        }
    }

    fn changed(&self) {
        self.changes.send_modify(|count| *count += 1);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn too_many() -> Refusal {
    let what = format!("{MOST_WAITING} jobs wait already");
    Refusal::busy(what, "stop some, or come back when they are done")
}

fn unknown(id: &str) -> Refusal {
    Refusal::missing(
        format!("there is no run `{id}`"),
        "the list of runs names them",
    )
}
