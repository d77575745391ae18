//! `plyscope gdl info`: what a sheet is.

use std::time::Instant;

use plyscope_game::Chance;
use plyscope_gdl::{Engine, EngineKind, GdlGame, Info, Severity, Sheet, check};
use plyscope_shelf_gdl::{SheetText, gdl_error};
use serde_json::{Value, json};

use super::open;
use crate::args::SheetInfo;
use crate::out::{Ended, Out};
use crate::stop::ends_at_once;
use crate::table::grouped;
use plyscope_workbench::facts_json;

pub(crate) fn run(args: &SheetInfo, out: &Out) -> Result<(), Ended> {
    let (text, sheet) = open(&args.sheet)?;
    ends_at_once("nothing was changed");
    let rules = sheet.rule_count();
    let game = GdlGame::new(&*text.name, sheet.clone());
    let game = game.map_err(|error| gdl_error(&text.name, &error))?;
    let info = Info::of(&game, rules);
    // A sheet that does not ground is not grounded again for every engine that needs that.
    let start = |kind| match &info.grounded {
        Err(why) if kind != EngineKind::Rules => Start {
            kind,
            seconds: Err(why.what.clone()),
        },
        _ => Start::of(kind, &sheet, out.seed),
    };
    let engines: Vec<Start> = EngineKind::ALL.into_iter().map(start).collect();
    let findings = counted(&text);
    if out.json {
        return out.object(&to_json(&text, &info, &game, &engines, findings));
    }
    out.line(&format!(
        "{}  digest {}",
        out.paint.strong(&text.name),
        text.digest
    ))?;
    for remark in game.remarks() {
        out.line(&format!("  {remark}"))?;
    }
    let [errors, warnings, notes] = findings;
    out.line(&format!("  {rules} rules and facts: {errors} errors, {warnings} warnings, {notes} notes (gdl check tells)"))?;
    if let Ok(grounded) = &info.grounded {
        let sizes = grounded.sizes;
        out.line(&format!(
            "  a network of {} gates for {} fluents and {} moves, {} circles, {} phases",
            grouped(sizes.gates as u64),
            grouped(sizes.fluents as u64),
            grouped(sizes.moves as u64),
            sizes.circles,
            grouped(grounded.phases as u64),
        ))?;
    }
    let board = match (game.has_board(), game.has_pieces()) {
        (true, true) => "a board with pieces of the roles",
        (true, false) => "a board",
        (false, _) => "no board: fluents are listed",
    };
    out.line(&format!("  {board}"))?;
    for start in &engines {
        out.line(&format!("  {:<6} {}", start.kind.name(), start.words()))?;
    }
    Ok(())
}

/// How soon an engine plays.
struct Start {
    kind: EngineKind,
    /// Seconds until its first playout was done, or why there was none.
    seconds: Result<f64, String>,
}

impl Start {
    fn of(kind: EngineKind, sheet: &Sheet, seed: u64) -> Self {
        let begun = Instant::now();
        let engine = Engine::new(sheet.clone(), kind);
        let played = engine.and_then(|mut engine| engine.play(1, &mut Chance::new(seed)));
        Self {
            kind,
            seconds: match played {
                Ok(_) => Ok(begun.elapsed().as_secs_f64()),
                Err(error) => Err(error.what),
            },
        }
    }

    fn words(&self) -> String {
        match &self.seconds {
            Ok(seconds) => format!("first playout after {seconds:.3} s"),
            Err(why) => format!("cannot play it: {why}"),
        }
    }
}

/// Errors, warnings and notes that the text shows.
fn counted(text: &SheetText) -> [usize; 3] {
    let (_, findings) = check(&text.text);
    let count = |severity| {
        findings
            .iter()
            .filter(|own| own.severity == severity)
            .count()
    };
    [Severity::Error, Severity::Warning, Severity::Note].map(count)
}

fn to_json(
    text: &SheetText,
    info: &Info,
    game: &GdlGame,
    engines: &[Start],
    [errors, warnings, notes]: [usize; 3],
) -> Value {
    let network = info.grounded.as_ref().ok().map(|grounded| {
        json!({
            "instances": grounded.sizes.instances,
            "fluents": grounded.sizes.fluents,
            "moves": grounded.sizes.moves,
            "gates": grounded.sizes.gates,
            "circles": grounded.sizes.circles,
            "phases": grounded.phases,
        })
    });
    let engine = |start: &Start| {
        json!({
            "engine": start.kind.name(),
            "seconds_to_first": start.seconds.as_ref().ok(),
            "error": start.seconds.as_ref().err(),
        })
    };
    json!({
        "sheet": text.name,
        "digest": text.digest,
        "roles": info.roles,
        "rules": info.rules,
        "facts": facts_json(&info.facts, 1),
        "found": {
            "games": info.found.games,
            "sum": info.found.sum,
            "simultaneous": info.found.simultaneous,
            "turns_proved": info.found.turns_proved,
            "most_rounds": info.found.most_rounds,
        },
        "network": network,
        "does_not_ground": info.grounded.as_ref().err().map(|error| &error.what),
        "engine": info.engine.name(),
        "engines": engines.iter().map(engine).collect::<Vec<_>>(),
        "board": info.has_board,
        "pieces": game.has_pieces(),
        "findings": {"errors": errors, "warnings": warnings, "notes": notes},
    })
}
