//! The program at the other end: `examples/peer.rs`.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use plyscope_foreign::CommandLine;

/// A call of the program that nobody else made.
pub(crate) struct Peer {
    pub(crate) command: CommandLine,
    mark: String,
}

/// The program as `kind`, doing `fault` at question `at`.
pub(crate) fn peer(kind: &str, fault: &str, at: u64) -> Peer {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let mark = format!("mark-{}-{call}-", std::process::id());
    let program = program();
    let text = format!("'{}' {kind} {fault} {at} {mark}", program.display());
    Peer {
        command: CommandLine::parse(&text).expect("a command"),
        mark,
    }
}

/// Cargo builds examples beside the tests.
fn program() -> PathBuf {
    let own = std::env::current_exe().expect("this program");
    let folder = own.parent().and_then(|folder| folder.parent());
    folder.expect("a target folder").join("examples/peer")
}

impl Peer {
    /// Whether none of its processes is there any more, after a moment at the most.
    pub(crate) fn is_gone(&self) -> bool {
        let until = Instant::now() + Duration::from_secs(20);
        while self.is_running() {
            if Instant::now() > until {
                return false;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        true
    }

    fn is_running(&self) -> bool {
        let all = fs::read_dir("/proc").expect("there is /proc");
        let mut calls = all.filter_map(|own| fs::read(own.ok()?.path().join("cmdline")).ok());
        calls.any(|call| {
            let mark = self.mark.as_bytes();
            call.windows(mark.len()).any(|part| part == mark)
        })
    }
}
