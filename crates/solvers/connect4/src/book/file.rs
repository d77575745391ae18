//! A book as bytes.
//!
//! ```text
//!  0  8  the words "plybook1"
//!  8  4  columns, rows, stones in a line that win, last ply
//! 12  4  positions of the last ply, little end first
//! 16  8  a checksum of all other bytes, little end first
//! 24  …  a value for each position
//! ```

use std::fmt;

use plyscope_connect4::{AnySize, Shape};
use plyscope_game::mix_all;

use super::Book;

const MAGIC: &[u8; 8] = b"plybook1";
const HEADER: usize = 24;

/// Why bytes are no book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BookError {
    /// They do not begin as a book does.
    Foreign,
    /// Some are missing, too many or changed.
    Damaged,
    /// There is no such board, or it has other positions.
    OtherBoard,
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Foreign => "it is no opening book",
            Self::Damaged => "it is damaged: the checksum is wrong",
            Self::OtherBoard => "its positions are not those of a board there is",
        })
    }
}

impl std::error::Error for BookError {}

impl Book {
    /// Reads a book.
    ///
    /// # Errors
    /// When the bytes are not a whole book.
    pub fn read(bytes: &[u8]) -> Result<Self, BookError> {
        if !bytes.starts_with(MAGIC) {
            return Err(BookError::Foreign);
        }
        let (header, values) = bytes.split_at_checked(HEADER).ok_or(BookError::Damaged)?;
        let [width, height, connect, last] = [header[8], header[9], header[10], header[11]];
        if header[12..16] != (values.len() as u32).to_le_bytes()
            || header[16..] != checksum(&header[8..16], values).to_le_bytes()
        {
            return Err(BookError::Damaged);
        }
        let shape = AnySize::new(width.into(), height.into(), connect.into())
            .map_err(|_| BookError::OtherBoard)?;
        if u32::from(last) >= shape.width() * shape.height() {
            return Err(BookError::OtherBoard);
        }
        let values: Vec<i8> = values.iter().map(|&byte| byte as i8).collect();
        Self::from_last_ply(shape, last.into(), &values).ok_or(BookError::OtherBoard)
    }

    /// The bytes of the book; the same for the same board and ply, on any machine.
    pub fn write(&self) -> Vec<u8> {
        let (width, height, connect) = self.board();
        let values: Vec<u8> = self
            .plies
            .last()
            .map(|last| last.values.iter().map(|&value| value as u8).collect())
            .unwrap_or_default();
        let mut bytes = MAGIC.to_vec();
        bytes.extend([width, height, connect, self.last_ply()].map(|number| number as u8));
        bytes.extend((values.len() as u32).to_le_bytes());
        let sum = checksum(&bytes[8..16], &values);
        bytes.extend(sum.to_le_bytes());
        bytes.extend(values);
        bytes
    }
}

fn checksum(sizes: &[u8], values: &[u8]) -> u64 {
    let word = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(word)
    };
    let words: Vec<u64> = sizes.chunks(8).chain(values.chunks(8)).map(word).collect();
    mix_all(&words)
}
