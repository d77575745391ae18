//! Ratings equal what other programs make of the same results.
//!
//! `tests/python/ratings.py` makes the figures, with scipy, statsmodels and choix.

use plyscope_arena::rating::{
    Encounter, Errors, Pairs, Ratings, Sprt, Wdl, normal_difference, normalised_elo,
};

fn close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} instead of {expected}"
    );
}

fn pairs(counts: [u64; 5]) -> Pairs {
    Pairs { counts, drawn: 0 }
}

fn wdl(wins: u64, draws: u64, losses: u64) -> Wdl {
    Wdl {
        wins,
        draws,
        losses,
    }
}

fn met(first: usize, second: usize, singles: Wdl) -> Encounter {
    Encounter {
        first,
        second,
        singles,
        ..Encounter::default()
    }
}

#[test]
fn pairs_give_the_elo_that_fastchess_gives() {
    let match_of_500 = pairs([14, 50, 102, 61, 23]);
    let found = normal_difference(&match_of_500).unwrap();
    close(found.score.value, 0.529, 1e-12);
    close(found.elo.value, 20.173_905_962_516, 1e-9);
    close(found.elo.low, -1.624_009_994_595, 1e-9);
    close(found.elo.high, 42.131_838_151_890, 1e-9);
    close(found.superiority, 0.965_144_964_822, 1e-10);
    let normalised = normalised_elo(&match_of_500).unwrap();
    close(normalised.value, 28.182_290_504_214, 1e-9);
    close(normalised.low, -2.271_221_706_685, 1e-9);
    close(normalised.high, 58.635_802_715_112, 1e-9);
}

#[test]
fn single_games_give_the_elo_that_cutechess_gives() {
    let games = wdl(160, 260, 120);
    let found = normal_difference(&games).unwrap();
    close(found.elo.value, 25.783_195_690_767, 1e-9);
    close(found.elo.low, 4.746_984_406_001, 1e-9);
    close(found.elo.high, 47.010_045_400_812, 1e-9);
    close(found.superiority, 0.991_873_994_513, 1e-10);
    close(
        normalised_elo(&games).unwrap().value,
        35.930_932_867_990,
        1e-9,
    );
}

#[test]
fn likelihood_ratios_equal_fishtests() {
    // fishtest's LLRcalc.LLR_logistic(elo0, elo1, counts).
    for (counts, elo0, elo1, expected) in [
        ([14, 50, 102, 61, 23], 0.0, 5.0, 0.708_560_948_550),
        ([14, 50, 102, 61, 23], -10.0, 30.0, 3.250_539_267_355),
        ([0, 3, 40, 9, 0], 0.0, 10.0, 1.160_879_830_506),
        ([0, 0, 0, 0, 12], 0.0, 50.0, 1.603_348_578_959),
        ([9, 0, 0, 0, 41], 0.0, 100.0, 7.167_554_071_367),
        ([1000, 8000, 21000, 8400, 1100], 0.5, 2.5, 4.749_235_863_008),
    ] {
        let test = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
        close(test.ratio(&pairs(counts)), expected, 1e-8);
    }
    let test = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
    close(test.ratio(&wdl(160, 260, 120)), 1.003_204_899_521, 1e-8);
}

#[test]
fn strengths_without_draws_equal_bradley_terry_2() {
    // Citations among four journals of statistics (Stigler 1994), the first
    // example of R's BradleyTerry2. Its vignette prints, relative to the first:
    // −2.94907 (0.10255), −0.47957 (0.06059), 0.26895 (0.07083).
    let citations = [
        met(0, 1, wdl(730, 0, 33)),
        met(0, 2, wdl(498, 0, 320)),
        met(0, 3, wdl(221, 0, 284)),
        met(1, 2, wdl(68, 0, 813)),
        met(1, 3, wdl(17, 0, 276)),
        met(2, 3, wdl(142, 0, 325)),
    ];
    let ratings = Ratings::fit(4, &citations, Errors::Games);
    let elo = 400.0 / std::f64::consts::LN_10;
    for (player, strength, error) in [
        (1, -2.949_072_496_844, 0.102_545_335_511),
        (2, -0.479_569_769_752, 0.060_588_729_248),
        (3, 0.268_954_055_819, 0.070_829_965_111),
    ] {
        let found = ratings.above(player, 0);
        close(found.value / elo, strength, 1e-9);
        close(found.margin() / 1.959_963_984_540_054 / elo, error, 1e-9);
    }
    close(ratings.draw, 0.0, 0.0);
    // choix.mm_pairwise, with mean 0.
    for (found, expected) in ratings.elo.iter().zip([
        137.223_515_447_621,
        -375.082_849_397_126,
        53.913_713_571_314,
        183.945_620_378_191,
    ]) {
        close(*found, expected, 1e-8);
    }
}

#[test]
fn strengths_with_draws_equal_a_log_linear_fit() {
    // statsmodels: Davidson's model as a Poisson regression of the 18 counts.
    let tournament = [
        met(0, 1, wdl(22, 12, 16)),
        met(0, 2, wdl(25, 15, 10)),
        met(0, 3, wdl(33, 9, 8)),
        met(1, 2, wdl(20, 16, 14)),
        met(1, 3, wdl(28, 11, 11)),
        met(2, 3, wdl(24, 10, 16)),
    ];
    let ratings = Ratings::fit(4, &tournament, Errors::Games);
    close(ratings.draw, 0.697_550_125_907, 1e-7);
    for (player, elo, error) in [
        (0, 84.757_821_704, 19.572_946_523),
        (1, 30.890_071_078, 18.902_173_679),
        (2, -23.388_044_321, 18.862_302_802),
        (3, -92.259_848_461, 19.731_092_776),
    ] {
        let found = ratings.of(player);
        close(found.value, elo, 1e-7);
        close(found.margin() / 1.959_963_984_540_054, error, 1e-7);
    }
    close(
        ratings.above(0, 3).margin() / 1.959_963_984_540_054,
        32.581_397_580,
        1e-7,
    );
}
