//! How wide text will be, without asking a font.
//!
//! The reader's system chooses the font, so widths are those of a common sans
//! serif with a margin; they serve to leave room, not to justify.

/// Widths of the characters from space to `~` in thousandths of the font size.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
    556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
    1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
    667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
    333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
    556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Other system fonts run wider than the one of the table.
const MARGIN: f64 = 1.1;

/// The width of a line of text at a font size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let thousandths: u32 = text.chars().map(char_width).sum();
    f64::from(thousandths) / 1000.0 * size * MARGIN
}

fn char_width(letter: char) -> u32 {
    let code = letter as u32;
    match code {
        0x20..=0x7e => u32::from(WIDTHS[code as usize - 0x20]),
        // Combining marks sit on the letter before.
        0x300..=0x36f => 0,
        // East Asian letters and pictures fill a square.
        0x1100..=0x11ff | 0x2e80..=0xd7ff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x1f000.. => 1000,
        _ => 600,
    }
}

/// The text, or as much of its beginning as fits, with an ellipsis.
pub(crate) fn fit(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_string();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if width(&kept, size) + width("…", size) > room {
            kept.pop();
            break;
        }
    }
    kept.trim_end().to_string() + "…"
}

/// The text in lines that fit, broken at blanks; a word too long for a line is cut.
pub(crate) fn wrap(text: &str, size: f64, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match longer {
            Some(longer) if width(&longer, size) <= room => {
                lines.pop();
                lines.push(longer);
            }
            _ => lines.push(fit(word, size, room)),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{fit, width, wrap};

    #[test]
    fn wide_letters_are_wider() {
        assert!(width("WWW", 12.0) > width("iii", 12.0));
        assert!(width("棋", 12.0) > width("a", 12.0));
        assert!((width("", 12.0)).abs() < 1e-9);
    }

    #[test]
    fn text_that_does_not_fit_is_cut_and_says_so() {
        assert_eq!(fit("short", 10.0, 100.0), "short");
        let cut = fit("a name that is much too long", 10.0, 60.0);
        assert!(cut.ends_with('…'));
        assert!(width(&cut, 10.0) <= 60.0);
    }

    #[test]
    fn every_wrapped_line_fits() {
        let text = "Expected score of the move that each heuristic likes best, by ply";
        let lines = wrap(text, 12.0, 120.0);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| width(line, 12.0) <= 120.0));
        assert_eq!(lines.join(" "), text);
        assert!(wrap("  ", 12.0, 100.0).is_empty());
    }
}
