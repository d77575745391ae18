//! A run: what was asked for, how it stands, and what is kept of it.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use plyscope_game::Error;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Order;
use crate::refusal::{Answer, error_json};

/// Points of a learner's way that are kept; of more, every other one is dropped.
const MOST_STEPS: usize = 400;

/// How a run stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunState {
    /// It waits for its turn.
    Waiting,
    /// It is at work.
    Running,
    /// It was stopped; what it had is kept.
    Stopped,
    /// The server ended before it did.
    Interrupted,
    /// It ended with an error.
    Failed,
    /// It is done.
    Done,
}

impl RunState {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Stopped => "stopped",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
            Self::Done => "done",
        }
    }
}

/// A run as its file holds it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) id: String,
    /// `judge`, `truth`, `match` or `learn`.
    pub(crate) kind: String,
    pub(crate) title: String,
    /// The order as the page gave it.
    pub(crate) order: Value,
    /// The arguments of the command.
    pub(crate) arguments: Vec<String>,
    pub(crate) state: RunState,
    /// Seconds since 1970.
    pub(crate) began: u64,
    pub(crate) ended: Option<u64>,
    pub(crate) error: Option<Value>,
    /// How far it is, as it was last told.
    pub(crate) progress: Option<Value>,
    /// The score of a match so far.
    #[serde(default)]
    pub(crate) standings: Option<Value>,
    /// The last moves of games that are played just now, by board.
    #[serde(skip)]
    pub(crate) live: BTreeMap<u64, Value>,
    /// The weights on the way: after each generation, or at milestones of labelled states.
    #[serde(default)]
    pub(crate) steps: Vec<Value>,
    /// The objects that the command printed.
    #[serde(default)]
    pub(crate) result: Vec<Value>,
}

impl Run {
    pub(crate) fn new(id: &str, order: &Order, seed: u64) -> Answer<Self> {
        Ok(Self {
            id: id.to_owned(),
            kind: order.kind().to_owned(),
            title: order.title(),
            order: order.json(),
            arguments: order.arguments(id, seed)?,
            state: RunState::Waiting,
            began: now(),
            ended: None,
            error: None,
            progress: None,
            standings: None,
            live: BTreeMap::new(),
            steps: Vec::new(),
            result: Vec::new(),
        })
    }

    /// Reads a run's folder; one that the command line filled has no `run.json`, but a result.
    pub(crate) fn load(folder: &Path, id: &str) -> Option<Self> {
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).ok();
        if let Some(text) = read("run.json") {
            let mut run: Self = serde_json::from_str(&text).ok()?;
            id.clone_into(&mut run.id);
            return Some(run);
        }
        let result = read("result.json").or_else(|| read("judgement.json"))?;
        let result = lines(&result);
        let is_judgement = result.first()?.get("heuristics").is_some();
        let kind = if is_judgement { "judge" } else { "match" };
        Some(Self {
            id: id.to_owned(),
            kind: kind.to_owned(),
            title: result[0]["game"].as_str().unwrap_or(id).to_owned(),
            order: Value::Null,
            arguments: Vec::new(),
            state: RunState::Done,
            began: 0,
            ended: None,
            error: None,
            progress: None,
            standings: None,
            live: BTreeMap::new(),
            steps: Vec::new(),
            result,
        })
    }

    /// Writes the file, whole or not at all.
    pub(crate) fn save(&self, folder: &Path) -> Result<(), Error> {
        let failed = |error: std::io::Error| {
            Error::failed(format!(
                "the run cannot be kept in {}: {error}",
                folder.display()
            ))
        };
        std::fs::create_dir_all(folder).map_err(failed)?;
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        let draft = folder.join("run.json.part");
        std::fs::write(&draft, text).map_err(failed)?;
        std::fs::rename(&draft, folder.join("run.json")).map_err(failed)
    }

    /// Takes the objects that the command printed.
    pub(crate) fn keep_result(&mut self, folder: &Path) {
        let draft = folder.join("result.json.part");
        if let Ok(text) = std::fs::read_to_string(&draft) {
            self.result = lines(&text);
            // A judgement is long, and lies beside the run.
            if self.kind == "judge" && !self.result.is_empty() {
                let _ = std::fs::rename(&draft, folder.join("judgement.json"));
                self.result.clear();
            } else {
                let _ = std::fs::remove_file(&draft);
            }
        }
    }

    /// Takes what the job told of itself.
    pub(crate) fn tell(&mut self, mut told: Value) {
        if let Some(standings) = told.get_mut("standings") {
            self.standings = Some(standings.take());
        } else if let Some(live) = told.get_mut("live") {
            let board = live["board"].as_u64().unwrap_or(0);
            self.live.insert(board, live.take());
        } else if told.get("step").is_some() {
            self.steps.retain(|own| own["step"] != told["step"]);
            self.steps.push(told);
            // Fits of fewer states may be done later than those of more.
            self.steps.sort_by_key(|own| own["step"].as_u64());
            if self.steps.len() > MOST_STEPS {
                // Counted from the end, so that the newest stays.
                let mut left = self.steps.len();
                self.steps.retain(|_| {
                    left -= 1;
                    left.is_multiple_of(2)
                });
            }
        } else if told.get("done").is_some() {
            self.progress = Some(told);
        }
    }

    pub(crate) fn can_resume(&self) -> bool {
        let can = [RunState::Stopped, RunState::Interrupted, RunState::Failed];
        can.contains(&self.state) && !self.arguments.is_empty()
    }

    pub(crate) fn wait_again(&mut self) {
        self.state = RunState::Waiting;
        self.ended = None;
        self.error = None;
    }

    pub(crate) fn end(&mut self, state: RunState, error: Option<&Error>) {
        self.state = state;
        self.ended = Some(now());
        self.live.clear();
        self.error = error.map(error_json);
    }

    /// The run as the page reads it.
    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id,
            "kind": self.kind,
            "title": self.title,
            "order": self.order,
            "command": self.command(),
            "state": self.state,
            "began": self.began,
            "ended": self.ended,
            "error": self.error,
            "progress": self.progress,
            "standings": self.standings,
            "live": self.live.values().collect::<Vec<_>>(),
            "steps": self.steps,
            "result": self.result,
            "can_resume": self.can_resume(),
        })
    }

    /// What a person would type, in the home folder.
    fn command(&self) -> String {
        let words = std::iter::once("plyscope".to_owned());
        let words = words.chain(self.arguments.iter().map(|own| quoted(own)));
        words.collect::<Vec<_>>().join(" ")
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |own: char| own.is_alphanumeric() || "-_./:=,+".contains(own);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

fn lines(text: &str) -> Vec<Value> {
    let read = |line: &str| serde_json::from_str(line).ok();
    text.lines().filter_map(read).collect()
}

/// The number at the end of a run's name.
pub(crate) fn number(id: &str) -> u64 {
    let digits = id.rsplit('-').next().unwrap_or_default();
    digits.parse().unwrap_or(0)
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("--by=negascout:depth=3"), "--by=negascout:depth=3");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(number("match-0012"), 12);
        assert_eq!(number("mine"), 0);
    }

    #[test]
    fn the_way_of_a_learner_stays_short() {
        let order = serde_json::json!({"kind": "match", "game": "tictactoe", "first": "random", "second": "random"});
        let order: Order = serde_json::from_value(order).unwrap();
        let mut run = Run::new("learn-1", &order, 1).unwrap();
        for generation in 0..5000 {
            run.tell(json!({"step": generation, "unit": "generation", "weights": []}));
            assert_eq!(run.steps.last().unwrap()["step"], generation);
        }
        assert!(run.steps.len() <= MOST_STEPS);
    }
}
