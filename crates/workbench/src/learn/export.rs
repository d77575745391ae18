//! The rows as CSV, for whoever wants to fit them with another program.

use std::path::Path;

use plyscope_game::Notation;
use plyscope_learn::{Example, Rows};
use plyscope_truth::{Trouble, player_name};

use crate::Failure;

/// Writes one line a row: state, who looks at it, its group, its value, and a column a feature.
pub(super) fn write<G: Notation>(
    game: &G,
    rows: &impl Rows,
    examples: &[Example<G::State>],
    path: &Path,
) -> Result<(), Failure> {
    let unwritable = |error: std::io::Error| Failure::from(Trouble::unwritable(path, &error));
    write_all(game, rows, examples, path).map_err(|error| unwritable(error.into()))
}

fn write_all<G: Notation>(
    game: &G,
    rows: &impl Rows,
    examples: &[Example<G::State>],
    path: &Path,
) -> Result<(), csv::Error> {
    let mut file = csv::Writer::from_path(path)?;
    let fixed = ["state", "player", "group", "value"];
    file.write_record(
        fixed
            .into_iter()
            .chain(rows.names().iter().map(String::as_str)),
    )?;
    let mut row = vec![0.0; rows.names().len()];
    for (index, example) in examples.iter().enumerate() {
        let value = rows.read(index, &mut row);
        file.write_field(game.write_state(&example.state))?;
        file.write_field(player_name(example.player))?;
        file.write_field(example.group.to_string())?;
        file.write_field(value.to_string())?;
        for number in &row {
            file.write_field(number.to_string())?;
        }
        file.write_record(None::<&[u8]>)?;
    }
    Ok(file.flush()?)
}
