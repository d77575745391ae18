//! Games and agents chosen by name at run time; everything here speaks text.
//!
//! A [`Registry`] says what there is. It opens a [`NamedGame`], for which agents,
//! evaluators and heuristics are made from specs. Contests, benchmarks, judging and
//! learning are orders that name them. No game is known here: each stands on a [`Shelf`] in a crate
//! of its own, and `plyscope-standard` makes a registry of all that ship.
//!
//! ```
//! use plyscope_game::Limits;
//! use plyscope_workbench::{Reading, Registry, Spec};
//!
//! let mut registry = Registry::empty();
//! registry.add_game(plyscope_shelf_mnk::tictactoe());
//! let game = registry.open("tictactoe")?;
//! let position = game.position("b2 a1", Reading::Moves)?;
//! let mut solver = game.agent(&Spec::parse("solver")?, 1)?;
//! let advice = solver.advise(position.states(), position.at(), &Limits::every_move())?;
//! assert_eq!(advice.moves.len(), 7);
//! # Ok::<(), plyscope_game::Error>(())
//! ```

mod advice;
mod advice_json;
mod agents;
mod breed;
mod compare;
mod contest;
mod contest_report;
mod explain;
mod judge;
mod kit;
mod learn;
mod learned_from;
mod learners;
mod listing;
mod meetings;
mod named_game;
mod openings;
mod params;
pub mod patterns;
mod pgn;
mod prior;
mod record;
mod registry;
mod shards;
mod shelf;
mod shipped;
mod spec;
pub mod speed;
mod strength;
mod text;
mod told;
mod truth;
mod unknown;
mod watched;
mod weigh;
mod weights;

pub use advice::{AdviceText, MoveAdvice, advise};
pub use advice_json::AdviceJson;
pub use agents::engines;
pub use breed::{Bred, BreedOrder, BreedProgress, BreedWork, Won, bred_text, breed};
pub use compare::{
    CompareFile, CompareOrder, Learner, LearnerComparison, Price, Rates, Trial, compare_page,
    keep_trials, measured,
};
pub use contest::{ContestOrder, HeldContest, hold};
pub use contest_report::ContestReport;
pub use explain::{Explained, explain, explain_move};
pub use judge::{
    JudgeOrder, JudgeRun, Judging, MetricListing, ReadyBench, StateFilter, choose_states, judge,
    metric_listings, usual_heuristics,
};
pub use kit::{EngineMoves, Kit, MakeOrder};
pub use learn::{
    Backup, LearnFrom, LearnOrder, Learned, LearnedBy, RowOf, View, WeightRange, learn,
    weights_text,
};
pub use learned_from::LearnedFrom;
pub use learners::{
    Budget, ClimbMethod, ClimbOrder, Finding, FindingStep, Fitness, LearnProgress, LogisticOrder,
    TdOrder, USUAL_GAMES_PER_STEP, climb, finding_text, learn_logistic, learn_td,
};
pub use listing::Listing;
pub use meetings::Tied;
pub use named_game::{NamedGame, Reading};
pub use openings::{OPENINGS, OpeningsOrder, OpeningsText};
pub use params::{Param, ParamKind, Params, read_count, read_time};
pub use patterns::{FittedRound, LearnedPatterns, PatternOrder, PatternProgress, PatternTeacher};
pub use pgn::{PgnGame, ensure_chess, is_pgn, pgn_of_line, pgn_of_saved, read_pgn};
pub use prior::{PriorOrder, judged_prior};
pub use record::SavedGame;
pub use registry::{GameEntry, Registry};
pub use shards::{
    ChosenTruth, ContestWork, PlannedTruth, StrengthPlan, StrengthWork, TruthWork, choose_truth,
    collect_truth, read_states, strength_work, write_record, write_strength_records,
};
pub use shelf::{BoxedAgent, BoxedEvaluator, BoxedHeuristic, LearnPatterns, Shelf};
pub use shipped::{benchmark_at, find_benchmark, shipped_names};
pub use spec::Spec;
pub use strength::{Member, Predictor, Rated, StrengthOrder, StrengthStudy, strength};
pub use text::without_mark;
pub use told::{
    benchmark_json, explained_json, facts_json, game_json, listed_game_json, params_json,
    position_json,
};
pub use truth::{
    Listed, TruthOrder, TruthRun, make_truth, positions_of, read_positions, truth_so_far,
    verify_truth,
};
pub use unknown::unknown;
pub use watched::MovesTo;
pub use weigh::weigh_truth;
pub use weights::Weights;
