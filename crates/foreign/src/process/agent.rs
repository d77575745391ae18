//! An agent whose values come from a process.

use std::sync::Arc;
use std::time::{Duration, Instant};

use plyscope_game::{
    Advice, Advised, Agent, Error, Limits, Notation, Player, Points, Score, Value,
};

use super::ProcessSettings;
use super::greeting::{Gives, Manners};
use super::link::Link;
use super::request::Request;
use crate::Patience;

/// States in the first question, before the time per state is known.
const FIRST_BATCH: usize = 32;
/// A question that takes longer is followed by smaller ones, one that takes less than a tenth by larger ones.
const LONG: Duration = Duration::from_millis(200);

/// A process that values moves, or the states they lead to.
///
/// One that values states is asked about the state after every move, as seen by
/// the mover; a move that ends the game is worth its points. It is what
/// `plyscope_search::OnePly` makes of an evaluator. Rounds in which nobody sees the others' moves
/// are refused then: what a move leads to depends on moves that must not be seen.
pub struct ProcessAgent {
    settings: Arc<ProcessSettings>,
    link: Link,
    request: Request,
    /// Of every move of the states in the request: its points if it ends the game.
    ends: Vec<Option<Points>>,
    values: Vec<Value>,
    batch: usize,
}

impl ProcessAgent {
    /// A process that is started when it is first asked.
    #[must_use]
    pub fn new(settings: ProcessSettings) -> Self {
        let settings = Arc::new(settings);
        Self {
            link: Link::new(&settings),
            batch: FIRST_BATCH.min(settings.batch),
            request: Request::default(),
            ends: Vec::new(),
            values: Vec::new(),
            settings,
        }
    }

    /// Asks what is in the request; the next may be larger or must be smaller.
    fn ask(&mut self, manners: &Manners, patience: &dyn Fn() -> Patience) -> Result<(), Error> {
        if self.request.len() == 0 {
            self.values.clear();
            return Ok(());
        }
        let begun = Instant::now();
        self.link
            .ask(&self.request, manners, patience, &mut self.values)?;
        let took = begun.elapsed();
        if took > LONG {
            self.batch = (self.batch / 2).max(1);
        } else if took < LONG / 10 {
            self.batch = (self.batch * 2).min(self.settings.batch);
        }
        Ok(())
    }

    /// Puts states into the request until it is full; gives how many.
    fn fill<G: Notation>(
        &mut self,
        manners: &Manners,
        game: &G,
        states: &[G::State],
    ) -> Result<usize, Error> {
        self.request.clear();
        self.ends.clear();
        for (place, state) in states.iter().enumerate() {
            if place > 0 && self.request.len() >= self.batch {
                return Ok(place);
            }
            let mover = game.mover(state);
            if manners.gives == Gives::Moves {
                self.request.push(manners, game, state, mover);
                self.ends.extend(game.moves(state).map(|_| None));
                continue;
            }
            for mv in game.moves(state) {
                let mut next = state.clone();
                game.play(&mut next, mv);
                let end = game.payoffs(&next);
                if game.hidden(state) || (end.is_none() && game.hidden(&next)) {
                    return Err(self.sees_hidden());
                }
                self.ends.push(end.map(|payoffs| payoffs.of(mover)));
                if end.is_none() {
                    self.request.push(manners, game, &next, mover);
                }
            }
        }
        Ok(states.len())
    }

    #[cold]
    fn sees_hidden(&self) -> Error {
        let name = &self.settings.command;
        let what =
            format!("`{name}` values states, and would see moves made at the same time as its own");
        let hint = "let it value moves (`\"gives\":\"moves\"`), or use it within tree search (`mcts:eval=(process:…)`), which takes the mean over the others' moves";
        Error::unsuited(what, hint)
    }
}

impl<G: Notation> Agent<G> for ProcessAgent {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let mut told = None;
        let mut tell = |_: &G::State, advice: &Advice<G::Move>| {
            told = Some(advice.clone());
            true
        };
        self.advise_each(game, std::slice::from_ref(state), limits, &mut tell)?;
        told.ok_or_else(|| {
            let name = &self.settings.command;
            Error::stopped(format!("stopped before `{name}` was asked"))
        })
    }

    fn advise_each(
        &mut self,
        game: &G,
        mut states: &[G::State],
        limits: &Limits,
        tell: &mut dyn FnMut(&G::State, &Advice<G::Move>) -> bool,
    ) -> Result<(), Error> {
        let timeout = self.settings.timeout;
        let patience = || Patience::within(timeout, limits);
        let facts = game.facts();
        while !states.is_empty() && !limits.stop.is_raised() {
            let manners = self.link.manners(&patience)?;
            let count = self.fill(&manners, game, states)?;
            self.ask(&manners, &patience)?;
            let mut advice = Advice::empty(Player::FIRST);
            let mut values = self.values.iter().copied();
            let mut scores = self.ends.iter().map(|end| match end {
                Some(points) => Score::Exact {
                    points: *points,
                    plies: Some(1),
                },
                None => values.next().map_or(Score::Unknown, Score::Estimate),
            });
            for state in &states[..count] {
                advice.mover = game.mover(state);
                advice.moves.clear();
                let moves = game.moves(state).zip(&mut scores);
                advice.moves.extend(moves.map(|(mv, score)| Advised {
                    mv,
                    score,
                    visits: None,
                    mean: None,
                }));
                if manners.gives == Gives::States {
                    advice.nodes = advice.moves.len() as u64;
                    advice.depth = Some(1);
                }
                advice.choose_by_score(&facts);
                if !tell(state, &advice) {
                    return Ok(());
                }
            }
            states = &states[count..];
        }
        Ok(())
    }

    fn reseed(&mut self, seed: u64) {
        self.link.reseed(seed);
    }
}
