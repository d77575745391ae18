//! Two weights per feature, one for the beginning of the game and one for its end.

use crate::Rows;

/// What the name of a feature ends with where its weight is that at the end.
pub const LATE: &str = "@late";

/// Rows in which every feature stands twice: times 1 − phase, and times the phase.
///
/// A weight of such a row is one end of a straight line along the phase, so
/// that any linear fit learns tapered weights.
pub struct Tapered<'a, R: ?Sized> {
    rows: &'a R,
    phases: &'a [f64],
    names: Vec<String>,
}

impl<'a, R: Rows + ?Sized> Tapered<'a, R> {
    /// Rows with the phase of each, from 0 (the beginning) to 1 (the end).
    pub fn new(rows: &'a R, phases: &'a [f64]) -> Self {
        let early = rows.names().iter().cloned();
        let late = rows.names().iter().map(|own| format!("{own}{LATE}"));
        Self {
            names: early.chain(late).collect(),
            rows,
            phases,
        }
    }
}

impl<R: Rows + ?Sized> Rows for Tapered<'_, R> {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self) -> usize {
        self.rows.count()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let (early, late) = row.split_at_mut(self.names.len() / 2);
        let value = self.rows.read(index, early);
        let phase = self.phases[index];
        for (early, late) in early.iter_mut().zip(late) {
            *late = *early * phase;
            *early *= 1.0 - phase;
        }
        value
    }

    fn groups(&self) -> usize {
        self.rows.groups()
    }

    fn group(&self, index: usize) -> usize {
        self.rows.group(index)
    }
}
