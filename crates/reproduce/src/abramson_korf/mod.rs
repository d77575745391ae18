//! B. Abramson and R. E. Korf, "A Model of Two-Player Evaluation Functions" (AAAI 1987),
//! theirs beside ours.
//!
//! [`decision`] is the first of the paper's three experiments, [`sampling`] the second. Each
//! gives plain data, from which [`page`] makes tables and pictures. The same
//! [`Params`] give the same numbers on any number of threads; only times differ.

pub mod decision;
mod graph;

#[cfg(test)]
mod tests;
