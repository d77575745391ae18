//! `plyscope reproduce`: each paper's tables, theirs beside ours.

mod abramson_korf;
pub(crate) mod balazsfalvi;
mod hef;

use std::fmt::Display;

use plyscope_game::Error;
use plyscope_reproduce::{levy, lin_vanlent};
use serde::Serialize;

use crate::args::{Paper, Reproduce};
use crate::out::{Ended, Out};
use crate::progress::Bar;
use crate::stop::on_interrupt;

/// Refuses what a paper does not have.
pub(crate) fn check(args: &Reproduce) -> Result<(), Error> {
    if args.quick && matches!(args.paper, Paper::Levy | Paper::LinVanlent) {
        let what = "this paper's experiments have no --quick";
        let hint = "it is for abramson-korf, balazsfalvi and hef";
        return Err(Error::misuse(what, hint));
    }
    let of_hef = [
        ("--section", args.section.is_some()),
        ("--whole", args.whole.is_some()),
        ("--more-games", args.more_games),
        ("--beyond", args.beyond),
        ("--settings", args.settings.is_some()),
        ("--sheets", args.sheets.is_some()),
        ("--so-far", args.so_far),
    ];
    let given = of_hef.into_iter().find(|(_, is_given)| *is_given);
    if let Some((name, _)) = given.filter(|_| !matches!(args.paper, Paper::Hef)) {
        let what = format!("this paper's experiments have no {name}");
        return Err(Error::misuse(what, "it is for hef"));
    }
    Ok(())
}

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    check(args)?;
    if args.out.is_some() && matches!(args.paper, Paper::Levy | Paper::LinVanlent) {
        let what = "this paper's experiments have no --out";
        return Err(Error::misuse(what, "it is for abramson-korf, balazsfalvi and hef").into());
    }
    match args.paper {
        Paper::AbramsonKorf => abramson_korf::run(args, out),
        Paper::Balazsfalvi => balazsfalvi::run(args, out),
        Paper::Hef => hef::run(args, out),
        Paper::Levy => write(&levy::report(), out),
        Paper::LinVanlent => {
            let report = lin_vanlent(out)?;
            write(&report, out)?;
            if report.finished {
                return Ok(());
            }
            out.flush()?;
            Err(stopped().into())
        }
    }
}

/// What a paper that writes no files prints.
///
/// # Errors
/// When it was stopped before its end.
pub(crate) fn printed(args: &Reproduce, out: &Out) -> Result<Option<String>, Error> {
    match args.paper {
        Paper::Levy => Ok(Some(levy::report().to_string())),
        Paper::LinVanlent => {
            let report = lin_vanlent(out)?;
            let text = report.finished.then(|| report.to_string());
            text.map(Some).ok_or_else(stopped)
        }
        Paper::AbramsonKorf | Paper::Balazsfalvi | Paper::Hef => Ok(None),
    }
}

fn lin_vanlent(out: &Out) -> Result<lin_vanlent::Report, Error> {
    let params = lin_vanlent::PaperParams {
        seed: out.seed,
        ..lin_vanlent::PaperParams::default()
    };
    let bar = Bar::new(0, "games", "");
    let mut tell = |now: &lin_vanlent::PaperProgress| {
        bar.tell(u64::from(now.done), u64::from(now.of));
        bar.say(now.what.clone());
    };
    let report = lin_vanlent::run(&params, &on_interrupt(), &mut tell);
    bar.finish();
    report
}

fn stopped() -> Error {
    Error::failed("stopped before all games were played; those above were")
        .with_hint("the same command begins anew")
}

fn write(report: &(impl Display + Serialize), out: &Out) -> Result<(), Ended> {
    if out.json {
        out.object(report)
    } else {
        out.text(&report.to_string())
    }
}
