//! How wide text will be, without asking a font.
//!
//! The reader's system chooses the font, so widths are those of the widest
//! common sans serif; they serve to leave room, not to justify.

/// Widths of the characters from space to `~` in thousandths of the font size: `DejaVu Sans`,
/// which Linux desktops take for `system-ui`. Others run up to a fifth narrower.
#[rustfmt::skip]
const WIDTHS: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// How much wider bold letters are.
pub(crate) const BOLD: f64 = 1.15;

/// The width of a line of text at a font size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let thousandths: u32 = text.chars().map(char_width).sum();
    f64::from(thousandths) / 1000.0 * size
}

fn char_width(letter: char) -> u32 {
    let code = letter as u32;
    match code {
        0x20..=0x7e => u32::from(WIDTHS[code as usize - 0x20]),
        // Combining marks sit on the letter before.
        0x300..=0x36f => 0,
        // The ellipsis, East Asian letters and pictures fill a square.
        0x2026
        | 0x1100..=0x11ff
        | 0x2e80..=0xd7ff
        | 0xf900..=0xfaff
        | 0xff00..=0xffef
        | 0x1f000.. => 1000,
        // Arrows and signs are the widest of what else is used.
        _ => 838,
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
