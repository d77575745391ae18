//! Sheets, ours and others': what they mean, by every engine.

mod heuristics;
mod odd_sheets;
mod own_sheets;
mod traces;
