//! Games from rule sheets on the shelf, and the sheets that ship; [`gdl`] is the entry of the registry.
//!
//! ```
//! let mut registry = plyscope_workbench::Registry::empty();
//! registry.add_game(plyscope_shelf_gdl::gdl());
//! let game = registry.open("gdl:pentago")?;
//! assert!(!game.evaluators().is_empty());
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod heuristics;
mod sheets;

use plyscope_game::{Error, Features, Value};
use plyscope_gdl::{EngineKind, FactTrust, GdlGame, PieceCounts, Sheet};
use plyscope_workbench::{GameEntry, Param, ParamKind, Params, Shelf};

use crate::heuristics::with_heuristics;

pub use crate::sheets::{SheetText, gdl_error, sheet_names, sheet_text};

/// The entry of the registry.
pub fn gdl() -> GameEntry {
    let params = [
        Param::new(
            "sheet",
            ParamKind::File,
            "",
            "the rule sheet; gdl:FILE is enough, and gdl:NAME for one that ships",
        )
        .alone(),
        Param::new(
            "engine",
            ParamKind::Choice(&["best", "lanes", "state", "rules"]),
            "best",
            "what plays it: 512 games at once, one state at a time, or the rules themselves",
        ),
        Param::new(
            "facts",
            ParamKind::Choice(&["found", "proved"]),
            "found",
            "whether turns and constant sums that random games showed are taken for granted; a state that contradicts them is then an error",
        ),
        Param::new(
            "digest",
            ParamKind::Text,
            "",
            "refuse a sheet with another one; benchmarks and saved games name it",
        ),
    ];
    let listed = sheet_names().map(|(name, about)| (format!("gdl:{name}"), about.to_owned()));
    let about = "any game from its rule sheet in GDL: gdl:FILE.kif, or a sheet that ships";
    GameEntry::new("gdl", about, &params, make).listed_as(listed)
}

fn make(params: &Params) -> Result<Shelf<GdlGame>, Error> {
    let sheet = sheet_text(params.text("sheet").unwrap_or_default())?;
    if let Some(digest) = params.text("digest").filter(|own| *own != sheet.digest) {
        let what = format!(
            "the rule sheet {} is not the one that is asked for: its digest is {}, not {digest}",
            sheet.name, sheet.digest
        );
        let hint = "it was changed since; put the old one back, or begin anew";
        return Err(Error::misuse(what, hint));
    }
    let trust = match params.word("facts") {
        "proved" => FactTrust::Proved,
        _ => FactTrust::Found,
    };
    let engine = EngineKind::by_name(params.word("engine"));
    let explained = |error| gdl_error(&sheet.name, &error);
    let read = Sheet::read(&sheet.text).map_err(explained)?;
    let name = format!("gdl:{}", sheet.name);
    let game = GdlGame::with(name, read, engine, trust).map_err(explained)?;
    Ok(shelf(game).digest(sheet.digest))
}

fn shelf(game: GdlGame) -> Shelf<GdlGame> {
    let (remarks, has_pieces) = (game.remarks(), game.has_pieces());
    let shelf = Shelf::new(game)
        .remarks(remarks)
        .with_many_players()
        .judged(&JUDGED);
    if !has_pieces {
        return with_heuristics(shelf);
    }
    let shelf = shelf
        .weighted(
            "pieces",
            "own pieces on the board minus all others'",
            PieceCounts,
            signed,
        )
        .features(
            "pieces",
            "pieces on the board by kind, own and others'",
            PieceCounts,
        );
    with_heuristics(shelf)
}

/// The heuristics that are judged by default, as far as they apply.
const JUDGED: [&str; 6] = [
    "action",
    "fuzzy-goal",
    "goal-proximity",
    "pieces",
    "mobility",
    "history",
];

fn signed(game: &GdlGame) -> Vec<Value> {
    let features = PieceCounts.list(game);
    let sign = |name: &str| if name.starts_with("own") { 1.0 } else { -1.0 };
    features.iter().map(|own| sign(&own.name)).collect()
}
