//! Learning weights for a game chosen at run time: names become features and labellers, `learn` does the rest.

mod examples;
mod export;
mod label;
mod meanwhile;
mod results;
mod words;

use std::path::Path;

use plyscope_game::any::{AnyFeatures, AnyStates};
use plyscope_game::{Chance, Error, ErrorKind, Feature, Limits};
use plyscope_learn::{Fit, FitParams, Positions, fit};
use plyscope_parallel::Threads;
use plyscope_truth::{Benchmark, Filter, Selector, Stage, labellers};

use crate::{Listed, NamedGame, Weights, unknown};
pub(crate) use examples::Examples;
use examples::Worth;
use label::Labelling;

pub use meanwhile::WeightRange;
pub(crate) use words::file_text;
pub use words::{LearnedBy, weights_text};

/// What a row is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowOf {
    /// A state.
    States,
    /// A move: the state it leads to, seen by the player who made it.
    Moves,
}

/// Through whose eyes a state is seen.
///
/// In games of two where one loses what the other wins; it matters for
/// features that do not treat both players alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// The player to move in it.
    Mover,
    /// The other one, who has just moved.
    Waiting,
    /// The player who began the game.
    First,
}

/// What a state is worth when only the values of its moves are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backup {
    /// The mean if the labeller plays at random, else the best.
    Fitting,
    /// As much as its best move.
    Best,
    /// The mean of its moves: the expected outcome of random play.
    Mean,
}

/// Where values come from.
pub enum LearnFrom<'a> {
    /// A benchmark.
    Benchmark {
        /// The benchmark.
        benchmark: &'a Benchmark,
        /// What it is called.
        name: &'a str,
        /// A digest of its file, to know it again.
        digest: Option<String>,
    },
    /// Positions whose results are known: the record of a contest, or lines of positions with results.
    Results {
        /// The file.
        path: &'a Path,
    },
    /// States that are chosen and labelled now.
    Fresh {
        /// Which states.
        selector: &'a Selector,
        /// The positions, for a selector that takes them from a file.
        positions: Vec<Listed>,
        /// The spec of the labeller: an agent, or an evaluator, which is asked for states directly.
        by: &'a str,
    },
}

/// Weights to be learned.
pub struct LearnOrder<'a> {
    /// Where values come from.
    pub from: LearnFrom<'a>,
    /// Which states of a benchmark; those chosen now have passed their selector's own.
    pub filter: &'a Filter,
    /// The feature set; the game's first if not given.
    pub features: Option<&'a str>,
    /// Only these features of it; all if there are none.
    pub only: &'a [String],
    /// What a row is.
    pub rows: RowOf,
    /// The viewer.
    pub view: View,
    /// What a state is worth.
    pub backup: Backup,
    /// How weights are found, and where chance begins.
    pub params: FitParams,
    /// Limits for each state that is labelled, and the flag that stops the run.
    pub limits: Limits,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// The file that will be written; labels are kept beside it until it is.
    pub output: Option<&'a Path>,
    /// Where to write the rows as CSV.
    pub export: Option<&'a plyscope_truth::Output>,
    /// Told how far the work is.
    pub progress: &'a (dyn Fn(Stage) + Sync),
    /// So many of the states of a benchmark or of results at the most, chosen at random.
    pub most_states: Option<u64>,
    /// Told what so many states make of the weights, now and then while states are labelled; costs fits.
    pub meanwhile: Option<&'a (dyn Fn(u64, &[WeightRange]) + Sync)>,
}

impl LearnOrder<'_> {
    /// Names the benchmark for what is wrong with its states, as opposed to the order.
    pub(crate) fn blamed(&self, error: Error) -> Error {
        match self.from {
            LearnFrom::Benchmark { name, .. } => error.in_context(name),
            LearnFrom::Results { path } => error.in_context(path.display()),
            LearnFrom::Fresh { .. } => error,
        }
    }
}

/// What was learned.
#[non_exhaustive]
pub struct Learned {
    /// The weights with their tests.
    pub fit: Fit,
    /// The same as a file.
    pub weights: Weights,
    /// The features, in order.
    pub features: Vec<Feature>,
    /// How it came about.
    pub by: LearnedBy,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// The journal to remove when the weights are written.
    journal: Option<plyscope_truth::Journal>,
}

impl Learned {
    /// Drops the labels that were kept for a rerun, once the weights are written.
    ///
    /// # Errors
    /// When the file cannot be removed.
    pub fn done(&mut self) -> Result<(), Error> {
        match self.journal.take() {
            Some(journal) => journal.remove(),
            None => Ok(()),
        }
    }
}

/// Learns weights for features of a game.
///
/// # Errors
/// When a name is unknown, a labeller fails, or the rows cannot be fitted.
pub fn learn(game: &NamedGame, order: &LearnOrder<'_>) -> Result<Learned, Error> {
    let params = &order.params;
    params
        .check()
        .map_err(|error| error.of_kind(ErrorKind::Misuse))?;
    let gathered = gather(game, order)?;
    let rows = gathered.rows();
    gathered.export(order)?;
    gathered.check(order)?;
    let fit = gathered.threads.run(|| fit(&rows, params));
    let fit = fit.map_err(|error| order.blamed(error))?;
    let by = LearnedBy {
        game: game.spec().to_string(),
        features: gathered.name.clone(),
        selector: gathered.selector.clone(),
        labeller: gathered.labeller.clone(),
        seed: params.seed,
        states: gathered.states,
        rows: order.rows,
        view: order.view,
        backup: gathered.backup(),
        method: params.method,
        folds: params.folds,
    };
    let mut weights = weights(&by, &gathered.features, gathered.kept.as_deref(), &fit);
    weights.learned_from.clone_from(&gathered.learned_from);
    Ok(Learned {
        warnings: words::warnings(&fit, &by, gathered.examples.unknown),
        weights,
        fit,
        by,
        features: gathered.features,
        journal: gathered.journal,
    })
}

/// Examples to learn from, whatever the method, and how they came about.
pub(crate) struct Gathered {
    pub(crate) name: String,
    pub(crate) set: Box<dyn AnyFeatures>,
    pub(crate) features: Vec<Feature>,
    pub(crate) kept: Option<Vec<usize>>,
    pub(crate) examples: Examples,
    pub(crate) selector: String,
    pub(crate) labeller: String,
    pub(crate) states: u64,
    pub(crate) learned_from: Option<crate::LearnedFrom>,
    pub(crate) journal: Option<plyscope_truth::Journal>,
    pub(crate) threads: Threads,
    backup: Backup,
}

impl Gathered {
    /// The features of the examples, those that are kept.
    pub(crate) fn rows(&self) -> Positions<'_> {
        rows(&*self.set, &self.examples, self.kept.as_ref())
    }

    /// What a state was taken to be worth, where that was made from its moves.
    pub(crate) fn backup(&self) -> Option<Backup> {
        self.examples.is_backed_up.then_some(self.backup)
    }

    /// Writes the rows as CSV, where that is asked for.
    pub(crate) fn export(&self, order: &LearnOrder<'_>) -> Result<(), Error> {
        match order.export {
            Some(output) => export::write(&self.rows(), &self.examples, output),
            None => Ok(()),
        }
    }

    /// Whether there is anything to learn from.
    pub(crate) fn check(&self, order: &LearnOrder<'_>) -> Result<(), Error> {
        if self.examples.list.is_empty() {
            return Err(order.blamed(nothing(self.examples.unknown)));
        }
        Ok(())
    }
}

/// Reads or labels the states of an order.
pub(crate) fn gather(game: &NamedGame, order: &LearnOrder<'_>) -> Result<Gathered, Error> {
    let (name, set) = feature_set(game, order.features)?;
    let features = set.list();
    let kept = kept(&name, &features, order.only)?;
    check_view(game, order.view, order.rows)?;
    let threads = Threads::new(order.threads)?;
    let valued = valued(game, order, (&*set, kept.as_ref()), &threads)?;
    let valued = valued.fewer(game, order);
    let backup = resolved(order.backup, &valued.labeller);
    let known = (&*valued.states, &valued.worths[..]);
    let groups = valued.groups.as_deref();
    let examples = Examples::new(
        game.rules(),
        known,
        groups,
        (order.rows, order.view),
        backup,
    );
    let digest = match &order.from {
        LearnFrom::Benchmark { digest, .. } => digest.clone(),
        _ => None,
    };
    let learned_from = crate::LearnedFrom::of(&*valued.states, digest);
    Ok(Gathered {
        name,
        set,
        features,
        kept,
        examples,
        selector: valued.selector,
        labeller: valued.labeller,
        states: valued.worths.len() as u64,
        learned_from: Some(learned_from),
        journal: valued.journal,
        threads,
        backup,
    })
}

/// The states of an order with what each is worth; `features` are for weights on the way.
fn valued(
    game: &NamedGame,
    order: &LearnOrder<'_>,
    (set, kept): (&dyn AnyFeatures, Option<&Vec<usize>>),
    threads: &Threads,
) -> Result<Valued, Error> {
    match &order.from {
        LearnFrom::Benchmark { benchmark, .. } => check_game(&benchmark.meta.game, game.identity())
            .and_then(|()| label::of_benchmark(game, benchmark, order.filter))
            .map_err(|error| order.blamed(error)),
        LearnFrom::Results { path } => results::read(game, path, order.filter),
        LearnFrom::Fresh {
            selector,
            positions,
            by,
        } => {
            let labelling = Labelling::new(game, order, selector, positions, by)?;
            let so_far = |count: u64, known: Known<'_>| {
                let backup = resolved(order.backup, by);
                let examples =
                    Examples::new(game.rules(), known, None, (order.rows, order.view), backup);
                let rows = rows(set, &examples, kept);
                // Few states may be too few to fit; the last word is the whole fit's.
                if let (Some(tell), Ok(fit)) = (order.meanwhile, fit(&rows, &order.params)) {
                    tell(count, &meanwhile::ranges(&fit));
                }
            };
            let output = order.output;
            threads.run(|| labelling.run(output, &so_far))
        }
    }
}

/// The features of examples, those that are kept.
fn rows<'a>(
    set: &'a dyn AnyFeatures,
    examples: &'a Examples,
    kept: Option<&Vec<usize>>,
) -> Positions<'a> {
    let rows = Positions::new(set, &*examples.states, &examples.list);
    match kept {
        Some(kept) => rows.only(kept.clone()),
        None => rows,
    }
}

fn check_game(of: &str, game_spec: &str) -> Result<(), Error> {
    if of == game_spec {
        return Ok(());
    }
    let what = format!("the benchmark is of {of}, not of {game_spec}");
    Err(Error::misuse(what, format!("learn weights for `{of}`")))
}

fn nothing(unknown: u64) -> Error {
    let what = match unknown {
        0 => "there are no states to learn from".to_string(),
        unknown => format!("the labeller put no value on any of {unknown} rows"),
    };
    Error::misuse(what, "choose more plies, fewer filters or another labeller")
}

/// The feature set of a name, or the game's first.
pub(crate) fn feature_set(
    game: &NamedGame,
    name: Option<&str>,
) -> Result<(String, Box<dyn AnyFeatures>), Error> {
    let sets = game.feature_sets();
    let known: Vec<&str> = sets.iter().map(|(set, _)| &*set.name).collect();
    let Some(name) = name.or(known.first().copied()) else {
        let what = format!("{} has no features to learn weights for", game.name());
        return Err(Error::misuse(what, "choose another game"));
    };
    let set = game.features(name).ok_or_else(|| {
        let what = format!("{} has no feature set `{name}`", game.name());
        unknown(what, name, &known)
    })?;
    Ok((name.to_string(), set))
}

/// The places of the features asked for, in the order of the set; nothing if all are.
pub(crate) fn kept(
    set: &str,
    features: &[Feature],
    only: &[String],
) -> Result<Option<Vec<usize>>, Error> {
    if only.is_empty() {
        return Ok(None);
    }
    let known: Vec<&str> = features.iter().map(|own| own.name.as_str()).collect();
    let mut kept = Vec::with_capacity(only.len());
    for name in only {
        let Some(at) = known.iter().position(|own| own == name) else {
            let what = format!("the feature set `{set}` has no feature `{name}`");
            return Err(unknown(what, name, &known));
        };
        if kept.contains(&at) {
            let what = format!("the feature `{name}` is named twice");
            return Err(Error::misuse(what, "leave one of them out"));
        }
        kept.push(at);
    }
    kept.sort_unstable();
    Ok(Some(kept))
}

/// The kept weights of a file, which must be of this game and feature set, and what it adds for the mover.
pub(crate) fn start_weights(
    game: &NamedGame,
    set: &str,
    features: &[Feature],
    kept: &[usize],
    path: &Path,
) -> Result<(Vec<f64>, f64), Error> {
    let weights = Weights::load(path)?;
    let name = |spec: &str| spec.split(':').next().unwrap_or_default().to_string();
    for (what, own, wanted) in [
        ("game", name(&weights.game), game.name().to_string()),
        ("feature set", weights.features.clone(), set.to_string()),
    ] {
        if own != wanted {
            let what = format!(
                "the weights in {} are for the {what} `{own}`, not for `{wanted}`",
                path.display()
            );
            let hint =
                "start from weights of the same game and features, or choose the set by --features";
            return Err(Error::misuse(what, hint));
        }
    }
    let all = weights.in_order(features);
    let all = all.map_err(|error| error.in_context(path.display()))?;
    let own = kept.iter().map(|&at| f64::from(all[at])).collect();
    Ok((own, weights.to_move))
}

fn check_view(game: &NamedGame, view: View, rows: RowOf) -> Result<(), Error> {
    let facts = game.facts();
    if rows == RowOf::Moves && view != View::Mover {
        let what = "moves are seen by who makes them";
        return Err(Error::misuse(
            what,
            "leave --view out, or learn from states",
        ));
    }
    if view != View::Mover && !(facts.players == 2 && facts.is_zero_sum()) {
        let what =
            "what one player sees tells another's value only where one loses what the other wins";
        return Err(Error::misuse(what, "leave --view out"));
    }
    Ok(())
}

/// Agents whose values are means over random play.
const AVERAGING: [&str; 2] = ["flat", "expected-outcome"];

fn resolved(backup: Backup, labeller: &str) -> Backup {
    let is_averaging = labellers(labeller)
        .all(|own| AVERAGING.contains(&own.split(':').next().unwrap_or_default()));
    match backup {
        Backup::Fitting if is_averaging => Backup::Mean,
        Backup::Fitting => Backup::Best,
        told => told,
    }
}

/// The file: every feature of the set has its weight, and the intercept belongs to the viewer.
fn weights(by: &LearnedBy, features: &[Feature], kept: Option<&[usize]>, fit: &Fit) -> Weights {
    let place = |at: usize| match kept {
        Some(kept) => kept.iter().position(|own| *own == at),
        None => Some(at),
    };
    let weight = |at: usize| place(at).map_or(0.0, |own| shortest(fit.coefficients[own].weight));
    let own = features.iter().enumerate();
    let intercept = shortest(fit.intercept.weight);
    let (to_move, to_first) = match (by.rows, by.view) {
        (RowOf::Moves, _) | (_, View::Waiting) => (-intercept, 0.0),
        (RowOf::States, View::Mover) => (intercept, 0.0),
        (RowOf::States, View::First) => (0.0, intercept),
    };
    Weights {
        game: by.game.clone(),
        features: by.features.clone(),
        to_move,
        to_first,
        complete: true,
        weights: own
            .map(|(at, own)| (own.name.clone(), weight(at)))
            .collect(),
        ..Weights::default()
    }
}

/// The number as evaluators hold it, by its shortest decimals.
pub(crate) fn shortest(number: f64) -> f64 {
    let narrow = number as plyscope_game::Value;
    narrow.to_string().parse().unwrap_or(number)
}

/// States and what is known of them.
struct Valued {
    states: Box<dyn AnyStates>,
    worths: Vec<Worth>,
    selector: String,
    labeller: String,
    journal: Option<plyscope_truth::Journal>,
    /// The group of each state, in rising order, where several belong together.
    groups: Option<Vec<u32>>,
}

impl Valued {
    /// As many states as the order allows, in their order.
    fn fewer(self, game: &NamedGame, order: &LearnOrder<'_>) -> Self {
        let most = order.most_states.unwrap_or(u64::MAX) as usize;
        let is_fresh = matches!(order.from, LearnFrom::Fresh { .. });
        if is_fresh || self.worths.len() <= most {
            return self;
        }
        let mut chosen: Vec<usize> = (0..self.worths.len()).collect();
        Chance::for_task(order.params.seed, FEWER).shuffle(&mut chosen);
        chosen.truncate(most);
        chosen.sort_unstable();
        let mut states = game.rules().states();
        for &at in &chosen {
            states.push_from(&*self.states, at);
        }
        let groups = self.groups.as_ref();
        Self {
            states,
            worths: chosen.iter().map(|&at| self.worths[at].clone()).collect(),
            groups: groups.map(|own| chosen.iter().map(|&at| own[at]).collect()),
            selector: format!("{most} of {}", self.selector),
            ..self
        }
    }
}

/// Separates the choice of fewer states from other choices.
const FEWER: u64 = 0x6665_7765;

/// States and what is known of each; of those that are not labelled yet nothing is.
type Known<'a> = (&'a dyn AnyStates, &'a [Worth]);
