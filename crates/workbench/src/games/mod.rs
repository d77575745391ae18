//! The registry of games. To add a game, add a file here and a line to [`games`].

mod breakthrough;
mod connect4;
mod gomoku;
mod mnk;
mod othello;

use crate::{AnyGame, Failure, Param, Params, Spec};

/// A game that can be named.
pub struct GameEntry {
    /// The name in a spec.
    pub name: &'static str,
    /// What it is, as a clause.
    pub about: &'static str,
    /// What can be set.
    pub params: &'static [Param],
    /// Other spellings of the name.
    pub aliases: &'static [&'static str],
    make: Make,
}

/// Makes a game; the text is its spec as it will be shown.
type Make = fn(String, &Params) -> Result<Box<dyn AnyGame>, Failure>;

/// Every game there is.
pub fn games() -> Vec<GameEntry> {
    vec![
        mnk::tictactoe(),
        mnk::mnk(),
        connect4::connect4(),
        othello::othello(),
        gomoku::gomoku(),
        breakthrough::breakthrough(),
    ]
}

/// Opens the game that `text` names.
///
/// # Errors
/// When there is no such game, or a parameter is wrong.
pub fn open(text: &str) -> Result<Box<dyn AnyGame>, Failure> {
    let spec = Spec::parse(text)?;
    let entries = games();
    let is_named =
        |entry: &&GameEntry| entry.name == spec.name || entry.aliases.contains(&spec.name.as_str());
    let Some(entry) = entries.iter().find(is_named) else {
        let known: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let what = format!("there is no game `{}`", spec.name);
        return Err(Failure::unknown(what, &spec.name, &known));
    };
    let params = Params::check(entry.name, &spec, entry.params)?;
    let shown = Spec {
        name: entry.name.to_string(),
        ..spec
    };
    (entry.make)(shown.to_string(), &params)
}
