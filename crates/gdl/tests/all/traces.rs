//! Sheets and traces made by others: every engine must agree with them, state by state.
//!
//! Those that are done in a moment by default; all with `PLYSCOPE_ALL_SHEETS=1`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use plyscope_game::Chance;
use plyscope_gdl::{
    GdlErrorKind, GroundLimits, Interpreter, Lanes, Machine, Network, Playouts, Sheet, Stepper,
    Vectors, decode, follow, read_trace,
};

/// Sheets that do not ground: the rules themselves are followed.
const BY_RULES: [&str; 5] = [
    "chess",
    "laikLee_hex",
    "merrills",
    "mummymaze1p",
    "slaughter",
];

/// Sheets of more bytes than this are left out by default.
const SMALL: u64 = 9_000;
/// Small sheets that ground to much: five sixths of the time of all small ones, left out by default.
const HEAVY: [&str; 6] = [
    "amazonsSuicide",
    "god",
    "gt_two_thirds_4p",
    "pancakes88",
    "quarto",
    "quartoSuicide",
];

/// The shared sheets; skips where they are absent, and fails in CI.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("PLYSCOPE_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = folder.join("data/gdl");
    if folder.exists() {
        return Some(folder);
    }
    assert!(
        std::env::var("CI").as_deref() != Ok("true"),
        "the shared sheets are missing"
    );
    None
}

fn wants_all() -> bool {
    std::env::var("PLYSCOPE_ALL_SHEETS").as_deref() == Ok("1")
}

fn is_quick(path: &Path) -> bool {
    let name = path.file_stem().unwrap().to_string_lossy();
    path.metadata().unwrap().len() < SMALL && !HEAVY.contains(&&*name)
}

/// Name and sheet of every case in a folder.
fn cases(sheets: &Path) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(sheets)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "kif"));
    paths.retain(|path| wants_all() || is_quick(path));
    paths.sort();
    let case = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let sheet = decode(&std::fs::read(path).unwrap()).unwrap().to_owned();
        (name, sheet)
    };
    paths.iter().map(case).collect()
}

fn sheet_of(text: &str) -> Sheet {
    Sheet::read_plainly(text).unwrap()
}

fn differences(
    cases: &[(String, String)],
    traces: &Path,
    engine: impl Fn(&str, &str) -> Option<Box<dyn Machine>>,
) -> Vec<String> {
    let mut found = Vec::new();
    for (name, text) in cases {
        let Some(mut machine) = engine(name, text) else {
            continue;
        };
        let trace = std::fs::read(traces.join(format!("{name}.txt.gz"))).unwrap();
        if let Err(difference) = follow(&mut *machine, &read_trace(&trace).unwrap()) {
            found.push(format!("{name}: {difference}"));
        }
    }
    found
}

fn stepper(name: &str, text: &str) -> Option<Box<dyn Machine>> {
    match Network::new(sheet_of(text), GroundLimits::default()) {
        Ok(network) => Some(Box::new(Stepper::new(Arc::new(network)))),
        Err(error) => {
            assert!(
                BY_RULES.contains(&name) && error.kind == GdlErrorKind::Limit,
                "{name}: {error}"
            );
            None
        }
    }
}

#[test]
fn the_network_agrees_with_every_trace() {
    let Some(folder) = folder() else { return };
    let mut cases = cases(&folder.join("sheets"));
    if !wants_all() {
        cases.retain(|(name, _)| {
            !BY_RULES.contains(&name.as_str()) && name != "ruleDepthExponential"
        });
    }
    assert_eq!(
        differences(&cases, &folder.join("traces"), stepper),
        Vec::<String>::new()
    );
}

#[test]
fn the_rules_agree_with_traces_of_sheets_that_do_not_ground() {
    let Some(folder) = folder() else { return };
    if !wants_all() {
        return;
    }
    let mut cases = cases(&folder.join("sheets"));
    cases.retain(|(name, _)| BY_RULES.contains(&name.as_str()));
    let by_rules = |_: &str, text: &str| {
        Some(Box::new(Interpreter::new(sheet_of(text)).unwrap()) as Box<dyn Machine>)
    };
    assert_eq!(
        differences(&cases, &folder.join("traces"), by_rules),
        Vec::<String>::new()
    );
}

#[test]
fn both_agree_with_the_conformance_cases() {
    let Some(folder) = folder() else { return };
    let folder = folder.join("conformance");
    let cases = cases(&folder);
    assert!(cases.len() >= 23, "all but the largest are small");
    assert_eq!(differences(&cases, &folder, stepper), Vec::<String>::new());
    let by_rules = |_: &str, text: &str| {
        Some(Box::new(Interpreter::new(sheet_of(text)).unwrap()) as Box<dyn Machine>)
    };
    assert_eq!(differences(&cases, &folder, by_rules), Vec::<String>::new());
}

/// What the rules may do for a question: some sheets would take minutes for a few rounds.
const WORK: u64 = 1_000_000;
/// The same by default, which all but three of the small sheets keep within.
const LITTLE_WORK: u64 = 200_000;

/// Network and rules say the same of every state of a random game, as far as the rules get.
/// Of every other sheet: the two halves take two cores.
fn network_and_rules_agree(half: usize) {
    let Some(folder) = folder() else { return };
    let (rounds, work) = if wants_all() {
        (30, WORK)
    } else {
        (3, LITTLE_WORK)
    };
    let mut cases = cases(&folder.join("sheets"));
    // It takes seconds to find out that they do not ground.
    cases.retain(|(name, _)| !BY_RULES.contains(&name.as_str()));
    for (name, text) in cases.into_iter().skip(half).step_by(2) {
        let Ok(network) = Network::new(sheet_of(&text), GroundLimits::default()) else {
            continue;
        };
        let mut state = Stepper::new(Arc::new(network));
        let Ok(mut rules) = Interpreter::with_work(sheet_of(&text), work) else {
            continue;
        };
        let mut chance = Chance::new(8);
        for _ in 0..rounds {
            match same(&mut rules, &mut state) {
                Err(error) if error.kind == GdlErrorKind::Limit => break,
                Err(error) => panic!("{name}: {error}"),
                Ok(Err(difference)) => panic!("{name}: {difference}"),
                Ok(Ok(legal)) if legal.is_empty() => break,
                Ok(Ok(legal)) => {
                    let pick = |moves: &Vec<String>| {
                        moves[chance.below(moves.len() as u32) as usize].clone()
                    };
                    let moves: Vec<String> = legal.iter().map(pick).collect();
                    state.play(&moves).unwrap();
                    if rules.play(&moves).is_err() {
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn network_and_rules_agree_on_random_games_of_one_half() {
    network_and_rules_agree(0);
}

#[test]
fn network_and_rules_agree_on_random_games_of_the_other_half() {
    network_and_rules_agree(1);
}

/// The legal moves by role where both agree, none at an end; in words where they do not.
fn same(
    rules: &mut Interpreter,
    state: &mut Stepper,
) -> Result<Result<Vec<Vec<String>>, String>, plyscope_gdl::GdlError> {
    let sorted = |mut list: Vec<String>| {
        list.sort_unstable();
        list
    };
    if sorted(rules.fluents()) != sorted(state.fluents()) {
        return Ok(Err("other fluents".into()));
    }
    let over = rules.is_terminal()?;
    if over != state.is_terminal()? {
        return Ok(Err("another end".into()));
    }
    let mut all = Vec::new();
    for role in 0..rules.roles().len() {
        if over && rules.goal(role)? != state.goal(role)? {
            return Ok(Err("other goals".into()));
        }
        let legal = sorted(rules.legal(role)?);
        if legal != sorted(state.legal(role)?) {
            return Ok(Err("other legal moves".into()));
        }
        all.push(legal);
    }
    if over || all.iter().any(Vec::is_empty) {
        all.clear();
    }
    Ok(Ok(all))
}

/// Machine code and lists of operations play the very same games.
#[test]
fn lanes_are_the_same_with_and_without_machine_code() {
    let Some(folder) = folder() else { return };
    let mut cases = cases(&folder.join("sheets"));
    if !wants_all() {
        cases.retain(|(_, text)| text.len() < 4_000);
    }
    for (name, text) in cases {
        let Ok(network) = Network::new(sheet_of(&text), GroundLimits::default()) else {
            continue;
        };
        let network = Arc::new(network);
        let play = |vectors| {
            let lanes = Lanes::with(Arc::clone(&network), vectors).with_longest(300);
            { lanes }.play(300, &mut Chance::new(9))
        };
        let played = Vectors::available().into_iter().map(play);
        let played: Vec<Playouts> = played.collect();
        assert!(
            played.windows(2).all(|pair| pair[0] == pair[1]),
            "{name}: {played:?}"
        );
    }
}

/// Lengths and points of random games are the same by lanes and by single states, within chance.
#[test]
fn lanes_play_the_same_games_as_single_states() {
    let Some(folder) = folder() else { return };
    let names = [
        "ticTacToe",
        "connectFour",
        "connectFourSimultaneous",
        "3pConnectFour",
        "pentago",
        "atariGoVariant_7x7",
        "breakthrough",
    ];
    for name in names {
        let text = std::fs::read(folder.join(format!("sheets/{name}.kif"))).unwrap();
        let network = Arc::new(
            Network::new(sheet_of(decode(&text).unwrap()), GroundLimits::default()).unwrap(),
        );
        let roles = network.roles().len();
        let lanes = Lanes::new(Arc::clone(&network)).play(20_000, &mut Chance::new(5));
        let single = Stepper::new(network).playouts(1_000, &mut Chance::new(6));
        assert_eq!((lanes.games, lanes.unclear), (20_000, 0), "{name}");
        let close = |left: f64, right: f64, spread: f64| {
            (left - right).abs() < 5.0 * spread / (single.games as f64).sqrt()
        };
        let (left, right) = (lanes.mean_rounds(), single.mean_rounds());
        assert!(
            close(left, right, 0.5 * right),
            "{name}: {left} and {right} rounds"
        );
        for role in 0..roles {
            let (left, right) = (lanes.mean_points(role), single.mean_points(role));
            assert!(
                close(left, right, 50.0),
                "{name}: {left} and {right} points"
            );
        }
    }
}
