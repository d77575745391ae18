//! Games written in the Game Description Language (GDL-I), read, checked and run.
//!
//! A [`Sheet`] is text that has been read; [`check()`] says everything that is
//! wrong with it, and [`check_by_playing`] what only games show. A [`Network`] is
//! a sheet worked out into gates. It is run one state at a time by a
//! [`Stepper`], or 512 games at a time by [`Lanes`]; an [`Interpreter`] runs
//! sheets that do not ground. An [`Engine`] is any of the three, chosen by name or
//! by measurement. All of them can [`follow()`] a trace of another reasoner. A
//! [`GdlGame`] is a sheet as a [`plyscope_game::Game`].
//!
//! ```
//! use plyscope_game::Chance;
//! use plyscope_gdl::{Engine, EngineKind, Sheet};
//!
//! let sheet = Sheet::read(include_str!("../../../rules/connect4.kif"))?;
//! let playouts = Engine::new(sheet, EngineKind::Lanes)?.play(10_000, &mut Chance::new(1))?;
//! assert!((playouts.mean_rounds() - 21.3).abs() < 0.5);
//! # Ok::<(), plyscope_gdl::GdlError>(())
//! ```

mod anew;
mod board;
mod by_rules;
mod cells;
mod check;
mod dash;
mod database;
mod decompose;
mod depend;
mod desk;
mod effects;
mod error;
mod features;
mod few;
mod found;
mod game;
mod gather;
mod ground;
mod guards;
mod hash;
mod heuristic;
mod horizon;
mod inflate;
mod info;
mod interpret;
mod kif;
mod lanes;
mod machine;
mod names;
mod network;
mod normal;
mod notation;
mod pieces;
mod plan;
mod playouts;
mod propagate;
mod prover;
mod rule;
mod settle;
mod sheet;
mod side_by_side;
mod state;
mod statics;
mod stepper;
mod straight;
mod terms;
mod thread_time;
mod trace;
mod walker;
mod wires;

pub use check::{Diagnostic, DiagnosticKind, Severity, check, check_by_playing};
pub use error::{GdlError, GdlErrorKind, SheetPlace};
pub use features::PieceCounts;
pub use found::{FactTrust, Found};
pub use game::GdlGame;
pub use ground::GroundLimits;
pub use heuristic::{
    ActionHeuristic, ActionParams, FluentCounts, Fuzzy, FuzzyGoal, GoalNow, GoalProximity, Norm,
    Rarity,
};
pub use inflate::unpack;
pub use info::{Grounded, Info};
pub use interpret::Interpreter;
pub use kif::decode;
pub use lanes::{Lanes, Playouts, Vectors};
pub use machine::Machine;
pub use network::{Network, Sizes};
pub use playouts::{Engine, EngineKind};
pub use sheet::Sheet;
pub use state::{GdlMove, GdlState};
pub use stepper::Stepper;
pub use trace::{Followed, TraceDifference, follow, read_trace};
