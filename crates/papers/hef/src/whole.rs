//! Section 4 with the paper's whole budgets, beside the tenth of them that ships.
//!
//! Labelling takes hours: every state that is labelled is kept, and a run that was ended at any moment,
//! even killed, goes on with the next one.

use plyscope_game::Error;
use serde::Serialize;

use super::data::{Data, shipped, solved};
use super::heuristics::OF_CONNECT4;
use super::settings::label;
use super::{CONNECT4, Report, Setting, StudyRun, on_threads, report_of};

/// One of the paper's two budgets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaperBudget {
    /// An hour per state there: 1.5 to 54 million playouts.
    Hour,
    /// Three hours: 2 to 151 million.
    ThreeHours,
}

impl PaperBudget {
    /// Both, by rising playouts.
    pub const ALL: [Self; 2] = [Self::Hour, Self::ThreeHours];

    /// What its labels are called on the page.
    fn name(self) -> &'static str {
        match self {
            Self::Hour => "mcts1-whole",
            Self::ThreeHours => "mcts3-whole",
        }
    }
}

/// Labels the states of Connect Four by `part` of these budgets, 1 for the whole, and computes section 4
/// from the labels that ship and from those.
///
/// # Errors
/// When labels cannot be made or kept, or the run was stopped.
pub fn run_whole(
    budgets: &[PaperBudget],
    part: f64,
    seed: u64,
    run: &StudyRun<'_>,
) -> Result<Report, Error> {
    let game = run.registry.open(CONNECT4)?;
    let mut sampled = shipped();
    // The labels are those of the first setting: a run of all settings finds them, too.
    let setting = (Setting::shipped(), 0);
    for budget in PaperBudget::ALL.iter().filter(|own| budgets.contains(own)) {
        let place = (setting.1, *budget as usize);
        let labels = label(&game, &setting.0, place, part, seed, run)?;
        sampled.push((budget.name(), labels));
    }
    let data = Data::of(&game, &solved(), sampled)?;
    on_threads(run.threads, || report_of(&game, &OF_CONNECT4, data, seed))
}
