//! Every command of README, CONTRIBUTING and docs is run, in the order of its page.
#![cfg(unix)]

mod blocks;

use std::collections::BTreeMap;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::{fs, iter, thread};

use blocks::{Block, blocks, root};

/// Takes the place of `cargo`, so that the first page's commands need no second build.
const CARGO: &str = "#!/bin/sh
if [ \"$1 $2 $3\" = 'run --release --' ]; then shift 3; exec plyscope \"$@\"; fi
echo 'only `cargo run --release -- …` is run here; mark the others: not run' >&2
exit 1
";

/// A folder with the command and its stand-in for cargo.
fn tools() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    symlink(
        env!("CARGO_BIN_EXE_plyscope"),
        folder.path().join("plyscope"),
    )
    .unwrap();
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, CARGO).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Runs the commands of a page in an empty folder that has the project's benchmarks.
fn run(page: &Path, blocks: &[Block], tools: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    symlink(root().join("benchmarks"), folder.path().join("benchmarks")).unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", tools.display());
    let mut wrong = Vec::new();
    for block in blocks.iter().filter(|block| block.not_run.is_none()) {
        if let Some((name, text)) = &block.file {
            fs::write(folder.path().join(name), text).unwrap();
        }
        for command in &block.commands {
            let output = Command::new("timeout")
                .args(["300", "sh", "-ec", command])
                .current_dir(folder.path())
                .env("PATH", &path)
                .stdin(Stdio::null())
                .output()
                .expect("there is a shell");
            if !output.status.success() {
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                wrong.push(format!(
                    "{}:{}: {command}\n{said}",
                    page.display(),
                    block.line
                ));
            }
        }
    }
    wrong
}

#[test]
fn every_command_of_the_pages_runs() {
    let tools = tools();
    let mut pages: BTreeMap<PathBuf, Vec<Block>> = BTreeMap::new();
    for block in blocks() {
        pages.entry(block.page.clone()).or_default().push(block);
    }
    let pages = Mutex::new(pages.into_iter());
    let some = || {
        let next = || pages.lock().unwrap().next();
        let run = |(page, blocks): (PathBuf, Vec<Block>)| run(&page, &blocks, tools.path());
        iter::from_fn(next).flat_map(run).collect::<Vec<String>>()
    };
    // Most commands wait for files or run on one thread: two pages at a time take half as long.
    let wrong: Vec<String> = thread::scope(|scope| {
        let other = scope.spawn(some);
        let own = some();
        own.into_iter().chain(other.join().unwrap()).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_not_run_says_why() {
    let blocks = blocks();
    assert!(blocks.len() > 15, "only {} blocks were found", blocks.len());
    for block in blocks {
        let why = block.not_run.as_deref();
        let place = format!("{}:{}", block.page.display(), block.line);
        assert!(
            why.is_none_or(|why| why.len() > 10),
            "{place}: why is it not run?"
        );
        assert!(
            !block.commands.is_empty() || block.file.is_some(),
            "{place}: there is no command"
        );
    }
}
