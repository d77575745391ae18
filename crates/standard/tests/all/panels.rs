//! Games against the panels, and states that tell most.

use plyscope_game::{Error, Limits};
use plyscope_judge::Grouping;
use plyscope_judge::predict::{StateWeights, Way};
use plyscope_truth::Benchmark;
use plyscope_workbench::{
    JudgeOrder, JudgeRun, Judging, StateFilter, choose_states, find_benchmark, judge,
};

fn judged(text: &str, heuristics: &[&str], threads: usize) -> Result<(Benchmark, Judging), Error> {
    let (name, benchmark) = find_benchmark(&plyscope_standard::registry(), text)?;
    let judging = judged_on(&benchmark, &name, heuristics, threads)?;
    Ok((benchmark, judging))
}

fn judged_on(
    benchmark: &Benchmark,
    name: &str,
    heuristics: &[&str],
    threads: usize,
) -> Result<Judging, Error> {
    let game = plyscope_standard::registry().open(&benchmark.meta.game)?;
    let heuristics: Vec<String> = heuristics.iter().map(|&own| own.to_owned()).collect();
    judge(
        &game,
        benchmark,
        &JudgeOrder {
            heuristics: &heuristics,
            metrics: &["regret".to_owned()],
            filter: &StateFilter::default(),
            grouping: Grouping::All,
            worst: 0,
            name,
            weights: StateWeights::Equal,
            run: JudgeRun {
                seed: 1,
                limits: Limits::every_move(),
                threads,
                progress: &|| {},
            },
        },
    )
}

#[test]
fn every_panel_is_met_and_tells_the_same_on_any_number_of_threads() {
    let of_othello = ["mobility", "disc-count"];
    for (game, two, threads) in [
        ("connect4", ["lines", "threats"], &[1, 3][..]),
        ("othello:size=6", of_othello, &[1]),
        ("othello", of_othello, &[3]),
    ] {
        let judged = |threads: &usize| judged(game, &two, *threads).unwrap().1.judgement;
        let told: Vec<_> = threads.iter().map(judged).collect();
        let from = told[0].prediction.as_ref().unwrap();
        assert!(from.games >= 200, "{game}: {} games", from.games);
        assert!(
            told.iter().all(|own| own.predicted == told[0].predicted),
            "{game}"
        );
    }
}

#[test]
fn one_that_did_not_play_but_chooses_as_another_that_did_is_worth_the_same() {
    // Who looks at a clock does not play.
    let same = "negascout:depth=1,eval=lines,time=10m";
    let three = ["lines", same, "random:seed=1"];
    let (_, run) = judged("connect4", &three, 1).unwrap();
    let pairs = run.judgement.predicted_pairs.iter();
    let mut pairs = pairs.filter(|own| own.way.name() == "one-ply" && own.apart == 0.0);
    let same = pairs.next().unwrap();
    assert!(
        same.elo.abs() < 20.0 && same.low < 0.0 && same.high > 0.0,
        "{same:?}"
    );
}

#[test]
fn one_alone_plays_no_games_because_only_differences_are_told() {
    let (_, alone) = judged("connect4", &["lines"], 1).unwrap();
    let from = alone.judgement.prediction.as_ref().unwrap();
    assert_eq!((from.games, &from.between), (0, &None));
}

#[test]
fn who_cannot_be_searched_with_is_not_who_the_verdict_is_about() {
    let three = ["expected-outcome", "lines", "threats"];
    let (_, run) = judged("connect4", &three, 1).unwrap();
    let from = run.judgement.prediction.as_ref().unwrap();
    let pair = from.between.as_ref().unwrap();
    assert_eq!((&*pair.a, &*pair.b), ("lines", "threats"));
    assert_eq!(from.way.name(), "depth-3");
    let sampled = from
        .more
        .iter()
        .find(|own| own.ends_with("against expected-outcome"));
    assert!(
        sampled.unwrap().contains("one move ahead"),
        "{:?}",
        from.more
    );
    let (_, run) = judged("connect4", &three[..2], 1).unwrap();
    let from = run.judgement.prediction.as_ref().unwrap();
    assert_eq!(from.way.name(), "one-ply", "one search tells no difference");
}

#[test]
fn as_many_states_as_asked_for_are_chosen_and_the_file_says_how() {
    let pool = [
        "lines",
        "threats",
        "mobility",
        "inverse-mobility",
        "random:seed=1",
        "random:seed=2",
    ];
    let (benchmark, judging) = judged("connect4", &pool, 2).unwrap();
    let small = choose_states(&benchmark, &judging, 40).unwrap();
    assert_eq!(small.states.len(), 40);
    let selector = &small.meta.selector;
    assert!(
        selector.starts_with("telling:states=40,metric=regret,pool=6,of=("),
        "{selector}"
    );
    let told = |benchmark: &Benchmark| {
        let judging = judged_on(benchmark, "small", &["lines"], 2).unwrap();
        let notes = judging.judgement.notes.iter();
        notes.filter(|own| own.contains("no sample")).count()
    };
    assert_eq!((told(&small), told(&benchmark)), (1, 0));
    let many = choose_states(&benchmark, &judging, 501).unwrap_err();
    assert!(many.to_string().contains("only 500 states"), "{many}");
    let (benchmark, judging) = judged("connect4", &pool[..2], 2).unwrap();
    let few = choose_states(&benchmark, &judging, 40).unwrap_err();
    assert!(few.to_string().contains("too few"), "{few}");
}

#[test]
fn who_does_not_meet_the_panel_is_compared_by_states_alone() {
    let same = "same=(negascout:depth=1,eval=lines,time=10m)";
    let (_, judging) = judged("connect4", &["lines", same], 2).unwrap();
    for pair in &judging.judgement.predicted_pairs {
        assert!(pair.low <= 0.0 && pair.high >= 0.0, "{pair:?}");
    }
    assert_eq!(judging.judgement.prediction.as_ref().unwrap().games, 0);
}

#[test]
fn two_that_met_the_panel_are_told_by_games_beside_one_that_did_not() {
    let same = "same=(negascout:depth=1,eval=lines,time=10m)";
    let (_, judging) = judged("connect4", &["lines", "threats", same], 2).unwrap();
    let judgement = &judging.judgement;
    let from = judgement.prediction.as_ref().unwrap();
    assert!(from.games > 0);
    assert!(
        from.notes
            .iter()
            .any(|own| own.contains("by states alone: same"))
    );
    for own in judgement
        .predicted
        .iter()
        .filter(|own| own.way != Way::Mcts)
    {
        assert_eq!(own.by_games.is_some(), own.name != "same", "{own:?}");
    }
}
