//! `plyscope play`: a person or an agent against another, in the terminal.

mod replay;
mod seats;
mod session;

use plyscope_game::Error;
use plyscope_game::any::Position;
use plyscope_workbench::SavedGame;

use crate::args::Play;
use crate::out::{Ended, Out};
use crate::positions::ensure_text;
use session::Session;

pub(crate) fn run(args: &Play, out: &Out) -> Result<(), Ended> {
    ensure_text(&args.place.position, args.place.reading.reading())?;
    let game = out.registry.open(&args.place.game)?;
    let loaded = args.load.as_deref();
    let (loaded, notes) = match loaded.map(SavedGame::load_with_notes).transpose()? {
        Some((record, notes)) => (Some(record), notes),
        None => (None, None),
    };
    let mut position: Position = match &loaded {
        Some(record) => record.replay(&out.registry, &game)?,
        None => game.position(&args.place.position, args.place.reading.reading())?,
    };
    if let Some(notes) = notes
        && args.first.is_none()
        && args.second.is_none()
        && args.seats.is_empty()
        && args.ply.is_none()
    {
        if args.save.is_some() {
            let what = "a game of a match is only shown, so there is nothing to save";
            return Err(Error::misuse(
                what,
                "go on with it by --first, --second, --seat or --ply, or leave --save out",
            )
            .into());
        }
        return replay::show(&notes, &position, out);
    }
    if let Some(ply) = args.ply {
        take_back_to(&mut position, ply)?;
    }
    let names = seats::players(args, loaded.as_ref(), &position, &game.player())?;
    let mut session = Session::new(&game, position, names, args, out)?;
    session.play()
}

/// Takes moves back until so many are left.
fn take_back_to(position: &mut Position, ply: usize) -> Result<(), Error> {
    if ply > position.ply() {
        let what = format!("the loaded game has {} moves, not {ply}", position.ply());
        return Err(Error::misuse(what, "give --ply a smaller number"));
    }
    while position.ply() > ply && position.undo() {}
    Ok(())
}
