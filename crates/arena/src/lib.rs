//! Whether it wins: matches and tournaments, and what their results say.

pub mod rating;
