//! The experiments of the papers Plyscope stands on, theirs beside ours.

pub mod abramson_korf;
pub mod hef;
pub mod levy;
pub mod lin_vanlent;
mod page;
