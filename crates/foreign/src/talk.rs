//! A program that answers with its move: what all plain protocols of games share.

use std::time::Duration;

use plyscope_game::{Advice, Advised, Error, ErrorKind, Game, Limits, Notation, Score, Value};

use crate::tries::Tries;
use crate::{Child, CommandLine, Patience};

/// How a program is run and asked.
#[derive(Clone, Debug)]
pub struct TalkSettings {
    /// The program and its arguments.
    pub command: CommandLine,
    /// Time for each move.
    pub time: Option<Duration>,
    /// Moves ahead, for protocols that can say so.
    pub depth: Option<u32>,
    /// How long it may take for an answer, on top of the time it was given.
    pub timeout: Duration,
    /// How often it is started again after it did wrong.
    pub restarts: u32,
}

/// A program that is running or will be.
pub(crate) struct Talk {
    pub(crate) settings: TalkSettings,
    child: Option<Child>,
    tries: Tries,
}

impl Talk {
    pub(crate) fn new(settings: TalkSettings) -> Self {
        Self {
            tries: Tries::again(settings.restarts),
            settings,
            child: None,
        }
    }

    /// The time for a move: the tighter of the program's own and the caller's.
    pub(crate) fn time(&self, limits: &Limits) -> Option<Duration> {
        self.settings.time.into_iter().chain(limits.time).min()
    }

    /// Asks, with a program that has been greeted; tries again as often as it may.
    pub(crate) fn ask<T>(
        &mut self,
        limits: &Limits,
        greet: impl Fn(&mut Child, &Patience) -> Result<(), Error>,
        mut ask: impl FnMut(&mut Child, &Patience) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let time = self.time(limits).unwrap_or_default();
        let patience = || Patience::within(self.settings.timeout + time, limits);
        let (command, child) = (&self.settings.command, &mut self.child);
        self.tries.run(|| {
            let mut own = if let Some(own) = child.take() {
                own
            } else {
                let mut own = Child::start(command)?;
                greet(&mut own, &patience())?;
                own
            };
            // One that failed, or was left in the middle of an answer, is not kept.
            let answer = ask(&mut own, &patience())?;
            *child = Some(own);
            Ok(answer)
        })
    }

    /// Lets the program go, with a word that asks it to.
    pub(crate) fn part(&mut self, goodbye: &[u8]) {
        if let Some(child) = self.child.take() {
            child.part(goodbye, Duration::from_millis(500));
        }
    }
}

/// The next line as text.
pub(crate) fn line(child: &mut Child, patience: &Patience) -> Result<String, Error> {
    let line = child.receive(patience)?;
    Ok(String::from_utf8_lossy(line).trim().to_string())
}

/// An error about a move that is none.
pub(crate) fn illegal(child: &mut Child, text: &str) -> Error {
    let did = format!("chose `{text}`, which is not legal");
    child.blame(&did).of_kind(ErrorKind::Illegal)
}

/// Advice of a program that names its move and, perhaps, what it thinks of it.
pub(crate) fn advice<G: Notation>(
    game: &G,
    state: &G::State,
    best: G::Move,
    value: Option<Value>,
) -> Advice<G::Move> {
    let mut advice = Advice::empty(game.mover(state));
    advice.moves = game
        .moves(state)
        .map(|mv| Advised {
            mv,
            score: match value {
                Some(value) if mv == best => Score::Estimate(value),
                _ => Score::Unknown,
            },
            visits: None,
            mean: None,
        })
        .collect();
    advice.best = vec![best];
    advice
}

/// The legal move that fits, if there is one.
pub(crate) fn find<G: Game>(
    game: &G,
    state: &G::State,
    fits: impl Fn(G::Move) -> bool,
) -> Option<G::Move> {
    game.moves(state).find(|&mv| fits(mv))
}
