//! Parquet, as far as a benchmark needs it: flat columns, pages of plain values or of places in a
//! dictionary, gzip.
//!
//! Written by hand because a general library is most of a first build, and believes what a
//! file says of itself. What is written here any reader of Parquet reads; of what others
//! write only the columns' names and types are read, to tell what is wrong with them.

mod column;
mod encode;
mod footer;
mod page;
mod read;
mod thrift;
mod write;

pub use read::read_parquet;
pub use write::write_parquet;
pub(super) use write::{GROUP, Groups, holds};

/// At both ends of every Parquet file.
pub(super) const MAGIC: &[u8; 4] = b"PAR1";
/// Said instead of a sum of points where there is none.
pub(super) const NO_SUM: &str = "none";

/// How values are stored, with Parquet's number for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Boolean = 0,
    Int32 = 1,
    Int64 = 2,
    Int96 = 3,
    Float = 4,
    Double = 5,
    ByteArray = 6,
    FixedLenByteArray = 7,
}

impl Kind {
    fn of(number: i64) -> Option<Self> {
        let all = [
            Self::Boolean,
            Self::Int32,
            Self::Int64,
            Self::Int96,
            Self::Float,
            Self::Double,
            Self::ByteArray,
            Self::FixedLenByteArray,
        ];
        all.get(usize::try_from(number).ok()?).copied()
    }

    /// The name in Parquet's definition.
    fn name(self) -> &'static str {
        match self {
            Self::Boolean => "BOOLEAN",
            Self::Int32 => "INT32",
            Self::Int64 => "INT64",
            Self::Int96 => "INT96",
            Self::Float => "FLOAT",
            Self::Double => "DOUBLE",
            Self::ByteArray => "BYTE_ARRAY",
            Self::FixedLenByteArray => "FIXED_LEN_BYTE_ARRAY",
        }
    }
}

/// What the stored values stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// What they are.
    Itself,
    /// Text in UTF-8.
    Text,
    /// Numbers of 64 bits without a sign.
    Unsigned,
}

/// One column of a benchmark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ColumnType<'a> {
    name: &'a str,
    kind: Kind,
    meaning: Meaning,
    /// Whether values may be missing.
    is_optional: bool,
}

/// A column in which every row has a value.
const fn required(name: &str, kind: Kind, meaning: Meaning) -> ColumnType<'_> {
    ColumnType {
        name,
        kind,
        meaning,
        is_optional: false,
    }
}

/// A column in which values may be missing.
const fn optional(name: &str, kind: Kind, meaning: Meaning) -> ColumnType<'_> {
    ColumnType {
        is_optional: true,
        ..required(name, kind, meaning)
    }
}

/// The columns of a benchmark; a `move` is missing only in a finished game.
const SCHEMA: [ColumnType<'static>; 12] = [
    required("state_id", Kind::Int64, Meaning::Itself),
    required("game", Kind::ByteArray, Meaning::Text),
    required("state", Kind::ByteArray, Meaning::Text),
    required("key", Kind::Int64, Meaning::Unsigned),
    required("ply", Kind::Int32, Meaning::Itself),
    required("player", Kind::ByteArray, Meaning::Text),
    optional("move", Kind::ByteArray, Meaning::Text),
    optional("value", Kind::Double, Meaning::Itself),
    required("exact", Kind::Boolean, Meaning::Itself),
    optional("plies", Kind::Int32, Meaning::Itself),
    optional("visits", Kind::Int64, Meaning::Itself),
    optional("q", Kind::Double, Meaning::Itself),
];

/// How pages are compressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Codec {
    Nothing,
    /// What is written.
    Gzip,
    /// What earlier versions wrote.
    Zstandard,
}

impl Codec {
    fn of(number: i64) -> Option<Self> {
        match number {
            0 => Some(Self::Nothing),
            GZIP => Some(Self::Gzip),
            6 => Some(Self::Zstandard),
            _ => None,
        }
    }
}

/// Parquet's number for gzip.
const GZIP: i64 = 2;

/// Parquet's numbers for encodings: values one after another, runs of equal numbers, places in a dictionary.
mod encoding {
    pub(super) const PLAIN: i64 = 0;
    pub(super) const RUNS: i64 = 3;
    pub(super) const PLACES: i64 = 8;
}

#[cfg(test)]
mod tests {
    use super::SCHEMA;
    use crate::COLUMNS;

    #[test]
    fn the_columns_are_those_that_every_format_has() {
        assert_eq!(SCHEMA.map(|own| own.name), COLUMNS);
    }
}
