//! Writing SVG: tags with attributes, and escaping.

use crate::number::{coordinate, exact};

/// A tag in the making.
pub(crate) struct Tag {
    name: &'static str,
    text: String,
}

impl Tag {
    /// A tag without attributes yet.
    pub(crate) fn new(name: &'static str) -> Self {
        Self {
            name,
            text: format!("<{name}"),
        }
    }

    /// With an attribute; the value is escaped.
    pub(crate) fn attr(mut self, key: &str, value: &str) -> Self {
        self.text.extend([" ", key, "=\"", &escape(value), "\""]);
        self
    }

    /// With a coordinate or length.
    pub(crate) fn num(self, key: &str, value: f64) -> Self {
        self.attr(key, &coordinate(value))
    }

    /// With a number that programs read, if it is one.
    pub(crate) fn data(self, key: &str, value: f64) -> Self {
        if value.is_finite() {
            self.attr(key, &exact(value))
        } else {
            self
        }
    }

    /// Writes it as an element without content.
    pub(crate) fn empty(self, out: &mut String) {
        out.push_str(&self.text);
        out.push_str("/>\n");
    }

    /// Writes it with text inside.
    pub(crate) fn text(self, out: &mut String, inside: &str) {
        let name = self.name;
        out.extend([&self.text, ">", &escape(inside), "</", name, ">\n"]);
    }

    /// Writes it with a title, which browsers show when the pointer is over it.
    pub(crate) fn titled(self, out: &mut String, title: &str) {
        let (name, title) = (self.name, escape(title));
        out.extend([&self.text, "><title>", &title, "</title></", name, ">\n"]);
    }

    /// Writes its beginning; what follows is inside until [`close`].
    pub(crate) fn open(self, out: &mut String) {
        out.push_str(&self.text);
        out.push_str(">\n");
    }
}

/// Ends an element begun by [`Tag::open`].
pub(crate) fn close(out: &mut String, name: &str) {
    out.extend(["</", name, ">\n"]);
}

/// Text that is safe in content and attributes. Characters that XML forbids become blanks.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' => safe.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::{Tag, escape};

    #[test]
    fn text_cannot_break_out_of_its_place() {
        assert_eq!(escape("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
        assert_eq!(escape("bell\u{7}"), "bell ");
    }

    #[test]
    fn numbers_that_are_none_leave_no_attribute() {
        let mut out = String::new();
        Tag::new("circle")
            .num("cx", -0.0)
            .data("data-y", f64::NAN)
            .data("data-x", 0.1)
            .empty(&mut out);
        assert_eq!(out, "<circle cx=\"0\" data-x=\"0.1\"/>\n");
    }
}
