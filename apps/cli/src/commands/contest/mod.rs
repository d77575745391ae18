//! `plyscope match` and `plyscope tournament`.

pub(crate) mod flags;
mod text;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use plyscope_arena::rating::{Pairs, PriorStrength, Sprt, SprtVerdict};
use plyscope_arena::records::Line;
use plyscope_arena::{Format, Results, is_guarded};
use plyscope_game::Error;
use plyscope_workbench::{
    ContestOrder, ContestReport, HeldContest, MovesTo, NamedGame, OpeningsOrder, PriorOrder,
    SavedGame, ensure_chess, hold, judged_prior, pgn_of_line,
};
use serde_json::json;
use std::sync::Arc;

use crate::args::{ContestFlags, Match, Prior, Tournament};
use crate::followed::{Teller, is_followed};
use crate::out::{Ended, Out, say};
use crate::outputs::{Outputs, Target, files_of};
use crate::progress::Bar;
use crate::stop::on_interrupt;
use crate::table::wrapped;

/// Games after which a test that is not decided is given up by default.
const SPRT_GAMES: u64 = 20_000;
/// How often the live table is drawn anew.
const REDRAW: Duration = Duration::from_millis(250);

pub(crate) fn run_match(args: &Match, out: &Out) -> Result<(), Ended> {
    Call::of_match(args, out)?.hold(args.flags.record.as_deref(), out)
}

pub(crate) fn run_tournament(args: &Tournament, out: &Out) -> Result<(), Ended> {
    Call::of_tournament(args, out)?.hold(args.flags.record.as_deref(), out)
}

/// What was asked for on the command line.
pub(crate) struct Call<'a> {
    game: Arc<NamedGame>,
    entrants: Vec<String>,
    format: Format,
    flags: &'a ContestFlags,
    sprt: Option<(Sprt, String)>,
}

impl<'a> Call<'a> {
    pub(crate) fn of_match(args: &'a Match, out: &Out) -> Result<Self, Error> {
        Ok(Self {
            game: out.registry.open(&args.game)?,
            entrants: vec![args.one.clone(), args.other.clone()],
            format: Format::RoundRobin,
            flags: &args.flags,
            sprt: args.sprt.as_deref().map(flags::sprt).transpose()?,
        })
    }

    pub(crate) fn of_tournament(args: &'a Tournament, out: &Out) -> Result<Self, Error> {
        Ok(Self {
            game: out.registry.open(&args.game)?,
            entrants: args.entrants.clone(),
            format: if args.gauntlet {
                Format::Gauntlet
            } else {
                Format::RoundRobin
            },
            flags: &args.flags,
            sprt: None,
        })
    }

    /// The files that the contest reads.
    pub(crate) fn inputs(&self) -> Vec<PathBuf> {
        let named = [&self.flags.openings]
            .into_iter()
            .chain(&self.flags.verdict);
        let specs = self.entrants.iter().chain(named).map(String::as_str);
        files_of(specs.chain([self.game.spec()]))
    }

    /// Holds the contest, or goes on with the one that is recorded, and tells what it came to.
    pub(crate) fn hold(&self, record: Option<&Path>, out: &Out) -> Result<(), Ended> {
        let pgn = self.outputs(record, out)?;
        let openings = flags::openings(&self.flags.openings, &self.game)?;
        let shown = openings.to_string();
        let prior = self.prior(out)?;
        let live = Live::new(self);
        let progress = |results: &Results| live.tell(results);
        let games = Mutex::new(Vec::new());
        let keep = |line| {
            let games = games.lock();
            games.expect("nobody panics while keeping games").push(line);
        };
        let keep = pgn.as_ref().map(|_| &keep as &(dyn Fn(Line) + Sync));
        let held = self.ordered(
            openings,
            out.threads,
            record,
            &progress,
            out,
            |game, order| {
                hold(
                    game,
                    &ContestOrder {
                        games_to: keep,
                        moves_to: is_followed().then(boards),
                        ..order.clone()
                    },
                )
            },
        );
        live.bar.finish();
        let held = held?;
        self.tell(&held);
        if let Some(target) = pgn {
            let games = games
                .into_inner()
                .expect("nobody panics while keeping games");
            target.put(self.pgn(out, games)?, out)?;
        }
        let report = self.report(&held.results).expecting(prior.as_deref());
        self.show(&held.results, &report, &shown, out)?;
        if held.results.is_whole() {
            return Ok(());
        }
        out.flush()?;
        let (done, of) = held.results.progress();
        Err(stopped(record, done, of).into())
    }

    fn show(
        &self,
        results: &Results,
        report: &ContestReport<'_>,
        openings: &str,
        out: &Out,
    ) -> Result<(), Ended> {
        if out.json {
            let mut data = report.json();
            data["game"] = json!(self.game.spec());
            data["openings"] = json!(openings);
            data["seed"] = json!(out.seed);
            data["whole"] = json!(results.is_whole());
            out.object(&data)?;
            out.object(&report.times())?;
        } else {
            out.text(&text::whole(report, self.has_points()))?;
            if let Some(times) = text::times(report) {
                say(&times);
            }
        }
        Ok(())
    }

    /// What is expected of the contestants, if that was asked for.
    fn prior(&self, out: &Out) -> Result<Option<Vec<PriorStrength>>, Error> {
        let Some(Prior::Judge) = self.flags.prior else {
            return Ok(None);
        };
        let order = PriorOrder {
            entrants: &self.entrants,
            seed: out.seed,
            threads: out.threads,
            stop: on_interrupt(),
        };
        judged_prior(&out.registry, &self.game, &order).map(Some)
    }

    /// Refuses what cannot be written at the end, before any game is played.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self.flags.pgn {
            Some(_) => ensure_chess(&self.game),
            None => Ok(()),
        }
    }

    /// Asks for the files that are going to be written; gives the one of PGN.
    fn outputs(&self, record: Option<&Path>, out: &Out) -> Result<Option<Target>, Error> {
        let outputs = Outputs::new(out, self.flags.force, self.inputs());
        if let Some(path) = record {
            outputs.growing(path)?;
        }
        let Some(path) = &self.flags.pgn else {
            return Ok(None);
        };
        self.check()?;
        let target = outputs.target(path)?;
        outputs.check_force()?;
        Ok(Some(target))
    }

    /// All games in the order of their numbers.
    fn pgn(&self, out: &Out, mut games: Vec<Line>) -> Result<String, Error> {
        games.sort_by_key(|line| line.id);
        let mut text = String::new();
        for line in &games {
            let saved = SavedGame::of_line(self.game.spec(), line);
            let position = saved.replay(&out.registry, &self.game)?;
            text.push_str(&pgn_of_line(line, &position));
        }
        Ok(text)
    }

    /// Hands the contest over as an order that is not recorded, to be cut into shards.
    pub(crate) fn planned<R>(
        &self,
        threads: usize,
        out: &Out,
        work: impl FnOnce(&NamedGame, &ContestOrder<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let openings = flags::openings(&self.flags.openings, &self.game)?;
        self.ordered(openings, threads, None, &|_| (), out, work)
    }

    fn ordered<R>(
        &self,
        openings: OpeningsOrder,
        threads: usize,
        record: Option<&Path>,
        progress: &(dyn Fn(&Results) + Sync),
        out: &Out,
        work: impl FnOnce(&NamedGame, &ContestOrder<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        let verdict = flags::verdict(self.flags)?;
        let is_decided = |pairs: &Pairs| match &self.sprt {
            Some((sprt, _)) => sprt.verdict(pairs) != SprtVerdict::Continue,
            None => false,
        };
        hush_agents();
        let order = ContestOrder {
            entrants: &self.entrants,
            format: self.format,
            games: self.games(),
            openings,
            rules: flags::rules(self.flags)?,
            verdict: verdict.as_ref().map(|(by, from)| (by.as_str(), *from)),
            until: self.sprt.is_some().then_some(&is_decided),
            limits: flags::limits(self.flags, on_interrupt()),
            seed: out.seed,
            threads,
            record,
            progress,
            games_to: None,
            moves_to: None,
        };
        work(&self.game, &order)
    }

    fn report<'r>(&'r self, results: &'r Results) -> ContestReport<'r> {
        let is_othello = self.game.spec().starts_with("othello");
        ContestReport::new(results, is_othello && self.has_points(), self.sprt.as_ref())
    }

    /// Games between each two, if `--games` or a test says how many.
    fn games(&self) -> Option<u64> {
        self.flags.games.or(self.sprt.as_ref().map(|_| SPRT_GAMES))
    }

    fn has_points(&self) -> bool {
        !self.game.facts().is_win_draw_loss()
    }

    /// What a user should know of the results, and is not among them.
    fn tell(&self, held: &HeldContest) {
        if held.before > 0 {
            say(&format!(
                "{} games were played by an earlier run",
                held.before
            ));
        }
        let rounds = held.results.progress().1 / 2 / held.results.pairings().len() as u64;
        if self.games().is_some_and(|games| games > 2 * rounds) {
            note(&format!(
                "note: there are only {rounds} openings, so the test is given up after {} games",
                2 * rounds
            ));
        }
        if let Some(openings) = held.openings
            && openings < rounds
        {
            note(&format!(
                "note: {openings} openings for {rounds} rounds; agents without chance repeat their games, and intervals are too narrow then"
            ));
        }
        if held.results.superfluous() > 0 {
            say(&format!(
                "{} games that were finished after the decision do not count",
                held.results.superfluous()
            ));
        }
    }
}

fn stopped(record: Option<&Path>, done: u64, of: u64) -> Error {
    let hint = match record {
        Some(path) => format!(
            "they are kept in {}; the same command goes on from there",
            path.display()
        ),
        None => "with --record FILE the same command would go on from there".to_string(),
    };
    Error::failed(format!("stopped after {done} of {of} games")).with_hint(hint)
}

/// Says something in lines that a terminal shows whole.
fn note(text: &str) {
    say(&wrapped(text, ""));
}

/// What a panicking agent has to say stands in the record; it need not disturb the table.
fn hush_agents() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if !is_guarded() {
            usual(info);
        }
    }));
}

/// The table as it grows.
struct Live<'a> {
    call: &'a Call<'a>,
    bar: Bar,
    drawn: Mutex<Option<Instant>>,
    teller: Teller,
}

impl<'a> Live<'a> {
    fn new(call: &'a Call<'a>) -> Self {
        Self {
            call,
            bar: Bar::new(0, "games", ""),
            drawn: Mutex::new(None),
            teller: Teller::default(),
        }
    }

    fn tell(&self, results: &Results) {
        let (done, of) = results.progress();
        self.bar.tell(done, of);
        self.teller
            .tell(|| json!({"standings": self.call.report(results).json()}));
        if self.bar.is_hidden() {
            return;
        }
        let mut drawn = self.drawn.lock().expect("nobody panics while drawing");
        if drawn.is_none_or(|drawn| drawn.elapsed() >= REDRAW) {
            let report = self.call.report(results);
            self.bar
                .say(text::standings(&report, self.call.has_points()));
            *drawn = Some(Instant::now());
        }
    }
}

/// Games at once that a follower is shown at the most.
const MOST_BOARDS: usize = 4;

/// Tells the follower moves of some of the games that are played: each of the first threads has a board.
fn boards() -> MovesTo {
    let places: [(OnceLock<ThreadId>, Teller); MOST_BOARDS] = Default::default();
    Arc::new(move |by, states, at, mv| {
        let own = std::thread::current().id();
        let is_own = |place: &(OnceLock<ThreadId>, Teller)| *place.0.get_or_init(|| own) == own;
        let Some(board) = places.iter().position(is_own) else {
            return;
        };
        places[board].1.tell(|| {
            json!({"live": {
                "board": board,
                "by": by,
                "state": states.text(at),
                "move": states.move_text(at, mv),
            }})
        });
    })
}
