//! Chess against the contract, against known counts, and against another library.

mod features;
mod oracle;
mod rules;
mod text;
