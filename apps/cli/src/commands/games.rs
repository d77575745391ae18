//! `plyscope games`: what there is to play, and what each game brings along.

use plyscope_workbench::{Listing, NamedGame, Param, game_json, listed_game_json};

use crate::args::Games;
use crate::out::{Ended, Out};
use crate::table::{Table, hanging, wrapped};

/// As wide as the longest name in the list of games, and what follows it.
const NAMES: &str = "                   ";

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
            named(&own.0, &own.1, out)?;
        }
        for param in &entry.listing.params {
            let setting = format!("    {}={}", param.name, param.default);
            let text = format!("{} ({})", param.about, param.values());
            out.line(&hanging(&format!("{setting:<18} "), &text, NAMES))?;
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
    named(spec, about, out)?;
    let sizes = format!(
        "{} to {} points, at most {} plies and {} moves, {} symmetries",
        facts.points.0,
        facts.points.1,
        facts.max_plies,
        facts.max_moves,
        game.symmetries()
    );
    out.line(&out.paint.faint(&wrapped(&sizes, NAMES)))
}

/// A name and what it is.
fn named(name: &str, about: &str, out: &Out) -> Result<(), Ended> {
    let lines = hanging(&format!("{name:<18} "), about, NAMES);
    let rest = &lines[name.len()..];
    out.line(&format!("{}{rest}", out.paint.strong(name)))
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
        out.line(&wrapped(&remark, "  "))?;
    }
    out.line("\nEvaluators, the usual one first (eval=…, or as an agent one move ahead):")?;
    listings(&game.evaluators(), out)?;
    let heuristics = game.heuristics();
    if !heuristics.is_empty() {
        out.line("\nHeuristics of moves, which make none (as an agent):")?;
        listings(&heuristics, out)?;
    }
    out.line("\nFeatures for a weights file (linear:weights=FILE.toml):")?;
    for (set, features) in game.feature_sets() {
        described(&set.name, &set.about, out)?;
        let mut table = Table::new(["  name", "what it counts"], &[0, 1]).wrapping();
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
        described(&listing.name, &listing.about, out)?;
        for param in &listing.params {
            let usual = match &*param.default {
                "" => String::new(),
                default => format!(", usually {default}"),
            };
            let lead = format!("      {}=  ", param.name);
            let text = format!("{} ({}{usual})", param.about, param.values());
            out.line(&out.paint.faint(&hanging(&lead, &text, "          ")))?;
        }
    }
    Ok(())
}

/// Something that can be named for a game, and what it is.
fn described(name: &str, about: &str, out: &Out) -> Result<(), Ended> {
    let lines = hanging(&format!("  {name}  "), about, "      ");
    let rest = &lines[2 + name.len()..];
    out.line(&format!("  {}{rest}", out.paint.strong(name)))
}
