//! `plyscope reproduce`: each paper's tables, theirs beside ours.

mod abramson_korf;
mod balazsfalvi;
mod hef;

use std::fmt::Display;

use plyscope_game::Error;
use plyscope_reproduce::{levy, lin_vanlent};
use serde::Serialize;

use crate::args::{Paper, Reproduce};
use crate::out::{Ended, Out};
use crate::progress::Bar;
use crate::stop::on_interrupt;

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    if args.quick && matches!(args.paper, Paper::Levy | Paper::LinVanlent) {
        let what = "this paper's experiments have no --quick";
        return Err(Error::misuse(what, "it is for abramson-korf, balazsfalvi and hef").into());
    }
    let is_of_hef =
        args.section.is_some() || args.sheets.is_some() || args.beyond || args.settings.is_some();
    if is_of_hef && !matches!(args.paper, Paper::Hef) {
        let what = "this paper's experiments have no --section, --sheets, --beyond and --settings";
        return Err(Error::misuse(what, "they are for hef").into());
    }
    if args.out.is_some() && matches!(args.paper, Paper::Levy | Paper::LinVanlent) {
        let what = "this paper's experiments have no --out";
        return Err(Error::misuse(what, "it is for abramson-korf, balazsfalvi and hef").into());
    }
    match args.paper {
        Paper::AbramsonKorf => abramson_korf::run(args, out),
        Paper::Balazsfalvi => balazsfalvi::run(args, out),
        Paper::Hef => hef::run(args, out),
        Paper::Levy => write(&levy::report(), out),
        Paper::LinVanlent => lin_vanlent(out),
    }
}

fn lin_vanlent(out: &Out) -> Result<(), Ended> {
    let params = lin_vanlent::Params {
        seed: out.seed,
        ..lin_vanlent::Params::default()
    };
    let bar = Bar::new(0, "games", "");
    let mut tell = |now: &lin_vanlent::Progress| {
        bar.tell(u64::from(now.done), u64::from(now.of));
        bar.say(now.what.clone());
    };
    let report = lin_vanlent::run(&params, &on_interrupt(), &mut tell)?;
    bar.finish();
    write(&report, out)?;
    if report.finished {
        return Ok(());
    }
    out.flush()?;
    let error = Error::failed("stopped before all games were played; those above were")
        .with_hint("the same command begins anew");
    Err(error.into())
}

fn write(report: &(impl Display + Serialize), out: &Out) -> Result<(), Ended> {
    if out.json {
        out.object(report)
    } else {
        out.text(&report.to_string())
    }
}
