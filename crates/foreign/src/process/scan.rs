//! Reading JSON where it comes fast: answers of a known form, hundreds of numbers each.

use plyscope_game::Value;

/// How deep unknown fields may nest.
const DEEPEST: u32 = 64;

/// What is wrong with a number.
pub(super) enum NoNumber {
    /// There is none.
    Missing,
    /// It is written like one, but is none that can be computed with.
    Strange(String),
}

/// A place in a line of JSON.
pub(super) struct Scan<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scan<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next byte that is no blank, left where it is.
    pub(super) fn peek(&mut self) -> Option<u8> {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    /// Whether the next byte that is no blank is this one, which is then passed.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let is_it = self.peek() == Some(byte);
        self.at += usize::from(is_it);
        is_it
    }

    /// A string as it is written, its quotes included.
    pub(super) fn string(&mut self) -> Option<&'a [u8]> {
        if self.peek() != Some(b'"') {
            return None;
        }
        let begin = self.at;
        self.at += 1;
        loop {
            match self.bytes.get(self.at)? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.bytes.get(begin..self.at)
    }

    /// A number that can be computed with.
    pub(super) fn number(&mut self) -> Result<Value, NoNumber> {
        let word = self.word();
        let value = word.parse::<Value>();
        let begins_well = matches!(word.as_bytes(), [b'-', b'0'..=b'9', ..] | [b'0'..=b'9', ..]);
        match value {
            Ok(value) if value.is_finite() && begins_well => Ok(value),
            _ if word.is_empty() => Err(NoNumber::Missing),
            _ => Err(NoNumber::Strange(word.to_string())),
        }
    }

    /// A whole number.
    pub(super) fn count(&mut self) -> Option<u64> {
        self.word().parse().ok()
    }

    /// Passes any value; false if there is none.
    pub(super) fn skip(&mut self) -> bool {
        self.skip_to(DEEPEST)
    }

    fn skip_to(&mut self, depth: u32) -> bool {
        match self.peek() {
            Some(b'"') => self.string().is_some(),
            Some(b'[') if depth > 0 => self.skip_list(b'[', b']', depth - 1),
            Some(b'{') if depth > 0 => self.skip_list(b'{', b'}', depth - 1),
            _ => !self.word().is_empty(),
        }
    }

    fn skip_list(&mut self, open: u8, close: u8, depth: u32) -> bool {
        self.take(open);
        if self.take(close) {
            return true;
        }
        loop {
            if open == b'{' && (self.string().is_none() || !self.take(b':')) {
                return false;
            }
            if !self.skip_to(depth) {
                return false;
            }
            if self.take(close) {
                return true;
            }
            if !self.take(b',') {
                return false;
            }
        }
    }

    /// Letters, digits and signs up to what cannot belong to a number or a name.
    fn word(&mut self) -> &'a str {
        self.peek();
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = rest.iter().take_while(|byte| is_part(byte)).count();
        self.at += length;
        std::str::from_utf8(&rest[..length]).unwrap_or_default()
    }
}
