//! The `plyscope` command.

mod args;
mod commands;
mod misspelt;
mod out;
mod outputs;
#[cfg(test)]
mod pages;
mod paint;
mod positions;
mod progress;
mod shipped;
mod stop;
mod table;

use std::process::ExitCode;

use clap::Parser;

use args::{Args, Command};
use out::Ended;

fn main() -> ExitCode {
    stop::heed_signals();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return misspelt::tell(&error),
    };
    let out = out::Out::new(args.json, args.seed, args.threads);
    match run(&args, &out).and_then(|()| out.finish()) {
        // Whoever closed the pipe has read all he wanted.
        Ok(()) | Err(Ended::PipeClosed) => ExitCode::SUCCESS,
        Err(Ended::Failure(failure)) => {
            // A mistyped option may have been taken for a position.
            let failure = misspelt::option()
                .filter(|_| failure.is_misuse)
                .unwrap_or(failure);
            out::complain(&failure);
            ExitCode::from(match stop::exit_code() {
                _ if failure.is_misuse => 2,
                Some(code) => code,
                None => 1,
            })
        }
    }
}

fn run(args: &Args, out: &out::Out) -> Result<(), Ended> {
    let Some(command) = &args.command else {
        return out.text(commands::WELCOME);
    };
    match command {
        Command::Games(games) => commands::games::run(games, out),
        Command::Show(show) => commands::show::run(show, out),
        Command::Perft(perft) => commands::perft::run(perft, out),
        Command::Advise(advise) => commands::advise::run(advise, out),
        Command::Explain(explain) => commands::explain::run(explain, out),
        Command::Play(play) => commands::play::run(play, out),
        Command::Match(args) => commands::contest::run_match(args, out),
        Command::Tournament(args) => commands::contest::run_tournament(args, out),
        Command::Truth(truth) => commands::truth::run(truth, out),
        Command::Judge(judge) => commands::judge::run(judge, out),
        Command::Learn(learn) => commands::learn::run(learn, out),
        Command::Book(book) => commands::book::run(book, out),
        Command::Reproduce(reproduce) => commands::reproduce::run(reproduce, out),
        Command::Bench(bench) => commands::bench::run(bench, out),
        Command::Completions(completions) => commands::completions::run(completions, out),
    }
}
