//! Reading all shards back, in order.

use std::fs::File;
use std::io::{BufRead, BufReader};

use plyscope_game::Error;
use plyscope_ledger::checked;

use crate::shard::task_line;
use crate::{Folder, listed};

impl Folder {
    /// Refuses a folder in which a shard is missing.
    ///
    /// # Errors
    /// When one is, or a file belongs to another plan.
    pub fn ensure_whole(&self) -> Result<(), Error> {
        let mut missing = Vec::new();
        for index in 0..self.plan().shards.len() as u64 {
            if !self.is_done(index)? {
                missing.push(index);
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        let (count, of) = (missing.len(), self.plan().shards.len());
        let shown = self.path().display();
        Err(Error::failed(format!(
            "{count} of {of} shards are missing in {shown}: {}",
            listed(&missing)
        ))
        .with_hint(format!("`plyscope submit {shown}` does what is missing")))
    }

    /// The values of all tasks in their order; what is missing or damaged is an error.
    pub fn values(&self) -> impl Iterator<Item = Result<String, Error>> + '_ {
        (0..self.plan().shards.len() as u64).flat_map(|index| Values::open(self, index))
    }

    /// The values of the waves before that of a shard, on which its tasks depend.
    pub fn values_before(&self, index: u64) -> impl Iterator<Item = Result<String, Error>> + '_ {
        (0..self.plan().wave_of(index).start).flat_map(|index| Values::open(self, index))
    }
}

/// The values of one finished shard.
struct Values<'a> {
    folder: &'a Folder,
    index: u64,
    file: Option<BufReader<File>>,
    next: u64,
    end: u64,
}

impl<'a> Values<'a> {
    fn open(folder: &'a Folder, index: u64) -> Self {
        let piece = &folder.plan().shards[index as usize];
        Self {
            folder,
            index,
            file: File::open(folder.finished(index)).ok().map(BufReader::new),
            next: piece.first,
            end: piece.end,
        }
    }

    /// The next line's value, or what is wrong with it.
    fn value(&mut self) -> Result<String, &'static str> {
        let file = self.file.as_mut().ok_or("is not there")?;
        let mut line = |wrong| {
            let mut bytes = Vec::new();
            let read = file.read_until(b'\n', &mut bytes);
            read.ok().and_then(|_| checked(&bytes)).ok_or(wrong)
        };
        let is_first = self.next == self.folder.plan().shards[self.index as usize].first;
        if is_first && line("is damaged")? != self.folder.header(self.index) {
            return Err("belongs to another plan");
        }
        let line = line("is cut off or damaged")?;
        match task_line(&line) {
            Some((task, value)) if task == self.next => Ok(value.to_string()),
            _ => Err("is not in order"),
        }
    }
}

impl Iterator for Values<'_> {
    type Item = Result<String, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.end {
            return None;
        }
        let value = self.value().map_err(|why| {
            let path = self.folder.finished(self.index);
            // Nothing behind it is believed.
            self.next = self.end - 1;
            Error::failed(format!("{} {why}", path.display()))
                .with_hint("delete the file and do its shard again")
        });
        self.next += 1;
        Some(value)
    }
}
