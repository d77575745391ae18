//! Positions given on the command line, in a file or on standard input.

use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::mpsc::{Receiver, sync_channel};

use plyscope_game::Error;
use plyscope_game::any::Position;
use plyscope_workbench::{NamedGame, Reading, without_mark};
use std::sync::Arc;

use crate::args::Place;
use crate::out::Out;

/// The game and the position that the arguments name.
pub(crate) fn open_place(place: &Place, out: &Out) -> Result<(Arc<NamedGame>, Position), Error> {
    ensure_text(&place.position, place.reading.reading())?;
    let game = out.registry.open(&place.game)?;
    let position = game.position(&place.position, place.reading.reading())?;
    Ok((game, position))
}

/// The lines of a file or of standard input (`-`); empty lines and `#` comments are passed over.
///
/// Each comes with its number, and only its text up to a `;` counts: what
/// other programs write behind a position does not disturb. A tab is a blank, here as everywhere.
pub(crate) fn lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(usize, String), Error>>, Error> {
    let reader = open_lines(path)?;
    let path = path.to_path_buf();
    let numbered = reader.lines().enumerate().map(move |(place, line)| {
        let line = line.map_err(|error| unreadable(&path, &error))?;
        Ok((place + 1, position_of(&line, place).to_string()))
    });
    let is_used = |line: &Result<(usize, String), Error>| !matches!(line, Ok((_, text)) if text.is_empty() || text.starts_with('#'));
    Ok(numbered.filter(is_used))
}

/// How to read the lines of a file: as told, and those of an EPD or FEN file as states by default.
pub(crate) fn reading_of(path: &Path, told: Reading) -> Reading {
    let is_of_states = |own: &std::ffi::OsStr| ["epd", "fen"].iter().any(|name| own == *name);
    match (told, path.extension()) {
        (Reading::Either, Some(extension)) if is_of_states(extension) => Reading::State,
        _ => told,
    }
}

/// All of a file.
pub(crate) fn whole_text(path: &Path) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|error| unreadable(path, &error))
}

/// Refuses to be told how to read a text that is not there.
pub(crate) fn ensure_text(position: &str, reading: Reading) -> Result<(), Error> {
    if !position.is_empty() || reading == Reading::Either {
        return Ok(());
    }
    Err(Error::misuse(
        "--state and --position-moves say how to read a position, and there is none",
        "give a position, or leave them out",
    ))
}

fn open_lines(path: &Path) -> Result<Box<dyn BufRead + Send>, Error> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(io::stdin())));
    }
    // A folder can be opened, and fails only when it is read.
    let file = if path.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        std::fs::File::open(path)
    };
    let file = file.map_err(|error| unreadable(path, &error))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The position in a line: without what follows a `;`, blanks, and the mark that editors put before a file.
fn position_of(line: &str, place: usize) -> &str {
    let line = if place == 0 { without_mark(line) } else { line };
    line.split(';').next().unwrap_or_default().trim()
}

/// A line of positions as it comes: its number, and its position or why there is none.
pub(crate) struct Asked {
    pub(crate) number: usize,
    pub(crate) text: Result<String, Error>,
}

/// The lines of a file or of standard input, read by a thread of their own and handed on as they come.
///
/// An empty line is the start of the game; `#` comments are passed over. A
/// line that is no text is told in its place, and the ones behind it follow.
pub(crate) fn as_they_come(path: &Path, ahead: usize) -> Result<Receiver<Asked>, Error> {
    // Opening a named pipe waits for whoever writes to it, and must not keep us from stopping.
    let is_pipe = path.exists() && !path.is_file() && !path.is_dir();
    let opened = (!is_pipe).then(|| open_lines(path)).transpose()?;
    let (send, receive) = sync_channel(ahead);
    let path = path.to_path_buf();
    // Nobody waits for this thread: it may be waiting for a line that never comes.
    std::thread::spawn(move || {
        let mut reader = match opened.map_or_else(|| open_lines(&path), Ok) {
            Ok(reader) => reader,
            Err(error) => {
                let text = Err(error);
                let _ = send.send(Asked { number: 1, text });
                return;
            }
        };
        let mut bytes = Vec::new();
        for place in 0.. {
            bytes.clear();
            let text = match reader.read_until(b'\n', &mut bytes) {
                Ok(0) => return,
                Ok(_) => match std::str::from_utf8(&bytes) {
                    Ok(line) if line.trim_start().starts_with('#') => continue,
                    Ok(line) => Ok(position_of(line, place).to_string()),
                    Err(_) => Err(Error::misuse(
                        "this line is no text in UTF-8",
                        "give one position per line",
                    )),
                },
                Err(error) => Err(unreadable(&path, &error)),
            };
            let is_end = text.is_err() && bytes.is_empty();
            let number = place + 1;
            if send.send(Asked { number, text }).is_err() || is_end {
                return;
            }
        }
    });
    Ok(receive)
}

/// A path as a person would say it.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_string()
    } else {
        path.display().to_string()
    }
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    let what = format!("the positions in {} cannot be read: {error}", shown(path));
    Error::misuse(
        what,
        "give a text file with one position per line, or - for standard input",
    )
}
