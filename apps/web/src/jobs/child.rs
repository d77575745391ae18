//! A job at work: a child process, bounded in memory and time, that stops when its server does.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use plyscope_game::{Error, ErrorKind};
use rustix::process::{Pid, Signal, kill_process, setpriority_process};

use super::{Run, RunState};
use crate::Options;
use crate::home::Home;

/// Jobs run at a lower priority than answers to the page.
const NICE: i32 = 10;
/// Address space that a thread takes besides what it uses.
const PER_THREAD: u64 = 128 << 20;
/// Bytes of one line that are read; the rest is dropped.
const LONGEST_LINE: u64 = 1 << 20;
/// How often one that says nothing more is looked at.
const LOOK_AGAIN: Duration = Duration::from_millis(20);
/// Lines of complaint that are kept.
const LAST_WORDS: usize = 12;

/// A process that works.
pub(super) struct Child {
    process: Mutex<std::process::Child>,
    begun: Instant,
    asked: Mutex<Option<(Instant, Option<&'static str>)>>,
}

impl Child {
    /// Starts this very program with the run's arguments.
    pub(super) fn start(
        run: &Run,
        folder: &Path,
        home: &Home,
        options: &Options,
        threads: usize,
    ) -> Result<(Self, ChildStderr), Error> {
        let failed =
            |error: std::io::Error| Error::failed(format!("the job cannot be started: {error}"));
        // What an earlier try exported would be in the way.
        for name in ["scores.csv", "moves.csv"] {
            let _ = std::fs::remove_file(folder.join(name));
        }
        let output = std::fs::File::create(folder.join("result.json.part")).map_err(failed)?;
        let mut process = Command::new(std::env::current_exe().map_err(failed)?)
            .arg("--json")
            .arg(format!("--threads={threads}"))
            .args(&run.arguments)
            .current_dir(home.path())
            .env("PLYSCOPE_FOLLOWED", "1")
            .env("NO_COLOR", "1")
            .stdin(Stdio::piped())
            .stdout(output)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let pid = Pid::from_child(&process);
        let most = options.job_memory + threads as u64 * PER_THREAD;
        // A job without its bounds would not be one.
        if let Err(error) = bound_memory(pid, most) {
            let _ = process.kill();
            let _ = process.wait();
            return Err(failed(error));
        }
        let _ = setpriority_process(Some(pid), NICE);
        let stderr = process.stderr.take();
        let stderr = stderr.ok_or_else(|| Error::failed("the job cannot be listened to"))?;
        let own = Self {
            process: Mutex::new(process),
            begun: Instant::now(),
            asked: Mutex::default(),
        };
        Ok((own, stderr))
    }

    /// Asks it to save and end.
    pub(super) fn ask_to_stop(&self) {
        self.ask(None);
    }

    fn ask(&self, why: Option<&'static str>) {
        let mut asked = lock(&self.asked);
        if asked.is_none() {
            *asked = Some((Instant::now(), why));
            let mut process = lock(&self.process);
            // The number of one that has ended may be another's by now.
            if matches!(process.try_wait(), Ok(None)) {
                let _ = kill_process(Pid::from_child(&process), Signal::TERM);
            }
        }
    }

    /// Ends it at once.
    pub(super) fn kill(&self) {
        let _ = lock(&self.process).kill();
    }

    /// Asks it to stop after its time, and ends it if it does not.
    pub(super) fn hold_to(&self, time: Duration, to_save: Duration) {
        if self.begun.elapsed() > time {
            self.ask(Some("its time was over"));
        }
        let asked = *lock(&self.asked);
        if asked.is_some_and(|(since, _)| since.elapsed() > to_save) {
            self.kill();
        }
    }

    /// How it ended, when it has; meanwhile others may end it.
    fn status(&self) -> std::io::Result<ExitStatus> {
        loop {
            if let Some(status) = lock(&self.process).try_wait()? {
                return Ok(status);
            }
            std::thread::sleep(LOOK_AGAIN);
        }
    }

    /// Waits for its end, and says how it went.
    pub(super) fn wait(&self, words: &LastWords) -> (RunState, Option<Error>) {
        let status = self.status();
        if status.as_ref().is_ok_and(ExitStatus::success) {
            return (RunState::Done, None);
        }
        if let Some((_, why)) = *lock(&self.asked) {
            let error = why.map(|why| {
                Error::new(ErrorKind::Stopped, format!("stopped: {why}"))
                    .with_hint("let it go on, or give the server more by --job-time")
            });
            return (RunState::Stopped, error);
        }
        (RunState::Failed, Some(words.error(status.ok())))
    }
}

/// Bounds the address space of a process.
#[cfg(target_os = "linux")]
fn bound_memory(pid: Pid, most: u64) -> std::io::Result<()> {
    use rustix::process::{Resource, Rlimit, prlimit};

    let limit = Rlimit {
        current: Some(most),
        maximum: Some(most),
    };
    prlimit(Some(pid), Resource::As, limit)?;
    Ok(())
}

/// Other systems have no way to bound another process: there the limits of agents must do.
#[cfg(not(target_os = "linux"))]
fn bound_memory(_: Pid, _: u64) -> std::io::Result<()> {
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands on line after line until the end; of long ones the beginning.
pub(super) fn read_lines(stderr: impl Read, mut line: impl FnMut(&str)) {
    let mut reader = BufReader::new(stderr);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut reader)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(count) if count > 0) {
            return;
        }
        let is_cut = bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n");
        if is_cut && reader.skip_until(b'\n').is_err() {
            return;
        }
        line(String::from_utf8_lossy(&bytes).trim_end());
    }
}

/// The last lines of complaint.
#[derive(Default)]
pub(super) struct LastWords(VecDeque<String>);

impl LastWords {
    pub(super) fn add(&mut self, line: &str) {
        self.0.push_back(line.chars().take(2000).collect());
        if self.0.len() > LAST_WORDS {
            self.0.pop_front();
        }
    }

    /// What went wrong, in the words of the command.
    fn error(&self, status: Option<ExitStatus>) -> Error {
        let text = self
            .0
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join("\n");
        let told = text.split_once("error: ").map(|(_, told)| told);
        let how = status.map_or_else(String::new, |status| status.to_string());
        let Some(told) = told else {
            let what = format!("the job ended without a word ({how})");
            return Error::failed(what)
                .with_hint("it may have run out of memory: --job-memory gives it more");
        };
        match told.split_once("\n\nhint: ") {
            Some((what, hint)) => Error::misuse(what, hint.trim_end()),
            None => Error::failed(told.trim_end()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_long_line_is_dropped() {
        let long = "x".repeat(LONGEST_LINE as usize + 5);
        let text = format!("a\n{long}\nb\n{long}");
        let mut lengths = Vec::new();
        read_lines(text.as_bytes(), |line| lengths.push(line.len() as u64));
        assert_eq!(lengths, [1, LONGEST_LINE, 1, LONGEST_LINE]);
    }

    #[test]
    fn the_words_of_the_command_become_an_error_with_its_hint() {
        let mut words = LastWords::default();
        for line in [
            "note: x",
            "error: there is no metric `a`",
            "",
            "hint: did you mean `b`?",
        ] {
            words.add(line);
        }
        let error = words.error(None);
        assert_eq!(error.what, "there is no metric `a`");
        assert_eq!(error.hint.as_deref(), Some("did you mean `b`?"));
        assert!(
            LastWords::default()
                .error(None)
                .what
                .contains("without a word")
        );
    }
}
