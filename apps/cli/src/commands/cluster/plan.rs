//! `plyscope plan`: what is to be done, cut into shards.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Duration;

use plyscope_game::Error;
use plyscope_ledger::unwritable;
use plyscope_shards::{Cost, FORMAT, Folder, Input, ShardPlan, Slice, TaskRange, Waves, digest};
use serde_json::json;

use super::job::{Describe, Draft, Job};
use super::measure::measure;
use super::{VERSION, in_words, job, words};
use crate::args::Plan;
use crate::out::{Ended, Out, say};
use crate::outputs;
use crate::table::grouped;

/// How long a shard takes by default: long beside what an engine takes to begin it, short
/// beside what one may lose.
const SHARD_TIME: Duration = Duration::from_secs(600);
/// The same for work in waves, of which all but the longest shard of a wave wait for it.
const WAVE_SHARD_TIME: Duration = Duration::from_secs(60);
/// How long to measure by default.
const MEASURE: Duration = Duration::from_secs(5);

pub(crate) fn run(args: &Plan, out: &Out) -> Result<(), Ended> {
    let command = words::of_work(std::env::args().skip(1));
    let asked = Job::of(&args.command, out)?;
    let path = asked.folder()?;
    outputs::refuse_stdout(path, "a plan is a folder")?;
    // A command that cannot be read back is told before the work.
    words::parse(&command, path)?;
    outputs::folder(path, false, &["plan.json"])?;
    let inputs = asked
        .inputs()
        .iter()
        .map(|path| input(path))
        .collect::<Result<_, Error>>()?;
    let made = asked.draft(path, out, |draft| {
        let cost = cost(args, draft, out)?;
        let ends = cut(args, draft, cost.as_ref());
        let shards = match draft.describe {
            Some(describe) => describe_tasks(path, &ends, describe)?,
            None => pieces(&ends),
        };
        let here = std::env::current_dir().unwrap_or_default();
        let plan = ShardPlan {
            format: FORMAT,
            version: VERSION.to_string(),
            command,
            folder: here.to_string_lossy().into_owned(),
            seed: out.seed,
            inputs,
            work: draft.kept.clone(),
            unit: draft.unit.to_string(),
            tasks: draft.tasks,
            waves: draft.waves.clone(),
            cost,
            shards,
        };
        Folder::create(path, plan)
    });
    // A folder in which nothing was planned would be in the way of the corrected command.
    let folder = made.inspect_err(|_| {
        let _ = std::fs::remove_file(Folder::tasks_file(path));
        let _ = std::fs::remove_dir_all(path.join(job::POOL));
        let _ = std::fs::remove_dir(path);
    })?;
    tell(&folder, out)
}

fn input(path: &Path) -> Result<Input, Error> {
    let bytes = std::fs::read(path)
        .map_err(|error| Error::failed(format!("{} cannot be read: {error}", path.display())))?;
    Ok(Input {
        path: path.to_string_lossy().into_owned(),
        blake3: digest(&bytes),
    })
}

/// What the tasks cost, if anybody wants to know.
fn cost(args: &Plan, draft: &Draft<'_>, out: &Out) -> Result<Option<Cost>, Error> {
    let usual = args.shards.is_none().then_some(MEASURE);
    match args.measure.or(usual) {
        // What cannot be cut need not be measured.
        Some(budget) if draft.tasks > 1 => measure(draft.work, draft.wave_ends(), out.seed, budget),
        _ => Ok(None),
    }
}

/// Where the shards end.
fn cut(args: &Plan, draft: &Draft<'_>, cost: Option<&Cost>) -> Vec<u64> {
    let waves = Waves {
        ends: draft.wave_ends(),
        group: draft.group,
    };
    let Some(cost) = cost else {
        return waves.cut_evenly(args.shards.unwrap_or(1));
    };
    let usual = if draft.waves.is_empty() {
        SHARD_TIME
    } else {
        WAVE_SHARD_TIME
    };
    let each = args.shard_time.unwrap_or(usual).as_secs_f64();
    waves.cut_by_cost(cost, args.shards.ok_or(each))
}

fn pieces(ends: &[u64]) -> Vec<TaskRange> {
    let firsts = std::iter::once(0).chain(ends.iter().copied());
    let piece = |(first, &end)| TaskRange {
        first,
        end,
        slice: None,
    };
    firsts.zip(ends).map(piece).collect()
}

/// Writes what each shard needs to know, one shard after the other, into one file.
fn describe_tasks(
    folder: &Path,
    ends: &[u64],
    describe: &Describe<'_>,
) -> Result<Vec<TaskRange>, Error> {
    let path = Folder::tasks_file(folder);
    let unwritable = |error: std::io::Error| unwritable(&path, &error);
    let mut file = BufWriter::new(File::create(&path).map_err(unwritable)?);
    let mut shards = pieces(ends);
    let mut begin = 0;
    for piece in &mut shards {
        let mut bytes = Vec::new();
        describe(piece.first, piece.end, &mut bytes).map_err(unwritable)?;
        file.write_all(&bytes).map_err(unwritable)?;
        piece.slice = Some(Slice {
            begin,
            length: bytes.len() as u64,
            blake3: digest(&bytes),
        });
        begin += bytes.len() as u64;
    }
    let file = file
        .into_inner()
        .map_err(|error| unwritable(error.into_error()))?;
    file.sync_all().map_err(unwritable)?;
    Ok(shards)
}

fn tell(folder: &Folder, out: &Out) -> Result<(), Ended> {
    let plan = folder.plan();
    let shards = plan.shards.len();
    let predicted = plan.cost.as_ref().map(|cost| {
        let wall = |cores| (cores, cost.wall(&plan.shards, &plan.waves, cores));
        let walls = [1, 4, 16, 64, 256].map(wall);
        json!({
            "core_seconds": cost.total() + cost.start * shards as f64,
            "error": cost.error,
            "seconds_on_cores": walls,
        })
    });
    if out.json {
        return out.object(&json!({
            "folder": folder.path(),
            "id": folder.id(),
            "tasks": plan.tasks,
            "unit": plan.unit,
            "shards": shards,
            "waves": plan.wave_count(),
            "predicted": predicted,
        }));
    }
    let tasks = grouped(plan.tasks);
    let waves = match plan.wave_count() {
        1 => String::new(),
        waves => format!(", in {waves} waves, one after the other"),
    };
    let counted = if shards == 1 { "shard" } else { "shards" };
    out.line(&format!(
        "{tasks} {} in {shards} {counted}{waves}; plan {}",
        plan.unit,
        &folder.id()[..12]
    ))?;
    if let Some(cost) = &plan.cost {
        let total = cost.total();
        let error = cost
            .error
            .map_or(String::new(), |error| format!(" ± {:.0} %", 200.0 * error));
        let of_one = in_words(cost.start + total / shards as f64);
        out.line(&format!(
            "about {} of one core{error}, {of_one} for each shard",
            in_words(total + cost.start * shards as f64)
        ))?;
        for cores in [1, 16, 256] {
            let wall = in_words(cost.wall(&plan.shards, &plan.waves, cores));
            out.line(&format!("  on {cores:>3} cores   {wall}"))?;
        }
    }
    let shown = folder.path().display();
    say(&format!("`plyscope submit {shown}` does the shards"));
    Ok(())
}
