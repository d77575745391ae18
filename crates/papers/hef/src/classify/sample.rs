//! What a classifier sees of a move, and what it should say.

use plyscope_judge::metrics::category;

use crate::data::{Data, total, visits};

/// Loss, draw, win: 0, 1, 2.
pub(super) type Class = usize;

/// How many classes there are.
pub(super) const CLASSES: usize = 3;

/// The numbers a classifier sees: q, n, total n, depth.
pub(super) const FEATURES: usize = 4;

/// A move with what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    /// The number of its state.
    pub(super) state: usize,
    /// q, n, total n and depth, as HEF's classifiers saw them.
    pub(super) features: [f64; FEATURES],
    /// What the move is truly worth.
    pub(super) class: Class,
}

/// Every move of every state, in order.
pub(super) fn samples(data: &Data, source: usize) -> Vec<Sample> {
    let rows = data.exact.rows.iter();
    let rows = rows.zip(&data.sampled[source].truths.rows).enumerate();
    rows.flat_map(|(state, (truth, own))| {
        let total = total(own) as f64;
        let ply = f64::from(own.ply);
        let moves = truth.truth().iter().zip(own.truth());
        moves.map(move |(truth, own)| Sample {
            state,
            features: [own.value, visits(own) as f64, total, ply],
            class: (category(truth.value) + 1) as Class,
        })
    })
    .collect()
}

/// How many of each class there are.
pub(super) fn counts<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> [usize; CLASSES] {
    let mut counts = [0; CLASSES];
    for sample in samples {
        counts[sample.class] += 1;
    }
    counts
}

/// The class that occurs most; of equals the lower.
pub(super) fn most(counts: &[usize; CLASSES]) -> Class {
    let top = counts.iter().copied().max().unwrap_or(0);
    counts.iter().position(|own| *own == top).unwrap_or(0)
}
