//! A benchmark that says something wrong is found out.

use super::small;
use crate::call::run;

#[test]
fn verify_names_what_is_wrong_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = small(folder, "a.parquet", &[]);
    let benchmark = plyscope_truth::load(&made).unwrap();
    let told = |change: &dyn Fn(&mut plyscope_truth::Labelled), words: &[&str]| {
        let mut wrong = benchmark.clone();
        change(&mut wrong.states[20]);
        let place = plyscope_truth::Output::new(&folder.join("wrong.parquet"), true).unwrap();
        plyscope_truth::save(&wrong, &place).unwrap();
        let output = run(
            folder,
            &["truth", "verify", "wrong.parquet", "--sample", "30"],
        );
        let data = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{data}");
        for word in words.iter().chain(&["state 20 ("]) {
            assert!(data.contains(word), "it does not say `{word}`: {data}");
        }
    };
    let own = &benchmark.states[20];
    let mv = own.moves[0].mv.clone().unwrap();
    told(
        &|own| {
            own.moves[0].value = own.moves[0]
                .value
                .map(|value| if value > 0.0 { -1.0 } else { 1.0 });
        },
        &[&format!("move {mv}"), "the file says"],
    );
    told(
        &|own| drop(own.moves.remove(0)),
        &[&format!("missing: {mv}")],
    );
    told(&|own| own.key ^= 1, &["its key is"]);
    told(&|own| own.ply -= 1, &["ply"]);
    told(
        &|own| *own = benchmark.states[4].clone(),
        &["state 4 once more"],
    );
    let json = run(folder, &["--json", "truth", "verify", "wrong.parquet"]).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["problems"][0]["state_id"], 20);
}

#[test]
fn a_labeller_that_proves_nothing_verifies_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Before ply 3 no move of Connect Four ends the game, so one ply of chance proves nothing.
    let made = [
        "truth",
        "make",
        "connect4",
        "--by",
        "solver",
        "--states",
        "6",
        "--plies",
        "1..3",
        "-o",
        "c.parquet",
    ];
    assert!(run(folder, &made).status.success());
    let output = run(folder, &["truth", "verify", "c.parquet", "--by", "random"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("nothing was compared"), "{said}");
    let output = run(folder, &["truth", "verify", "c.parquet", "--by", "solver"]);
    let data = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && data.contains("moves)"), "{data}");
}
