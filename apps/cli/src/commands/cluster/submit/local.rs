//! The shards on the cores of this machine, each by a process of its own.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, SystemTime};

use plyscope_game::Error;
use plyscope_shards::Folder;

use super::super::host;
use super::{Tries, alone, every, told_done};
use crate::args::Submit;
use crate::out::{Ended, Out};
use crate::progress::Bar;
use crate::stop::on_interrupt;

/// A process that ends is noticed at once; this is for what other processes do.
const EVERY: Duration = Duration::from_secs(1);

pub(super) fn run(args: &Submit, folder: &Folder, program: &Path, out: &Out) -> Result<(), Ended> {
    let engine_only = [
        ("--partition", args.partition.is_some()),
        ("--time", args.time.is_some()),
        ("--memory", args.memory.is_some()),
        ("--account", args.account.is_some()),
        ("--option", !args.options.is_empty()),
    ];
    if let Some((name, _)) = engine_only.iter().find(|own| own.1) {
        let what = format!("{name} is for an engine");
        return Err(Error::misuse(what, "say --to slurm, or leave it out").into());
    }
    let cores = out.threads / usize::from(args.cpus).max(1);
    let at_once = args.at_most.map_or(cores.max(1), |most| most as usize);
    let call = |index: u64| {
        let mut command = Command::new(program);
        command.arg("shard").arg(folder.path()).args([
            "--index",
            &index.to_string(),
            "--threads",
            &args.cpus.to_string(),
        ]);
        command
    };
    if args.dry_run {
        let line = format!("{:?}", call(0)).replace('"', "");
        return out.line(&format!("{line}   # and so on, {at_once} at a time"));
    }
    let _alone = alone(folder)?;
    let mut crew = Crew {
        folder,
        children: BTreeMap::new(),
        tries: Tries::new(args.tries),
    };
    let done = crew.work(at_once, every(args, EVERY), call);
    crew.dismiss();
    done?;
    told_done(folder);
    Ok(())
}

/// The processes at work.
struct Crew<'a> {
    folder: &'a Folder,
    children: BTreeMap<u64, Child>,
    tries: Tries,
}

impl Crew<'_> {
    /// Begins processes until the files say that all is done.
    fn work(
        &mut self,
        at_once: usize,
        every: Duration,
        call: impl Fn(u64) -> Command,
    ) -> Result<(), Error> {
        let stop = on_interrupt();
        let of = self.folder.plan().shards.len() as u64;
        let bar = Bar::new(of, "shards", "");
        loop {
            // Who ended before the files are looked at has written what he did.
            self.children
                .retain(|_, child| matches!(child.try_wait(), Ok(None)));
            let status = self.folder.status(SystemTime::now(), &host())?;
            bar.tell(status.done.len() as u64, of);
            if status.done.len() as u64 == of && self.children.is_empty() {
                bar.finish();
                return Ok(());
            }
            if stop.is_raised() {
                bar.finish();
                return Err(Error::stopped("stopped before all shards were done")
                    .with_hint("what is done is kept; the same command goes on from there"));
            }
            for index in status.ready() {
                if self.children.len() >= at_once {
                    break;
                }
                if !self.children.contains_key(&index) {
                    self.tries.count(self.folder, index)?;
                    let child = begin(call(index))?;
                    self.children.insert(index, child);
                }
            }
            self.wait(every);
        }
    }

    /// Waits until a process ends, or it is time to look again.
    fn wait(&mut self, every: Duration) {
        const STEP: Duration = Duration::from_millis(10);
        let mut waited = Duration::ZERO;
        while waited < every {
            let ended = |child: &mut Child| !matches!(child.try_wait(), Ok(None));
            if self.children.values_mut().any(ended) {
                return;
            }
            std::thread::sleep(STEP);
            waited += STEP;
        }
    }

    /// Asks those that still work to stop, and waits for them: they keep what is done.
    fn dismiss(&mut self) {
        for child in self.children.values_mut() {
            #[cfg(unix)]
            {
                use nix::sys::signal::{Signal, kill};
                use nix::unistd::Pid;
                let _ = kill(Pid::from_raw(child.id() as i32), Signal::SIGTERM);
            }
            #[cfg(not(unix))]
            let _ = child.kill();
        }
        for child in self.children.values_mut() {
            let _ = child.wait();
        }
    }
}

/// The messages of a process are of use only where a shard is run by hand.
fn begin(mut command: Command) -> Result<Child, Error> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
        .spawn()
        .map_err(|error| Error::failed(format!("no process can be started: {error}")))
}
