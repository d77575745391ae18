//! Reads a Parquet file that is a benchmark, whole or not at all.

use bytes::Bytes;
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::parser::parse_message_type;

use super::parquet_write::SCHEMA;
use super::seal;
use crate::{Benchmark, FORMAT, Label, Labelled, Meta, Trouble, read_player};

/// Reads the bytes of a file.
///
/// # Errors
/// When they were cut off, damaged, or are something else; says what is wrong.
pub fn read_parquet(mut bytes: Vec<u8>) -> Result<Benchmark, Trouble> {
    seal::check(&mut bytes)?;
    let reader = SerializedFileReader::new(Bytes::from(bytes))?;
    let meta = meta(&reader)?;
    let expected = parse_message_type(SCHEMA)?;
    let schema = reader.metadata().file_metadata().schema();
    if schema.get_fields() != expected.get_fields() {
        return Err(odd("its columns are not those of a benchmark"));
    }
    let mut states: Vec<Labelled> = Vec::new();
    for group in 0..reader.num_row_groups() {
        let group = reader.get_row_group(group)?;
        let rows = Rows::read(&*group)?;
        rows.gather(&meta.game, &mut states)?;
    }
    let said = value(&reader, "states")?;
    if said != states.len().to_string() || states.is_empty() {
        return Err(odd(&format!(
            "it says {said} states and has {}",
            states.len()
        )));
    }
    Ok(Benchmark { meta, states })
}

impl From<ParquetError> for Trouble {
    fn from(error: ParquetError) -> Self {
        odd(&error.to_string())
    }
}

fn odd(what: &str) -> Trouble {
    Trouble::misuse(
        format!("this is no benchmark: {what}"),
        "fetch or make the file again",
    )
}

fn value(reader: &SerializedFileReader<Bytes>, key: &str) -> Result<String, Trouble> {
    let all = reader.metadata().file_metadata().key_value_metadata();
    let name = format!("plyscope.{key}");
    let found = all.and_then(|all| all.iter().find(|own| own.key == name));
    found
        .and_then(|own| own.value.clone())
        .ok_or_else(|| odd(&format!("its metadata have no `{name}`")))
}

fn meta(reader: &SerializedFileReader<Bytes>) -> Result<Meta, Trouble> {
    let format = value(reader, "format")?;
    if format != FORMAT.to_string() {
        return Err(Trouble::misuse(
            format!("this benchmark has format {format}; this version reads format {FORMAT}"),
            "use the version of plyscope that wrote it, or a newer one",
        ));
    }
    let seeds = value(reader, "seed")?;
    let seeds = seeds.split(',').map(str::parse).collect::<Result<_, _>>();
    Ok(Meta {
        game: value(reader, "game")?,
        selector: value(reader, "selector")?,
        labeller: value(reader, "labeller")?,
        seeds: seeds.map_err(|_| odd("its seed is no number"))?,
        version: value(reader, "version")?,
        plan: value(reader, "plan")?,
    })
}

/// The columns of a row group.
struct Rows {
    ids: Vec<i64>,
    games: Vec<ByteArray>,
    states: Vec<ByteArray>,
    keys: Vec<i64>,
    plies_before: Vec<i32>,
    players: Vec<ByteArray>,
    moves: Vec<Option<ByteArray>>,
    values: Vec<Option<f64>>,
    exact: Vec<bool>,
    plies: Vec<Option<i32>>,
    visits: Vec<Option<i64>>,
    means: Vec<Option<f64>>,
}

impl Rows {
    fn read(group: &dyn RowGroupReader) -> Result<Self, ParquetError> {
        Ok(Self {
            ids: all::<Int64Type>(group, 0)?,
            games: all::<ByteArrayType>(group, 1)?,
            states: all::<ByteArrayType>(group, 2)?,
            keys: all::<Int64Type>(group, 3)?,
            plies_before: all::<Int32Type>(group, 4)?,
            players: all::<ByteArrayType>(group, 5)?,
            moves: some::<ByteArrayType>(group, 6)?,
            values: some::<DoubleType>(group, 7)?,
            exact: all::<BoolType>(group, 8)?,
            plies: some::<Int32Type>(group, 9)?,
            visits: some::<Int64Type>(group, 10)?,
            means: some::<DoubleType>(group, 11)?,
        })
    }

    /// Adds the states of these rows to those of earlier groups.
    fn gather(&self, game: &str, states: &mut Vec<Labelled>) -> Result<(), Trouble> {
        for row in 0..self.ids.len() {
            let own = self.row(row, game).ok_or_else(|| self.bad(row))?;
            let id = self.ids[row];
            if row > 0 && id == self.ids[row - 1] {
                let last = states.last_mut().filter(|last| belongs(last, &own));
                let last = last.ok_or_else(|| self.bad(row))?;
                last.moves.extend(own.moves);
            } else if id == states.len() as i64 {
                states.push(own);
            } else {
                return Err(self.bad(row));
            }
        }
        Ok(())
    }

    fn bad(&self, row: usize) -> Trouble {
        let id = self.ids[row];
        odd(&format!("row {} (state {id}) makes no sense", row + 1))
    }

    fn row(&self, row: usize, game: &str) -> Option<Labelled> {
        if self.games[row].as_utf8().ok()? != game {
            return None;
        }
        let count = |number: Option<i32>| match number {
            None => Some(None),
            Some(number) => u32::try_from(number).ok().map(Some),
        };
        let mv = match &self.moves[row] {
            None => None,
            Some(text) => Some(text.as_utf8().ok()?.to_string()),
        };
        let visits = match self.visits[row] {
            None => None,
            Some(visits) => Some(u64::try_from(visits).ok()?),
        };
        Some(Labelled {
            state: self.states[row].as_utf8().ok()?.to_string(),
            key: self.keys[row] as u64,
            ply: u32::try_from(self.plies_before[row]).ok()?,
            player: read_player(self.players[row].as_utf8().ok()?)?,
            moves: vec![Label {
                mv,
                value: self.values[row],
                exact: self.exact[row],
                plies: count(self.plies[row])?,
                visits,
                q: self.means[row],
            }],
        })
    }
}

/// Whether a row goes on with the state of the row before.
fn belongs(last: &Labelled, own: &Labelled) -> bool {
    last.state == own.state
        && last.key == own.key
        && last.ply == own.ply
        && last.player == own.player
}

/// A column in which nothing is missing.
fn all<D: DataType>(group: &dyn RowGroupReader, column: usize) -> Result<Vec<D::T>, ParquetError> {
    let rows = some::<D>(group, column)?;
    rows.into_iter()
        .collect::<Option<_>>()
        .ok_or_else(|| ParquetError::General(format!("column {column} has holes")))
}

/// A column in which some values may be missing.
fn some<D: DataType>(
    group: &dyn RowGroupReader,
    column: usize,
) -> Result<Vec<Option<D::T>>, ParquetError> {
    let count = group.metadata().num_rows() as usize;
    let is_optional = group
        .metadata()
        .column(column)
        .column_descr()
        .max_def_level()
        > 0;
    let mut reader = get_typed_column_reader::<D>(group.get_column_reader(column)?);
    let (mut values, mut here) = (Vec::new(), Vec::new());
    while reader
        .read_records(count, is_optional.then_some(&mut here), None, &mut values)?
        .0
        > 0
    {}
    if !is_optional {
        here = vec![1; values.len()];
    }
    if here.len() != count {
        return Err(ParquetError::General(format!(
            "column {column} is too short"
        )));
    }
    let mut values = values.into_iter();
    let next = |level: i16| {
        if level == 0 {
            Some(None)
        } else {
            values.next().map(Some)
        }
    };
    here.into_iter()
        .map(next)
        .collect::<Option<_>>()
        .ok_or_else(|| ParquetError::General(format!("column {column} is too short")))
}
