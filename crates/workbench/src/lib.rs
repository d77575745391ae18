//! Games and agents chosen by name at run time; everything here speaks text.

mod advice;
mod agents;
mod any_game;
mod book;
mod contest;
mod failure;
mod games;
mod judge;
mod learn;
mod openings;
mod params;
mod position;
mod record;
mod shelf;
mod spec;
mod strength;
mod text;
mod truth;
mod weights;

pub use advice::{AnyAdvice, MoveAdvice};
pub use any_game::{AnyAgent, AnyGame, Explained, Listing, Reading};
pub use book::{BookCheck, BookFlaw, BookGame, BookMade, BookOrder, game_of, load_book};
pub use contest::{ContestOrder, Held};
pub use failure::Failure;
pub use games::{GameEntry, games, open};
pub use judge::{
    JudgeOrder, JudgeRun, Judging, MetricListing, StateFilter, States, judge, metric_listings,
};
pub use learn::{Backup, LearnFrom, LearnOrder, Learned, LearnedBy, RowOf, View, weights_text};
pub use openings::{OPENINGS, OpeningsOrder, OpeningsText};
pub use params::{Kind, Param, Params, read_count, read_time};
pub use position::AnyPosition;
pub use record::Record;
pub use spec::Spec;
pub use strength::{Member, Predictor, Rated, Strength, StrengthOrder, strength};
pub use text::without_mark;
pub use truth::{Listed, TruthOrder, TruthRun, positions_of, read_positions};
pub use weights::Weights;
