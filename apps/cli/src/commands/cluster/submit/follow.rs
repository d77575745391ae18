//! The shards by an engine: submits arrays, looks at files and queue, submits again what was lost.

use std::path::Path;
use std::time::{Duration, SystemTime};

use plyscope_game::Error;
use plyscope_shards::engine::{ArrayEngine, ArrayJob, ArrayOptions};
use plyscope_shards::{Folder, listed};

use super::super::host;
use super::{Tries, every};
use crate::args::Submit;
use crate::out::say;
use crate::progress::Bar;
use crate::stop::on_interrupt;

/// Seldom enough for a cluster that many share.
const EVERY: Duration = Duration::from_secs(15);
/// The same where a wave waits until it is seen that the one before has ended.
const EVERY_IN_WAVES: Duration = Duration::from_secs(5);

/// Follows the plan until the files say that all is done.
///
/// Nothing is remembered that cannot be seen: the queue tells which shards wait or run, the
/// files which are done. So the next `submit` goes on where this one ended.
pub(super) fn follow(
    args: &Submit,
    engine: &dyn ArrayEngine,
    folder: &Folder,
    program: &Path,
    options: &ArrayOptions,
) -> Result<(), Error> {
    let stop = on_interrupt();
    let most = engine.most()?;
    let of = folder.plan().shards.len() as u64;
    let bar = Bar::new(of, "shards", "");
    let mut tries = Tries::new(args.tries);
    let usual = match folder.plan().wave_count() {
        1 => EVERY,
        _ => EVERY_IN_WAVES,
    };
    loop {
        // The queue first: what has left it has written its file by now.
        let queued = engine.queued(folder)?;
        let status = folder.status(SystemTime::now(), &host())?;
        bar.tell(status.done.len() as u64, of);
        if status.done.len() as u64 == of {
            bar.finish();
            return Ok(());
        }
        let room = most.saturating_sub(queued.len() as u64);
        let lost = status
            .ready()
            .into_iter()
            .filter(|index| !queued.contains(index));
        let shards: Vec<u64> = lost.take(room as usize).collect();
        let shards = within(&shards, most);
        if !shards.is_empty() {
            for &index in shards {
                tries.count(folder, index)?;
            }
            let job = engine.submit(&ArrayJob {
                folder,
                program,
                options,
                shards,
            })?;
            bar.suspend(|| say(&format!("submitted shards {} as job {job}", listed(shards))));
        }
        if is_stopped_within(&stop, every(args, usual)) {
            bar.finish();
            return Err(
                Error::stopped("stopped following; what was submitted goes on")
                    .with_hint("the same command takes it up again"),
            );
        }
    }
}

/// Those whose numbers, counted from the first, an array can have.
fn within(shards: &[u64], most: u64) -> &[u64] {
    let end = shards
        .iter()
        .position(|shard| shard - shards[0] >= most)
        .unwrap_or(shards.len());
    &shards[..end]
}

fn is_stopped_within(stop: &plyscope_game::Stop, time: Duration) -> bool {
    const STEP: Duration = Duration::from_millis(50);
    let mut waited = Duration::ZERO;
    while waited < time && !stop.is_raised() {
        std::thread::sleep(STEP.min(time));
        waited += STEP;
    }
    stop.is_raised()
}
