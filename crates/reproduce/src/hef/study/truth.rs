//! The benchmark of one game of the study, made or found again.

use plyscope_game::{Error, Limits};
use plyscope_truth::{Amount, Benchmark, Filter, Selector, Source, Stage, load};
use plyscope_workbench::{NamedGame, TruthOrder, TruthRun, make_truth};

use super::{StudyGame, StudyParams, StudyRun};

/// The name of a file of a game: no other part, variant or seed of the work has one of that name.
pub(super) fn file_name(params: &StudyParams, order: &StudyGame, file: &str) -> String {
    let letters = order.name.chars();
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let game: String = letters.map(plain).collect();
    format!("{}-seed-{}-{game}-{file}", params.part, params.seed)
}

pub(super) fn benchmark(
    game: &NamedGame,
    order: &StudyGame,
    params: &StudyParams,
    run: &StudyRun<'_>,
) -> Result<Benchmark, Error> {
    let selector = Selector {
        source: Source::Playouts,
        amount: Amount::States(order.states),
        filter: Filter::default(),
    };
    let output = run.keep.join(file_name(params, order, "truth.parquet"));
    let what = format!("{}, truth", order.name);
    let progress = |stage: Stage| match stage {
        Stage::Choosing { found, of } => run.tell(&what, found, of.unwrap_or(order.states)),
        Stage::Labelling { done, of } => run.tell(&what, done, of),
        _ => {}
    };
    let made = make_truth(
        game,
        TruthOrder {
            selector: &selector,
            positions: Vec::new(),
            by: &order.labeller,
            run: TruthRun {
                seed: params.seed,
                limits: Limits {
                    stop: run.stop.clone(),
                    ..Limits::every_move()
                },
                threads: run.threads,
                progress: &progress,
            },
            output: &output,
            replace: false,
        },
    );
    if run.stop.is_raised() && made.is_err() {
        return Err(Error::stopped("stopped"));
    }
    made?;
    load(&output)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use std::path::Path;

    #[test]
    fn no_two_parts_of_the_work_write_to_the_same_file() {
        let sheets = Some(Path::new("sheets"));
        let mut names = HashSet::new();
        for seed in [1, 2] {
            for sheets in [None, sheets] {
                for params in [
                    StudyParams::full(seed, sheets),
                    StudyParams::quick(seed, sheets),
                    StudyParams::beyond(seed, sheets, false),
                    StudyParams::beyond(seed, sheets, true),
                ] {
                    for game in &params.games {
                        let name = file_name(&params, game, "truth.parquet");
                        assert!(names.insert(name.clone()), "{name}");
                    }
                }
            }
        }
    }
}
