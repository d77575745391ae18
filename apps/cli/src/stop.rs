//! Ctrl-C and SIGTERM: ask politely once, insist the second time.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_game::Stop;

use crate::out::say;

/// The exit code of a program that Ctrl-C ended, by convention.
const INTERRUPTED: i32 = 130;
/// The same for SIGTERM.
#[cfg(unix)]
const TERMINATED: i32 = 143;

static ALWAYS: AtomicBool = AtomicBool::new(true);

/// Who is asked to stop.
static LISTENER: OnceLock<Listener> = OnceLock::new();

struct Listener {
    stop: Stop,
    /// Whether anybody looks at the flag just now.
    working: &'static AtomicBool,
}

/// Makes SIGTERM do what Ctrl-C does; called before there are other threads.
///
/// The signal is blocked and waited for by a thread of its own. SIGHUP is left
/// alone: a run under nohup is to survive its terminal.
#[cfg(unix)]
pub(crate) fn heed_termination() {
    use nix::sys::signal::{SigSet, Signal};

    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    if signals.thread_block().is_err() {
        return;
    }
    let wait = move || {
        while signals.wait().is_ok() {
            called(TERMINATED);
        }
    };
    let thread = std::thread::Builder::new().name("signals".to_string());
    if thread.spawn(wait).is_err() {
        // Nobody waits for the signal, so it has to end the program by itself.
        let _ = signals.thread_unblock();
    }
}

#[cfg(not(unix))]
pub(crate) fn heed_termination() {}

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program.
pub(crate) fn on_interrupt() -> Stop {
    on_interrupt_of(&ALWAYS)
}

/// The same while `working` is set; at other times Ctrl-C ends the program at once.
pub(crate) fn on_interrupt_of(working: &'static AtomicBool) -> Stop {
    let listener = LISTENER.get_or_init(|| {
        if ctrlc::set_handler(|| called(INTERRUPTED)).is_err() {
            say("note: Ctrl-C will end the program at once");
        }
        let stop = Stop::default();
        Listener { stop, working }
    });
    listener.stop.clone()
}

/// Asks whoever works to stop; ends the program if nobody does, or was asked before.
fn called(code: i32) {
    match LISTENER.get() {
        Some(listener)
            if listener.working.load(Ordering::Relaxed) && !listener.stop.is_raised() =>
        {
            listener.stop.raise();
            say("\nstopping with what is known so far; Ctrl-C again ends at once");
        }
        _ => std::process::exit(code),
    }
}
