//! Keeps what is done of learning patterns, tells how far it is, and ends it when asked to.

use plyscope_eval::patterns::PatternWeights;
use plyscope_game::{Error, Stop};
use plyscope_learn::patterns::{CHUNK, Keeper, PatternParams, PhaseFit, Samples, TdLeg};

use super::journal::{Plan, StateJournal};
use super::{FittedRound, PatternOrder, PatternProgress};

/// Keeps states in the journal and tells how far the work is.
pub(super) struct Following<'a> {
    order: &'a PatternOrder<'a>,
    pub(super) journal: Option<StateJournal>,
    games: u64,
    of: u64,
    /// Games of each round.
    sizes: Vec<u64>,
    pub(super) rounds: Vec<FittedRound>,
}

impl<'a> Following<'a> {
    /// Opens the journal of the plan, if there is one.
    pub(super) fn new(
        order: &'a PatternOrder<'a>,
        plan: &Plan,
        params: &PatternParams,
    ) -> Result<Self, Error> {
        let journal = order.journal.map(|path| StateJournal::open(path, plan));
        Ok(Self {
            order,
            journal: journal.transpose()?,
            games: 0,
            of: plan.games,
            sizes: params.rounds().iter().map(|own| own.games).collect(),
            rounds: Vec::new(),
        })
    }

    /// Games that an earlier run played and this one has not yet taken over.
    pub(super) fn before(&self) -> u64 {
        let journal = self.journal.as_ref();
        journal.map_or(0, |own| own.games(|round, chunk| self.size(round, chunk)))
    }

    /// Games in a chunk of a round.
    fn size(&self, round: usize, chunk: u64) -> u64 {
        let games = self.sizes.get(round).copied().unwrap_or(0);
        games.saturating_sub(chunk * CHUNK).min(CHUNK)
    }

    fn tell(&self, fitted: Option<&FittedRound>) {
        (self.order.progress)(&PatternProgress {
            games: self.games.min(self.of),
            of: self.of,
            fitted,
        });
    }
}

impl Keeper for Following<'_> {
    fn stop(&self) -> Stop {
        self.order.limits.stop.clone()
    }

    fn goes_on(&mut self) -> Result<(), Error> {
        if !self.order.limits.stop.is_raised() {
            return Ok(());
        }
        let (games, of) = (self.games.min(self.of), self.of);
        Err(match self.order.journal {
            Some(path) => Error::stopped(format!(
                "stopped after {games} of {of} games; they are kept in {}",
                path.display()
            ))
            .with_hint("run the same command again to go on from there"),
            None => Error::stopped(format!(
                "stopped after {games} of {of} games, and nothing is kept"
            ))
            .with_hint("name a file to write (-o), and a rerun will go on where it was stopped"),
        })
    }

    fn kept(&mut self, round: usize, chunk: u64) -> Option<Samples> {
        let kept = self.journal.as_mut()?.take(round, chunk)?;
        self.games += self.size(round, chunk);
        Some(kept)
    }

    fn keep(&mut self, round: usize, chunk: u64, samples: &Samples) -> Result<(), Error> {
        if let Some(journal) = &mut self.journal {
            journal.add(round, chunk, samples)?;
        }
        self.games += self.size(round, chunk);
        self.tell(None);
        Ok(())
    }

    fn kept_tables(&mut self) -> Option<(u64, Vec<f32>)> {
        let journal = self.journal.as_mut()?;
        let (legs, points) = journal.take_tables()?;
        let number = |(at, leg)| FittedRound {
            round: at + 1,
            ..round_of(leg)
        };
        self.rounds = legs.iter().enumerate().map(number).collect();
        self.games = legs.last()?.games;
        Some((self.games, points))
    }

    fn keep_tables(&mut self, leg: &TdLeg, points: &[f32]) -> Result<(), Error> {
        if let Some(journal) = &mut self.journal {
            journal.add_tables(leg, points)?;
        }
        let round = FittedRound {
            round: self.rounds.len() + 1,
            ..round_of(leg)
        };
        (self.order.progress)(&PatternProgress {
            games: leg.games,
            of: self.of,
            fitted: Some(&round),
        });
        self.rounds.push(round);
        Ok(())
    }

    fn played(&mut self, games: u64) -> Result<(), Error> {
        self.games += games;
        self.tell(None);
        self.goes_on()
    }

    fn fitted(&mut self, round: usize, fits: &[PhaseFit], _: &PatternWeights) -> Result<(), Error> {
        let fitted = FittedRound {
            round: round + 1,
            games: self.games.min(self.of),
            states: fits.iter().map(|fit| fit.states).sum(),
            before: fits.iter().map(|fit| fit.before).collect(),
            after: fits.iter().map(|fit| fit.after).collect(),
            steps: fits.iter().map(|fit| fit.steps).collect(),
        };
        self.tell(Some(&fitted));
        self.rounds.push(fitted);
        Ok(())
    }
}

/// A leg of TD as a round: all phases together, and nothing is fitted at its end.
fn round_of(leg: &TdLeg) -> FittedRound {
    FittedRound {
        round: 0,
        games: leg.games,
        states: leg.states as usize,
        before: vec![leg.surprise],
        after: vec![leg.surprise],
        steps: Vec::new(),
    }
}
