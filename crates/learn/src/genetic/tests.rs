//! The whole search on strengths that are planted.

use plyscope_game::{Chance, Error, mix_all};

use super::{Evolution, Genes, GeneticParams, Meeting, PairResult, Start, Variant, evolve};

const PLANTED: [f64; 5] = [1.0, 3.0, 3.0, 5.0, 9.0];

/// Elo lost for being off by a factor of e in one weight; what shallow chess showed is of this size.
const STEEPNESS: f64 = 250.0;

fn strength(weights: &[f64]) -> f64 {
    -STEEPNESS * 4.0 * off(weights).powi(2)
}

/// The root mean square of the logarithms of the free weights' ratios to the planted ones.
fn off(weights: &[f64]) -> f64 {
    let square = |(own, planted): (&f64, &f64)| (own / planted).ln().powi(2);
    let squares = weights.iter().zip(&PLANTED).map(square);
    (squares.sum::<f64>() / 4.0).sqrt()
}

/// Games by chance, as the strengths say, a third of them drawn.
fn play(
    seed: u64,
    strength: fn(&[f64]) -> f64,
) -> impl FnMut(&Meeting<'_>) -> Result<Vec<PairResult>, Error> {
    move |meeting: &Meeting<'_>| {
        let task = mix_all(&[seed, u64::from(meeting.number)]);
        let result = |(one, other): (usize, usize)| {
            let mut chance = Chance::for_task(task, (one * 1000 + other) as u64);
            let gap = strength(&meeting.members[one]) - strength(&meeting.members[other]);
            let expected = 1.0 / (1.0 + 10f64.powf(-gap / 400.0));
            let mut result = PairResult {
                one,
                other,
                wins: 0,
                draws: 0,
                losses: 0,
            };
            for _ in 0..meeting.games {
                let drawn = expected.min(1.0 - expected) / 1.5;
                match chance.unit() {
                    x if x < expected - drawn / 2.0 => result.wins += 1,
                    x if x < expected + drawn / 2.0 => result.draws += 1,
                    _ => result.losses += 1,
                }
            }
            result
        };
        Ok(meeting.pairings().into_iter().map(result).collect())
    }
}

fn run(variant: Variant, seed: u64) -> Evolution {
    run_on(variant, seed, strength)
}

fn run_on(variant: Variant, seed: u64, strength: fn(&[f64]) -> f64) -> Evolution {
    let params = GeneticParams {
        seed,
        ..GeneticParams::usual(variant)
    };
    let genes = Genes::new(Start::Scattered(5), 0).unwrap();
    evolve(&params, &genes, &mut play(seed, strength), &mut |_| {}).unwrap()
}

#[test]
fn both_variants_find_the_order_of_planted_weights_and_the_improved_one_is_nearer() {
    let mean_off = |variant| {
        let runs: Vec<Evolution> = (0..8).map(|seed| run(variant, seed)).collect();
        for own in &runs {
            let weights = &own.weights;
            let minors = weights[1].max(weights[2]);
            assert!(weights[0] < weights[1].min(weights[2]), "{weights:?}");
            assert!(
                minors < weights[4] && weights[3] < weights[4],
                "{weights:?}"
            );
        }
        runs.iter().map(|own| off(&own.weights)).sum::<f64>() / runs.len() as f64
    };
    let (paper, improved) = (mean_off(Variant::Paper), mean_off(Variant::Improved));
    // The figures that the documents give.
    assert!((0.15..0.27).contains(&paper), "{paper}");
    assert!((0.03..0.06).contains(&improved), "{improved}");
}

#[test]
fn a_weight_that_hardly_matters_is_not_carried_away() {
    // The queen's is as good as any.
    let flat = |weights: &[f64]| {
        let mut weights = weights.to_vec();
        weights[4] = PLANTED[4];
        strength(&weights)
    };
    for seed in 0..6 {
        let weights = run_on(Variant::Improved, seed, flat).weights;
        assert!((0.3..90.0).contains(&weights[4]), "{weights:?}");
    }
}

#[test]
fn averaging_narrows_the_population_to_a_floor() {
    let evolution = run(Variant::Paper, 1);
    let spreads: Vec<f64> = evolution.generations.iter().map(|own| own.spread).collect();
    assert!(spreads[0] > 0.3 && spreads[8] < 0.25, "{spreads:?}");
    let late = spreads[10..].iter().sum::<f64>() / 30.0;
    assert!(
        (0.08..0.2).contains(&late),
        "the floor is about 1.25 dispersions: {late}"
    );
}

#[test]
fn the_same_seed_breeds_the_same_and_another_seed_another() {
    assert_eq!(run(Variant::Paper, 4), run(Variant::Paper, 4));
    assert_ne!(
        run(Variant::Improved, 4).weights,
        run(Variant::Improved, 5).weights
    );
}

#[test]
fn a_start_keeps_signs_and_zeros() {
    let genes = Genes::new(Start::Around(vec![2.0, 0.0, -6.0, 8.0]), 0).unwrap();
    for variant in Variant::ALL {
        let params = GeneticParams {
            generations: 3,
            ..GeneticParams::usual(variant)
        };
        let mut even = |meeting: &Meeting<'_>| {
            let drawn = |(one, other)| PairResult {
                one,
                other,
                wins: 0,
                draws: meeting.games,
                losses: 0,
            };
            Ok(meeting.pairings().into_iter().map(drawn).collect())
        };
        let evolution = evolve(&params, &genes, &mut even, &mut |_| {}).unwrap();
        assert_eq!(evolution.generations[0].members[0], [1.0, 0.0, -3.0, 4.0]);
        for own in &evolution.generations[2].members {
            assert_eq!(own[..2], [1.0, 0.0]);
            assert!(own[2] < 0.0 && own[3] > 0.0);
        }
    }
}

#[test]
fn a_budget_is_kept_and_too_small_ones_are_refused() {
    let params = GeneticParams::usual(Variant::Paper);
    for games in [90, 91, 500, 3600, 5000] {
        let within = params.clone().within(games).unwrap();
        let longer = GeneticParams {
            generations: within.generations + 1,
            ..within.clone()
        };
        assert!(within.games() <= games && longer.games() > games);
    }
    assert!(params.clone().within(89).is_err());
    for wrong in [
        GeneticParams {
            population: 1,
            ..params.clone()
        },
        GeneticParams {
            draw: 0.6,
            ..params.clone()
        },
        GeneticParams {
            replay: 3,
            ..params.clone()
        },
        GeneticParams {
            dispersion: f64::NAN,
            ..params.clone()
        },
        GeneticParams {
            win: 0.0,
            draw: 0.0,
            ..params
        },
    ] {
        assert!(wrong.check().is_err(), "{wrong:?}");
    }
}
