//! Contests of a game chosen at run time: specs become contestants, and the rest is done by `arena`.

use std::path::Path;
use std::sync::Arc;

use plyscope_arena::rating::Pairs;
use plyscope_arena::records::{ContestPlan, Entrant, Line, Record, digest, read_games};
use plyscope_arena::{
    Balance, Contest, Contestant, Fixture, Format, GameRecord, Opening, Openings, RandomOpenings,
    Results, Rules, Schedule, Watch, every_opening, number_names,
};
use plyscope_game::any::AnyAgent;
use plyscope_game::{Error, Limits};

use crate::openings::OpeningsOrder;
use crate::watched::{MovesTo, Watched};
use crate::{NamedGame, Spec, read_time};

/// Games per pairing unless told otherwise.
const USUAL_GAMES: u64 = 100;

/// A contest to be held.
#[derive(Clone)]
pub struct ContestOrder<'a> {
    /// The contestants: specs, or `name=spec`.
    pub entrants: &'a [String],
    /// Round robin or gauntlet.
    pub format: Format,
    /// Games per pairing; if left out 100, or two from each opening where these are counted.
    pub games: Option<u64>,
    /// Where games begin.
    pub openings: OpeningsOrder,
    /// When games are adjudicated.
    pub rules: Rules,
    /// The spec of the agent that proves how games would end, and the ply from which on it is asked.
    pub verdict: Option<(&'a str, u32)>,
    /// Of a match, whether the pairs so far decide it.
    pub until: Option<&'a (dyn Fn(&Pairs) -> bool + Sync)>,
    /// Limits for all agents and each move, and the flag that ends the contest.
    pub limits: Limits,
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// The file that keeps every game.
    pub record: Option<&'a Path>,
    /// Told the results so far, after every game.
    pub progress: &'a (dyn Fn(&Results) + Sync),
    /// Told every game, those of an earlier run first, in the order in which they were finished.
    pub games_to: Option<&'a (dyn Fn(Line) + Sync)>,
    /// Told every move of every game as it is made.
    pub moves_to: Option<MovesTo>,
}

impl<'a> ContestOrder<'a> {
    /// A round robin from random openings of so many plies, on one thread with seed 1.
    ///
    /// No game is adjudicated, nothing is kept, and no progress is told.
    #[must_use]
    pub fn round_robin(entrants: &'a [String], games: u64, plies: u32) -> Self {
        Self {
            entrants,
            format: Format::RoundRobin,
            games: Some(games),
            openings: OpeningsOrder::random(plies),
            rules: Rules::default(),
            verdict: None,
            until: None,
            limits: Limits::best_move(),
            seed: 1,
            threads: 1,
            record: None,
            progress: &|_| (),
            games_to: None,
            moves_to: None,
        }
    }
}

/// A contest that was held, as far as it went.
#[non_exhaustive]
pub struct HeldContest {
    /// What it came to.
    pub results: Results,
    /// Games that an earlier run had played.
    pub before: u64,
    /// How many openings there are, where they are counted.
    pub openings: Option<u64>,
}

/// A contest that is ready to begin.
pub(crate) struct ReadyContest<'a> {
    pub(crate) contest: Contest<'a>,
    pub(crate) plan: ContestPlan,
}

/// Makes everything that a contest needs, and sees that it can be held.
pub(crate) fn ready<'a>(
    game: &'a NamedGame,
    order: &'a ContestOrder<'a>,
) -> Result<ReadyContest<'a>, Error> {
    let named = named(order.entrants)?;
    let maker = Maker {
        game,
        limits: &order.limits,
    };
    let contestants: Result<Vec<_>, Error> = named
        .iter()
        .map(|(name, spec)| {
            let contestant = maker.contestant(name, spec)?;
            Ok(match &order.moves_to {
                Some(moves_to) => watched(contestant, Arc::clone(moves_to)),
                None => contestant,
            })
        })
        .collect();
    let verdict = match order.verdict {
        Some((spec, from)) => Some((maker.judge(spec)?, from)),
        None => None,
    };
    let pairings = pairings(order.format, named.len());
    let openings = match order.openings {
        OpeningsOrder::Random { plies, .. } if has_own_openings(&order.openings, pairings) => {
            Openings::random_each(plies, order.seed, pairings)
        }
        _ => openings_of(game, &order.openings, &order.limits, order.seed)?,
    };
    let games = match (order.games, openings.count()) {
        (Some(games), _) => games,
        (None, Some(count)) if matches!(order.openings, OpeningsOrder::Every { .. }) => 2 * count,
        (None, _) => USUAL_GAMES,
    };
    // A test is given up when there are no more openings.
    let fewer = order
        .until
        .and_then(|_| openings.fewer_than(game.rules(), games / 2))
        .filter(|&openings| openings > 0);
    let games = fewer.map_or(games, |openings| 2 * openings);
    let schedule = Schedule::new(order.format, named.len(), games)?;
    let contest = Contest {
        game: game.rules(),
        schedule: if has_own_openings(&order.openings, pairings) {
            schedule.with_own_openings()
        } else {
            schedule
        },
        contestants: contestants?,
        verdict,
        rules: order.rules.clone(),
        until: order.until,
        seed: order.seed,
        threads: order.threads,
        stop: order.limits.stop.clone(),
        openings,
    };
    // A record is not begun for a contest that cannot be.
    contest.check()?;
    let plan = plan(game, order, &named)?;
    Ok(ReadyContest { contest, plan })
}

/// How many pairings there are.
fn pairings(format: Format, contestants: usize) -> usize {
    match format {
        Format::RoundRobin => contestants * contestants.saturating_sub(1) / 2,
        Format::Gauntlet => contestants.saturating_sub(1),
    }
}

/// Whether every pairing begins elsewhere. Contestants who choose alike each time would else be
/// rated by a handful of openings, however many opponents they have.
fn has_own_openings(order: &OpeningsOrder, pairings: usize) -> bool {
    pairings > 1 && order.are_of_pairings()
}

/// Holds a contest, or resumes one that was interrupted.
///
/// # Errors
/// When a spec is wrong, an agent cannot play the game, or the record cannot be written.
pub fn hold(game: &NamedGame, order: &ContestOrder<'_>) -> Result<HeldContest, Error> {
    let ReadyContest { contest, plan } = ready(game, order)?;
    let counted = contest.openings.count();
    let (record, done) = match order.record {
        Some(path) => {
            let (record, done) = Record::open(path, &plan, game.rules(), &contest.schedule)?;
            (Some(record), done)
        }
        None => (None, Vec::new()),
    };
    let before = done.len() as u64;
    if let (Some(games_to), Some(path)) = (order.games_to, order.record) {
        read_games(path)?.into_iter().for_each(games_to);
    }
    let entrants = named(order.entrants)?;
    let names: Vec<&str> = entrants.iter().map(|(name, _)| name.as_str()).collect();
    let watcher = Watcher {
        record: record.as_ref(),
        progress: order.progress,
        games_to: order.games_to,
        names: &names,
    };
    let results = contest.run(done, &watcher);
    if let Some(record) = &record {
        record.sync()?;
    }
    Ok(HeldContest {
        results: results?,
        before,
        openings: counted,
    })
}

/// Names and specs of `spec` or `name=spec`; those that share a name are numbered.
pub(crate) fn named(entrants: &[String]) -> Result<Vec<(String, Spec)>, Error> {
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
            return Err(Error::misuse(what, "write SPEC or NAME=SPEC"));
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
struct Maker<'a, 'l> {
    game: &'a NamedGame,
    limits: &'l Limits,
}

impl<'a> Maker<'a, '_> {
    /// A contestant; a limit on time in its spec is held against the clock like one of the contest.
    fn contestant(&self, name: &str, spec: &Spec) -> Result<Contestant<'a>, Error> {
        let own = spec.get("time").and_then(read_time);
        let limits = Limits {
            time: own.into_iter().chain(self.limits.time).min(),
            ..self.limits.clone()
        };
        self.with_limits(name, spec, limits)
    }

    /// The agent that is asked how a state would end; the limits of the players do not hold for it.
    fn judge(&self, text: &str) -> Result<Contestant<'a>, Error> {
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
    ) -> Result<Contestant<'a>, Error> {
        let (game, spec) = (self.game, spec.clone());
        // Made once here, so that a wrong spec is told as such.
        game.agent(&spec, 0)?;
        Ok(Contestant {
            name: name.to_string(),
            make: Box::new(move |seed| game.agent(&spec, seed)),
            limits,
        })
    }
}

/// The same contestant, whose moves are told as they are made.
fn watched(contestant: Contestant<'_>, moves_to: MovesTo) -> Contestant<'_> {
    let (name, make) = (contestant.name.clone(), contestant.make);
    let make = move |seed| {
        let agent = Watched {
            agent: make(seed)?,
            name: name.clone(),
            moves_to: Arc::clone(&moves_to),
        };
        Ok(Box::new(agent) as Box<dyn AnyAgent>)
    };
    Contestant {
        make: Box::new(make),
        ..contestant
    }
}

/// The openings that an order asks for; an agent that judges them heeds only the flag among the limits.
pub(crate) fn openings_of<'a>(
    game: &'a NamedGame,
    order: &OpeningsOrder,
    limits: &Limits,
    seed: u64,
) -> Result<Openings<'a>, Error> {
    let (maker, game) = (Maker { game, limits }, game.rules());
    Ok(match order {
        OpeningsOrder::Start => Openings::start(game),
        OpeningsOrder::Random {
            plies, balanced, ..
        } => {
            let balance = match balanced {
                Some((by, within)) => Some(Balance {
                    judge: maker.judge(by)?,
                    within: *within,
                }),
                None => None,
            };
            Openings::Random(RandomOpenings::new(*plies, seed, balance))
        }
        OpeningsOrder::Every { plies } => Openings::listed(every_opening(game, *plies, seed)?)?,
        OpeningsOrder::Listed(positions) => {
            Openings::listed(positions.iter().map(Opening::of).collect())?
        }
    })
}

/// What tells this contest apart from others: the content of every file that a spec names belongs to it.
fn plan(
    game: &NamedGame,
    order: &ContestOrder<'_>,
    named: &[(String, Spec)],
) -> Result<ContestPlan, Error> {
    let mut rules = order.rules.to_string();
    if let Some((by, from)) = order.verdict {
        let verdict = format!(", verdict by {by} from ply {from}");
        rules.push_str(&verdict);
        rules.push_str(&with_files(game, by)?);
    }
    let mut openings = order.openings.to_string();
    if has_own_openings(&order.openings, pairings(order.format, named.len())) {
        openings.push_str(", others for each pairing");
    } else if let Some(text) = openings.strip_suffix(",shared=on") {
        // Records from before there was a choice had shared openings and did not say so.
        let plain = text.len();
        openings.truncate(plain);
    }
    if let OpeningsOrder::Random {
        balanced: Some((by, _)),
        ..
    } = &order.openings
    {
        openings.push_str(&with_files(game, by)?);
    }
    let entrant = |(name, spec): &(String, Spec)| {
        Ok(Entrant {
            name: name.clone(),
            spec: spec.to_string(),
            limits: limits_text(&order.limits),
            files: files_digest(game, spec)?,
        })
    };
    Ok(ContestPlan {
        game: game.identity().to_string(),
        contestants: named.iter().map(entrant).collect::<Result<_, Error>>()?,
        format: order.format,
        openings,
        rules,
        seed: order.seed,
        version: env!("CARGO_PKG_VERSION").to_string(),
    })
}

/// The files that a spec names, in words; nothing if there are none.
fn with_files(game: &NamedGame, spec: &str) -> Result<String, Error> {
    let digest = files_digest(game, &Spec::parse(spec)?)?;
    Ok(if digest.is_empty() {
        digest
    } else {
        format!(" with files of digest {digest}")
    })
}

/// A digest of all files that a spec names, however deep; empty if it names none.
pub(crate) fn files_digest(game: &NamedGame, spec: &Spec) -> Result<String, Error> {
    let read = |path: String| {
        std::fs::read(&path)
            .map_err(|error| Error::failed(format!("{path} cannot be read: {error}")))
    };
    let contents = game
        .files_of(spec)
        .into_iter()
        .map(read)
        .collect::<Result<Vec<_>, _>>()?;
    if contents.is_empty() {
        return Ok(String::new());
    }
    Ok(digest(contents.iter().map(Vec::as_slice)))
}

pub(crate) fn limits_text(limits: &Limits) -> String {
    let time = limits
        .time
        .map(|time| format!("time={}ms", time.as_secs_f64() * 1000.0));
    let nodes = limits.nodes.map(|nodes| format!("nodes={nodes}"));
    let depth = limits.depth.map(|depth| format!("depth={depth}"));
    let all: Vec<String> = [time, nodes, depth].into_iter().flatten().collect();
    all.join(",")
}

/// Writes games down, and passes the results on.
struct Watcher<'a> {
    record: Option<&'a Record>,
    progress: &'a (dyn Fn(&Results) + Sync),
    games_to: Option<&'a (dyn Fn(Line) + Sync)>,
    names: &'a [&'a str],
}

impl Watch for Watcher<'_> {
    fn finished(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        played: &GameRecord,
    ) -> Result<(), Error> {
        if let Some(games_to) = self.games_to {
            let names = fixture.players.map(|place| self.names[place]);
            games_to(Line::new(names, fixture, opening, played));
        }
        match self.record {
            Some(record) => record.add(fixture, opening, played),
            None => Ok(()),
        }
    }

    fn progress(&self, results: &Results) {
        (self.progress)(results);
    }
}
