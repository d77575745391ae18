//! The report as a whole.

use std::path::Path;
use std::time::Duration;

use plyscope_game::{ErrorKind, Stop};
use plyscope_plot::page::Page;

use super::{
    FindingVerdict, MoreGame, PaperBudget, Report, StudyGame, StudyParams, StudyProgress, StudyRun,
    run, run_more_games, run_study, run_whole,
};

#[test]
fn the_numbers_are_right_and_on_the_page() {
    let report = run(&plyscope_standard::registry(), 1, 2).expect("threads can be started");
    the_page_shows_every_picture_and_all_numbers_are_numbers(&report);
    counts_are_those_of_the_benchmarks(&report);
    statements_rest_on_the_numbers(&report);
}

fn the_page_shows_every_picture_and_all_numbers_are_numbers(report: &Report) {
    let page = report.page("this test");
    assert_eq!(page.pictures.len(), 5);
    for picture in &page.pictures {
        assert!(page.text.contains(&picture.file) && picture.svg.starts_with("<svg"));
        assert!(
            super::PICTURES.contains(&&*picture.file),
            "{}",
            picture.file
        );
    }
    assert!(
        !page.text.contains("NaN") && !page.text.contains("inf"),
        "{}",
        page.text
    );
    assert!(!report.curves_csv().contains("NaN"));
}

fn counts_are_those_of_the_benchmarks(report: &Report) {
    assert_eq!((report.states, report.moves), (500, 2848));
    assert_eq!(report.moves_csv().lines().count(), 1 + 2 * report.moves);
    for own in &report.category.classified {
        let all: usize = own.confusion.iter().flatten().sum();
        assert_eq!(all, report.moves);
    }
    for curve in report.curves() {
        let states: usize = curve.points.iter().map(|own| own.states).sum();
        let sparse = curve.name.starts_with("order/");
        assert!(states == 500 || sparse && states < 500, "{}", curve.name);
    }
}

fn statements_rest_on_the_numbers(report: &Report) {
    // Computed once with numpy from the Parquet files.
    let near = |found: f64, known: f64| assert!((found - known).abs() < 1e-6, "{found} {known}");
    let q = report.order.orders[0].right.expect("there are pairs").value;
    // 2,393 pairs differ, q has 2,125 right and 3 tied.
    near(q, (2125.0 + 1.5) / 2393.0);
    let visits = &report.differential.stand_ins[1];
    near(
        visits.follow.over_states.expect("they vary").value,
        0.684_435_725,
    );
    let sets = &report.best.sets[0];
    near(sets.equal.expect("there are states").value, 0.374);
    near(sets.f1.expect("there are states").value, 0.664_568_254);
    let tracked = &report.findings[0];
    assert_eq!(
        tracked.verdict,
        FindingVerdict::Fails,
        "{:?}",
        tracked.because
    );
}

/// Runs something that keeps its labels in a folder, told how far it is.
fn kept<T>(
    keep: &Path,
    threads: usize,
    progress: &(dyn Fn(&StudyProgress, &Stop) + Sync),
    work: impl Fn(&mut StudyRun<'_>) -> T,
) -> T {
    let stop = Stop::default();
    let watched = stop.clone();
    work(&mut StudyRun {
        registry: &plyscope_standard::registry(),
        threads,
        so_far: false,
        stop,
        keep,
        progress: &|now| progress(now, &watched),
        cpu_time: &|| Duration::ZERO,
    })
}

#[test]
fn a_whole_budget_goes_on_where_it_was_stopped_and_ends_alike() {
    // A hundred thousandth of the playouts: the same road in seconds.
    let whole = |run: &mut StudyRun<'_>| run_whole(&[PaperBudget::Hour], 1e-5, 1, run);
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let stop_midway = |now: &StudyProgress, stop: &Stop| {
        if !now.what.ends_with("choosing states") && now.done >= 100 {
            stop.raise();
        }
    };
    let stopped = kept(first.path(), 2, &stop_midway, whole);
    assert_eq!(stopped.unwrap_err().kind, ErrorKind::Stopped);
    let journals = std::fs::read_dir(first.path()).unwrap();
    let journal = journals.map(|own| own.unwrap().path()).next().unwrap();
    let lines = std::fs::read_to_string(&journal).unwrap().lines().count();
    assert!((100..500).contains(&lines), "{lines} in {journal:?}");
    // All numbers, those of the benchmarks that ship too, are the same on one thread and on two.
    let resumed = kept(first.path(), 2, &|_, _| (), whole).unwrap();
    let at_once = kept(second.path(), 1, &|_, _| (), whole).unwrap();
    assert_eq!(resumed, at_once);
    let names: Vec<&str> = at_once.sources.iter().map(|own| &*own.name).collect();
    assert_eq!(names, ["exact", "mcts1", "mcts3", "mcts1-whole"]);
    let by = &at_once.sources[3].labeller;
    assert_eq!(by, "mcts:playouts=15..540,solver=off,memory=1024");
}

#[test]
fn findings_are_asked_of_a_sheet_as_of_any_game() {
    let mut games = MoreGame::all(true);
    games.retain(|own| own.spec.starts_with("gdl:"));
    games[0].states = 60;
    games[0].labellers = ["40..400", "60..900"]
        .map(|playouts| format!("mcts:playouts={playouts},plies=8,solver=off"));
    let folder = tempfile::tempdir().unwrap();
    let found = kept(folder.path(), 2, &|_, _| (), |run| {
        run_more_games(&games, true, 1, run)
    });
    let found = found.unwrap();
    assert!(found.finished);
    let report = &found.found[0].report;
    // Points of a sheet go from 0 to 100; here a win is 1, as everywhere in section 4.
    let truth = &report.differential.truth;
    assert!(
        truth
            .points
            .iter()
            .all(|own| (0.0..=2.0).contains(&own.mean))
    );
    assert!(report.sources[0].proved == 1.0 && report.sources[1].proved < 1.0);
    let mut page = Page::new();
    found.write(&mut page);
    for words in [
        "Connect Four 7×6",
        "Tic-tac-toe by its sheet",
        "first impression",
    ] {
        assert!(page.text.contains(words), "{words}");
    }
    assert!(!page.text.contains("NaN"), "{}", page.text);
}

#[test]
fn every_further_game_opens_with_its_heuristics() {
    let registry = plyscope_standard::registry();
    for own in MoreGame::all(false) {
        let game = registry.open(own.spec).unwrap();
        assert!(game.facts().level() < f64::from(game.facts().points.1));
        for (_, spec) in own.heuristics {
            game.agent_of(spec, 1).unwrap();
        }
        for spec in &own.labellers {
            game.agent_of(spec, 1).unwrap();
        }
    }
}

/// The study of one small sheet.
fn small_study() -> StudyParams {
    let mut params = StudyParams::quick(1, None);
    params.games.truncate(1);
    params.games[0] = StudyGame {
        spec: "gdl:tictactoe".to_owned(),
        states: 40,
        labeller: "mcts:playouts=64".to_owned(),
        playouts: 20,
        games: 8,
        ..params.games[0].clone()
    };
    params.heuristics.truncate(1);
    params
}

#[test]
fn a_study_tells_what_it_has_so_far_and_goes_on_from_there() {
    let params = small_study();
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let so_far = |run: &mut StudyRun<'_>| {
        run.so_far = true;
        run_study(&params, run)
    };
    let nothing = kept(first.path(), 2, &|_, _| (), so_far).unwrap_err();
    assert_eq!(nothing.kind, ErrorKind::Misuse);
    assert!(nothing.what.contains("no labels"), "{nothing}");
    let stop_midway = |now: &StudyProgress, stop: &Stop| {
        if !now.what.ends_with("choosing states") && now.done >= 15 {
            stop.raise();
        }
    };
    let stopped = kept(first.path(), 2, &stop_midway, |run| run_study(&params, run));
    assert!(!stopped.unwrap().finished);
    let half = kept(first.path(), 2, &|_, _| (), so_far).unwrap();
    let states = half.games[0].states;
    assert!(half.so_far && (15..40).contains(&states), "{states}");
    // The page of half the work leaves that work as it was.
    let resumed = kept(first.path(), 2, &|_, _| (), |run| run_study(&params, run));
    let at_once = kept(second.path(), 1, &|_, _| (), |run| run_study(&params, run));
    let (resumed, at_once) = (resumed.unwrap(), at_once.unwrap());
    assert_eq!((resumed.games[0].states, resumed.so_far), (40, false));
    assert_eq!(resumed, at_once);
}
