//! Tables of shaded cells: heat maps and confusion matrices.

use crate::axis::Axis;
use crate::palette::LIGHT;
use crate::sheet::{EDGE, LABEL, Letters, NAME, Sheet, TICK};
use crate::style::{LIGHT_INK, LIGHT_PAPER};
use crate::svg::{Tag, close};
use crate::text::fit;

/// Values in rows and columns.
///
/// The horizontal axis of the chart names the columns, the vertical one the
/// rows; whether values are percentages is the heat map's own affair.
#[derive(Clone, PartialEq, Debug)]
pub struct Heat {
    rows: Vec<String>,
    columns: Vec<String>,
    values: Vec<Vec<f64>>,
    notes: Vec<Vec<String>>,
    percent: bool,
    by_row: bool,
    diverging: bool,
}

/// No cell is wider, however much room there is.
const WIDEST: f64 = 130.0;

impl Heat {
    /// A table; a value that is missing or not finite is an empty cell.
    pub fn new<R: Into<String>, C: Into<String>>(
        rows: impl IntoIterator<Item = R>,
        columns: impl IntoIterator<Item = C>,
        values: impl IntoIterator<Item = Vec<f64>>,
    ) -> Self {
        Self {
            rows: rows.into_iter().map(Into::into).collect(),
            columns: columns.into_iter().map(Into::into).collect(),
            values: values.into_iter().collect(),
            notes: Vec::new(),
            percent: false,
            by_row: false,
            diverging: false,
        }
    }

    /// Values are shares.
    #[must_use]
    pub fn percent(mut self) -> Self {
        self.percent = true;
        self
    }

    /// Shades compare within a row, as in a confusion matrix of unequal classes.
    #[must_use]
    pub fn by_row(mut self) -> Self {
        self.by_row = true;
        self
    }

    /// Negative values get another colour than positive ones.
    #[must_use]
    pub fn diverging(mut self) -> Self {
        self.diverging = true;
        self
    }

    /// A second line in each cell, such as the count behind a share.
    #[must_use]
    pub fn notes(mut self, notes: impl IntoIterator<Item = Vec<String>>) -> Self {
        self.notes = notes.into_iter().collect();
        self
    }

    pub(crate) fn size(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }

    fn value(&self, row: usize, column: usize) -> Option<f64> {
        let value = *self.values.get(row)?.get(column)?;
        value.is_finite().then_some(value)
    }

    fn note(&self, row: usize, column: usize) -> Option<&str> {
        Some(self.notes.get(row)?.get(column)?.as_str())
    }

    /// How dark a cell is, from 0 to 1: 0 at zero or, where all is positive and far from it, at the least value.
    fn shade(&self, row: usize, column: usize) -> Option<f64> {
        let value = self.value(row, column)?;
        let rows = if self.by_row {
            row..row + 1
        } else {
            0..self.rows.len()
        };
        let cells = rows.flat_map(|row| (0..self.columns.len()).map(move |column| (row, column)));
        let values: Vec<f64> = cells
            .filter_map(|(row, column)| self.value(row, column))
            .collect();
        let most = values.iter().copied().fold(f64::MIN, f64::max);
        let least = values.iter().copied().fold(f64::MAX, f64::min);
        let (from, to) = if self.diverging {
            (0.0, most.abs().max(least.abs()))
        } else {
            (least.min(0.0), most)
        };
        let part = (value - from).abs() / (to - from).abs();
        Some(if part.is_finite() { part.min(1.0) } else { 0.0 })
    }

    pub(crate) fn draw(&self, sheet: &mut Sheet, x: &Axis, y: &Axis) {
        let (rows, columns) = self.size();
        let names = self.rows.iter().map(|name| LABEL.width(name));
        let left = EDGE + (names.fold(0.0, f64::max) + 10.0).min(sheet.width * 0.4);
        let left = left
            .max(EDGE + NAME.width(&y.caption()) + 26.0)
            .min(sheet.width * 0.45);
        let room = (sheet.width - EDGE - left) / columns.max(1) as f64;
        let width = room.min(WIDEST);
        let height = if self.notes.is_empty() { 30.0 } else { 40.0 };
        axis_names(sheet, left, x, y);
        self.column_names(sheet, left, width);
        let top = sheet.y;
        for row in 0..rows {
            let y = top + row as f64 * height;
            let name = fit(&self.rows[row], LABEL.size, left - EDGE - 8.0);
            LABEL
                .anchored("end")
                .write(&mut sheet.out, left - 8.0, y + height / 2.0 + 4.0, &name);
            for column in 0..columns {
                let x = left + column as f64 * width;
                self.cell(&mut sheet.out, (row, column), (x, y), (width, height));
            }
        }
        if rows == 0 || columns == 0 {
            TICK.write(&mut sheet.out, EDGE, sheet.y + 14.0, "no data");
            sheet.y += 20.0;
        }
        sheet.y = sheet.y.max(top + rows as f64 * height) + 4.0;
    }

    fn column_names(&self, sheet: &mut Sheet, left: f64, width: f64) {
        sheet.y += 18.0;
        for (column, name) in self.columns.iter().enumerate() {
            let middle = left + (column as f64 + 0.5) * width;
            let name = fit(name, LABEL.size, width - 2.0);
            LABEL
                .anchored("middle")
                .write(&mut sheet.out, middle, sheet.y - 5.0, &name);
        }
    }

    fn cell(
        &self,
        out: &mut String,
        (row, column): (usize, usize),
        (x, y): (f64, f64),
        (width, height): (f64, f64),
    ) {
        let Some((value, shade)) = self.value(row, column).zip(self.shade(row, column)) else {
            return;
        };
        let axis = Axis {
            percent: self.percent,
            ..Axis::default()
        };
        let text = axis.value(value);
        let note = self.note(row, column);
        let below_zero = self.diverging && value < 0.0;
        let (class, fill) = if below_zero {
            ("pp-cold", LIGHT[1])
        } else {
            ("pp-heat", LIGHT[0])
        };
        Tag::new("g").data("data-value", value).open(out);
        let own = note.map_or(String::new(), |note| format!(" ({note})"));
        let title = format!("{}, {}: {text}{own}", self.rows[row], self.columns[column]);
        Tag::new("rect")
            .num("x", x + 0.75)
            .num("y", y + 0.75)
            .num("width", width - 1.5)
            .num("height", height - 1.5)
            .attr("rx", "2")
            .attr("class", class)
            .attr("fill", fill)
            .num("fill-opacity", 0.05 + 0.9 * shade)
            .titled(out, &title);
        let letters = TICK.anchored("middle");
        let middle = (x + width / 2.0, y + height / 2.0);
        // Where both inks read equally well, on light paper as on dark.
        let dark = shade > 0.7;
        if letters.width(&text) < width {
            let up = if note.is_some() { 1.0 } else { -4.0 };
            inside(out, letters, (middle.0, middle.1 - up), &text, dark);
        }
        let small = Letters {
            size: 9.5,
            ..letters
        };
        if let Some(note) = note.filter(|note| small.width(note) < width) {
            inside(out, small, (middle.0, middle.1 + 12.0), note, dark);
        }
        close(out, "g");
    }
}

/// The names above the columns and above the names of the rows.
fn axis_names(sheet: &mut Sheet, left: f64, x: &Axis, y: &Axis) {
    let (x, y) = (x.caption(), y.caption());
    if x.is_empty() && y.is_empty() {
        return;
    }
    sheet.y += 18.0;
    if !x.is_empty() {
        NAME.write(&mut sheet.out, left, sheet.y - 5.0, &format!("{x} →"));
    }
    if !y.is_empty() {
        NAME.anchored("end").write(
            &mut sheet.out,
            left - 8.0,
            sheet.y + 13.0,
            &format!("{y} ↓"),
        );
    }
}

/// Text on a cell, in paper's colour if the cell is dark.
fn inside(out: &mut String, letters: Letters, (x, y): (f64, f64), text: &str, dark: bool) {
    let (class, fill) = if dark {
        ("pp-paper", LIGHT_PAPER)
    } else {
        ("pp-ink", LIGHT_INK)
    };
    Tag::new("text")
        .num("x", x)
        .num("y", y)
        .attr("class", class)
        .num("font-size", letters.size)
        .attr("fill", fill)
        .attr("text-anchor", "middle")
        .attr("pointer-events", "none")
        .text(out, text);
}
