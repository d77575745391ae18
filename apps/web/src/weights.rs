//! Weights files of the home: read, and written by hand on the page.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use plyscope_game::Error;
use plyscope_truth::Output;
use plyscope_workbench::Weights;
use serde_json::json;

use crate::app::{App, read_json};
use crate::asked::Place;
use crate::home::WEIGHTS;
use crate::refusal::{Answer, Refusal, answer};

/// All weights files, with their game and feature set.
pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer<Response> {
    app.answered(|app| {
        let told = |name: String| {
            let path = app.home.path().join(WEIGHTS).join(&name);
            match Weights::load(&path) {
                Ok(own) => {
                    json!({"name": name, "path": format!("{WEIGHTS}/{name}"), "weights": own})
                }
                Err(error) => json!({"name": name, "trouble": error.what}),
            }
        };
        let all = app.home.names(WEIGHTS, ".toml").into_iter().map(told);
        Ok(answer(&all.collect::<Vec<_>>()))
    })
    .await
}

/// Writes a weights file under a name that is free.
pub(crate) async fn write(
    State(app): State<Arc<App>>,
    Place(name): Place<String>,
    request: Request,
) -> Answer<Response> {
    let weights: Weights = read_json(request.into_body()).await?;
    app.answered(move |app| {
        let game = app.game(&weights.game)?;
        let set = game.features(&weights.features).ok_or_else(|| {
            let what = format!("{} has no features `{}`", game.spec(), weights.features);
            Refusal::bad(what, "the game's page lists them")
        })?;
        weights.in_order(&set.list())?;
        let path = app.home.file(WEIGHTS, &format!("{name}.toml"))?;
        let text = text_of(&weights);
        // What cannot be read back is not written.
        Weights::parse(&text)?;
        let output = Output::new(&path, false).map_err(|error| taken(&error, &name))?;
        output.write(text)?;
        Ok(answer(
            &json!({"name": format!("{name}.toml"), "path": format!("{WEIGHTS}/{name}.toml")}),
        ))
    })
    .await
}

fn taken(error: &Error, name: &str) -> Refusal {
    Refusal::bad(
        format!("the weights `{name}` cannot be written: {}", error.what),
        "choose another name",
    )
}

/// The file as a person would write it.
fn text_of(own: &Weights) -> String {
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let mut text = format!(
        "game = {}\nfeatures = {}\n",
        quoted(&own.game),
        quoted(&own.features)
    );
    for (name, value) in [("to_move", own.to_move), ("to_first", own.to_first)] {
        if value != 0.0 {
            let _ = writeln!(text, "{name} = {value:?}");
        }
    }
    text.push_str("\n[weights]\n");
    for (name, weight) in &own.weights {
        let _ = writeln!(text, "{} = {weight:?}", quoted(name));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_back_as_it_was() {
        let text = "game = \"connect4\"\nfeatures = \"lines\"\nto_move = 0.5\n[weights]\nown_3 = 9\n\"odd name\" = -0.25\n";
        let weights = Weights::parse(text).unwrap();
        assert_eq!(Weights::parse(&text_of(&weights)), Ok(weights));
    }
}
