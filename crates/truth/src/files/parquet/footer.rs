//! The end of a Parquet file: its columns, where their pages lie, and the metadata.

use super::encoding;
use super::thrift::{
    self, Fields, each_field, each_struct, put_text, put_zigzag, skip, text, zigzag,
};
use super::{ColumnType, GZIP, Kind, MAGIC, Meaning, SCHEMA};

/// What a file says of itself.
#[derive(Default)]
pub(super) struct Footer<'a> {
    pub(super) columns: Vec<Found<'a>>,
    pub(super) groups: Vec<RowGroup>,
    metadata: Vec<(&'a str, &'a str)>,
}

/// What stands at the top of a file's schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Found<'a> {
    Column(ColumnType<'a>),
    /// A list or a group, by its name.
    Nested(&'a str),
}

impl<'a> Found<'a> {
    pub(super) fn name(&self) -> &'a str {
        match self {
            Self::Column(own) => own.name,
            Self::Nested(name) => name,
        }
    }
}

/// Rows that are stored together.
#[derive(Clone, Default, Debug)]
pub(super) struct RowGroup {
    pub(super) rows: i64,
    pub(super) chunks: Vec<Chunk>,
}

/// One column of a row group, numbers as they stand in the file.
#[derive(Clone, Default, Debug)]
pub(super) struct Chunk {
    pub(super) kind: i64,
    pub(super) codec: i64,
    pub(super) values: i64,
    pub(super) uncompressed: i64,
    pub(super) compressed: i64,
    /// Where the first page of rows begins.
    pub(super) data: i64,
    pub(super) dictionary: Option<i64>,
}

impl<'a> Footer<'a> {
    /// The footer of a whole file; nothing if it makes no sense.
    pub(super) fn of(file: &'a [u8]) -> Option<Self> {
        let rest = file.strip_suffix(MAGIC)?;
        let (rest, length) = rest.split_last_chunk()?;
        let begin = rest
            .len()
            .checked_sub(u32::from_le_bytes(*length) as usize)?;
        Self::read(&mut &rest[begin..])
    }

    fn read(bytes: &mut &'a [u8]) -> Option<Self> {
        let mut own = Self::default();
        let mut schema = Vec::new();
        each_field(bytes, |bytes, id, kind| match (id, kind) {
            (2, thrift::LIST) => each_struct(bytes, |bytes| {
                schema.push(Element::read(bytes)?);
                Some(())
            }),
            (4, thrift::LIST) => each_struct(bytes, |bytes| {
                own.groups.push(RowGroup::read(bytes)?);
                Some(())
            }),
            (5, thrift::LIST) => each_struct(bytes, |bytes| {
                own.metadata.push(entry(bytes)?);
                Some(())
            }),
            _ => skip(bytes, kind),
        })?;
        own.columns = at_the_top(&schema)?;
        Some(own)
    }

    /// The value of an entry of the metadata.
    pub(super) fn value(&self, key: &str) -> Option<&'a str> {
        let found = self.metadata.iter().find(|(own, _)| *own == key);
        found.map(|(_, value)| *value)
    }
}

/// A key and its value, which may be missing.
fn entry<'a>(bytes: &mut &'a [u8]) -> Option<(&'a str, &'a str)> {
    let (mut key, mut value) = ("", "");
    each_field(bytes, |bytes, id, kind| {
        match (id, kind) {
            (1, thrift::BINARY) => key = text(bytes)?,
            (2, thrift::BINARY) => value = text(bytes)?,
            _ => skip(bytes, kind)?,
        }
        Some(())
    })?;
    Some((key, value))
}

/// An element of the schema, which is a tree written parents first.
#[derive(Default)]
struct Element<'a> {
    name: &'a str,
    kind: Option<i64>,
    repetition: i64,
    children: i64,
    converted: Option<i64>,
}

/// Parquet's numbers for what stored values stand for.
const TEXT: i64 = 0;
const UNSIGNED: i64 = 14;

/// Parquet's numbers for how often a value occurs in a row.
const REQUIRED: i64 = 0;
const OPTIONAL: i64 = 1;

impl<'a> Element<'a> {
    fn read(bytes: &mut &'a [u8]) -> Option<Self> {
        let mut own = Self::default();
        each_field(bytes, |bytes, id, kind| {
            match (id, kind) {
                (1, thrift::I16..=thrift::I64) => own.kind = Some(zigzag(bytes)?),
                (3, thrift::I16..=thrift::I64) => own.repetition = zigzag(bytes)?,
                (4, thrift::BINARY) => own.name = text(bytes)?,
                (5, thrift::I16..=thrift::I64) => own.children = zigzag(bytes)?,
                (6, thrift::I16..=thrift::I64) => own.converted = Some(zigzag(bytes)?),
                _ => skip(bytes, kind)?,
            }
            Some(())
        })?;
        Some(own)
    }

    fn found(&self) -> Option<Found<'a>> {
        if self.children > 0 || !matches!(self.repetition, REQUIRED | OPTIONAL) {
            return Some(Found::Nested(self.name));
        }
        Some(Found::Column(ColumnType {
            name: self.name,
            kind: Kind::of(self.kind?)?,
            meaning: match self.converted {
                Some(TEXT) => Meaning::Text,
                Some(UNSIGNED) => Meaning::Unsigned,
                _ => Meaning::Itself,
            },
            is_optional: self.repetition == OPTIONAL,
        }))
    }
}

/// The children of the schema's root.
fn at_the_top<'a>(schema: &[Element<'a>]) -> Option<Vec<Found<'a>>> {
    let (_, below) = schema.split_first()?;
    let mut found = Vec::new();
    // Elements that still belong to the child that was found last.
    let mut inside: i64 = 0;
    for own in below {
        if inside == 0 {
            found.push(own.found()?);
        } else {
            inside -= 1;
        }
        inside = inside.checked_add(own.children.max(0))?;
    }
    Some(found)
}

impl RowGroup {
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut own = Self::default();
        each_field(bytes, |bytes, id, kind| match (id, kind) {
            (1, thrift::LIST) => each_struct(bytes, |bytes| {
                own.chunks.push(Chunk::read(bytes)?);
                Some(())
            }),
            (3, thrift::I16..=thrift::I64) => {
                own.rows = zigzag(bytes)?;
                Some(())
            }
            _ => skip(bytes, kind),
        })?;
        Some(own)
    }
}

impl Chunk {
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut own = Self::default();
        each_field(bytes, |bytes, id, kind| match (id, kind) {
            (3, thrift::STRUCT) => own.read_metadata(bytes),
            _ => skip(bytes, kind),
        })?;
        Some(own)
    }

    fn read_metadata(&mut self, bytes: &mut &[u8]) -> Option<()> {
        each_field(bytes, |bytes, id, kind| {
            let number = match (id, kind) {
                (1, thrift::I16..=thrift::I64) => &mut self.kind,
                (4, thrift::I16..=thrift::I64) => &mut self.codec,
                (5, thrift::I16..=thrift::I64) => &mut self.values,
                (6, thrift::I16..=thrift::I64) => &mut self.uncompressed,
                (7, thrift::I16..=thrift::I64) => &mut self.compressed,
                (9, thrift::I16..=thrift::I64) => &mut self.data,
                (11, thrift::I16..=thrift::I64) => self.dictionary.insert(0),
                _ => return skip(bytes, kind),
            };
            *number = zigzag(bytes)?;
            Some(())
        })
    }

    /// Where the first of its pages begins.
    pub(super) fn begin(&self) -> i64 {
        self.dictionary.map_or(self.data, |own| own.min(self.data))
    }
}

/// The footer of a benchmark with such groups and metadata, its length and the magic letters.
pub(super) fn write(groups: &[RowGroup], metadata: &[(String, String)], by: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let elements: Vec<Option<ColumnType<'_>>> =
        std::iter::once(None).chain(SCHEMA.map(Some)).collect();
    Fields::of(&mut bytes)
        .int(1, 1)
        .list(2, thrift::STRUCT, &elements, |to, own| match own {
            None => root(to),
            Some(own) => element(to, own),
        })
        .long(3, groups.iter().map(|own| own.rows).sum())
        .list(4, thrift::STRUCT, groups, group)
        .list(5, thrift::STRUCT, metadata, |to, (key, value)| {
            Fields::of(to).text(1, key).text(2, value).end();
        })
        .text(6, by)
        .end();
    let length = bytes.len() as u32;
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(MAGIC);
    bytes
}

fn root(to: &mut Vec<u8>) {
    let children = SCHEMA.len() as i64;
    Fields::of(to).text(4, "benchmark").int(5, children).end();
}

/// The meaning is written in the old way and in the new one, for readers of either.
fn element(to: &mut Vec<u8>, own: &ColumnType<'_>) {
    let repetition = if own.is_optional { OPTIONAL } else { REQUIRED };
    let fields = Fields::of(to)
        .int(1, own.kind as i64)
        .int(3, repetition)
        .text(4, own.name);
    match own.meaning {
        Meaning::Itself => fields,
        Meaning::Text => fields
            .int(6, TEXT)
            .nested(10, |logical| logical.empty(1).end()),
        Meaning::Unsigned => fields.int(6, UNSIGNED).nested(10, |logical| {
            let integer = |own: Fields<'_>| own.byte(1, 64).flag(2, false).end();
            logical.nested(10, integer).end();
        }),
    }
    .end();
}

fn group(to: &mut Vec<u8>, own: &RowGroup) {
    let columns: Vec<(&Chunk, &str)> = own.chunks.iter().zip(SCHEMA.map(|own| own.name)).collect();
    let uncompressed = own.chunks.iter().map(|own| own.uncompressed).sum();
    Fields::of(to)
        .list(1, thrift::STRUCT, &columns, |to, (own, name)| {
            chunk(to, own, name);
        })
        .long(2, uncompressed)
        .long(3, own.rows)
        .end();
}

fn chunk(to: &mut Vec<u8>, own: &Chunk, name: &str) {
    let mut encodings = vec![encoding::PLAIN, encoding::RUNS];
    encodings.extend(own.dictionary.map(|_| encoding::PLACES));
    let metadata = |fields: Fields<'_>| {
        let fields = fields
            .int(1, own.kind)
            .list(2, thrift::I32, &encodings, |to, own| put_zigzag(to, *own))
            .list(3, thrift::BINARY, &[name], |to, own| put_text(to, own))
            .int(4, GZIP)
            .long(5, own.values)
            .long(6, own.uncompressed)
            .long(7, own.compressed)
            .long(9, own.data);
        match own.dictionary {
            Some(dictionary) => fields.long(11, dictionary),
            None => fields,
        }
        .end();
    };
    Fields::of(to)
        .long(2, own.begin())
        .nested(3, metadata)
        .end();
}
