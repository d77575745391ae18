//! A checksum of the whole file, kept inside the file.
//!
//! The file's metadata holds a mark followed by a digest of all bytes, taken
//! while the digest's own place was filled with zeros. So a flipped bit is
//! noticed wherever it is, before anything else of the file is believed.

use std::io::{self, Read, Seek, SeekFrom, Write};

use super::parquet::MAGIC;
use crate::Error;

/// What stands before the digest in the value of the metadata entry.
const MARK: &str = "plyscope-blake3:";
/// The same as Parquet writes it: after the entry's key, and the kind and length of its value.
///
/// The two bytes between are no letters, so no text that a user gives looks like it.
const PLACE: &[u8] = b"plyscope.checksum\x18\x50plyscope-blake3:";
const DIGITS: usize = 64;
/// The length of the metadata, and the magic letters.
const END: usize = 8;

/// What to write into the metadata as `plyscope.checksum`, to be filled in by [`seal`].
pub(super) fn blank() -> String {
    format!("{MARK}{}", "0".repeat(DIGITS))
}

/// Fills in the digest of a file that was written with a blank.
pub(super) fn seal(file: &mut (impl Read + Write + Seek), digest: &blake3::Hash) -> io::Result<()> {
    let odd = || io::Error::other("the end of the file is not what was written");
    let length = file.seek(SeekFrom::End(0))?;
    let mut end = [0; END];
    file.seek(SeekFrom::End(-(END as i64)))?;
    file.read_exact(&mut end)?;
    let begin = footer(length, &end).ok_or_else(odd)?;
    let mut metadata = vec![0; (length - begin) as usize];
    file.seek(SeekFrom::Start(begin))?;
    file.read_exact(&mut metadata)?;
    let at = begin + digits(&metadata).ok_or_else(odd)? as u64;
    file.seek(SeekFrom::Start(at))?;
    file.write_all(digest.to_hex().as_bytes())?;
    file.flush()
}

/// Whether the bytes are those that were sealed; `foreign` tells what a Parquet file without a seal is.
pub(super) fn check(bytes: &mut [u8], foreign: impl FnOnce(&[u8]) -> Error) -> Result<(), Error> {
    let Some(at) = place(bytes)? else {
        return Err(foreign(bytes));
    };
    let said = bytes[at..at + DIGITS].to_vec();
    bytes[at..at + DIGITS].fill(b'0');
    if blake3::hash(bytes).to_hex().as_bytes() == said {
        return Ok(());
    }
    Err(Error::misuse(
        "this benchmark was damaged or changed after it was written: its checksum does not fit",
        "fetch or make the file again; other tools may read it, but must not write it",
    ))
}

/// What would be right in place of a file that is something else.
pub(super) const OURS: &str = "give a Parquet file that `truth make`, `import` or `merge` wrote";

/// Where the digits begin, in a file that has both its ends.
fn place(bytes: &[u8]) -> Result<Option<usize>, Error> {
    if !bytes.starts_with(MAGIC) {
        let what = if bytes.is_empty() {
            "the file is empty"
        } else {
            "this is no Parquet file"
        };
        return Err(Error::misuse(what, OURS));
    }
    let end = bytes.last_chunk::<END>();
    let Some(footer) = end.and_then(|end| footer(bytes.len() as u64, end)) else {
        let what = "this Parquet file was cut off: its end is missing";
        return Err(Error::misuse(what, "fetch or make the file again"));
    };
    let footer = footer as usize;
    Ok(digits(&bytes[footer..]).map(|found| footer + found))
}

/// Where the metadata begin in a file of that length and end.
fn footer(length: u64, end: &[u8; END]) -> Option<u64> {
    let own = u64::from(u32::from_le_bytes(*end.first_chunk()?));
    let begin = length.checked_sub(END as u64)?.checked_sub(own)?;
    (end.ends_with(MAGIC) && begin >= MAGIC.len() as u64).then_some(begin)
}

/// Where the digits begin in the metadata; none if there is no one such place.
fn digits(metadata: &[u8]) -> Option<usize> {
    let mut places = metadata
        .windows(PLACE.len())
        .enumerate()
        .filter(|(_, window)| *window == PLACE)
        .map(|(at, _)| at + PLACE.len());
    let at = places.next()?;
    (places.next().is_none() && at + DIGITS <= metadata.len()).then_some(at)
}
