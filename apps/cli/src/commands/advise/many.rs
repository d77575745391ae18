//! Advice on many positions: one answer per line, in their order, as the lines come.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use plyscope_game::Error;
use plyscope_game::Limits;
use plyscope_game::any::{AnyAgent, Position};
use plyscope_workbench::{AdviceText, NamedGame, Reading, advise};
use serde_json::json;

use super::{one_line, opinions, write_json};
use crate::args::Advise;
use crate::out::{Ended, Out};
use crate::positions::{Asked, as_they_come, reading_of, shown};
use crate::progress;

/// Lines that may be read ahead, for each core.
const AHEAD: usize = 16;
/// How soon an idle worker notices that it is to stop.
const WATCH: Duration = Duration::from_millis(50);
/// How long a worker waits that is too far ahead.
const PAUSE: Duration = Duration::from_millis(2);

/// What came of a line.
struct Answer {
    /// The place in which it is written.
    place: u64,
    number: usize,
    text: String,
    advised: Result<Advised, Error>,
}

type Advised = (Position, Vec<AdviceText>);

/// Advises on every line, on all cores; a line that cannot be answered is told in its place.
///
/// # Errors
/// At the end, when a line could not be answered.
pub(super) fn run(
    game: &NamedGame,
    args: &Advise,
    path: &Path,
    limits: &Limits,
    out: &Out,
) -> Result<(), Ended> {
    // Made before anything is read, so that a wrong spec is told at once; and once for
    // each core, for some have tables that take longer to make than to use.
    let agents = (0..out.threads)
        .map(|_| opinions(game, &args.by, out.seed))
        .collect::<Result<Vec<_>, Error>>()?;
    let asked = Mutex::new((as_they_come(path, AHEAD * out.threads)?, 0));
    let is_over = AtomicBool::new(false);
    let written = AtomicU64::new(0);
    let (send, answers) = channel();
    let desk = Desk {
        game,
        path,
        told: args.place.reading.reading(),
        limits,
        asked: &asked,
        is_over: &is_over,
        written: &written,
        ahead: (AHEAD * out.threads) as u64,
    };
    let mut writer = Writer::new(game, args, path, out);
    let ended = std::thread::scope(|scope| {
        for mut own in agents {
            let (desk, send) = (&desk, send.clone());
            scope.spawn(move || desk.work(&mut own, &send));
        }
        drop(send);
        let ended = writer.write_all(&answers, &written, limits);
        is_over.store(true, Ordering::Relaxed);
        ended
    });
    writer.bar.finish_and_clear();
    ended?;
    writer.end(limits.stop.is_raised())
}

/// What the workers share.
struct Desk<'a> {
    game: &'a NamedGame,
    path: &'a Path,
    /// How to read lines, as the user says.
    told: Reading,
    limits: &'a Limits,
    /// The lines to come, and how many were taken.
    asked: &'a Mutex<(Receiver<Asked>, u64)>,
    is_over: &'a AtomicBool,
    /// How many answers are written: no thread runs far ahead of a line that takes long.
    written: &'a AtomicU64,
    ahead: u64,
}

impl Desk<'_> {
    /// Answers lines until there are no more, or standard output is closed.
    fn work(&self, agents: &mut [Box<dyn AnyAgent>], answers: &Sender<Answer>) {
        while let Some((place, asked)) = self.next() {
            let text = asked.text.as_ref().cloned().unwrap_or_default();
            let advised = asked.text.and_then(|text| self.advise(&text, agents));
            let answer = Answer {
                place,
                number: asked.number,
                text,
                advised,
            };
            if answers.send(answer).is_err() {
                return;
            }
        }
    }

    fn next(&self) -> Option<(u64, Asked)> {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let (lines, count) = &mut *asked;
        loop {
            if self.limits.stop.is_raised() || self.is_over.load(Ordering::Relaxed) {
                return None;
            }
            if *count - self.written.load(Ordering::Relaxed) >= self.ahead {
                std::thread::sleep(PAUSE);
                continue;
            }
            match lines.recv_timeout(WATCH) {
                Ok(line) => {
                    *count += 1;
                    return Some((*count - 1, line));
                }
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    fn advise(&self, text: &str, agents: &mut [Box<dyn AnyAgent>]) -> Result<Advised, Error> {
        let reading = match text {
            // The start of the game, in whatever file.
            "" => self.told,
            _ => reading_of(self.path, self.told),
        };
        let position = self.game.position(text, reading)?;
        if position.payoffs().is_some() {
            let hint = "give a position in which somebody can move";
            return Err(Error::misuse("the game is over", hint));
        }
        let afresh = |agent: &mut Box<dyn AnyAgent>| {
            // An answer must not depend on what was asked before.
            agent.forget();
            advise(self.game, &mut **agent, &position, self.limits)
        };
        let advice: Result<Vec<_>, _> = agents.iter_mut().map(afresh).collect();
        Ok((position, advice?))
    }
}

/// Puts the answers in order and writes them.
struct Writer<'a> {
    game: &'a NamedGame,
    args: &'a Advise,
    path: &'a Path,
    out: &'a Out,
    bar: indicatif::ProgressBar,
    waiting: BTreeMap<u64, Answer>,
    next: u64,
    failed: u64,
    is_stopped: bool,
}

impl<'a> Writer<'a> {
    fn new(game: &'a NamedGame, args: &'a Advise, path: &'a Path, out: &'a Out) -> Self {
        Self {
            game,
            args,
            path,
            out,
            bar: progress::counter("positions"),
            waiting: BTreeMap::new(),
            next: 0,
            failed: 0,
            is_stopped: false,
        }
    }

    fn write_all(
        &mut self,
        answers: &Receiver<Answer>,
        written: &AtomicU64,
        limits: &Limits,
    ) -> Result<(), Ended> {
        for answer in answers {
            self.waiting.insert(answer.place, answer);
            while let Some(answer) = self.waiting.remove(&self.next) {
                let cut_short = |own: &AdviceText| own.cut_short;
                let is_cut =
                    matches!(&answer.advised, Ok((_, advice)) if advice.iter().any(cut_short));
                if is_cut && limits.stop.is_raised() {
                    self.is_stopped = true;
                    return Ok(());
                }
                self.next += 1;
                written.store(self.next, Ordering::Relaxed);
                self.write(&answer)?;
            }
            // Whoever asks one question at a time waits for its answer.
            self.out.flush()?;
            self.bar.set_position(self.next);
        }
        Ok(())
    }

    fn write(&mut self, answer: &Answer) -> Result<(), Ended> {
        let Answer { number, text, .. } = answer;
        let (position, advice) = match &answer.advised {
            Ok(advised) => advised,
            Err(error) => {
                self.failed += 1;
                return self.write_error(*number, text, error);
            }
        };
        if self.out.json {
            let number = Some(*number);
            return write_json(
                self.game.spec(),
                (number, text),
                &self.args.by,
                advice,
                self.out,
            );
        }
        let lines: Vec<String> = advice.iter().map(|own| one_line(position, own)).collect();
        self.out
            .line(&format!("{number}. {text}: {}", lines.join("; ")))
    }

    fn write_error(&self, number: usize, text: &str, error: &Error) -> Result<(), Ended> {
        if self.out.json {
            return self.out.object(&json!({
                "game": self.game.spec(),
                "position": text,
                "number": number,
                "error": error.what,
                "hint": error.hint,
            }));
        }
        self.out
            .line(&format!("{number}. {text}: error: {}", error.what))
    }

    fn end(&self, is_stopped: bool) -> Result<(), Ended> {
        self.out.flush()?;
        let path = shown(self.path);
        if is_stopped || self.is_stopped {
            let what = format!("stopped after {} positions", self.next);
            return Err(Error::failed(what).into());
        }
        if self.next == 0 {
            let what = format!("there are no positions in {path}");
            let hint =
                "give one position per line; `#` begins a comment, an empty line is the start";
            return Err(Error::misuse(what, hint).into());
        }
        if self.failed > 0 {
            let what = format!(
                "{} of {} lines of {path} have no answer",
                self.failed, self.next
            );
            let hint = "each says in its place what is wrong with it";
            return Err(Error::failed(what).with_hint(hint).into());
        }
        Ok(())
    }
}
