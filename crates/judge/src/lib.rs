//! Holding a heuristic against the truth.
//!
//! A [`Case`] is one state with the true worth of its moves and what the
//! heuristic makes of them; a [`Metric`] turns a case into a number.
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use plyscope_eval::Linear;
//! use plyscope_game::any::{AgentOf, AnyAgent, Hidden};
//! use plyscope_game::Limits;
//! use plyscope_mnk::{Mnk, OpenLines};
//! use plyscope_judge::metrics::StrictBest;
//! use plyscope_judge::{Metric, Truths, ask, band, sheet};
//! use plyscope_search::OnePly;
//!
//! // Every state of noughts and crosses, solved.
//! let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benchmarks");
//! let benchmark = plyscope_truth::load(&folder.join("tictactoe.parquet"))?;
//! let truths = Truths::new(&benchmark, (-1.0, 1.0));
//!
//! // What the heuristic says of every move: own open lines less theirs.
//! let rules = Arc::new(Mnk::tictactoe());
//! let game = Hidden::shared(Arc::clone(&rules));
//! let heuristic = || {
//!     let evaluator = Linear::new(&*rules, OpenLines, vec![1.0, -1.0]);
//!     let agent = AgentOf::new(Arc::clone(&rules), OnePly { evaluator });
//!     Ok(Box::new(agent) as Box<dyn AnyAgent>)
//! };
//! let mut states = game.states();
//! for row in &truths.rows {
//!     states.push_text(&benchmark.states[row.at].state)?;
//! }
//! let guesses = ask(&game.facts(), &*states, &heuristic, &Limits::default(), &|| ())?;
//!
//! // How often its best moves are the truly best ones.
//! let metrics: Vec<Box<dyn Metric>> = vec![Box::new(StrictBest)];
//! let column = &sheet(&truths, &guesses, &metrics)[0];
//! let scores: Vec<f64> = column.scores.iter().flatten().collect();
//! let share = band(&scores, (0.0, 1.0)).expect("there are states");
//! assert!(share.mean > 0.5 && share.low < share.mean);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

#![allow(
    clippy::float_cmp,
    reason = "equal values are ties, and only equal ones"
)]
#![allow(
    clippy::inline_always,
    reason = "a case that is handed over to a function is written down first, which takes longer than its score"
)]

mod ask;
mod band;
mod calibrate;
mod case;
mod cases;
pub mod choose;
mod classes;
mod compare;
mod curve;
mod expression;
mod guesses;
pub mod judgement;
mod metric;
pub mod metrics;
pub mod predict;
mod ranks;
pub mod report;
mod rows;
mod said;
mod sheet;
mod truths;
mod worth;

pub use ask::{MakeJudged, ask};
pub use band::{Band, band, bootstrap};
pub use calibrate::{Pair, cross_fitted};
pub use case::{BestBy, Case, Guess, Truth, best_by_gap, best_moves, most_points, on_scale};
pub use cases::Cases;
pub use classes::cross_classified;
pub use compare::{Comparison, Section, compare, correct};
pub use curve::{CurveGroup, Grouping, Groups, PHASES, curve};
pub use expression::{COLUMNS, Expression, FUNCTIONS, Unclear, Written};
pub use guesses::Guesses;
pub use metric::{Better, Metric, Needs, Trust};
pub use rows::{Rows, TruthRow};
pub use sheet::{Column, Places, Scores, sheet, sheet_over};
pub use truths::{TruthKind, Truths};
