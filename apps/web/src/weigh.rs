//! Weights by hand: a benchmark is made ready once, and weights are judged on it in milliseconds.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::{Request, State};
use axum::response::Response;
use plyscope_game::Error;
use plyscope_judge::Grouping;
use plyscope_workbench::{NamedGame, ReadyBench, Spec, StateFilter, Weights};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, read_json};
use crate::curves::{Curve, draw, score};
use crate::refusal::{Answer, Refusal, answer};

/// Metrics that are judged while a slider is dragged.
const MOST_METRICS: usize = 6;

/// A benchmark that is ready to judge weights on.
pub(crate) struct Weighing {
    game: Arc<NamedGame>,
    ready: ReadyBench<'static>,
    /// What was judged last as a shadow: it stays the same while a slider is dragged.
    shadow: Mutex<Option<(Weights, Grouping, Arc<Value>)>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    benchmark: String,
    features: String,
    weights: BTreeMap<String, f64>,
    #[serde(default)]
    to_move: f64,
    #[serde(default)]
    to_first: f64,
    metrics: Vec<String>,
    /// The metric whose curve is drawn.
    metric: String,
    #[serde(default)]
    by: Option<String>,
    /// Other weights, whose curve stands behind.
    #[serde(default)]
    shadow: Option<BTreeMap<String, f64>>,
    #[serde(default)]
    width: Option<f64>,
}

impl App {
    fn weighing(&self, asked: &Asked) -> Answer<Arc<Weighing>> {
        let known = self.benchmark(&asked.benchmark)?;
        if asked.metrics.is_empty() || asked.metrics.len() > MOST_METRICS {
            let what = format!(
                "{} metrics cannot be judged while dragging",
                asked.metrics.len()
            );
            return Err(Refusal::bad(what, format!("choose 1 to {MOST_METRICS}")));
        }
        let path = self.home.path().join(&asked.benchmark);
        let stamp = crate::benchmarks::stamp(&path);
        let key = format!("{} {stamp} {}", asked.benchmark, asked.metrics.join("\n"));
        self.weighing.get(&key, || {
            let game = self.game(&known.benchmark.meta.game)?;
            let filter = StateFilter::default();
            let ready = ReadyBench::new(
                &game,
                &known.benchmark,
                &known.name,
                &asked.metrics,
                &filter,
            )?;
            Ok(Arc::new(Weighing {
                game,
                ready: ready.owned(),
                shadow: Mutex::default(),
            }))
        })
    }
}

impl Weighing {
    /// The judgement of weights, as the objects of `judge --json`.
    fn judge(&self, weights: &Weights, grouping: Grouping) -> Result<Value, Error> {
        let spec = Spec::parse("linear")?;
        let make = || self.game.agent_weighing(&spec, weights, 1);
        let judged = self
            .ready
            .judge_one(&self.game, ("yours", &make), grouping, 1)?;
        Ok(serde_json::to_value(&judged).unwrap_or_default())
    }

    /// The same for weights that are likely to be asked for again.
    fn judge_shadow(&self, weights: Weights, grouping: Grouping) -> Result<Arc<Value>, Error> {
        let mut shadow = self.shadow.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((own, by, judged)) = &*shadow
            && (own, *by) == (&weights, grouping)
        {
            return Ok(Arc::clone(judged));
        }
        let judged = Arc::new(self.judge(&weights, grouping)?);
        *shadow = Some((weights, grouping, Arc::clone(&judged)));
        Ok(judged)
    }
}

/// Judges weights: means of all metrics, and the curve of one.
pub(crate) async fn weigh(State(app): State<Arc<App>>, request: Request) -> Answer<Response> {
    let asked: Asked = read_json(request.into_body()).await?;
    app.answered(move |app| {
        let begun = Instant::now();
        let weighing = app.weighing(&asked)?;
        let grouping = grouping(asked.by.as_deref())?;
        let weights = |own: &BTreeMap<String, f64>| Weights {
            game: weighing.game.spec().to_owned(),
            features: asked.features.clone(),
            to_move: asked.to_move,
            to_first: asked.to_first,
            complete: false,
            weights: own.clone(),
            ..Weights::default()
        };
        let judged = weighing.judge(&weights(&asked.weights), grouping)?;
        let shadow = asked.shadow.as_ref();
        let shadow = shadow
            .map(|own| weighing.judge_shadow(weights(own), grouping))
            .transpose()?;
        let told = tell(&judged, shadow.as_deref(), &asked, grouping.name());
        let mut told = told.ok_or_else(|| {
            let what = format!("there is no metric `{}` among those judged", asked.metric);
            Refusal::bad(what, "name it among the metrics, too")
        })?;
        told["states"] = json!(weighing.ready.len());
        told["milliseconds"] = json!(begun.elapsed().as_secs_f64() * 1000.0);
        Ok(answer(&told))
    })
    .await
}

fn tell(judged: &Value, shadow: Option<&Value>, asked: &Asked, grouping: &str) -> Option<Value> {
    let own = &judged["heuristics"][0];
    let mut curves = vec![Curve {
        name: "yours".to_owned(),
        score: score(own, &asked.metric)?,
        is_shadow: false,
    }];
    let behind = shadow.map(|own| &own["heuristics"][0]);
    curves.extend(
        behind
            .and_then(|own| score(own, &asked.metric))
            .map(|score| Curve {
                name: "as it was".to_owned(),
                score,
                is_shadow: true,
            }),
    );
    let means = |heuristic: &Value| -> Vec<Value> {
        let scores = heuristic["scores"].as_array().into_iter().flatten();
        scores
            .map(|own| json!({"metric": own["metric"], "all": own["all"]}))
            .collect()
    };
    let width = asked.width.unwrap_or(760.0).clamp(280.0, 1200.0);
    Some(json!({
        "scores": means(own),
        "shadow": behind.map(means),
        "metrics": judged["metrics"],
        "svg": draw(&curves, &asked.metric, grouping, width),
    }))
}

/// A grouping by its name.
pub(crate) fn grouping(name: Option<&str>) -> Answer<Grouping> {
    Ok(match name {
        None | Some("ply") => Grouping::Ply,
        Some("phase") => Grouping::Phase,
        Some("player") => Grouping::Player,
        Some("all") => Grouping::All,
        Some(other) => {
            let what = format!("states cannot be put together by `{other}`");
            return Err(Refusal::bad(what, "say ply, phase, player or all"));
        }
    })
}
