//! A benchmark as a Parquet file: one row a state, player and move.

use std::sync::Arc;

use parquet::basic::{Compression, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::seal;
use crate::{Benchmark, FORMAT, Label, Labelled, Trouble, player_name};

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
const GROUP: usize = 1 << 16;

/// The bytes of the file; the same benchmark always gives the same bytes.
///
/// # Errors
/// When there are no states, or Parquet cannot hold them.
pub fn write_parquet(benchmark: &Benchmark) -> Result<Vec<u8>, Trouble> {
    if benchmark.states.is_empty() {
        return Err(Trouble::misuse(
            "a benchmark without states is of no use",
            "choose more plies, more states or fewer filters",
        ));
    }
    let mut bytes = encode(benchmark).map_err(|error| {
        Trouble::failed(
            format!("no Parquet file can be made: {error}"),
            "please report this",
        )
    })?;
    seal::seal(&mut bytes)?;
    Ok(bytes)
}

fn encode(benchmark: &Benchmark) -> Result<Vec<u8>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(9)?))
        .set_created_by(format!("plyscope {}", benchmark.meta.version))
        .set_key_value_metadata(Some(metadata(benchmark)))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties))?;
    for (group, states) in benchmark.states.chunks(GROUP).enumerate() {
        let mut rows = writer.next_row_group()?;
        write_group(
            &mut rows,
            &benchmark.meta.game,
            (group * GROUP) as i64,
            states,
        )?;
        rows.close()?;
    }
    writer.into_inner()
}

fn metadata(benchmark: &Benchmark) -> Vec<KeyValue> {
    let meta = &benchmark.meta;
    let seeds: Vec<String> = meta.seeds.iter().map(u64::to_string).collect();
    [
        ("format", FORMAT.to_string()),
        ("game", meta.game.clone()),
        ("selector", meta.selector.clone()),
        ("labeller", meta.labeller.clone()),
        ("seed", seeds.join(",")),
        ("version", meta.version.clone()),
        ("plan", meta.plan.clone()),
        ("states", benchmark.states.len().to_string()),
        ("checksum", seal::blank()),
    ]
    .into_iter()
    .map(|(key, value)| KeyValue::new(format!("plyscope.{key}"), value))
    .collect()
}

fn write_group(
    rows: &mut Rows<'_>,
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

type Rows<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

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
    fn put<D: DataType<T = T>>(&self, rows: &mut Rows<'_>) -> Result<(), ParquetError> {
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
