//! Slurm: `sbatch` to submit, `squeue` to look, `scontrol` for the limits.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use plyscope_game::Error;

use super::{ArrayEngine, ArrayJob, MOST_IN_ARRAY, ask, job_name, listed, quoted};
use crate::Folder;

/// The cluster that `sbatch` reaches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slurm;

impl ArrayEngine for Slurm {
    fn most(&self) -> Result<u64, Error> {
        let config = ask(Command::new("scontrol").args(["show", "config"]))?;
        Ok(MOST_IN_ARRAY.min(max_array_size(&config).unwrap_or(MOST_IN_ARRAY)))
    }

    /// Array numbers begin at the first shard: clusters limit the numbers, not only how many there are.
    fn script(&self, job: &ArrayJob<'_>) -> Result<String, Error> {
        let folder = job.folder.path();
        let Some(shown) = folder
            .to_str()
            .filter(|path| !path.contains(['"', '%', '\n']))
        else {
            let what = format!("Slurm cannot write logs to {}", folder.display());
            let hint = "choose a folder without quotes and percent signs in its path";
            return Err(Error::misuse(what, hint));
        };
        let options = job.options;
        let first = job.shards.first().copied().unwrap_or(0);
        let numbers: Vec<u64> = job.shards.iter().map(|shard| shard - first).collect();
        let at_most = options
            .at_most
            .map_or(String::new(), |most| format!("%{most}"));
        let mut lines = vec![
            format!("--job-name={}-{first}", job_name(job.folder)),
            format!("--array={}{at_most}", listed(&numbers)),
            // A shard that a dead node took with it is submitted anew, and not held back.
            "--no-requeue".to_string(),
            "--nodes=1".to_string(),
            "--ntasks=1".to_string(),
            format!("--cpus-per-task={}", options.cpus),
            format!("--output=\"{}/log/%A_%a.txt\"", shown),
        ];
        for (name, value) in [
            ("partition", &options.partition),
            ("time", &options.time),
            ("mem", &options.memory),
            ("account", &options.account),
        ] {
            lines.extend(value.as_ref().map(|value| format!("--{name}={value}")));
        }
        lines.extend(options.others.iter().cloned());
        let mut script = String::from("#!/bin/sh\n");
        for line in lines {
            let _ = writeln!(script, "#SBATCH {line}");
        }
        let _ = writeln!(
            script,
            "exec {} shard {} --first {first} --threads {}",
            quoted(&job.program.to_string_lossy()),
            quoted(shown),
            options.cpus
        );
        Ok(script)
    }

    fn submit(&self, job: &ArrayJob<'_>) -> Result<String, Error> {
        let script = self.script(job)?;
        make_folder(&job.folder.path().join("log"))?;
        let mut sbatch = Command::new("sbatch");
        sbatch.arg("--parsable");
        let said = told(&mut sbatch, &script)?;
        // With several clusters, the name of one follows.
        Ok(said
            .trim()
            .split(';')
            .next()
            .unwrap_or_default()
            .to_string())
    }

    fn queued(&self, folder: &Folder) -> Result<BTreeSet<u64>, Error> {
        let mut squeue = Command::new("squeue");
        squeue.args(["--me", "--noheader", "--array", "--format=%j|%K|%T"]);
        Ok(in_queue(&ask(&mut squeue)?, &job_name(folder)))
    }
}

fn make_folder(path: &Path) -> Result<(), Error> {
    std::fs::create_dir_all(path)
        .map_err(|error| Error::failed(format!("{} cannot be made: {error}", path.display())))
}

/// Runs a command that reads a script.
fn told(command: &mut Command, script: &str) -> Result<String, Error> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let failed = |error: std::io::Error| {
        Error::failed(format!("`sbatch` cannot be run: {error}"))
            .with_hint("is Slurm installed here? `--to local` needs no engine")
    };
    let mut child = command.spawn().map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        // Who refuses says why, and does not read.
        let _ = input.write_all(script.as_bytes());
    }
    let output = child.wait_with_output().map_err(failed)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Error::failed(format!("`sbatch` failed: {}", said.trim()))
        .with_hint("look at the script with --dry-run; --option passes what your centre asks for"))
}

/// How many elements an array may have, of what `scontrol show config` says: numbers are below it.
fn max_array_size(config: &str) -> Option<u64> {
    let line = config
        .lines()
        .find(|line| line.trim_start().starts_with("MaxArraySize"))?;
    line.split_once('=')?.1.trim().parse().ok()
}

/// The shards in what `squeue` says: a job's name, the number in its array and its state.
///
/// The name ends with the number of the array's first shard.
fn in_queue(said: &str, name: &str) -> BTreeSet<u64> {
    let shard = |line: &str| {
        let mut fields = line.split('|').map(str::trim);
        let own = fields.next()?.strip_prefix(name)?.strip_prefix('-')?;
        let first: u64 = own.parse().ok()?;
        let number: u64 = fields.next()?.parse().ok()?;
        let is_over = matches!(
            fields.next()?,
            "COMPLETED" | "FAILED" | "CANCELLED" | "TIMEOUT" | "NODE_FAIL" | "OUT_OF_MEMORY"
        );
        (!is_over).then_some(first + number)
    };
    said.lines().filter_map(shard).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_and_queues_are_read_from_what_slurm_says() {
        let config = "MaxArraySize            = 1001\nMaxDBDMsgs = 20\n";
        assert_eq!(max_array_size(config), Some(1001));
        let said = "plyscope-abc-0|3|RUNNING\nplyscope-abc-40|2|PENDING\nplyscope-abd-0|7|RUNNING\n\
                    plyscope-abc-0|4|FAILED\nother|N/A|RUNNING\n";
        let queued: Vec<u64> = in_queue(said, "plyscope-abc").into_iter().collect();
        assert_eq!(queued, [3, 42]);
    }
}
