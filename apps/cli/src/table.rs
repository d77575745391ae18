//! Plain tables: numbers to the right, words to the left.

/// Rows of cells under a heading, columns two blanks apart.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    /// Columns that hold words.
    words: Vec<usize>,
}

impl Table {
    /// A table; `words` are the columns to align left.
    pub(crate) fn new<const N: usize>(heading: [&str; N], words: &[usize]) -> Self {
        Self::headed(heading.map(str::to_string).to_vec(), words)
    }

    /// A table whose heading is not known before.
    pub(crate) fn headed(heading: Vec<String>, words: &[usize]) -> Self {
        Self {
            rows: vec![heading],
            words: words.to_vec(),
        }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as text; columns that are empty below their heading are left out.
    pub(crate) fn text(&self) -> String {
        let columns = self.rows[0].len();
        let used: Vec<usize> = (0..columns)
            .filter(|&column| self.rows[1..].iter().any(|row| !row[column].is_empty()))
            .collect();
        let length = |row: &Vec<String>, column: usize| row[column].chars().count();
        let width = |column| {
            self.rows
                .iter()
                .map(|row| length(row, column))
                .max()
                .unwrap_or(0)
        };
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for &column in &used {
                let cell = &row[column];
                let pad = " ".repeat(width(column) - length(row, column));
                line.push_str("  ");
                if self.words.contains(&column) {
                    line.push_str(cell);
                    line.push_str(&pad);
                } else {
                    line.push_str(&pad);
                    line.push_str(cell);
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// A whole number with thousands set apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(1_234_567), "1,234,567");
    }

    #[test]
    fn empty_columns_are_left_out() {
        let mut table = Table::new(["move", "plies", "value"], &[0]);
        table.row(["a1".to_string(), String::new(), "12".to_string()]);
        assert_eq!(table.text(), "  move  value\n  a1       12\n");
    }
}
