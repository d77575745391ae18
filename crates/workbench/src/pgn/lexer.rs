//! The pieces of a PGN text.

use plyscope_game::Error;

/// A piece that matters, with the line it stands on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// A move.
    Word(String),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(String),
}

/// Walks through a text and leaves out what is only for readers.
pub(super) struct Lexer<'a> {
    rest: &'a str,
    pub(super) line: usize,
    at_line_start: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            line: 1,
            at_line_start: true,
        }
    }

    /// The next piece; nothing at the end.
    ///
    /// # Errors
    /// When a comment, a variation or a tag does not end.
    pub(super) fn next(&mut self) -> Result<Option<Token>, Error> {
        loop {
            let is_line_start = self.at_line_start;
            let Some(sign) = self.rest.chars().next() else {
                return Ok(None);
            };
            self.at_line_start = false;
            match sign {
                '%' if is_line_start => self.skip_line(),
                ';' => self.skip_line(),
                '{' => self.skip_comment()?,
                '(' => self.skip_variation()?,
                '[' => return self.tag().map(Some),
                '*' => {
                    self.skip(1);
                    return Ok(Some(Token::Result("*".into())));
                }
                _ if sign.is_whitespace() || matches!(sign, '.' | '<' | '>' | ')') => {
                    self.skip(sign.len_utf8());
                }
                _ => {
                    if let Some(token) = self.word() {
                        return Ok(Some(token));
                    }
                }
            }
        }
    }

    fn skip(&mut self, bytes: usize) {
        let (gone, rest) = self.rest.split_at(bytes);
        self.line += gone.matches('\n').count();
        self.at_line_start = gone.ends_with('\n') || (self.at_line_start && gone.is_empty());
        self.rest = rest;
    }

    fn skip_line(&mut self) {
        let end = self.rest.find('\n').map_or(self.rest.len(), |end| end + 1);
        self.skip(end);
    }

    fn skip_comment(&mut self) -> Result<(), Error> {
        let Some(end) = self.rest.find('}') else {
            return Err(self.endless("the comment", "}"));
        };
        self.skip(end + 1);
        Ok(())
    }

    /// A variation may hold comments and other variations.
    fn skip_variation(&mut self) -> Result<(), Error> {
        let begun = self.line;
        let mut depth = 0;
        loop {
            match self.rest.chars().next() {
                None => {
                    self.line = begun;
                    return Err(self.endless("the variation", ")"));
                }
                Some('{') => {
                    self.skip_comment()?;
                    continue;
                }
                Some(';') => {
                    self.skip_line();
                    continue;
                }
                Some('(') => depth += 1,
                Some(')') => depth -= 1,
                Some(_) => {}
            }
            let length = self.rest.chars().next().map_or(0, char::len_utf8);
            self.skip(length);
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn tag(&mut self) -> Result<Token, Error> {
        let inner = &self.rest[1..];
        let bad = |own: &Self| {
            let what = format!("line {}: this is no tag", own.line);
            Error::misread(what, "tags are written like [White \"Morphy\"]")
        };
        let Some(quote) = inner.find('"') else {
            return Err(bad(self));
        };
        let name = inner[..quote].trim();
        let mut value = String::new();
        let mut signs = inner[quote + 1..].char_indices();
        let end = loop {
            match signs.next() {
                Some((_, '\\')) => value.extend(signs.next().map(|(_, sign)| sign)),
                Some((end, '"')) => break quote + 2 + end,
                Some((_, sign)) if sign != '\n' => value.push(sign),
                _ => return Err(bad(self)),
            }
        };
        let Some(close) = inner[end..].find(']') else {
            return Err(bad(self));
        };
        let is_name = !name.is_empty()
            && name
                .chars()
                .all(|sign| sign.is_alphanumeric() || sign == '_');
        if !is_name || !inner[end..end + close].trim().is_empty() {
            return Err(bad(self));
        }
        let name = name.to_string();
        self.skip(1 + end + close + 1);
        Ok(Token::Tag(name, value))
    }

    /// A result or a move; move numbers, glyphs and marks are none.
    fn word(&mut self) -> Option<Token> {
        let ends = |sign: char| sign.is_whitespace() || "[](){};<>".contains(sign);
        let length = self.rest.find(ends).unwrap_or(self.rest.len());
        // A word that begins with a sign that ends words is a stray sign.
        let length = length.max(self.rest.chars().next().map_or(0, char::len_utf8));
        let word = &self.rest[..length];
        let token = match word {
            "1-0" | "0-1" | "1/2-1/2" => Some(Token::Result(word.into())),
            "1/2" => Some(Token::Result("1/2-1/2".into())),
            "e.p." => None,
            _ if word.starts_with('$') => None,
            _ => move_of(word).map(Token::Word),
        };
        self.skip(length);
        token
    }

    fn endless(&self, what: &str, sign: &str) -> Error {
        let what = format!("{what} that begins on line {} does not end", self.line);
        Error::misread(what, format!("there should be a `{sign}`"))
    }
}

/// The move of `12.Nf3`, `12...Nf6!` or `Nf3`; nothing of `12.` and `!?`.
fn move_of(word: &str) -> Option<String> {
    let numbered = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let word = if numbered.starts_with('.') || numbered.is_empty() {
        numbered.trim_start_matches('.')
    } else {
        word
    };
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty()).then(|| word.to_string())
}
