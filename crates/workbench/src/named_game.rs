//! A game chosen by name at run time, with all that can be named for it.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use plyscope_foreign::CommandLine;
use plyscope_foreign::uci::engine_name;
use plyscope_game::any::{AnyAgent, AnyEvaluator, AnyFeatures, AnyGame, Position};
use plyscope_game::{Deadline, Error, Facts, Feature, Notation};
use plyscope_judge::judgement::Deciding;
use plyscope_truth::digest_of;

use crate::agents::engines::UCI;
use crate::kit::MakeOrder;
use crate::listing::named;
use crate::registry::{Additions, MetricEntry};
use crate::spec::{DEEPEST, too_deep};
use crate::{
    EngineMoves, Kit, LearnedPatterns, Listing, Param, ParamKind, Params, PatternOrder, Shelf,
    Spec, Weights, without_mark,
};

/// How long an engine may take to say what it is.
const TO_SAY_ITS_NAME: Duration = Duration::from_secs(60);

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

/// A game that was opened by name.
pub struct NamedGame {
    spec: String,
    identity: String,
    name: String,
    game: Arc<dyn AnyGame>,
    kit: Box<dyn Kit>,
    additions: Arc<Additions>,
    games: Vec<String>,
}

impl NamedGame {
    pub(crate) fn new(
        spec: &Spec,
        kit: Box<dyn Kit>,
        additions: Arc<Additions>,
        games: Vec<String>,
    ) -> Self {
        let mut identity = spec.clone();
        if let Some(digest) = kit.digest().filter(|_| spec.get("digest").is_none()) {
            let digest = ("digest".to_string(), digest.to_string());
            identity.args.push(digest);
        }
        Self {
            spec: spec.to_string(),
            identity: identity.to_string(),
            name: spec.short().to_string(),
            game: kit.game(),
            kit,
            additions,
            games,
        }
    }

    /// The text that names it, with every parameter that is not the default.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The spec with a digest of what decides about the rules outside of it: what files are told apart by.
    ///
    /// Opened by it, the game is the same or refused.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// What else is to be known of it, sentence by sentence.
    pub fn remarks(&self) -> Vec<String> {
        self.kit.remarks()
    }

    /// Its name, without parameters; of a rule sheet `gdl:SHEET`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules.
    pub fn rules(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Players, points and sizes.
    pub fn facts(&self) -> Facts {
        self.game.facts()
    }

    /// How many symmetries the rules have.
    pub fn symmetries(&self) -> u8 {
        self.game.symmetries()
    }

    /// The position before the first move.
    pub fn start(&self) -> Position {
        Position::start(&*self.game)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// When the text is none; says which move is wrong, at what ply, and what was legal.
    pub fn position(&self, text: &str, reading: Reading) -> Result<Position, Error> {
        let (game, text) = (&*self.game, without_mark(text));
        match reading {
            Reading::Moves => Position::after(game, text),
            Reading::State => Position::read(game, text),
            Reading::Either => Position::after(game, text).or_else(|as_moves| {
                let as_state = Position::read(game, text);
                // A text that is neither is explained as what it looks like.
                as_state.map_err(|error| {
                    if looks_like_a_state(text) {
                        error
                    } else {
                        as_moves
                    }
                })
            }),
        }
    }

    /// The agents there are.
    pub fn agents(&self) -> Vec<Listing> {
        let mut all = self.kit.agents();
        for own in &self.additions.agents {
            if named(&all, &own.listing.name).is_none() {
                all.push(own.listing.clone());
            }
        }
        all
    }

    /// The evaluators there are; each is an agent too, that looks one move ahead.
    pub fn evaluators(&self) -> Vec<Listing> {
        let mut all = self.kit.evaluators();
        let added = self.additions.evaluators.iter();
        all.extend(added.map(|own| own.listing.clone()));
        all
    }

    /// The heuristics of moves there are; each is an agent too, that makes no move.
    pub fn heuristics(&self) -> Vec<Listing> {
        self.kit.heuristics()
    }

    /// Whether there are patterns of the game to learn.
    pub(crate) fn has_patterns(&self) -> bool {
        self.kit.has_patterns()
    }

    /// Learns patterns of the game.
    ///
    /// # Errors
    /// When it has none, a name is unknown, or games cannot be kept.
    pub fn learn_patterns(&self, order: &PatternOrder<'_>) -> Result<LearnedPatterns, Error> {
        let files = match order.against {
            Some(spec) => self.inputs_of(&Spec::parse(spec)?)?,
            None => String::new(),
        };
        self.kit
            .learn_patterns(order, &self.order(order.seed), &files)
    }

    /// Whether an evaluator was added without the game's type, so that every value is a call into
    /// somebody's code.
    pub(crate) fn is_added_evaluator(&self, name: &str) -> bool {
        let mut added = self.additions.evaluators.iter();
        added.any(|own| own.listing.name == name)
    }

    /// Whether a name was added by a caller: what its code costs is not known.
    pub(crate) fn is_added(&self, name: &str) -> bool {
        let mut agents = self.additions.agents.iter();
        self.is_added_evaluator(name) || agents.any(|own| own.listing.name == name)
    }

    /// The heuristics that are judged by default; an empty list stands for all evaluators.
    pub(crate) fn judged(&self) -> Vec<String> {
        self.kit.judged()
    }

    /// The feature sets that a weights file can name, with the names of their features.
    pub fn feature_sets(&self) -> Vec<(Listing, Vec<Feature>)> {
        self.kit.feature_sets()
    }

    /// A feature set by name.
    pub fn features(&self, name: &str) -> Option<Box<dyn AnyFeatures>> {
        self.kit.features(name)
    }

    /// Makes an agent; `seed` holds where the spec does not say.
    ///
    /// # Errors
    /// When there is no such agent, or a parameter is wrong.
    pub fn agent(&self, spec: &Spec, seed: u64) -> Result<Box<dyn AnyAgent>, Error> {
        self.check_depth(spec)?;
        let is_own = named(&self.kit.agents(), &spec.name).is_some();
        let mut added = self.additions.agents.iter();
        let added = added.find(|own| !is_own && own.listing.name == spec.name);
        if let Some(entry) = added {
            let owner = format!("the agent `{}`", spec.name);
            let params = Params::check(&owner, spec, &entry.listing.params)?;
            return (entry.make)(self, &params, seed);
        }
        self.kit.agent(spec, &self.order(seed))
    }

    /// The same from the text of a spec.
    ///
    /// # Errors
    /// When the text is no spec, there is no such agent, or a parameter is wrong.
    pub fn agent_of(&self, text: &str, seed: u64) -> Result<Box<dyn AnyAgent>, Error> {
        self.agent(&Spec::parse(text)?, seed)
    }

    /// Makes an agent that judges by these weights wherever its spec says `linear` without a file, or names no evaluator.
    ///
    /// # Errors
    /// When there is no such agent, a parameter is wrong, or the weights do not fit the game.
    pub fn agent_weighing(
        &self,
        spec: &Spec,
        weights: &Weights,
        seed: u64,
    ) -> Result<Box<dyn AnyAgent>, Error> {
        self.check_depth(spec)?;
        let order = MakeOrder {
            weights: Some(weights),
            ..self.order(seed)
        };
        self.kit.agent(spec, &order)
    }

    /// Makes an evaluator; `seed` holds where the spec does not say.
    ///
    /// # Errors
    /// When there is no such evaluator, or a parameter is wrong.
    pub fn evaluator(&self, spec: &Spec, seed: u64) -> Result<Box<dyn AnyEvaluator>, Error> {
        self.check_depth(spec)?;
        self.kit.evaluator(spec, &self.order(seed))
    }

    /// The spec of the evaluator that judges for the agent of a spec, if one does.
    ///
    /// # Errors
    /// When what its `eval` names is no spec.
    pub fn evaluator_behind(&self, spec: &Spec) -> Result<Option<Spec>, Error> {
        self.check_depth(spec)?;
        if self.is_added_evaluator(&spec.name) {
            return Ok(Some(spec.clone()));
        }
        self.kit.evaluator_behind(spec)
    }

    /// Whether a name is that of an evaluator.
    pub fn is_evaluator(&self, name: &str) -> bool {
        named(&self.evaluators(), name).is_some()
    }

    /// A number of states that surely can be reached within so many plies; not counted beyond `enough`.
    pub(crate) fn states_at_least(
        &self,
        symmetry: bool,
        plies: u32,
        enough: u64,
        deadline: &Deadline,
    ) -> u64 {
        self.kit.states_at_least(symmetry, plies, enough, deadline)
    }

    /// The spec of the agent that plays against a person unless told otherwise.
    pub fn player(&self) -> String {
        self.kit.player()
    }

    /// The metric that decides between heuristics of the game, from a study of their strength.
    pub fn deciding(&self) -> Deciding {
        self.kit.deciding()
    }

    /// The file of the rated opponents whom heuristics of the game meet when they are judged.
    pub(crate) fn panel(&self) -> Option<&'static str> {
        self.kit.panel()
    }

    /// The metrics that were added to those we have.
    pub(crate) fn metrics(&self) -> &[MetricEntry] {
        &self.additions.metrics
    }

    /// The shelf of the game, if its rules are of that type.
    pub fn shelf<G: Notation>(&self) -> Option<&Shelf<G>> {
        self.kit.as_any().downcast_ref()
    }

    /// Writes legal moves as engines do, if the game says how.
    pub fn engine_moves(&self) -> Option<EngineMoves> {
        self.kit.engine_moves()
    }

    /// The files that a spec names, those of the specs within it too: what is in them decides what comes of it.
    ///
    /// Of a spec that is nested too deep to be made, those of its outer levels.
    pub fn files_of(&self, spec: &Spec) -> Vec<String> {
        let mut files = Vec::new();
        // What is wrong with a spec is told when it is made.
        let _ = each_value(
            &self.listings(),
            spec,
            0,
            &mut |param, value| match param.kind {
                ParamKind::File => files.push(value.to_string()),
                ParamKind::FileOr(words) if !words.contains(&value) => {
                    files.push(value.to_string());
                }
                ParamKind::Command => {
                    let command = CommandLine::parse(value);
                    let named = command.iter().flat_map(CommandLine::files);
                    files.extend(named.map(str::to_string));
                }
                _ => {}
            },
        );
        files
    }

    /// Refuses specs nested so deep that making or asking what they name could fill the stack.
    fn check_depth(&self, spec: &Spec) -> Result<(), Error> {
        if spec.args.is_empty() {
            return Ok(());
        }
        each_value(&self.listings(), spec, 0, &mut |_, _| {})
    }

    /// All that a spec can name.
    fn listings(&self) -> Vec<Listing> {
        let mut all = self.agents();
        all.extend(self.evaluators());
        all.extend(self.heuristics());
        all
    }

    /// Whether a spec, or one within it, starts a program of the user's choice.
    ///
    /// A program that takes specs from strangers, as a server does, refuses such specs. Any value may be a spec:
    /// whether its owner takes it for one is not asked, and one too deep to be looked through may hide anything.
    pub fn starts_process(&self, spec: &Spec) -> bool {
        let all = self.listings();
        let starts = |spec: &Spec| {
            let owners = all.iter().filter(|own| own.name == spec.name);
            let mut params = owners.flat_map(|own| &own.params);
            let is_given = |param: &Param| spec.args.iter().any(|(key, _)| param.takes(key));
            params.any(|own| own.kind == ParamKind::Command && is_given(own))
        };
        spec.and_within()
            .map_or(true, |specs| specs.iter().any(starts))
    }

    /// The files that a spec names, each with a digest of its content.
    ///
    /// # Errors
    /// When one cannot be read.
    pub(crate) fn inputs_of(&self, spec: &Spec) -> Result<String, Error> {
        let digest = |path: String| -> Result<String, Error> {
            Ok(format!("{path}={}", digest_of(Path::new(&path))?))
        };
        let files = self.files_of(spec).into_iter().map(digest);
        let mut all = files.collect::<Result<Vec<_>, _>>()?;
        all.extend(engine_of(spec)?);
        Ok(all.join(", "))
    }

    fn order(&self, seed: u64) -> MakeOrder<'_> {
        MakeOrder {
            game_name: &self.name,
            game_spec: &self.spec,
            seed,
            games: &self.games,
            weights: None,
            game: self,
            added: &self.additions,
        }
    }
}

/// Tells of every value of a spec, and of the specs that are values, with the parameter it is for.
fn each_value(
    all: &[Listing],
    spec: &Spec,
    level: usize,
    tell: &mut dyn FnMut(&Param, &str),
) -> Result<(), Error> {
    if level > DEEPEST {
        return Err(too_deep());
    }
    let owners = all.iter().filter(|listing| listing.name == spec.name);
    let params: Vec<&Param> = owners.flat_map(|listing| &listing.params).collect();
    for (key, value) in &spec.args {
        let Some(param) = params.iter().find(|param| param.takes(key)) else {
            continue;
        };
        tell(param, value);
        if let (ParamKind::Text, Ok(within)) = (param.kind, Spec::parse(value)) {
            each_value(all, &within, level + 1, tell)?;
        }
    }
    Ok(())
}

/// The engine that a spec starts, by the name and the version that it gives itself.
fn engine_of(spec: &Spec) -> Result<Option<String>, Error> {
    let Some(command) = spec.get("cmd").filter(|_| spec.name == UCI) else {
        return Ok(None);
    };
    let name = engine_name(&CommandLine::parse(command)?, TO_SAY_ITS_NAME)?;
    Ok(Some(format!("engine={name}")))
}

/// State texts draw a board, so they are long or have rows.
fn looks_like_a_state(text: &str) -> bool {
    let drawn = |letter: char| ".-_/xoXO*".contains(letter);
    text.contains('/')
        || text.trim().chars().filter(|&letter| drawn(letter)).count() * 2 > text.len()
}
