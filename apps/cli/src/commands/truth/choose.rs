//! `plyscope truth choose`: a smaller benchmark of the states that tell most.

use plyscope_game::Limits;
use plyscope_judge::Grouping;
use plyscope_judge::predict::StateWeights;
use plyscope_workbench::{JudgeOrder, JudgeRun, StateFilter, choose_states, find_benchmark, judge};

use super::files::write;
use crate::args::Choose;
use crate::out::{Ended, Out};
use crate::outputs::Outputs;
use crate::progress::Bar;
use crate::stop::on_interrupt;

pub(super) fn run(args: &Choose, out: &Out) -> Result<(), Ended> {
    let target = Outputs::new(out, args.force, Vec::new()).target(&args.output)?;
    let (name, benchmark) = find_benchmark(&out.registry, &args.benchmark)?;
    let game = out.registry.open(&benchmark.meta.game)?;
    let answers = args.heuristics.len() * benchmark.states.len();
    let message = format!("{} heuristics on {name}", args.heuristics.len());
    let bar = Bar::new(answers as u64, "answers", message);
    let judging = judge(
        &game,
        &benchmark,
        &JudgeOrder {
            heuristics: &args.heuristics,
            metrics: std::slice::from_ref(&args.metric),
            filter: &StateFilter::default(),
            grouping: Grouping::All,
            worst: 0,
            name: &name,
            weights: StateWeights::Equal,
            run: JudgeRun {
                seed: out.seed,
                limits: Limits {
                    stop: on_interrupt(),
                    ..Limits::every_move()
                },
                threads: out.threads,
                progress: &|| bar.add_one(),
            },
        },
    );
    bar.finish();
    let chosen = choose_states(&benchmark, &judging?, args.states as usize)?;
    write(&chosen, &target, out)
}
