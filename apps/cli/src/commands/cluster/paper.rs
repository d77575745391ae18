//! The experiments of a paper in shards.
//!
//! Where a paper's games can be cut, they are its tasks. Any other paper is one
//! task, whose value is the files that the command writes: it runs elsewhere, if
//! not faster. A paper joins the former by an arm beside [`games`].

use std::collections::BTreeMap;
use std::path::Path;

use plyscope_game::Error;
use plyscope_ledger::unwritable;
use plyscope_shards::{Folder, HandIn, Work};
use plyscope_truth::Output;
use serde_json::{Value, json};

use super::host;
use super::job::{Draft, Place};
use crate::args::{Paper, Reproduce};
use crate::commands::reproduce;
use crate::out::{Ended, Out, say};
use crate::outputs;

/// Files by their names.
type Files = BTreeMap<String, String>;

/// The name of what is written to standard output, among the files of a paper that writes none.
const PRINTED: &str = "";

pub(super) fn draft<R>(
    args: &Reproduce,
    folder: &Path,
    out: &Out,
    plan: impl FnOnce(&Draft<'_>) -> Result<R, Error>,
) -> Result<R, Error> {
    if matches!(args.paper, Paper::Balazsfalvi) {
        return games::Ready::planned(args, out)?.draft(plan);
    }
    plan(&Draft {
        work: &Whole { args, folder, out },
        tasks: 1,
        unit: "paper",
        waves: Vec::new(),
        group: 1,
        kept: Value::Null,
        describe: None,
    })
}

pub(super) fn work<R>(
    args: &Reproduce,
    folder: &Folder,
    index: u64,
    out: &Out,
    run: impl FnOnce(&dyn Work) -> Result<R, Error>,
) -> Result<R, Error> {
    if matches!(args.paper, Paper::Balazsfalvi) {
        return run(&games::Ready::of(args, folder, index, out)?.work());
    }
    run(&Whole {
        args,
        folder: folder.path(),
        out,
    })
}

pub(super) fn collect(
    args: &Reproduce,
    folder: &Folder,
    place: &Place<'_>,
    out: &Out,
) -> Result<(), Ended> {
    if matches!(args.paper, Paper::Balazsfalvi) {
        return games::collect(args, folder, place, out);
    }
    let odd = || Error::failed("the plan's shard holds no files of a paper");
    let value = folder.values().next().ok_or_else(odd)??;
    let files: Files = serde_json::from_str(&value).map_err(|_| odd())?;
    if let Some(text) = files.get(PRINTED) {
        Output::new(place.output, place.force)?.write(text)?;
    } else {
        let names: Vec<&str> = files.keys().map(String::as_str).collect();
        outputs::folder(place.output, place.force, &names)?;
        for (name, text) in &files {
            outputs::put_into(place.output, name, text)?;
        }
    }
    say(&format!("written to {}", place.output.display()));
    if out.json {
        return out.object(&json!({ "output": place.output }));
    }
    Ok(())
}

/// A paper that is not cut.
struct Whole<'a> {
    args: &'a Reproduce,
    folder: &'a Path,
    out: &'a Out,
}

// Nothing is done by several threads here: the paper has its own.
impl Work for Whole<'_> {
    fn run(&self, tasks: &[u64], hand_in: HandIn<'_>) -> Result<(), Error> {
        for &task in tasks {
            let files = match reproduce::printed(self.args, self.out)? {
                Some(text) => Files::from([(PRINTED.to_string(), text)]),
                None => self.written()?,
            };
            hand_in(task, &json!(files).to_string())?;
        }
        Ok(())
    }
}

impl Whole<'_> {
    /// The files that the command writes, by way of a folder of this process.
    fn written(&self) -> Result<Files, Error> {
        let name = format!("{}-{}", host(), std::process::id());
        let folder = self.folder.join(super::SCRATCH).join(name);
        std::fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        let args = Reproduce {
            out: Some(folder.clone()),
            force: true,
            ..self.args.clone()
        };
        let files = match reproduce::run(&args, self.out) {
            Ok(()) => files_in(&folder),
            Err(Ended::Error(error) | Ended::Later(error)) => Err(error),
            Err(Ended::PipeClosed) => Err(Error::failed("nobody reads the output any more")),
        };
        let _ = std::fs::remove_dir_all(&folder);
        files
    }
}

fn files_in(folder: &Path) -> Result<Files, Error> {
    let unread = |error| Error::failed(format!("{} cannot be read: {error}", folder.display()));
    let mut files = Files::new();
    for entry in std::fs::read_dir(folder).map_err(unread)? {
        let entry = entry.map_err(unread)?;
        let text = std::fs::read_to_string(entry.path()).map_err(unread)?;
        files.insert(entry.file_name().to_string_lossy().into_owned(), text);
    }
    Ok(files)
}

/// Balázsfalvi's paper: games, in waves.
mod games {
    use plyscope_reproduce::balazsfalvi::shards::{Games, PaperWork};
    use plyscope_reproduce::balazsfalvi::{self, PaperParams, Run};
    use plyscope_workbench::Won;

    use super::super::job::kept;
    use super::super::learning::{PAIR, winners};
    use super::{Draft, Ended, Error, Folder, Out, Place, Reproduce, json};
    use crate::commands::reproduce::balazsfalvi as command;
    use crate::stop::on_interrupt;

    fn run_on(threads: usize, out: &Out) -> Run<'_> {
        Run {
            registry: &out.registry,
            threads,
            stop: on_interrupt(),
            keep: None,
            progress: &|_| (),
        }
    }

    /// The games of the paper, and who won those of the waves before.
    pub(super) struct Ready<'a> {
        params: PaperParams,
        run: Run<'a>,
        games: Games,
        won: Vec<Won>,
    }

    impl<'a> Ready<'a> {
        /// Before any game was played.
        pub(super) fn planned(args: &Reproduce, out: &'a Out) -> Result<Self, Error> {
            let (params, run) = (command::params(args, out), run_on(1, out));
            Ok(Self {
                games: Games::list(&params, &run)?,
                won: Vec::new(),
                params,
                run,
            })
        }

        /// For a shard of a plan.
        pub(super) fn of(
            args: &Reproduce,
            folder: &Folder,
            index: u64,
            out: &'a Out,
        ) -> Result<Self, Error> {
            Ok(Self {
                params: command::params(args, out),
                run: run_on(out.threads, out),
                games: kept(folder)?,
                won: winners(folder.values_before(index))?,
            })
        }

        pub(super) fn work(&self) -> PaperWork<'_> {
            PaperWork {
                params: &self.params,
                run: &self.run,
                games: &self.games,
                won: self.won.clone(),
            }
        }

        pub(super) fn draft<R>(
            &self,
            plan: impl FnOnce(&Draft<'_>) -> Result<R, Error>,
        ) -> Result<R, Error> {
            let waves = self.games.waves();
            plan(&Draft {
                work: &self.work(),
                tasks: waves.last().copied().unwrap_or(0),
                waves,
                unit: "games",
                group: PAIR,
                kept: json!(self.games),
                describe: None,
            })
        }
    }

    pub(super) fn collect(
        args: &Reproduce,
        folder: &Folder,
        place: &Place<'_>,
        out: &Out,
    ) -> Result<(), Ended> {
        command::prepare(place.output, place.force)?;
        let games: Games = kept(folder)?;
        let params = command::params(args, out);
        let won = winners(folder.values())?;
        let run = run_on(out.threads, out);
        let report = balazsfalvi::shards::collect(&params, &run, &games, &won)?;
        command::finish(&report, args, Some(place.output), None, out)
    }
}
