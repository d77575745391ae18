//! The report as a page: the paper's statements first, then the numbers behind each.

mod category;
mod pictures;
mod sections;
mod summary;

use super::{Page, Report};

/// The files of the pictures that a page can have.
pub const PICTURES: [&str; 5] = [
    "differential.svg",
    "strict-best.svg",
    "expected.svg",
    "order.svg",
    "category.svg",
];

impl Report {
    /// The whole report; `by` is the command that made it.
    #[must_use]
    pub fn page(&self, by: &str) -> Page {
        let mut page = Page::new();
        page.add("# HEF (2016), run again");
        page.add(
            "N. Nešić and S. Schiffel, *Heuristic Function Evaluation Framework*: heuristics are \
             held against the true worth of moves, and where that cannot be computed, against what \
             tree search makes of the moves: *q*, the mean result of a move, and *n*, its visits. \
             Which metrics keep their meaning then? Theirs beside ours, on Connect Four.",
        );
        page.add(&format!(
            "Made by `{by}`, seed {}. The same seed gives the same numbers on any machine, but for \
             matches at equal time, whose ratio of playouts is measured.",
            self.seed
        ));
        summary::write(self, &mut page);
        sections::differential(self, &mut page);
        sections::best(self, &mut page);
        sections::expected(self, &mut page);
        sections::ordering(self, &mut page);
        category::write(self, &mut page);
        page
    }
}
