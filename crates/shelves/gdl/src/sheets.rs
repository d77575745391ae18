//! Rule sheets in GDL: those that ship, by name, and others, by their files.

use std::fs::File;
use std::io::Read;

use plyscope_game::{Error, ErrorKind};
use plyscope_gdl::{GdlError, GdlErrorKind, decode};
use plyscope_truth::digest_of_bytes;

use plyscope_workbench::{unknown, without_mark};

macro_rules! shipped {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../../rules/", $name, ".kif")))),*]
    };
}

const SHIPPED: [(&str, &str); 9] = shipped![
    "tictactoe",
    "connect4",
    "othello6",
    "breakthrough",
    "pentago",
    "checkers6",
    "pennies",
    "race3",
    "hanoi"
];

/// A longer file is no rule sheet: the longest that people wrote have half a megabyte.
const LONGEST: u64 = 32 << 20;
/// Digits of a digest that tell sheets apart.
const DIGITS: usize = 16;

/// The text of a rule sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SheetText {
    /// As it was asked for: a name, or the path of a file.
    pub name: String,
    /// The rules.
    pub text: String,
    /// A digest of the text.
    pub digest: String,
}

/// The names of the sheets that ship, with what each is.
pub fn sheet_names() -> impl Iterator<Item = (&'static str, &'static str)> {
    let about = |text: &'static str| {
        let first = text.lines().next().unwrap_or_default();
        first.trim_start_matches([';', ' ']).trim_end_matches('.')
    };
    SHIPPED.iter().map(move |(name, text)| (*name, about(text)))
}

/// The sheet of a name or, if none has it, in the file of that path; `gdl:` before it is left out.
///
/// # Errors
/// When there is none, or the file is no text.
pub fn sheet_text(name: &str) -> Result<SheetText, Error> {
    let name = name.strip_prefix("gdl:").unwrap_or(name);
    let shipped = SHIPPED.iter().find(|(own, _)| *own == name);
    let text = match shipped {
        Some((_, text)) => (*text).to_owned(),
        None => read(name)?,
    };
    let mut digest = digest_of_bytes(text.as_bytes());
    digest.truncate(DIGITS);
    Ok(SheetText {
        name: name.to_owned(),
        text,
        digest,
    })
}

fn read(path: &str) -> Result<String, Error> {
    if path.trim().is_empty() {
        let what = "no rule sheet is named";
        return Err(Error::misuse(
            what,
            format!(
                "write gdl:FILE.kif, or a sheet that ships: {}",
                names().join(", ")
            ),
        ));
    }
    let bytes = bytes_of(path)?;
    let text = decode(&bytes).map_err(|error| gdl_error(path, &error))?;
    Ok(without_mark(text).to_owned())
}

fn bytes_of(path: &str) -> Result<Vec<u8>, Error> {
    if std::path::Path::new(path).is_dir() {
        let what = format!("`{path}` is a folder, not a rule sheet");
        return Err(Error::misuse(what, "name a file in it"));
    }
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| {
        if error.kind() == std::io::ErrorKind::NotFound {
            let what = format!("`{path}` is neither a file nor a rule sheet that ships");
            return unknown(what, path, &names());
        }
        let what = format!("the rule sheet {path} cannot be read: {error}");
        Error::misuse(
            what,
            "check the path; it is taken from the folder you are in",
        )
    })?;
    if bytes.len() as u64 > LONGEST {
        let what = format!(
            "{path} has more than {} MiB: no rule sheet is so long",
            LONGEST >> 20
        );
        return Err(Error::misuse(what, "is this another kind of file?"));
    }
    Ok(bytes)
}

fn names() -> Vec<&'static str> {
    SHIPPED.iter().map(|(name, _)| *name).collect()
}

/// Trouble with a sheet, with the place and the line of the sheet in its words.
#[must_use]
pub fn gdl_error(sheet: &str, error: &GdlError) -> Error {
    let kind = match error.kind {
        GdlErrorKind::Limit => ErrorKind::Unsuited,
        _ => ErrorKind::Misread,
    };
    let place = error.place.map(|place| format!("{place}: "));
    let line = error.line.as_deref().filter(|line| !line.trim().is_empty());
    let line = line.map(|line| format!("\n\n    {}", line.trim_end()));
    let what = format!(
        "{sheet}: {}{}{}",
        place.unwrap_or_default(),
        error.what,
        line.unwrap_or_default()
    );
    Error::new(kind, what).with_hint(error.hint.clone())
}
