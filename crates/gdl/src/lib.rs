//! Games written in the Game Description Language.

mod check;
mod database;
mod decompose;
mod depend;
mod error;
mod ground;
mod hash;
mod inflate;
mod interpret;
mod kif;
mod lanes;
mod machine;
mod network;
mod normal;
mod plan;
mod propagate;
mod prover;
mod rule;
mod sheet;
mod statics;
mod stepper;
mod terms;
mod trace;

pub use check::{Finding, FindingKind, Severity, check};
pub use error::{ErrorKind, GdlError, Place};
pub use ground::Limits;
pub use inflate::unpack;
pub use interpret::Interpreter;
pub use kif::decode;
pub use lanes::{Lanes, Playouts, Vectors};
pub use machine::Machine;
pub use network::{Network, Sizes};
pub use sheet::Sheet;
pub use stepper::Stepper;
pub use terms::{Term, Terms};
pub use trace::{Difference, Followed, follow, read_trace};
