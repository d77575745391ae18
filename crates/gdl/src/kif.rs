//! The reader: text into nested lists of words, with the place of each.
//!
//! Nesting is kept on the heap and its depth is limited, so that no text can
//! overflow the stack here or in what follows.

use crate::error::{GdlError, GdlErrorKind, SheetPlace};

/// Rule sheets nest a handful of brackets; deeper text is not one.
const MOST_NESTED: usize = 100;

/// A word or a list, with the place where it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Expr {
    pub(crate) place: SheetPlace,
    pub(crate) node: ExprNode,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ExprNode {
    Word(String),
    List(Vec<Expr>),
}

impl Expr {
    /// The word, or of a list the word it begins with.
    pub(crate) fn head(&self) -> Option<&str> {
        match &self.node {
            ExprNode::Word(word) => Some(word),
            ExprNode::List(items) => match &items.first()?.node {
                ExprNode::Word(word) => Some(word),
                ExprNode::List(_) => None,
            },
        }
    }

    /// Whether it is the word, or a list that begins with it, in any case.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.head()
            .is_some_and(|head| head.eq_ignore_ascii_case(word))
    }

    /// What follows the first word of a list; nothing of a word.
    pub(crate) fn tail(&self) -> &[Expr] {
        match &self.node {
            ExprNode::List(items) if !items.is_empty() => &items[1..],
            _ => &[],
        }
    }
}

/// Text from bytes that may be anything.
///
/// # Errors
/// Where the bytes are not UTF-8, with the place.
pub fn decode(bytes: &[u8]) -> Result<&str, GdlError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned();
        let line = good.matches('\n').count() as u32 + 1;
        let column = good
            .rsplit('\n')
            .next()
            .map_or(0, |last| last.chars().count()) as u32
            + 1;
        GdlError::new(
            GdlErrorKind::Syntax,
            "the bytes here are not UTF-8 text",
            "a rule sheet is plain text; is this another kind of file?",
        )
        .at(SheetPlace { line, column }, &good)
    })
}

/// Reads the whole text.
///
/// # Errors
/// At the first bracket that does not match or nests too deep, or word that no terminal should be shown.
pub(crate) fn read(text: &str) -> Result<Vec<Expr>, GdlError> {
    let mut open: Vec<Expr> = Vec::new();
    let mut done = Vec::new();
    let mut chars = Letters::new(text);
    while let Some((letter, place)) = chars.next() {
        match letter {
            ';' => chars.skip_line(),
            '(' if open.len() == MOST_NESTED => return Err(too_deep(place, text)),
            '(' => open.push(Expr {
                place,
                node: ExprNode::List(Vec::new()),
            }),
            ')' => {
                let list = open.pop().ok_or_else(|| unopened(place, text))?;
                put(list, &mut open, &mut done);
            }
            letter if letter.is_whitespace() => {}
            letter => {
                let word = chars.word(letter);
                if word.chars().any(char::is_control) {
                    return Err(unprintable(place, text));
                }
                let node = ExprNode::Word(word);
                put(Expr { place, node }, &mut open, &mut done);
            }
        }
    }
    match open.pop() {
        None => Ok(done),
        Some(list) => Err(unclosed(list.place, text)),
    }
}

fn put(expr: Expr, open: &mut [Expr], done: &mut Vec<Expr>) {
    match open.last_mut() {
        Some(Expr {
            node: ExprNode::List(items),
            ..
        }) => items.push(expr),
        _ => done.push(expr),
    }
}

fn too_deep(place: SheetPlace, text: &str) -> GdlError {
    GdlError::new(
        GdlErrorKind::Syntax,
        format!("brackets nest deeper than {MOST_NESTED}"),
        "is a closing bracket missing in many rules before this one?",
    )
    .at(place, text)
}

/// Names of a sheet reach terminals, where such letters are commands.
fn unprintable(place: SheetPlace, text: &str) -> GdlError {
    GdlError::new(
        GdlErrorKind::Syntax,
        "this word has a control character in it",
        "names of a rule sheet are made of letters, digits and marks",
    )
    .at(place, text)
}

fn unopened(place: SheetPlace, text: &str) -> GdlError {
    GdlError::new(
        GdlErrorKind::Syntax,
        "this bracket closes nothing",
        "remove it, or look for a missing `(` before it",
    )
    .at(place, text)
}

fn unclosed(place: SheetPlace, text: &str) -> GdlError {
    GdlError::new(
        GdlErrorKind::Syntax,
        "this bracket is never closed",
        "add the `)`; if the end of this rule looks right, the rule before the next `(<=` in column 1 lacks it",
    )
    .at(place, text)
}

/// The letters of a text with their places.
struct Letters<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    place: SheetPlace,
}

impl<'a> Letters<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            rest: text.chars().peekable(),
            place: SheetPlace { line: 1, column: 1 },
        }
    }

    fn next(&mut self) -> Option<(char, SheetPlace)> {
        let letter = self.rest.next()?;
        let place = self.place;
        if letter == '\n' {
            self.place.line += 1;
            self.place.column = 1;
        } else {
            self.place.column += 1;
        }
        Some((letter, place))
    }

    fn skip_line(&mut self) {
        while self.rest.peek().is_some_and(|&letter| letter != '\n') {
            self.next();
        }
    }

    fn word(&mut self, first: char) -> String {
        let mut word = String::from(first);
        while let Some(&letter) = self.rest.peek() {
            if letter.is_whitespace() || matches!(letter, '(' | ')' | ';') {
                break;
            }
            word.push(letter);
            self.next();
        }
        word
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place_of(text: &str) -> (u32, u32) {
        let error = read(text).unwrap_err();
        assert!(!error.hint.is_empty());
        let place = error.place.unwrap();
        (place.line, place.column)
    }

    #[test]
    fn comments_end_with_their_line() {
        let exprs = read("; (a\n(role x) ; )\n(init(p 1))").unwrap();
        assert_eq!(exprs.len(), 2);
        assert!(exprs[0].is("ROLE") && exprs[1].tail()[0].is("p"));
        assert_eq!(exprs[1].place, SheetPlace { line: 3, column: 1 });
    }

    #[test]
    fn a_bracket_that_does_not_match_is_named_with_its_place() {
        assert_eq!(place_of("(role x)\n  (init (p 1)\n"), (2, 3));
        assert_eq!(place_of("(role x)\n (a b))"), (2, 7));
    }

    #[test]
    fn a_million_brackets_are_an_error_and_not_a_crash() {
        let error = read(&"(".repeat(1_000_000)).unwrap_err();
        assert!(error.what.contains("deeper"));
        let error = read(&")".repeat(1_000_000)).unwrap_err();
        assert_eq!(error.place.unwrap().column, 1);
        assert!(error.line.unwrap().len() < 200);
    }

    #[test]
    fn bytes_that_are_no_text_are_an_error_with_a_place() {
        let error = decode(b"(role x)\n(a \xff)").unwrap_err();
        assert_eq!(error.place.unwrap(), SheetPlace { line: 2, column: 4 });
    }

    #[test]
    fn a_sheet_sends_no_commands_to_the_terminal() {
        let error = read("(role x)\n(init \u{1b}[2J)").unwrap_err();
        assert_eq!(error.place.unwrap(), SheetPlace { line: 2, column: 7 });
        assert!(!error.to_string().contains('\u{1b}'));
        assert!(read("; \u{1b}[2J is a comment\n(role x)\r\n").is_ok());
    }
}
