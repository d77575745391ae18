//! Where each address leads.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use plyscope_game::Stop;
use plyscope_workbench::{metric_listings, params_json};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::app::{App, SHAPES, read_json};
use crate::asked::{Params, Place};
use crate::events::stream;
use crate::gate::gate;
use crate::jobs::{Order, RunState};
use crate::refusal::{Answer, Refusal, answer};
use crate::{
    benchmarks, board, compare, labels, learning, live, page, replay, runs, weigh, weights,
};

/// News of jobs come no closer together.
const BETWEEN: Duration = Duration::from_millis(150);

/// All routes, behind the gate.
pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/", get(page::index))
        .route("/page/{name}", get(page::asset))
        .route("/api/about", get(about))
        .route("/api/metrics", get(metrics))
        .route("/api/games", get(board::games))
        .route("/api/game", get(board::game))
        .route("/api/position", get(board::position))
        .route("/api/explain", get(board::explained))
        .route("/api/advise", get(live::once))
        .route("/api/advise/live", get(live::live))
        .route("/api/benchmarks", get(benchmarks::list))
        .route("/api/benchmarks/info", get(benchmarks::info))
        .route("/api/benchmarks/states", get(benchmarks::states))
        .route("/api/benchmarks/labels", get(labels::labels))
        .route("/api/weights", get(weights::list))
        .route("/api/weights/{name}", post(weights::write))
        .route("/api/weigh", post(weigh::weigh))
        .route("/api/jobs", get(jobs).post(submit))
        .route("/api/jobs/{id}", get(job).delete(remove))
        .route("/api/jobs/{id}/events", get(events))
        .route("/api/jobs/{id}/stop", post(stop))
        .route("/api/jobs/{id}/resume", post(resume))
        .route("/api/runs/{id}/judgement", get(runs::judgement))
        .route("/api/runs/{id}/curve", get(runs::curve))
        .route("/api/runs/{id}/states", get(runs::states))
        .route("/api/runs/{id}/learning", get(learning::learning))
        .route("/api/runs/{id}/games", get(replay::games))
        .route("/api/runs/{id}/games/{number}", get(replay::game))
        .route("/api/compare", get(compare::compare))
        .fallback(nowhere)
        .method_not_allowed_fallback(nowhere)
        .layer(from_fn_with_state(Arc::clone(&app), gate))
        .with_state(app)
}

async fn nowhere(request: Request) -> Response {
    let what = format!(
        "nothing answers {} {}",
        request.method(),
        request.uri().path()
    );
    Refusal::missing(what, SHAPES).into_response()
}

async fn about(State(app): State<Arc<App>>) -> Response {
    let options = &app.options;
    answer(&json!({
        "version": env!("CARGO_PKG_VERSION"),
        "home": app.home.path().display().to_string(),
        "allow_processes": options.allow_processes,
        "jobs": options.jobs,
        "threads": options.threads,
        "seed": options.seed,
    }))
}

async fn metrics() -> Response {
    let all = metric_listings();
    let told = all.iter().map(
        |own| json!({"name": own.name, "about": own.about, "parameters": params_json(own.params)}),
    );
    answer(&told.collect::<Vec<_>>())
}

#[derive(Deserialize)]
struct Listed {
    kind: Option<String>,
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

async fn jobs(State(app): State<Arc<App>>, Params(asked): Params<Listed>) -> Answer<Response> {
    let count = asked.count.unwrap_or(50).min(500);
    let (total, jobs) = app.jobs.list(asked.kind.as_deref(), asked.from, count);
    Ok(answer(
        &json!({"total": total, "from": asked.from, "jobs": jobs}),
    ))
}

async fn submit(State(app): State<Arc<App>>, request: Request) -> Answer<Response> {
    let order: Order = read_json(request.into_body()).await?;
    app.answered(move |app| {
        order.check(app)?;
        Ok(answer(&app.jobs.submit(&order)?))
    })
    .await
}

async fn job(State(app): State<Arc<App>>, Place(id): Place<String>) -> Answer<Response> {
    Ok(answer(&app.jobs.one(&id)?.json()))
}

async fn stop(State(app): State<Arc<App>>, Place(id): Place<String>) -> Answer<Response> {
    app.answered(move |app| Ok(answer(&app.jobs.stop(&id)?)))
        .await
}

async fn resume(State(app): State<Arc<App>>, Place(id): Place<String>) -> Answer<Response> {
    app.answered(move |app| Ok(answer(&app.jobs.resume(&id)?)))
        .await
}

async fn remove(State(app): State<Arc<App>>, Place(id): Place<String>) -> Answer<Response> {
    app.answered(move |app| {
        app.jobs.one(&id)?;
        app.jobs.remove(&id)?;
        Ok(answer(&json!({"removed": id})))
    })
    .await
}

/// News of a job, until it has ended.
async fn events(State(app): State<Arc<App>>, Place(id): Place<String>) -> Answer<Response> {
    app.jobs.one(&id)?;
    let gone = Stop::default();
    let (events, response) = stream(gone.clone());
    let mut changes = app.jobs.changes();
    tokio::spawn(async move {
        let mut before = Value::Null;
        while !gone.is_raised() {
            let Ok(run) = app.jobs.one(&id) else {
                return;
            };
            let now = run.json();
            if now != before {
                if !events.send_later("job", &now).await {
                    return;
                }
                before = now;
            }
            if !matches!(run.state, RunState::Waiting | RunState::Running) {
                return;
            }
            tokio::time::sleep(BETWEEN).await;
            // Woken now and then, to notice who has gone.
            let _ = tokio::time::timeout(Duration::from_secs(5), changes.changed()).await;
        }
    });
    Ok(response)
}
