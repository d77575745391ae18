//! The commands of the project's pages, as the parser of arguments takes them.
//!
//! Those that take too long to be run by a test are at least not misspelt.

#[path = "../tests/pages/blocks.rs"]
mod blocks;

use clap::Parser;

use crate::args::Args;
use blocks::blocks;

/// The words of a shell command, up to a comment, a pipe or a file that it reads or writes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for letter in command.chars() {
        let word = words.last_mut().expect("there is always one");
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '\'' | '"') => quote = Some(letter),
            (None, ' ') if word.is_empty() => {}
            (None, ' ') => words.push(String::new()),
            (None, '#' | '>' | '<' | '|') if word.is_empty() => break,
            _ => word.push(letter),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn every_command_of_the_pages_is_one_that_the_parser_takes() {
    let mut parsed = 0;
    for block in blocks() {
        if let Some((name, text)) = &block.file {
            assert!(name.contains(".kif") && text.contains("(role"), "{name}");
        }
        for command in &block.commands {
            let command = command.replacen("cargo run --release -- ", "plyscope ", 1);
            let with_server = "cargo run --release --features serve -- ";
            let command = command.replacen(with_server, "plyscope ", 1);
            let words = words(&command);
            if words.first().is_none_or(|word| word != "plyscope") {
                let (page, line) = (block.page.display(), block.line);
                assert!(
                    block.not_run.is_some(),
                    "{page}:{line}: `{command}` cannot be run"
                );
                continue;
            }
            if let Err(error) = Args::try_parse_from(&words) {
                panic!(
                    "{}:{}: {command}\n{error}",
                    block.page.display(),
                    block.line
                );
            }
            parsed += 1;
        }
    }
    assert!(parsed > 20, "only {parsed} commands were found");
}
