//! The report as a page: Markdown with tables, and pictures beside it.

mod decision;
mod learning;
mod learning_pictures;
mod pictures;
mod sampling;

use super::Report;
use super::sampling::SampledSpan;
use plyscope_plot::page::table;
pub use plyscope_plot::page::{Page, Picture};

/// The files of the pictures that a page can have.
pub const PICTURES: [&str; 8] = [
    "mistakes-tic-tac-toe-3x3.svg",
    "mistakes-othello-4x4.svg",
    "mistakes-tic-tac-toe-4x4-four-in-a-row.svg",
    "mistakes-othello-6x6.svg",
    "sampling.svg",
    "learning-coefficients.svg",
    "learning-ratings.svg",
    "learning-lookahead.svg",
];

impl Report {
    /// The whole report; `by` is the command that made it.
    #[must_use]
    pub fn page(&self, by: &str) -> Page {
        let mut page = Page::new();
        page.add("# Abramson & Korf (1987), run again");
        page.add(
            "B. Abramson and R. E. Korf, *A Model of Two-Player Evaluation Functions*: a state is \
             worth what it yields under random play, its *expected outcome*. Theirs beside ours, \
             experiment by experiment.",
        );
        page.add(&format!(
            "Made by `{by}`, seed {}. The same seed gives the same numbers on any machine; only \
             times differ.",
            self.params.seed
        ));
        if !self.finished {
            page.add("**Stopped early: this is what was known by then.**");
        }
        decision::write(&self.decision, &mut page);
        sampling::write(&self.sampling, &mut page);
        if let Some(learning) = &self.learning {
            learning::write(learning, &mut page);
        }
        page
    }
}

/// A number with its sign, and its interval behind it.
fn signed(span: &SampledSpan, digits: usize) -> String {
    let [low, high] = span.interval;
    format!(
        "{:+.digits$} ({low:+.digits$} to {high:+.digits$})",
        span.value
    )
}
