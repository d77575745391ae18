//! No process outlives us, however we end: a small shell waits for that.
//!
//! Destructors do not run when a program is killed. But the kernel closes its
//! pipes, and a shell that reads from one of them wakes up. It kills the whole
//! group of the process it watches, one that ignores the end of its input too.
//! The process itself is not begun before its watcher is there ([`GATE`]), so
//! there is no moment at which we could die and leave it behind.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use plyscope_game::Error;

/// Becomes the program that its arguments name once it is told to, or ends if its parent is gone.
pub(crate) const GATE: &str = "IFS= read -r go || exit 0; exec \"$@\"";

/// Waits for the end of its input, to which nobody ever writes, and kills a group of processes.
const WATCH: &str = "trap '' HUP INT TERM; read -r word; kill -s KILL -- \"-$1\"";

/// A shell that kills a group of processes when we are gone.
pub(crate) struct Watcher(Child);

impl Watcher {
    /// Watches over the group that a process leads.
    pub(crate) fn over(leader: u32) -> Result<Self, Error> {
        let shell = Command::new("/bin/sh")
            .args(["-c", WATCH, "sh", &leader.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Keys pressed in the terminal are not for it.
            .process_group(0)
            .spawn();
        let shell = shell.map_err(|error| {
            Error::failed(format!(
                "no shell can be started to watch a process: {error}"
            ))
        })?;
        Ok(Self(shell))
    }
}

impl Drop for Watcher {
    /// The group is gone, so the shell goes before its pipe is closed: its number may be another group's soon.
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
