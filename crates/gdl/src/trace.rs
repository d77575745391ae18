//! Traces: games that another reasoner played, to be followed state by state.
//!
//! Line by line: `R` roles · `P n` a game begins · `S` the fluents that hold ·
//! `T` 1 if terminal · `L role : moves` · `M | move | move` · `G` goals · `D` the
//! writer's time ran out. Lists are separated by ` ; `; a goal `?` is one that
//! the writer could not tell, so it is not compared.

use crate::error::{GdlError, GdlErrorKind, SheetPlace};
use crate::machine::Machine;

/// What following a trace came to, where nothing differed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Followed {
    /// Games that were begun.
    pub games: u64,
    /// States that were compared.
    pub states: u64,
}

/// Where an engine and a trace differ, or why the engine stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct TraceDifference {
    /// The line of the trace, from 1.
    pub line: usize,
    /// What is compared: `fluents`, `terminal`, `legal moves of red`…
    pub what: String,
    /// What the trace has and the engine has not.
    pub missing: Vec<String>,
    /// What the engine has and the trace has not.
    pub extra: Vec<String>,
    /// Why the engine could not go on, where it could not.
    pub error: Option<GdlError>,
}

impl std::fmt::Display for TraceDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {} of the trace: {} differ", self.line, self.what)?;
        if !self.missing.is_empty() {
            write!(f, "; only in the trace: {}", self.missing.join(" "))?;
        }
        if !self.extra.is_empty() {
            write!(f, "; only here: {}", self.extra.join(" "))?;
        }
        match &self.error {
            Some(error) => write!(f, "; {error}"),
            None => Ok(()),
        }
    }
}

/// Follows a trace with an engine.
///
/// # Errors
/// The first difference.
pub fn follow(machine: &mut dyn Machine, trace: &str) -> Result<Followed, Box<TraceDifference>> {
    let mut follower = Follower {
        machine,
        line: 0,
        followed: Followed::default(),
    };
    for (number, line) in trace.lines().enumerate() {
        follower.line = number + 1;
        let (tag, rest) = line.split_at(line.len().min(1));
        follower.step(tag, rest.trim())?;
    }
    Ok(follower.followed)
}

struct Follower<'a> {
    machine: &'a mut dyn Machine,
    line: usize,
    followed: Followed,
}

type Step<T = ()> = Result<T, Box<TraceDifference>>;

impl Follower<'_> {
    fn step(&mut self, tag: &str, rest: &str) -> Step {
        match tag {
            "R" => {
                let roles = self.machine.roles().to_vec();
                self.compare("roles", words(rest), roles)
            }
            "P" => {
                self.followed.games += 1;
                let reset = self.machine.reset();
                self.done("the first state", reset)
            }
            "S" => {
                self.followed.states += 1;
                let fluents = self.machine.fluents();
                self.compare("fluents", items(rest), fluents)
            }
            "T" => {
                let terminal = self.machine.is_terminal();
                let terminal = u8::from(self.done("terminal", terminal)?);
                self.compare("terminal", words(rest), vec![terminal.to_string()])
            }
            "L" => self.legal(rest),
            "M" => {
                let moves: Vec<String> = rest.split('|').skip(1).map(plain).collect();
                let played = self.machine.play(&moves);
                self.done("the next state", played)
            }
            "G" => self.goals(rest),
            _ => Ok(()),
        }
    }

    fn legal(&mut self, rest: &str) -> Step {
        let (role, moves) = rest.split_once(" :").unwrap_or((rest, ""));
        let role = plain(role);
        let what = format!("legal moves of {role}");
        let number = self
            .machine
            .roles()
            .iter()
            .position(|known| known.eq_ignore_ascii_case(&role));
        let legal = match number {
            Some(number) => self.machine.legal(number),
            None => Ok(Vec::new()),
        };
        let legal = self.done(&what, legal)?;
        self.compare(&what, items(moves), legal)
    }

    fn goals(&mut self, rest: &str) -> Step {
        for (role, goal) in words(rest).into_iter().enumerate() {
            if goal == "?" {
                continue;
            }
            let found = self.machine.goal(role);
            let found = self.done("goals", found)?;
            let found = found.map_or_else(|| "none".to_owned(), |points| points.to_string());
            self.compare("goals", vec![goal], vec![found])?;
        }
        Ok(())
    }

    fn done<T>(&self, what: &str, result: Result<T, GdlError>) -> Step<T> {
        result.map_err(|error| {
            Box::new(TraceDifference {
                line: self.line,
                what: what.to_owned(),
                missing: Vec::new(),
                extra: Vec::new(),
                error: Some(error),
            })
        })
    }

    fn compare(&self, what: &str, expected: Vec<String>, found: Vec<String>) -> Step {
        let folded = |list: Vec<String>| {
            let mut list: Vec<String> = list.iter().map(|item| item.to_lowercase()).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        let (expected, found) = (folded(expected), folded(found));
        if expected == found {
            return Ok(());
        }
        let only = |these: &[String], those: &[String]| -> Vec<String> {
            let lacks = |item: &&String| those.binary_search(item).is_err();
            these.iter().filter(lacks).cloned().collect()
        };
        Err(Box::new(TraceDifference {
            line: self.line,
            what: what.to_owned(),
            missing: only(&expected, &found),
            extra: only(&found, &expected),
            error: None,
        }))
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn items(text: &str) -> Vec<String> {
    text.split(';')
        .map(plain)
        .filter(|item| !item.is_empty())
        .collect()
}

/// `( cell 1 1 b )` as `(cell 1 1 b)`.
fn plain(text: &str) -> String {
    let spaced = text.split_whitespace().collect::<Vec<_>>().join(" ");
    spaced.replace("( ", "(").replace(" )", ")")
}

/// Reads a trace file, packed or not.
///
/// # Errors
/// When it is broken or does not begin with the roles. An empty trace is one whose writer had no time for a single state.
pub fn read_trace(bytes: &[u8]) -> Result<String, GdlError> {
    let bytes = crate::inflate::unpack(bytes)?;
    let text = crate::kif::decode(&bytes)?;
    if !text.is_empty() && !text.starts_with("R ") {
        let error = GdlError::new(
            GdlErrorKind::Mismatch,
            "this is not a trace",
            "a trace begins with a line `R role role…`",
        );
        return Err(error.at(SheetPlace { line: 1, column: 1 }, text));
    }
    Ok(text.to_owned())
}
