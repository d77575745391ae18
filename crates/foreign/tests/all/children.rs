//! Processes that are spoken to in lines: nothing hangs, nothing stays behind.

use std::fs;
use std::io::Write as _;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use plyscope_foreign::{Child, CommandLine, Patience};
use plyscope_game::{ErrorKind, Limits};

fn start(script: &str) -> Child {
    let words = format!("sh -c '{script}'");
    Child::start(&CommandLine::parse(&words).expect("a command")).expect("there is a shell")
}

fn soon() -> Patience {
    Patience::of(Duration::from_secs(20))
}

fn shortly() -> Patience {
    Patience::of(Duration::from_millis(100))
}

fn line(child: &mut Child) -> String {
    let line = child.receive(&soon()).expect("a line");
    String::from_utf8(line.to_vec()).expect("text")
}

/// Whether a process is alive; one that nobody waits for is not.
fn is_alive(id: u32) -> bool {
    let state = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let after_name = state.rsplit(')').next().unwrap_or_default();
    !matches!(
        after_name.trim_start().chars().next(),
        None | Some('Z' | 'X')
    )
}

fn is_gone_soon(id: u32) -> bool {
    let until = Instant::now() + Duration::from_secs(20);
    while is_alive(id) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(2));
    }
    !is_alive(id)
}

#[test]
fn lines_go_both_ways_whatever_their_size() {
    let mut child = Child::start(&CommandLine::parse("cat").unwrap()).unwrap();
    for size in [0, 1, 1000, 70_000, 3_000_000] {
        let mut text = vec![b'x'; size];
        text.push(b'\n');
        child.send(&text);
        assert_eq!(child.receive(&soon()).expect("it comes back").len(), size);
    }
    child.send(b"one\ntwo\r\nthree\n");
    assert_eq!(
        [line(&mut child), line(&mut child), line(&mut child)],
        ["one", "two", "three"]
    );
    child.part(b"", Duration::from_secs(5));
}

#[test]
fn whoever_ends_is_named_with_its_exit_code_and_its_last_words() {
    let mut child = start("read x; echo some words; echo trouble at mill >&2; exit 3");
    child.send(b"ask\n");
    assert_eq!(line(&mut child), "some words");
    let error = child.receive(&soon()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Failed);
    for word in ["sh -c", "exit code 3", "trouble at mill"] {
        assert!(error.what.contains(word), "{error}");
    }
    let mut child = start("kill -9 $$");
    let error = child.receive(&soon()).unwrap_err();
    assert!(error.what.contains("signal 9"), "{error}");
}

#[test]
fn whoever_hangs_is_waited_for_no_longer_than_allowed() {
    let mut silent = start("trap \"\" TERM INT HUP PIPE; while :; do sleep 1; done");
    let id = silent.id();
    let error = silent.receive(&shortly()).unwrap_err();
    assert!(
        error.what.contains("did not answer within 0.1 s"),
        "{error}"
    );
    // One that does not read its input keeps nobody waiting either.
    silent.send(&vec![b'x'; 4 << 20]);
    let error = silent.receive(&shortly()).unwrap_err();
    assert!(error.what.contains("read nothing"), "{error}");
    drop(silent);
    assert!(!is_alive(id));
}

#[test]
fn whoever_never_stops_talking_is_out_of_time_too() {
    let mut child = Child::start(&CommandLine::parse("yes").unwrap()).unwrap();
    let patience = shortly();
    let error = loop {
        if let Err(error) = child.receive(&patience) {
            break error;
        }
    };
    assert!(error.what.contains("`yes` did not answer"), "{error}");
}

#[test]
fn much_on_standard_error_stops_nobody() {
    let mut child = start(
        "i=0; while [ $i -lt 20000 ]; do echo much too much >&2; i=$((i+1)); done; echo done",
    );
    assert_eq!(line(&mut child), "done");
}

#[test]
fn a_raised_stop_ends_the_wait() {
    let limits = Limits::default();
    limits.stop.raise();
    let mut child = start("sleep 100");
    let patience = Patience::within(Duration::from_secs(100), &limits);
    let error = child.receive(&patience).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Stopped);
}

#[test]
fn what_a_process_started_ends_with_it() {
    let mut child = start("sleep 1000 & echo $!; wait");
    let grandchild: u32 = line(&mut child).parse().expect("a number");
    assert!(is_alive(grandchild));
    drop(child);
    assert!(is_gone_soon(grandchild));
}

/// Run by the next test in a process of its own, which is then killed.
#[test]
#[ignore = "only another test begins it"]
fn begins_a_process_and_waits_for_ever() {
    let mut child =
        start("trap \"\" TERM INT HUP; sleep 1000 & echo $$ $!; while :; do sleep 1; done");
    // Standard output may be caught by the test's own; standard error is read by the other test.
    let begun = line(&mut child);
    let _ = writeln!(std::io::stderr(), "begun {begun}");
    let _ = child.receive(&Patience::of(Duration::from_secs(1000)));
}

#[test]
fn nothing_stays_behind_when_we_are_killed() {
    for _ in 0..5 {
        let mut own = Command::new(std::env::current_exe().expect("this program"))
            .args([
                "--ignored",
                "--exact",
                "--nocapture",
                "children::begins_a_process_and_waits_for_ever",
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts again");
        let errors = BufReader::new(own.stderr.take().expect("a pipe"));
        let mut lines = errors.lines().map_while(Result::ok);
        let begun = lines.find_map(|line| Some(line.strip_prefix("begun ")?.to_string()));
        let begun = begun.expect("it says what it began");
        let ids: Vec<u32> = begun
            .split(' ')
            .map(|id| id.parse().expect("a number"))
            .collect();
        assert!(ids.iter().all(|&id| is_alive(id)), "{begun}");
        own.kill().expect("it was running");
        own.wait().expect("it was running");
        assert!(ids.iter().all(|&id| is_gone_soon(id)), "{begun}");
    }
}
