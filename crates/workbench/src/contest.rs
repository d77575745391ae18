//! Contests of a game chosen at run time: specs become contestants, and the rest is done by `arena`.

use std::path::Path;
use std::sync::Arc;

use plyscope_arena::rating::Pairs;
use plyscope_arena::records::{Entrant, Ledger, Plan, digest};
use plyscope_arena::{
    Balance, Contest, Contestant, Fixture, Format, GameRecord, Opening, Openings, RandomOpenings,
    Results, Rules, Schedule, Trouble, Watch, every_opening, number_names,
};
use plyscope_game::{AgentError, Limits, Notation};

use crate::agents::{MakeContext, files_of};
use crate::any_game::known;
use crate::openings::OpeningsOrder;
use crate::position::Position;
use crate::shelf::Shelf;
use crate::{Failure, Spec, read_time};

/// Games between two contestants, when nobody says how many.
const USUAL_GAMES: u64 = 100;

/// A contest to be held.
pub struct ContestOrder<'a> {
    /// Who takes part: specs, or `name=spec`.
    pub entrants: &'a [String],
    /// Who meets whom.
    pub format: Format,
    /// Games between each two who meet; if left out 100, or two from each opening where these are counted.
    pub games: Option<u64>,
    /// Where games begin.
    pub openings: OpeningsOrder,
    /// When games are broken off.
    pub rules: Rules,
    /// The spec of who proves how games would end, and the ply from which on it is asked.
    pub verdict: Option<(&'a str, u32)>,
    /// Of a match, whether the pairs so far decide it.
    pub until: Option<&'a (dyn Fn(&Pairs) -> bool + Sync)>,
    /// Limits for everybody and each move, and the flag that ends the contest.
    pub limits: Limits,
    /// Where chance begins.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// The file that keeps every game.
    pub record: Option<&'a Path>,
    /// Told the results so far, after every game.
    pub progress: &'a (dyn Fn(&Results) + Sync),
}

/// A contest that was held, as far as it went.
pub struct Held {
    /// What it came to.
    pub results: Results,
    /// Games that an earlier run had played.
    pub before: u64,
    /// How many openings there are, where they are counted.
    pub openings: Option<u64>,
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Self {
            what: trouble.what,
            hint: trouble.hint,
            is_misuse: trouble.is_misuse,
        }
    }
}

pub(crate) fn hold<G: Shelf>(
    game: &Arc<G>,
    game_spec: &str,
    order: &ContestOrder<'_>,
) -> Result<Held, Failure> {
    let named = named(order.entrants)?;
    let maker = Maker {
        game,
        game_name: game_spec.split(':').next().unwrap_or_default(),
        limits: &order.limits,
    };
    let contestants: Result<Vec<_>, Failure> = named
        .iter()
        .map(|(name, spec)| maker.contestant(name, spec))
        .collect();
    let verdict = match order.verdict {
        Some((spec, from)) => Some((maker.judge(spec)?, from)),
        None => None,
    };
    let openings = openings(&maker, order)?;
    let games = match (order.games, openings.count()) {
        (Some(games), _) => games,
        (None, Some(count)) if matches!(order.openings, OpeningsOrder::Every { .. }) => 2 * count,
        (None, _) => USUAL_GAMES,
    };
    // A test is given up when there are no more openings.
    let fewer = order
        .until
        .and_then(|_| openings.fewer_than(game, games / 2))
        .filter(|&openings| openings > 0);
    let games = fewer.map_or(games, |openings| 2 * openings);
    let contest = Contest {
        game: &**game,
        schedule: Schedule::new(order.format, named.len(), games)?,
        contestants: contestants?,
        verdict,
        rules: order.rules.clone(),
        until: order.until,
        seed: order.seed,
        threads: order.threads,
        stop: order.limits.stop.clone(),
        openings,
    };
    let counted = contest.openings.count();
    // A record is not begun for a contest that cannot be.
    contest.check()?;
    let plan = plan::<G>(game_spec, order, &named)?;
    let (ledger, done) = match order.record {
        Some(path) => {
            let (ledger, done) = Ledger::open(path, &plan, &**game, &contest.schedule)?;
            (Some(ledger), done)
        }
        None => (None, Vec::new()),
    };
    let before = done.len() as u64;
    let watcher = Watcher {
        game: &**game,
        ledger: ledger.as_ref(),
        progress: order.progress,
    };
    let results = contest.run(done, &watcher);
    if let Some(ledger) = &ledger {
        ledger.sync()?;
    }
    Ok(Held {
        results: results?,
        before,
        openings: counted,
    })
}

/// Names and specs of `spec` or `name=spec`; those who share a name are numbered.
pub(crate) fn named(entrants: &[String]) -> Result<Vec<(String, Spec)>, Failure> {
    let mut names = Vec::new();
    let mut specs = Vec::new();
    for text in entrants {
        // In a spec, a colon comes before the first equals sign.
        let (name, spec) = match text.split_once('=') {
            Some((name, spec)) if !name.contains([':', '(']) => (Some(name.trim()), bare(spec)),
            _ => (None, text.as_str()),
        };
        let spec = Spec::parse(spec)?;
        if name == Some("") {
            let what = format!("`{text}` begins with an empty name");
            return Err(Failure::misuse(what, "write SPEC or NAME=SPEC"));
        }
        names.push(name.map_or(spec.to_string(), str::to_string));
        specs.push(spec);
    }
    number_names(&mut names);
    Ok(names.into_iter().zip(specs).collect())
}

/// The text without parentheses around the whole of it.
fn bare(text: &str) -> &str {
    let inner = text.trim().strip_prefix('(');
    inner
        .and_then(|inner| inner.strip_suffix(')'))
        .unwrap_or(text)
}

/// Makes contestants of specs.
struct Maker<'a, G> {
    game: &'a Arc<G>,
    game_name: &'a str,
    limits: &'a Limits,
}

impl<'a, G: Shelf> Maker<'a, G> {
    /// A contestant; a limit on time in its spec is held against the clock like one of the contest.
    fn contestant(&self, name: &str, spec: &Spec) -> Result<Contestant<'a, G>, Failure> {
        let own = spec.get("time").and_then(read_time);
        let limits = Limits {
            time: own.into_iter().chain(self.limits.time).min(),
            ..self.limits.clone()
        };
        self.with_limits(name, spec, limits)
    }

    /// Whoever is asked how a state would end; the limits of the players are not for him.
    fn judge(&self, text: &str) -> Result<Contestant<'a, G>, Failure> {
        let limits = Limits {
            stop: self.limits.stop.clone(),
            ..Limits::best_move()
        };
        self.with_limits(text, &Spec::parse(text)?, limits)
    }

    fn with_limits(
        &self,
        name: &str,
        spec: &Spec,
        limits: Limits,
    ) -> Result<Contestant<'a, G>, Failure> {
        let (game, game_name, spec) = (Arc::clone(self.game), self.game_name, spec.clone());
        let make = move |seed| {
            let context = MakeContext {
                game: &*game,
                game_name,
                seed,
            };
            context.agent(&spec)
        };
        // Made once here, so that a wrong spec is told as such.
        make(0)?;
        Ok(Contestant {
            name: name.to_string(),
            make: Box::new(move |seed| {
                make(seed).map_err(|Failure { what, hint, .. }| AgentError { what, hint })
            }),
            limits,
        })
    }
}

fn openings<'a, G: Shelf>(
    maker: &Maker<'a, G>,
    order: &ContestOrder<'_>,
) -> Result<Openings<'a, G>, Failure> {
    let game = &**maker.game;
    Ok(match &order.openings {
        OpeningsOrder::Start => Openings::start(game),
        OpeningsOrder::Random { plies, balanced } => {
            let balance = match balanced {
                Some((by, within)) => Some(Balance {
                    judge: maker.judge(by)?,
                    within: *within,
                }),
                None => None,
            };
            Openings::Random(RandomOpenings::new(*plies, order.seed, balance))
        }
        OpeningsOrder::Every { plies } => {
            Openings::listed(game, every_opening(game, *plies, order.seed)?)?
        }
        OpeningsOrder::Listed(positions) => {
            let opening = |position: &dyn crate::AnyPosition| {
                let typed: &Position<G> = known(position);
                let from = (!position.is_from_start()).then(|| typed.origin().clone());
                Opening::new(game, from, typed.made().to_vec())
            };
            let all = positions.iter().map(|position| opening(&**position));
            Openings::listed(game, all.collect())?
        }
    })
}

/// What tells this contest apart from others: the content of every file that a spec names belongs to it.
fn plan<G: Shelf>(
    game_spec: &str,
    order: &ContestOrder<'_>,
    named: &[(String, Spec)],
) -> Result<Plan, Failure> {
    let mut rules = order.rules.to_string();
    if let Some((by, from)) = order.verdict {
        let verdict = format!(", verdict by {by} from ply {from}");
        rules.push_str(&verdict);
        rules.push_str(&with_files::<G>(by)?);
    }
    let mut openings = order.openings.to_string();
    if let OpeningsOrder::Random {
        balanced: Some((by, _)),
        ..
    } = &order.openings
    {
        openings.push_str(&with_files::<G>(by)?);
    }
    let entrant = |(name, spec): &(String, Spec)| {
        Ok(Entrant {
            name: name.clone(),
            spec: spec.to_string(),
            limits: limits_text(&order.limits),
            files: files_digest::<G>(spec)?,
        })
    };
    Ok(Plan {
        game: game_spec.to_string(),
        contestants: named.iter().map(entrant).collect::<Result<_, Failure>>()?,
        format: order.format,
        openings,
        rules,
        seed: order.seed,
        version: env!("CARGO_PKG_VERSION").to_string(),
    })
}

/// The files that a spec names, in words; nothing if there are none.
fn with_files<G: Shelf>(spec: &str) -> Result<String, Failure> {
    let digest = files_digest::<G>(&Spec::parse(spec)?)?;
    Ok(if digest.is_empty() {
        digest
    } else {
        format!(" with files of digest {digest}")
    })
}

/// A digest of all files that a spec names, however deep; empty if it names none.
fn files_digest<G: Shelf>(spec: &Spec) -> Result<String, Failure> {
    let read = |path: String| {
        std::fs::read(&path)
            .map_err(|error| Failure::failed(format!("{path} cannot be read: {error}")))
    };
    let contents = files_of::<G>(spec)
        .into_iter()
        .map(read)
        .collect::<Result<Vec<_>, _>>()?;
    if contents.is_empty() {
        return Ok(String::new());
    }
    Ok(digest(contents.iter().map(Vec::as_slice)))
}

fn limits_text(limits: &Limits) -> String {
    let time = limits
        .time
        .map(|time| format!("time={}ms", time.as_secs_f64() * 1000.0));
    let nodes = limits.nodes.map(|nodes| format!("nodes={nodes}"));
    let depth = limits.depth.map(|depth| format!("depth={depth}"));
    let all: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
    all.join(",")
}

/// Writes games down, and passes the results on.
struct Watcher<'a, G> {
    game: &'a G,
    ledger: Option<&'a Ledger>,
    progress: &'a (dyn Fn(&Results) + Sync),
}

impl<G: Notation> Watch<G> for Watcher<'_, G> {
    fn finished(
        &self,
        fixture: &Fixture,
        opening: &Opening<G>,
        record: &GameRecord<G>,
    ) -> Result<(), Trouble> {
        match self.ledger {
            Some(ledger) => ledger.add(self.game, fixture, opening, record),
            None => Ok(()),
        }
    }

    fn progress(&self, results: &Results) {
        (self.progress)(results);
    }
}
