//! `plyscope status`: how far a plan is.

use std::time::SystemTime;

use plyscope_shards::{Folder, Status, listed};
use serde_json::json;

use super::{host, in_words, open};
use crate::args;
use crate::out::{Ended, Out};
use crate::table::{grouped, wrapped};

pub(crate) fn run(args: &args::Status, out: &Out) -> Result<(), Ended> {
    let folder = open(&args.folder)?;
    let status = folder.status(SystemTime::now(), &host())?;
    if out.json {
        return out.object(&json!({
            "id": folder.id(),
            "command": folder.plan().command,
            "unit": folder.plan().unit,
            "shards": folder.plan().shards.len(),
            "tasks": folder.plan().tasks,
            "done": status.done.len(),
            "tasks_done": status.tasks,
            "running": status.running,
            "interrupted": status.interrupted,
            "missing": status.missing,
            "waiting": status.waiting,
            "waves": folder.plan().wave_count(),
            "waves_done": waves_done(&folder, &status),
            "rate": rate(&status),
            "cpu_seconds": status.spent.cpu,
            "predicted_seconds": status.predicted,
            "seconds_left": left(&folder, &status),
        }));
    }
    out.text(&text(&folder, &status))
}

/// Waves of which every shard is done.
fn waves_done(folder: &Folder, status: &Status) -> usize {
    let open = status
        .missing
        .first()
        .into_iter()
        .chain(status.running.first());
    let plan = folder.plan();
    open.min()
        .map_or(plan.wave_count(), |own| plan.wave_number(*own))
}

/// Tasks per second of one core, of shards that are done.
fn rate(status: &Status) -> Option<f64> {
    let spent = &status.spent;
    (spent.cpu > 0.0).then(|| spent.tasks as f64 / spent.cpu)
}

/// Seconds of one core for what is not done: as planned, corrected by what was seen; else by the rate.
fn left(folder: &Folder, status: &Status) -> Option<f64> {
    let plan = folder.plan();
    if let Some(cost) = &plan.cost {
        let all: f64 = plan.shards.len() as f64 * cost.start + cost.total();
        let of = |index: &u64| {
            let piece = &plan.shards[*index as usize];
            cost.start + cost.of_range(piece.first, piece.end)
        };
        let done: f64 = status.done.iter().map(of).sum();
        let seen = status.predicted.map_or(1.0, |own| status.spent.cpu / own);
        return Some((all - done) * seen);
    }
    Some((plan.tasks - status.tasks) as f64 / rate(status)?)
}

fn text(folder: &Folder, status: &Status) -> String {
    let plan = folder.plan();
    let mut lines = vec![
        wrapped(&format!("plyscope {}", plan.command.join(" ")), ""),
        format!(
            "{} of {} shards are done, {} running, {} missing",
            status.done.len(),
            plan.shards.len(),
            status.running.len(),
            status.missing.len()
        ),
        format!(
            "{} of {} {}",
            grouped(status.tasks),
            grouped(plan.tasks),
            plan.unit
        ),
    ];
    if plan.wave_count() > 1 {
        let (done, of) = (waves_done(folder, status), plan.wave_count());
        lines.push(format!("{done} of {of} waves are done"));
    }
    for (shards, what) in [
        (&status.running, "running"),
        (&status.interrupted, "interrupted"),
        (&status.ready(), "missing"),
        (&status.waiting, "waiting for those before"),
    ] {
        if !shards.is_empty() {
            lines.push(wrapped(
                &format!("{what}: {}", listed(shards).replace(',', ", ")),
                "",
            ));
        }
    }
    if let Some(rate) = rate(status) {
        lines.push(format!(
            "{rate:.1} {} per second of one core; {} of processor time so far",
            plan.unit,
            in_words(status.spent.cpu)
        ));
    }
    if let Some(predicted) = status.predicted {
        let more = 100.0 * (status.spent.cpu / predicted - 1.0);
        lines.push(format!(
            "predicted were {}: {:+.0} %",
            in_words(predicted),
            more
        ));
    }
    if let Some(left) = left(folder, status).filter(|_| status.done.len() < plan.shards.len()) {
        lines.push(format!("about {} of one core are left", in_words(left)));
    }
    lines.push(String::new());
    lines.join("\n")
}
