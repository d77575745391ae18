//! Chess against the contract, against known counts, and against another library.

mod rules;
