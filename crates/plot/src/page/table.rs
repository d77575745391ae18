//! Tables in Markdown, padded so that they can be read as they are.

/// Rows under a heading; the first column holds words, the others numbers.
///
/// ```
/// use plyscope_plot::page::table::Table;
///
/// let mut table = Table::new(["heuristic", "Elo"]);
/// table.row(["mobility".to_owned(), "+42".to_owned()]);
/// assert_eq!(table.text().lines().last(), Some("| mobility  | +42 |"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with a heading and no rows.
    pub fn new(heading: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            rows: vec![heading.into_iter().map(Into::into).collect()],
        }
    }

    /// Adds a row of as many cells.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as Markdown.
    #[must_use]
    pub fn text(&self) -> String {
        let columns = self.rows[0].len();
        let length = |row: &Vec<String>, column: usize| row[column].chars().count();
        let width = |column| self.rows.iter().map(|row| length(row, column)).max();
        let widths: Vec<usize> = (0..columns)
            .map(|own| width(own).unwrap_or(0).max(3))
            .collect();
        let mut lines: Vec<String> = Vec::new();
        for (number, row) in self.rows.iter().enumerate() {
            let padded = row.iter().enumerate().map(|(column, cell)| {
                let pad = " ".repeat(widths[column] - length(row, column));
                if column == 0 {
                    format!("{cell}{pad}")
                } else {
                    format!("{pad}{cell}")
                }
            });
            lines.push(format!("| {} |\n", padded.collect::<Vec<_>>().join(" | ")));
            if number == 0 {
                lines.push(rule(&widths));
            }
        }
        lines.concat()
    }
}

/// The line below the heading; colons put numbers to the right.
fn rule(widths: &[usize]) -> String {
    let part = |(column, width): (usize, &usize)| match column {
        0 => "-".repeat(width + 2),
        _ => "-".repeat(width + 1) + ":",
    };
    let parts: Vec<String> = widths.iter().enumerate().map(part).collect();
    format!("|{}|\n", parts.join("|"))
}

/// A number with as many digits as one reads: whole ones in groups, others with one decimal, huge ones as powers.
pub fn number(value: f64) -> String {
    if value.abs() >= 1e8 {
        return format!("{value:.3e}");
    }
    let tenths = (value * 10.0).round() / 10.0;
    let text = if tenths.fract() == 0.0 {
        format!("{tenths:.0}")
    } else {
        format!("{tenths:.1}")
    };
    grouped(&text)
}

/// A comma after every third digit before the point.
fn grouped(text: &str) -> String {
    let (whole, rest) = match text.find('.') {
        Some(point) => text.split_at(point),
        None => (text, ""),
    };
    let mut out = String::new();
    for (place, digit) in whole.chars().enumerate() {
        let left = whole.len() - place;
        if left.is_multiple_of(3) && out.ends_with(|last: char| last.is_ascii_digit()) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

/// A share in per cent, finer where it is small.
pub fn percent(share: f64) -> String {
    let value = 100.0 * share;
    if value != 0.0 && value < 1.0 {
        format!("{value:.2} %")
    } else {
        format!("{value:.1} %")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_at_a_glance() {
        let shown = [294_778.0, 886.666, 150.000_000_1, -1234.5, 0.0, 1.5e13].map(number);
        assert_eq!(
            shown,
            ["294,778", "886.7", "150", "-1,234.5", "0", "1.500e13"]
        );
        assert_eq!(
            [0.003, 0.25, 0.0].map(percent),
            ["0.30 %", "25.0 %", "0.0 %"]
        );
    }

    #[test]
    fn tables_are_padded() {
        let mut table = Table::new(["who", "errors"]);
        table.row(["minimax".to_owned(), "0".to_owned()]);
        let text = "| who     | errors |\n|---------|-------:|\n| minimax |      0 |\n";
        assert_eq!(table.text(), text);
    }
}
