//! What is said of weights that a learner found.

use super::Finding;
use crate::learn::file_text;

/// The weights file, with how it came about as comments.
pub fn finding_text(finding: &Finding) -> String {
    let mut lines = finding.about.clone();
    if let Some(first) = lines.first_mut() {
        *first = format!("learned by plyscope {}: {first}", env!("CARGO_PKG_VERSION"));
    }
    file_text(&lines, &finding.weights, &finding.listed, |_| None)
}
