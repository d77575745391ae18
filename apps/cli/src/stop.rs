//! Ctrl-C and SIGTERM, by one rule for all commands: ask politely once, insist the second time.
//!
//! Who was stopped says so, says what is kept, and ends with the code of the
//! signal. A command that can end by itself takes a flag from [`on_interrupt`];
//! one that cannot says by [`ends_at_once`] what is kept of its work.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

use plyscope_game::Stop;

use crate::out::say;

/// The exit code of a program that Ctrl-C ended, by convention.
const INTERRUPTED: u8 = 130;
/// The same for SIGTERM.
#[cfg(unix)]
const TERMINATED: u8 = 143;

/// The code of a command whose follower is gone: that of SIGTERM, too.
const DESERTED: u8 = 143;

static ALWAYS: AtomicBool = AtomicBool::new(true);

/// The flags that a signal raises.
static LISTENER: OnceLock<Listener> = OnceLock::new();

/// The code of the last signal; 0 before the first.
static CODE: AtomicU8 = AtomicU8::new(0);

/// What is kept when the program is ended at once.
static KEPT: Mutex<String> = Mutex::new(String::new());

struct Listener {
    stop: Stop,
    /// Whether the command looks at the flag just now.
    working: &'static AtomicBool,
}

/// Makes Ctrl-C and SIGTERM do the same; called before there are other threads.
///
/// SIGHUP is left alone: a run under nohup is to survive its terminal.
pub(crate) fn heed_signals() {
    heed_termination();
    if ctrlc::set_handler(|| called(INTERRUPTED)).is_err() {
        say("note: Ctrl-C will end the program at once");
    }
}

/// The signal is blocked and waited for by a thread of its own.
#[cfg(unix)]
fn heed_termination() {
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
fn heed_termination() {}

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program.
pub(crate) fn on_interrupt() -> Stop {
    on_interrupt_of(&ALWAYS)
}

/// The same while `working` is set; at other times Ctrl-C ends the program at once.
pub(crate) fn on_interrupt_of(working: &'static AtomicBool) -> Stop {
    let listener = LISTENER.get_or_init(|| Listener {
        stop: Stop::default(),
        working,
    });
    listener.stop.clone()
}

/// Says what is kept when Ctrl-C ends the program at once, because the command looks at no flag.
pub(crate) fn ends_at_once(kept: impl Into<String>) {
    *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = kept.into();
}

/// The exit code of a command that failed because a signal stopped it; nothing if none did.
pub(crate) fn exit_code() -> Option<u8> {
    let listener = LISTENER.get()?;
    let is_stopped = listener.stop.is_raised();
    is_stopped.then(|| CODE.load(Ordering::Relaxed))
}

/// Does as on SIGTERM, because the program that follows this one is gone.
pub(crate) fn deserted() {
    called(DESERTED);
}

/// Raises the flags that stop the work; ends the program if there are none, or if they were raised before.
fn called(code: u8) {
    CODE.store(code, Ordering::Relaxed);
    let listener = LISTENER.get();
    match listener.filter(|listener| listener.working.load(Ordering::Relaxed)) {
        Some(listener) if !listener.stop.is_raised() => {
            listener.stop.raise();
            say("\nstopping with what is known so far; Ctrl-C again ends at once");
        }
        Some(_) => {
            say("\nended at once");
            std::process::exit(code.into());
        }
        None => {
            let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = if kept.is_empty() {
                "nothing is kept"
            } else {
                &kept
            };
            say(&format!("\nstopped: {kept}"));
            std::process::exit(code.into());
        }
    }
}
