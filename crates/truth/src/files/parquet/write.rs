//! A benchmark as a Parquet file: one row per state, player and move.

use std::io::{self, Cursor, Write};

use super::encode::{Cell, Column};
use super::footer::{self, RowGroup};
use super::{MAGIC, NO_SUM, SCHEMA};
use crate::benchmark::Numbering;
use crate::files::seal;
use crate::{Benchmark, Error, FORMAT, Label, Labelled, Meta, no_states, player_name};

/// States in one row group, so that a reader can take a large file in parts.
pub(in crate::files) const GROUP: usize = 1 << 16;

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

fn encode(benchmark: &Benchmark) -> io::Result<Vec<u8>> {
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
pub(in crate::files) fn holds(own: &Labelled) -> Result<(), Error> {
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
pub(in crate::files) struct Groups<W: Write> {
    to: W,
    hasher: blake3::Hasher,
    /// Bytes written so far.
    written: u64,
    ended: Vec<RowGroup>,
    meta: Meta,
    numbering: Numbering,
}

impl<W: Write> Groups<W> {
    pub(in crate::files) fn begin(meta: &Meta, to: W) -> io::Result<Self> {
        let mut own = Self {
            to,
            hasher: blake3::Hasher::new(),
            written: 0,
            ended: Vec::new(),
            meta: meta.clone(),
            numbering: Numbering::default(),
        };
        own.write(MAGIC)?;
        Ok(own)
    }

    /// Adds [`GROUP`] states, or the last ones; their numbers fit.
    pub(in crate::files) fn add(&mut self, states: &[Labelled]) -> io::Result<()> {
        let mut rows = Rows {
            begin: self.written,
            bytes: Vec::new(),
            group: RowGroup::default(),
        };
        let numbers: Vec<i64> = states
            .iter()
            .map(|own| self.numbering.next(own) as i64)
            .collect();
        write_group(&mut rows, &self.meta.game, &numbers, states)?;
        debug_assert_eq!(rows.group.chunks.len(), SCHEMA.len());
        self.write(&rows.bytes)?;
        self.ended.push(rows.group);
        Ok(())
    }

    /// Writes the end, with a blank for the digest that is returned.
    pub(in crate::files) fn end(mut self) -> io::Result<(W, blake3::Hash)> {
        let metadata = metadata(&self.meta, self.numbering.count());
        let by = format!("plyscope {}", self.meta.version);
        let footer = footer::write(&self.ended, &metadata, &by);
        self.write(&footer)?;
        Ok((self.to, self.hasher.finalize()))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.to.write_all(bytes)?;
        self.hasher.update(bytes);
        self.written += bytes.len() as u64;
        Ok(())
    }
}

/// How it came about; what there is nothing to say of is left out.
fn metadata(meta: &Meta, states: usize) -> Vec<(String, String)> {
    let seeds: Vec<String> = meta.seeds.iter().map(u64::to_string).collect();
    let sum = match meta.sum {
        Some(0) => String::new(),
        Some(sum) => sum.to_string(),
        None => NO_SUM.to_string(),
    };
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
        ("sum", sum),
        (
            "reach",
            meta.reach
                .as_ref()
                .map_or_else(String::new, ToString::to_string),
        ),
        ("states", states.to_string()),
        ("checksum", seal::blank()),
    ];
    let is_said = |(key, value): &(&str, String)| {
        !value.is_empty() || !["limits", "inputs", "sum", "reach"].contains(key)
    };
    entries
        .into_iter()
        .filter(is_said)
        .map(|(key, value)| (format!("plyscope.{key}"), value))
        .collect()
}

/// The columns of a row group in the making.
struct Rows {
    /// Where their bytes lie in the file.
    begin: u64,
    bytes: Vec<u8>,
    group: RowGroup,
}

impl Rows {
    /// Adds the next column.
    fn put<T: Cell>(&mut self, column: &Column<T>) -> io::Result<()> {
        let chunk = column.encode(self.begin, &mut self.bytes)?;
        self.group.rows = chunk.values;
        self.group.chunks.push(chunk);
        Ok(())
    }
}

fn write_group(
    rows: &mut Rows,
    game: &str,
    numbers: &[i64],
    states: &[Labelled],
) -> io::Result<()> {
    rows.put(&each(states, |place, _| numbers[place]))?;
    rows.put(&each(states, |_, _| game))?;
    rows.put(&each(states, |_, own| own.state.as_str()))?;
    rows.put(&each(states, |_, own| own.key as i64))?;
    rows.put(&each(states, |_, own| own.ply as i32))?;
    rows.put(&each(states, |_, own| player_name(own.player)))?;
    rows.put(&some(states, |label| label.mv.as_deref()))?;
    rows.put(&some(states, |label| label.value))?;
    rows.put(&all(states, |label| label.exact))?;
    rows.put(&some(states, |label| label.plies.map(|own| own as i32)))?;
    rows.put(&some(states, |label| label.visits.map(|own| own as i64)))?;
    rows.put(&some(states, |label| label.q))
}

/// What a state has, repeated for each of its moves.
fn each<'a, T: Cell>(states: &'a [Labelled], of: impl Fn(usize, &'a Labelled) -> T) -> Column<T> {
    let placed = states.iter().enumerate();
    let repeated =
        placed.flat_map(|(place, own)| std::iter::repeat_n(of(place, own), own.moves.len()));
    Column {
        values: repeated.collect(),
        here: None,
    }
}

/// What every move has.
fn all<'a, T: Cell>(states: &'a [Labelled], of: impl Fn(&'a Label) -> T) -> Column<T> {
    Column {
        values: labels(states).map(of).collect(),
        here: None,
    }
}

/// What some moves have.
fn some<'a, T: Cell>(states: &'a [Labelled], of: impl Fn(&'a Label) -> Option<T>) -> Column<T> {
    Column {
        here: Some(labels(states).map(|own| of(own).is_some()).collect()),
        values: labels(states).filter_map(of).collect(),
    }
}

fn labels(states: &[Labelled]) -> impl Iterator<Item = &Label> {
    states.iter().flat_map(|own| &own.moves)
}
