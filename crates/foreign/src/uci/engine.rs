//! One running engine: its options, and a search at a time.

use std::time::Duration;

use plyscope_game::{Error, ErrorKind, Stop};

use super::info::InfoLine;
use crate::{Child, CommandLine, Patience};

/// How long an engine that was told to stop may take for its move.
const TO_STOP: Duration = Duration::from_secs(1);
/// How long it may take to end.
const TO_PART: Duration = Duration::from_millis(500);

/// An engine that has said `uciok`.
pub(super) struct Engine {
    child: Option<Child>,
    name: String,
    options: Vec<EngineOption>,
    /// Lines that it tells of a search.
    lines: usize,
}

/// An option that an engine says it has.
struct EngineOption {
    name: String,
    most: Option<u64>,
}

/// What came of a search.
#[derive(Default)]
pub(super) struct Search {
    /// The move it chose, as it wrote it.
    pub(super) best: String,
    /// The last that it said of each line.
    pub(super) lines: Vec<InfoLine>,
}

impl Engine {
    /// Starts a program, waits until it says what it is, and sets options.
    pub(super) fn start(
        command: &CommandLine,
        options: &[(String, String)],
        timeout: Duration,
    ) -> Result<Self, Error> {
        let mut engine = Self {
            child: Some(Child::start(command)?),
            name: command.to_string(),
            options: Vec::new(),
            lines: 1,
        };
        let patience = Patience::of(timeout);
        engine.send("uci");
        loop {
            let line = engine.line(&patience).map_err(|error| {
                let error = error.in_context("waiting for `uciok`");
                error.with_hint("is it an engine that speaks UCI? some want to be asked: uci:cmd=(gnuchess --uci)")
            })?;
            if line == "uciok" {
                break;
            }
            if let Some(name) = line.strip_prefix("id name ") {
                engine.name = name.trim().to_string();
            } else if let Some(option) = read_option(&line) {
                engine.options.push(option);
            }
        }
        for (name, value) in options {
            engine.set(name, value)?;
        }
        engine.ready(&patience)?;
        Ok(engine)
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Sets an option by its name, in any case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Error> {
        let own = self
            .options
            .iter()
            .find(|own| own.name.eq_ignore_ascii_case(name));
        let Some(own) = own else {
            let what = format!("the engine {} has no option `{name}`", self.name);
            let names: Vec<&str> = self.options.iter().map(|own| own.name.as_str()).collect();
            return Err(Error::misuse(what, format!("it has: {}", names.join(", "))));
        };
        let line = format!("setoption name {} value {value}", own.name);
        self.send(&line);
        Ok(())
    }

    /// Asks for as many lines of a search; fewer if the engine allows no more.
    pub(super) fn tell_lines(&mut self, lines: usize) -> Result<(), Error> {
        let own = self
            .options
            .iter()
            .find(|own| own.name.eq_ignore_ascii_case("MultiPV"));
        let most = own.and_then(|own| own.most).unwrap_or(u64::MAX);
        let lines = lines.min(most as usize);
        if lines == self.lines {
            return Ok(());
        }
        self.set("MultiPV", &lines.to_string()).map_err(|error| {
            Error::unsuited(error.what, "let it search each move: every=search")
        })?;
        self.lines = lines;
        Ok(())
    }

    /// A new game begins: what it learned so far is forgotten.
    pub(super) fn new_game(&mut self, patience: &Patience) -> Result<(), Error> {
        self.send("ucinewgame");
        self.ready(patience)
    }

    /// Searches a position; `go` is what follows that word.
    pub(super) fn search(
        &mut self,
        position: &str,
        go: &str,
        patience: &Patience,
        stop: &Stop,
    ) -> Result<Search, Error> {
        self.send(&format!("position {position}\ngo {go}"));
        let searched = self.until_its_move(patience);
        match searched {
            // What it has found by now is its answer, if it stops when it is told to.
            Err(error) if error.kind == ErrorKind::Stopped && stop.is_raised() => {
                self.send("stop");
                self.until_its_move(&Patience::of(TO_STOP))
            }
            searched => searched,
        }
    }

    fn until_its_move(&mut self, patience: &Patience) -> Result<Search, Error> {
        let mut search = Search::default();
        loop {
            let line = self.line(patience)?;
            if let Some(best) = line.strip_prefix("bestmove") {
                let word = best.split_ascii_whitespace().next();
                search.best = word.unwrap_or_default().to_string();
                return Ok(search);
            }
            if let Some(info) = InfoLine::read(&line).filter(|info| info.worth.is_some()) {
                search.add(info);
            }
        }
    }

    fn ready(&mut self, patience: &Patience) -> Result<(), Error> {
        self.send("isready");
        while self.line(patience)? != "readyok" {}
        Ok(())
    }

    fn send(&mut self, text: &str) {
        let line = format!("{text}\n");
        self.child().send(line.as_bytes());
    }

    fn line(&mut self, patience: &Patience) -> Result<String, Error> {
        let line = self.child().receive(patience)?;
        Ok(String::from_utf8_lossy(line).trim().to_string())
    }

    /// An error about the engine, with its last words.
    pub(super) fn blame(&mut self, did: &str) -> Error {
        self.child().blame(did)
    }

    fn child(&mut self) -> &mut Child {
        self.child.as_mut().expect("it runs until it is dropped")
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            child.part(b"stop\nquit\n", TO_PART);
        }
    }
}

impl Search {
    /// Keeps what is newest of each line; a bound only where there is nothing better.
    fn add(&mut self, info: InfoLine) {
        let same = self.lines.iter_mut().find(|own| own.line == info.line);
        match same {
            Some(own) if info.is_bound && !own.is_bound => own.nodes = info.nodes,
            Some(own) => *own = info,
            None => self.lines.push(info),
        }
    }
}

/// `option name MultiPV type spin default 1 min 1 max 500`
fn read_option(line: &str) -> Option<EngineOption> {
    let rest = line.strip_prefix("option name ")?;
    let (name, about) = rest.split_once(" type ").unwrap_or((rest, ""));
    let mut words = about.split_ascii_whitespace();
    let most = words.find(|word| *word == "max").and(words.next());
    Some(EngineOption {
        name: name.trim().to_string(),
        most: most.and_then(|most| most.parse().ok()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_blanks_in_their_names() {
        let option = read_option("option name Skill Level type spin default 20 min 0 max 20");
        let option = option.expect("an option");
        assert_eq!(
            (option.name.as_str(), option.most),
            ("Skill Level", Some(20))
        );
        assert!(read_option("id name x").is_none());
    }
}
