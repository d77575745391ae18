//! Finding weights: values of states regressed on features, results told by them ([`logistic`]),
//! games between weights ([`genetic`]), any fitness climbed ([`cma`], [`spsa`]), or self-play ([`td`]).
//!
//! [`Rows`] make a row of numbers whenever they are asked for one, so a fit
//! streams over millions of states and keeps only sums. [`Positions`] makes
//! them from states and the [`plyscope_game::Features`] of a game, [`NumberTable`]
//! holds numbers as they are. [`fit`] does least squares or ridge, and its
//! [`Fit`] says how far the result can be trusted.
//!
//! ```
//! use plyscope_learn::{FitParams, Method, NumberTable, fit};
//!
//! // Values that are 3 × corners − 2 × moves + 1 and a little noise.
//! let (mut numbers, mut values) = (Vec::new(), Vec::new());
//! for row in 0..200 {
//!     let (corners, moves) = (f64::from(row % 5), f64::from(row % 7));
//!     numbers.extend([corners, moves]);
//!     values.push(3.0 * corners - 2.0 * moves + 1.0 + f64::from(row % 3 - 1) / 10.0);
//! }
//! let names = vec!["corners".to_owned(), "moves".to_owned()];
//! let table = NumberTable::new(names, numbers, values)?;
//! let params = FitParams { method: Method::LeastSquares, ..FitParams::default() };
//! let fitted = fit(&table, &params)?;
//! assert!((fitted.coefficients[0].weight - 3.0).abs() < 0.01);
//! assert!((fitted.coefficients[1].weight + 2.0).abs() < 0.01);
//! assert!(fitted.unseen_r2().is_some_and(|r2| r2 > 0.99));
//! # Ok::<(), plyscope_game::Error>(())
//! ```
//!
//! Features of a game go in by [`Positions`]:
//!
//! ```
//! use std::sync::Arc;
//!
//! use plyscope_game::any::{FeaturesOf, Hidden};
//! use plyscope_game::{Chance, Game, Player};
//! use plyscope_othello::{DiscCount, Othello};
//! use plyscope_learn::{Example, FitParams, Positions, fit};
//!
//! // What random play yields after 40 random moves, regressed on discs.
//! let rules = Arc::new(Othello::<8>::default());
//! let game = Hidden::shared(Arc::clone(&rules));
//! let (mut states, mut examples, mut chance) = (game.states(), Vec::new(), Chance::new(1));
//! while examples.len() < 200 {
//!     if states.push_random(40, &mut chance) {
//!         let text = states.text(states.len() - 1);
//!         let state = plyscope_game::Notation::read_state(&*rules, &text)?;
//!         let value = rules.playouts(&state, 20, &mut chance).mean(Player::FIRST);
//!         let group = examples.len() as u32;
//!         examples.push(Example { player: Player::FIRST, value, group });
//!     }
//! }
//! let features = FeaturesOf::new(rules, DiscCount);
//! let learned = fit(&Positions::new(&features, &*states, &examples), &FitParams::default())?;
//! assert_eq!(learned.weights().len(), 2);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod clusters;
pub mod cma;
mod coefficient;
mod cross;
mod fit;
mod folds;
mod gather;
pub mod genetic;
pub mod logistic;
mod moments;
mod normal;
pub mod patterns;
mod positions;
#[cfg(test)]
mod reference;
mod residuals;
mod rows;
mod self_play;
mod spectrum;
pub mod spsa;
pub mod td;
mod ties;

pub use coefficient::Coefficient;
pub use cross::{Curve, CurvePoint};
pub use fit::{Fit, FitParams, Method, Strength, fit};
pub use positions::{Example, Positions};
pub use residuals::ResidualBin;
pub use rows::{NumberTable, Rows};
pub use self_play::SelfPlay;
pub use ties::{Constant, Tie};

use plyscope_game::Error;
