//! Where words and data go: data to standard output, talk to standard error.

use std::cell::{Cell, RefCell};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::Arc;

use plyscope_game::Error;
use plyscope_workbench::Registry;
use serde::Serialize;

use crate::paint::Paint;

/// Why a command ended before its end.
#[derive(Debug)]
pub(crate) enum Ended {
    /// Something to tell the user.
    Error(Error),
    /// It cannot be done yet; the same command can later.
    Later(Error),
    /// The reader closed standard output.
    PipeClosed,
}

impl From<Error> for Ended {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::PipeClosed
        } else {
            Self::Error(Error::failed(format!(
                "the output cannot be written: {error}"
            )))
        }
    }
}

/// Standard output, and what every command is told.
pub(crate) struct Out {
    /// What there is by name.
    pub(crate) registry: Arc<Registry>,
    /// Data as JSON.
    pub(crate) json: bool,
    /// Where chance begins.
    pub(crate) seed: u64,
    /// Cores to use.
    pub(crate) threads: usize,
    /// Colours, where standard output is a terminal.
    pub(crate) paint: Paint,
    stdout: RefCell<BufWriter<io::Stdout>>,
    /// Whether a file is written to standard output, so that everything else goes to standard error.
    gives_way: Cell<bool>,
}

/// Threads for each core beyond which they only wait for each other, each with tables of its own.
const THREADS_A_CORE: usize = 8;

impl Out {
    pub(crate) fn new(registry: Registry, json: bool, seed: u64, threads: Option<u16>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let colours =
            !is_set("NO_COLOR") && (io::stdout().is_terminal() || is_set("CLICOLOR_FORCE"));
        Self {
            registry: Arc::new(registry),
            json,
            seed,
            threads: threads.map_or(cores, |asked| capped(usize::from(asked), cores)),
            paint: Paint { on: colours },
            stdout: RefCell::new(BufWriter::new(io::stdout())),
            gives_way: Cell::new(false),
        }
    }

    /// Writes text as it is.
    pub(crate) fn text(&self, text: &str) -> Result<(), Ended> {
        if self.gives_way.get() {
            let _ = io::stderr().write_all(text.as_bytes());
            return Ok(());
        }
        Ok(self.stdout.borrow_mut().write_all(text.as_bytes())?)
    }

    /// Leaves standard output to a file, and moves what is told beside it to standard error.
    pub(crate) fn give_way(&self) -> Result<(), Error> {
        if self.json {
            return Err(Error::misuse(
                "--json and - both want standard output",
                "leave one of them out, or give the name of a file",
            ));
        }
        self.gives_way.set(true);
        Ok(())
    }

    /// Writes the file for which everything else gave way.
    pub(crate) fn data(&self, bytes: &[u8]) -> Result<(), Ended> {
        Ok(self.stdout.borrow_mut().write_all(bytes)?)
    }

    /// Writes one line.
    pub(crate) fn line(&self, text: &str) -> Result<(), Ended> {
        self.text(text)?;
        self.text("\n")
    }

    /// Writes one JSON object on a line of its own.
    pub(crate) fn object(&self, object: &impl Serialize) -> Result<(), Ended> {
        let text = serde_json::to_string(object)
            .map_err(|error| Error::failed(format!("no JSON can be made: {error}")))?;
        self.line(&text)
    }

    /// Shows what has been written so far.
    pub(crate) fn flush(&self) -> Result<(), Ended> {
        Ok(self.stdout.borrow_mut().flush()?)
    }

    /// Flushes for the last time.
    pub(crate) fn finish(&self) -> Result<(), Ended> {
        self.flush()
    }
}

/// As many threads as are asked for, within reason.
fn capped(asked: usize, cores: usize) -> usize {
    let most = cores * THREADS_A_CORE;
    if asked > most {
        say(&format!(
            "note: {asked} threads on {cores} cores would only wait for each other; {most} are used"
        ));
    }
    asked.min(most)
}

/// Says something to the user that is not data.
///
/// Standard error may be closed: then the message is lost.
pub(crate) fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Tells the user what went wrong.
pub(crate) fn complain(error: &Error) {
    say(&format!("error: {}", presentable(&error.to_string())));
}

/// What users typed comes back in errors: without control characters, and not at any length.
fn presentable(text: &str) -> String {
    const LONGEST: usize = 60;
    let quoted = text.split('`').enumerate().map(|(place, part)| {
        let is_quoted = place % 2 == 1;
        if is_quoted && part.chars().count() > LONGEST {
            part.chars().take(LONGEST).chain(['…']).collect()
        } else {
            part.to_string()
        }
    });
    let visible = |letter: char| match letter {
        '\n' => "\n".to_string(),
        letter if letter.is_control() => letter.escape_default().to_string(),
        letter => letter.to_string(),
    };
    let joined: Vec<String> = quoted.collect();
    joined.join("`").chars().map(visible).collect()
}
