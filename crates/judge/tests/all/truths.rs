//! What a benchmark is made of, and which of its moves count as best.

use plyscope_game::Player;
use plyscope_judge::metrics::{Regret, StrictBest, standard};
use plyscope_judge::{BestBy, Guess, Metric, TruthKind, Truths, band};
use plyscope_truth::{Benchmark, Label, Labelled, Meta};

const POINTS: (f64, f64) = (-1.0, 1.0);

fn label(value: f64, exact: bool) -> Label {
    Label {
        mv: Some("a1".to_owned()),
        value: Some(value),
        exact,
        plies: None,
        visits: None,
        q: None,
    }
}

/// A mean of results after so many tries.
fn tried(q: f64, visits: u64) -> Label {
    Label {
        visits: Some(visits),
        q: Some(q),
        ..label(q, false)
    }
}

fn benchmark(labeller: &str, selector: &str, states: Vec<Vec<Label>>) -> Benchmark {
    let meta = Meta {
        game: "made-up".to_owned(),
        selector: selector.to_owned(),
        labeller: labeller.to_owned(),
        limits: String::new(),
        inputs: String::new(),
        seeds: vec![1],
        version: String::new(),
        plan: String::new(),
        sum: Some(0),
        reach: None,
    };
    let state = |moves| Labelled {
        state: String::new(),
        key: 0,
        ply: 3,
        player: Player::FIRST,
        moves,
    };
    Benchmark {
        meta,
        states: states.into_iter().map(state).collect(),
    }
}

fn truths(labeller: &str, states: Vec<Vec<Label>>) -> Truths {
    Truths::new(&benchmark(labeller, "playouts:states=2", states), POINTS)
}

#[test]
fn moves_of_equal_visits_by_flat_sampling_are_not_all_best() {
    let states = || vec![vec![tried(0.1, 200), tried(0.4, 200), tried(-0.3, 200)]];
    for labeller in ["flat:playouts=200", "expected-outcome"] {
        let found = truths(labeller, states());
        assert_eq!(found.kind, BestBy::Values, "{labeller}");
        assert_eq!(found.rows[0].best, [false, true, false], "{labeller}");
    }
}

#[test]
fn the_gap_in_the_visits_belongs_to_tree_search() {
    let states = || vec![vec![tried(0.1, 900), tried(0.4, 20), tried(-0.3, 10)]];
    for labeller in ["mcts:playouts=1k", "mcts + mcts:playouts=5k", "UCT"] {
        let found = truths(labeller, states());
        assert_eq!(found.kind, BestBy::Visits, "{labeller}");
        assert_eq!(found.rows[0].best, [true, false, false], "{labeller}");
    }
    assert_eq!(truths("mcts + solver", states()).kind, BestBy::Values);
}

#[test]
fn proved_losses_are_never_best_by_visits() {
    let lost = |visits| Label {
        visits: Some(visits),
        q: Some(-0.9),
        ..label(-1.0, true)
    };
    let moves = vec![lost(4000), lost(3900), tried(-0.2, 40), tried(-0.4, 4)];
    let found = truths("mcts:playouts=5k", vec![moves]);
    assert_eq!(found.rows[0].best, [false, false, true, false]);
}

#[test]
fn labels_of_a_search_are_estimates_on_its_own_scale() {
    // As gomoku by negascout: estimates in tens beside proved points.
    let moves = vec![
        label(43.0, false),
        label(1.0, true),
        label(-1.0, true),
        label(-7.0, false),
    ];
    let found = truths("negascout:depth=3", vec![moves]);
    assert_eq!(found.made, TruthKind::Estimated);
    assert_eq!(found.proved(), (2, 4));
    assert_eq!(found.rows[0].best, [false, true, false, false]);
    let values: Vec<f64> = found.rows[0].truth().iter().map(|own| own.value).collect();
    assert!(values[1] > values[0] && values[0] > values[3] && values[3] > values[2]);
    let regret = Regret {
        points: found.points,
    };
    let guess: Vec<Guess> = [1, 0, 0, 0].map(|place| Guess::estimate(place, 0.0)).into();
    let score = regret.score(&found.case(&found.rows[0], &guess));
    let score = score.expect("there is a best move");
    let band = band(&[score, 0.0, score], regret.range()).expect("there are scores");
    assert!(band.low < band.mean && band.mean < band.high, "{band:?}");
}

#[test]
fn the_unit_of_a_labeller_changes_no_order_and_no_share() {
    let scores = |unit: f64| -> Vec<Option<f64>> {
        let moves = vec![
            label(43.0 * unit, false),
            label(1.0, true),
            label(0.0, true),
            label(-7.0 * unit, false),
        ];
        let found = truths("negascout:depth=3", vec![moves]);
        let guess: Vec<Guess> = [3, 2, 1, 0].map(|place| Guess::estimate(place, 0.0)).into();
        let case = found.case(&found.rows[0], &guess);
        let in_units = ["regret", "expected:by=argmax", "max-difference"];
        let all = standard(found.points).into_iter();
        all.filter(|own| !in_units.contains(&own.name().as_str()))
            .map(|own| own.score(&case))
            .collect()
    };
    assert_eq!(scores(1.0), scores(1.0 / 8192.0));
    assert!(scores(1.0)[0].is_some(), "{}", StrictBest.name());
}

#[test]
fn a_benchmark_that_holds_all_states_is_known_by_its_selector() {
    let whole = |selector: &str| {
        let own = benchmark("solver", selector, vec![vec![label(1.0, true)]]);
        Truths::new(&own, POINTS).whole
    };
    assert!(whole("all:keep-single=on,symmetry=on"));
    assert!(whole("all + all:plies=4..9"));
    assert!(!whole("playouts:states=500"));
    assert!(!whole("all + playouts:states=500"));
    assert!(!whole("unknown"));
}

#[test]
fn states_that_a_filter_left_out_are_missed() {
    let of = |selector: &str, states| Truths::new(&benchmark("solver", selector, states), POINTS);
    let proved = || vec![vec![label(1.0, true), label(0.0, true)]];
    for filtered in [
        "all:plies=4..9",
        "all:keep-single=on,critical=1",
        "all:player=first",
        "all:moves=3..",
        "all:states=500",
        "all:per-ply=20,symmetry=on",
        "all:plies=0..3 + all:plies=4..9",
    ] {
        assert!(!of(filtered, proved()).whole, "{filtered}");
    }
    let mut found = of("all", [proved(), proved()].concat());
    assert_eq!(found.retain(|_, _| true), 0);
    assert!(found.whole);
    assert_eq!(found.retain(|_, row| row.at == 0), 1);
    assert!(!found.whole);
}

#[test]
fn states_without_labels_and_labels_that_are_samples_are_not_the_whole_truth() {
    let of = |states| Truths::new(&benchmark("mcts", "all", states), POINTS).whole;
    let unknown = Label {
        value: None,
        ..label(0.0, false)
    };
    assert!(of(vec![vec![label(1.0, true)]]));
    assert!(!of(vec![vec![label(1.0, true)], vec![unknown]]));
    assert!(!of(vec![vec![label(1.0, true)], vec![tried(0.5, 30)]]));
}

#[test]
fn a_mean_of_two_tree_searches_is_still_told_by_the_gap_in_the_visits() {
    let states = || vec![vec![tried(0.1, 900), tried(0.4, 20), tried(-0.3, 10)]];
    for labeller in [
        "mcts:playouts=1k + mean by visits",
        "mcts + uct + mean by visits",
    ] {
        assert_eq!(
            truths(labeller, states()).kind,
            BestBy::Visits,
            "{labeller}"
        );
    }
    let flat = truths("flat:playouts=200 + mean by visits", states());
    assert_eq!(flat.kind, BestBy::Values);
}

#[test]
fn a_decided_win_of_three_discs_is_best_beside_an_estimate_of_twenty() {
    // As 6x6 Othello by discs, labelled by a search that does not reach every end.
    let decided = |value| Label {
        plies: Some(5),
        ..label(value, false)
    };
    let moves = vec![label(20.0, false), decided(3.0), decided(-9.0)];
    let own = benchmark("negascout:depth=5", "playouts:states=1", vec![moves]);
    let found = Truths::new(&own, (-36.0, 36.0));
    assert_eq!(found.made, TruthKind::Estimated);
    assert_eq!(found.proved(), (0, 3));
    assert_eq!(found.rows[0].best, [false, true, false]);
    let values: Vec<f64> = found.rows[0].truth().iter().map(|own| own.value).collect();
    assert!(values[1] > values[0] && values[0] > values[2], "{values:?}");
}

#[test]
fn a_proved_draw_does_not_decide_beside_open_moves_that_may_be_better() {
    let draw = Label {
        visits: Some(500),
        q: Some(0.0),
        ..label(0.0, true)
    };
    let moves = vec![draw, tried(0.2, 900), tried(0.4, 30)];
    let found = truths("mcts:playouts=5k", vec![moves]);
    assert_eq!(found.rows[0].best, [false, true, false]);
}
