//! Intervals and tests keep their promises on results made by chance from known strengths.

use std::f64::consts::LN_10;

use plyscope_arena::rating::{
    Encounter, Errors, Outcome, Pairs, Ratings, Sprt, SprtVerdict, Wdl, difference, elo_of,
    expected_score, normal_difference,
};
use plyscope_game::Chance;

/// Davidson's chances of a loss, a draw and a win.
fn chances(gap: f64, draw: f64) -> [f64; 3] {
    let weights = [(-gap / 2.0).exp(), draw, (gap / 2.0).exp()];
    let sum: f64 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

fn game(chance: &mut Chance, [loss, draw, _]: [f64; 3]) -> Outcome {
    let at = chance.unit();
    if at < loss {
        Outcome::Loss
    } else if at < loss + draw {
        Outcome::Draw
    } else {
        Outcome::Win
    }
}

/// Two games from an opening that favours one colour by `bias`.
fn pair(chance: &mut Chance, gap: f64, draw: f64, bias: f64) -> (Outcome, Outcome) {
    let bias = if chance.unit() < 0.5 { bias } else { -bias };
    (
        game(chance, chances(gap + bias, draw)),
        game(chance, chances(gap - bias, draw)),
    )
}

/// The mean score of a pair's games.
fn true_score(gap: f64, draw: f64, bias: f64) -> f64 {
    let score = |gap| {
        let [_, draw, win] = chances(gap, draw);
        win + draw / 2.0
    };
    f64::midpoint(score(gap + bias), score(gap - bias))
}

/// The gap at which pairs score as `elo` says.
fn gap_of(elo: f64, draw: f64, bias: f64) -> f64 {
    let (mut low, mut high) = (-20.0, 20.0);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if true_score(middle, draw, bias) < expected_score(elo) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

fn share(count: usize, of: usize) -> f64 {
    count as f64 / of as f64
}

#[test]
fn the_interval_of_a_match_covers_as_often_as_it_says() {
    for (pairs, gap, draw, bias) in [
        (30, 0.0, 1.0, 0.0),
        (30, 1.5, 0.0, 2.0),
        (50, 3.0, 0.0, 0.0),
        (100, 0.3, 8.0, 0.5),
        (100, 2.0, 1.0, 1.0),
        (400, 0.1, 0.0, 3.0),
    ] {
        let truth = elo_of(true_score(gap, draw, bias));
        let covered = (0..4000)
            .filter(|&trial| {
                let mut chance = Chance::for_task(5, trial);
                let mut found = Pairs::default();
                for _ in 0..pairs {
                    let (one, other) = pair(&mut chance, gap, draw, bias);
                    found.add(one, other);
                }
                difference(&found).unwrap().elo.covers(truth)
            })
            .count();
        let rate = share(covered, 4000);
        assert!(
            (0.93..=0.97).contains(&rate),
            "{pairs} pairs, gap {gap}, ν {draw}, bias {bias}: {rate}"
        );
    }
}

#[test]
fn short_and_one_sided_matches_are_covered_where_the_normal_interval_fails() {
    // The table of docs/concepts/ratings.md: pairs, gap, ν, then how many percent
    // are covered here and by the normal interval.
    for (pairs, gap, draw, here, normal) in [
        (10, 0.0, 1.0, 93.3, 89.9),
        (10, 3.0, 0.0, 93.9, 61.6),
        (25, 0.0, 1.0, 94.5, 93.2),
        (25, 3.0, 0.0, 97.0, 89.6),
        (50, 0.0, 1.0, 95.2, 94.5),
        (50, 3.0, 0.0, 96.3, 85.8),
        (100, 0.0, 1.0, 94.8, 94.6),
        (100, 3.0, 0.0, 96.0, 91.3),
    ] {
        let truth = elo_of(true_score(gap, draw, 0.0));
        let (mut first, mut second) = (0, 0);
        for trial in 0..4000 {
            let mut chance = Chance::for_task(5, trial);
            let mut found = Pairs::default();
            for _ in 0..pairs {
                let (one, other) = pair(&mut chance, gap, draw, 0.0);
                found.add(one, other);
            }
            first += usize::from(difference(&found).unwrap().elo.covers(truth));
            second += usize::from(normal_difference(&found).unwrap().elo.covers(truth));
        }
        for (covered, percent) in [(first, here), (second, normal)] {
            let rate = 100.0 * share(covered, 4000);
            assert!(
                (rate - percent).abs() < 0.06,
                "{pairs} pairs, gap {gap}: {rate}"
            );
        }
    }
}

/// How often 10,000 tests accept H1 when the truth is `elo`, looking after every pair.
fn accepted(test: &Sprt, elo: f64) -> f64 {
    let (draw, bias) = (0.7, 1.0);
    let gap = gap_of(elo, draw, bias);
    let accepted = (0..10_000)
        .filter(|&trial| {
            let mut chance = Chance::for_task(13, trial);
            let mut found = Pairs::default();
            loop {
                let (one, other) = pair(&mut chance, gap, draw, bias);
                found.add(one, other);
                match test.verdict(&found) {
                    SprtVerdict::Continue => {}
                    verdict => break verdict == SprtVerdict::AcceptH1,
                }
            }
        })
        .count();
    share(accepted, 10_000)
}

// The rates are nominal: the walk jumps a little past its bounds, which makes
// errors rarer, and the likelihood ratio is itself estimated, which makes them
// more frequent. Chance alone moves 5 % of 10,000 by 0.4 either way.

#[test]
fn of_ten_thousand_tests_of_equals_five_percent_accept_a_gain() {
    let rate = accepted(&Sprt::new(0.0, 50.0, 0.05, 0.1).unwrap(), 0.0);
    assert!((0.03..=0.055).contains(&rate), "{rate}");
}

#[test]
fn of_ten_thousand_tests_of_a_true_gain_ten_percent_miss_it() {
    let rate = 1.0 - accepted(&Sprt::new(0.0, 50.0, 0.05, 0.1).unwrap(), 50.0);
    assert!((0.07..=0.105).contains(&rate), "{rate}");
}

/// A round robin of pairs between players of these log strengths.
fn round_robin(strengths: &[f64], pairs: u32, draw: f64, bias: f64, trial: u64) -> Vec<Encounter> {
    let mut chance = Chance::for_task(17, trial);
    let mut all = Vec::new();
    for first in 0..strengths.len() {
        for second in first + 1..strengths.len() {
            let mut found = Pairs::default();
            for _ in 0..pairs {
                let gap = strengths[first] - strengths[second];
                let (one, other) = pair(&mut chance, gap, draw, bias);
                found.add(one, other);
            }
            all.push(Encounter {
                first,
                second,
                pairs: found,
                singles: Wdl::default(),
            });
        }
    }
    all
}

#[test]
fn intervals_of_a_tournament_cover_as_often_as_they_say() {
    let strengths = [0.9, 0.4, 0.1, -0.2, -0.3, -0.9];
    for (errors, pairs, draw) in [
        (Errors::Games, 20, 0.7),
        (Errors::Pairs, 20, 0.7),
        (Errors::Pairs, 10, 0.0),
        (Errors::Pairs, 5, 2.0),
    ] {
        let scale = 400.0 / LN_10 * 2.0 / (2.0 + draw);
        let (mut to_mean, mut to_other) = (0, 0);
        for trial in 0..1000 {
            let ratings =
                Ratings::fit(6, &round_robin(&strengths, pairs, draw, 0.0, trial), errors);
            for (player, strength) in strengths.iter().enumerate() {
                let other = (player + 1) % 6;
                let gap = strength - strengths[other];
                to_mean += usize::from(ratings.of(player).covers(strength * scale));
                to_other += usize::from(ratings.above(player, other).covers(gap * scale));
            }
        }
        for rate in [share(to_mean, 6000), share(to_other, 6000)] {
            assert!(
                (0.93..=0.97).contains(&rate),
                "{errors:?}, {pairs} pairs, ν {draw}: {rate}"
            );
        }
    }
}

#[test]
fn openings_that_favour_a_colour_do_not_widen_what_pairs_know() {
    let trials = 500;
    let measure = |errors| {
        let (mut covered, mut width) = (0, 0.0);
        for trial in 0..trials {
            let ratings = Ratings::fit(6, &round_robin(&[0.0; 6], 30, 0.5, 2.5, trial), errors);
            for player in 0..6 {
                covered += usize::from(ratings.of(player).covers(0.0));
                width += ratings.of(player).margin();
            }
        }
        (share(covered, 6 * trials as usize), width)
    };
    let (by_games, wide) = measure(Errors::Games);
    let (by_pairs, narrow) = measure(Errors::Pairs);
    assert!(by_games > 0.99, "{by_games}");
    assert!((0.93..=0.97).contains(&by_pairs), "{by_pairs}");
    assert!(narrow < 0.7 * wide, "{narrow} against {wide}");
}

#[test]
fn a_player_who_hardly_ever_scores_is_covered_too() {
    let strengths = [2.3, 2.0, 1.7, -6.0];
    let draw = 0.3;
    let scale = 400.0 / LN_10 * 2.0 / (2.0 + draw);
    let (mut covered, mut separate) = (0, 0);
    for trial in 0..1000 {
        let ratings = Ratings::fit(
            4,
            &round_robin(&strengths, 10, draw, 0.0, trial),
            Errors::Pairs,
        );
        separate += usize::from(ratings.pools.len() > 1);
        covered += usize::from(
            ratings
                .above(0, 3)
                .covers((strengths[0] - strengths[3]) * scale),
        );
    }
    // In most tournaments the last has no point at all, and the prior decides.
    assert!(separate > 600, "{separate}");
    let rate = share(covered, 1000);
    assert!((0.93..=1.0).contains(&rate), "{rate}");
}
