//! Every command that can be cut.

use std::fs;

use crate::call::{answers, refuses};

use super::plan;

#[test]
fn a_tournament_by_shards_has_the_same_table_and_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let tournament = [
        "tournament",
        "connect4",
        "mcts:playouts=50",
        "strong=negascout:depth=3",
        "lines",
        "random",
        "--games",
        "8",
        "--seed",
        "5",
    ];
    let alone = [&tournament[..], &["-o", "alone.jsonl"]].concat();
    let table = answers(folder, &alone);
    plan(folder, "7", &tournament, "plan");
    answers(folder, &["submit", "plan"]);
    let collect = ["collect", "plan", "-o", "shards.jsonl"];
    assert_eq!(answers(folder, &collect), table);
    let games = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        let mut games: Vec<serde_json::Value> = text
            .lines()
            .map(|line| {
                let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
                let fields = game.as_object_mut().unwrap();
                fields.remove("times");
                fields.remove("check");
                game
            })
            .collect();
        games[1..].sort_by_key(|game| game["id"].as_u64());
        games
    };
    assert_eq!(games("alone.jsonl"), games("shards.jsonl"));
    // The record is one that the command itself goes on with.
    let longer = [
        &tournament[..7],
        &["10", "--seed", "5", "-o", "shards.jsonl"],
    ]
    .concat();
    answers(folder, &longer);
}

#[test]
fn a_match_can_be_cut_unless_it_ends_by_a_decision() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = ["match", "tictactoe", "levy", "random", "--games", "20"];
    let table = answers(folder, &game);
    plan(folder, "3", &game, "plan");
    answers(folder, &["submit", "plan", "--cpus", "2"]);
    assert_eq!(
        answers(folder, &["collect", "plan", "-o", "games.jsonl"]),
        table
    );
    let until = [
        "plan",
        "match",
        "tictactoe",
        "levy",
        "random",
        "--sprt",
        "elo1=20",
        "-o",
        "other",
    ];
    refuses(
        folder,
        &until,
        2,
        &["cannot be cut", "--games", "hint: "].map(|own| {
            if own == "--games" {
                "number of games"
            } else {
                own
            }
        }),
    );
    assert!(!folder.join("other").exists());
}

#[test]
fn what_games_cost_is_measured_where_nobody_says_how_many_shards() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let game = ["match", "connect4", "lines", "random", "--games", "60"];
    let cut = ["plan", "--measure", "200ms", "--shard-time", "1ms"];
    let told = answers(
        folder,
        &[&cut[..], &game, &["-o", "plan", "--json"]].concat(),
    );
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["tasks"], 60);
    assert!(told["predicted"]["core_seconds"].as_f64().unwrap() > 0.0);
    let learn = [
        "learn",
        "connect4",
        "--method",
        "genetic",
        "--by",
        "linear",
        "--population",
        "4",
        "--generations",
        "3",
        "--replay",
        "2",
    ];
    let told = answers(
        folder,
        &[&cut[..], &learn, &["-o", "other", "--json"]].concat(),
    );
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((&told["tasks"], &told["waves"]), (&42.into(), &4.into()));
}

#[test]
fn a_study_of_strength_by_shards_finds_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let study = [
        "judge",
        "tictactoe",
        "--against-strength",
        "--pool",
        "5",
        "--games",
        "2",
    ];
    let told = answers(folder, &[&study[..], &["-o", "alone"]].concat());
    plan(folder, "4", &study, "plan");
    // The folder may have moved to another machine.
    fs::rename(folder.join("plan"), folder.join("moved")).unwrap();
    answers(folder, &["submit", "moved"]);
    let collected = answers(folder, &["collect", "moved", "-o", "shards"]);
    assert_eq!(collected, told);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let names = |text: String| text.replace("alone/", "shards/");
    assert_eq!(
        names(read("alone/strength.json")),
        read("shards/strength.json")
    );
    refuses(
        folder,
        &["plan", "judge", "tictactoe", "-o", "other"],
        2,
        &["hint: "],
    );
}

#[test]
fn a_comparison_of_learners_by_shards_finds_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let compare = "learn connect4 --compare --budget cpu=100ms --seeds 1 --match-games 2 \
                   --labels-by mcts:playouts=20";
    let compare: Vec<&str> = compare.split_whitespace().collect();
    plan(folder, "4", &compare, "plan");
    answers(folder, &["submit", "plan", "--cpus", "1"]);
    let page = answers(folder, &["collect", "plan", "-o", "shards"]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let trials = read("shards/trials.jsonl");
    assert_eq!(
        trials.lines().count(),
        1 + 27,
        "nine learners at three sizes"
    );
    // Who runs the command alone takes over all of it.
    let alone = |to: &'static str| answers(folder, &[&compare[..], &["-o", to]].concat());
    assert_eq!(alone("shards"), page);
    assert_eq!(read("shards/trials.jsonl"), trials);
    // By the same prices, which are measured, all is the same but what each trial took.
    let prices = trials.lines().next().unwrap();
    fs::create_dir(folder.join("alone")).unwrap();
    fs::write(folder.join("alone/trials.jsonl"), format!("{prices}\n")).unwrap();
    alone("alone");
    let timeless = |text: &str| -> Vec<serde_json::Value> {
        let line = |line: &str| {
            let mut own: serde_json::Value = serde_json::from_str(line).unwrap();
            own["check"] = serde_json::Value::Null;
            if own["trial"].is_object() {
                own["trial"]["cpu"] = serde_json::Value::Null;
            }
            own
        };
        text.lines().map(line).collect()
    };
    assert_eq!(timeless(&read("alone/trials.jsonl")), timeless(&trials));
}
