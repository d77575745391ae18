//! The experiments of the papers Plyscope stands on, theirs beside ours.

pub mod levy;
pub mod lin_vanlent;
