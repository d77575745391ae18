//! `plyscope judge --confirm`: the match that the verdict is about, prediction and result side by side.

use plyscope_arena::RandomOpenings;
use plyscope_arena::rating::{Informed, PriorStrength, Wdl, expected_score};
use plyscope_game::{Error, Limits};
use plyscope_judge::judgement::{Judgement, games_to_tell};
use plyscope_judge::predict::PredictedPair;
use plyscope_stats::Estimate;
use plyscope_workbench::{ContestOrder, ContestReport, HeldContest, NamedGame, hold};
use serde_json::{Value, json};

use crate::out::Out;
use crate::progress::Bar;
use crate::stop::on_interrupt;

/// Games at the most: enough for 25 Elo, and a minute's work for cheap heuristics.
const MOST: u64 = 1600;

/// A prediction, and what games say of it.
pub(super) struct Confirmed {
    predicted: PredictedPair,
    games: u64,
    /// How many there were to be.
    of: u64,
    /// What all play, in words: the use, or their own search.
    by: &'static str,
    played: Estimate,
    both: Estimate,
}

/// Plays the two heuristics of the verdict; none where there is no verdict.
pub(super) fn confirm(
    judgement: &Judgement,
    game: &NamedGame,
    out: &Out,
) -> Result<Option<Confirmed>, Error> {
    let asked = judgement.prediction.as_ref();
    let Some(predicted) = asked.and_then(|own| own.between.clone()) else {
        return Ok(None);
    };
    let results = play(&predicted, judgement, game, out)?.results;
    let (_, of) = results.progress();
    let versus = results.versus();
    let Some(found) = versus.first() else {
        return Ok(None);
    };
    let Some(difference) = ContestReport::difference(found) else {
        return Ok(None);
    };
    let count: Wdl = found.count.wdl();
    Ok(Some(Confirmed {
        games: count.games(),
        of,
        by: asked.map_or("", |own| own.by),
        played: difference.elo,
        both: Informed::fit(&prior(&predicted), &results.encounters()).above(0, 1),
        predicted,
    }))
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

impl Confirmed {
    /// Fails if a signal ended the match.
    pub(super) fn all_played(&self) -> Result<(), Error> {
        if self.games >= self.of {
            return Ok(());
        }
        let stopped = format!("stopped after {} of {} games", self.games, self.of);
        Err(Error::failed(stopped).with_hint("run the same command again for all of them"))
    }

    pub(super) fn json(&self) -> Value {
        let ends = |own: &Estimate| json!({"elo": own.value, "low": own.low, "high": own.high});
        json!({
            "a": self.predicted.a,
            "b": self.predicted.b,
            "use": self.predicted.way.name(),
            "games": self.games,
            "predicted": {"elo": self.predicted.elo, "low": self.predicted.low, "high": self.predicted.high},
            "played": ends(&self.played),
            "both": ends(&self.both),
        })
    }

    pub(super) fn text(&self) -> String {
        let line = |what: &str, elo: f64, low: f64, high: f64| {
            let percent = |elo: f64| 100.0 * expected_score(elo);
            format!(
                "  {what:<22} {:>3.0} % ({:.0} to {:.0})   Elo {elo:+.0} ({low:+.0} to {high:+.0})\n",
                percent(elo),
                percent(low),
                percent(high)
            )
        };
        let Self {
            predicted,
            games,
            by,
            played,
            both,
            ..
        } = self;
        format!(
            "\nPrediction and games {by}: wins of {} against {}\n{}{}{}",
            predicted.a,
            predicted.b,
            line("expected", predicted.elo, predicted.low, predicted.high),
            line(
                &format!("{games} games"),
                played.value,
                played.low,
                played.high
            ),
            line("both together", both.value, both.low, both.high),
        )
    }
}
