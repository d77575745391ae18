//! The last lines that a process wrote to its standard error.

/// Lines that are told.
const LINES: usize = 8;
/// Bytes that are kept: some lines are long.
const BYTES: usize = 4096;

/// The end of a text that may be endless.
#[derive(Default)]
pub(crate) struct LastWords(Vec<u8>);

impl LastWords {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
        if self.0.len() > 2 * BYTES {
            self.0.drain(..self.0.len() - BYTES);
        }
    }

    /// The last lines, each indented; nothing if there are none.
    pub(crate) fn told(&self) -> Option<String> {
        let kept = &self.0[self.0.len().saturating_sub(BYTES)..];
        let text = String::from_utf8_lossy(kept);
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        let last = &lines[lines.len().saturating_sub(LINES)..];
        let printable = |line: &&str| {
            let letters = line.chars().filter(|letter| !letter.is_control());
            format!("\n  {}", letters.collect::<String>())
        };
        let told: String = last.iter().map(printable).collect();
        (!told.is_empty()).then_some(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_end_is_kept() {
        let mut words = LastWords::default();
        assert_eq!(words.told(), None);
        for number in 0..10_000 {
            words.add(format!("line {number}\n").as_bytes());
        }
        let told = words.told().expect("there were lines");
        assert_eq!(told.lines().count(), LINES + 1);
        assert!(told.ends_with("\n  line 9999"), "{told}");
        words.add(b"\n\x1b[31mred\n\xff\n");
        assert!(
            words
                .told()
                .expect("there were lines")
                .contains("\n  [31mred\n")
        );
    }
}
