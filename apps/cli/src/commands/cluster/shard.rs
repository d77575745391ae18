//! `plyscope shard`: does one shard of a plan.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use plyscope_game::Error;
use plyscope_shards::{Begun, OpenShard, Spent, listed};

use super::job::Job;
use super::{cpu_time, enter, host, open, parsed};
use crate::args::{Command, Shard};
use crate::out::{Ended, Out, say};
use crate::progress::Bar;
use crate::stop::on_interrupt;

/// Where engines say which element of an array a process is; `HyperQueue` often runs inside Slurm.
const NUMBERS: [&str; 4] = [
    "HQ_TASK_ID",
    "SLURM_ARRAY_TASK_ID",
    "JOB_COMPLETION_INDEX",
    "PBS_ARRAY_INDEX",
];

pub(crate) fn run(args: &Shard, out: &Out) -> Result<(), Ended> {
    let begun = Instant::now();
    // Whoever works looks at the flag.
    on_interrupt();
    let index = index(args)?;
    let folder = open(&args.folder)?;
    let owner = format!("{}-{}", host(), std::process::id());
    let shard = match folder.begin(index, &owner)? {
        Begun::Done => {
            say(&format!("shard {index} is done already"));
            return Ok(());
        }
        Begun::Busy => {
            let what = format!("shard {index} is being done by another process");
            return Err(Error::failed(what)
                .with_hint("let it end, or end it")
                .into());
        }
        Begun::Waits(shards) => return Err(Ended::Later(waits(index, &shards))),
        Begun::Open(shard) => shard,
    };
    enter(&folder)?;
    let parsed = parsed(&folder)?;
    let Some(Command::Plan(plan)) = &parsed.command else {
        return Err(Error::failed("the plan holds no command").into());
    };
    let job = Job::of(&plan.command, out)?;
    let spent = job.work(&folder, index, out, |work| {
        let before = cpu_time();
        let tasks = run_missing(&shard, work, &folder.plan().unit)?;
        Ok(Spent {
            tasks,
            seconds: 0.0,
            cpu: 0.0,
            working: cpu_time().saturating_sub(before).as_secs_f64(),
        })
    })?;
    shard.finish(&Spent {
        seconds: begun.elapsed().as_secs_f64(),
        cpu: cpu_time().as_secs_f64(),
        ..spent
    })?;
    say(&format!("shard {index} is done"));
    Ok(())
}

/// A shard that cannot be begun yet; the exit code tells engines to try again.
fn waits(index: u64, shards: &[u64]) -> Error {
    let (what, those) = match shards {
        [one] => (format!("shard {one}, which is not done"), "that"),
        some => (
            format!("shards {}, which are not done", listed(some)),
            "those",
        ),
    };
    Error::failed(format!("shard {index} waits for {what}")).with_hint(format!(
        "do {those} first; `plyscope submit` keeps to the order by itself"
    ))
}

/// Does what is missing; returns how many tasks that was.
fn run_missing(
    shard: &OpenShard<'_>,
    work: &dyn plyscope_shards::Work,
    unit: &str,
) -> Result<u64, Error> {
    let missing = shard.missing();
    let of = missing.len() as u64;
    let bar = Bar::new(of, unit, "");
    let done = AtomicU64::new(0);
    let ran = work.run(&missing, &|task, value| {
        shard.add(task, value)?;
        bar.tell(done.fetch_add(1, Ordering::Relaxed) + 1, of);
        Ok(())
    });
    bar.finish();
    let done = done.into_inner();
    if on_interrupt().is_raised() && done < of {
        return Err(
            Error::stopped(format!("stopped after {done} of {of} {unit}"))
                .with_hint("what is done is kept; the same command goes on from there"),
        );
    }
    ran.map(|()| done)
}

/// The shard that is meant.
fn index(args: &Shard) -> Result<u64, Error> {
    if let Some(index) = args.index {
        return Ok(index);
    }
    let told = NUMBERS
        .iter()
        .find_map(|name| Some((name, std::env::var(name).ok()?)));
    let Some((name, text)) = told else {
        let what = "nobody says which shard";
        let hint = format!(
            "add --index I, or run it by an engine that sets {}",
            NUMBERS.join(", ")
        );
        return Err(Error::misuse(what, hint));
    };
    let number: Result<u64, _> = text.parse();
    let wrong = |_| {
        Error::misuse(
            format!("{name} is `{text}`, which is no number"),
            "add --index I",
        )
    };
    Ok(args.first + number.map_err(wrong)?)
}
