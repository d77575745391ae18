//! The commands that can be cut: what their tasks are, and what is written of them at the end.
//!
//! To cut another command, give it an arm in [`Job`]: its tasks as [`Work`], and
//! what to do with the values of all of them.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use plyscope_game::{Error, Limits};
use plyscope_shards::{Folder, Work};
use plyscope_truth::{DiskNeed, Output, RunPlan, ensure_room};
use plyscope_workbench::{
    ContestWork, PlannedTruth, StrengthOrder, StrengthPlan, StrengthWork, TruthRun, TruthWork,
    choose_truth, collect_truth, find_benchmark, read_states, strength_work, write_record,
    write_strength_records,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{learning, paper};
use crate::args::{ContestFlags, Judge, Learn, Make, PlanCommand, PlanTruthCommand, Reproduce};
use crate::commands::contest::Call;
use crate::commands::judge::strength;
use crate::commands::learn::genetic;
use crate::commands::reproduce;
use crate::commands::truth::{Steps, info, make};
use crate::out::{Ended, Out, say};
use crate::outputs::files_of;
use crate::stop::on_interrupt;

/// A command that can be cut, as it was given.
pub(super) enum Job<'a> {
    Truth(&'a Make),
    Contest {
        call: Call<'a>,
        output: Option<&'a Path>,
    },
    Strength(&'a Judge),
    Learn(&'a Learn),
    Paper(&'a Reproduce),
}

/// Where `collect` writes.
pub(super) struct Place<'a> {
    pub(super) output: &'a Path,
    /// Where paths of the user begin.
    pub(super) here: &'a Path,
    /// Whether files may be replaced.
    pub(super) force: bool,
}

/// Tasks that are to be planned.
pub(super) struct Draft<'a> {
    pub(super) work: &'a dyn Work,
    pub(super) tasks: u64,
    /// What a task is called.
    pub(super) unit: &'static str,
    /// Where waves end; empty if no task depends on another.
    pub(super) waves: Vec<u64>,
    /// Tasks that belong together.
    pub(super) group: u64,
    /// What the command keeps in the plan.
    pub(super) kept: Value,
    /// Writes what shards need to know of a range of tasks.
    pub(super) describe: Option<&'a Describe<'a>>,
}

impl Draft<'_> {
    /// Where waves end: all tasks are one where there are none.
    pub(super) fn wave_ends(&self) -> &[u64] {
        if self.waves.is_empty() {
            std::slice::from_ref(&self.tasks)
        } else {
            &self.waves
        }
    }
}

pub(super) type Describe<'a> = dyn Fn(u64, u64, &mut dyn Write) -> std::io::Result<()> + 'a;

/// Where the pool of a study is, in the folder of its plan.
pub(super) const POOL: &str = "pool";

impl<'a> Job<'a> {
    pub(super) fn of(command: &'a PlanCommand, out: &Out) -> Result<Self, Error> {
        Ok(match command {
            PlanCommand::Truth(truth) => {
                let PlanTruthCommand::Make(make) = &truth.command;
                Self::Truth(make)
            }
            PlanCommand::Match(args) => Self::contest(Call::of_match(args, out)?, &args.flags)?,
            PlanCommand::Tournament(args) => {
                Self::contest(Call::of_tournament(args, out)?, &args.flags)?
            }
            PlanCommand::Judge(args) if args.against_strength => Self::Strength(args),
            PlanCommand::Judge(_) => {
                return Err(Error::misuse(
                    "of `judge`, only the study of strength can be cut",
                    "add --against-strength; judging itself takes seconds",
                ));
            }
            PlanCommand::Learn(args) => {
                learning::check(args)?;
                Self::Learn(args)
            }
            PlanCommand::Reproduce(args) => {
                reproduce::check(args)?;
                Self::Paper(args)
            }
        })
    }

    fn contest(call: Call<'a>, flags: &'a ContestFlags) -> Result<Self, Error> {
        call.check()?;
        Ok(Self::Contest {
            call,
            output: flags.record.as_deref(),
        })
    }

    /// What stands in place of the output.
    pub(super) fn folder(&self) -> Result<&'a Path, Error> {
        let output = match self {
            Self::Truth(make) => Some(make.output.as_path()),
            Self::Contest { output, .. } => *output,
            Self::Strength(args) => args.out.as_deref(),
            Self::Learn(args) => args.output.as_deref(),
            Self::Paper(args) => args.out.as_deref(),
        };
        output
            .ok_or_else(|| Error::misuse("a plan needs a folder", "add -o DIR behind the command"))
    }

    /// The files that shards read.
    pub(super) fn inputs(&self) -> Vec<PathBuf> {
        match self {
            Self::Truth(make) => files_of([make.by.as_str(), make.game.as_str()]),
            Self::Contest { call, .. } => call.inputs(),
            Self::Strength(args) => {
                let file = PathBuf::from(&args.benchmark);
                if file.is_file() {
                    vec![file]
                } else {
                    Vec::new()
                }
            }
            Self::Learn(args) => genetic::inputs(args),
            Self::Paper(_) => Vec::new(),
        }
    }

    /// Finds out what the tasks are; they are measured on one thread.
    pub(super) fn draft<R>(
        &self,
        folder: &Path,
        out: &Out,
        plan: impl FnOnce(&Draft<'_>) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match self {
            Self::Truth(args) => draft_truth(args, folder, out, plan),
            Self::Contest { call, .. } => call.planned(1, out, |game, order| {
                let work = ContestWork::new(game, order)?;
                plan(&Draft {
                    work: &work,
                    tasks: work.games(),
                    unit: "games",
                    waves: Vec::new(),
                    group: ContestWork::PAIR,
                    kept: json!(work.plan()),
                    describe: None,
                })
            }),
            Self::Strength(args) => studied(args, folder, None, 1, out, |work| {
                plan(&Draft {
                    work,
                    tasks: work.games(),
                    unit: "games",
                    waves: Vec::new(),
                    group: ContestWork::PAIR,
                    kept: json!(work.plan()),
                    describe: None,
                })
            }),
            Self::Learn(args) => learning::draft(args, folder, out, plan),
            Self::Paper(args) => paper::draft(args, folder, out, plan),
        }
    }

    /// Does some tasks of a shard.
    pub(super) fn work<R>(
        &self,
        folder: &Folder,
        index: u64,
        out: &Out,
        run: impl FnOnce(&dyn Work) -> Result<R, Error>,
    ) -> Result<R, Error> {
        match self {
            Self::Truth(args) => {
                let game = out.registry.open(&args.game)?;
                let piece = folder.piece(index)?;
                let states = read_states(&game, &folder.slice(piece)?)?;
                run(&TruthWork {
                    game: &game,
                    by: &args.by,
                    run: truth_run(args, out.threads, out),
                    states: &states,
                    first: piece.first,
                })
            }
            Self::Contest { call, .. } => call.planned(out.threads, out, |game, order| {
                let work = ContestWork::new(game, order)?;
                ensure_same(folder, work.plan())?;
                run(&work)
            }),
            Self::Strength(args) => {
                let plan = kept(folder)?;
                studied(args, folder.path(), Some(&plan), out.threads, out, |work| {
                    run(work)
                })
            }
            Self::Learn(args) => learning::work(args, folder, index, out, run),
            Self::Paper(args) => paper::work(args, folder, index, out, run),
        }
    }

    /// Writes what the command on one machine writes, and tells what it tells.
    pub(super) fn collect(
        &self,
        folder: &Folder,
        place: &Place<'_>,
        out: &Out,
    ) -> Result<(), Ended> {
        let &Place { output, force, .. } = place;
        match self {
            Self::Truth(args) => collect_benchmark(args, folder, &Output::new(output, force)?, out),
            Self::Contest { call, .. } => {
                Output::new(output, force)?;
                call.planned(out.threads, out, |game, order| {
                    let work = ContestWork::new(game, order)?;
                    write_record(&work, &kept(folder)?, folder.values(), output)
                })?;
                say(&format!("wrote {}", output.display()));
                call.hold(Some(output), out)
            }
            Self::Strength(args) => {
                let (name, benchmark) = find_benchmark(&out.registry, &args.benchmark)?;
                let game = out.registry.open(&benchmark.meta.game)?;
                strength::open(output, force)?;
                let order = strength::order(args, &name, output, out)?;
                write_strength_records(&game, &order, &kept(folder)?, folder.values())?;
                strength::study(args, &game, &name, &benchmark, output, out)
            }
            Self::Learn(args) => learning::collect(args, folder, place, out),
            Self::Paper(args) => paper::collect(args, folder, place, out),
        }
    }
}

/// The contests of a study whose pool is in the folder of the plan.
fn studied<R>(
    args: &Judge,
    folder: &Path,
    planned: Option<&StrengthPlan>,
    threads: usize,
    out: &Out,
    run: impl FnOnce(&StrengthWork<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    let (name, benchmark) = find_benchmark(&out.registry, &args.benchmark)?;
    let game = out.registry.open(&benchmark.meta.game)?;
    let pool = folder.join(POOL);
    let order = StrengthOrder {
        threads,
        stop: on_interrupt(),
        ..strength::order(args, &name, &pool, out)?
    };
    if planned.is_none() {
        let unmade = |error| Error::failed(format!("{} cannot be made: {error}", pool.display()));
        std::fs::create_dir_all(&pool).map_err(unmade)?;
    }
    strength_work(&game, &order, planned, run)
}

fn truth_run<'a>(args: &Make, threads: usize, out: &Out) -> TruthRun<'a> {
    TruthRun {
        seed: out.seed,
        limits: Limits {
            time: args.limits.time,
            nodes: args.limits.nodes,
            stop: on_interrupt(),
            ..Limits::every_move()
        },
        threads,
        progress: &|_| (),
    }
}

fn draft_truth<R>(
    args: &Make,
    folder: &Path,
    out: &Out,
    plan: impl FnOnce(&Draft<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    let game = out.registry.open(&args.game)?;
    let selector = make::selector(&args.choice, make::USUAL)?;
    let positions = make::positions(&args.choice, &game)?;
    let need = DiskNeed::of(game.rules(), &selector.filter);
    ensure_room(&folder.join("tasks"), need.bytes(selector.amount))?;
    let bar = Steps::new(format!("{} by {}", game.spec(), args.by));
    let run = TruthRun {
        progress: &|step| bar.tell(step),
        ..truth_run(args, out.threads, out)
    };
    let chosen = choose_truth(&game, &selector, &positions, &args.by, run);
    bar.finish();
    let chosen = chosen?;
    plan(&Draft {
        work: &TruthWork {
            game: &game,
            by: &args.by,
            run: truth_run(args, 1, out),
            states: &chosen.states,
            first: 0,
        },
        tasks: chosen.plan.states,
        unit: "states",
        waves: Vec::new(),
        group: 1,
        kept: json!(chosen.plan),
        describe: Some(&|first, end, to| chosen.write(first, end, to)),
    })
}

fn collect_benchmark(
    args: &Make,
    folder: &Folder,
    output: &Output,
    out: &Out,
) -> Result<(), Ended> {
    let game = out.registry.open(&args.game)?;
    let selector = make::selector(&args.choice, make::USUAL)?;
    let path = Folder::tasks_file(folder.path());
    let states = File::open(&path)
        .map_err(|error| Error::failed(format!("{} cannot be read: {error}", path.display())))?;
    let plan: RunPlan = kept(folder)?;
    let truth = PlannedTruth {
        game: &game,
        selector: &selector,
        by: &args.by,
        run: truth_run(args, out.threads, out),
        plan: &plan,
    };
    let (meta, summary) = collect_truth(&truth, BufReader::new(states), folder.values(), output)?;
    say(&format!("wrote {}", output.path().display()));
    info::brief(&meta, &summary, out)
}

/// What the command kept in the plan.
pub(super) fn kept<T: DeserializeOwned>(folder: &Folder) -> Result<T, Error> {
    serde_json::from_value(folder.plan().work.clone())
        .map_err(|error| Error::failed(format!("the plan cannot be understood: {error}")))
}

/// Refuses contests that are no longer what was planned.
pub(super) fn ensure_same(folder: &Folder, now: &impl serde::Serialize) -> Result<(), Error> {
    if json!(now) == folder.plan().work {
        return Ok(());
    }
    Err(Error::misuse(
        "the command of the plan does not mean what it meant when it was planned",
        "put back the files that it reads, or plan again",
    ))
}
