//! Curves, comparisons and verdicts on cases that can be counted by hand.

use plyscope_game::Player;
use plyscope_judge::metrics::StrictBest;
use plyscope_judge::{
    BestBy, Better, Column, Comparison, Grouping, Groups, Truth, TruthRow, best_moves, compare,
    correct, curve,
};

fn row(at: usize, ply: u32) -> TruthRow {
    let truth: Vec<Truth> = [1.0, -1.0]
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
    TruthRow::new((at, at), ply, Player(ply as u8 % 2), truth, best)
}

fn column(scores: &[Option<f64>]) -> Column {
    Column {
        scores: scores.iter().copied().collect(),
        chance: scores.iter().map(|_| Some(0.5)).collect(),
    }
}

#[test]
fn curves_are_means_over_the_states_that_have_a_score() {
    let rows: Vec<TruthRow> = [0, 0, 1, 5, 8]
        .into_iter()
        .enumerate()
        .map(|(id, ply)| row(id, ply))
        .collect();
    let scores = column(&[Some(1.0), Some(0.0), None, Some(1.0), Some(1.0)]);
    let by_ply = curve(&StrictBest, &scores, &Groups::new(&rows, Grouping::Ply));
    let found: Vec<(u32, f64, usize)> = by_ply
        .iter()
        .map(|own| (own.group, own.band.mean, own.band.states))
        .collect();
    assert_eq!(found, [(0, 0.5, 2), (5, 1.0, 1), (8, 1.0, 1)]);
    let by_phase = curve(&StrictBest, &scores, &Groups::new(&rows, Grouping::Phase));
    // Plies 0 to 8 are nine: three a phase; the middle has ply 5 alone.
    let found: Vec<(u32, usize)> = by_phase
        .iter()
        .map(|own| (own.group, own.band.states))
        .collect();
    assert_eq!(found, [(0, 2), (1, 1), (2, 1)]);
    let by_player = curve(&StrictBest, &scores, &Groups::new(&rows, Grouping::Player));
    assert_eq!(
        by_player
            .iter()
            .map(|own| own.band.states)
            .collect::<Vec<_>>(),
        [3, 1]
    );
    assert_eq!(
        curve(&StrictBest, &scores, &Groups::new(&rows, Grouping::All))[0].chance,
        Some(0.5)
    );
}

#[test]
fn a_comparison_counts_flips_of_sign() {
    // Five differences of one sign: of 32 ways to flip, two reach as far; p = 2/32.
    let rows: Vec<TruthRow> = (0..5).map(|id| row(id, 3)).collect();
    let worse = column(&[Some(0.0); 5]);
    let better = column(&[Some(1.0); 5]);
    let found = compare(&worse, &better, &rows, Better::Higher, 1, 1).unwrap();
    assert!((found.all.p - 2.0 / 32.0).abs() < 0.01, "{}", found.all.p);
    assert!((found.all.gain + 1.0).abs() < 1e-12);
    let verdict = found.verdict("A", "B");
    assert!(
        verdict.starts_with("no difference shown over all plies (p = 0.06"),
        "{verdict}"
    );
    let lower = compare(&worse, &better, &rows, Better::Lower, 1, 1).unwrap();
    assert!((lower.all.gain - 1.0).abs() < 1e-12);
}

#[test]
fn the_verdict_says_where_and_how_sure() {
    let rows: Vec<TruthRow> = (0..216).map(|id| row(id, id as u32 / 6)).collect();
    let flat = column(&[Some(0.5); 216]);
    let rising: Vec<Option<f64>> = (0..216)
        .map(|id| {
            Some(if id < 108 {
                f64::from(u8::from(id % 2 == 0))
            } else {
                1.0
            })
        })
        .collect();
    let found = compare(&flat, &column(&rising), &rows, Better::Higher, 1, 1).unwrap();
    let verdict = found.verdict("A", "B");
    assert_eq!(
        verdict,
        "B is better than A (p < 0.001); by themselves show it: ply 18 to 35 (p < 0.001)"
    );
    let all = compare(
        &flat,
        &column(&[Some(1.0); 216]),
        &rows,
        Better::Higher,
        1,
        1,
    )
    .unwrap();
    assert_eq!(
        all.verdict("A", "B"),
        "B is better than A (p < 0.001), in every part of the game"
    );
    let nobody = column(&[None; 216]);
    assert_eq!(compare(&flat, &nobody, &rows, Better::Higher, 1, 1), None);
}

#[test]
fn where_both_are_alike_a_difference_is_claimed_as_rarely_as_promised() {
    let rows: Vec<TruthRow> = (0..120).map(|id| row(id, id as u32 / 6)).collect();
    let mut claimed = 0;
    for task in 0..200 {
        let mut chance = plyscope_game::Chance::for_task(7, task);
        let mut toss =
            || -> Vec<Option<f64>> { (0..120).map(|_| Some(f64::from(chance.below(2)))).collect() };
        let (first, second) = (column(&toss()), column(&toss()));
        let found = compare(&first, &second, &rows, Better::Higher, 1, task).unwrap();
        claimed += u32::from(found.sections.iter().any(|own| own.p < 0.05));
    }
    // Holm keeps the chance of any wrong claim at 5 %; 200 tries wobble by 1.5 %.
    assert!(claimed <= 19, "{claimed} of 200");
}

#[test]
fn over_many_pairs_a_difference_is_claimed_as_rarely_as_promised() {
    let rows: Vec<TruthRow> = (0..60).map(|id| row(id, id as u32 / 10)).collect();
    let mut claimed = 0;
    for task in 0..100 {
        let mut chance = plyscope_game::Chance::for_task(8, task);
        let mut toss =
            || -> Vec<Option<f64>> { (0..60).map(|_| Some(f64::from(chance.below(2)))).collect() };
        let columns: Vec<Column> = (0..6).map(|_| column(&toss())).collect();
        let mut pairs: Vec<Comparison> = Vec::new();
        for a in 0..columns.len() {
            for b in a + 1..columns.len() {
                pairs.extend(compare(
                    &columns[a],
                    &columns[b],
                    &rows,
                    Better::Higher,
                    15,
                    task,
                ));
            }
        }
        let before: Vec<f64> = pairs.iter().map(|own| own.all.p).collect();
        correct(&mut pairs);
        assert!(pairs.iter().zip(before).all(|(own, p)| own.all.p >= p));
        claimed += u32::from(pairs.iter().any(|own| own.all.p < 0.05));
    }
    // Without the correction two of five tries claim something; 100 tries wobble by 2 %.
    assert!(claimed <= 11, "{claimed} of 100");
}

#[test]
fn over_all_states_of_a_game_a_difference_needs_no_test() {
    let rows: Vec<TruthRow> = (0..4).map(|id| row(id, 3)).collect();
    let (low, high) = (column(&[Some(0.0); 4]), column(&[Some(0.25); 4]));
    let found = compare(&low, &high, &rows, Better::Higher, 1, 1).unwrap();
    assert_eq!(
        found.verdict_on_all("A", "B"),
        "B is better than A by 0.2500 over all states of the game"
    );
}

#[test]
fn among_many_heuristics_a_plain_difference_can_still_be_shown() {
    // 36 heuristics are 630 pairs and 3,780 sections: 10,000 flips could never go below 0.05.
    let rows: Vec<TruthRow> = (0..240).map(|id| row(id, id as u32 / 6)).collect();
    let pairs = 36 * 35 / 2;
    // 36 of 40 states of each section speak for the first: p is near 1e-7 alone.
    let clear: Vec<Option<f64>> = (0..240)
        .map(|id| Some(if id % 20 < 18 { 1.0 } else { -1.0 }))
        .collect();
    let level = column(&[Some(0.0); 240]);
    let found = compare(&column(&clear), &level, &rows, Better::Higher, pairs, 1).unwrap();
    let mut all = vec![found; pairs];
    correct(&mut all);
    let own = &all[0];
    assert!(own.all.p < 0.01, "{}", own.all.p);
    assert!(own.sections.iter().all(|own| own.p < 0.05), "{own:?}");
}

#[test]
fn few_differences_are_flipped_in_every_way() {
    let rows: Vec<TruthRow> = (0..12).map(|id| row(id, 3)).collect();
    let (low, high) = (column(&[Some(0.0); 12]), column(&[Some(0.25); 12]));
    let found = compare(&low, &high, &rows, Better::Higher, 1, 1).unwrap();
    assert!((found.all.p - 2.0 / 4096.0).abs() < 1e-12);
}
