//! The strength of the penalty by the loss on rows that were left out.

use plyscope_game::Error;
use serde::Serialize;

use super::pass::{Which, slope};
use super::solve::Penalised;
use super::table::ResultTable;

/// Strengths that are tried: half powers of ten.
const TRIED: std::ops::RangeInclusive<i32> = -10..=0;

/// The loss on unseen rows for each strength that was tried.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LossCurve {
    /// Parts that were left out in turn.
    pub folds: usize,
    /// From weak to strong.
    pub points: Vec<LossPoint>,
}

/// What one strength gives on unseen rows.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LossPoint {
    /// The strength of the penalty.
    pub strength: f64,
    /// The mean cross entropy of unseen rows.
    pub loss: f64,
}

impl LossCurve {
    /// The point of least loss; the stronger of two that are alike.
    pub fn best(&self) -> &LossPoint {
        self.points
            .iter()
            .rev()
            .min_by(|a, b| a.loss.total_cmp(&b.loss))
            .expect("a curve has points")
    }
}

/// The curve over all strengths.
///
/// The parts are alike, so the curvature of all rows serves for each: a fit to
/// all parts but one then takes a few passes for the slope alone. Where they are not alike, as with few
/// rows, Newton's method goes the rest of the way. The features' deviations, in which the penalty is
/// measured, are those of all rows.
///
/// # Errors
/// When there are not two groups to part.
pub(super) fn curve(
    table: &ResultTable,
    spreads: &[f64],
    start: &[f64],
) -> Result<LossCurve, Error> {
    let folds = (0..table.folds).filter(|fold| table.blocks.iter().any(|own| own.fold == *fold));
    let folds: Vec<usize> = folds.collect();
    if folds.len() < 2 {
        let what = "cross-validation has nothing to leave out";
        let hint = "give positions of two games or more, or a penalty by --strength 0.001";
        return Err(Error::unsuited(what, hint));
    }
    let mut points = Vec::new();
    let mut weights = start.to_vec();
    for half in TRIED.rev() {
        let strength = 10_f64.powf(f64::from(half) / 2.0);
        let penalised = |which| Penalised {
            table,
            which,
            strength,
            spreads,
        };
        let whole = penalised(Which::All).solve(&weights);
        weights.clone_from(&whole.weights);
        let (mut loss, mut rows) = (0.0, 0.0);
        for fold in &folds {
            let own = penalised(Which::Without(*fold)).without(&whole);
            let unseen = slope(table, Which::Only(*fold), &own);
            loss += unseen.loss * unseen.rows;
            rows += unseen.rows;
        }
        points.push(LossPoint {
            strength,
            loss: loss / rows,
        });
    }
    points.reverse();
    Ok(LossCurve {
        folds: folds.len(),
        points,
    })
}
