//! `plyscope plan`, `shard`, `status`, `collect` and `submit`: the same work in shards.

mod collect;
mod job;
mod learning;
mod measure;
mod paper;
mod plan;
mod shard;
mod status;
mod submit;
mod words;

use std::path::Path;
use std::time::Duration;

use plyscope_game::Error;
use plyscope_shards::Folder;

use crate::args::{Args, Command};

pub(crate) use collect::run as collect;
pub(crate) use plan::run as plan;
pub(crate) use shard::run as shard;
pub(crate) use status::run as status;
pub(crate) use submit::run as submit;

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Where processes keep what they need no longer than they live, in the folder of the plan.
const SCRATCH: &str = "work";

/// Opens the folder of a plan by its full path, which holds wherever we go.
fn open(path: &Path) -> Result<Folder, Error> {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    Folder::open(&path, VERSION)
}

/// The seed of the plan that a command belongs to; its own parse tells what is wrong with the folder.
pub(crate) fn planned_seed(command: Option<&Command>) -> Option<u64> {
    let folder = match command? {
        Command::Shard(shard) => &shard.folder,
        Command::Collect(collect) => &collect.folder,
        _ => return None,
    };
    Some(open(folder).ok()?.plan().seed)
}

/// The plan's command, parsed again; `folder` stands in place of its output.
fn parsed(folder: &Folder) -> Result<Args, Error> {
    words::parse(&folder.plan().command, folder.path())
}

/// Goes where the plan's command was given, if it reads files, and sees that they are what they were.
///
/// # Errors
/// When one was changed since, or is not there.
fn enter(folder: &Folder) -> Result<(), Error> {
    let plan = folder.plan();
    if !plan.inputs.is_empty() && Path::new(&plan.folder).is_dir() {
        std::env::set_current_dir(&plan.folder).map_err(|error| {
            Error::failed(format!("{} cannot be entered: {error}", plan.folder))
        })?;
    }
    for input in &plan.inputs {
        let bytes = std::fs::read(&input.path).map_err(|error| {
            let what = format!(
                "{}, which the plan reads, cannot be read: {error}",
                input.path
            );
            Error::misuse(what, "put the file back where it was")
        })?;
        if plyscope_shards::digest(&bytes) != input.blake3 {
            return Err(Error::misuse(
                format!("{} was changed since the plan was made", input.path),
                "put back what was in it, or plan again in another folder",
            ));
        }
    }
    Ok(())
}

/// The name of this machine.
fn host() -> String {
    #[cfg(unix)]
    let name = nix::unistd::gethostname().ok();
    #[cfg(not(unix))]
    let name = std::env::var_os("COMPUTERNAME");
    let name = name.unwrap_or_default().to_string_lossy().into_owned();
    let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
    let plain: String = name.chars().filter(is_plain).collect();
    if plain.is_empty() {
        "here".into()
    } else {
        plain
    }
}

/// Processor time that this process has used.
pub(crate) fn cpu_time() -> Duration {
    #[cfg(unix)]
    {
        use nix::time::{ClockId, clock_gettime};
        clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).map_or(Duration::ZERO, Duration::from)
    }
    #[cfg(not(unix))]
    {
        static BEGUN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        BEGUN.get_or_init(std::time::Instant::now).elapsed()
    }
}

/// Seconds as a person says them.
fn in_words(seconds: f64) -> String {
    match seconds {
        0.0..10.0 => format!("{seconds:.1} s"),
        10.0..120.0 => format!("{seconds:.0} s"),
        120.0..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}
