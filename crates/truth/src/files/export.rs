//! Benchmarks as text that other tools read: XML, CSV, JSON lines.

use std::io::{Error, Write};

use serde::Serialize;

use super::write_xml;
use crate::benchmark::Numbering;
use crate::{Benchmark, COLUMNS, Label, Labelled, player_name};

/// A text format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Export {
    /// One element per state; reads back exactly.
    Xml,
    /// One line per state, player and move, after a line of column names.
    Csv,
    /// One object per state, player and move.
    Jsonl,
}

/// A row with the names of the columns.
#[derive(Serialize)]
struct Row<'a> {
    state_id: usize,
    game: &'a str,
    state: &'a str,
    key: u64,
    ply: u32,
    player: &'static str,
    r#move: Option<&'a str>,
    value: Option<f64>,
    exact: bool,
    plies: Option<u32>,
    visits: Option<u64>,
    q: Option<f64>,
}

impl Export {
    /// Writes a benchmark.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write(self, benchmark: &Benchmark, to: &mut impl Write) -> Result<(), Error> {
        match self {
            Self::Xml => to.write_all(write_xml(benchmark).map_err(Error::other)?.as_bytes()),
            Self::Csv => {
                let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(to);
                writer.write_record(COLUMNS)?;
                each_row(benchmark, |row| Ok(writer.serialize(row)?))?;
                writer.flush()
            }
            Self::Jsonl => each_row(benchmark, |row| {
                serde_json::to_writer(&mut *to, &row)?;
                to.write_all(b"\n")
            }),
        }
    }
}

fn each_row(
    benchmark: &Benchmark,
    mut put: impl FnMut(Row<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut numbering = Numbering::default();
    for own in &benchmark.states {
        let id = numbering.next(own);
        for label in &own.moves {
            put(row(&benchmark.meta.game, id, own, label))?;
        }
    }
    Ok(())
}

fn row<'a>(game: &'a str, state_id: usize, own: &'a Labelled, label: &'a Label) -> Row<'a> {
    Row {
        state_id,
        game,
        state: &own.state,
        key: own.key,
        ply: own.ply,
        player: player_name(own.player),
        r#move: label.mv.as_deref(),
        value: label.value,
        exact: label.exact,
        plies: label.plies,
        visits: label.visits,
        q: label.q,
    }
}
