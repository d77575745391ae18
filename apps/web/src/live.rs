//! Values that stream in while a search deepens; the search ends when the client is gone.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use plyscope_game::any::Position;
use plyscope_game::{Error, Limits, Stop};
use plyscope_workbench::{AdviceText, NamedGame, Spec, advise, read_count};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::App;
use crate::asked::Params;
use crate::board::At;
use crate::events::{Events, stream};
use crate::refusal::{Answer, Refusal, answer, error_json};

/// Searches on boards at the same time.
const MOST_SEARCHES: usize = 16;
/// Time that one may take, and the usual one.
const LONGEST: u64 = 300;
const USUAL: u64 = 30;
/// Playouts of the first step; each step doubles them.
const FIRST_PLAYOUTS: u64 = 256;

#[derive(Clone, Deserialize)]
pub(crate) struct Asked {
    #[serde(flatten)]
    at: At,
    by: String,
    seed: Option<u64>,
    /// Seconds.
    seconds: Option<u64>,
    /// Only the best move needs its full value.
    #[serde(default)]
    best: bool,
}

/// Counts searches that run.
struct Turn(Arc<AtomicUsize>);

impl Turn {
    fn take(searches: &Arc<AtomicUsize>) -> Answer<Self> {
        let own = Self(Arc::clone(searches));
        if searches.fetch_add(1, Ordering::Relaxed) >= MOST_SEARCHES {
            let what = format!("{MOST_SEARCHES} searches run already");
            return Err(Refusal::busy(what, "close some boards"));
        }
        Ok(own)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How a search is asked again and again, each time for more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deepening {
    Depth(u32),
    Playouts(u64),
    AtOnce,
}

impl Deepening {
    fn of(game: &NamedGame, spec: &Spec) -> Self {
        let all = game.agents();
        let Some(listing) = all.iter().find(|own| own.name == spec.name) else {
            return Self::AtOnce;
        };
        let value = |name: &str| {
            let param = listing.params.iter().find(|own| own.name == name)?;
            let text = spec.get(name).unwrap_or(&param.default);
            read_count(text.rsplit("..").next().unwrap_or(text))
        };
        match (value("depth"), value("playouts")) {
            (Some(depth), _) => Self::Depth(depth as u32),
            (None, Some(playouts)) => Self::Playouts(playouts),
            _ => Self::AtOnce,
        }
    }

    /// Whether a step that was cut short tells more than the one before it: by its visits to
    /// the legal moves. Where whole depths are searched a part of one does not.
    fn tells_more(self, visits: u64, before: u64) -> bool {
        matches!(self, Self::Playouts(_)) && visits > before
    }

    /// The limits of all steps, the last one without any.
    fn steps(self) -> Vec<Limits> {
        let mut steps = Vec::new();
        match self {
            Self::Depth(depth) => {
                steps.extend((1..depth).map(|depth| Limits {
                    depth: Some(depth),
                    ..Limits::every_move()
                }));
            }
            Self::Playouts(most) => {
                let mut playouts = FIRST_PLAYOUTS;
                while playouts < most {
                    steps.push(Limits {
                        playouts: Some(playouts),
                        ..Limits::every_move()
                    });
                    playouts = playouts.saturating_mul(4);
                }
            }
            // Values first: a solver may search longer for its line than for all of them.
            Self::AtOnce => steps.push(Limits {
                values_only: true,
                ..Limits::every_move()
            }),
        }
        steps.push(Limits::every_move());
        steps
    }
}

fn visits(advice: &AdviceText) -> u64 {
    advice.moves.iter().filter_map(|own| own.visits).sum()
}

/// The stream of a search: `advice` after every step, `done` or `error` at the end.
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Params(asked): Params<Asked>,
) -> Answer<Response> {
    let place = Turn::take(&app.searches)?;
    let opened = app.answered(move |app| {
        let (game, position) = asked.at.open(app)?;
        app.check_question(&game, &asked.by)?;
        let spec = Spec::parse(&asked.by)?;
        // Whatever is wrong with the spec is told as a bad request.
        game.agent(&spec, 0)?;
        Ok((game, position, spec, asked))
    });
    let (game, position, spec, asked) = opened.await?;
    let stop = Stop::default();
    let (events, response) = stream(stop.clone());
    let seed = asked.seed.unwrap_or(app.options.seed);
    let work = move || {
        let _place = place;
        let search = Search {
            game: &game,
            position: &position,
            asked: &asked,
            seed,
            stop: &stop,
            events: &events,
        };
        match search.run(&spec) {
            Ok(()) => events.send("done", &json!({})),
            Err(error) => events.send("error", &error_json(&error)),
        };
    };
    let thread = std::thread::Builder::new().name("search".to_owned());
    thread
        .spawn(work)
        .map_err(|error| Error::failed(format!("no thread for a search: {error}")))?;
    Ok(response)
}

struct Search<'a> {
    game: &'a NamedGame,
    position: &'a Position,
    asked: &'a Asked,
    seed: u64,
    stop: &'a Stop,
    events: &'a Events,
}

impl Search<'_> {
    fn run(&self, spec: &Spec) -> Result<(), Error> {
        let begun = Instant::now();
        let time = Duration::from_secs(self.asked.seconds.unwrap_or(USUAL).clamp(1, LONGEST));
        let mut agent = self.game.agent(spec, self.seed)?;
        let deepening = Deepening::of(self.game, spec);
        let steps = deepening.steps();
        let last = steps.len() - 1;
        let mut before = 0;
        for (step, limits) in steps.into_iter().enumerate() {
            let left = time.saturating_sub(begun.elapsed());
            if self.stop.is_raised() || left.is_zero() {
                return Ok(());
            }
            let values_only = limits.values_only;
            let limits = Limits {
                time: Some(left),
                stop: self.stop.clone(),
                ..limits
            };
            let advice = advise(self.game, &mut *agent, self.position, &limits)?;
            let is_proved = advice.moves.iter().all(|own| own.exact);
            let visits = visits(&advice);
            if advice.cut_short && step > 0 && !deepening.tells_more(visits, before) {
                return Ok(());
            }
            before = visits;
            let is_last = step == last || is_proved && !values_only;
            let told = self.told(&advice, step, is_last, begun.elapsed());
            if !self.events.send("advice", &told) || is_last {
                return Ok(());
            }
        }
        Ok(())
    }

    fn told(&self, advice: &AdviceText, step: usize, is_last: bool, took: Duration) -> Value {
        let text = self.asked.at.text();
        let object = advice.json(self.game.spec(), &text, &self.asked.by, self.seed, None);
        json!({
            "advice": object,
            "step": step,
            "last": is_last,
            "milliseconds": took.as_millis() as u64,
        })
    }
}

/// Values on every legal move, as `plyscope advise --json` tells them.
pub(crate) async fn once(
    State(app): State<Arc<App>>,
    Params(asked): Params<Asked>,
) -> Answer<Response> {
    let place = Turn::take(&app.searches)?;
    app.answered(move |app| {
        let _place = place;
        let (game, position) = asked.at.open(app)?;
        app.check_question(&game, &asked.by)?;
        let seed = asked.seed.unwrap_or(app.options.seed);
        let mut agent = game.agent(&Spec::parse(&asked.by)?, seed)?;
        let seconds = asked.seconds.unwrap_or(USUAL).clamp(1, USUAL);
        let limits = Limits {
            time: Some(Duration::from_secs(seconds)),
            every_move: !asked.best,
            values_only: asked.best,
            ..Limits::default()
        };
        let advice = advise(&game, &mut *agent, &position, &limits)?;
        let text = asked.at.text();
        Ok(answer(&advice.json(
            game.spec(),
            &text,
            &asked.by,
            seed,
            None,
        )))
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_deepen_by_what_bounds_them() {
        let game = plyscope_standard::registry().open("connect4").unwrap();
        let of = |text: &str| Deepening::of(&game, &Spec::parse(text).unwrap());
        assert_eq!(of("negascout:depth=7"), Deepening::Depth(7));
        assert_eq!(of("mcts:playouts=100k"), Deepening::Playouts(100_000));
        assert_eq!(of("mcts:playouts=1k..5k"), Deepening::Playouts(5000));
        assert_eq!(of("solver"), Deepening::AtOnce);
        assert_eq!(Deepening::Depth(3).steps().len(), 3);
        assert_eq!(Deepening::Playouts(1000).steps().len(), 2);
    }
}
