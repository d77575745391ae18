//! Faults of every kind, at any question: each is named, nothing hangs, nothing stays behind.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use plyscope_connect4::Standard;
use plyscope_foreign::process::ProcessAgent;
use plyscope_foreign::uci::UciAgent;
use plyscope_game::{Agent, Chance, Error, ErrorKind, Limits};

use crate::engines;
use crate::peer::{Peer, peer};
use crate::processes::{settings, states};

/// What a process does, and a word of the error that follows; none where it depends on how busy the machine is.
const OF_PROCESSES: [(&str, &str); 27] = [
    ("exit", "exit code 3"),
    ("kill", "signal 9"),
    ("panic", "exit code 101"),
    ("hang", "did not answer"),
    ("leave", ""),
    ("half", "did not answer"),
    ("half-exit", "exit code 5"),
    ("flood", "no answer: `info string"),
    ("endless-line", ""),
    ("flood-errors", "did not answer"),
    ("bytes", "no answer"),
    ("rubbish", "no answer: `Traceback"),
    ("empty", "no answer"),
    ("greet-exit", "exit code 7"),
    ("greet-hang", "did not answer"),
    ("greet-rubbish", "answered the greeting with `hello`"),
    ("greet-version", "version 99"),
    ("greet-wants", "money"),
    ("greet-refuses", "not this game"),
    ("few", "values for"),
    ("many", "values for"),
    ("null", "`null`"),
    ("words", "no answer"),
    ("out-of-turn", "out of turn"),
    ("no-id", "no answer"),
    ("nan", "`NaN`"),
    ("twice", "out of turn"),
];

/// What an engine does, and a word of the error that follows.
const OF_ENGINES: [(&str, &str); 14] = [
    ("exit", "exit code 3"),
    ("kill", "signal 9"),
    ("panic", "exit code 101"),
    ("hang", "did not answer"),
    ("leave", ""),
    ("half", "did not answer"),
    ("flood", "did not answer"),
    ("endless-line", ""),
    ("flood-errors", "did not answer"),
    ("bytes", "did not answer"),
    ("greet-exit", "exit code 7"),
    ("greet-hang", "did not answer"),
    ("illegal", "`z9z9`, which is not legal"),
    ("none-move", "chose no move"),
];

/// Faults at the same time: most of them wait.
const AT_ONCE: u64 = 8;
/// How long an answer may take of one that never comes.
const SHORT: Duration = Duration::from_millis(250);
/// How long one may take that comes, on the busiest machine.
const LONG: Duration = Duration::from_secs(60);
/// No fault may take longer, on the busiest machine.
const NO_HANG: Duration = Duration::from_secs(90);

/// Only who is known to hang is not waited for: others may be slow because the machine is.
fn timeout(word: &str) -> Duration {
    if word.is_empty() || word == "did not answer" {
        SHORT
    } else {
        LONG
    }
}

fn is_named(peer: &Peer, fault: &str, word: &str, error: &Error) {
    let text = error.to_string();
    assert!(text.contains(&peer.command.to_string()), "{fault}: {text}");
    assert!(text.contains(word), "{fault}: {text}");
    assert!(
        !text.contains("panicked at") || fault == "panic",
        "{fault}: {text}"
    );
    assert!(
        matches!(error.kind, ErrorKind::Failed | ErrorKind::Illegal),
        "{fault}: {text}"
    );
}

/// Asks a process until its fault is told.
fn of_a_process(fault: &str, word: &str, at: u64) {
    let game = Standard::default();
    let peer = peer("process", fault, at);
    let mut settings = settings(&game, peer.command.clone());
    settings.timeout = timeout(word);
    let mut agent = ProcessAgent::new(settings);
    let states = states(&game, 40);
    let mut asked = states
        .iter()
        .map(|state| agent.advise(&game, state, &Limits::every_move()));
    let error = asked.find_map(Result::err);
    drop(asked);
    is_named(
        &peer,
        fault,
        word,
        &error.unwrap_or_else(|| panic!("{fault} was not told")),
    );
    drop(agent);
    assert!(peer.is_gone(), "{fault} left something behind");
}

/// Asks an engine until its fault is told.
fn of_an_engine(fault: &str, word: &str, at: u64) {
    let game = Standard::default();
    let peer = peer("uci", fault, at);
    let mut settings = engines::settings(peer.command.clone());
    settings.timeout = timeout(word);
    let mut agent = UciAgent::new(settings, engines::tongue());
    let states = states(&game, 20);
    let mut asked = states
        .iter()
        .map(|state| agent.advise(&game, state, &Limits::default()));
    let error = asked.find_map(Result::err);
    drop(asked);
    is_named(
        &peer,
        fault,
        word,
        &error.unwrap_or_else(|| panic!("{fault} was not told")),
    );
    drop(agent);
    assert!(peer.is_gone(), "{fault} left something behind");
}

fn inject(number: u64) -> String {
    let begun = Instant::now();
    let at = 1 + u64::from(Chance::for_task(11, number).below(6));
    let kinds = (OF_PROCESSES.len() + OF_ENGINES.len()) as u64;
    let kind = (number % kinds) as usize;
    let name = if let Some(&(fault, word)) = OF_PROCESSES.get(kind) {
        of_a_process(fault, word, at);
        format!("process {fault}")
    } else {
        let (fault, word) = OF_ENGINES[kind - OF_PROCESSES.len()];
        of_an_engine(fault, word, at);
        format!("engine {fault}")
    };
    assert!(
        begun.elapsed() < NO_HANG,
        "{name} took {:?}",
        begun.elapsed()
    );
    name
}

/// All kinds once; `PLYSCOPE_FAULTS=1000` asks for more.
#[test]
fn every_fault_is_named_and_leaves_nothing_behind() {
    let kinds = OF_PROCESSES.len() + OF_ENGINES.len();
    let asked = std::env::var("PLYSCOPE_FAULTS")
        .ok()
        .and_then(|text| text.parse().ok());
    let count: u64 = asked.unwrap_or(kinds as u64);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let next = AtomicU64::new(0);
    let work = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|number| *number < count);
        numbers.map(inject).collect::<Vec<_>>()
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            for name in worker.join().expect("every fault is named") {
                *counts.entry(name).or_default() += 1;
            }
        }
    });
    assert_eq!(counts.values().sum::<u32>(), count as u32);
    assert!(counts.len() >= kinds.min(count as usize));
}
