//! Published test positions, where they are at hand.

use std::path::{Path, PathBuf};

use plyscope_game::{Game, Notation};

use crate::Standard;

/// The folder of positions; `None` skips a test, unless the test must not be skipped.
fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folder = root.join("../shared/data/connect4");
    let there = folder.is_dir();
    let must = std::env::var("CI").is_ok_and(|value| value == "true");
    assert!(there || !must, "{} is missing", folder.display());
    there.then_some(folder)
}

#[test]
fn every_published_position_is_legal_and_unfinished() {
    let Some(folder) = folder() else { return };
    let game = Standard::default();
    let mut positions = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "txt") {
            continue;
        }
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            let mut words = line.split_whitespace();
            let mut rest = words.next().unwrap();
            let mut state = game.start();
            while !rest.is_empty() {
                let (first, later) = rest.split_at(game.first_move_len(rest));
                let mv = game.read_move(&state, first);
                game.play(
                    &mut state,
                    mv.unwrap_or_else(|error| panic!("{line}: {error}")),
                );
                assert_eq!(game.payoffs(&state), None, "{line}");
                rest = later;
            }
            assert_eq!(game.read_state(&game.write_state(&state)), Ok(state));
            let scores: Vec<&str> = words.collect();
            if scores.len() == 7 {
                let open: Vec<usize> = game.moves(&state).map(|mv| game.move_index(mv)).collect();
                let scored = (0..7).filter(|&column| scores[column] != "-");
                assert!(scored.eq(open), "{line}");
            }
            positions += 1;
        }
    }
    assert_eq!(positions, 6000);
}
