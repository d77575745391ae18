//! The arguments of `plyscope gdl`.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use plyscope_gdl::EngineKind;

#[derive(clap::Args)]
pub(crate) struct Gdl {
    #[command(subcommand)]
    pub(crate) command: GdlCommand,
}

/// A SHEET is a file, or the name of a sheet that ships, with or without `gdl:` before it.
#[derive(Subcommand)]
pub(crate) enum GdlCommand {
    /// Say all that is wrong with rule sheets, with places and hints. Exit code 1 where there are errors.
    Check(CheckSheets),
    /// What a sheet is: roles, facts, sizes, engines and how soon they start.
    Info(SheetInfo),
    /// Follow games that another reasoner played, state by state. Exit code 1 at the first difference.
    Verify(VerifySheet),
    /// Play random games, and say how many per second, how long, and how they end.
    Playouts(SheetPlayouts),
}

#[derive(clap::Args)]
pub(crate) struct CheckSheets {
    /// The sheets.
    #[arg(required = true, value_name = "SHEET")]
    pub(crate) sheets: Vec<String>,

    /// Random games to play; what only they show is found, not proved. 0 for none.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) games: u32,
}

#[derive(clap::Args)]
pub(crate) struct SheetInfo {
    /// The sheet.
    #[arg(value_name = "SHEET")]
    pub(crate) sheet: String,
}

#[derive(clap::Args)]
pub(crate) struct VerifySheet {
    /// The sheet.
    #[arg(value_name = "SHEET")]
    pub(crate) sheet: String,

    /// The trace, plain or packed by gzip; docs/reference/gdl.md tells its format.
    #[arg(value_name = "TRACE")]
    pub(crate) trace: PathBuf,

    /// The engine to try; `state` where the sheet grounds, else `rules`.
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineName>,
}

#[derive(clap::Args)]
pub(crate) struct SheetPlayouts {
    /// The sheet.
    #[arg(value_name = "SHEET")]
    pub(crate) sheet: String,

    /// How long to play; games that were begun are finished.
    #[arg(long, value_name = "N", default_value_t = 3.0, value_parser = read_seconds)]
    pub(crate) seconds: f64,

    /// The engine; the fastest by a short measurement if left out.
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineName>,
}

/// A way to run a sheet.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum EngineName {
    /// 512 games side by side.
    Lanes,
    /// One state at a time.
    State,
    /// The rules themselves.
    Rules,
}

impl EngineName {
    pub(crate) fn kind(self) -> EngineKind {
        match self {
            Self::Lanes => EngineKind::Lanes,
            Self::State => EngineKind::State,
            Self::Rules => EngineKind::Rules,
        }
    }
}

fn read_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok();
    let seconds = seconds.filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    seconds.ok_or("write a number of seconds above 0, such as 3 or 0.5".into())
}
