//! Every game of a contest on file, one JSON object a line.
//!
//! The first line is the plan, the others are games in the order in which they
//! were finished. Lines are only ever added, each carries a check of itself,
//! and a line that a crash cut off is dropped: so a contest goes on from its
//! file as if nothing had happened. `docs/reference/records.md` has the format.

mod ledger;
mod line;
mod plan;
mod read;

pub use ledger::Ledger;
pub use line::{Line, WrongPlayer};
pub use plan::{Entrant, Plan};
pub use read::{is_record, read_game};

/// A name for texts that others do not have.
pub fn digest<'a>(texts: impl Iterator<Item = &'a [u8]>) -> String {
    let mut hasher = blake3::Hasher::new();
    for text in texts {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().to_hex()[..32].to_string()
}

const CHECK: &str = ",\"check\":\"";

/// The object with a check of itself as its last field, and a line end.
fn with_check(object: &str) -> String {
    let body = &object[..object.len() - 1];
    format!("{body}{CHECK}{}\"}}\n", check_of(body))
}

fn check_of(body: &str) -> String {
    blake3::hash(body.as_bytes()).to_hex()[..16].to_string()
}

/// The object of a line whose check is right.
fn checked(line: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?.strip_suffix("\"}\n")?;
    let (body, check) = line.rsplit_once(CHECK)?;
    (check == check_of(body)).then(|| format!("{body}}}"))
}
