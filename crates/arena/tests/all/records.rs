//! The file of a contest: cut off anywhere, mixed up, damaged.

use std::fs;
use std::path::Path;

use crate::common::{Ill, Illness, both, ill, match_of, one_ply};
use plyscope_arena::records::{ContestPlan, Entrant, Line, Record, read_game};
use plyscope_arena::{Contest, Fixture, Format, GameRecord, Opening, Results, Versus, Watch};
use plyscope_game::Error;
use plyscope_game::any::AnyGame;
use plyscope_mnk::Mnk;

struct Writer<'a>(&'a Record);

impl Watch for Writer<'_> {
    fn finished(
        &self,
        fixture: &Fixture,
        opening: &Opening,
        record: &GameRecord,
    ) -> Result<(), Error> {
        self.0.add(fixture, opening, record)
    }
}

fn contest(game: &dyn AnyGame, games: u64) -> Contest<'_> {
    let (rules, _) = both(Mnk::tictactoe());
    let bad = Ill {
        illness: Illness::Panics,
        after: 2,
    };
    let three = vec![
        one_ply(&rules, "a"),
        one_ply(&rules, "b"),
        ill(&rules, "c", bad),
    ];
    match_of(game, three, games)
}

fn plan(seed: u64) -> ContestPlan {
    let entrant = |name: &str| Entrant {
        name: name.to_string(),
        spec: name.to_string(),
        limits: String::new(),
        files: String::new(),
    };
    ContestPlan {
        game: "tictactoe".to_string(),
        contestants: ["a", "b", "c"].map(entrant).to_vec(),
        format: Format::RoundRobin,
        openings: "random:plies=2".to_string(),
        rules: "none".to_string(),
        seed,
        version: "1".to_string(),
    }
}

/// Runs the contest, or the rest of it, with its file.
fn run(game: &dyn AnyGame, path: &Path, games: u64) -> Result<(Results, usize), Error> {
    let contest = contest(game, games);
    let (ledger, done) = Record::open(path, &plan(5), game, &contest.schedule)?;
    let known = done.len();
    let results = contest.run(done, &Writer(&ledger))?;
    ledger.sync()?;
    Ok((results, known))
}

/// How the contestants fared, times left out.
fn table(results: &Results) -> Vec<Versus> {
    let timeless = |mut versus: Versus| {
        versus.count.effort.time = std::time::Duration::ZERO;
        versus.other.effort.time = std::time::Duration::ZERO;
        versus
    };
    results.versus().into_iter().map(timeless).collect()
}

/// The games of a file by number, times left out.
fn games(path: &Path, count: u64) -> Vec<Line> {
    let game = |id| {
        let (_, line) = read_game(path, id).unwrap();
        let times = Vec::new();
        Line { times, ..line }
    };
    (0..count).map(game).collect()
}

#[test]
fn a_file_cut_off_anywhere_is_taken_up_again() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole.jsonl");
    let (results, _) = run(&*game, &whole, 4).unwrap();
    assert!(results.totals()[2].faults > 0);
    let bytes = fs::read(&whole).unwrap();
    let lines = bytes.split_inclusive(|&byte| byte == b'\n').count();
    assert_eq!(lines, 13, "a plan and twelve games");
    let torn = folder.path().join("torn.jsonl");
    for length in (0..=bytes.len()).step_by(37).chain([bytes.len()]) {
        fs::write(&torn, &bytes[..length]).unwrap();
        let left = bytes[..length].split(|&byte| byte == b'\n').count() - 1;
        let (again, known) = run(&*game, &torn, 4).unwrap();
        assert_eq!(known, left.saturating_sub(1), "at {length} bytes");
        assert_eq!(table(&again), table(&results));
        assert_eq!(games(&torn, 12), games(&whole, 12));
        let text = fs::read_to_string(&torn).unwrap();
        assert_eq!(text.lines().count(), 13, "no game twice");
    }
}

#[test]
fn a_longer_contest_goes_on_from_a_shorter_one() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let (begun, whole) = (folder.path().join("begun"), folder.path().join("whole"));
    run(&*game, &begun, 4).unwrap();
    let (longer, known) = run(&*game, &begun, 10).unwrap();
    assert_eq!(known, 12);
    let (at_once, _) = run(&*game, &whole, 10).unwrap();
    assert_eq!(table(&longer), table(&at_once));
    assert_eq!(games(&begun, 30), games(&whole, 30));
    let (shorter, _) = run(&*game, &begun, 4).unwrap();
    assert_eq!(
        shorter.totals()[0].games(),
        8,
        "the games beyond do not count"
    );
}

#[test]
fn another_contest_is_refused_and_says_in_what_it_differs() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    run(&*game, &path, 2).unwrap();
    let before = fs::read(&path).unwrap();
    let mut other = plan(6);
    other.contestants[1].spec = "stranger".to_string();
    let contest = contest(&*game, 2);
    let trouble = Record::open(&path, &other, &*game, &contest.schedule).unwrap_err();
    let text = trouble.to_string();
    assert!(
        trouble.is_misuse() && text.contains("another contest"),
        "{text}"
    );
    assert!(
        text.contains("seed 5") && text.contains("contestants a, b, c"),
        "{text}"
    );
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_plan_without_games_binds_nobody() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let schedule = contest(&*game, 2).schedule;
    drop(Record::open(&path, &plan(6), &*game, &schedule).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
    run(&*game, &path, 2).unwrap();
    assert_eq!(read_game(&path, 0).unwrap().0, plan(5));
}

#[test]
fn a_file_of_somebody_else_is_left_alone() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("letter.txt");
    for text in ["Dear Sir", "Dear Sir,\nno.\n", "{\"contest\":2}", "\n"] {
        fs::write(&path, text).unwrap();
        let trouble = run(&*game, &path, 2).unwrap_err();
        assert!(trouble.what.contains("no record"), "{trouble}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    let trouble = run(&*game, folder.path(), 2).unwrap_err();
    assert!(trouble.what.contains("folder"), "{trouble}");
    assert!(run(&*game, &folder.path().join("no/such/folder"), 2).is_err());
}

#[test]
fn damage_in_the_middle_says_which_line() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    run(&*game, &path, 2).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let with = |change: &dyn Fn(usize, &str) -> String| {
        let changed = lines
            .iter()
            .enumerate()
            .map(|(place, line)| change(place, line));
        fs::write(&path, changed.collect::<String>()).unwrap();
        run(&*game, &path, 2).unwrap_err().to_string()
    };
    let flipped = with(&|place, line| match place {
        2 => line.replacen("\"round\":0", "\"round\":1", 1),
        _ => line.to_string(),
    });
    assert!(
        flipped.contains("line 3 is not as it was written"),
        "{flipped}"
    );
    let twice = with(&|place, line| match place {
        3 => lines[1].to_string(),
        _ => line.to_string(),
    });
    assert!(
        twice.contains("line 4 holds a game that was there"),
        "{twice}"
    );
}

#[test]
fn a_file_in_use_is_not_opened_twice() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    let schedule = contest(&*game, 2).schedule;
    let open = Record::open(&path, &plan(5), &*game, &schedule).unwrap();
    let trouble = Record::open(&path, &plan(5), &*game, &schedule).unwrap_err();
    assert!(trouble.what.contains("in use"), "{trouble}");
    drop(open);
    assert!(Record::open(&path, &plan(5), &*game, &schedule).is_ok());
}

#[test]
fn a_game_can_be_looked_up() {
    let (_, game) = both(Mnk::tictactoe());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    run(&*game, &path, 2).unwrap();
    let (found, line) = read_game(&path, 3).unwrap();
    assert_eq!(found, plan(5));
    assert_eq!((line.first.as_str(), line.second.as_str()), ("c", "a"));
    assert_eq!(line.values.len(), line.moves.len() - line.opening);
    assert_eq!(line.times.len(), line.values.len());
    let trouble = read_game(&path, 6).unwrap_err();
    assert!(trouble.what.contains("no game 6"), "{trouble}");
}
