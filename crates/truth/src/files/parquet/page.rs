//! Takes the pages of a column out of a Parquet file, as far as our writer uses the format.
//!
//! Two codecs are known: gzip, which is written, and Zstandard, which earlier
//! versions wrote. Both are pure Rust.

use std::io::Read;

use super::thrift::{self, each_field, skip, zigzag};
use super::{Codec, encoding};

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
pub(super) fn pages(mut bytes: &[u8], codec: Codec, most: usize) -> Option<Vec<RawPage>> {
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
fn unpacked(packed: &[u8], codec: Codec, whole: usize) -> Option<Vec<u8>> {
    let content = match codec {
        Codec::Nothing => packed.to_vec(),
        Codec::Gzip => read_up_to(flate2::read::MultiGzDecoder::new(packed), whole)?,
        Codec::Zstandard => {
            let decoder = ruzstd::decoding::StreamingDecoder::new(packed).ok()?;
            read_up_to(decoder, whole)?
        }
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

impl Header {
    /// Takes a header off the bytes.
    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let mut header = Self::default();
        each_field(bytes, |bytes, id, kind| {
            let number = match (id, kind) {
                (1, thrift::I16..=thrift::I64) => &mut header.page_type,
                (2, thrift::I16..=thrift::I64) => &mut header.uncompressed,
                (3, thrift::I16..=thrift::I64) => &mut header.compressed,
                (5 | 7, thrift::STRUCT) => return header.take_kind(bytes),
                _ => return skip(bytes, kind),
            };
            *number = zigzag(bytes)?;
            Some(())
        })?;
        Some(header)
    }

    /// What rows and dictionaries alike say: how many, and how they are written.
    fn take_kind(&mut self, bytes: &mut &[u8]) -> Option<()> {
        each_field(bytes, |bytes, id, kind| {
            let number = match (id, kind) {
                (1, thrift::I16..=thrift::I64) => &mut self.count,
                (2, thrift::I16..=thrift::I64) => &mut self.value_encoding,
                (3, thrift::I16..=thrift::I64) => &mut self.level_encoding,
                _ => return skip(bytes, kind),
            };
            *number = zigzag(bytes)?;
            Some(())
        })
    }

    fn kind(&self) -> Option<PageKind> {
        match self.page_type {
            0 if self.level_encoding == encoding::RUNS => Some(PageKind::Data),
            2 => Some(PageKind::Dictionary),
            _ => None,
        }
    }

    fn encoding(&self) -> Option<PageEncoding> {
        match self.value_encoding {
            encoding::PLAIN => Some(PageEncoding::Plain),
            encoding::PLACES => Some(PageEncoding::Places),
            _ => None,
        }
    }
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
        let found = pages(&bytes, Codec::Nothing, 100).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].kind, found[0].count), (PageKind::Data, 2));
        assert_eq!(found[0].encoding, PageEncoding::Plain);
        assert_eq!(found[0].content, b"abc");
        for cut in 1..bytes.len() {
            assert!(pages(&bytes[..cut], Codec::Nothing, 100).is_none());
        }
        assert!(pages(&bytes, Codec::Nothing, 2).is_none());
    }
}
