//! The benchmark of one game of the study, made or found again.

use plyscope_game::{Error, Limits};
use plyscope_truth::{Amount, Benchmark, Filter, Selector, Source, Stage, load};
use plyscope_workbench::{NamedGame, TruthOrder, TruthRun, make_truth};

use super::{StudyGame, StudyParams, StudyRun};

/// The file name of a part of a game.
pub(super) fn file_name(order: &StudyGame, part: &str) -> String {
    let letters = order.name.chars();
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    format!("{}-{part}", letters.map(plain).collect::<String>())
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
    let output = run.keep.join(file_name(order, "truth.parquet"));
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
