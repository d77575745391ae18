//! Scores of many states in columns are those of each state alone.

use plyscope_connect4::Standard;
use plyscope_game::any::Reply;
use plyscope_game::{Chance, Game, Player, Score};
use plyscope_judge::judgement::on_points;
use plyscope_judge::metrics::standard;
use plyscope_judge::{
    BestBy, Guesses, Truth, TruthKind, TruthRow, Truths, best_moves, sheet, sheet_over,
};

const POINTS: (f64, f64) = (-1.0, 1.0);
/// More than are packed, and than are compared side by side.
const MOST: usize = 40;
const STATES: usize = 3_000;

fn row(at: usize, chance: &mut Chance) -> TruthRow {
    let truth = |chance: &mut Chance| Truth {
        value: f64::from(chance.below(5)) / 2.0 - 1.0,
        exact: chance.below(2) == 0,
        decided: false,
        visits: Some(u64::from(chance.below(100))),
        q: None,
    };
    let moves = at % MOST + 1;
    let truth: Vec<Truth> = (0..moves).map(|_| truth(chance)).collect();
    let best = best_moves(&truth, BestBy::Values);
    let ply = chance.below(40);
    TruthRow::new((at, at), ply, Player(ply as u8 % 2), truth, best)
}

fn truths(chance: &mut Chance) -> Truths {
    let rows: Vec<TruthRow> = (0..STATES).map(|at| row(at, chance)).collect();
    Truths {
        points: POINTS,
        made: TruthKind::Sampled,
        kind: BestBy::Values,
        game: String::new(),
        has_play: false,
        reach: None,
        rivals: true,
        whole: false,
        rows: rows.into(),
        finished: 0,
        unlabelled: 0,
    }
}

/// Replies of which some are proved, some are not looked at, and those that are best lie anywhere.
fn reply(chance: &mut Chance, are_estimates: bool) -> Reply {
    let points = chance.below(3) as i32 - 1;
    let score = match chance.below(10) {
        0 if !are_estimates => Score::Unknown,
        1 if !are_estimates => Score::Decided { points, plies: 3 },
        2 | 3 if !are_estimates => Score::Exact {
            points,
            plies: None,
        },
        _ => Score::Estimate(chance.below(9) as f32 - 4.0),
    };
    Reply {
        score,
        mean: None,
        is_best: chance.below(6) == 0,
    }
}

#[test]
fn columns_hold_what_each_state_scores_alone() {
    let mut chance = Chance::new(17);
    let truths = truths(&mut chance);
    let said = truths.rows.iter().enumerate().map(|(at, row)| {
        let moves = 0..row.truth().len();
        moves.map(|_| reply(&mut chance, at % 3 == 0)).collect()
    });
    let said: Vec<Vec<Reply>> = said.collect();
    let facts = Standard::default().facts();
    let guesses = Guesses::of_replies(&facts, said.iter().map(Vec::as_slice));
    let mut guesses = guesses.expect("all values are numbers");
    for is_on_points in [false, true] {
        if is_on_points {
            on_points(&truths, &mut guesses, 1);
        }
        let metrics = standard(POINTS);
        for (metric, column) in metrics.iter().zip(sheet(&truths, &guesses, &metrics)) {
            for (at, row) in truths.rows.iter().enumerate() {
                let guess = guesses.of(at);
                let case = truths.case(row, &guess);
                let alone = (metric.score(&case), metric.chance(&case));
                let together = (column.scores.get(at), column.chance.get(at));
                assert_eq!(together, alone, "{} of {at}", metric.name());
            }
        }
    }
}

#[test]
fn changed_rows_are_scored_anew() {
    let mut chance = Chance::new(18);
    let mut truths = truths(&mut chance);
    let said: Vec<Reply> = (0..MOST).map(|_| reply(&mut chance, true)).collect();
    let said = truths.rows.iter().map(|row| &said[..row.truth().len()]);
    let guesses = Guesses::of_replies(&Standard::default().facts(), said).expect("numbers");
    let metrics = standard(POINTS);
    let before = sheet(&truths, &guesses, &metrics);
    let mut changed = before.clone();
    for row in &mut truths.rows {
        row.change(|own| own.value = -own.value);
    }
    sheet_over(&truths, &guesses, &metrics, &mut changed);
    assert!(before != changed && changed == sheet(&truths, &guesses, &metrics));
    for row in &mut truths.rows {
        row.change(|own| own.value = -own.value);
    }
    assert!(before == sheet(&truths, &guesses, &metrics));
}
