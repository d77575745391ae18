//! `plyscope games`: what there is to play, and what each game brings along.

use plyscope_workbench::{Listing, NamedGame, Param, game_json, listed_game_json};

use crate::args::Games;
use crate::out::{Ended, Out};
use crate::table::Table;

pub(crate) fn run(args: &Games, out: &Out) -> Result<(), Ended> {
    match &args.game {
        Some(name) => one(&*out.registry.open(name)?, out),
        None => all(out),
    }
}

fn all(out: &Out) -> Result<(), Ended> {
    for entry in out.registry.games() {
        let own = (entry.listing.name.clone(), entry.listing.about.clone());
        let listed = if entry.listed.is_empty() {
            std::slice::from_ref(&own)
        } else {
            &entry.listed
        };
        for (spec, about) in listed {
            row(spec, about, &entry.listing.params, out)?;
        }
        if out.json {
            continue;
        }
        if !entry.listed.is_empty() {
            let name = out.paint.strong(&format!("{:<13}", own.0));
            out.line(&format!("{name} {}", own.1))?;
        }
        for param in &entry.listing.params {
            let setting = format!("{}={}", param.name, param.default);
            out.line(&format!(
                "    {setting:<14} {} ({})",
                param.about,
                param.values()
            ))?;
        }
    }
    if out.json {
        return Ok(());
    }
    out.line("\nplyscope games GAME lists the agents, evaluators and features of a game.")
}

/// One game of the list.
fn row(spec: &str, about: &str, params: &[Param], out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(spec)?;
    let facts = game.facts();
    if out.json {
        return out.object(&listed_game_json(&game, spec, about, params));
    }
    let name = out.paint.strong(&format!("{spec:<13}"));
    out.line(&format!("{name} {about}"))?;
    let sizes = format!(
        "              {} to {} points, at most {} plies and {} moves, {} symmetries",
        facts.points.0,
        facts.points.1,
        facts.max_plies,
        facts.max_moves,
        game.symmetries()
    );
    out.line(&out.paint.faint(&sizes))
}

fn one(game: &NamedGame, out: &Out) -> Result<(), Ended> {
    if out.json {
        return out.object(&game_json(game));
    }
    let facts = game.facts();
    out.line(&format!(
        "{}: {} players, {} to {} points, at most {} plies, {} symmetries",
        out.paint.strong(game.spec()),
        facts.players,
        facts.points.0,
        facts.points.1,
        facts.max_plies,
        game.symmetries()
    ))?;
    for remark in game.remarks() {
        out.line(&format!("  {remark}"))?;
    }
    out.line(
        "\nEvaluators, the usual one first (eval=…, or as an agent that looks one move ahead):",
    )?;
    listings(&game.evaluators(), out)?;
    let heuristics = game.heuristics();
    if !heuristics.is_empty() {
        out.line("\nHeuristics of moves, which make none (as an agent):")?;
        listings(&heuristics, out)?;
    }
    out.line("\nFeatures for a weights file (linear:weights=FILE.toml):")?;
    for (set, features) in game.feature_sets() {
        out.line(&format!("  {}  {}", out.paint.strong(&set.name), set.about))?;
        let mut table = Table::new(["  name", "what it counts"], &[0, 1]);
        for feature in features {
            table.row([format!("  {}", feature.name), feature.about]);
        }
        out.text(&table.text())?;
    }
    out.line("\nAgents (--by, --first, --second):")?;
    listings(&game.agents(), out)?;
    Ok(())
}

fn listings(listings: &[Listing], out: &Out) -> Result<(), Ended> {
    for listing in listings {
        out.line(&format!(
            "  {}  {}",
            out.paint.strong(&listing.name),
            listing.about
        ))?;
        for param in &listing.params {
            let usual = match &*param.default {
                "" => String::new(),
                default => format!(", usually {default}"),
            };
            let text = format!(
                "      {}=  {} ({}{usual})",
                param.name,
                param.about,
                param.values()
            );
            out.line(&out.paint.faint(&text))?;
        }
    }
    Ok(())
}
