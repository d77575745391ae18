//! `plyscope gdl`: rule sheets, checked, described, verified and played.

mod check;
mod info;
mod playouts;
mod verify;

use plyscope_game::Error;
use plyscope_gdl::Sheet;
use plyscope_shelf_gdl::{SheetText, gdl_error, sheet_text};

use crate::args::{Gdl, GdlCommand};
use crate::out::{Ended, Out};

pub(crate) fn run(args: &Gdl, out: &Out) -> Result<(), Ended> {
    match &args.command {
        GdlCommand::Check(args) => check::run(args, out),
        GdlCommand::Info(args) => info::run(args, out),
        GdlCommand::Verify(args) => verify::run(args, out),
        GdlCommand::Playouts(args) => playouts::run(args, out),
    }
}

/// The sheet that a text names, with its text.
fn open(name: &str) -> Result<(SheetText, Sheet), Error> {
    let text = sheet_text(name)?;
    let sheet = Sheet::read(&text.text).map_err(|error| gdl_error(&text.name, &error))?;
    Ok((text, sheet))
}
