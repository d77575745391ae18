//! Where the files of a judgement go, found out before the work.

use std::io::Read;
use std::path::{Path, PathBuf};

use plyscope_game::Error;

use super::plain;
use crate::args::Judge;
use crate::out::Out;
use crate::outputs::{Outputs, Target, files_of};

/// The places that the arguments name.
pub(super) struct Places<'a> {
    outputs: Outputs<'a>,
    html: Option<Target>,
    pub(super) scores: Option<Target>,
    pub(super) moves: Option<Target>,
}

impl<'a> Places<'a> {
    pub(super) fn new(args: &Judge, out: &'a Out) -> Result<Self, Error> {
        let mut inputs = files_of(args.heuristics.iter().map(String::as_str));
        inputs.push(PathBuf::from(&args.benchmark));
        let outputs = Outputs::new(out, args.force, inputs);
        let target = |path: &Option<PathBuf>| {
            let path = path.as_deref();
            path.map(|path| outputs.target(path)).transpose()
        };
        let (html, scores) = (target(&args.html)?, target(&args.export_scores)?);
        let moves = target(&args.export_moves)?;
        Ok(Self {
            outputs,
            html,
            scores,
            moves,
        })
    }

    /// Where the page goes, if there is to be one: as told, else beside us under the benchmark's name.
    pub(super) fn report(
        &mut self,
        args: &Judge,
        name: &str,
        out: &Out,
    ) -> Result<Option<Target>, Error> {
        if let Some(told) = self.html.take() {
            self.outputs.check_force()?;
            return Ok(Some(told));
        }
        if args.no_html || out.json {
            self.outputs.check_force()?;
            return Ok(None);
        }
        let path = PathBuf::from(format!("judge-{}.html", plain(name)));
        let output = self.outputs.own(&path, is_report(&path))?;
        Ok(Some(Target::File(output)))
    }
}

/// Whether a file is a report of ours, which the same call may write anew.
fn is_report(path: &Path) -> bool {
    const BEGIN: &[u8] = b"<!doctype html>";
    let mut begin = [0; BEGIN.len()];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut begin));
    let ours = || std::fs::read_to_string(path).is_ok_and(|text| text.contains("plyscope judge "));
    read.is_ok() && begin == BEGIN && ours()
}
