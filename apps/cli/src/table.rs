//! Plain tables: numbers to the right, words to the left.

/// What a terminal shows in a line.
pub(crate) const WIDTH: usize = 80;

/// Rows of cells under a heading, columns two blanks apart.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    /// Columns that hold words.
    words: Vec<usize>,
    /// Whether the last column goes on in lines below where it is too long.
    is_wrapping: bool,
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
            is_wrapping: false,
        }
    }

    /// The same table, whose last column is text that goes on below where a line has no room for it.
    pub(crate) fn wrapping(self) -> Self {
        Self {
            is_wrapping: true,
            ..self
        }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// The table as text; columns that are empty below their heading are left out.
    ///
    /// Columns that a terminal would not show whole follow below, behind the names of the rows again.
    pub(crate) fn text(&self) -> String {
        let columns = self.rows[0].len();
        if self.is_wrapping {
            return self.wrapped_text(columns - 1);
        }
        let used: Vec<usize> = (0..columns)
            .filter(|&column| self.rows[1..].iter().any(|row| !row[column].is_empty()))
            .collect();
        let parts = self.parts(&used);
        let texts: Vec<String> = parts.iter().map(|part| self.text_of(part)).collect();
        texts.join("\n")
    }

    /// The columns up to the last one side by side, and that one beside them.
    fn wrapped_text(&self, last: usize) -> String {
        let before: Vec<usize> = (0..last).collect();
        let width: usize = before.iter().map(|&own| 2 + self.width(own)).sum();
        let margin = " ".repeat(width + 2);
        let sides = self.text_of(&before);
        let lines = sides.lines().zip(&self.rows).map(|(side, row)| {
            let lead = format!("{side:<width$}  ");
            hanging(&lead, &row[last], &margin) + "\n"
        });
        lines.collect()
    }

    /// Columns in groups that fit into a line, each with those up to the first of words.
    fn parts(&self, used: &[usize]) -> Vec<Vec<usize>> {
        let named = used.iter().position(|column| self.words.contains(column));
        let (names, others) = used.split_at(named.map_or(0, |place| place + 1));
        let width = |columns: &[usize]| {
            columns
                .iter()
                .map(|&own| 2 + self.width(own))
                .sum::<usize>()
        };
        let mut parts = vec![names.to_vec()];
        for &column in others {
            let part = parts.last_mut().expect("there is a part");
            if part.len() > names.len() && width(part) + 2 + self.width(column) > WIDTH {
                parts.push([names, &[column]].concat());
            } else {
                part.push(column);
            }
        }
        parts
    }

    fn width(&self, column: usize) -> usize {
        let widths = self.rows.iter().map(|row| row[column].chars().count());
        widths.max().unwrap_or(0)
    }

    fn text_of(&self, columns: &[usize]) -> String {
        let mut text = String::new();
        for row in &self.rows {
            let mut line = String::new();
            for &column in columns {
                let cell = &row[column];
                let pad = " ".repeat(self.width(column) - cell.chars().count());
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

/// Text in lines that a terminal shows whole, each behind `margin`.
pub(crate) fn wrapped(text: &str, margin: &str) -> String {
    hanging(margin, text, margin)
}

/// Text behind `lead` that goes on behind `margin` in the lines below.
pub(crate) fn hanging(lead: &str, text: &str, margin: &str) -> String {
    let mut lines = vec![lead.to_owned()];
    let mut is_empty = true;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(format!("{margin}{word}"));
            continue;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    lines.join("\n")
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

    #[test]
    fn a_table_too_wide_for_a_terminal_goes_on_below() {
        let heading = ["", "name", "one", "two"].map(str::to_string).to_vec();
        let mut table = Table::headed(heading, &[1]);
        table.row(["1".into(), "agent".into(), "x".repeat(40), "y".repeat(40)]);
        let text = table.text();
        assert!(
            text.lines().all(|line| line.chars().count() <= WIDTH),
            "{text}"
        );
        assert_eq!(text.matches("1  agent").count(), 2, "{text}");
        assert!(text.contains(&"y".repeat(40)), "{text}");
    }

    #[test]
    fn a_last_column_of_text_goes_on_below() {
        let mut table = Table::new(["name", "about"], &[0, 1]).wrapping();
        table.row(["short".into(), "word ".repeat(30)]);
        let text = table.text();
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
        assert_eq!(lines[0], "  name   about");
        assert!(lines[1].starts_with("  short  word word"), "{text}");
        assert!(lines[2].starts_with("         word"), "{text}");
    }

    #[test]
    fn words_are_put_into_lines_that_a_terminal_shows_whole() {
        let text = wrapped(&"word ".repeat(50), "  ");
        assert!(
            text.lines()
                .all(|line| line.len() <= WIDTH && line.starts_with("  w"))
        );
        assert_eq!(text.split_whitespace().count(), 50);
        let text = hanging("name  ", &"word ".repeat(50), "      ");
        let mut lines = text.lines();
        assert!(lines.next().expect("a line").starts_with("name  word word"));
        assert!(lines.all(|line| line.len() <= WIDTH && line.starts_with("      w")));
    }
}
