//! A game that is touched must not compile what all games share.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of the folders in one of `crates/`.
fn folders(of: &str) -> Vec<String> {
    let entries = fs::read_dir(crates().join(of)).expect("the folder is there");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    entries
        .map(|entry| name(entry.expect("readable")))
        .collect()
}

/// The crates of ours that a crate needs when it ships, tests left out, by their names after `plyscope-`.
fn needs(folder: &str) -> Vec<String> {
    let manifest = fs::read_to_string(crates().join(folder).join("Cargo.toml"));
    let manifest = manifest.unwrap_or_else(|error| panic!("{folder}: {error}"));
    let section = manifest
        .split("\n[")
        .find_map(|own| own.strip_prefix("dependencies]"));
    let lines = section.unwrap_or_default().lines();
    let names = lines.filter_map(|line| line.strip_prefix("plyscope-")?.split(['.', ' ']).next());
    names.map(str::to_owned).collect()
}

#[test]
fn the_workbench_knows_no_game() {
    let of_games: BTreeSet<String> = (folders("games").into_iter())
        .chain(folders("solvers").iter().map(|own| format!("solver-{own}")))
        .chain(folders("shelves").iter().map(|own| format!("shelf-{own}")))
        .collect();
    let (mut seen, mut open) = (BTreeSet::new(), vec![String::from("workbench")]);
    while let Some(name) = open.pop() {
        assert!(
            !of_games.contains(&name),
            "the workbench needs plyscope-{name}: then it is compiled anew with that game, and all other games too"
        );
        if seen.insert(name.clone()) {
            open.extend(needs(&name));
        }
    }
    assert!(seen.contains("game") && seen.contains("search"), "{seen:?}");
}

#[test]
fn a_shelf_knows_one_game() {
    for shelf in folders("shelves") {
        for need in needs(&format!("shelves/{shelf}")) {
            let other = folders("games").contains(&need) && need != shelf;
            assert!(!other, "the shelf of {shelf} needs {need}");
        }
    }
}
