//! Benchmarks that are made once and kept: a run that was interrupted finds what there was.

use std::path::Path;

use plyscope_game::{Error, Limits};
use plyscope_truth::{Amount, Benchmark, Filter, Selector, Source, Stage, load};
use plyscope_workbench::{
    Listed, NamedGame, TruthOrder, TruthRun, make_truth, positions_of, truth_so_far,
};

use super::StudyRun;

/// The two labellings of section 4.
pub(super) const NAMES: [&str; 2] = ["mcts1", "mcts3"];

/// The paper's playouts per state: at the start and at the last ply, one hour and three.
const BUDGETS: [(u64, u64); 2] = [(1_500_000, 54_000_000), (2_000_000, 151_000_000)];

/// The labellers of both budgets, of which only a part is spent; `options` stand behind the playouts.
pub(super) fn labellers(part: f64, options: &str) -> [String; 2] {
    let of = |playouts: u64| ((playouts as f64 * part).round() as u64).max(10);
    BUDGETS.map(|(first, last)| format!("mcts:playouts={}..{},{options}", of(first), of(last)))
}

/// A benchmark to be made, or found again.
pub(super) struct KeptTruth<'a> {
    pub(super) game: &'a NamedGame,
    /// The file in the folder of what is kept.
    pub(super) file: &'a str,
    /// The labeller.
    pub(super) by: &'a str,
    /// What is being done, in a few words.
    pub(super) what: &'a str,
    pub(super) seed: u64,
}

impl KeptTruth<'_> {
    /// States of random games, spread over the plies from the `first` on.
    pub(super) fn of_random_games(
        &self,
        states: u64,
        first: u32,
        run: &StudyRun<'_>,
    ) -> Result<Benchmark, Error> {
        self.make(&by_random_games(states, first), Vec::new(), run)
    }

    /// Those of [`Self::of_random_games`] that are labelled by now; nothing more is labelled.
    pub(super) fn so_far(&self, states: u64, run: &StudyRun<'_>) -> Result<Benchmark, Error> {
        let output = run.keep.join(self.file);
        let selector = by_random_games(states, 0);
        let progress = |_: Stage| ();
        let order = self.order((&selector, Vec::new()), &output, &progress, run);
        truth_so_far(self.game, order)
    }

    /// The states of a benchmark once more, by another labeller.
    pub(super) fn of_states(
        &self,
        benchmark: &Benchmark,
        name: &str,
        run: &StudyRun<'_>,
    ) -> Result<Benchmark, Error> {
        let selector = Selector {
            source: Source::File {
                name: name.to_owned(),
            },
            amount: Amount::Everything,
            filter: Filter::default(),
        };
        self.make(&selector, positions_of(self.game, benchmark)?, run)
    }

    fn make(
        &self,
        selector: &Selector,
        positions: Vec<Listed>,
        run: &StudyRun<'_>,
    ) -> Result<Benchmark, Error> {
        let output = run.keep.join(self.file);
        let progress = |stage: Stage| match stage {
            Stage::Choosing { found, of } => {
                let what = format!("{}, choosing states", self.what);
                run.tell(&what, found, of.unwrap_or(found));
            }
            Stage::Labelling { done, of } => run.tell(self.what, done, of),
            _ => {}
        };
        let order = self.order((selector, positions), &output, &progress, run);
        let made = make_truth(self.game, order);
        if made.is_err() && run.stop.is_raised() {
            return Err(Error::stopped("stopped"));
        }
        made?;
        load(&output)
    }

    fn order<'a>(
        &'a self,
        (selector, positions): (&'a Selector, Vec<Listed>),
        output: &'a Path,
        progress: &'a (dyn Fn(Stage) + Sync),
        run: &StudyRun<'_>,
    ) -> TruthOrder<'a> {
        TruthOrder {
            selector,
            positions,
            by: self.by,
            run: TruthRun {
                seed: self.seed,
                limits: Limits {
                    stop: run.stop.clone(),
                    ..Limits::every_move()
                },
                threads: run.threads,
                progress,
            },
            output,
            replace: false,
        }
    }
}

/// States of random games, spread over the plies from the `first` on.
fn by_random_games(states: u64, first: u32) -> Selector {
    let filter = Filter {
        plies: (first, Filter::default().plies.1),
        ..Filter::default()
    };
    Selector {
        source: Source::Playouts,
        amount: Amount::States(states),
        filter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_budgets_are_the_papers() {
        let [one, three] = labellers(1.0, "solver=off");
        assert_eq!(one, "mcts:playouts=1500000..54000000,solver=off");
        assert_eq!(three, "mcts:playouts=2000000..151000000,solver=off");
    }

    #[test]
    fn a_small_part_is_still_a_search() {
        let [one, _] = labellers(1e-9, "solver=off");
        assert_eq!(one, "mcts:playouts=10..10,solver=off");
    }
}
