//! What the fuzz targets do with their bytes, one function a target.
//!
//! Each takes any bytes and panics where a promise is broken. The stable test
//! `random_text` of the workbench runs the same functions without a fuzzer.

mod benchmark;
mod games;
mod text;

pub use benchmark::{benchmark_parquet, benchmark_rows, benchmark_xml};
pub use games::{breakthrough, connect4, gomoku, mnk, othello};
pub use text::{position, record, spec, weights};
