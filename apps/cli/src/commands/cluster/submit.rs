//! `plyscope submit`: has the shards of a plan done, and does again what was lost.

mod follow;
mod local;

use std::fs::{File, TryLockError};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use plyscope_game::Error;
use plyscope_ledger::unwritable;
use plyscope_shards::Folder;
use plyscope_shards::engine::{
    ArrayEngine, ArrayJob, ArrayOptions, HyperQueue, MOST_IN_ARRAY, Slurm,
};

use super::{SCRATCH, host, open};
use crate::args::{Submit, WorkEngine};
use crate::out::{Ended, Out, say};

pub(crate) fn run(args: &Submit, out: &Out) -> Result<(), Ended> {
    let folder = open(&args.folder)?;
    let options = ArrayOptions {
        cpus: args.cpus,
        partition: args.partition.clone(),
        time: args.time.clone(),
        memory: args.memory.clone(),
        account: args.account.clone(),
        at_most: args.at_most,
        others: args.options.clone(),
    };
    let program = program()?;
    let engine: Box<dyn ArrayEngine> = match args.to {
        WorkEngine::Local => return local::run(args, &folder, &program, out),
        WorkEngine::Slurm => Box::new(Slurm),
        WorkEngine::Hyperqueue => Box::new(HyperQueue),
    };
    if args.dry_run {
        return dry_run(&*engine, &folder, &program, &options, out);
    }
    let _alone = alone(&folder)?;
    follow::follow(args, &*engine, &folder, &program, &options)?;
    told_done(&folder);
    Ok(())
}

/// Shows the first array that would be submitted.
fn dry_run(
    engine: &dyn ArrayEngine,
    folder: &Folder,
    program: &std::path::Path,
    options: &ArrayOptions,
    out: &Out,
) -> Result<(), Ended> {
    // The script can be looked at where the engine is not.
    let most = engine.most().unwrap_or(MOST_IN_ARRAY);
    let status = folder.status(SystemTime::now(), &host())?;
    if status.missing.is_empty() && status.running.is_empty() {
        told_done(folder);
        return Ok(());
    }
    let missing = status.ready();
    let arrays = missing.len().div_ceil(most as usize);
    let shards = &missing[..missing.len().min(most as usize)];
    if shards.is_empty() {
        say("nothing can be submitted now: what is missing is running, or waits for that");
        return Ok(());
    }
    if !status.waiting.is_empty() {
        let (done, of) = (
            folder.plan().wave_number(shards[0]),
            folder.plan().wave_count(),
        );
        say(&format!(
            "wave {} of {of}; later ones follow when it is done:",
            done + 1
        ));
    }
    if arrays > 1 {
        say(&format!(
            "the first of {arrays} arrays, of {most} shards at the most:"
        ));
    }
    let job = ArrayJob {
        folder,
        program,
        options,
        shards,
    };
    out.text(&engine.script(&job)?)
}

/// Holds the folder against another submit: two would do no harm, but some work twice.
fn alone(folder: &Folder) -> Result<File, Error> {
    let path = folder.path().join("submit.lock");
    let file = File::create(&path).map_err(|error| unwritable(&path, &error))?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(Error::failed(format!(
            "another submit is at work on {}",
            folder.path().display()
        ))
        .with_hint("let it go on; `plyscope status` tells how far it is")),
        // Where the disk knows no locks, two at once only do some work twice.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

/// This program, which does the shards.
fn program() -> Result<PathBuf, Error> {
    std::env::current_exe()
        .map_err(|error| Error::failed(format!("this program does not know its file: {error}")))
}

fn told_done(folder: &Folder) {
    folder.tidy_all();
    let _ = std::fs::remove_dir_all(folder.path().join(SCRATCH));
    let shown = folder.path().display();
    say(&format!(
        "all shards are done; `plyscope collect {shown} -o FILE` puts them together"
    ));
}

/// How often to look by default.
fn every(args: &Submit, usual: Duration) -> Duration {
    args.every.unwrap_or(usual)
}

/// Refuses a shard that ends again and again without getting anywhere.
struct Tries {
    most: u32,
    /// Of each shard: how far it was when it was last begun, and how often it was begun there.
    seen: std::collections::HashMap<u64, (u64, u32)>,
}

impl Tries {
    fn new(most: u32) -> Self {
        Self {
            most,
            seen: std::collections::HashMap::new(),
        }
    }

    /// Counts one more try.
    ///
    /// # Errors
    /// When there were too many; the log tells why.
    fn count(&mut self, folder: &Folder, index: u64) -> Result<(), Error> {
        let now = folder.journal_size(index);
        let (size, tries) = self.seen.entry(index).or_insert((now, 0));
        if now > *size {
            (*size, *tries) = (now, 0);
        }
        *tries += 1;
        if *tries <= self.most {
            return Ok(());
        }
        let what = format!(
            "shard {index} ended {} times without any progress",
            self.most
        );
        Err(Error::failed(what).with_hint(format!(
            "see why: plyscope shard {} --index {index}",
            folder.path().display()
        )))
    }
}
