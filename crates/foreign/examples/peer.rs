//! The program at the other end in tests: it answers rightly, or does a named wrong at a given question.
//!
//! `peer process FAULT N` speaks lines of JSON, `peer uci FAULT N` is an engine;
//! the fault comes with question N, and never if it is `none`.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it talks by its pipes"
)]

use std::io::{BufRead, Lines, StdinLock, Write, stdin, stdout};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value as Json, json};

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let mut peer = Peer {
        fault: word(2).to_string(),
        at: word(3).parse().unwrap_or(1),
        asked: 0,
        lines: stdin().lock().lines(),
    };
    match word(1) {
        "uci" => peer.be_an_engine(),
        _ => peer.be_a_process(),
    }
}

struct Peer {
    fault: String,
    at: u64,
    asked: u64,
    lines: Lines<StdinLock<'static>>,
}

impl Peer {
    fn line(&mut self) -> Option<String> {
        self.lines.next()?.ok()
    }

    /// Whether it is time for the fault; those that any program can do are done here.
    fn is_time(&mut self) -> bool {
        self.asked += 1;
        if self.asked < self.at || self.fault == "none" {
            return false;
        }
        match self.fault.as_str() {
            "exit" => {
                eprintln!("peer: this is the end");
                exit(3)
            }
            "kill" => {
                let id = std::process::id().to_string();
                let _ = Command::new("kill").args(["-KILL", &id]).status();
            }
            "panic" => panic!("peer: on purpose"),
            "hang" => hang(),
            "leave" => {
                // What it leaves behind holds the pipes open.
                let sleeper = Command::new("sleep")
                    .args(["1000"])
                    .stdin(Stdio::null())
                    .spawn();
                drop(sleeper);
                exit(4)
            }
            "half" => {
                print!("{{\"id\":");
                let _ = stdout().flush();
                hang()
            }
            "half-exit" => {
                print!("{{\"id\":");
                let _ = stdout().flush();
                exit(5)
            }
            "flood" => loop {
                if writeln!(stdout(), "info string nothing to say").is_err() {
                    exit(6)
                }
            },
            "endless-line" => loop {
                if stdout().write_all(&vec![b'x'; 65536]).is_err() {
                    exit(6)
                }
            },
            "flood-errors" => loop {
                eprintln!("peer: much ado");
            },
            "bytes" => {
                let _ = stdout().write_all(b"\xff\xfe\x00\x80 rubbish \xc3\x28\n");
                let _ = stdout().flush();
            }
            "rubbish" => say("Traceback (most recent call last):"),
            "empty" => say(""),
            _ => {}
        }
        true
    }

    fn be_a_process(&mut self) {
        while let Some(line) = self.line() {
            let question: Json = serde_json::from_str(&line).unwrap_or_default();
            if question.get("plyscope").is_some() {
                self.greet();
            } else if question.get("id").is_some() {
                self.answer(&question);
            } else if question.get("goodbye").is_some() {
                return;
            }
        }
    }

    fn greet(&mut self) {
        let gives = if self.fault.starts_with("moves") {
            "moves"
        } else {
            "states"
        };
        match self.fault.as_str() {
            "greet-exit" => exit(7),
            "greet-hang" => hang(),
            "greet-rubbish" => say("hello"),
            "greet-version" => say("{\"plyscope\":99,\"gives\":\"states\"}"),
            "greet-wants" => say("{\"plyscope\":1,\"gives\":\"states\",\"wants\":[\"money\"]}"),
            "greet-refuses" => say("{\"error\":\"not this game\"}"),
            _ => say(&format!(
                "{{\"plyscope\":1,\"gives\":\"{gives}\",\"wants\":[\"states\",\"cells\",\"moves\",\"seed\"]}}"
            )),
        }
    }

    /// The value of a state is a number made of its text, its cells and its player.
    fn answer(&mut self, question: &Json) {
        let empty = Vec::new();
        let list = |key: &str| question[key].as_array().unwrap_or(&empty);
        let of_state = |at: usize| {
            let text = list("states")[at].as_str().unwrap_or_default();
            let cells = list("cells")[at].as_str().unwrap_or_default();
            let player = list("players")[at].as_u64().unwrap_or(9);
            let sum: u64 = text
                .bytes()
                .chain(cells.bytes())
                .zip(1..)
                .map(|(byte, place)| u64::from(byte) * place)
                .sum();
            (sum % 1009) as f64 * if player == 0 { 0.25 } else { -0.25 }
        };
        let mut values: Vec<Json> = if self.fault.starts_with("moves") {
            let moves = |at: usize| list("moves")[at].as_array().map_or(0, Vec::len);
            let of_moves = |at: usize| {
                json!(
                    (0..moves(at))
                        .map(|place| place as f64 + of_state(at))
                        .collect::<Vec<_>>()
                )
            };
            (0..list("states").len()).map(of_moves).collect()
        } else {
            (0..list("states").len())
                .map(|at| json!(of_state(at)))
                .collect()
        };
        let mut id = question["id"].clone();
        if self.is_time() {
            match self.fault.as_str() {
                "few" => drop(values.pop()),
                "many" => values.push(json!(1)),
                "null" => values[0] = Json::Null,
                "words" => values[0] = json!("good"),
                "out-of-turn" => id = json!(id.as_u64().unwrap_or(0) + 17),
                "no-id" => id = Json::Null,
                "says" => return say(&json!({"id": id, "error": "I do not know"}).to_string()),
                "nan" => {
                    let all = vec!["NaN"; values.len()].join(",");
                    return say(&format!("{{\"id\":{id},\"values\":[{all}]}}"));
                }
                "slow" => sleep(Duration::from_millis(700)),
                "twice" => say(&json!({"id": id, "values": values}).to_string()),
                "moves-few" => {
                    let _ = values[0].as_array_mut().and_then(Vec::pop);
                }
                "bytes" | "rubbish" | "empty" => return,
                _ => {}
            }
        }
        say(&json!({"id": id, "values": values}).to_string());
    }

    /// An engine for any game whose positions end in `legal` and the legal moves.
    fn be_an_engine(&mut self) {
        let mut legal: Vec<String> = Vec::new();
        let mut lines = 1;
        while let Some(line) = self.line() {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            match words.first().copied().unwrap_or_default() {
                "uci" if self.fault == "greet-hang" => hang(),
                "uci" if self.fault == "greet-exit" => exit(7),
                "uci" => say(
                    "id name Peer 1.0\noption name MultiPV type spin default 1 min 1 max 500\noption name Some Thing type string default\noption name UCI_ShowWDL type check default false\nuciok",
                ),
                "isready" => say("readyok"),
                "setoption" if line.contains("MultiPV") => {
                    lines = words.last().and_then(|word| word.parse().ok()).unwrap_or(1);
                }
                "position" => {
                    let begin = words
                        .iter()
                        .position(|word| *word == "legal")
                        .map_or(words.len(), |at| at + 1);
                    legal = words[begin..]
                        .iter()
                        .map(|word| (*word).to_string())
                        .collect();
                }
                "go" => self.search(&legal, lines),
                "quit" => return,
                _ => {}
            }
        }
    }

    fn search(&mut self, legal: &[String], lines: usize) {
        let is_time = self.is_time();
        for (place, mv) in legal.iter().take(lines).enumerate() {
            let (line, value) = (place + 1, 50 - 10 * place as i64);
            let wins = 500 + 4 * value;
            say(&format!(
                "info depth 9 multipv {line} score cp {value} wdl {wins} 0 {} nodes 100 pv {mv}",
                1000 - wins
            ));
        }
        let best = legal.first().map_or("0000", String::as_str);
        match self.fault.as_str() {
            "illegal" if is_time => say("bestmove z9z9"),
            "none-move" if is_time => say("bestmove (none)"),
            "rubbish" | "empty" | "bytes" if is_time => hang(),
            "slow" if is_time => {
                sleep(Duration::from_millis(700));
                say(&format!("bestmove {best}"));
            }
            _ => say(&format!("bestmove {best}")),
        }
    }
}

fn say(text: &str) {
    println!("{text}");
    let _ = stdout().flush();
}

fn hang() -> ! {
    loop {
        sleep(Duration::from_secs(1));
    }
}
