//! The rows as CSV, for fits by another program.

use std::fs::File;

use plyscope_game::Error;
use plyscope_learn::Rows;
use plyscope_ledger::unwritable;
use plyscope_truth::{Output, player_name};

use super::examples::Examples;

/// Writes one line per row: state, viewer, group, value, and one column per feature.
pub(super) fn write(rows: &dyn Rows, examples: &Examples, output: &Output) -> Result<(), Error> {
    output.write_with(|file| {
        let written = write_all(rows, examples, file);
        written.map_err(|error| unwritable(output.path(), &error.into()))
    })
}

fn write_all(rows: &dyn Rows, examples: &Examples, file: File) -> Result<File, csv::Error> {
    let mut file = csv::Writer::from_writer(file);
    let fixed = ["state", "player", "group", "value"];
    file.write_record(
        fixed
            .into_iter()
            .chain(rows.names().iter().map(String::as_str)),
    )?;
    let mut row = vec![0.0; rows.names().len()];
    for (index, example) in examples.list.iter().enumerate() {
        let value = rows.read(index, &mut row);
        file.write_field(examples.states.text(index))?;
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
