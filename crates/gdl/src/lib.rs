//! Games written in the Game Description Language.

mod check;
mod database;
mod depend;
mod error;
mod hash;
mod inflate;
mod interpret;
mod kif;
mod machine;
mod normal;
mod plan;
mod prover;
mod rule;
mod sheet;
mod statics;
mod terms;
mod trace;

pub use check::{Finding, FindingKind, Severity, check};
pub use error::{ErrorKind, GdlError, Place};
pub use inflate::unpack;
pub use interpret::Interpreter;
pub use kif::decode;
pub use machine::Machine;
pub use sheet::Sheet;
pub use terms::{Term, Terms};
pub use trace::{Difference, Followed, follow, read_trace};
