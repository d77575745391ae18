//! Runs can be broken off anywhere, and their result does not show it.

use std::fs;
use std::path::Path;

use crate::common::{Run, hidden, mcts, small, solver, tictactoe};
use plyscope_game::any::AnyAgent;
use plyscope_game::{Error, Limits, Player, Stop};
use plyscope_search::{Exhaustive, ExhaustiveParams};
use plyscope_truth::{
    Benchmark, Compare, Journal, Labeller, Stage, check, check_against, load, write_parquet,
};

fn bytes_of(run: Run<'_>, path: &Path) -> Vec<u8> {
    run.to(path).unwrap();
    assert!(
        !Journal::beside(path).exists(),
        "a finished run needs no journal"
    );
    fs::read(path).unwrap()
}

#[test]
fn threads_do_not_show_in_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let one = bytes_of(Run::default(), &folder.path().join("one"));
    let run = Run {
        threads: 3,
        ..Run::default()
    };
    assert_eq!(bytes_of(run, &folder.path().join("three")), one);
}

/// Stops a run after so many states; returns what it said.
fn stopped_after(states: u64, path: &Path) -> String {
    let stop = Stop::default();
    let raise = |step| {
        if matches!(step, Stage::Labelling { done, .. } if done >= states) {
            stop.raise();
        }
    };
    let run = Run {
        limits: Limits {
            stop: stop.clone(),
            ..Limits::every_move()
        },
        progress: &raise,
        ..Run::default()
    };
    run.to(path).unwrap_err().to_string()
}

#[test]
fn a_run_that_was_stopped_is_resumed_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let whole = bytes_of(Run::default(), &folder.path().join("whole"));
    let path = folder.path().join("parts");
    let said = stopped_after(10, &path);
    assert!(
        said.contains("10 of 40") && said.contains("same command"),
        "{said}"
    );
    assert!(!path.exists() && Journal::beside(&path).exists());
    stopped_after(25, &path);
    let killed_while_writing = folder.path().join("parts.4711.part");
    fs::write(&killed_while_writing, "PAR1").unwrap();
    let made = Run::default().to(&path).unwrap();
    assert!(!killed_while_writing.exists());
    assert_eq!((made.before, made.already), (25, false));
    assert_eq!(fs::read(&path).unwrap(), whole);
}

#[test]
fn a_line_that_was_cut_off_is_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let whole = bytes_of(Run::default(), &folder.path().join("whole"));
    let path = folder.path().join("torn");
    stopped_after(10, &path);
    let journal = fs::read(Journal::beside(&path)).unwrap();
    let begin = journal.iter().position(|&byte| byte == b'\n').unwrap();
    for cut in [
        0,
        5,
        begin,
        begin + 1,
        begin + 9,
        journal.len() - 1,
        journal.len() - 30,
    ] {
        let path = folder.path().join(format!("torn{cut}"));
        fs::write(Journal::beside(&path), &journal[..cut]).unwrap();
        assert_eq!(bytes_of(Run::default(), &path), whole, "cut at {cut}");
    }
}

#[test]
fn a_damaged_journal_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("damaged");
    stopped_after(10, &path);
    let journal = fs::read(Journal::beside(&path)).unwrap();
    let begin = journal.iter().position(|&byte| byte == b'\n').unwrap();
    for (place, line) in [(10, 1), (begin + 20, 2)] {
        let mut flipped = journal.clone();
        flipped[place] ^= 1;
        fs::write(Journal::beside(&path), &flipped).unwrap();
        let said = Run::default().to(&path).unwrap_err().to_string();
        assert!(
            said.contains(&format!("is damaged: line {line} ")),
            "{said}"
        );
        assert_eq!(
            fs::read(Journal::beside(&path)).unwrap(),
            flipped,
            "nothing is lost"
        );
    }
}

#[test]
fn another_run_does_not_mix_with_a_journal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed");
    stopped_after(10, &path);
    let other_seed = Run {
        seed: 2,
        ..Run::default()
    };
    let said = other_seed.to(&path).unwrap_err().to_string();
    assert!(
        said.contains("another run") && said.contains("seed 1"),
        "{said}"
    );
    let other_labeller = Run {
        by: solver,
        name: "solver",
        ..Run::default()
    };
    let said = other_labeller.to(&path).unwrap_err().to_string();
    assert!(said.contains("mcts:playouts=200"), "{said}");
    assert_eq!(Run::default().to(&path).unwrap().before, 10);
}

#[test]
fn other_limits_or_other_weights_are_another_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("limited");
    stopped_after(10, &path);
    for (within, word) in [
        (("nodes=5", ""), "limits none"),
        (("", "my.toml=0123"), "inputs none"),
    ] {
        let run = Run {
            within,
            ..Run::default()
        };
        let said = run.to(&path).unwrap_err().to_string();
        assert!(
            said.contains("another run") && said.contains(word),
            "{said}"
        );
    }
    Run::default().to(&path).unwrap();
    let other = Run {
        within: ("", "my.toml=0123"),
        ..Run::default()
    };
    let said = other.to(&path).unwrap_err().to_string();
    assert!(said.contains("another benchmark"), "{said}");
}

#[test]
fn labels_that_are_not_critical_enough_serve_a_smaller_demand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("critical");
    let run = |critical| Run {
        by: solver,
        name: "solver",
        critical,
        ..Run::default()
    };
    let said = run(3.0).to(&path).unwrap_err();
    assert!(said.what.contains("differ by 2 at the most"), "{said}");
    assert!(!path.exists());
    let made = run(2.0).to(&path).unwrap();
    assert_eq!((made.before, made.labelled), (40, 40));
    assert!((1..40).contains(&made.summary.states), "{:?}", made.summary);
    let kept = load(&path).unwrap();
    assert!(kept.states.iter().all(|own| own.spread(Some(0.0)) >= 2.0));
    assert_eq!(kept.states.len() as u64, made.summary.states);
}

#[test]
fn a_file_written_from_the_journal_has_the_bytes_of_one_written_from_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whole");
    let bytes = bytes_of(Run::default(), &path);
    assert_eq!(write_parquet(&load(&path).unwrap()), Ok(bytes));
}

#[test]
fn a_file_is_made_once_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("once");
    let bytes = bytes_of(Run::default(), &path);
    assert!(Run::default().to(&path).unwrap().already);
    let other = Run {
        seed: 2,
        ..Run::default()
    };
    assert!(
        other
            .to(&path)
            .unwrap_err()
            .what
            .contains("another benchmark")
    );
    assert_eq!(fs::read(&path).unwrap(), bytes);
    fs::write(&path, "my notes").unwrap();
    assert!(
        Run::default()
            .to(&path)
            .unwrap_err()
            .what
            .contains("no benchmark")
    );
    assert_eq!(fs::read(&path).unwrap(), b"my notes");
}

#[test]
fn impossible_orders_are_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let none = Run {
        states: 0,
        ..Run::default()
    };
    assert!(
        none.to(&folder.path().join("none"))
            .unwrap_err()
            .is_misuse()
    );
    let too_many = Run {
        states: u64::MAX / 2,
        ..Run::default()
    };
    let said = too_many.to(&folder.path().join("many")).unwrap_err();
    assert!(cfg!(not(unix)) || said.what.contains("of disk"), "{said}");
    let missing = Run::default()
        .to(&folder.path().join("no/where"))
        .unwrap_err();
    assert!(missing.what.contains("cannot be written"), "{missing}");
    assert!(Run::default().to(folder.path()).is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_check_tells_what_is_wrong_and_where() {
    let game = tictactoe();
    let benchmark = small();
    assert_eq!(check(&*game, &benchmark), []);
    let told = |change: fn(&mut Benchmark), word: &str| {
        let mut wrong = benchmark.clone();
        change(&mut wrong);
        let problems = check(&*game, &wrong);
        assert_eq!(problems[0].state_id, 3);
        assert!(problems[0].to_string().contains(word), "{}", problems[0]);
    };
    let moves = |benchmark: &Benchmark| benchmark.states[3].moves.clone();
    told(|wrong| wrong.states[3].key += 1, "its key is");
    told(
        |wrong| wrong.states[3].player = Player(1 - wrong.states[3].player.0),
        "another player",
    );
    told(
        |wrong| wrong.states[3].state = "xxx/xxx/xxx".into(),
        "no position",
    );
    told(
        |wrong| wrong.states[3] = wrong.states[2].clone(),
        "state 2 once more",
    );
    told(|wrong| wrong.states[3].ply = 99, "99 plies");
    told(|wrong| wrong.states[3].ply += 1, "by its pieces");
    let missing = moves(&benchmark)[1].mv.clone().unwrap();
    told(
        |wrong| drop(wrong.states[3].moves.remove(1)),
        &format!("missing: {missing}"),
    );
    told(
        |wrong| wrong.states[3].moves[1].mv = Some("z9".into()),
        "not legal: z9",
    );
    told(
        |wrong| wrong.states[3].moves[1] = wrong.states[3].moves[0].clone(),
        "there twice",
    );
    told(|wrong| wrong.states[3].moves.swap(0, 1), "out of order");
    told(
        |wrong| {
            wrong.states[3].moves[1].exact = true;
            wrong.states[3].moves[1].value = Some(7.0);
        },
        "7 points",
    );
}

#[test]
fn labelling_again_finds_a_wrong_label() {
    let game = tictactoe();
    let mut benchmark = small();
    let labeller = |make| Labeller {
        make,
        seed: 1,
        limits: Limits::every_move(),
        threads: 2,
        progress: &|_| {},
    };
    let by_itself = labeller(&mcts);
    let by_solver = labeller(&solver);
    for (labeller, compare) in [(&by_itself, Compare::All), (&by_solver, Compare::Proved)] {
        let found = check_against(&*game, &benchmark, labeller, 100, compare).unwrap();
        assert_eq!(found.problems, []);
        assert!(found.compared > 0);
    }
    let moves = benchmark.states.iter_mut().flat_map(|own| &mut own.moves);
    let proved = moves.rev().find(|label| label.exact).unwrap();
    proved.value = proved
        .value
        .map(|value| if value > 0.0 { 0.0 } else { 1.0 });
    for (labeller, compare) in [(by_itself, Compare::All), (by_solver, Compare::Proved)] {
        let found = check_against(&*game, &benchmark, &labeller, 100, compare).unwrap();
        let problems = found.problems;
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].what.contains("the labeller"), "{}", problems[0]);
    }
}

#[test]
fn a_run_that_fails_before_its_first_state_leaves_no_journal() {
    fn fails(_: u64) -> Result<Box<dyn AnyAgent>, Error> {
        let params = ExhaustiveParams {
            max_states: 3,
            symmetry: true,
            ..ExhaustiveParams::default()
        };
        Ok(hidden(Exhaustive::new(params)?))
    }
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("a.parquet");
    let run = Run {
        by: fails,
        ..Run::default()
    };
    run.to(&output).unwrap_err();
    let names = fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 0, "nothing is in the way of the corrected command");
    Run::default().to(&output).unwrap();
}

#[test]
fn a_journal_without_a_state_binds_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("a.parquet");
    let journal = Journal::beside(&output);
    // As a run killed before its first state leaves it.
    let stop = Stop::default();
    let limits = Limits {
        stop: stop.clone(),
        ..Limits::every_move()
    };
    let run = Run {
        limits,
        seed: 7,
        progress: &|step| {
            if matches!(step, Stage::Labelling { done: 1, .. }) {
                stop.raise();
            }
        },
        ..Run::default()
    };
    run.to(&output).unwrap_err();
    let text = fs::read_to_string(&journal).unwrap();
    let plan = text.split_inclusive('\n').next().unwrap();
    fs::write(&journal, plan).unwrap();
    Run::default().to(&output).unwrap();
    assert!(!journal.exists());
}

#[test]
fn a_foreign_file_of_one_line_in_the_journals_place_is_left_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("a.parquet");
    let journal = Journal::beside(&output);
    for theirs in ["dear diary", "dear diary\n", "one\ntwo\n", "{}\n"] {
        fs::write(&journal, theirs).unwrap();
        let said = Run::default().to(&output).unwrap_err();
        assert!(said.what.contains("no journal of ours"), "{said}");
        assert_eq!(fs::read_to_string(&journal).unwrap(), theirs);
    }
    fs::write(&journal, "").unwrap();
    Run::default().to(&output).unwrap();
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link_in_the_journals_place_that_leads_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("a.parquet");
    let journal = Journal::beside(&output);
    let nowhere = folder.path().join("nowhere");
    std::os::unix::fs::symlink(&nowhere, &journal).unwrap();
    let said = Run::default().to(&output).unwrap_err();
    assert!(said.what.contains("is a link"), "{said}");
    assert!(journal.is_symlink(), "the link is gone");
    assert!(!nowhere.exists() && !output.exists());
}
