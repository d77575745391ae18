//! A command line: the words of a call, and where its program is.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};

use plyscope_game::Error;

/// Folders that are searched after those of `PATH`: Debian keeps engines there, and root's path leaves them out.
const FOLDERS_OF_GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// A program and its arguments. No shell reads them: `$`, `*` and `;` are letters like others.
///
/// ```
/// use plyscope_foreign::CommandLine;
///
/// let call = CommandLine::parse("python3 'my heuristic.py' --fast")?;
/// assert_eq!(call.program(), "python3");
/// assert_eq!(call.arguments(), ["my heuristic.py", "--fast"]);
/// assert!(CommandLine::parse("python3 'my heuristic.py").is_err());
/// # Ok::<(), plyscope_game::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    text: String,
    words: Vec<String>,
}

impl CommandLine {
    /// Splits a text at blanks; quotes, single or double, keep blanks together, and a backslash takes the next letter as it is.
    ///
    /// # Errors
    /// When there is no word, or a quote is not closed.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let words = split(text).ok_or_else(|| {
            let what = format!("`{text}` has a quote or a backslash that nothing follows");
            Error::misuse(what, "close every quote")
        })?;
        if words.is_empty() {
            let what = "there is no command to start";
            return Err(Error::misuse(what, "write cmd=(PROGRAM ARGUMENT …)"));
        }
        Ok(Self {
            text: text.trim().to_string(),
            words,
        })
    }

    /// The program as it was written.
    pub fn program(&self) -> &str {
        &self.words[0]
    }

    /// What follows the program.
    pub fn arguments(&self) -> &[String] {
        &self.words[1..]
    }

    /// The words that are paths of files there are: what is in them decides what the program does.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let words = self.words.iter().map(String::as_str);
        words.filter(|word| word.contains(['/', '.']) && Path::new(word).is_file())
    }

    /// Where the program is.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn find(&self) -> Result<PathBuf, Error> {
        let program = self.program();
        let found = if program.contains('/') {
            Some(PathBuf::from(program)).filter(|path| is_program(path))
        } else {
            let path = env::var_os("PATH").unwrap_or_default();
            let folders: Vec<PathBuf> = env::split_paths(&path).collect();
            let games = FOLDERS_OF_GAMES.iter().map(PathBuf::from);
            let mut all = folders.into_iter().chain(games);
            all.find_map(|folder| Some(folder.join(program)).filter(|path| is_program(path)))
        };
        found.ok_or_else(|| {
            let what = format!("there is no program `{program}`, which `{self}` asks for");
            let hint =
                "install it, or give its path; relative paths begin at the folder you are in";
            Error::misuse(what, hint)
        })
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let about = path.metadata();
    about.is_ok_and(|about| about.is_file() && about.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

/// The words of a text; nothing if it ends within quotes or after a backslash.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some('\''), _) => word.get_or_insert_default().push(letter),
            (_, '\\') => word.get_or_insert_default().push(letters.next()?),
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        CommandLine::parse(text).expect("a command line").words
    }

    #[test]
    fn quotes_keep_blanks_and_backslashes_take_the_next_letter() {
        assert_eq!(words(" python3  my.py "), ["python3", "my.py"]);
        assert_eq!(words("a 'b c' \"d 'e'\" ''"), ["a", "b c", "d 'e'", ""]);
        assert_eq!(words(r#"a\ b "c\"d" 'e\f'"#), ["a b", "c\"d", r"e\f"]);
        for wrong in ["", "  ", "a 'b", "a \"b", "a\\"] {
            assert!(CommandLine::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_program_that_is_not_there_is_told_before_anything_is_started() {
        assert!(CommandLine::parse("sh -c true").unwrap().find().is_ok());
        for missing in ["no-such-program-at-all", "./no/such/program", "/etc/passwd"] {
            let error = CommandLine::parse(missing).unwrap().find().unwrap_err();
            assert!(error.what.contains(missing), "{error}");
        }
    }
}
