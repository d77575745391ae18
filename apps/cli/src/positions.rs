//! Positions given on the command line, in a file or on standard input.

use std::io::{self, BufRead, BufReader};
use std::path::Path;

use plyscope_workbench::{AnyGame, AnyPosition, Failure, open};

use crate::args::Place;

/// The game and the position that the arguments name.
pub(crate) fn open_place(
    place: &Place,
) -> Result<(Box<dyn AnyGame>, Box<dyn AnyPosition>), Failure> {
    let game = open(&place.game)?;
    let position = game.position(&place.position, place.reading.reading())?;
    Ok((game, position))
}

/// The lines of a file or of standard input (`-`); empty lines and `#` comments are passed over.
///
/// Each comes with its number, and only its text up to a `;` or a tab counts:
/// what other programs write behind a position does not disturb.
pub(crate) fn lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(usize, String), Failure>>, Failure> {
    let reader: Box<dyn BufRead> = if path.as_os_str() == "-" {
        Box::new(io::stdin().lock())
    } else {
        let file = std::fs::File::open(path).map_err(|error| unreadable(path, &error))?;
        Box::new(BufReader::new(file))
    };
    let path = path.to_path_buf();
    let numbered = reader.lines().enumerate().map(move |(place, line)| {
        let line = line.map_err(|error| unreadable(&path, &error))?;
        let text = line.split(['\t', ';']).next().unwrap_or_default().trim();
        Ok((place + 1, text.to_string()))
    });
    let is_used = |line: &Result<(usize, String), Failure>| !matches!(line, Ok((_, text)) if text.is_empty() || text.starts_with('#'));
    Ok(numbered.filter(is_used))
}

/// A path as a person would say it.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_string()
    } else {
        path.display().to_string()
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    let what = format!("the positions in {} cannot be read: {error}", shown(path));
    Failure::misuse(
        what,
        "give a text file with one position a line, or - for standard input",
    )
}
