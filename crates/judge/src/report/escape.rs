//! Text from outside made safe: names, specs and paths may hold anything.

use serde::Serialize;

/// Text that is safe in content and in attributes with double quotes.
pub(super) fn text(raw: &str) -> String {
    let mut safe = String::with_capacity(raw.len());
    for letter in raw.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(letter),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

/// Data for a script element. Only `<` could end it or open a comment, and JSON may spell it otherwise.
pub(super) fn json(data: &impl Serialize) -> String {
    let plain = serde_json::to_string(data).expect("a judgement has only names for keys");
    plain.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::{json, text};

    #[test]
    fn text_cannot_leave_its_place() {
        assert_eq!(
            text("<b a=\"1\">'&\u{7}"),
            "&lt;b a=&quot;1&quot;&gt;&#39;&amp; "
        );
    }

    #[test]
    fn data_cannot_end_their_script_and_read_back_the_same() {
        let raw = "</script><!-- <script>";
        let safe = json(&raw);
        assert!(!safe.contains('<'));
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), raw);
    }
}
