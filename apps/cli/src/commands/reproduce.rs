//! `plyscope reproduce`: each paper's tables, theirs beside ours.

mod abramson_korf;
mod hef;

use std::fmt::Display;

use plyscope_reproduce::{levy, lin_vanlent};
use plyscope_workbench::Failure;
use serde::Serialize;

use crate::args::{Paper, Reproduce};
use crate::out::{Ended, Out};
use crate::progress::Bar;
use crate::stop::on_interrupt;

pub(crate) fn run(args: &Reproduce, out: &Out) -> Result<(), Ended> {
    if args.quick && !matches!(args.paper, Paper::AbramsonKorf) {
        let what = "this paper's experiments have no --quick";
        return Err(Failure::misuse(what, "it is for abramson-korf").into());
    }
    if args.out.is_some() && !matches!(args.paper, Paper::AbramsonKorf | Paper::Hef) {
        let what = "this paper's experiments have no --out";
        return Err(Failure::misuse(what, "it is for abramson-korf and hef").into());
    }
    match args.paper {
        Paper::AbramsonKorf => abramson_korf::run(args, out),
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
    let report = lin_vanlent::run(&params, &on_interrupt(), &mut tell).map_err(Failure::from)?;
    bar.finish();
    write(&report, out)?;
    if report.finished {
        return Ok(());
    }
    out.flush()?;
    let failure = Failure {
        hint: Some("the same command begins anew".to_owned()),
        ..Failure::failed("stopped before all games were played; those above were")
    };
    Err(failure.into())
}

fn write(report: &(impl Display + Serialize), out: &Out) -> Result<(), Ended> {
    if out.json {
        out.object(report)
    } else {
        out.text(&report.to_string())
    }
}
