//! The worked examples of docs/concepts/ratings.md.

use plyscope_arena::rating::discs::{DiscRatings, Gaps, Margin, gap_of_game};
use plyscope_arena::rating::{
    Encounter, Errors, Outcome, Pairs, Ratings, Sprt, SprtVerdict, Wdl, difference, elo_of,
    normal_difference, normalised_elo,
};
use plyscope_stats::{Estimate, proportion, sign_test};

const MATCH: Pairs = Pairs {
    counts: [14, 50, 102, 61, 23],
    drawn: 70,
};

/// Value and ends with one digit after the point.
fn read(found: Estimate) -> String {
    format!(
        "{:+.1}, {:+.1} to {:+.1}",
        found.value, found.low, found.high
    )
}

#[test]
fn scores_on_the_logistic_scale() {
    assert_eq!(format!("{:.0}", elo_of(0.64)), "100");
    assert_eq!(format!("{:.0}", elo_of(10.0 / 11.0)), "400");
}

#[test]
fn a_match_of_250_pairs() {
    let found = difference(&MATCH).unwrap();
    assert_eq!(format!("{:.1}", 100.0 * found.score.value), "52.9");
    assert_eq!(read(found.elo), "+20.2, -1.7 to +42.1");
    assert_eq!(format!("{:.1}", 100.0 * found.superiority), "96.5");
    let normal = normal_difference(&MATCH).unwrap();
    assert_eq!(read(normal.elo), "+20.2, -1.6 to +42.1");
    let normalised = normalised_elo(&MATCH).unwrap();
    assert_eq!(read(normalised), "+28.2, -2.3 to +58.6");
}

#[test]
fn ten_pairs_won() {
    let won = Pairs {
        counts: [0, 0, 0, 0, 10],
        drawn: 0,
    };
    let found = difference(&won).unwrap().elo;
    assert_eq!(read(found), "+inf, +219.0 to +inf");
}

#[test]
fn a_test_that_goes_on() {
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
    assert_eq!(format!("{:.2}", test.ratio(&MATCH)), "0.71");
    assert_eq!(format!("{:.2?}", test.bounds()), "(-2.94, 2.94)");
    assert_eq!(test.verdict(&MATCH), SprtVerdict::Continue);
}

#[test]
fn a_tournament_of_four() {
    let met = |first, second, wins, draws, losses| Encounter {
        first,
        second,
        singles: Wdl {
            wins,
            draws,
            losses,
        },
        ..Encounter::default()
    };
    let all = [
        met(0, 1, 22, 12, 16),
        met(0, 2, 25, 15, 10),
        met(0, 3, 33, 9, 8),
        met(1, 2, 20, 16, 14),
        met(1, 3, 28, 11, 11),
        met(2, 3, 24, 10, 16),
    ];
    let ratings = Ratings::fit(4, &all, Errors::Games);
    let rows = [
        ("+84.8, +46.4 to +123.1", "+177.0, +113.2 to +240.9"),
        ("+30.9, -6.2 to +67.9", "+123.1, +61.1 to +185.2"),
        ("-23.4, -60.4 to +13.6", "+68.9, +7.6 to +130.2"),
        ("-92.3, -130.9 to -53.6", "+0.0, +0.0 to +0.0"),
    ];
    for (player, (to_mean, to_last)) in rows.into_iter().enumerate() {
        assert_eq!(read(ratings.of(player)), to_mean);
        assert_eq!(read(ratings.above(player, 3)), to_last);
    }
    for (player, percent) in ["95.8", "96.1", "98.6"].into_iter().enumerate() {
        let likely = 100.0 * ratings.superiority(player, player + 1);
        assert_eq!(format!("{likely:.1}"), percent);
    }
}

#[test]
fn forty_eight_to_two_by_discs() {
    // The mean of all games' gaps is the formula, whatever the single margins were.
    let mean = 1079.0 / 50.0;
    let won = 48.0 * gap_of_game(Outcome::Win, mean);
    let lost = 2.0 * gap_of_game(Outcome::Loss, mean);
    assert_eq!(format!("{:.0}", (won + lost) / 50.0), "290");
}

#[test]
fn three_players_by_discs() {
    let margin = |first, second, both: [f64; 2]| {
        let mut gaps = Gaps::default();
        for gap in both {
            gaps.add(&[gap]);
        }
        Margin {
            first,
            second,
            gaps,
        }
    };
    let all = [
        margin(0, 1, [20.0, 40.0]),
        margin(1, 2, [50.0, 70.0]),
        margin(0, 2, [80.0, 100.0]),
    ];
    let table = DiscRatings::fit(3, &all).unwrap();
    let shown: Vec<String> = table.points.iter().map(|p| format!("{p:+.0}")).collect();
    assert_eq!(shown, ["+40", "+10", "-50"]);
}

#[test]
fn shares_and_luck() {
    assert_eq!(
        read(proportion(48, 50).map(|share| 100.0 * share)),
        "+96.0, +86.5 to +98.9"
    );
    assert_eq!(format!("{:.1}", 100.0 * sign_test(9, 1)), "2.1");
}
