//! Matches and tournaments between agents, and what their results are worth.
//!
//! A [`Contest`] is played by [`Contest::run`]: pairs of games from the same
//! opening with colours swapped, on all cores, with the same results on any
//! number of threads. [`Results`] counts them and [`rating`]
//! says what that is worth. [`records`] keeps every game in
//! a file from which an interrupted contest resumes.
//!
//! ```
//! use std::sync::Arc;
//!
//! use plyscope_arena::{Contest, Contestant, Format, Nobody, Openings, RandomOpenings, Schedule};
//! use plyscope_game::any::Hidden;
//! use plyscope_mnk::Mnk;
//! use plyscope_search::{AlphaBeta, Noise, Random, AlphaBetaSettings};
//!
//! let rules = Arc::new(Mnk::tictactoe());
//! let game = Hidden::shared(Arc::clone(&rules));
//! let contestants = vec![
//!     Contestant::new(&rules, "deep", |seed| {
//!         let noise = Noise { seed, levels: 100, symmetric: true };
//!         AlphaBeta::new(AlphaBetaSettings::plain(5), noise).expect("five moves ahead")
//!     }),
//!     Contestant::new(&rules, "random", |seed| Random { seed }),
//! ];
//! let contest = Contest {
//!     openings: Openings::Random(RandomOpenings::new(4, 7, None)),
//!     seed: 7,
//!     ..Contest::new(&*game, contestants, Schedule::new(Format::RoundRobin, 2, 100)?)
//! };
//! let results = contest.run(Vec::new(), &Nobody)?;
//! let deep = results.totals()[0];
//! assert_eq!(deep.games(), 100);
//! assert!(deep.wins > deep.losses);
//! let lead = plyscope_arena::rating::difference(&results.versus()[0].pairs).unwrap();
//! assert!(lead.elo.low > 0.0);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod contest;
mod contestant;
mod crew;
mod game_record;
mod opening;
mod play;
pub mod rating;
pub mod records;
mod results;
mod rules;
mod schedule;

pub use contest::{Contest, Nobody, Watch};
pub use contestant::{Contestant, MakeContestant, number_names};
pub use game_record::{Effort, End, Fault, GameRecord, PlayedMove};
pub use opening::{Balance, Opening, Openings, RandomOpenings, every_opening};
pub use play::{Judge, Seat, is_guarded, play_game};
pub use results::{Count, GameSummary, Results, Versus};
pub use rules::{MARGIN, Rules, Streak};
pub use schedule::{Fixture, Format, Schedule};
