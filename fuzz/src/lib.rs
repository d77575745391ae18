//! What the fuzz targets do with their bytes, one function a target.
//!
//! Each takes any bytes and panics where a promise is broken. The stable test
//! `random_text` of the workbench runs the same functions without a fuzzer.

mod benchmark;
mod games;
mod gdl;
mod text;

use std::sync::{Arc, LazyLock};

use plyscope_game::Error;
use plyscope_workbench::{NamedGame, Registry};

pub use benchmark::{benchmark_parquet, benchmark_rows, benchmark_xml};
pub use games::{breakthrough, chess, connect4, gomoku, mnk, othello};
pub use gdl::{gdl_play, gdl_sheet};
pub use text::{pgn, position, record, spec, weights};

/// The games that ship.
static REGISTRY: LazyLock<Registry> = LazyLock::new(plyscope_standard::registry);

/// A game by its spec.
fn open(spec: &str) -> Result<Arc<NamedGame>, Error> {
    REGISTRY.open(spec)
}

/// Bad text is the caller's doing, and he is told what would be right.
fn helps(error: &Error) {
    assert!(error.is_misuse(), "{error}");
    assert!(!error.what.is_empty(), "{error:?}");
    let hint = error.hint.as_deref().unwrap_or_default();
    assert!(!hint.is_empty(), "no hint: {error}");
}
