//! Every metric against scipy, scikit-learn and plain counting; tests/python/metrics.py made the figures.

use plyscope_game::Player;
use plyscope_judge::metrics::sampling::Sampling;
use plyscope_judge::metrics::{
    AbsoluteError, Brier, Expected, Inversions, KBest, Kendall, LogLoss, MaxDifference, Ndcg,
    NormalRegret, Regret, Spearman, SquaredError, StrictBest,
};
use plyscope_judge::{BestBy, Case, Guess, Metric, Truth, best_moves};
use plyscope_stats::Rising;
use serde_json::Value;

const POINTS: (f64, f64) = (-1.0, 1.0);

fn metrics() -> Vec<Box<dyn Metric>> {
    let expected = |by| Box::new(Expected { by, points: POINTS }) as Box<dyn Metric>;
    let mut all: Vec<Box<dyn Metric>> = vec![
        Box::new(StrictBest),
        Box::new(Regret { points: POINTS }),
        Box::new(NormalRegret),
        Box::new(AbsoluteError { points: POINTS }),
        Box::new(SquaredError { points: POINTS }),
        Box::new(Brier),
        Box::new(LogLoss),
        Box::new(MaxDifference { points: POINTS }),
        Box::new(Ndcg),
        Box::new(Kendall),
        Box::new(Spearman),
        Box::new(Inversions),
        expected(Sampling::Argmax),
        expected(Sampling::Rank),
        expected(Sampling::Proportional),
        expected(Sampling::Softmax { temperature: 0.25 }),
        expected(Sampling::EpsilonGreedy { epsilon: 0.2 }),
        expected(Sampling::TopK { k: 2 }),
    ];
    all.extend((1..=3).map(|k| Box::new(KBest { k }) as Box<dyn Metric>));
    all
}

fn numbers(list: &Value) -> Vec<f64> {
    let list = list.as_array().expect("a list of numbers");
    let number = |own: &Value| own.as_f64().expect("a number");
    list.iter().map(number).collect()
}

fn guesses(values: &[f64]) -> Vec<Guess> {
    let place = |own: f64| values.iter().filter(|other| **other < own).count() as u32;
    let guess = |&value: &f64| Guess {
        points: Some(value),
        ..Guess::estimate(place(value), value)
    };
    values.iter().map(guess).collect()
}

fn reference() -> Value {
    serde_json::from_str(include_str!("../reference.json")).expect("the figures are JSON")
}

#[test]
fn every_metric_equals_the_reference_libraries() {
    let mut held = 0;
    for own in reference()["cases"].as_array().expect("a list of cases") {
        let truth: Vec<Truth> = numbers(&own["truth"])
            .into_iter()
            .map(|value| Truth {
                value,
                exact: true,
                decided: false,
                visits: None,
                q: None,
            })
            .collect();
        let best = best_moves(&truth, BestBy::Values);
        let guess = guesses(&numbers(&own["guess"]));
        let case = Case::new(0, Player::FIRST, POINTS, &truth, &best, &guess);
        for metric in metrics() {
            let name = metric.name();
            let found = [metric.score(&case), metric.chance(&case)];
            assert_eq!(
                <[_; 2]>::from(metric.score_and_chance(&case)),
                found,
                "{name}"
            );
            for (key, found) in [name.clone(), format!("{name} chance")].iter().zip(found) {
                let Some(wanted) = own["figures"][key].as_f64() else {
                    continue;
                };
                let found = found.unwrap_or(f64::NAN);
                assert!((found - wanted).abs() < 1e-9, "{key} of {own}: {found}");
                held += 1;
            }
        }
    }
    assert!(held > 1000, "only {held} figures were compared");
}

#[test]
fn orders_are_silent_where_all_moves_are_worth_the_same() {
    let truth = [Truth {
        value: 1.0,
        exact: true,
        decided: false,
        visits: None,
        q: None,
    }; 3];
    let guess = guesses(&[0.1, 0.2, 0.3]);
    let case = Case::new(0, Player::FIRST, POINTS, &truth, &[true; 3], &guess);
    for metric in [
        &Kendall as &dyn Metric,
        &Spearman,
        &Inversions,
        &Ndcg,
        &NormalRegret,
    ] {
        assert_eq!(metric.score(&case), None, "{}", metric.name());
        assert_eq!(metric.chance(&case), None, "{}", metric.name());
    }
}

#[test]
fn infinite_values_take_all_or_nothing() {
    let values = [f64::INFINITY, 3.0, f64::NEG_INFINITY, f64::INFINITY];
    let guess = guesses(&values);
    let ways = [
        Sampling::Proportional,
        Sampling::Softmax { temperature: 0.01 },
    ];
    for way in ways {
        let shares = way.probabilities(&guess);
        assert!((shares[0] - 0.5).abs() < 1e-9, "{way:?}: {shares:?}");
        assert!(shares[1] < 1e-9 && shares[2] < 1e-9, "{way:?}: {shares:?}");
    }
}

#[test]
fn the_fitted_map_equals_scikit_learns() {
    let fit = &reference()["isotonic"];
    let pairs: Vec<(f64, f64)> = numbers(&fit["x"])
        .into_iter()
        .zip(numbers(&fit["y"]))
        .collect();
    let map = Rising::fit(&pairs).expect("there are pairs");
    for (at, wanted) in numbers(&fit["at"]).into_iter().zip(numbers(&fit["points"])) {
        assert!(
            (map.points(at) - wanted).abs() < 1e-9,
            "at {at}: {} for {wanted}",
            map.points(at)
        );
    }
}
