//! `plyscope judge --confirm`: the match that the verdict is about, prediction and result side by side.

use plyscope_arena::RandomOpenings;
use plyscope_arena::rating::{Informed, PriorStrength, Wdl};
use plyscope_game::{Error, Limits};
use plyscope_judge::judgement::{Confirmed, Judgement, games_to_tell};
use plyscope_judge::predict::PredictedPair;
use plyscope_workbench::{ContestOrder, ContestReport, HeldContest, NamedGame, hold};

use crate::out::Out;
use crate::progress::Bar;
use crate::stop::on_interrupt;

/// Games at the most: enough for 25 Elo, and a minute's work for cheap heuristics.
const MOST: u64 = 1600;

/// The match of a verdict.
pub(super) struct Match {
    /// What it came to.
    pub(super) confirmed: Confirmed,
    /// How many games there were to be.
    of: u64,
}

/// Plays the two heuristics of the verdict; none where there is no verdict, or both play alike.
pub(super) fn confirm(
    judgement: &Judgement,
    game: &NamedGame,
    out: &Out,
) -> Result<Option<Match>, Error> {
    let asked = judgement.prediction.as_ref();
    let told = asked.and_then(|own| own.between.as_ref());
    // Two that are the same player would play for nothing.
    let Some(predicted) = told.filter(|own| own.apart > 0.0 || own.elo != 0.0) else {
        return Ok(None);
    };
    let results = play(predicted, judgement, game, out)?.results;
    let (_, of) = results.progress();
    let versus = results.versus();
    let Some(found) = versus.first() else {
        return Ok(None);
    };
    let Some(difference) = ContestReport::difference(found) else {
        return Ok(None);
    };
    let count: Wdl = found.count.wdl();
    let both = Informed::fit(&prior(predicted), &results.encounters()).above(0, 1);
    let faults = [found.count.faults, found.other.faults];
    let confirmed = Confirmed::new(predicted, count.games(), faults, difference.elo, both);
    Ok(Some(Match { confirmed, of }))
}

/// Plays as many games as the predicted difference takes to show, from random openings.
fn play(
    predicted: &PredictedPair,
    judgement: &Judgement,
    game: &NamedGame,
    out: &Out,
) -> Result<HeldContest, Error> {
    let plies = judgement.prediction.as_ref().map_or(0, |own| own.opening);
    let games = games_to_tell(predicted.elo).min(MOST);
    // A small game has few openings: two games of each are all there is to know.
    let openings = RandomOpenings::new(plies, out.seed, None).fewer_than(game.rules(), games / 2);
    let games = openings.map_or(games, |own| 2 * own);
    let message = format!("{} and {}", predicted.a, predicted.b);
    let bar = Bar::new(games, "games", message);
    let entrants = entrants(predicted, judgement);
    let order = ContestOrder {
        limits: Limits {
            stop: on_interrupt(),
            ..Limits::best_move()
        },
        seed: out.seed,
        threads: out.threads,
        progress: &|results| {
            let (done, of) = results.progress();
            bar.tell(done, of);
        },
        ..ContestOrder::round_robin(&entrants, games, plies)
    };
    let held = hold(game, &order);
    bar.finish();
    held
}

/// The specs of both agents, named by their seats: two heuristics may have one name.
fn entrants(predicted: &PredictedPair, judgement: &Judgement) -> [String; 2] {
    let spec = |name: &str| {
        let found = judgement.heuristics.iter().find(|own| own.name == name);
        found.map_or_else(|| name.to_owned(), |own| own.spec.clone())
    };
    [("first", &predicted.a), ("second", &predicted.b)]
        .map(|(seat, name)| format!("{seat}=({})", predicted.way.agent(&spec(name))))
}

/// The prediction as a prior of a rating: half of the difference and of its variance is of each.
fn prior(predicted: &PredictedPair) -> [PriorStrength; 2] {
    let half = |elo: f64| PriorStrength {
        elo,
        deviation: predicted.deviation() / std::f64::consts::SQRT_2,
    };
    [half(predicted.elo / 2.0), half(-predicted.elo / 2.0)]
}

impl Match {
    /// Fails if a signal ended it.
    pub(super) fn all_played(&self) -> Result<(), Error> {
        let games = self.confirmed.games;
        if games >= self.of {
            return Ok(());
        }
        let stopped = format!("stopped after {games} of {} games", self.of);
        Err(Error::failed(stopped).with_hint("run the same command again for all of them"))
    }
}
