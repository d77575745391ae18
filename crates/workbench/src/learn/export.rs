//! The rows as CSV, for whoever wants to fit them with another program.

use std::fs::File;

use plyscope_game::Notation;
use plyscope_learn::{Example, Rows};
use plyscope_truth::{Output, Trouble, player_name};

use crate::Failure;

/// Writes one line a row: state, who looks at it, its group, its value, and a column a feature.
pub(super) fn write<G: Notation>(
    game: &G,
    rows: &impl Rows,
    examples: &[Example<G::State>],
    output: &Output,
) -> Result<(), Failure> {
    let written = output.write_with(|file| {
        let written = write_all(game, rows, examples, file);
        written.map_err(|error| Trouble::unwritable(output.path(), &error.into()))
    });
    Ok(written?)
}

fn write_all<G: Notation>(
    game: &G,
    rows: &impl Rows,
    examples: &[Example<G::State>],
    file: File,
) -> Result<File, csv::Error> {
    let mut file = csv::Writer::from_writer(file);
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
    let file = file.into_inner();
    Ok(file.map_err(csv::IntoInnerError::into_error)?)
}
