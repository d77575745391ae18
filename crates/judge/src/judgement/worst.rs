//! Where a heuristic goes wrong: what its choice costs, and the states where it costs most.

use super::{Describe, Worst, WorstMove};
use crate::metrics::sampling::Sampling;
use crate::{Guess, Guesses, TruthRow, Truths};

/// What the choice costs in every state, in points; equal favourites share.
pub(super) fn regrets(truths: &Truths, guesses: &Guesses) -> Vec<f64> {
    let states = truths.rows.iter().enumerate();
    states.map(|(at, row)| cost(row, &guesses.of(at))).collect()
}

fn cost(row: &TruthRow, guess: &[Guess]) -> f64 {
    let values = row.truth().iter().map(|truth| truth.value);
    let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
    let chosen = Sampling::Argmax.probabilities(guess);
    let got: f64 = values.zip(chosen).map(|(value, share)| value * share).sum();
    most - got
}

/// The states that cost most; of equal ones those where the right move is rated lowest, then the earlier.
pub(super) fn worst(
    truths: &Truths,
    guesses: &Guesses,
    most: usize,
    describe: Describe<'_>,
) -> Vec<Worst> {
    let mut order: Vec<(f64, f64, usize)> = truths
        .rows
        .iter()
        .enumerate()
        .map(|(at, row)| {
            let guess = guesses.of(at);
            (cost(row, &guess), depth_of_error(row, &guess), at)
        })
        .filter(|own| own.0 > 0.0)
        .collect();
    order.sort_by(|a, b| {
        let by_cost = b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1));
        by_cost.then(a.2.cmp(&b.2))
    });
    order.truncate(most);
    let one = |(cost, _, at): (f64, f64, usize)| {
        shown(&truths.rows[at], &guesses.of(at), at, cost, describe)
    };
    order.into_iter().map(one).collect()
}

/// The share of moves that the heuristic puts above the best right one.
fn depth_of_error(row: &TruthRow, guess: &[Guess]) -> f64 {
    let right = row.best.iter().zip(guess).filter(|(best, _)| **best);
    let highest = right.map(|(_, own)| own.place).max().unwrap_or(0);
    let above = guess.iter().filter(|own| own.place > highest).count();
    above as f64 / guess.len() as f64
}

fn shown(row: &TruthRow, guess: &[Guess], at: usize, cost: f64, describe: Describe<'_>) -> Worst {
    let described = describe(at);
    let first = guess.iter().map(|own| own.place).max();
    let mv = |(index, (text, cell)): (usize, (String, Option<(usize, usize)>))| WorstMove {
        mv: text,
        cell,
        truth: row.truth()[index].value,
        guess: Some(guess[index].value).filter(|value| value.is_finite()),
        proved: guess[index].proved,
        decided: guess[index].decided,
        chosen: Some(guess[index].place) == first,
        best: row.best[index],
    };
    Worst {
        state_id: row.state_id,
        ply: row.ply,
        player: row.player.0,
        state: described.state,
        board: described.board,
        moves: described.moves.into_iter().enumerate().map(mv).collect(),
        cost,
    }
}
