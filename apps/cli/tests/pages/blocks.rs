//! The commands in the project's pages: every block of ```` ```sh ````, in the order of its page.
//!
//! A block is run unless the line above it says `<!-- not run: WHY -->`.
//! `<!-- before: COMMAND -->` there prepares what a reader has from elsewhere.
//! A block of ```` ```kif FILE ```` is a file that the reader is told to save.

use std::fs;
use std::path::{Path, PathBuf};

/// A block of commands.
pub(crate) struct Block {
    pub(crate) page: PathBuf,
    /// The line in which its fence stands.
    pub(crate) line: usize,
    /// What is prepared, then what the page shows, each a whole command.
    pub(crate) commands: Vec<String>,
    /// Why it is not run.
    pub(crate) not_run: Option<String>,
    /// A file to be saved: its name and its text.
    pub(crate) file: Option<(String, String)>,
}

/// The top folder of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The blocks of all pages, page by page.
pub(crate) fn blocks() -> Vec<Block> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    add_pages(&root().join("docs"), &mut pages);
    pages.sort();
    pages.iter().flat_map(|page| of_page(page)).collect()
}

fn add_pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the project has docs") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            add_pages(&path, pages);
        } else if path.extension().is_some_and(|end| end == "md") {
            pages.push(path);
        }
    }
}

fn of_page(page: &Path) -> Vec<Block> {
    let text = fs::read_to_string(page).expect("pages are text");
    let lines: Vec<&str> = text.lines().collect();
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let Some(kind) = lines[at].strip_prefix("```") else {
            at += 1;
            continue;
        };
        let end = (at + 1..lines.len()).find(|&own| lines[own].starts_with("```"));
        let end = end.unwrap_or_else(|| panic!("{}:{}: not closed", page.display(), at + 1));
        let inside = &lines[at + 1..end];
        if kind == "sh" {
            blocks.push(block(page, at, &lines[..at], inside));
        } else if let Some(name) = kind.strip_prefix("kif ") {
            blocks.push(Block {
                page: page.to_path_buf(),
                line: at + 1,
                commands: Vec::new(),
                not_run: None,
                file: Some((name.to_owned(), inside.join("\n"))),
            });
        } else {
            let is_command =
                |line: &&str| line.starts_with("plyscope ") || line.starts_with("cargo ");
            let is_tagged = !kind.is_empty() || !inside.iter().any(is_command);
            assert!(
                is_tagged,
                "{}:{}: commands stand in ```sh",
                page.display(),
                at + 1
            );
        }
        at = end + 1;
    }
    blocks
}

fn block(page: &Path, at: usize, above: &[&str], inside: &[&str]) -> Block {
    let mut commands = Vec::new();
    let mut not_run = None;
    for line in above.iter().rev() {
        let note = |kind: &str| line.strip_prefix(kind)?.strip_suffix(" -->");
        if let Some(why) = note("<!-- not run: ") {
            not_run = Some(why.to_owned());
        } else if let Some(command) = note("<!-- before: ") {
            commands.insert(0, command.to_owned());
        } else {
            break;
        }
    }
    let joined = inside.join("\n").replace("\\\n", " ");
    let shown = joined.lines().map(str::trim);
    let is_command = |line: &&str| !line.is_empty() && !line.starts_with('#');
    commands.extend(shown.filter(is_command).map(str::to_owned));
    Block {
        page: page.to_path_buf(),
        line: at + 1,
        commands,
        not_run,
        file: None,
    }
}
