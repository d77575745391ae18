//! A process that is spoken to in lines: every wait has an end, and nothing of it stays behind.
//!
//! One thread does it all: it polls the three pipes at once, so that a process
//! which writes much before it has read all is served, too, and its standard
//! error never fills.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use plyscope_game::{Error, ErrorKind};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
};

use crate::last_words::LastWords;
use crate::watcher::{GATE, Watcher};
use crate::{CommandLine, Patience};

/// No line of an answer is longer.
const LONGEST_LINE: usize = 64 << 20;
/// Bytes that are read at once: what a pipe holds.
const CHUNK: usize = 64 << 10;
/// How long a process that closed its output may take to end.
const TO_END: Duration = Duration::from_millis(200);
/// How long one that was killed may take to be gone.
const TO_DIE: Duration = Duration::from_secs(2);

/// A running process, alone with its own children in a group that ends with it.
pub struct Child {
    name: String,
    process: std::process::Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    errors: Option<ChildStderr>,
    /// What is still to be written, from `written` on.
    outgoing: Vec<u8>,
    written: usize,
    /// What was read: lines from `taken` on, no line end before `searched`.
    incoming: Vec<u8>,
    taken: usize,
    searched: usize,
    chunk: Box<[u8]>,
    last_words: LastWords,
    /// Dropped last, when the group is gone.
    _watcher: Watcher,
}

impl Child {
    /// Starts a program.
    ///
    /// # Errors
    /// When there is no such program or no process can be had.
    pub fn start(command: &CommandLine) -> Result<Self, Error> {
        let program = command.find()?;
        let cannot = |error: io::Error| {
            let what = format!("`{command}` cannot be started: {error}");
            Error::failed(what).with_hint("there may be too many processes or open files")
        };
        let mut process = Command::new("/bin/sh")
            .args(["-c", GATE, "sh"])
            .arg(program)
            .args(command.arguments())
            // Whoever follows this process follows this one alone: another plyscope that thought
            // itself followed would take its questions for the follower's and drop them.
            .env_remove("PLYSCOPE_FOLLOWED")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .map_err(cannot)?;
        let pipes = (
            process.stdin.take(),
            process.stdout.take(),
            process.stderr.take(),
        );
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(Error::failed(format!("`{command}` has no pipes")));
        };
        // If there is no watcher, the gate sees its input closed and ends by itself.
        let watcher = Watcher::over(process.id())?;
        for pipe in [input.as_fd(), output.as_fd(), errors.as_fd()] {
            rustix::io::ioctl_fionbio(pipe, true).map_err(|error| cannot(error.into()))?;
        }
        let mut child = Self {
            name: command.to_string(),
            process,
            input: Some(input),
            output,
            errors: Some(errors),
            outgoing: Vec::new(),
            written: 0,
            incoming: Vec::new(),
            taken: 0,
            searched: 0,
            chunk: vec![0; CHUNK].into(),
            last_words: LastWords::default(),
            _watcher: watcher,
        };
        child.send(b"go\n");
        Ok(child)
    }

    /// The number of the process, which is that of its group, too.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Writes as much as the process takes at once; the rest goes while an answer is waited for.
    pub fn send(&mut self, text: &[u8]) {
        self.outgoing.extend_from_slice(text);
        self.write();
    }

    /// The next line, without its end.
    ///
    /// # Errors
    /// When the process ends or says nothing in time; or when the caller stops.
    pub fn receive(&mut self, patience: &Patience) -> Result<&[u8], Error> {
        loop {
            let is_whole = self.line_end().is_some();
            // Whoever never stops talking is out of time, too.
            if is_whole && patience.slice().is_some() {
                return Ok(self.take_line());
            }
            if !is_whole && self.incoming.len() - self.taken > LONGEST_LINE {
                let what = format!("wrote {} MiB without an end of line", LONGEST_LINE >> 20);
                return Err(self.blame(&what));
            }
            self.wait(patience)?;
        }
    }

    /// An error about the process: what it did, and its last words.
    pub fn blame(&mut self, did: &str) -> Error {
        self.read_errors();
        let name = &self.name;
        Error::new(
            ErrorKind::Failed,
            match self.last_words.told() {
                Some(words) => format!("`{name}` {did}; its last words on standard error:{words}"),
                None => format!("`{name}` {did}; it wrote nothing to standard error"),
            },
        )
    }

    /// Says goodbye, and waits a while for the process to end by itself; then it is killed.
    pub fn part(mut self, goodbye: &[u8], allowed: Duration) {
        self.send(goodbye);
        let until = Instant::now() + allowed;
        while self.input.is_some() && self.written < self.outgoing.len() && Instant::now() < until {
            let _ = self.wait(&Patience::of(Duration::from_millis(1)));
        }
        self.input = None;
        while self.status().is_none() && Instant::now() < until {
            let _ = self.read();
            self.read_errors();
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Where the first line ends, if it is whole.
    fn line_end(&mut self) -> Option<usize> {
        let later = &self.incoming[self.searched..];
        let end = later.iter().position(|&byte| byte == b'\n');
        let found = end.map(|end| self.searched + end);
        self.searched = found.unwrap_or(self.incoming.len());
        found
    }

    /// The first line, which is whole and ends at `searched`.
    fn take_line(&mut self) -> &[u8] {
        let line = &self.incoming[self.taken..self.searched];
        self.searched += 1;
        self.taken = self.searched;
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Waits until something can be read or written, for a moment at the most.
    fn wait(&mut self, patience: &Patience) -> Result<(), Error> {
        if patience.is_stopped() {
            let what = format!("stopped while `{}` was asked", self.name);
            return Err(Error::stopped(what));
        }
        let Some(slice) = patience.slice() else {
            let unread = self.outgoing.len() - self.written;
            let allowed = patience.allowed.as_secs_f64();
            return Err(self.blame(&if unread > 0 {
                format!("read nothing for {allowed} s and left {unread} bytes")
            } else {
                format!("did not answer within {allowed} s")
            }));
        };
        let is_writing = self.written < self.outgoing.len();
        let input = self.input.as_ref().filter(|_| is_writing);
        let mut pipes: Vec<PollFd<'_>> = Vec::with_capacity(3);
        pipes.push(PollFd::new(&self.output, PollFlags::IN));
        pipes.extend(
            self.errors
                .iter()
                .map(|pipe| PollFd::new(pipe, PollFlags::IN)),
        );
        pipes.extend(input.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let slice = Timespec::try_from(slice).ok();
        // An interrupted wait is only a shorter one.
        let _ = poll(&mut pipes, slice.as_ref());
        let has_output = !pipes[0].revents().is_empty();
        let has_other = pipes[1..].iter().any(|pipe| !pipe.revents().is_empty());
        if has_other {
            self.write();
            self.read_errors();
        }
        // What a process left behind may hold its output open.
        let is_over = if has_output {
            !self.read() && self.line_end().is_none()
        } else {
            !has_other && self.status().is_some()
        };
        if !is_over {
            return Ok(());
        }
        let did = self.how_it_ended();
        Err(self.blame(&did))
    }

    fn write(&mut self) {
        let Some(pipe) = &mut self.input else { return };
        while self.written < self.outgoing.len() {
            match pipe.write(&self.outgoing[self.written..]) {
                Ok(count) => self.written += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // It reads no more. Its output tells whether it is gone.
                Err(_) => {
                    self.input = None;
                    break;
                }
            }
        }
        self.outgoing.clear();
        self.written = 0;
    }

    /// Reads some of what there is; false when there will never be more.
    fn read(&mut self) -> bool {
        if self.taken == self.incoming.len() || self.taken > LONGEST_LINE {
            self.incoming.drain(..self.taken);
            self.searched -= self.taken;
            self.taken = 0;
        }
        match self.output.read(&mut self.chunk) {
            Ok(count) => {
                self.incoming.extend_from_slice(&self.chunk[..count]);
                count > 0
            }
            Err(error) => {
                matches!(
                    error.kind(),
                    io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock
                )
            }
        }
    }

    fn read_errors(&mut self) {
        let Some(pipe) = &mut self.errors else { return };
        let mut bytes = [0; 4096];
        // Whoever floods it is heard again at the next wait.
        for _ in 0..64 {
            match pipe.read(&mut bytes) {
                Ok(0) => {
                    self.errors = None;
                    return;
                }
                Ok(count) => self.last_words.add(&bytes[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    /// In words that follow the name of the process.
    fn how_it_ended(&mut self) -> String {
        let Some(status) = self.status_within(TO_END) else {
            return "closed its standard output".to_string();
        };
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => format!("ended with exit code {code}"),
            (_, Some(signal)) => format!("was ended by signal {signal}"),
            _ => "ended".to_string(),
        }
    }

    /// How the process ended, if it does in time.
    fn status_within(&self, allowed: Duration) -> Option<WaitIdStatus> {
        let until = Instant::now() + allowed;
        loop {
            let status = self.status();
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// How the process ended, if it has; it stays a zombie, so that its number is not given to another.
    fn status(&self) -> Option<WaitIdStatus> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        waitid(WaitId::Pid(self.group()?), options).ok().flatten()
    }

    fn group(&self) -> Option<Pid> {
        Pid::from_raw(self.process.id() as i32)
    }
}

impl Drop for Child {
    /// Ends the process and whatever it started in its group.
    fn drop(&mut self) {
        if let Some(group) = self.group() {
            let _ = kill_process_group(group, Signal::KILL);
        }
        // One that waits for a broken disk cannot be killed, and is not waited for.
        if self.status_within(TO_DIE).is_some() {
            let _ = self.process.wait();
        }
    }
}
