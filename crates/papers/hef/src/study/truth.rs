//! The benchmark of one game of the study, made or found again.

use plyscope_game::Error;
use plyscope_truth::Benchmark;
use plyscope_workbench::NamedGame;

use super::super::labels::KeptTruth;
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

/// States spread over the plies, labelled by tree search.
pub(super) fn benchmark(
    game: &NamedGame,
    order: &StudyGame,
    params: &StudyParams,
    run: &StudyRun<'_>,
) -> Result<Benchmark, Error> {
    let truth = KeptTruth {
        game,
        file: &file_name(params, order, "truth.parquet"),
        by: &order.labeller,
        what: &format!("{}, truth", order.name),
        seed: params.seed,
    };
    if run.so_far {
        return truth.so_far(order.states, run);
    }
    truth.of_random_games(order.states, 0, run)
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
