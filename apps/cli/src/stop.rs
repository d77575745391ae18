//! Ctrl-C: asks politely once, insists the second time.

use std::sync::atomic::{AtomicBool, Ordering};

use plyscope_game::Stop;

use crate::out::say;

/// The exit code of a program that was interrupted, by convention.
const INTERRUPTED: i32 = 130;

static ALWAYS: AtomicBool = AtomicBool::new(true);

/// A flag that Ctrl-C raises; a second Ctrl-C ends the program.
pub(crate) fn on_interrupt() -> Stop {
    on_interrupt_of(&ALWAYS)
}

/// The same while `working` is set; at other times Ctrl-C ends the program at once.
pub(crate) fn on_interrupt_of(working: &'static AtomicBool) -> Stop {
    let stop = Stop::default();
    let flag = stop.clone();
    let handler = move || {
        if flag.is_raised() || !working.load(Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        say("\nstopping with what is known so far; Ctrl-C again ends at once");
        flag.raise();
    };
    if ctrlc::set_handler(handler).is_err() {
        say("note: Ctrl-C will end the program at once");
    }
    stop
}
