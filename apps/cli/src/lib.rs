//! The `plyscope` command as a library: a crate that adds games, agents or metrics of
//! his own to a registry gets the whole command for them.
//!
//! ```no_run
//!
//! fn main() -> std::process::ExitCode {
//!     let mut registry = plyscope_standard::registry();
//!     // registry.add_game(…), registry.extend(…), registry.add_metric(…)
//!     plyscope::run(registry)
//! }
//! ```

mod args;
mod commands;
mod followed;
mod misspelt;
mod out;
mod outputs;
#[cfg(test)]
mod pages;
mod paint;
mod positions;
mod progress;
mod stop;
mod table;

use std::process::ExitCode;

use clap::Parser;
use plyscope_workbench::Registry;

use args::{Args, Command};
use out::Ended;

/// The exit code of what can be done later: `EX_TEMPFAIL` of sysexits, on which engines try again.
const LATER: u8 = 75;

/// Does what the command line says, with what the registry knows; returns the exit code.
pub fn run(registry: Registry) -> ExitCode {
    stop::heed_signals();
    followed::heed_follower();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return misspelt::tell(&error),
    };
    // What belongs to a plan has the plan's seed.
    let seed = commands::cluster::planned_seed(args.command.as_ref()).unwrap_or(args.seed);
    let out = out::Out::new(registry, args.json, seed, args.threads);
    match dispatch(&args, &out).and_then(|()| out.finish()) {
        // Whoever closed the pipe has read all he wanted.
        Ok(()) | Err(Ended::PipeClosed) => ExitCode::SUCCESS,
        Err(Ended::Later(error)) => {
            out::complain(&error);
            ExitCode::from(LATER)
        }
        Err(Ended::Error(error)) => {
            // A mistyped option may have been taken for a position.
            let error = misspelt::option()
                .filter(|_| error.is_misuse())
                .unwrap_or(error);
            out::complain(&error);
            ExitCode::from(match stop::exit_code() {
                _ if error.is_misuse() => 2,
                Some(code) => code,
                None => 1,
            })
        }
    }
}

fn dispatch(args: &Args, out: &out::Out) -> Result<(), Ended> {
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
        Command::Uci(args) => commands::engine::uci(args, out),
        Command::Gomocup(args) => commands::engine::gomocup(args, out),
        Command::Nboard(args) => commands::engine::nboard(args, out),
        Command::Tournament(args) => commands::contest::run_tournament(args, out),
        Command::Truth(truth) => commands::truth::run(truth, out),
        Command::Judge(judge) => commands::judge::run(judge, out),
        Command::Learn(learn) => commands::learn::run(learn, out),
        Command::Gdl(gdl) => commands::gdl::run(gdl, out),
        Command::Book(book) => commands::book::run(book, out),
        Command::Reproduce(reproduce) => commands::reproduce::run(reproduce, out),
        Command::Plan(plan) => commands::cluster::plan(plan, out),
        Command::Shard(shard) => commands::cluster::shard(shard, out),
        Command::Status(status) => commands::cluster::status(status, out),
        Command::Collect(collect) => commands::cluster::collect(collect, out),
        Command::Submit(submit) => commands::cluster::submit(submit, out),
        Command::Serve(serve) => commands::serve::run(serve, out),
        Command::Bench(bench) => commands::bench::run(bench, out),
        Command::Completions(completions) => commands::completions::run(completions, out),
    }
}
