//! Encodes the values of a column as pages: a dictionary where values recur, and the rows.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::footer::Chunk;
use super::thrift::{Fields, put_varint};
use super::{GZIP, Kind, encoding};

/// Rows in one page at the most.
const PAGE_ROWS: usize = 1 << 16;
/// A page ends when its values take so many bytes.
const PAGE_BYTES: usize = 1 << 20;
/// A dictionary that would become larger is not made.
const DICTIONARY_BYTES: usize = 1 << 26;

/// A value of a column.
pub(super) trait Cell: Copy + PartialEq {
    const KIND: Kind;
    /// Tells values apart by their bits, so that 0 and −0 differ.
    type Key: Eq + Hash;
    fn key(self) -> Self::Key;
    /// Bytes of the value written plainly; none if several share a byte, and then they have no dictionary.
    fn size(self) -> usize;
    /// Writes values plainly.
    fn put(values: &[Self], to: &mut Vec<u8>);
}

/// Numbers of a fixed width, the lowest byte first.
macro_rules! fixed {
    ($($type:ty = $name:ident by $key:ty: $to_key:expr),*) => {$(
        impl Cell for $type {
            const KIND: Kind = Kind::$name;
            type Key = $key;
            fn key(self) -> $key {
                $to_key(self)
            }
            fn size(self) -> usize {
                size_of::<Self>()
            }
            fn put(values: &[Self], to: &mut Vec<u8>) {
                to.extend(values.iter().flat_map(|own| own.to_le_bytes()));
            }
        }
    )*};
}
fixed!(
    i32 = Int32 by i32: std::convert::identity,
    i64 = Int64 by i64: std::convert::identity,
    f64 = Double by u64: f64::to_bits
);

impl Cell for bool {
    const KIND: Kind = Kind::Boolean;
    type Key = bool;

    fn key(self) -> bool {
        self
    }

    fn size(self) -> usize {
        0
    }

    fn put(values: &[Self], to: &mut Vec<u8>) {
        let bit = |(place, own): (usize, &bool)| u8::from(*own) << place;
        let byte = |eight: &[bool]| eight.iter().enumerate().map(bit).sum::<u8>();
        to.extend(values.chunks(8).map(byte));
    }
}

impl<'a> Cell for &'a str {
    const KIND: Kind = Kind::ByteArray;
    type Key = &'a str;

    fn key(self) -> &'a str {
        self
    }

    fn size(self) -> usize {
        4 + self.len()
    }

    fn put(values: &[Self], to: &mut Vec<u8>) {
        for own in values {
            to.extend_from_slice(&(own.len() as u32).to_le_bytes());
            to.extend_from_slice(own.as_bytes());
        }
    }
}

/// The values that are there and, if some may be missing, whether each row has one.
pub(super) struct Column<T> {
    pub(super) values: Vec<T>,
    pub(super) here: Option<Vec<bool>>,
}

impl<T: Cell> Column<T> {
    /// Adds the pages to `to`, the first byte of which lies at `begin` in the file.
    pub(super) fn encode(&self, begin: u64, to: &mut Vec<u8>) -> io::Result<Chunk> {
        let mut pages = Pages {
            before: to.len(),
            to,
            uncompressed: 0,
        };
        let dictionary = Dictionary::of(&self.values);
        if let Some(dictionary) = &dictionary {
            pages.add_dictionary(&dictionary.values)?;
        }
        let data = begin + pages.to.len() as u64;
        let (mut row, mut value) = (0, 0);
        while row < self.rows() {
            let (row_end, value_end) = self.page_end(row, value, dictionary.is_some());
            let content = self.content(row..row_end, value..value_end, dictionary.as_ref());
            pages.add_rows(&content, row_end - row, dictionary.is_some())?;
            (row, value) = (row_end, value_end);
        }
        Ok(Chunk {
            kind: T::KIND as i64,
            codec: GZIP,
            values: self.rows() as i64,
            uncompressed: pages.uncompressed as i64,
            compressed: (pages.to.len() - pages.before) as i64,
            data: data as i64,
            dictionary: dictionary.map(|_| (begin + pages.before as u64) as i64),
        })
    }

    fn rows(&self) -> usize {
        self.here.as_ref().map_or(self.values.len(), Vec::len)
    }

    /// Where the page ends that begins at a row and its value.
    fn page_end(&self, row: usize, value: usize, has_dictionary: bool) -> (usize, usize) {
        let most = self.rows().min(row + PAGE_ROWS);
        let (mut row_end, mut value_end, mut bytes) = (row, value, 0);
        while row_end < most && bytes < PAGE_BYTES {
            if self.here.as_ref().is_none_or(|here| here[row_end]) {
                let plain = || self.values[value_end].size();
                bytes += if has_dictionary { 4 } else { plain() };
                value_end += 1;
            }
            row_end += 1;
        }
        (row_end, value_end)
    }

    fn content(
        &self,
        rows: std::ops::Range<usize>,
        values: std::ops::Range<usize>,
        dictionary: Option<&Dictionary<T>>,
    ) -> Vec<u8> {
        let mut content = Vec::new();
        if let Some(here) = &self.here {
            let levels: Vec<u32> = here[rows].iter().map(|own| u32::from(*own)).collect();
            content.extend_from_slice(&[0; 4]);
            put_runs(&levels, 1, &mut content);
            let length = content.len() as u32 - 4;
            content[..4].copy_from_slice(&length.to_le_bytes());
        }
        match dictionary {
            None => T::put(&self.values[values], &mut content),
            Some(own) => {
                let last = own.values.len() as u32 - 1;
                let width = (u32::BITS - last.leading_zeros()).max(1) as u8;
                content.push(width);
                put_runs(&own.places[values], width, &mut content);
            }
        }
        content
    }
}

/// Values that recur, each once, and the place of every value among them.
struct Dictionary<T> {
    values: Vec<T>,
    places: Vec<u32>,
}

impl<T: Cell> Dictionary<T> {
    /// Nothing where it would save nothing: fewer than half of the values recur, or they share bytes.
    fn of(all: &[T]) -> Option<Self> {
        if all.first()?.size() == 0 {
            return None;
        }
        let mut own = Self {
            values: Vec::new(),
            places: Vec::with_capacity(all.len()),
        };
        let mut known: HashMap<T::Key, u32> = HashMap::new();
        let mut bytes = 0;
        for value in all {
            let next = own.values.len() as u32;
            let place = *known.entry(value.key()).or_insert(next);
            own.places.push(place);
            if place == next {
                own.values.push(*value);
                bytes += value.size();
                if own.values.len() > all.len() / 2 || bytes > DICTIONARY_BYTES {
                    return None;
                }
            }
        }
        Some(own)
    }
}

/// Pages that are written one after another.
struct Pages<'a> {
    to: &'a mut Vec<u8>,
    before: usize,
    /// Bytes of all pages with their headers before they were compressed.
    uncompressed: usize,
}

/// Parquet's numbers for pages of rows and of a dictionary.
const ROWS: i64 = 0;
const DICTIONARY: i64 = 2;

impl Pages<'_> {
    fn add_dictionary<T: Cell>(&mut self, values: &[T]) -> io::Result<()> {
        let mut content = Vec::new();
        T::put(values, &mut content);
        self.add(&content, DICTIONARY, |header| {
            let count = values.len() as i64;
            let about = |own: Fields<'_>| own.int(1, count).int(2, encoding::PLAIN).end();
            header.nested(7, about)
        })
    }

    fn add_rows(&mut self, content: &[u8], count: usize, is_places: bool) -> io::Result<()> {
        let values = if is_places {
            encoding::PLACES
        } else {
            encoding::PLAIN
        };
        self.add(content, ROWS, |header| {
            header.nested(5, |own| {
                own.int(1, count as i64)
                    .int(2, values)
                    .int(3, encoding::RUNS)
                    .int(4, encoding::RUNS)
                    .end();
            })
        })
    }

    fn add(
        &mut self,
        content: &[u8],
        kind: i64,
        about: impl FnOnce(Fields<'_>) -> Fields<'_>,
    ) -> io::Result<()> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(content)?;
        let packed = encoder.finish()?;
        let begin = self.to.len();
        let header = Fields::of(self.to)
            .int(1, kind)
            .int(2, content.len() as i64)
            .int(3, packed.len() as i64);
        about(header).end();
        self.uncompressed += self.to.len() - begin + content.len();
        self.to.extend_from_slice(&packed);
        Ok(())
    }
}

/// Numbers of so many bits: runs of equal ones, and eights that are packed bit by bit.
fn put_runs(numbers: &[u32], width: u8, to: &mut Vec<u8>) {
    // The numbers from `packed` to `at` are not yet written.
    let (mut packed, mut at) = (0, 0);
    while at < numbers.len() {
        let rest = &numbers[at..];
        let run = rest.iter().take_while(|own| **own == rest[0]).count();
        let filled = (at - packed) % 8;
        if run < 8 || filled != 0 {
            // Only whole eights are packed, so a run begins where one ends.
            at += run.min(8 - filled);
            continue;
        }
        put_packed(&numbers[packed..at], width, to);
        put_varint(to, (run as u64) << 1);
        let bytes = rest[0].to_le_bytes();
        to.extend_from_slice(&bytes[..usize::from(width).div_ceil(8)]);
        at += run;
        packed = at;
    }
    put_packed(&numbers[packed..], width, to);
}

fn put_packed(numbers: &[u32], width: u8, to: &mut Vec<u8>) {
    if numbers.is_empty() {
        return;
    }
    let eights = numbers.len().div_ceil(8);
    put_varint(to, (eights as u64) << 1 | 1);
    let end = to.len() + eights * usize::from(width);
    let (mut bits, mut filled) = (0_u64, 0);
    for own in numbers {
        bits |= u64::from(*own) << filled;
        filled += width;
        while filled >= 8 {
            to.push(bits as u8);
            bits >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        to.push(bits as u8);
    }
    // The last eight may be short.
    to.resize(end, 0);
}

#[cfg(test)]
mod tests {
    use super::super::column::runs;
    use super::*;
    use plyscope_game::Chance;

    #[test]
    fn runs_read_back() {
        let mut chance = Chance::new(3);
        for width in [1, 3, 8, 13, 32] {
            for length in [0, 1, 7, 8, 9, 64, 500] {
                let mut numbers: Vec<u32> = Vec::new();
                while numbers.len() < length {
                    let number = (chance.bits() >> (64 - width)) as u32;
                    let run = 1 + chance.below(20) as usize;
                    numbers.extend(std::iter::repeat_n(number, run.min(length - numbers.len())));
                }
                let mut bytes = Vec::new();
                put_runs(&numbers, width, &mut bytes);
                assert_eq!(
                    runs(&bytes, width, length),
                    Some(numbers),
                    "{width} {length}"
                );
            }
        }
    }

    #[test]
    fn the_formats_own_example_is_packed_as_it_says() {
        let mut bytes = Vec::new();
        put_runs(&[0, 1, 2, 3, 4, 5, 6, 7], 3, &mut bytes);
        assert_eq!(bytes, [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010]);
    }

    #[test]
    fn values_that_hardly_recur_have_no_dictionary() {
        assert!(Dictionary::of(&[1, 2, 3, 4, 5, 1]).is_none());
        assert!(Dictionary::of(&[true, true, true]).is_none());
        let own = Dictionary::of(&["a", "b", "a", "a"]).unwrap();
        assert_eq!((own.values, own.places), (vec!["a", "b"], vec![0, 1, 0, 0]));
        assert!(Dictionary::of(&[0.0, -0.0]).is_none());
    }

    #[test]
    fn long_values_make_short_pages() {
        let long = "x".repeat(PAGE_BYTES / 2);
        let texts: Vec<String> = (0..5).map(|at| format!("{at}{long}")).collect();
        let column = Column {
            values: texts.iter().map(String::as_str).collect(),
            here: None,
        };
        assert_eq!(column.page_end(0, 0, false), (2, 2));
    }
}
