//! A progress bar on standard error, where that is a terminal.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use plyscope_game::{Limits, Progress};

use crate::followed::{Teller, progress};
use crate::table::grouped;

/// Work that is done sooner needs no bar.
const SOON: Duration = Duration::from_secs(1);
/// Single steps take from microseconds to hours; the clock beside the bar moves all the time.
const TICK: Duration = Duration::from_millis(250);

/// Counts things called `unit`, with their rate, where the total is unknown.
///
/// Hidden where the data themselves are on the screen.
pub(crate) fn counter(unit: &'static str) -> ProgressBar {
    if std::io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = styled(
        &format!("{{pos}} {unit}, {{rate}}, {{elapsed}}"),
        &Arc::default(),
    );
    ProgressBar::no_length().with_style(style)
}

/// A bar over things called `unit`, with their rate and the time left.
pub(crate) struct Bar {
    shown: ProgressBar,
    /// What was done before this run began: it says nothing about its speed.
    before: Arc<AtomicU64>,
    unit: Mutex<String>,
    teller: Teller,
}

impl Bar {
    /// A bar over `of` things; 0 if that is told later.
    pub(crate) fn new(of: u64, unit: &str, message: impl Into<String>) -> Self {
        let own = Self {
            shown: ProgressBar::new(of),
            before: Arc::default(),
            unit: Mutex::new(unit.to_owned()),
            teller: Teller::default(),
        };
        own.style((of > 0).then_some(of));
        own.shown.set_message(message.into());
        own.shown.enable_steady_tick(TICK);
        own
    }

    /// How far it is; a new length begins to measure anew.
    pub(crate) fn tell(&self, done: u64, of: u64) {
        if self.shown.length() != Some(of) {
            self.begin(done, Some(of));
        }
        self.at(done);
    }

    /// One more is done.
    pub(crate) fn add_one(&self) {
        self.shown.inc(1);
        self.tell_follower();
    }

    /// What is being done.
    pub(crate) fn say(&self, message: impl Into<String>) {
        self.shown.set_message(message.into());
    }

    /// Counts other things from now on.
    pub(crate) fn count(&self, unit: &str, done: u64, of: Option<u64>) {
        unit.clone_into(&mut self.unit.lock().unwrap_or_else(PoisonError::into_inner));
        self.begin(done, of);
    }

    /// Moves to a place.
    pub(crate) fn at(&self, done: u64) {
        self.shown.set_position(done);
        self.tell_follower();
    }

    fn tell_follower(&self) {
        self.teller.tell(|| {
            let of = self.shown.length().filter(|&of| of > 0);
            let unit = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
            progress(self.shown.position(), of, &unit, &self.shown.message())
        });
    }

    /// How many are done.
    pub(crate) fn done(&self) -> u64 {
        self.shown.position()
    }

    /// Whether no bar is drawn.
    pub(crate) fn is_hidden(&self) -> bool {
        self.shown.is_hidden()
    }

    /// Writes something else while the bar is off the screen.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.shown.suspend(write)
    }

    /// Takes it off the screen.
    pub(crate) fn finish(&self) {
        self.shown.finish_and_clear();
    }

    fn begin(&self, done: u64, of: Option<u64>) {
        self.style(of);
        self.before.store(done, Ordering::Relaxed);
        self.shown.set_length(of.unwrap_or(0));
        self.shown.set_position(done);
        self.shown.reset_elapsed();
    }

    fn style(&self, of: Option<u64>) {
        let unit = self.unit.lock().unwrap_or_else(PoisonError::into_inner);
        let template = match of {
            Some(_) => format!(
                "{{msg}}\n[{{bar:40}}] {{pos}}/{{len}} {unit}, {{rate}}, {{elapsed}} so far{{left}}"
            ),
            None => format!("{{msg}}\n{{spinner}} {{pos}} {unit}, {{rate}}, {{elapsed}} so far"),
        };
        self.shown.set_style(styled(&template, &self.before));
    }
}

fn styled(template: &str, before: &Arc<AtomicU64>) -> ProgressStyle {
    let (for_rate, for_left) = (Arc::clone(before), Arc::clone(before));
    ProgressStyle::with_template(template)
        .expect("the template is well-formed")
        .progress_chars("=> ")
        .with_key("rate", move |state: &ProgressState, to: &mut dyn Write| {
            let done = state.pos().saturating_sub(for_rate.load(Ordering::Relaxed));
            let _ = to.write_str(&rate(done, state.elapsed()));
        })
        .with_key("left", move |state: &ProgressState, to: &mut dyn Write| {
            let done = state.pos().saturating_sub(for_left.load(Ordering::Relaxed));
            let of = state.len().unwrap_or(0).saturating_sub(state.pos());
            if let Some(left) = left(done, of, state.elapsed()) {
                let _ = write!(to, ", about {} left", HumanDuration(left));
            }
        })
}

/// So many in a time, in a unit in which that is a number one can read.
fn rate(done: u64, elapsed: Duration) -> String {
    if done == 0 {
        return "none yet".to_string();
    }
    let a_second = done as f64 / elapsed.as_secs_f64().max(1e-3);
    for (times, unit) in [(1.0, "s"), (60.0, "min"), (3600.0, "h"), (86_400.0, "day")] {
        let count = a_second * times;
        if count >= 100.0 {
            return format!("{}/{unit}", grouped(count.round() as u64));
        }
        if count >= 1.0 {
            return format!("{count:.1}/{unit}");
        }
    }
    // Below one per day two digits that count, whatever their size.
    let a_day = a_second * 86_400.0;
    let decimals = (1.0 - a_day.log10().floor()).clamp(1.0, 9.0) as usize;
    format!("{a_day:.decimals$}/day")
}

/// The time that the rest takes if it goes on as it went from the beginning; nothing before anything is done.
///
/// Not from the last steps alone: a few hard ones would make minutes of seconds.
fn left(done: u64, of: u64, elapsed: Duration) -> Option<Duration> {
    if done == 0 {
        return None;
    }
    let seconds = elapsed.as_secs_f64() / done as f64 * of as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Says who is at work, how far and for how long, as soon as `work` takes more than a second.
///
/// `work` is handed `limits` that report the states visited, if standard error is a terminal.
pub(crate) fn thinking<T>(who: &str, limits: &Limits, work: impl FnOnce(&Limits) -> T) -> T {
    if !std::io::stderr().is_terminal() {
        return work(limits);
    }
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    let template =
        "{spinner} {msg} is thinking: {states}{elapsed} so far; Ctrl-C ends it with what is known";
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    let told = |state: &ProgressState, to: &mut dyn Write| {
        let _ = to.write_str(&visited(state.pos()));
    };
    bar.set_style(style.with_key("states", told));
    bar.set_message(who.to_owned());
    let limits = Limits {
        progress: moving(&bar),
        ..limits.clone()
    };
    let (done, is_done) = std::sync::mpsc::channel::<()>();
    let shown = bar.clone();
    let show = move || {
        if is_done
            .recv_timeout(SOON)
            .is_err_and(|why| why == std::sync::mpsc::RecvTimeoutError::Timeout)
        {
            shown.set_draw_target(ProgressDrawTarget::stderr());
            shown.enable_steady_tick(TICK);
        }
    };
    let shower = std::thread::spawn(show);
    let result = work(&limits);
    drop(done);
    // It ends within moments, and what it drew must be gone before the answer is shown.
    let _ = shower.join();
    bar.finish_and_clear();
    result
}

/// Moves a bar to the number of states that a search tells.
fn moving(bar: &ProgressBar) -> Progress {
    let bar = bar.clone();
    Progress::new(move |states| bar.set_position(states))
}

/// The states visited, in words; nothing of an agent that does not tell.
fn visited(states: u64) -> String {
    match states {
        0 => String::new(),
        states => format!("{} states, ", grouped(states)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_solver_tells_of_its_progress_is_shown() {
        let bar = ProgressBar::hidden();
        let limits = Limits {
            progress: moving(&bar),
            ..Limits::every_move()
        };
        let registry = plyscope_standard::registry();
        let game = registry.open("othello:size=6").unwrap();
        let position = game.start();
        let mut agent = game.agent_of("negascout:depth=9,eval=mobility", 1).unwrap();
        agent
            .advise(position.states(), position.at(), &limits)
            .unwrap();
        assert!(bar.position() > 0, "nothing was told");
        assert_eq!(visited(1_234_567), "1,234,567 states, ");
        assert_eq!(visited(0), "");
    }

    #[test]
    fn rates_have_digits_that_one_can_read() {
        let rate = |done, seconds| rate(done, Duration::from_secs(seconds));
        assert_eq!(rate(1_234_567, 10), "123,457/s");
        assert_eq!(rate(73, 10), "7.3/s");
        assert_eq!(rate(5, 60), "5.0/min");
        assert_eq!(rate(1, 600), "6.0/h");
        assert_eq!(rate(1, 7200), "12.0/day");
        assert_eq!(rate(1, 30 * 86_400), "0.033/day");
        assert_eq!(rate(0, 5), "none yet");
    }

    #[test]
    fn the_time_left_is_that_of_the_mean_step() {
        let ten = Duration::from_secs(10);
        assert_eq!(left(5, 15, ten), Some(Duration::from_secs(30)));
        assert_eq!(left(0, 15, ten), None);
        assert_eq!(left(1, u64::MAX, Duration::MAX), None);
    }
}
