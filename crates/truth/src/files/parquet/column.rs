//! Decodes the columns of a Parquet file, as far as our writer uses the format.
//!
//! General decoders believe what a page says of itself, and panic or allocate
//! without end if it lies. Pages here are plain values or places in a
//! dictionary, with a level for each row that may be empty; all else is refused.

use std::rc::Rc;

use super::footer::{Chunk, RowGroup};
use super::page::{PageEncoding, PageKind, RawPage, pages};
use super::thrift::varint;
use super::write::GROUP;
use super::{Codec, Kind, SCHEMA};

/// Rows in one group that are still believed: a thousand moves for each of the states we put there.
const MOST_ROWS: i64 = 1000 * GROUP as i64;
/// A page that would become larger is not believed; those of our writer hold about a megabyte.
const MOST_BYTES: usize = 1 << 28;

/// A value as Parquet writes it plainly.
pub(super) trait Plain: Sized + Clone {
    const KIND: Kind;
    /// Takes so many values off the bytes; none if they are too few or make no sense.
    fn take(bytes: &[u8], count: usize) -> Option<Vec<Self>>;
}

/// Numbers of a fixed width, the lowest byte first.
macro_rules! fixed {
    ($($type:ty = $name:ident),*) => {$(
        impl Plain for $type {
            const KIND: Kind = Kind::$name;
            fn take(bytes: &[u8], count: usize) -> Option<Vec<Self>> {
                let (all, _) = bytes.as_chunks();
                let own = all.get(..count)?;
                Some(own.iter().map(|own| Self::from_le_bytes(*own)).collect())
            }
        }
    )*};
}
fixed!(i32 = Int32, i64 = Int64, f64 = Double);

impl Plain for bool {
    const KIND: Kind = Kind::Boolean;

    fn take(bytes: &[u8], count: usize) -> Option<Vec<Self>> {
        let bit = |place: usize| Some(bytes.get(place / 8)? >> (place % 8) & 1 == 1);
        (0..count).map(bit).collect()
    }
}

impl Plain for Rc<str> {
    const KIND: Kind = Kind::ByteArray;

    fn take(mut bytes: &[u8], count: usize) -> Option<Vec<Self>> {
        let next = |_| {
            let (length, rest) = bytes.split_first_chunk()?;
            let (text, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            bytes = rest;
            std::str::from_utf8(text).ok().map(Rc::from)
        };
        (0..count).map(next).collect()
    }
}

/// The columns of one row group in the bytes of a file.
pub(super) struct Group<'a> {
    pub(super) file: &'a [u8],
    pub(super) rows: &'a RowGroup,
}

impl Group<'_> {
    /// A column in which nothing is missing.
    pub(super) fn all<T: Plain>(&self, column: usize) -> Result<Vec<T>, String> {
        let rows = self.some(column)?;
        let whole: Option<_> = rows.into_iter().collect();
        whole.ok_or_else(|| odd(column, "has holes"))
    }

    /// A column in which some values may be missing.
    pub(super) fn some<T: Plain>(&self, column: usize) -> Result<Vec<Option<T>>, String> {
        let (chunk, count) = (self.rows.chunks.get(column), self.rows.rows);
        let chunk = chunk.ok_or_else(|| odd(column, "is missing"))?;
        if chunk.kind != T::KIND as i64 || !(0..=MOST_ROWS).contains(&count) {
            return Err(odd(column, "is of another kind, or too long"));
        }
        let bytes = self.bytes(chunk);
        let bytes = bytes.ok_or_else(|| odd(column, "lies outside the file"))?;
        let codec = Codec::of(chunk.codec);
        let codec = codec.ok_or_else(|| odd(column, "is compressed in an unknown way"))?;
        let nonsense = || odd(column, "has a page that makes no sense");
        let found = pages(bytes, codec, MOST_BYTES).ok_or_else(nonsense)?;
        let is_optional = SCHEMA[column].is_optional;
        let rows = rows_of(found, count as usize, is_optional).ok_or_else(nonsense)?;
        if rows.len() != count as usize {
            return Err(odd(column, "is too short"));
        }
        Ok(rows)
    }

    /// The bytes of a column: its dictionary if it has one, then its rows.
    fn bytes(&self, chunk: &Chunk) -> Option<&[u8]> {
        let first = usize::try_from(chunk.begin()).ok()?;
        let length = usize::try_from(chunk.compressed).ok()?;
        self.file.get(first..first.checked_add(length)?)
    }
}

/// The rows of all pages of a column, `most` of them at the most.
fn rows_of<T: Plain>(
    pages: Vec<RawPage>,
    most: usize,
    is_optional: bool,
) -> Option<Vec<Option<T>>> {
    let mut rows = Vec::new();
    let mut dictionary = Vec::new();
    for page in pages {
        match (page.kind, page.encoding) {
            (PageKind::Dictionary, PageEncoding::Plain) => {
                dictionary = T::take(&page.content, page.count)?;
            }
            (PageKind::Data, _) if page.count <= most - rows.len() => {
                rows.extend(page_of(&page, &dictionary, is_optional)?);
            }
            _ => return None,
        }
    }
    Some(rows)
}

fn odd(column: usize, what: &str) -> String {
    format!("column {column} {what}")
}

/// The rows of a data page.
fn page_of<T: Plain>(
    page: &RawPage,
    dictionary: &[T],
    is_optional: bool,
) -> Option<Vec<Option<T>>> {
    let (bytes, count) = (&page.content[..], page.count);
    let (levels, bytes) = if is_optional {
        let (length, rest) = bytes.split_first_chunk()?;
        let (levels, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        (runs(levels, 1, count)?, rest)
    } else {
        (vec![1; count], bytes)
    };
    let here = levels.iter().filter(|level| **level == 1).count();
    let values: Vec<T> = match page.encoding {
        PageEncoding::Plain => T::take(bytes, here)?,
        PageEncoding::Places => {
            let (width, bytes) = bytes.split_first()?;
            let places = runs(bytes, *width, here)?;
            let value = |place: u32| dictionary.get(place as usize).cloned();
            places.into_iter().map(value).collect::<Option<_>>()?
        }
    };
    let mut values = values.into_iter();
    let row = |level: u32| if level == 1 { values.next() } else { None };
    Some(levels.into_iter().map(row).collect())
}

/// Numbers of so many bits: runs of equal ones, and eights that are packed bit by bit.
pub(super) fn runs(mut bytes: &[u8], width: u8, count: usize) -> Option<Vec<u32>> {
    if width > 32 {
        return None;
    }
    let mut numbers = Vec::new();
    while numbers.len() < count {
        let missing = count - numbers.len();
        let header = varint(&mut bytes)?;
        let length = (header >> 1) as usize;
        if header & 1 == 1 {
            let size = length.checked_mul(usize::from(width))?;
            let (packed, rest) = bytes.split_at_checked(size)?;
            bytes = rest;
            let fits = length.checked_mul(8)?.min(missing);
            numbers.extend((0..fits).map(|place| unpacked(packed, width, place)));
        } else {
            let (own, rest) = bytes.split_at_checked(usize::from(width).div_ceil(8))?;
            bytes = rest;
            let number = own
                .iter()
                .rev()
                .fold(0, |sum, byte| sum << 8 | u32::from(*byte));
            numbers.extend(std::iter::repeat_n(number, length.min(missing)));
        }
        if length == 0 {
            return None;
        }
    }
    Some(numbers)
}

/// The number at a place among numbers of so many bits, the lowest bit first.
fn unpacked(packed: &[u8], width: u8, place: usize) -> u32 {
    let first = place * usize::from(width);
    let bit = |bit: usize| u32::from(packed[bit / 8] >> (bit % 8) & 1);
    let bits = (0..usize::from(width)).map(|at| bit(first + at) << at);
    bits.fold(0, |sum, bit| sum | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_packed_eights_are_told_apart() {
        // The format's own example: 0 to 7 in three bits each, then four times 5.
        let bytes = [0b11, 0b1000_1000, 0b1100_0110, 0b1111_1010, 4 << 1, 5];
        assert_eq!(
            runs(&bytes, 3, 12),
            Some(vec![0, 1, 2, 3, 4, 5, 6, 7, 5, 5, 5, 5])
        );
        assert_eq!(runs(&bytes, 3, 13), None);
        assert_eq!(runs(&[0, 0], 1, 1), None);
        assert_eq!(runs(&[0xff; 9], 1, 1), None);
    }

    #[test]
    fn what_is_cut_off_is_none() {
        assert_eq!(i32::take(&[1, 0, 0, 0, 2], 2), None);
        assert_eq!(bool::take(&[0b101], 3), Some(vec![true, false, true]));
        assert_eq!(bool::take(&[0b101], 9), None);
        assert_eq!(Rc::<str>::take(&[2, 0, 0, 0, b'a'], 1), None);
        assert_eq!(Rc::<str>::take(&[1, 0, 0, 0, 0xff], 1), None);
    }
}
