//! Where there are no process groups, no process is started: one could stay behind.

use std::convert::Infallible;
use std::time::Duration;

use plyscope_game::Error;

use crate::{CommandLine, Patience};

/// A process that cannot be.
pub struct Child(Infallible);

impl Child {
    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn start(command: &CommandLine) -> Result<Self, Error> {
        let what = format!("`{command}` cannot be started: only Unix has groups of processes");
        Err(Error::unsuited(what, "use Linux, macOS or WSL"))
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        match self.0 {}
    }

    /// Writes a text.
    pub fn send(&mut self, _text: &[u8]) {
        match self.0 {}
    }

    /// The next line.
    ///
    /// # Errors
    /// When the process ends or says nothing in time.
    pub fn receive(&mut self, _patience: &Patience) -> Result<&[u8], Error> {
        match self.0 {}
    }

    /// An error about the process.
    pub fn blame(&mut self, _did: &str) -> Error {
        match self.0 {}
    }

    /// Lets it go.
    pub fn part(self, _goodbye: &[u8], _allowed: Duration) {
        match self.0 {}
    }
}
