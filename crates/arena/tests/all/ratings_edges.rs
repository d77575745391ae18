//! Results that bound nothing, or not everything, are said to.

use plyscope_arena::rating::{
    Encounter, Errors, Pairs, Ratings, Sprt, SprtError, SprtVerdict, Wdl, difference, elo_of,
    normal_difference, normalised_elo,
};

fn met(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
    Encounter {
        first,
        second,
        singles: Wdl {
            wins,
            draws,
            losses,
        },
        ..Encounter::default()
    }
}

fn pairs(counts: [u64; 5]) -> Pairs {
    Pairs { counts, drawn: 0 }
}

#[test]
fn no_games_no_difference() {
    assert!(difference(&Pairs::default()).is_none());
    assert!(normal_difference(&Wdl::default()).is_none());
    assert!(normalised_elo(&Wdl::default()).is_none());
}

#[test]
fn winning_everything_gives_a_lower_bound_that_grows_with_the_match() {
    let mut last = f64::NEG_INFINITY;
    for won in [1, 2, 10, 100, 10_000] {
        let found = difference(&pairs([0, 0, 0, 0, won])).unwrap();
        assert!(found.elo.value == f64::INFINITY);
        assert!(found.elo.high == f64::INFINITY);
        assert!(found.elo.low.is_finite() && found.superiority < 1.0 + 1e-12);
        assert!(found.elo.low > last, "{won}: {}", found.elo.low);
        last = found.elo.low;
        let lost = difference(&pairs([won, 0, 0, 0, 0])).unwrap();
        assert!((lost.elo.high + found.elo.low).abs() < 1e-9);
        assert!(lost.elo.low == f64::NEG_INFINITY);
    }
}

#[test]
fn pairs_that_all_came_out_even_are_not_certain_to() {
    let found = difference(&pairs([0, 0, 10, 0, 0])).unwrap();
    assert!(found.elo.value.abs() < 1e-9 && (found.superiority - 0.5).abs() < 1e-9);
    assert!(found.elo.margin() > 20.0, "{:?}", found.elo);
    assert!(normalised_elo(&pairs([0, 0, 10, 0, 0])).is_none());
}

#[test]
fn an_interval_above_zero_and_superiority_agree() {
    for more in 0..60 {
        let found = difference(&pairs([10, 20, 40, 20 + more, 10])).unwrap();
        assert_eq!(found.elo.low > 0.0, found.superiority > 0.975, "{found:?}");
    }
}

#[test]
fn both_players_see_the_same_match() {
    let seen = pairs([3, 9, 20, 17, 6]);
    let (one, other) = (
        difference(&seen).unwrap(),
        difference(&seen.reversed()).unwrap(),
    );
    assert!((one.elo.value + other.elo.value).abs() < 1e-9);
    assert!((one.elo.low + other.elo.high).abs() < 1e-9);
    assert!((one.superiority + other.superiority - 1.0).abs() < 1e-9);
}

#[test]
fn a_test_says_which_way_it_was_decided() {
    let test = Sprt::new(0.0, 20.0, 0.05, 0.05).unwrap();
    let (low, high) = test.bounds();
    assert!((low + 2.944_438_979_166).abs() < 1e-9 && (high - 2.944_438_979_166).abs() < 1e-9);
    assert_eq!(test.verdict(&Pairs::default()), SprtVerdict::Continue);
    assert_eq!(
        test.verdict(&pairs([20, 80, 200, 160, 60])),
        SprtVerdict::AcceptH1
    );
    assert_eq!(
        test.verdict(&pairs([60, 160, 200, 80, 20])),
        SprtVerdict::AcceptH0
    );
}

#[test]
fn tests_that_cannot_be_are_refused_with_a_hint() {
    assert_eq!(
        Sprt::new(5.0, 5.0, 0.05, 0.05),
        Err(SprtError::Elo(5.0, 5.0))
    );
    assert!(Sprt::new(f64::NAN, 5.0, 0.05, 0.05).is_err());
    assert_eq!(
        Sprt::new(0.0, 5.0, 0.0, 0.05),
        Err(SprtError::Rates(0.0, 0.05))
    );
    let text = SprtError::Rates(0.7, 0.05).to_string();
    assert!(text.contains("hint: "), "{text}");
}

#[test]
fn whoever_won_everything_has_no_upper_end() {
    let ratings = Ratings::fit(
        3,
        &[
            met(0, 1, 20, 0, 0),
            met(0, 2, 20, 0, 0),
            met(1, 2, 12, 3, 5),
        ],
        Errors::Pairs,
    );
    assert_eq!(ratings.pools, [vec![0], vec![1, 2]]);
    assert!(ratings.elo[0] > ratings.elo[1] && ratings.elo[1] > ratings.elo[2]);
    let best = ratings.of(0);
    assert!(best.high == f64::INFINITY && best.low.is_finite() && best.value.is_finite());
    assert!(ratings.of(2).low == f64::NEG_INFINITY);
    // The two others are compared by their own games.
    let gap = ratings.above(1, 2);
    assert!(gap.low.is_finite() && gap.high.is_finite());
    assert!(ratings.above(0, 1).low > 0.0, "{:?}", ratings.above(0, 1));
}

#[test]
fn a_hundred_wins_are_not_worth_more_than_a_hundred_wins() {
    let ratings = Ratings::fit(2, &[met(0, 1, 100, 0, 0)], Errors::Pairs);
    // If the true difference were this small, 100 wins would be a 2.5 % event.
    let bound = elo_of(0.025_f64.powf(0.01));
    let found = ratings.above(0, 1);
    assert!(found.low > 300.0 && found.low < bound, "{found:?}");
    assert!(found.high == f64::INFINITY);
}

#[test]
fn pools_that_never_met_are_not_compared() {
    let ratings = Ratings::fit(4, &[met(0, 1, 6, 2, 4), met(2, 3, 5, 0, 5)], Errors::Pairs);
    assert_eq!(ratings.pools, [[0, 1], [2, 3]]);
    let across = ratings.above(0, 2);
    assert!(across.low == f64::NEG_INFINITY && across.high == f64::INFINITY);
    assert!(ratings.above(0, 1).margin().is_finite());
}

#[test]
fn nothing_but_draws_is_a_rating_of_zero_with_a_width() {
    let ratings = Ratings::fit(2, &[met(0, 1, 0, 12, 0)], Errors::Games);
    let found = ratings.of(0);
    assert!(
        found.value.abs() < 1e-9 && found.margin() > 1.0,
        "{found:?}"
    );
    assert!((ratings.superiority(0, 1) - 0.5).abs() < 1e-9);
}

#[test]
fn nobody_and_one_player_and_an_idle_one_can_be_rated() {
    assert!(Ratings::fit(0, &[], Errors::Pairs).elo.is_empty());
    let alone = Ratings::fit(1, &[], Errors::Pairs);
    assert!(alone.elo[0].abs() < 1e-12);
    let idle = Ratings::fit(3, &[met(0, 1, 6, 2, 4)], Errors::Pairs).of(2);
    assert!(idle.low == f64::NEG_INFINITY && idle.high == f64::INFINITY);
}

#[test]
fn lopsided_and_long_tournaments_converge() {
    let ratings = Ratings::fit(
        3,
        &[
            met(0, 1, 999_999, 0, 1),
            met(1, 2, 999_999, 1, 0),
            met(0, 2, 1_000_000, 0, 0),
        ],
        Errors::Games,
    );
    assert!(
        ratings.above(0, 1).covers(2400.0),
        "{:?}",
        ratings.above(0, 1)
    );
    assert!(ratings.elo.iter().all(|elo| elo.is_finite()));
}

#[test]
fn two_players_are_rated_as_their_match_says() {
    // Without draws the joint rating of two is the Elo of their score.
    let ratings = Ratings::fit(2, &[met(0, 1, 64, 0, 36)], Errors::Games);
    assert!((ratings.above(0, 1).value - elo_of(0.64)).abs() < 1e-9);
    // With draws it is near: exactly so where draws are half of the games between equals.
    let ratings = Ratings::fit(2, &[met(0, 1, 36, 48, 16)], Errors::Games);
    assert!((ratings.draw - 2.0).abs() < 1e-9, "{}", ratings.draw);
    assert!((ratings.above(0, 1).value - elo_of(0.6)).abs() < 1e-9);
}
