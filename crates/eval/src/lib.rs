//! Judging without looking ahead.
