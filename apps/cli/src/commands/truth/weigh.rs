//! `plyscope truth weigh`: how often play comes to the plies of a benchmark.

use plyscope_game::Limits;
use plyscope_workbench::{benchmark_at, weigh_truth};

use super::files::write;
use crate::args::Weigh;
use crate::out::{Ended, Out};
use crate::outputs::Outputs;
use crate::stop::on_interrupt;

pub(super) fn run(args: &Weigh, out: &Out) -> Result<(), Ended> {
    let target = Outputs::new(out, args.force, vec![args.file.clone()]).target(&args.output)?;
    let mut benchmark = benchmark_at(&args.file)?;
    let game = out.registry.open(&benchmark.meta.game)?;
    let limits = Limits {
        stop: on_interrupt(),
        ..Limits::best_move()
    };
    let run = (out.seed, out.threads);
    weigh_truth(&game, &mut benchmark, args.games, run, &limits)?;
    write(&benchmark, &target, out)
}
