//! Benchmarks as a user makes them: killed, resumed, damaged, mixed up.

use std::path::{Path, PathBuf};

use crate::call::answers;

mod convert;
mod disk;
mod plan;
mod refused;
mod stopped;
mod verify;

/// Makes a small benchmark in no time.
pub(crate) fn small(folder: &Path, name: &str, more: &[&str]) -> PathBuf {
    let args = [
        "truth",
        "make",
        "tictactoe",
        "--by",
        "solver",
        "--states",
        "30",
        "-o",
        name,
    ];
    answers(
        folder,
        &args
            .into_iter()
            .chain(more.iter().copied())
            .collect::<Vec<_>>(),
    );
    folder.join(name)
}
