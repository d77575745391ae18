//! Does the heuristic put the moves in the right order? Move-ordering metrics.
//!
//! All of them are undefined on a state whose moves are worth the same: there is no order to find.

use std::cmp::Ordering;

use crate::ranks::Concord;
use crate::{Better, Case, Metric, Trust};

/// Kendall's tau-b between the heuristic's order and the true one.
#[derive(Clone, Copy, Debug)]
pub struct Kendall;

/// Spearman's rank correlation between the heuristic's order and the true one.
#[derive(Clone, Copy, Debug)]
pub struct Spearman;

/// The share of pairs in the wrong order, each weighted by what the two moves differ in worth.
#[derive(Clone, Copy, Debug)]
pub struct Inversions;

/// Discounted gain of the heuristic's order beside that of the true order.
///
/// A move gains what it is worth above the state's worst; the i-th place counts
/// 1/log2(i + 1). Tied moves share the places they fill.
#[derive(Clone, Copy, Debug)]
pub struct Ndcg;

/// Every pair of moves: how the truth orders it, how the heuristic does, and the gap in worth.
fn pairs<'a>(
    case: &'a Case<'_>,
    places: &'a [u32],
) -> impl Iterator<Item = (Ordering, Ordering, f64)> + 'a {
    (0..case.moves()).flat_map(move |i| {
        (0..i).map(move |j| {
            let (a, b) = (case.truth[i].value, case.truth[j].value);
            (in_order(a, b), places[i].cmp(&places[j]), (a - b).abs())
        })
    })
}

/// Where the heuristic puts every move.
fn places(case: &Case<'_>) -> Vec<u32> {
    case.guesses().map(|own| own.place).collect()
}

/// How two values stand that are numbers.
#[inline]
fn in_order(a: f64, b: f64) -> Ordering {
    i8::from(a > b).cmp(&i8::from(a < b))
}

fn all_equal(case: &Case<'_>) -> bool {
    let (low, high) = case.span();
    high <= low
}

impl Metric for Kendall {
    fn name(&self) -> String {
        "kendall".to_owned()
    }

    fn about(&self) -> String {
        "Kendall's tau-b between its order of the moves and the true one".to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Higher
    }

    fn trust(&self) -> Trust {
        Trust::No
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        let pairs = case.concord().unwrap_or_else(|| concord(*case));
        if pairs.in_first == 0 {
            return None;
        }
        // A heuristic that ties everything has found no order, right or wrong.
        Some(if pairs.in_second == 0 {
            0.0
        } else {
            let most = f64::from(pairs.in_first) * f64::from(pairs.in_second);
            f64::from(pairs.agreement) / most.sqrt()
        })
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        (!all_equal(case)).then_some(0.0)
    }

    #[inline(always)]
    fn score_and_chance(&self, case: &Case<'_>) -> (Option<f64>, Option<f64>) {
        // Where no pair is in order, all moves are worth the same.
        let score = self.score(case);
        (score, score.map(|_| 0.0))
    }
}

/// How the two orders of a state's moves agree, pair by pair; the truth's is the first.
#[inline(never)]
fn concord(case: Case<'_>) -> Concord {
    let mut concord = Concord::default();
    for (truth, guess, _) in pairs(&case, &places(&case)) {
        let (truth, guess) = (truth as i32, guess as i32);
        concord.agreement += truth * guess;
        concord.in_first += truth.unsigned_abs();
        concord.in_second += guess.unsigned_abs();
    }
    concord
}

impl Metric for Spearman {
    fn name(&self) -> String {
        "spearman".to_owned()
    }

    fn about(&self) -> String {
        "Spearman's rank correlation between its order of the moves and the true one".to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (-1.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Higher
    }

    fn trust(&self) -> Trust {
        Trust::No
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        if all_equal(case) {
            return None;
        }
        let count = case.moves();
        let truth = |i: usize, j: usize| case.truth[i].value.total_cmp(&case.truth[j].value);
        let places = places(case);
        let guess = |i: usize, j: usize| places[i].cmp(&places[j]);
        Some(correlation(&centred(count, truth), &centred(count, guess)))
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        (!all_equal(case)).then_some(0.0)
    }
}

/// Twice the rank of each move, ties shared, less twice the mean rank: moves below less moves above.
fn centred(count: usize, compare: impl Fn(usize, usize) -> Ordering) -> Vec<f64> {
    let one = |i: usize| (0..count).map(|j| f64::from(compare(i, j) as i8)).sum();
    (0..count).map(one).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let dot = |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| x * y).sum() };
    let scale = (dot(a, a) * dot(b, b)).sqrt();
    if scale == 0.0 { 0.0 } else { dot(a, b) / scale }
}

impl Metric for Inversions {
    fn name(&self) -> String {
        "inversions".to_owned()
    }

    fn about(&self) -> String {
        "the share of pairs of moves in the wrong order, weighted by what they differ in worth; a tie is half wrong".to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Lower
    }

    fn trust(&self) -> Trust {
        Trust::No
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        let (mut wrong, mut all) = (0.0, 0.0);
        for (truth, guess, gap) in pairs(case, &places(case)) {
            all += gap;
            wrong += gap * f64::from(1 - truth as i8 * guess as i8) / 2.0;
        }
        (all > 0.0).then(|| wrong / all)
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        (!all_equal(case)).then_some(0.5)
    }
}

fn discount(place: usize) -> f64 {
    1.0 / (place as f64 + 2.0).log2()
}

impl Ndcg {
    /// The gain of the true order.
    fn ideal(case: &Case<'_>) -> f64 {
        let low = case.span().0;
        let mut gains: Vec<f64> = case.truth.iter().map(|truth| truth.value - low).collect();
        gains.sort_by(|a, b| b.total_cmp(a));
        let placed = gains.iter().enumerate();
        placed.map(|(place, gain)| gain * discount(place)).sum()
    }
}

impl Metric for Ndcg {
    fn name(&self) -> String {
        "ndcg".to_owned()
    }

    fn about(&self) -> String {
        "normalised discounted cumulative gain: how far up the good moves stand in its order"
            .to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Higher
    }

    fn trust(&self) -> Trust {
        Trust::No
    }

    #[inline(always)]
    fn score(&self, case: &Case<'_>) -> Option<f64> {
        if all_equal(case) {
            return None;
        }
        let low = case.span().0;
        let guessed = places(case);
        let mut gain = 0.0;
        for (truth, place) in case.truth.iter().zip(&guessed) {
            let above = guessed.iter().filter(|own| *own > place).count();
            let level = guessed.iter().filter(|own| *own == place).count();
            let places: f64 = (above..above + level).map(discount).sum();
            gain += (truth.value - low) * places / level as f64;
        }
        Some(gain / Self::ideal(case))
    }

    #[inline(always)]
    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        if all_equal(case) {
            return None;
        }
        let low = case.span().0;
        let gains: f64 = case.truth.iter().map(|truth| truth.value - low).sum();
        let places: f64 = (0..case.moves()).map(discount).sum();
        Some(gains / case.moves() as f64 * places / Self::ideal(case))
    }
}
