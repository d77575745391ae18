//! Benchmarks: states of a game with the worth of every move, and how they are made.
//!
//! [`select`] chooses states, [`label`] asks an agent for the worth of every
//! move, and a [`Benchmark`] is what comes of it. It lives in a Parquet file
//! that is written at once or not at all; [`Journal`] keeps what is done of a
//! long run, so that it can be broken off anywhere and taken up again.
//!
//! ```
//! use std::sync::Arc;
//!
//! use plyscope_game::Limits;
//! use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
//! use plyscope_mnk::Mnk;
//! use plyscope_search::{Exhaustive, ExhaustiveParams};
//! use plyscope_truth::{
//!     Amount, Filter, Labeller, Meta, BenchmarkOrder, Pool, Selector, Source, load, make,
//! };
//!
//! let rules = Arc::new(Mnk::tictactoe());
//! let game = Hidden::shared(Arc::clone(&rules));
//! let solver = |_seed| {
//!     let agent = Exhaustive::new(ExhaustiveParams::default())?;
//!     Ok(Box::new(AgentOf::new(Arc::clone(&rules), agent)) as Box<dyn AnyAgent>)
//! };
//! let selector = Selector {
//!     source: Source::Playouts,
//!     amount: Amount::States(20),
//!     filter: Filter::default(),
//! };
//! let folder = tempfile::tempdir().unwrap();
//! let output = folder.path().join("tictactoe.parquet");
//! make(&*game, BenchmarkOrder {
//!     meta: Meta {
//!         game: "tictactoe".into(),
//!         selector: selector.to_string(),
//!         labeller: "solver".into(),
//!         limits: String::new(),
//!         inputs: String::new(),
//!         seeds: vec![1],
//!         version: "0.1".into(),
//!         plan: String::new(),
//!         sum: Some(0),
//!         reach: None,
//!     },
//!     selector: &selector,
//!     pool: Pool::Playouts,
//!     labeller: Labeller {
//!         make: &solver,
//!         seed: 1,
//!         limits: Limits::every_move(),
//!         threads: 2,
//!         progress: &|_| (),
//!     },
//!     output: &output,
//!     replace: false,
//! })?;
//!
//! let benchmark = load(&output)?;
//! assert_eq!(benchmark.states.len(), 20);
//! assert!(benchmark.states.iter().flat_map(|own| &own.moves).all(|label| label.exact));
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod benchmark;
mod check;
mod disk;
mod files;
mod journal;
mod label;
mod make;
mod merge;
mod plan;
mod reach;
mod select;
mod shared_proofs;
mod spare;
mod summary;

pub use benchmark::{Benchmark, COLUMNS, FORMAT, Label, Labelled, Meta, player_name, read_player};
pub use check::{Checked, Compare, Problem, check, check_against};
pub use disk::{DiskNeed, ensure_room};
pub use files::{Draft, DraftState, Export, read_csv, read_jsonl, read_parquet, read_xml};
pub use files::{Output, load, save, save_text, write_parquet, write_xml};
pub use journal::{Journal, ensure_regular, read_labels, write_labels};
pub use label::{
    Labeller, MakeAgent, Stage, fits, label, label_each, label_of, labelled, round_error,
};
pub use make::{BenchmarkOrder, Made, choose, made_so_far, make, plan_of, write_benchmark};
pub use merge::{OnConflict, labellers, merge};
pub use plan::{RunPlan, digest_of, digest_of_bytes};
pub use reach::{Reach, WayOfPlay};
pub use select::{Amount, Chosen, Filter, Pool, Selector, Source, select};
pub use shared_proofs::share_proofs;
pub use spare::Spare;
pub use summary::{BenchmarkSummary, Estimates, PlySummary};

use plyscope_game::Error;
use plyscope_ledger::unwritable;

/// A benchmark of nothing.
fn no_states() -> Error {
    Error::misuse(
        "a benchmark without states is of no use",
        "choose more plies, more states or fewer filters",
    )
}
