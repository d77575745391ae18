//! Plyscope as a Python module: what the package `plyscope` is made of.
//!
//! Everything here takes and gives plain things: texts, numbers, bytes. The
//! Python files of the package make objects of them. Work runs on threads of
//! ours without the interpreter's lock; functions of the user's are called on
//! the thread that called us, which waits for questions meanwhile ([`work`]).

mod agent;
mod batch;
mod benchmark;
mod columns;
mod contest;
mod desk;
mod errors;
mod follow;
mod game;
mod heuristic;
mod judge;
mod learn;
mod state;
mod truth;
mod work;

use pyo3::prelude::*;

#[pymodule]
mod _plyscope {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::benchmark::Benchmark;
    #[pymodule_export]
    use crate::contest::hold;
    #[pymodule_export]
    use crate::game::{Game, Position, games};
    #[pymodule_export]
    use crate::judge::{Judgement, judge};
    #[pymodule_export]
    use crate::learn::learn;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::truth::make;

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
