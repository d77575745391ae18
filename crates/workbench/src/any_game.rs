//! Games chosen at run time: an object-safe layer that speaks text.
//!
//! Every call goes down into code that knows the game's type, so a search runs
//! at full speed inside.

use std::sync::Arc;

use plyscope_game::{Deadline, Explanation, Facts, Limits, Misread, Notation, Player};
use plyscope_judge::Guesses;
use plyscope_judge::judgement::{Deciding, Described};
use plyscope_truth::{Benchmark, Checked, Draft, Labelled, Made};

use crate::advice::AnyAdvice;
use crate::agents::{self, MakeContext};
use crate::contest::{self, ContestOrder, Held};
use crate::judge::{self, JudgeRun, States};
use crate::learn::{self, LearnOrder, Learned};
use crate::position::{AnyPosition, Position};
use crate::shelf::{BoxedAgent, Shelf};
use crate::truth::{self, TruthOrder, TruthRun};
use crate::{BookGame, Failure, Param, Spec, without_mark};

/// How to take the text of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reading {
    /// Moves if it can be read so, else a state.
    #[default]
    Either,
    /// A list of moves from the start.
    Moves,
    /// The game's own state text.
    State,
}

/// A thing that can be named in a spec, for help and completions.
#[derive(Clone, PartialEq, Debug)]
pub struct Listing {
    /// The name in a spec.
    pub name: &'static str,
    /// What it is, as a clause.
    pub about: &'static str,
    /// What can be set.
    pub params: Vec<Param>,
}

/// Where a value comes from: an evaluator's terms, at a state that may lie ahead.
pub struct Explained {
    /// Moves from the position to the state that is explained; none for a bare evaluator.
    pub line: Vec<String>,
    /// The explained state.
    pub leaf: Box<dyn AnyPosition>,
    /// Who the value is for.
    pub player: Player,
    /// The terms, or why there are none: the leaf is a finished game, or the agent uses no evaluator.
    pub explanation: Option<Explanation>,
    /// The evaluator's name.
    pub evaluator: Option<String>,
    /// What the agent says of the position, if it looks ahead.
    pub advice: Option<AnyAdvice>,
}

/// A game chosen at run time.
pub trait AnyGame: Send + Sync {
    /// The text that names it, with every parameter that is not the default.
    fn spec(&self) -> &str;
    /// Players, points and sizes.
    fn facts(&self) -> Facts;
    /// How many symmetries the rules have.
    fn symmetries(&self) -> u8;
    /// The position before the first move.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// Reads a position.
    ///
    /// # Errors
    /// When the text is none; says which move is wrong, at what ply, and what was legal.
    fn position(&self, text: &str, reading: Reading) -> Result<Box<dyn AnyPosition>, Failure>;
    /// The agents there are.
    fn agents(&self) -> Vec<Listing>;
    /// The evaluators there are; each is an agent too, that looks one move ahead.
    fn evaluators(&self) -> Vec<Listing>;
    /// The feature sets that a weights file can name, with the names of their features.
    fn feature_sets(&self) -> Vec<(Listing, Vec<plyscope_game::Feature>)>;
    /// Makes an agent; `seed` holds where the spec does not say.
    ///
    /// # Errors
    /// When there is no such agent, or a parameter is wrong.
    fn agent(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyAgent>, Failure>;
    /// Explains what an evaluator, or a search by one, makes of a position.
    ///
    /// # Errors
    /// When there is no such agent, or it fails.
    fn explain(
        &self,
        position: &dyn AnyPosition,
        spec: &str,
        seed: u64,
        limits: &Limits,
    ) -> Result<Explained, Failure>;
    /// Holds a contest, or goes on with one that was broken off.
    ///
    /// # Errors
    /// When a spec is wrong, an agent cannot play the game, or the record cannot be written.
    fn contest(&self, order: ContestOrder<'_>) -> Result<Held, Failure>;
    /// The game as one of which opening books can be made, if it is one.
    fn books(&self) -> Option<&dyn BookGame>;
    /// Makes a benchmark, or goes on with one that was broken off.
    ///
    /// # Errors
    /// When a spec is wrong, an agent fails, or the file cannot be written.
    fn make_truth(&self, order: TruthOrder<'_>) -> Result<Made, Failure>;
    /// Learns weights for features of the game.
    ///
    /// # Errors
    /// When a name is unknown, a labeller fails, or the rows cannot be fitted.
    fn learn(&self, order: LearnOrder<'_>) -> Result<Learned, Failure>;
    /// Reads states of a benchmark, once for all heuristics.
    ///
    /// # Errors
    /// When a state or its moves do not belong to the game.
    fn read_states(&self, labelled: &[&Labelled]) -> Result<States, Failure>;
    /// Asks a heuristic, which is any agent, about every move of states of this game, on all threads.
    ///
    /// # Errors
    /// When there is no such agent, it fails, or puts something on a move that is not a number.
    fn ask(&self, states: &States, spec: &str, run: &JudgeRun<'_>) -> Result<Guesses, Failure>;
    /// One of those states in the game's own words.
    fn describe(&self, states: &States, at: usize) -> Described;
    /// The metric that decides between heuristics of the game, from a study of their strength.
    fn deciding(&self) -> Deciding;
    /// Holds a benchmark that somebody wrote against the rules.
    ///
    /// # Errors
    /// When a state, a key or a move does not belong to the game.
    fn admit_truth(&self, draft: Draft) -> Result<Benchmark, Failure>;
    /// Holds a benchmark against the rules, and labels a sample of it again,
    /// by the labeller that made it or by another one, whose proofs are compared.
    ///
    /// # Errors
    /// When the labeller cannot be made or fails.
    fn verify_truth(
        &self,
        benchmark: &Benchmark,
        by: Option<&str>,
        sample: usize,
        run: TruthRun<'_>,
    ) -> Result<Checked, Failure>;
}

/// An agent for one game chosen at run time.
pub trait AnyAgent: Send {
    /// The text it was made from.
    fn spec(&self) -> &str;
    /// Scores every legal move of a position of its game, which is not over.
    ///
    /// # Errors
    /// When the agent fails.
    fn advise(&mut self, position: &dyn AnyPosition, limits: &Limits)
    -> Result<AnyAdvice, Failure>;
    /// Forgets what was learned in earlier calls.
    fn forget(&mut self);
}

/// A game whose type is known, behind [`AnyGame`].
pub(crate) struct Named<G> {
    game: Arc<G>,
    spec: String,
}

impl<G: Shelf> Named<G> {
    pub(crate) fn boxed(spec: String, game: G) -> Box<dyn AnyGame> {
        Box::new(Self {
            game: Arc::new(game),
            spec,
        })
    }

    fn context(&self, seed: u64) -> MakeContext<'_, G> {
        let name = self.spec.split(':').next().unwrap_or_default();
        MakeContext {
            game: &self.game,
            game_name: name,
            seed,
        }
    }

    fn by_moves(&self, text: &str) -> Result<Position<G>, Failure> {
        let mut position = Position::at(Arc::clone(&self.game), self.game.start());
        position.make_all(text)?;
        Ok(position)
    }

    fn by_state(&self, text: &str) -> Result<Position<G>, Failure> {
        let text = text.trim();
        let in_characters = |misread: Misread| Misread {
            // Games count bytes; people count characters.
            at: misread.at.map(|at| {
                text.char_indices()
                    .take_while(|(byte, _)| *byte < at)
                    .count()
            }),
            ..misread
        };
        let state = self.game.read_state(text).map_err(in_characters)?;
        Ok(Position::at(Arc::clone(&self.game), state))
    }
}

impl<G: Shelf> AnyGame for Named<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn facts(&self) -> Facts {
        self.game.facts()
    }

    fn symmetries(&self) -> u8 {
        self.game.symmetries()
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        Box::new(Position::at(Arc::clone(&self.game), self.game.start()))
    }

    fn position(&self, text: &str, reading: Reading) -> Result<Box<dyn AnyPosition>, Failure> {
        let text = without_mark(text);
        let position = match reading {
            Reading::Moves => self.by_moves(text)?,
            Reading::State => self.by_state(text)?,
            Reading::Either => self.by_moves(text).or_else(|as_moves| {
                let as_state = self.by_state(text);
                // A text that is neither is explained as what it looks like.
                as_state.map_err(|error| {
                    if looks_like_a_state(text) {
                        error
                    } else {
                        as_moves
                    }
                })
            })?,
        };
        Ok(Box::new(position))
    }

    fn agents(&self) -> Vec<Listing> {
        agents::listings::<G>()
    }

    fn evaluators(&self) -> Vec<Listing> {
        agents::evaluator_listings::<G>()
    }

    fn deciding(&self) -> Deciding {
        let (metric, why) = G::deciding();
        Deciding {
            metric: metric.to_owned(),
            why: why.to_owned(),
        }
    }

    fn feature_sets(&self) -> Vec<(Listing, Vec<plyscope_game::Feature>)> {
        let listing = |set: &crate::shelf::FeatureSet<G>| Listing {
            name: set.name,
            about: set.about,
            params: Vec::new(),
        };
        let sets = G::feature_sets();
        sets.iter()
            .map(|set| (listing(set), (set.list)(&self.game)))
            .collect()
    }

    fn agent(&self, spec: &str, seed: u64) -> Result<Box<dyn AnyAgent>, Failure> {
        Ok(Box::new(NamedAgent {
            game: Arc::clone(&self.game),
            spec: spec.to_string(),
            agent: self.context(seed).agent(&Spec::parse(spec)?)?,
        }))
    }

    fn explain(
        &self,
        position: &dyn AnyPosition,
        spec: &str,
        seed: u64,
        limits: &Limits,
    ) -> Result<Explained, Failure> {
        let spec = Spec::parse(spec)?;
        let context = self.context(seed);
        let position = known::<G>(position);
        let player = position.mover();
        let mut leaf = Position::at(Arc::clone(&self.game), position.state().clone());
        let mut line = Vec::new();
        let mut advice = None;
        let evaluator = context.evaluator_behind(&spec)?;
        if !MakeContext::<G>::is_evaluator(&spec.name) {
            let mut agent = context.agent(&spec)?;
            let found = agent.advise(&self.game, position.state(), limits)?;
            for &mv in &found.line {
                line.push(self.game.write_move(leaf.state(), mv));
                leaf.make(mv);
            }
            advice = Some(AnyAdvice::new(&*self.game, position.state(), &found));
        }
        let is_over = self.game.payoffs(leaf.state()).is_some();
        let deadline = Deadline::of(limits);
        let explain = |(_, evaluator): &(String, crate::shelf::BoxedEvaluator<G>)| {
            let explained = evaluator.explain(&self.game, leaf.state(), player, &deadline);
            explained.ok_or_else(|| Failure::failed("stopped before the evaluator had a value"))
        };
        let explanation = evaluator.as_ref().filter(|_| !is_over).map(explain);
        let explanation = explanation.transpose()?;
        if let Some(failure) = evaluator.as_ref().and_then(|(_, own)| own.take_failure()) {
            return Err(failure.into());
        }
        Ok(Explained {
            line,
            player,
            explanation,
            evaluator: evaluator.map(|(name, _)| name),
            advice,
            leaf: Box::new(leaf),
        })
    }

    fn contest(&self, order: ContestOrder<'_>) -> Result<Held, Failure> {
        contest::hold(&self.game, &self.spec, &order)
    }

    fn books(&self) -> Option<&dyn BookGame> {
        self.game.books()
    }

    fn make_truth(&self, order: TruthOrder<'_>) -> Result<Made, Failure> {
        truth::make_truth(&self.game, &self.spec, order)
    }

    fn learn(&self, order: LearnOrder<'_>) -> Result<Learned, Failure> {
        learn::learn(&self.context(order.params.seed), &self.spec, &order)
    }

    fn read_states(&self, labelled: &[&Labelled]) -> Result<States, Failure> {
        judge::read(&*self.game, labelled)
    }

    fn ask(&self, states: &States, spec: &str, run: &JudgeRun<'_>) -> Result<Guesses, Failure> {
        judge::ask(&self.context(run.seed), states, spec, run)
    }

    fn describe(&self, states: &States, at: usize) -> Described {
        judge::describe(&*self.game, states, at)
    }

    fn admit_truth(&self, draft: Draft) -> Result<Benchmark, Failure> {
        Ok(draft.admit(&*self.game)?)
    }

    fn verify_truth(
        &self,
        benchmark: &Benchmark,
        by: Option<&str>,
        sample: usize,
        run: TruthRun<'_>,
    ) -> Result<Checked, Failure> {
        truth::verify_truth(&self.game, &self.spec, benchmark, by, sample, run)
    }
}

/// State texts draw a board, so they are long or have rows.
fn looks_like_a_state(text: &str) -> bool {
    let drawn = |letter: char| ".-_/xoXO*".contains(letter);
    text.contains('/')
        || text.trim().chars().filter(|&letter| drawn(letter)).count() * 2 > text.len()
}

struct NamedAgent<G: Shelf> {
    game: Arc<G>,
    spec: String,
    agent: BoxedAgent<G>,
}

impl<G: Shelf> AnyAgent for NamedAgent<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn advise(
        &mut self,
        position: &dyn AnyPosition,
        limits: &Limits,
    ) -> Result<AnyAdvice, Failure> {
        let state = known::<G>(position).state();
        if self.game.payoffs(state).is_some() {
            let what = "the game is over, so there is no move to advise on";
            return Err(Failure::misuse(
                what,
                "give a position in which somebody can move",
            ));
        }
        let advice = self.agent.advise(&self.game, state, limits)?;
        Ok(AnyAdvice::new(&*self.game, state, &advice))
    }

    fn forget(&mut self) {
        self.agent.forget();
    }
}

/// The position with its type; an agent is only ever given positions of its own game.
pub(crate) fn known<G: Notation>(position: &dyn AnyPosition) -> &Position<G> {
    position
        .as_any()
        .downcast_ref()
        .expect("the position belongs to another game than the agent")
}
