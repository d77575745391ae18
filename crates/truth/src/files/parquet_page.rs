//! Takes the pages of a column out of a Parquet file, as far as our writer uses the format.
//!
//! Two codecs are known: gzip, which is written, and Zstandard, which earlier
//! versions wrote. Both are pure Rust; the general reader's Zstandard is C code
//! that takes longer to build than all of Parquet.

use std::io::Read;

use parquet::basic::Compression;

/// A page as it stands in the file, its content decompressed.
pub(super) struct RawPage {
    pub(super) kind: PageKind,
    /// Values in it, those that are missing counted.
    pub(super) count: usize,
    pub(super) encoding: PageEncoding,
    pub(super) content: Vec<u8>,
}

/// What a page holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageKind {
    /// Rows.
    Data,
    /// The values that rows of later pages are places of.
    Dictionary,
}

/// How the values of a page are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum PageEncoding {
    /// One after another.
    Plain,
    /// As places in the dictionary.
    Places,
}

/// All pages in the bytes of a column; nothing if they make no sense.
///
/// A page that claims to become larger than `most` bytes is not believed.
pub(super) fn pages(mut bytes: &[u8], codec: Compression, most: usize) -> Option<Vec<RawPage>> {
    let mut pages = Vec::new();
    while !bytes.is_empty() {
        let header = Header::take(&mut bytes)?;
        let size = usize::try_from(header.compressed).ok()?;
        let (packed, rest) = bytes.split_at_checked(size)?;
        bytes = rest;
        let whole = usize::try_from(header.uncompressed).ok()?;
        if whole > most {
            return None;
        }
        pages.push(RawPage {
            kind: header.kind()?,
            count: usize::try_from(header.count).ok()?,
            encoding: header.encoding()?,
            content: unpacked(packed, codec, whole)?,
        });
    }
    Some(pages)
}

/// Decompresses a page that becomes `whole` bytes, not one more or less.
fn unpacked(packed: &[u8], codec: Compression, whole: usize) -> Option<Vec<u8>> {
    let content = match codec {
        Compression::UNCOMPRESSED => packed.to_vec(),
        Compression::GZIP(_) => read_up_to(flate2::read::MultiGzDecoder::new(packed), whole)?,
        Compression::ZSTD(_) => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed).ok()?;
            read_up_to(decoder, whole)?
        }
        _ => return None,
    };
    (content.len() == whole).then_some(content)
}

/// What a reader gives, up to one byte more than expected.
fn read_up_to(reader: impl Read, whole: usize) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut reader = reader.take(whole as u64 + 1);
    reader.read_to_end(&mut content).ok()?;
    Some(content)
}

/// The numbers of a page's header, as Parquet's Thrift definition names them.
#[derive(Default)]
struct Header {
    page_type: i64,
    uncompressed: i64,
    compressed: i64,
    count: i64,
    value_encoding: i64,
    level_encoding: i64,
}

/// Thrift's compact protocol: types of fields.
mod thrift {
    pub(super) const STOP: u8 = 0;
    pub(super) const TRUE: u8 = 1;
    pub(super) const FALSE: u8 = 2;
    pub(super) const BYTE: u8 = 3;
    pub(super) const I16: u8 = 4;
    pub(super) const I64: u8 = 6;
    pub(super) const BINARY: u8 = 8;
    pub(super) const STRUCT: u8 = 12;
}

/// Parquet's number for rows by run length, which levels must have.
const RLE: i64 = 3;

impl Header {
    /// Takes a header off the bytes.
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let mut header = Self::default();
        let mut id = 0;
        while let Some(kind) = next_field(bytes, &mut id)? {
            match (id, kind) {
                (1, thrift::I16..=thrift::I64) => header.page_type = zigzag(bytes)?,
                (2, thrift::I16..=thrift::I64) => header.uncompressed = zigzag(bytes)?,
                (3, thrift::I16..=thrift::I64) => header.compressed = zigzag(bytes)?,
                (5 | 7, thrift::STRUCT) => header.take_kind(bytes)?,
                _ => skip(bytes, kind, 0)?,
            }
        }
        Some(header)
    }

    /// What rows and dictionaries alike say: how many, and how they are written.
    fn take_kind(&mut self, bytes: &mut &[u8]) -> Option<()> {
        let mut id = 0;
        while let Some(kind) = next_field(bytes, &mut id)? {
            match (id, kind) {
                (1, thrift::I16..=thrift::I64) => self.count = zigzag(bytes)?,
                (2, thrift::I16..=thrift::I64) => self.value_encoding = zigzag(bytes)?,
                (3, thrift::I16..=thrift::I64) => self.level_encoding = zigzag(bytes)?,
                _ => skip(bytes, kind, 0)?,
            }
        }
        Some(())
    }

    fn kind(&self) -> Option<PageKind> {
        match self.page_type {
            0 if self.level_encoding == RLE => Some(PageKind::Data),
            2 => Some(PageKind::Dictionary),
            _ => None,
        }
    }

    fn encoding(&self) -> Option<PageEncoding> {
        match self.value_encoding {
            0 => Some(PageEncoding::Plain),
            8 => Some(PageEncoding::Places),
            _ => None,
        }
    }
}

/// The type of the next field, whose number is then in `id`; `Some(None)` at the end of the struct.
#[allow(clippy::option_option, reason = "an end is not a failure")]
fn next_field(bytes: &mut &[u8], id: &mut i64) -> Option<Option<u8>> {
    let byte = take_byte(bytes)?;
    let kind = byte & 0xf;
    if kind == thrift::STOP {
        return Some(None);
    }
    *id = match byte >> 4 {
        0 => zigzag(bytes)?,
        step => id.checked_add(i64::from(step))?,
    };
    Some(Some(kind))
}

/// Passes over a field that we do not need (checksums, statistics).
fn skip(bytes: &mut &[u8], kind: u8, depth: u32) -> Option<()> {
    // Statistics are one struct deep; anything much deeper is no page of ours.
    if depth > 4 {
        return None;
    }
    match kind {
        thrift::TRUE | thrift::FALSE => {}
        thrift::BYTE => {
            take_byte(bytes)?;
        }
        thrift::I16..=thrift::I64 => {
            zigzag(bytes)?;
        }
        thrift::BINARY => {
            let length = usize::try_from(varint(bytes)?).ok()?;
            *bytes = bytes.get(length..)?;
        }
        thrift::STRUCT => {
            let mut id = 0;
            while let Some(kind) = next_field(bytes, &mut id)? {
                skip(bytes, kind, depth + 1)?;
            }
        }
        _ => return None,
    }
    Some(())
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*byte)
}

/// Seven bits per byte, the lowest first; the eighth says that there is more.
pub(super) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..70).step_by(7) {
        let byte = take_byte(bytes)?;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// A number with its sign in the lowest bit.
fn zigzag(bytes: &mut &[u8]) -> Option<i64> {
    let number = varint(bytes)?;
    Some((number >> 1) as i64 ^ -((number & 1) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_by_hand() {
        // type = 0, sizes 3 and 3, then a data page of 2 plain values with levels by run length.
        let header = [
            0x15, 0x00, 0x15, 0x06, 0x15, 0x06, 0x2c, 0x15, 0x04, 0x15, 0x00, 0x15, 0x06, 0x00, 0,
        ];
        let bytes: Vec<u8> = header.into_iter().chain(*b"abc").collect();
        let found = pages(&bytes, Compression::UNCOMPRESSED, 100).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].kind, found[0].count), (PageKind::Data, 2));
        assert_eq!(found[0].encoding, PageEncoding::Plain);
        assert_eq!(found[0].content, b"abc");
        for cut in 1..bytes.len() {
            assert!(pages(&bytes[..cut], Compression::UNCOMPRESSED, 100).is_none());
        }
        assert!(pages(&bytes, Compression::UNCOMPRESSED, 2).is_none());
    }

    #[test]
    fn numbers_have_their_sign_in_the_lowest_bit() {
        for (bytes, number) in [
            (&[0x00][..], 0),
            (&[0x01], -1),
            (&[0x02], 1),
            (&[0xac, 0x02], 150),
        ] {
            assert_eq!(zigzag(&mut &bytes[..]), Some(number));
        }
        assert_eq!(varint(&mut &[0x80; 11][..]), None);
    }
}
