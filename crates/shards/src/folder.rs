//! The folder of a plan: `plan.json`, and a file for every shard that is done.
//!
//! ```text
//! plan.json                    what is to be done
//! tasks.txt                    one task per line, for work whose tasks need describing
//! shards/00017.jsonl           shard 17, whole
//! shards/00017.HOST-PID.journal  what a process has done of it
//! shards/00017.cost            what it cost to make; not part of the result
//! ```

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plyscope_game::Error;
use plyscope_ledger::{checked, unwritable};
use serde::{Deserialize, Serialize};

use crate::plan::FORMAT;
use crate::{ShardPlan, TaskRange};

const PLAN: &str = "plan.json";
const TASKS: &str = "tasks.txt";
const SHARDS: &str = "shards";

/// A folder with a plan in it.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    plan: ShardPlan,
    id: String,
}

/// `plan.json`: the plan, and its name to tell whether it is as it was written.
#[derive(Serialize, Deserialize)]
struct Signed<P> {
    id: String,
    plan: P,
}

impl Folder {
    /// Writes a plan into a folder that is there; the file of tasks, if it needs one, was written before.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(path: &Path, plan: ShardPlan) -> Result<Self, Error> {
        assert!(plan.is_whole(), "the shards of a plan leave nothing out");
        let id = plan.id();
        let shards = path.join(SHARDS);
        std::fs::create_dir_all(&shards).map_err(|error| unwritable(&shards, &error))?;
        let signed = Signed {
            id: id.clone(),
            plan: &plan,
        };
        let text = serde_json::to_string(&signed).expect("a plan is plain data");
        put(&path.join(PLAN), "new", |file| {
            file.write_all(text.as_bytes())?;
            file.write_all(b"\n")
        })?;
        Ok(Self {
            path: path.to_path_buf(),
            plan,
            id,
        })
    }

    /// Opens a folder whose plan was made by this version.
    ///
    /// # Errors
    /// When there is no plan, it is damaged, or another version made it.
    pub fn open(path: &Path, version: &str) -> Result<Self, Error> {
        let file = path.join(PLAN);
        let text = std::fs::read_to_string(&file).map_err(|error| {
            let what = format!("{} cannot be read: {error}", file.display());
            Error::misuse(what, "give the folder that `plyscope plan` wrote")
        })?;
        let damaged = || {
            let what = format!("{} is damaged or no plan", file.display());
            Error::misuse(what, "make the plan again, in another folder")
        };
        let read: Signed<serde_json::Value> = serde_json::from_str(&text).map_err(|_| damaged())?;
        let made_by = &read.plan["version"];
        if read.plan["format"] != FORMAT || made_by != version {
            let made_by = made_by.as_str().unwrap_or("another version");
            return Err(Error::misuse(
                format!(
                    "{} was planned by plyscope {made_by}, and this is {version}",
                    path.display()
                ),
                "run all shards by the version that planned them, or plan again",
            ));
        }
        let plan: ShardPlan = serde_json::from_value(read.plan).map_err(|_| damaged())?;
        if plan.id() != read.id || !plan.is_whole() {
            return Err(damaged());
        }
        Ok(Self {
            path: path.to_path_buf(),
            plan,
            id: read.id,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is to be done.
    pub fn plan(&self) -> &ShardPlan {
        &self.plan
    }

    /// The name of the plan.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The tasks of a shard.
    ///
    /// # Errors
    /// When there is no such shard.
    pub fn piece(&self, index: u64) -> Result<&TaskRange, Error> {
        let piece = usize::try_from(index)
            .ok()
            .and_then(|at| self.plan.shards.get(at));
        piece.ok_or_else(|| {
            let last = self.plan.shards.len() - 1;
            let what = format!("there is no shard {index} in {}", self.path.display());
            Error::misuse(what, format!("shards are numbered from 0 to {last}"))
        })
    }

    /// Where the descriptions of the tasks are.
    pub fn tasks_file(folder: &Path) -> PathBuf {
        folder.join(TASKS)
    }

    /// The descriptions of a shard's tasks, as they were written.
    ///
    /// # Errors
    /// When they cannot be read or were changed since.
    pub fn slice(&self, piece: &TaskRange) -> Result<String, Error> {
        let path = Self::tasks_file(&self.path);
        let changed = |why: String| {
            Error::failed(format!("{} {why}", path.display()))
                .with_hint("take a copy from before, or plan again in another folder")
        };
        let Some(slice) = &piece.slice else {
            return Ok(String::new());
        };
        let mut bytes = vec![0; slice.length as usize];
        let read = File::open(&path).and_then(|mut file| {
            file.seek(SeekFrom::Start(slice.begin))?;
            file.read_exact(&mut bytes)
        });
        read.map_err(|error| changed(format!("cannot be read: {error}")))?;
        if digest(&bytes) != slice.blake3 {
            return Err(changed("is not as it was planned".to_string()));
        }
        String::from_utf8(bytes).map_err(|_| changed("is no text".to_string()))
    }

    pub(crate) fn shards_folder(&self) -> PathBuf {
        self.path.join(SHARDS)
    }

    /// Where a shard is when it is done.
    pub fn finished(&self, index: u64) -> PathBuf {
        self.shards_folder().join(format!("{index:05}.jsonl"))
    }

    pub(crate) fn cost_file(&self, index: u64) -> PathBuf {
        self.shards_folder().join(format!("{index:05}.cost"))
    }

    /// The first line of the files of a shard.
    pub(crate) fn header(&self, index: u64) -> String {
        format!("{{\"plan\":\"{}\",\"shard\":{index}}}", self.id)
    }

    /// Whether a shard is done.
    ///
    /// # Errors
    /// When the file is there and belongs to another plan.
    pub fn is_done(&self, index: u64) -> Result<bool, Error> {
        let path = self.finished(index);
        let Ok(file) = File::open(&path) else {
            return Ok(false);
        };
        let mut line = Vec::new();
        // A plan's name has 32 letters and a number has at most 20.
        let read = BufReader::with_capacity(256, file)
            .take(256)
            .read_until(b'\n', &mut line);
        if read.is_ok() && checked(&line).as_deref() == Some(&*self.header(index)) {
            return Ok(true);
        }
        Err(Self::foreign(&path))
    }

    pub(crate) fn foreign(path: &Path) -> Error {
        Error::misuse(
            format!("{} belongs to another plan, or is damaged", path.display()),
            "give every plan a folder of its own; delete the file to do its shard again",
        )
    }
}

/// A digest of bytes.
pub fn digest(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..32].to_string()
}

/// Writes a file whole: to a name of the writer's own, to the disk, and only then renamed.
///
/// Several machines may share the folder, so the name must tell writers on all of them apart.
pub(crate) fn put(
    path: &Path,
    writer: &str,
    write: impl FnOnce(&mut std::io::BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), Error> {
    let part = path.with_extension(format!("{writer}.part"));
    let written = File::create(&part).and_then(|file| {
        // So that who tidies up sees that the writer lives.
        let _ = file.try_lock();
        let mut file = std::io::BufWriter::new(file);
        write(&mut file)?;
        let file = file
            .into_inner()
            .map_err(std::io::IntoInnerError::into_error)?;
        file.sync_all()?;
        std::fs::rename(&part, path)?;
        // The new name must be on the disk, too; not every file system lets one ask for it.
        if let Some(Ok(folder)) = path.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(())
    });
    written.map_err(|error| {
        let _ = std::fs::remove_file(&part);
        unwritable(path, &error)
    })
}
