//! Every game of a contest on file, one JSON object per line.
//!
//! The first line is the plan, the others are games in the order in which they
//! were finished. Lines are only ever added, each carries a check of itself,
//! and a line that a crash cut off is dropped: so a contest resumes from its
//! file as if nothing had happened. `docs/reference/records.md` has the format.

mod line;
mod plan;
mod read;
mod record;

pub use line::{Line, WrongPlayer};
pub use plan::{ContestPlan, Entrant};
pub use read::{is_record, read_game, read_games};
pub use record::Record;

/// A name for texts that others do not have.
pub fn digest<'a>(texts: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().to_hex()[..32].to_string()
}
