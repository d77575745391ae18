//! The experiments of the papers Plyscope stands on, theirs beside ours.
//!
//! ```
//! // Levy's chapter on noughts and crosses, all of it.
//! let report = plyscope_reproduce::levy::report();
//! assert_eq!(report.weights.len(), 5);
//! assert!(report.to_string().contains("6·c2 − 5·n2 − 2·n1"));
//! ```

pub mod balazsfalvi;
pub mod levy;
pub mod lin_vanlent;

// What computes for itself instead of asking other crates is a crate of its own and optimised.
pub use plyscope_abramson_korf as abramson_korf;
pub use plyscope_hef as hef;
