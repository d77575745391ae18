//! Calls that make no sense to the parser of arguments, told as all other errors are.

use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::args::Args;
use crate::out::say;

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
    let words: Vec<String> = std::env::args().skip(1).collect();
    say(&with_hint(&error.to_string(), &help_call(&words)));
    ExitCode::from(2)
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
    fn the_help_of_the_command_that_was_meant_is_named() {
        let words = ["truth", "--threads", "0", "make"].map(str::to_string);
        assert_eq!(help_call(&words), "plyscope truth make --help");
        assert_eq!(help_call(&[]), "plyscope --help");
    }
}
