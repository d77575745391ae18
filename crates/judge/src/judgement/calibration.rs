//! Values on the game's points: brought there if need be, and held against what came of them.

use super::Calibrated;
use crate::classes::cross_classified;
use crate::metrics::category;
use crate::{Guess, Guesses, Pair, TruthRow, Truths, band, cross_fitted};

/// Bins of a calibration curve, of about as many moves each.
const BINS: usize = 10;

/// Puts every value on the game's points; says whether there were estimates, for which a map
/// had to be fitted.
pub fn on_points(truths: &Truths, guesses: &mut Guesses, seed: u64) -> bool {
    let values = truths.rows.iter().flat_map(TruthRow::truth);
    let mut all = guesses.pair(values.map(|truth| truth.value));
    let rows = truths.rows.iter();
    let pairs: Vec<Vec<Pair>> = rows
        .map(|row| all.by_ref().take(row.truth().len()).collect())
        .collect();
    drop(all);
    guesses.set_points(cross_fitted(&pairs, seed).concat());
    if truths.on_points() {
        guesses.set_classes(cross_classified(&pairs, seed).concat());
    }
    pairs.iter().flatten().any(|pair| !pair.proved)
}

/// What is guessed and what is true of every move; nothing where the truth is not on points.
fn moves<'a>(truths: &'a Truths, guesses: &'a Guesses) -> impl Iterator<Item = (Guess, f64)> + 'a {
    let states = truths.rows.iter().enumerate();
    let states = states.filter(|_| truths.on_points());
    states.flat_map(|(at, row)| {
        let pairs = guesses.of(at).into_iter().zip(row.truth());
        pairs.map(|(guess, truth)| (guess, truth.value))
    })
}

/// The calibration curve of estimates; moves of equal guess are never parted.
pub(super) fn calibration(truths: &Truths, guesses: &Guesses) -> Vec<Calibrated> {
    let guessed = |guess: &Guess| {
        if guesses.on_points {
            Some(guess.value)
        } else {
            guess.points
        }
    };
    let estimates = moves(truths, guesses).filter(|(guess, _)| !guess.proved && !guess.decided);
    let mut pairs: Vec<(f64, f64)> = estimates
        .filter_map(|(guess, truth)| Some((guessed(&guess).filter(|own| own.is_finite())?, truth)))
        .collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut rest = &pairs[..];
    let mut curve = Vec::new();
    for left in (1..=BINS).rev() {
        let wanted = rest.len().div_ceil(left);
        let Some(last) = wanted.checked_sub(1).map(|at| rest[at].0) else {
            break;
        };
        let end = rest.partition_point(|pair| pair.0 <= last);
        let (bin, later) = rest.split_at(end);
        rest = later;
        let truth: Vec<f64> = bin.iter().map(|pair| pair.1).collect();
        let Some(band) = band(&truth, truths.points) else {
            break;
        };
        curve.push(Calibrated {
            guessed: bin.iter().map(|pair| pair.0).sum::<f64>() / bin.len() as f64,
            truth: band.mean,
            low: (!truths.whole).then_some(band.low),
            high: (!truths.whole).then_some(band.high),
            moves: bin.len(),
        });
    }
    curve
}

/// Moves by true and guessed category, each in the order win, draw, loss.
pub(super) fn confusion(truths: &Truths, guesses: &Guesses) -> [[u64; 3]; 3] {
    let mut counts = [[0; 3]; 3];
    let place = |category: i8| (1 - category) as usize;
    for (guess, truth) in moves(truths, guesses) {
        if let Some(guessed) = guess.category() {
            counts[place(category(truth))][place(guessed)] += 1;
        }
    }
    counts
}
