//! The line to a process: greets it, asks it, and starts it again if it may.

use std::sync::Arc;
use std::time::Duration;

use plyscope_game::{Error, ErrorKind, Value};

use super::ProcessSettings;
use super::answer::{self, Answer};
use super::greeting::Manners;
use super::request::Request;
use crate::tries::{Tries, is_fault};
use crate::{Child, Patience};

/// How long a process may take to end after the goodbye.
const TO_PART: Duration = Duration::from_millis(500);
const GOODBYE: &[u8] = b"{\"goodbye\":true}\n";

/// One process, running or to be started when it is first asked.
pub(super) struct Link {
    settings: Arc<ProcessSettings>,
    running: Option<Running>,
    tries: Tries,
    seed: u64,
    line: Vec<u8>,
}

struct Running {
    child: Child,
    manners: Manners,
    /// The number of the last question.
    asked: u64,
    /// Questions up to this one are not waited for any more.
    given_up: u64,
}

impl Link {
    pub(super) fn new(settings: &Arc<ProcessSettings>) -> Self {
        Self {
            settings: Arc::clone(settings),
            running: None,
            tries: Tries::again(settings.restarts),
            seed: settings.seed,
            line: Vec::new(),
        }
    }

    /// Tells the process another seed, if it wants to know.
    pub(super) fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        if let Some(running) = self.running.as_mut().filter(|own| own.manners.seed) {
            running
                .child
                .send(format!("{{\"seed\":{seed}}}\n").as_bytes());
        }
    }

    /// What the process gives and wants; starts it if it does not run.
    ///
    /// # Errors
    /// When it cannot be started or does not answer the greeting rightly.
    pub(super) fn manners(&mut self, patience: &dyn Fn() -> Patience) -> Result<Manners, Error> {
        self.again_if_it_may(|link| {
            link.start(&patience())?;
            Ok(link.running().manners)
        })
    }

    /// Asks about all states of a question; gives their values.
    ///
    /// # Errors
    /// When the process fails, says that it cannot answer, or the caller waits no longer.
    pub(super) fn ask(
        &mut self,
        request: &Request,
        manners: &Manners,
        patience: &dyn Fn() -> Patience,
        values: &mut Vec<Value>,
    ) -> Result<(), Error> {
        self.again_if_it_may(|link| {
            let patience = patience();
            link.start(&patience)?;
            if link.running().manners != *manners {
                let what = "says something else of itself than before it was started again";
                return Err(link.running().child.blame(what));
            }
            link.ask_once(request, &patience, values)
        })
    }

    /// Tries until it succeeds or the process may not be started again.
    fn again_if_it_may<T>(
        &mut self,
        mut attempt: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut tries = std::mem::take(&mut self.tries);
        let done = tries.run(|| {
            let done = attempt(self);
            if done.as_ref().is_err_and(is_fault) {
                self.running = None;
            }
            done
        });
        self.tries = tries;
        done
    }

    fn running(&mut self) -> &mut Running {
        self.running.as_mut().expect("it was started before")
    }

    fn start(&mut self, patience: &Patience) -> Result<(), Error> {
        if self.running.is_some() {
            return Ok(());
        }
        let mut child = Child::start(&self.settings.command)?;
        child.send(self.settings.card.greeting(self.seed).as_bytes());
        let line = child.receive(patience)?;
        let manners = Manners::read(line);
        let manners = manners.map_err(|did| child.blame(&did))?;
        self.running = Some(Running {
            child,
            manners,
            asked: 0,
            given_up: 0,
        });
        Ok(())
    }

    fn ask_once(
        &mut self,
        request: &Request,
        patience: &Patience,
        values: &mut Vec<Value>,
    ) -> Result<(), Error> {
        let running = self.running.as_mut().expect("it was started before");
        running.asked += 1;
        let (id, manners) = (running.asked, running.manners);
        request.write(id, &manners, &mut self.line);
        running.child.send(&self.line);
        let wanted = request.wanted(manners.gives);
        loop {
            let line = running.child.receive(patience);
            let line = line.inspect_err(|_| running.given_up = id)?;
            let answer = answer::read(line, id, &wanted, values);
            let did = match answer {
                Ok(Answer::Values) => return Ok(()),
                Ok(Answer::Error(words)) => {
                    let what = format!("`{}` says: {words}", self.settings.command);
                    return Err(Error::new(ErrorKind::Unsuited, what));
                }
                Ok(Answer::Other(late)) if late <= running.given_up => continue,
                Ok(Answer::Other(other)) => {
                    format!(
                        "answered out of turn: question {id} was asked, and it answered {other}"
                    )
                }
                Err(did) => did,
            };
            return Err(running.child.blame(&did));
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.child.part(GOODBYE, TO_PART);
        }
    }
}
