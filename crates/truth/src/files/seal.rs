//! A checksum of the whole file, kept inside the file.
//!
//! The file's metadata holds a mark followed by a digest of all bytes, taken
//! while the digest's own place was filled with zeros. So a flipped bit is
//! noticed wherever it is, before anything else of the file is believed.

use crate::Trouble;

/// What stands before the digest.
const MARK: &[u8] = b"plyscope-blake3:";
const DIGITS: usize = 64;
/// At both ends of every Parquet file.
const MAGIC: &[u8] = b"PAR1";

/// What to write into the metadata, to be filled in by [`seal`].
pub(super) fn blank() -> String {
    format!("{}{}", String::from_utf8_lossy(MARK), "0".repeat(DIGITS))
}

/// Fills in the digest.
pub(super) fn seal(bytes: &mut [u8]) -> Result<(), Trouble> {
    let at = place(bytes)?;
    let digest = blake3::hash(bytes).to_hex();
    bytes[at..at + DIGITS].copy_from_slice(digest.as_bytes());
    Ok(())
}

/// Whether the bytes are those that were sealed.
pub(super) fn check(bytes: &mut [u8]) -> Result<(), Trouble> {
    let at = place(bytes)?;
    let said = bytes[at..at + DIGITS].to_vec();
    bytes[at..at + DIGITS].fill(b'0');
    if blake3::hash(bytes).to_hex().as_bytes() == said {
        return Ok(());
    }
    Err(Trouble::misuse(
        "this benchmark was damaged or changed after it was written: its checksum does not fit",
        "fetch or make the file again; other tools may read it, but must not write it",
    ))
}

/// Where the digits begin, in a file that has both its ends.
fn place(bytes: &[u8]) -> Result<usize, Trouble> {
    let hint = "give a Parquet file that `truth make`, `import` or `merge` wrote";
    if !bytes.starts_with(MAGIC) {
        let what = if bytes.is_empty() {
            "the file is empty"
        } else {
            "this is no Parquet file"
        };
        return Err(Trouble::misuse(what, hint));
    }
    let Some(footer) = footer(bytes) else {
        let what = "this Parquet file was cut off: its end is missing";
        return Err(Trouble::misuse(what, "fetch or make the file again"));
    };
    let found = bytes[footer..]
        .windows(MARK.len())
        .position(|window| window == MARK);
    let at = found.map(|found| footer + found + MARK.len());
    at.filter(|at| at + DIGITS <= bytes.len()).ok_or_else(|| {
        Trouble::misuse(
            "this Parquet file is no benchmark: it carries no checksum of ours",
            hint,
        )
    })
}

/// Where the metadata at the end begin.
fn footer(bytes: &[u8]) -> Option<usize> {
    let rest = bytes.strip_suffix(MAGIC)?;
    let length = rest.last_chunk::<4>()?;
    let end = rest.len() - 4;
    end.checked_sub(u32::from_le_bytes(*length) as usize)
        .filter(|begin| *begin >= MAGIC.len())
}
