//! `HyperQueue`: `hq submit` and `hq job list`.

use std::collections::BTreeSet;
use std::process::Command;

use plyscope_game::Error;
use serde::Deserialize;

use super::{ArrayEngine, ArrayJob, MOST_IN_ARRAY, ask, job_name, listed, quoted};
use crate::Folder;

/// The server that `hq` reaches.
#[derive(Clone, Copy, Debug, Default)]
pub struct HyperQueue;

#[derive(Deserialize)]
struct Job {
    name: String,
    task_stats: Stats,
}

#[derive(Deserialize)]
struct Stats {
    running: u64,
    waiting: u64,
}

impl ArrayEngine for HyperQueue {
    fn most(&self) -> Result<u64, Error> {
        Ok(MOST_IN_ARRAY)
    }

    fn script(&self, job: &ArrayJob<'_>) -> Result<String, Error> {
        let words = words(job)?;
        let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        Ok(format!("hq {}\n", words.join(" ")))
    }

    fn submit(&self, job: &ArrayJob<'_>) -> Result<String, Error> {
        let said = ask(Command::new("hq")
            .arg("--output-mode=quiet")
            .args(words(job)?))?;
        Ok(said.trim().to_string())
    }

    /// The engine tells of jobs, not of their tasks: while a job of the plan
    /// lives, all that is not done counts as queued.
    fn queued(&self, folder: &Folder) -> Result<BTreeSet<u64>, Error> {
        let said = ask(Command::new("hq").args(["--output-mode=json", "job", "list"]))?;
        let lives = lives(&said, &job_name(folder))?;
        let all = 0..folder.plan().shards.len() as u64;
        Ok(if lives {
            all.collect()
        } else {
            BTreeSet::new()
        })
    }
}

fn words(job: &ArrayJob<'_>) -> Result<Vec<String>, Error> {
    let options = job.options;
    for (name, is_set) in [
        ("--partition", options.partition.is_some()),
        ("--account", options.account.is_some()),
        ("--memory", options.memory.is_some()),
        ("--at-most", options.at_most.is_some()),
    ] {
        if is_set {
            let what = format!("{name} is not for HyperQueue");
            return Err(Error::misuse(
                what,
                "its workers are given by whoever started them; --option passes options of `hq submit`",
            ));
        }
    }
    let folder = job.folder.path().to_string_lossy().into_owned();
    let cpus = options.cpus.to_string();
    let mut words: Vec<String> = vec![
        "submit".into(),
        format!("--name={}", job_name(job.folder)),
        format!("--array={}", listed(job.shards)),
        format!("--cpus={cpus}"),
        "--stdout=none".into(),
        "--stderr=none".into(),
    ];
    words.extend(
        options
            .time
            .iter()
            .map(|time| format!("--time-limit={time}")),
    );
    words.extend(options.others.iter().cloned());
    let program = job.program.to_string_lossy().into_owned();
    words.extend(["--".into(), program, "shard".into(), folder]);
    words.extend(["--threads".into(), cpus]);
    Ok(words)
}

/// Whether a job of that name waits or runs, of what `hq job list` says.
fn lives(said: &str, name: &str) -> Result<bool, Error> {
    let jobs: Vec<Job> = serde_json::from_str(said).map_err(|error| {
        Error::failed(format!("`hq job list` is not understood: {error}"))
            .with_hint("HyperQueue 0.19 and later are known to work")
    })?;
    let lives = |job: &Job| job.name == name && job.task_stats.running + job.task_stats.waiting > 0;
    Ok(jobs.iter().any(lives))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_lives_while_tasks_of_it_wait_or_run() {
        let said = |running, waiting| {
            format!(
                r#"[{{"id":1,"name":"plyscope-abc","task_count":3,"task_stats":{{"aborted":0,
                "canceled":0,"failed":1,"finished":2,"running":{running},"waiting":{waiting}}}}}]"#
            )
        };
        assert!(lives(&said(1, 0), "plyscope-abc").unwrap());
        assert!(lives(&said(0, 2), "plyscope-abc").unwrap());
        assert!(!lives(&said(0, 0), "plyscope-abc").unwrap());
        assert!(!lives(&said(1, 0), "plyscope-abd").unwrap());
        assert!(lives("hq: no server", "plyscope-abc").is_err());
    }
}
