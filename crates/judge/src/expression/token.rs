//! The words of an expression.

use super::Unclear;

/// A word and where it begins, counted from 1 in characters.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token {
    pub(super) word: Word,
    pub(super) at: usize,
}

/// What a word is.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Word {
    Number(f64),
    Name(String),
    Sign(&'static str),
    End,
}

/// Longer signs first, so that `<=` is not read as `<`.
const SIGNS: [&str; 15] = [
    "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "^", "(", ")", ",", "=",
];

/// Splits a text into words.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, Unclear> {
    let letters: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        let (word, length) = match rest[0] {
            space if space.is_whitespace() => {
                at += 1;
                continue;
            }
            digit if digit.is_ascii_digit() || digit == '.' => number(rest, at)?,
            letter if letter.is_alphabetic() => name(rest),
            _ => sign(rest, at)?,
        };
        found.push(Token { word, at: at + 1 });
        at += length;
    }
    found.push(Token {
        word: Word::End,
        at: letters.len() + 1,
    });
    Ok(found)
}

fn taken(rest: &[char], belongs: impl Fn(char) -> bool) -> String {
    rest.iter().take_while(|letter| belongs(**letter)).collect()
}

fn number(rest: &[char], at: usize) -> Result<(Word, usize), Unclear> {
    let text = taken(rest, |letter| letter.is_ascii_digit() || letter == '.');
    let value: f64 = text.parse().map_err(|_| Unclear {
        what: format!("`{text}` is no number"),
        at: at + 1,
        hint: "write it like 12 or 0.5".to_owned(),
    })?;
    Ok((Word::Number(value), text.len()))
}

fn name(rest: &[char]) -> (Word, usize) {
    let text = taken(rest, |letter| letter.is_alphanumeric() || letter == '_');
    let length = text.chars().count();
    (Word::Name(text), length)
}

fn sign(rest: &[char], at: usize) -> Result<(Word, usize), Unclear> {
    let begins = |sign: &&&str| {
        let mut letters = rest.iter();
        sign.chars().all(|letter| letters.next() == Some(&letter))
    };
    let Some(found) = SIGNS.iter().find(begins) else {
        return Err(Unclear {
            what: format!("`{}` means nothing here", rest[0]),
            at: at + 1,
            hint: format!("signs are {}, and, or, not", SIGNS[..14].join(" ")),
        });
    };
    // People write = for ==; nothing is ever assigned.
    let meant = if *found == "=" { "==" } else { found };
    Ok((Word::Sign(meant), found.len()))
}
