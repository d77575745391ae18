//! The exact value, by enumeration of all that can follow.
//!
//! States are kept by value and up to symmetry, so nothing is enumerated twice;
//! where more can follow than may be kept, there is an error and no value.

use std::sync::Mutex;

use plyscope_game::{
    Advice, Agent, Deadline, Error, Evaluator, Facts, Game, Limits, Player, Progress, Score, Value,
};
use plyscope_search::{
    DEEPEST, NoMemory, SMALL, SearchBudget, StateTable, refuse_hidden, states_at_least,
};

use super::agent::{advice, next_states};

/// Why there is no exact value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotEnumerated {
    /// More states can follow than may be kept.
    TooLarge {
        /// The most that may be kept.
        max_states: usize,
        /// States that surely can follow, if that was found out before all room was taken.
        at_least: Option<u64>,
    },
    /// The machine has not got the memory.
    NoMemory {
        /// States enumerated until then.
        states: usize,
    },
    /// Some line of play is longer than can be followed: such a game may have no end.
    TooDeep,
    /// A limit of the caller or a stop ended it.
    CutShort {
        /// States enumerated until then.
        states: usize,
    },
}

impl From<NotEnumerated> for Error {
    fn from(reason: NotEnumerated) -> Self {
        match reason {
            NotEnumerated::TooLarge {
                max_states,
                at_least,
            } => Self::unsuited(
                match at_least {
                    Some(states) => format!(
                        "at least {states} states can follow, and {max_states} may be kept; the exact expected outcome is not known"
                    ),
                    None => format!(
                        "more than {max_states} states can follow; the exact expected outcome is not known"
                    ),
                },
                "sample it (rule=converge, rule=interval or rule=race), allow more states if there is memory, or ask nearer to the end of the game",
            ),
            NotEnumerated::NoMemory { states } => Self::unsuited(
                format!(
                    "there is no memory for more than {states} states; the exact expected outcome is not known"
                ),
                "sample it (rule=converge, rule=interval or rule=race), or ask nearer to the end of the game",
            ),
            NotEnumerated::TooDeep => Self::unsuited(
                format!(
                    "some games last more than {DEEPEST} moves from here; the exact expected outcome is not known"
                ),
                "sample it (rule=converge, rule=interval or rule=race)",
            ),
            NotEnumerated::CutShort { states } => Self::unsuited(
                format!("cut short after {states} states; the exact expected outcome is not known"),
                "give it more time or nodes, or sample it (rule=converge, rule=interval or rule=race)",
            ),
        }
    }
}

/// Exact expected outcomes of the states of one game, kept for the next question.
#[derive(Debug)]
pub struct Enumeration<G: Game> {
    max_states: usize,
    /// One for each player asked about; a single one where the first loses what the second wins.
    tables: Vec<StateTable<G::State, f64>>,
}

impl<G: Game> Enumeration<G> {
    /// Nothing enumerated yet; keeps at most so many states.
    #[must_use]
    pub fn new(max_states: usize) -> Self {
        Self {
            max_states,
            tables: Vec::new(),
        }
    }

    /// The expected points of `player` under random play from `state` on.
    ///
    /// What is kept must be of the same game. It does not change the value, and
    /// is dropped where it takes the room that a new state needs.
    ///
    /// # Errors
    /// When too many states can follow, or a limit ended it.
    pub fn value(
        &mut self,
        game: &G,
        state: &G::State,
        player: Player,
        budget: &mut SearchBudget,
    ) -> Result<f64, NotEnumerated> {
        let (sign, viewer) = if is_even(&game.facts()) && player == Player::SECOND {
            (-1.0, Player::FIRST)
        } else {
            (1.0, player)
        };
        while self.tables.len() <= viewer.index() {
            self.tables.push(StateTable::new());
        }
        let room_was_taken = !self.is_empty();
        let mut run = Run {
            root: state,
            viewer,
            ask_at: self.len() + SMALL,
            depth: 0,
            budget,
        };
        let value = match self.expect(game, state, &mut run) {
            Err(
                NotEnumerated::TooLarge { at_least: None, .. } | NotEnumerated::NoMemory { .. },
            ) if room_was_taken => {
                for table in &mut self.tables {
                    *table = StateTable::new();
                }
                run.ask_at = SMALL;
                run.depth = 0;
                self.expect(game, state, &mut run)
            }
            other => other,
        };
        Ok(sign * value?)
    }

    /// How many states are kept.
    pub fn len(&self) -> usize {
        self.tables.iter().map(|table| table.entries().len()).sum()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn expect(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run<'_, G>,
    ) -> Result<f64, NotEnumerated> {
        if let Some(payoffs) = game.payoffs(state) {
            return Ok(f64::from(payoffs.of(run.viewer)));
        }
        let (key, symmetry) = game.canonical_key(state);
        let state = &game.map_state(symmetry, state);
        let table = &self.tables[run.viewer.index()];
        if let Some(index) = table.find(key, state) {
            return Ok(table.entries()[index].1);
        }
        if run.budget.spend() {
            return Err(NotEnumerated::CutShort { states: self.len() });
        }
        let moves = game.moves(state);
        let branching = moves.len() as f64;
        let mut sum = 0.0;
        run.depth += 1;
        if run.depth > DEEPEST {
            return Err(NotEnumerated::TooDeep);
        }
        for mv in moves {
            let mut next = state.clone();
            game.play(&mut next, mv);
            sum += self.expect(game, &next, run)?;
        }
        run.depth -= 1;
        let states = self.len();
        let max_states = self.max_states.min(StateTable::<G::State, f64>::MOST);
        if states >= max_states {
            return Err(NotEnumerated::TooLarge {
                max_states,
                at_least: None,
            });
        }
        if states == run.ask_at {
            run.ask_for_room(game, max_states)?;
        }
        let value = sum / branching;
        let table = &mut self.tables[run.viewer.index()];
        let inserted = table.insert(key, state.clone(), value);
        inserted.map_err(|NoMemory| NotEnumerated::NoMemory { states })?;
        Ok(value)
    }
}

/// One call to enumerate.
struct Run<'a, G: Game> {
    root: &'a G::State,
    viewer: Player,
    /// How many states are kept when the room for all is asked for.
    ask_at: usize,
    /// Moves from the root.
    depth: u32,
    budget: &'a mut SearchBudget,
}

impl<G: Game> Run<'_, G> {
    /// Gives up at once where far more states can follow than may be kept.
    fn ask_for_room(&self, game: &G, max_states: usize) -> Result<(), NotEnumerated> {
        let enough = max_states as u64;
        let deadline = self.budget.deadline();
        let states = states_at_least(game, self.root, true, u32::MAX, enough, deadline);
        if states > enough {
            return Err(NotEnumerated::TooLarge {
                max_states,
                at_least: Some(states),
            });
        }
        Ok(())
    }
}

/// Whether one player's points are the other's with the sign turned.
fn is_even(facts: &Facts) -> bool {
    facts.players == 2 && facts.is_zero_sum()
}

/// The exact expected outcome as evaluator and agent.
///
/// It keeps what it enumerated, so it must not be handed another game of the
/// same type without [`Agent::forget`] in between; its values do not depend on it.
#[derive(Debug)]
pub struct ExactOutcome<G: Game> {
    kept: Mutex<Kept<G>>,
    max_states: usize,
}

#[derive(Debug)]
struct Kept<G: Game> {
    enumeration: Enumeration<G>,
    failure: Option<Error>,
}

impl<G: Game> ExactOutcome<G> {
    /// Keeps at most so many states, each of which takes the size of the state and about 20 bytes.
    ///
    /// # Errors
    /// When no state may be kept.
    pub fn new(max_states: usize) -> Result<Self, Error> {
        if max_states == 0 {
            return Err(Error::unsuited(
                "nothing can be enumerated without keeping a state",
                "allow at least one state; 20 million are usual",
            ));
        }
        Ok(Self {
            kept: Mutex::new(Kept {
                enumeration: Enumeration::new(max_states),
                failure: None,
            }),
            max_states,
        })
    }
}

/// Values are rounded to a multiple of this. Moves of equal worth come out
/// equal, though sums in another order differ in their last bits.
const GRID: f64 = 1.0 / (1u64 << 36) as f64;

/// The value as agents and evaluators give it.
fn rounded(value: f64) -> Value {
    ((value / GRID).round() * GRID) as Value
}

impl<G: Game> Evaluator<G> for ExactOutcome<G> {
    /// 0 if there is no exact value; [`Self::take_failure`] then says why.
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        self.value_until(game, state, player, &Deadline::never())
            .unwrap_or(0.0)
    }

    fn value_until(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        deadline: &Deadline,
    ) -> Option<Value> {
        let mut kept = self.kept.lock().expect("nobody panics while enumerating");
        if kept.failure.is_some() {
            return Some(0.0);
        }
        let mut budget = SearchBudget::until(None, deadline.clone(), Progress::default());
        match kept.enumeration.value(game, state, player, &mut budget) {
            Ok(value) => Some(rounded(value - game.facts().level())),
            Err(NotEnumerated::CutShort { .. }) => None,
            Err(reason) => {
                kept.failure = Some(reason.into());
                Some(0.0)
            }
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn take_failure(&self) -> Option<Error> {
        let mut kept = self.kept.lock().expect("nobody panics while enumerating");
        kept.failure.take()
    }
}

impl<G: Game> Agent<G> for ExactOutcome<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        refuse_hidden("expected-outcome", game, state)?;
        let kept = self
            .kept
            .get_mut()
            .expect("nobody panics while enumerating");
        let mover = game.mover(state);
        let mut budget = SearchBudget::new(None, None, limits);
        let mut scores = Vec::new();
        for (_, next) in next_states(game, state) {
            if let Some(payoffs) = game.payoffs(&next) {
                scores.push(Score::Exact {
                    points: payoffs.of(mover),
                    plies: Some(1),
                });
                continue;
            }
            let value = kept.enumeration.value(game, &next, mover, &mut budget)?;
            scores.push(Score::Estimate(rounded(value - game.facts().level())));
        }
        let mut advice = advice(game, state, &scores);
        advice.nodes = budget.nodes();
        Ok(advice)
    }

    fn forget(&mut self) {
        let kept = self
            .kept
            .get_mut()
            .expect("nobody panics while enumerating");
        kept.enumeration = Enumeration::new(self.max_states);
        kept.failure = None;
    }
}
