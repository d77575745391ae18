//! `plyscope play`: a person or an agent against another, in the terminal.

mod session;

use plyscope_workbench::{AnyGame, AnyPosition, Record, open};

use crate::args::Play;
use crate::out::{Ended, Out};
use session::Session;

pub(crate) fn run(args: &Play, out: &Out) -> Result<(), Ended> {
    let (game, position) = begin(args)?;
    let mut session = Session::new(&*game, position, args, out)?;
    session.play()
}

fn begin(args: &Play) -> Result<(Box<dyn AnyGame>, Box<dyn AnyPosition>), Ended> {
    let game = open(&args.place.game)?;
    let position = match &args.load {
        Some(path) => Record::load(path)?.replay(&*game)?,
        None => game.position(&args.place.position, args.place.reading.reading())?,
    };
    Ok((game, position))
}
