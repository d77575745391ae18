//! `plyscope gdl verify`: a sheet against games that another reasoner played.

use std::sync::Arc;

use plyscope_game::Error;
use plyscope_gdl::{
    EngineKind, Followed, GdlError, GdlErrorKind, GroundLimits, Interpreter, Machine, Network,
    Sheet, Stepper, TraceDifference, follow, read_trace,
};
use plyscope_shelf_gdl::{gdl_error, sheet_text};
use serde_json::json;

use crate::args::VerifySheet;
use crate::out::{Ended, Out};
use crate::stop::ends_at_once;
use crate::table::grouped;

pub(crate) fn run(args: &VerifySheet, out: &Out) -> Result<(), Ended> {
    let text = sheet_text(&args.sheet)?;
    let shown = args.trace.display().to_string();
    let bytes = std::fs::read(&args.trace).map_err(|error| {
        let what = format!("the trace {shown} cannot be read: {error}");
        Error::misuse(
            what,
            "check the path; it is taken from the folder you are in",
        )
    })?;
    let trace = read_trace(&bytes).map_err(|error| gdl_error(&shown, &error))?;
    ends_at_once("no difference was found so far");
    let engine = args.engine.map(crate::args::EngineName::kind);
    if engine == Some(EngineKind::Lanes) {
        let what = "lanes play hundreds of games at once and cannot follow one";
        return Err(Error::misuse(what, "take --engine state or rules").into());
    }
    // Traces exist of sheets that call a role `random` and let it choose like any other.
    let made = Sheet::read_plainly(&text.text).and_then(|sheet| machine(sheet, engine));
    let (engine, mut machine) = made.map_err(|error| gdl_error(&text.name, &error))?;
    let followed = follow(&mut *machine, &trace);
    let (sheet, name) = (&text.name, engine.name());
    if out.json {
        out.object(&to_json(sheet, &shown, name, &followed))?;
    } else {
        out.text(&in_words(sheet, &shown, name, &followed))?;
    }
    out.flush()?;
    match followed {
        Ok(_) => Ok(()),
        Err(_) => Err(Error::failed(format!("{sheet} and {shown} differ")).into()),
    }
}

/// The engine that was asked for, or the one that can run the sheet.
fn machine(
    sheet: Sheet,
    engine: Option<EngineKind>,
) -> Result<(EngineKind, Box<dyn Machine>), GdlError> {
    if engine != Some(EngineKind::Rules) {
        match Network::new(sheet.clone(), GroundLimits::default()) {
            Ok(network) => {
                let stepper = Stepper::new(Arc::new(network));
                return Ok((EngineKind::State, Box::new(stepper)));
            }
            Err(error) if engine.is_none() && error.kind == GdlErrorKind::Limit => {}
            Err(error) => return Err(error),
        }
    }
    Ok((EngineKind::Rules, Box::new(Interpreter::new(sheet)?)))
}

type Outcome = Result<Followed, Box<TraceDifference>>;

fn in_words(sheet: &str, trace: &str, engine: &str, followed: &Outcome) -> String {
    match followed {
        Ok(followed) if followed.states == 0 => {
            format!("{trace} has no state that {sheet} could be compared with\n")
        }
        Ok(followed) => format!(
            "{sheet} agrees with {trace} by {engine}: {} games, {} states\n",
            grouped(followed.games),
            grouped(followed.states)
        ),
        Err(difference) => format!("{sheet} by {engine}: {difference}\n"),
    }
}

fn to_json(sheet: &str, trace: &str, engine: &str, followed: &Outcome) -> serde_json::Value {
    let difference = followed.as_ref().err().map(|difference| {
        json!({
            "line": difference.line,
            "what": difference.what,
            "only_in_trace": difference.missing,
            "only_here": difference.extra,
            "error": difference.error.as_ref().map(ToString::to_string),
        })
    });
    json!({
        "sheet": sheet,
        "trace": trace,
        "engine": engine,
        "agrees": followed.is_ok(),
        "games": followed.as_ref().ok().map(|own| own.games),
        "states": followed.as_ref().ok().map(|own| own.states),
        "difference": difference,
    })
}
