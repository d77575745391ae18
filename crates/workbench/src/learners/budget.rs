//! What learning may cost.

use std::time::Duration;

use plyscope_game::Error;

/// What learning may cost, in the unit that the user counts in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Games played.
    Games(u64),
    /// Positions learned from, or judged.
    Positions(u64),
    /// CPU time, of all threads together. Where it ends depends on the machine.
    Cpu(Duration),
}

impl Budget {
    /// The error for a method that does not count in this unit.
    #[must_use]
    pub fn unsuited(self, method: &str, instead: &str) -> Error {
        let unit = match self {
            Self::Games(_) => "games",
            Self::Positions(_) => "positions",
            Self::Cpu(_) => "cpu",
        };
        let what = format!("--method {method} has no budget of {unit} here");
        Error::misuse(what, format!("write --budget {instead}"))
    }

    /// Steps that so many of a unit suffice for.
    pub(super) fn steps(of: u64, per_step: u64, unit: &str) -> Result<u64, Error> {
        let steps = of / per_step.max(1);
        if steps > 0 {
            return Ok(steps);
        }
        let what = format!("a budget of {of} {unit} is too small");
        Err(Error::misuse(
            what,
            format!("one step takes {per_step} {unit}"),
        ))
    }
}

/// Counts CPU time against a budget, that of earlier runs included.
pub(super) struct Meter<'a> {
    pub(super) most: Option<Duration>,
    pub(super) clock: &'a (dyn Fn() -> Duration + Sync),
    begun: Duration,
    before: Duration,
}

impl<'a> Meter<'a> {
    pub(super) fn new(most: Option<Duration>, clock: &'a (dyn Fn() -> Duration + Sync)) -> Self {
        Self {
            most,
            begun: clock(),
            clock,
            before: Duration::ZERO,
        }
    }

    /// Takes over what earlier runs had spent when a step ended.
    pub(super) fn resume(&mut self, spent: Duration) {
        self.before = spent;
        self.begun = (self.clock)();
    }

    pub(super) fn spent(&self) -> Duration {
        self.before + (self.clock)().saturating_sub(self.begun)
    }

    /// Whether a budget of CPU time is used up.
    pub(super) fn is_used_up(&self) -> bool {
        self.most.is_some_and(|most| self.spent() >= most)
    }
}
