//! The experiment in small: it repeats itself, stops when asked, and fits the screen.

use plyscope_game::Stop;

use super::{PaperParams, PaperProgress, Report, run};

fn small() -> PaperParams {
    PaperParams {
        games: 4,
        depths: vec![4, 5],
        playouts: 50,
        ..PaperParams::default()
    }
}

fn report(params: &PaperParams) -> Report {
    run(params, &Stop::default(), &mut |_| {}).unwrap()
}

/// All that does not depend on the clock.
fn results(report: &Report) -> Vec<(String, [u32; 4], f64, f64, u64)> {
    let contests = report.trials.iter().flat_map(|trial| &trial.contests);
    contests
        .map(|contest| {
            let counts = [contest.games, contest.wins, contest.draws, contest.losses];
            let effort = &contest.effort;
            let name = contest.opponent.clone();
            let nodes = (effort.mean_nodes, effort.worst_nodes);
            (name, counts, contest.mean_plies, nodes.0, nodes.1)
        })
        .collect()
}

#[test]
fn the_same_seed_gives_the_same_games_and_another_seed_others() {
    let first = report(&small());
    assert!(first.finished);
    assert_eq!(results(&first), results(&report(&small())));
    let other = PaperParams { seed: 2, ..small() };
    assert_ne!(results(&first), results(&report(&other)));
}

#[test]
fn every_trial_meets_every_opponent_in_all_its_games() {
    let report = report(&small());
    let settings: Vec<_> = report
        .trials
        .iter()
        .map(|trial| (trial.depth, trial.goal.as_str()))
        .collect();
    let expected = [(4, "dominance"), (5, "dominance"), (4, "interaction")];
    assert_eq!(settings, expected);
    for trial in &report.trials {
        let names: Vec<_> = trial.contests.iter().map(|c| c.opponent.as_str()).collect();
        assert_eq!(names, ["random", "greedy one-ply", "alpha-beta", "mcts"]);
        for contest in &trial.contests {
            assert_eq!(contest.games, 4);
            assert_eq!(contest.wins + contest.draws + contest.losses, 4);
            assert!(contest.interval[0] <= contest.score && contest.score <= contest.interval[1]);
        }
    }
}

#[test]
fn the_paper_stands_beside_its_own_depths_only() {
    let params = PaperParams {
        games: 1,
        depths: vec![8, 9],
        playouts: 1,
        ..PaperParams::default()
    };
    let report = report(&params);
    let paper = |trial: usize| report.trials[trial].paper.map(|paper| paper.wins);
    assert_eq!([paper(0), paper(1), paper(2)], [Some(24), None, None]);
}

#[test]
fn a_stop_leaves_what_was_finished() {
    let stop = Stop::default();
    let mut told = Vec::new();
    let report = run(&small(), &stop, &mut |progress: &PaperProgress| {
        told.push(progress.done);
        if progress.done == 6 {
            stop.raise();
        }
    })
    .unwrap();
    assert!(!report.finished);
    let played: u32 = results(&report).iter().map(|result| result.1[0]).sum();
    assert_eq!(played, 6);
    assert!(told.is_sorted() && told.contains(&5));
    assert!(report.to_string().contains("Stopped early"));
}

#[test]
fn the_text_fits_eighty_columns() {
    let text = report(&small()).to_string();
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "too long: {line}");
        assert_eq!(line.trim_end(), line, "blanks at the end");
    }
}

#[test]
fn what_cannot_be_played_is_refused_with_a_hint() {
    let refused = |params: PaperParams| {
        let error = run(&params, &Stop::default(), &mut |_| {}).unwrap_err();
        assert!(error.hint.is_some(), "{error}");
    };
    refused(PaperParams {
        opening: 7,
        ..small()
    });
    refused(PaperParams {
        games: 0,
        ..small()
    });
    refused(PaperParams {
        depths: vec![],
        ..small()
    });
    refused(PaperParams {
        depths: vec![33],
        ..small()
    });
    refused(PaperParams {
        playouts: 0,
        ..small()
    });
}
