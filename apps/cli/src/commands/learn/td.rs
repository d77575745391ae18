//! `plyscope learn --method td`: weights that learn from their own games.

use plyscope_learn::td::TdParams;
use plyscope_truth::Journal;
use plyscope_workbench::{LearnProgress, TdOrder, learn_td};

use super::budget;
use super::findings::{Findings, progress_bar, tell};
use crate::args::Learn;
use crate::commands::cluster::cpu_time;
use crate::out::{Ended, Out};
use crate::outputs::files_of;
use crate::stop::on_interrupt;

pub(super) fn run(args: &Learn, out: &Out) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let mut read = files_of([&*args.game]);
    read.extend(args.start.clone());
    let places = Findings::new(args, read, out)?;
    let journal = places.path().map(Journal::beside);
    let bar = progress_bar(args, &game);
    let progress = |now: &LearnProgress<'_>| tell(&bar, now);
    let usual = TdParams::default();
    let order = TdOrder {
        params: TdParams {
            lambda: args.td.lambda.unwrap_or(usual.lambda),
            rate: args.td.rate.unwrap_or(usual.rate),
            explore: args.td.explore.unwrap_or(usual.explore),
            batch: args.td.batch.unwrap_or(usual.batch),
            ..usual
        },
        budget: budget::of(args)?,
        features: args.features.as_deref(),
        only: &args.only,
        start: args.start.as_deref(),
        max_plies: args.playing.max_plies,
        seed: out.seed,
        threads: out.threads,
        stop: on_interrupt(),
        journal: journal.as_deref(),
        cpu_time: &cpu_time,
        progress: &progress,
    };
    let found = learn_td(&game, &order);
    bar.finish();
    places.finish(found?, out)
}
