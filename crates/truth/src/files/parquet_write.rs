//! A benchmark as a Parquet file: one row per state, player and move.

use std::io::{self, Cursor, Write};
use std::sync::Arc;

use parquet::basic::{Compression, GzipLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::seal;
use crate::{Benchmark, Error, FORMAT, Label, Labelled, Meta, no_states, player_name};

/// Names and types of the columns; a `move` is missing only in a finished game.
pub(super) const SCHEMA: &str = "message benchmark {
    required int64 state_id;
    required binary game (string);
    required binary state (string);
    required int64 key (integer(64, false));
    required int32 ply;
    required binary player (string);
    optional binary move (string);
    optional double value;
    required boolean exact;
    optional int32 plies;
    optional int64 visits;
    optional double q;
}";

/// States in one row group, so that a reader can take a large file in parts.
pub(super) const GROUP: usize = 1 << 16;

/// The bytes of the file; the same benchmark always gives the same bytes.
///
/// # Errors
/// When there are no states, or Parquet cannot hold them.
pub fn write_parquet(benchmark: &Benchmark) -> Result<Vec<u8>, Error> {
    if benchmark.states.is_empty() {
        return Err(no_states());
    }
    benchmark.states.iter().try_for_each(holds)?;
    encode(benchmark).map_err(|error| {
        Error::failed(format!("no Parquet file can be made: {error}"))
            .with_hint("please report this")
    })
}

fn encode(benchmark: &Benchmark) -> Result<Vec<u8>, ParquetError> {
    let mut groups = Groups::begin(&benchmark.meta, Vec::new())?;
    for states in benchmark.states.chunks(GROUP) {
        groups.add(states)?;
    }
    let (bytes, digest) = groups.end()?;
    let mut file = Cursor::new(bytes);
    seal::seal(&mut file, &digest)?;
    Ok(file.into_inner())
}

/// Whether the numbers of a state fit the columns: finite, and no larger than their types.
pub(super) fn holds(own: &Labelled) -> Result<(), Error> {
    let refuse = |what: String| {
        let what = format!("state `{}`: {what}", own.state);
        Err(Error::misuse(
            what,
            "a benchmark holds finite numbers, plies below 2^31 and visits below 2^63",
        ))
    };
    let is_count = |count: Option<u32>| count.is_none_or(|count| i32::try_from(count).is_ok());
    if !is_count(Some(own.ply)) {
        return refuse(format!("{} is no ply", own.ply));
    }
    for label in &own.moves {
        for number in [label.value, label.q].into_iter().flatten() {
            if !number.is_finite() {
                return refuse(format!("{number} is no value of a move"));
            }
        }
        let visits = label
            .visits
            .is_none_or(|visits| i64::try_from(visits).is_ok());
        if !is_count(label.plies) || !visits {
            return refuse("a move's plies or visits are too many".to_string());
        }
    }
    Ok(())
}

/// A file that is written group by group, so that a large one need not be held in memory.
pub(super) struct Groups<W: Write + Send> {
    writer: SerializedFileWriter<Hashed<W>>,
    meta: Meta,
    states: usize,
}

impl<W: Write + Send> Groups<W> {
    pub(super) fn begin(meta: &Meta, to: W) -> Result<Self, ParquetError> {
        let schema = Arc::new(parse_message_type(SCHEMA)?);
        let properties = WriterProperties::builder()
            .set_compression(Compression::GZIP(GzipLevel::try_new(9)?))
            .set_created_by(format!("plyscope {}", meta.version))
            .build();
        let to = Hashed {
            to,
            hasher: blake3::Hasher::new(),
        };
        Ok(Self {
            writer: SerializedFileWriter::new(to, schema, Arc::new(properties))?,
            meta: meta.clone(),
            states: 0,
        })
    }

    /// Adds [`GROUP`] states, or the last ones; their numbers fit.
    pub(super) fn add(&mut self, states: &[Labelled]) -> Result<(), ParquetError> {
        let mut rows = self.writer.next_row_group()?;
        write_group(&mut rows, &self.meta.game, self.states as i64, states)?;
        rows.close()?;
        self.states += states.len();
        Ok(())
    }

    /// Writes the end, with a blank for the digest that is returned.
    pub(super) fn end(mut self) -> Result<(W, blake3::Hash), ParquetError> {
        for entry in metadata(&self.meta, self.states) {
            self.writer.append_key_value_metadata(entry);
        }
        let Hashed { to, hasher } = self.writer.into_inner()?;
        Ok((to, hasher.finalize()))
    }
}

/// Takes the digest of what passes through.
struct Hashed<W> {
    to: W,
    hasher: blake3::Hasher,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.to.write(bytes)?;
        self.hasher.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// How it came about; what there is nothing to say of is left out.
fn metadata(meta: &Meta, states: usize) -> Vec<KeyValue> {
    let seeds: Vec<String> = meta.seeds.iter().map(u64::to_string).collect();
    let entries = [
        ("format", FORMAT.to_string()),
        ("game", meta.game.clone()),
        ("selector", meta.selector.clone()),
        ("labeller", meta.labeller.clone()),
        ("limits", meta.limits.clone()),
        ("inputs", meta.inputs.clone()),
        ("seed", seeds.join(",")),
        ("version", meta.version.clone()),
        ("plan", meta.plan.clone()),
        ("states", states.to_string()),
        ("checksum", seal::blank()),
    ];
    let is_said =
        |(key, value): &(&str, String)| !value.is_empty() || !["limits", "inputs"].contains(key);
    entries
        .into_iter()
        .filter(is_said)
        .map(|(key, value)| KeyValue::new(format!("plyscope.{key}"), value))
        .collect()
}

fn write_group<W: Write + Send>(
    rows: &mut Rows<'_, W>,
    game: &str,
    first: i64,
    states: &[Labelled],
) -> Result<(), ParquetError> {
    let text = |text: &str| ByteArray::from(text.as_bytes().to_vec());
    let of_state = Column::each(states, |place, _| first + place as i64);
    of_state.put::<Int64Type>(rows)?;
    Column::each(states, |_, _| text(game)).put::<ByteArrayType>(rows)?;
    Column::each(states, |_, own| text(&own.state)).put::<ByteArrayType>(rows)?;
    Column::each(states, |_, own| own.key as i64).put::<Int64Type>(rows)?;
    Column::each(states, |_, own| own.ply as i32).put::<Int32Type>(rows)?;
    Column::each(states, |_, own| text(player_name(own.player))).put::<ByteArrayType>(rows)?;
    Column::some(states, |label| label.mv.as_deref().map(text)).put::<ByteArrayType>(rows)?;
    Column::some(states, |label| label.value).put::<DoubleType>(rows)?;
    Column::all(states, |label| label.exact).put::<BoolType>(rows)?;
    Column::some(states, |label| label.plies.map(|plies| plies as i32)).put::<Int32Type>(rows)?;
    Column::some(states, |label| label.visits.map(|visits| visits as i64))
        .put::<Int64Type>(rows)?;
    Column::some(states, |label| label.q).put::<DoubleType>(rows)
}

type Rows<'a, W> = SerializedRowGroupWriter<'a, Hashed<W>>;

/// The values of a column that are there and, if some may be missing, a 1 or 0 for every row.
struct Column<T> {
    values: Vec<T>,
    here: Option<Vec<i16>>,
}

impl<T: Clone> Column<T> {
    /// What a state has, repeated for each of its moves.
    fn each(states: &[Labelled], of: impl Fn(usize, &Labelled) -> T) -> Self {
        let repeated = states
            .iter()
            .enumerate()
            .flat_map(|(place, own)| std::iter::repeat_n(of(place, own), own.moves.len()));
        Self {
            values: repeated.collect(),
            here: None,
        }
    }

    /// What every move has.
    fn all(states: &[Labelled], of: impl Fn(&Label) -> T) -> Self {
        Self {
            values: labels(states).map(of).collect(),
            here: None,
        }
    }

    /// What some moves have.
    fn some(states: &[Labelled], of: impl Fn(&Label) -> Option<T>) -> Self {
        let all: Vec<Option<T>> = labels(states).map(of).collect();
        Self {
            here: Some(all.iter().map(|value| i16::from(value.is_some())).collect()),
            values: all.into_iter().flatten().collect(),
        }
    }

    /// Writes it as the next column of the row group.
    fn put<D: DataType<T = T>>(
        &self,
        rows: &mut Rows<'_, impl Write + Send>,
    ) -> Result<(), ParquetError> {
        let missing = || ParquetError::General("a column too many".to_string());
        let mut column = rows.next_column()?.ok_or_else(missing)?;
        let typed = column.typed::<D>();
        typed.write_batch(&self.values, self.here.as_deref(), None)?;
        column.close()
    }
}

fn labels(states: &[Labelled]) -> impl Iterator<Item = &Label> {
    states.iter().flat_map(|own| &own.moves)
}
