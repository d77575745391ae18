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
