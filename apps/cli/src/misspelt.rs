//! Calls that make no sense to the parser of arguments, told as all other errors are.

use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;
use plyscope_game::Error;
use plyscope_workbench::unknown as unknown_name;

use crate::args::Args;
use crate::out::{complain, say};

/// The last line of what clap says, in whose place a hint of ours stands.
const MORE: &str = "For more information, try '--help'.";

/// Prints help and versions as they are, and errors with a hint; returns the exit code.
pub(crate) fn tell(error: &clap::Error) -> ExitCode {
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        // Whoever closed the pipe has read all he wanted.
        let _ = error.print();
        return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
    }
    let words = words();
    if let Some(error) = unknown_option(&words) {
        complain(&error);
        return ExitCode::from(2);
    }
    if error.kind() == ErrorKind::UnknownArgument
        && let Some((option, value)) = negative(&words)
    {
        let what = format!("`{value}` is no value for `{option}`: it takes nothing below 0");
        let hint = format!("`{}` tells what can be written there", help_call(&words));
        complain(&Error::misuse(what, hint));
        return ExitCode::from(2);
    }
    say(&with_hint(&error.to_string(), &help_call(&words)));
    ExitCode::from(2)
}

/// The first negative number behind an option: the parser takes it for another option.
fn negative(words: &[String]) -> Option<(&str, &str)> {
    let is_below_0 = |word: &str| {
        let digits = word.strip_prefix('-');
        digits.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    let behind = |pair: &&[String]| {
        option_name(&pair[0]).is_some() && !pair[0].contains('=') && is_below_0(&pair[1])
    };
    let found = words.windows(2).find(behind)?;
    Some((&found[0], &found[1]))
}

fn words() -> Vec<String> {
    let typed = std::env::args_os().skip(1);
    typed
        .map(|word| word.to_string_lossy().into_owned())
        .collect()
}

/// The first option on the command line that the command does not have.
///
/// Positions may begin with hyphens, so the parser takes `--jsno` for one.
/// Worth asking only when something failed: a state's text may look like an option.
pub(crate) fn option() -> Option<Error> {
    unknown_option(&words())
}

fn unknown_option(words: &[String]) -> Option<Error> {
    let mut command = Args::command();
    command.build();
    let mut call = vec!["plyscope".to_string()];
    let mut is_value = false;
    for word in words {
        if std::mem::take(&mut is_value) {
            continue;
        }
        if word == "--" {
            break;
        }
        if let Some(short) = short_option(word) {
            let first = short.chars().next();
            match command.get_arguments().find(|own| own.get_short() == first) {
                // `-ofile` has its value with it.
                Some(own) => is_value = own.get_action().takes_values() && short.len() == 1,
                None => return Some(unknown(&command, &call.join(" "), word, short)),
            }
            continue;
        }
        let Some(name) = option_name(word) else {
            if let Some(next) = command.find_subcommand(word).cloned() {
                call.push(word.clone());
                command = next;
            }
            continue;
        };
        let known = |own: &&clap::Arg| own.get_long() == Some(name);
        let Some(own) = command.get_arguments().find(known) else {
            let typed = format!("--{name}");
            return Some(unknown(&command, &call.join(" "), &typed, name));
        };
        is_value = own.get_action().takes_values() && needs_next(own, word);
    }
    None
}

/// Whether the next word belongs to the option.
fn needs_next(own: &clap::Arg, word: &str) -> bool {
    let least = own.get_num_args().map_or(1, |count| count.min_values());
    least > 0 && !word.contains('=')
}

/// The name in `--name` or `--name=value`; none if the word is no option by its looks.
fn option_name(word: &str) -> Option<&str> {
    let rest = word.strip_prefix("--")?;
    let name = rest.split('=').next().unwrap_or(rest);
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic());
    (is_name && name.chars().all(is_letter)).then_some(name)
}

/// The letters in `-x` or `-letters`, with or without a value; none if the word is no option by its looks.
fn short_option(word: &str) -> Option<&str> {
    let rest = word.strip_prefix('-')?;
    let name = rest.split('=').next().unwrap_or(rest);
    let is_name = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphabetic());
    is_name.then_some(name)
}

/// `typed` is no option of the command; the one that is meant may be called like `name`.
fn unknown(command: &clap::Command, call: &str, typed: &str, name: &str) -> Error {
    let known: Vec<String> = command
        .get_arguments()
        .filter(|own| !own.is_hide_set())
        .filter_map(|own| own.get_long().map(|long| format!("--{long}")))
        .collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let what = format!("`{call}` has no option `{typed}`");
    unknown_name(what, &format!("--{name}"), &known)
}

fn with_hint(said: &str, help: &str) -> String {
    let said = said.trim_end().trim_end_matches(MORE).trim_end();
    match said.split_once("\n\n  tip: ") {
        Some((what, rest)) => {
            let (tip, usage) = rest.split_once("\n\n").unwrap_or((rest, ""));
            let usage = if usage.is_empty() {
                String::new()
            } else {
                format!("\n\n{usage}")
            };
            format!("{what}{usage}\n\nhint: {tip}; `{help}` tells more")
        }
        None => format!("{said}\n\nhint: `{help}` tells what can be written there"),
    }
}

/// The call that explains the command which was meant.
fn help_call(words: &[String]) -> String {
    let mut command = Args::command();
    let mut call = vec!["plyscope".to_string()];
    for word in words {
        let Some(next) = command.find_subcommand(word) else {
            continue;
        };
        call.push(word.clone());
        command = next.clone();
    }
    call.push("--help".to_string());
    call.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tip_becomes_the_hint() {
        let said = "error: unexpected argument '--sates' found\n\n  tip: a similar argument exists: '--states'\n\nUsage: x\n\nFor more information, try '--help'.\n";
        let told = with_hint(said, "plyscope truth make --help");
        assert_eq!(
            told,
            "error: unexpected argument '--sates' found\n\nUsage: x\n\nhint: a similar argument exists: '--states'; `plyscope truth make --help` tells more"
        );
    }

    #[test]
    fn a_mistyped_option_is_named_before_what_the_parser_made_of_it() {
        let told = |line: &str| {
            let words: Vec<String> = line.split(' ').map(str::to_string).collect();
            unknown_option(&words).map(|error| error.to_string())
        };
        for (line, words) in [
            ("advise connect4 --jsno", "did you mean `--json`"),
            (
                "show connect4 --jsno",
                "`plyscope show` has no option `--jsno`",
            ),
            ("play connect4 --frist human", "did you mean `--first`"),
            ("perft connect4 3 --dvide", "did you mean `--divide`"),
            ("truth make connect4 --sates=3", "did you mean `--states`"),
        ] {
            let said = told(line).unwrap_or_default();
            assert!(said.contains(words), "{line}: {said}");
        }
        let dash = told("advise tictactoe -jsno").unwrap_or_default();
        assert!(
            dash.contains("`plyscope advise` has no option `-jsno`"),
            "{dash}"
        );
        assert!(dash.contains("did you mean `--json`"), "{dash}");
        let letter = told("show tictactoe -x").unwrap_or_default();
        assert!(
            letter.contains("`plyscope show` has no option `-x`"),
            "{letter}"
        );
        for line in [
            "show tictactoe -x-o-----",
            "match connect4 a b -o file --games 4",
            "match connect4 a b -ofile",
            "show connect4 -h",
        ] {
            assert_eq!(told(line), None, "{line}");
        }
        assert_eq!(told("advise connect4 --by --odd --json --seed 3"), None);
        assert_eq!(told("show othello -- --xo"), None);
        assert_eq!(told("match connect4 a b --sprt --games 4"), None);
    }

    #[test]
    fn a_negative_number_is_told_by_the_option_before_it() {
        let words = ["judge", "connect4", "--plies", "-3"].map(str::to_string);
        assert_eq!(negative(&words), Some(("--plies", "-3")));
        let words = ["perft", "connect4", "-3", "--seed=1", "-x"].map(str::to_string);
        assert_eq!(negative(&words), None);
    }

    #[test]
    fn the_help_of_the_command_that_was_meant_is_named() {
        let words = ["truth", "--threads", "0", "make"].map(str::to_string);
        assert_eq!(help_call(&words), "plyscope truth make --help");
        assert_eq!(help_call(&[]), "plyscope --help");
    }
}
