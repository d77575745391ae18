//! Rows of numbers with a value each.

use crate::Error;

/// Rows that are made when they are asked for, always the same.
///
/// A fit asks for each row two times and from several threads.
pub trait Rows: Sync {
    /// The names of the columns.
    fn names(&self) -> &[String];

    /// How many rows there are.
    fn count(&self) -> usize;

    /// Overwrites `row`, one number per column, with the numbers of row `index`; gives its value.
    fn read(&self, index: usize, row: &mut [f64]) -> f64;

    /// How many groups of rows there are that are not independent of each other.
    fn groups(&self) -> usize {
        self.count()
    }

    /// The group of a row, below [`Self::groups`]; the rows of a group stand together.
    ///
    /// Cross-validation does not tear groups apart, and standard errors take
    /// a group for one observation.
    fn group(&self, index: usize) -> usize {
        index
    }
}

/// Rows that lie in memory.
#[derive(Clone, PartialEq, Debug)]
pub struct NumberTable {
    names: Vec<String>,
    numbers: Vec<f64>,
    values: Vec<f64>,
}

impl NumberTable {
    /// Numbers row by row, and a value for each row.
    ///
    /// # Errors
    /// When there are not as many numbers as names times values.
    pub fn new(names: Vec<String>, numbers: Vec<f64>, values: Vec<f64>) -> Result<Self, Error> {
        if names.len() * values.len() == numbers.len() {
            return Ok(Self {
                names,
                numbers,
                values,
            });
        }
        let what = format!(
            "{} numbers are no table of {} rows and {} columns",
            numbers.len(),
            values.len(),
            names.len()
        );
        Err(Error::unsuited(what, "give a number for every cell"))
    }
}

impl Rows for NumberTable {
    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self) -> usize {
        self.values.len()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let width = self.names.len();
        row.copy_from_slice(&self.numbers[index * width..(index + 1) * width]);
        self.values[index]
    }
}
