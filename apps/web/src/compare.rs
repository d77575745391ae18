//! Runs side by side: the means of every heuristic of every run, their curves, and what differs.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::app::App;
use crate::asked::Params;
use crate::curves::{Curve, draw, score};
use crate::refusal::{Answer, Refusal, answer};

/// Runs that can be compared at once.
const MOST: usize = 8;

#[derive(Deserialize)]
pub(crate) struct Asked {
    /// Names of runs with commas between.
    runs: String,
    metric: Option<String>,
    width: Option<f64>,
}

/// A heuristic of a run.
struct Line {
    name: String,
    run: String,
    heuristic: Value,
}

pub(crate) async fn compare(
    State(app): State<Arc<App>>,
    Params(asked): Params<Asked>,
) -> Answer<Response> {
    app.answered(move |app| {
        let ids: Vec<&str> = asked
            .runs
            .split(',')
            .filter(|own| !own.is_empty())
            .collect();
        if ids.is_empty() || ids.len() > MOST {
            let what = format!("{} runs cannot be compared at once", ids.len());
            return Err(Refusal::bad(what, format!("choose 1 to {MOST}")));
        }
        let judged: Vec<(String, Value)> = ids
            .iter()
            .map(|id| Ok(((*id).to_owned(), app.judgement(id)?)))
            .collect::<Answer<_>>()?;
        let lines = lines(&judged);
        let metrics = metrics(&judged);
        let metric = asked
            .metric
            .or_else(|| metrics.first().cloned())
            .unwrap_or_default();
        let groupings: Vec<&Value> = judged.iter().map(|own| &own.1["grouping"]).collect();
        let same_grouping = groupings.windows(2).all(|own| own[0] == own[1]);
        let curves: Vec<Curve<'_>> = lines
            .iter()
            .filter(|_| same_grouping)
            .filter_map(|own| {
                Some(Curve {
                    name: own.name.clone(),
                    score: score(&own.heuristic, &metric)?,
                    is_shadow: false,
                })
            })
            .collect();
        let width = asked.width.unwrap_or(760.0).clamp(280.0, 1200.0);
        let grouping = groupings[0].as_str().unwrap_or("ply");
        let svg = (!curves.is_empty()).then(|| draw(&curves, &metric, grouping, width));
        Ok(answer(&json!({
            "metric": metric,
            "metrics": metrics,
            "svg": svg,
            "rows": lines.iter().map(|own| row(own, &metrics)).collect::<Vec<_>>(),
            "differences": differences(&judged),
        })))
    })
    .await
}

/// Every heuristic of every run; those of the same name in several runs carry the run's.
fn lines(judged: &[(String, Value)]) -> Vec<Line> {
    let all = judged.iter().flat_map(|(id, own)| {
        let heuristics = own["heuristics"].as_array().into_iter().flatten();
        heuristics.map(move |own| (id, own))
    });
    let all: Vec<(&String, &Value)> = all.collect();
    let name = |own: &Value| own["name"].as_str().unwrap_or_default().to_owned();
    let line = |&(id, own): &(&String, &Value)| {
        let is_alone = all
            .iter()
            .filter(|other| name(other.1) == name(own))
            .count()
            == 1;
        Line {
            name: if is_alone {
                name(own)
            } else {
                format!("{} ({id})", name(own))
            },
            run: id.clone(),
            heuristic: own.clone(),
        }
    };
    all.iter().map(line).collect()
}

/// The metrics that all runs have.
fn metrics(judged: &[(String, Value)]) -> Vec<String> {
    let names = |own: &Value| -> Vec<String> {
        let all = own["metrics"].as_array().into_iter().flatten();
        all.filter_map(|own| own["name"].as_str().map(str::to_owned))
            .collect()
    };
    let mut common = names(&judged[0].1);
    common.retain(|name| judged.iter().all(|own| names(&own.1).contains(name)));
    common
}

fn row(line: &Line, metrics: &[String]) -> Value {
    let all = metrics.iter().map(|metric| {
        let all = score(&line.heuristic, metric).map(|own| own["all"].clone());
        (metric.clone(), all.unwrap_or_default())
    });
    json!({
        "name": line.name,
        "run": line.run,
        "spec": line.heuristic["spec"],
        "scores": all.collect::<Map<_, _>>(),
    })
}

/// What runs were made with, where that is not the same in all.
fn differences(judged: &[(String, Value)]) -> Vec<Value> {
    let about = |own: &Value| {
        let specs = own["heuristics"].as_array().into_iter().flatten();
        let specs: Vec<&str> = specs.filter_map(|own| own["spec"].as_str()).collect();
        [
            ("game", own["game"].clone()),
            ("benchmark", own["source"]["name"].clone()),
            ("states", own["states"].clone()),
            ("labelled by", own["source"]["labeller"].clone()),
            ("grouped by", own["grouping"].clone()),
            (
                "filters",
                json!(
                    own["filters"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_str)
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
            ),
            ("heuristics", json!(specs.join(", "))),
        ]
    };
    let all: Vec<_> = judged.iter().map(|own| about(&own.1)).collect();
    let rows = (0..all[0].len()).filter(|&at| all.iter().any(|own| own[at].1 != all[0][at].1));
    rows.map(|at| {
        let values = judged
            .iter()
            .zip(&all)
            .map(|((id, _), own)| (id.clone(), own[at].1.clone()));
        json!({"what": all[0][at].0, "values": values.collect::<Map<_, _>>()})
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(name: &str, game: &str) -> Value {
        json!({"game": game, "grouping": "ply", "states": 5, "source": {"name": "b", "labeller": "solver"},
            "filters": [], "metrics": [{"name": "regret"}],
            "heuristics": [{"name": name, "spec": name, "scores": []}]})
    }

    #[test]
    fn only_what_differs_is_told() {
        let runs = [
            ("a".to_owned(), judged("lines", "connect4")),
            ("b".to_owned(), judged("lines", "othello")),
        ];
        let told = differences(&runs);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0]["what"], "game");
        assert_eq!(told[0]["values"]["b"], "othello");
    }

    #[test]
    fn heuristics_of_one_name_carry_the_name_of_their_run() {
        let runs = [
            ("a".to_owned(), judged("lines", "connect4")),
            ("b".to_owned(), judged("lines", "connect4")),
        ];
        let names: Vec<String> = lines(&runs).into_iter().map(|own| own.name).collect();
        assert_eq!(names, ["lines (a)", "lines (b)"]);
    }
}
