//! The game, the heuristic and the metric in the command, as the example's head says.

use std::path::Path;
use std::process::Command;

fn own_game(folder: &Path, line: &str) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_own-game"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("the program is there");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{line}: {said}");
    String::from_utf8(run.stdout).expect("it writes text")
}

#[test]
fn a_game_of_ones_own_is_played_labelled_and_judged_by_a_metric_of_ones_own() {
    let folder = tempfile::tempdir().expect("there is room");
    let folder = folder.path();
    let listed = own_game(folder, "games take");
    assert!(listed.contains("few"), "{listed}");
    let match_of = "match take few solver --games 20 --openings random:plies=6 --json";
    let played: serde_json::Value = serde_json::from_str(
        own_game(folder, match_of)
            .lines()
            .next()
            .unwrap_or_default(),
    )
    .expect("it is JSON");
    // The solver loses only what is lost from the opening on.
    assert!(
        played["agents"][1]["wins"].as_u64() > played["agents"][0]["wins"].as_u64(),
        "{played}"
    );
    own_game(
        folder,
        "truth make take --by solver --from all -o take.parquet",
    );
    let judged = own_game(
        folder,
        "judge take.parquet --heuristic few --metric nerve --no-html",
    );
    assert!(judged.contains("nerve"), "{judged}");
}
