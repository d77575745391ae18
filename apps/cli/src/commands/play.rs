//! `plyscope play`: a person or an agent against another, in the terminal.

mod session;

use plyscope_workbench::{AnyPosition, Failure, Record, open};

use crate::args::Play;
use crate::out::{Ended, Out};
use session::Session;

pub(crate) fn run(args: &Play, out: &Out) -> Result<(), Ended> {
    let game = open(&args.place.game)?;
    let loaded = args.load.as_deref().map(Record::load).transpose()?;
    let position: Box<dyn AnyPosition> = match &loaded {
        Some(record) => record.replay(&*game)?,
        None => game.position(&args.place.position, args.place.reading.reading())?,
    };
    let names = players(args, loaded.as_ref());
    let mut session = Session::new(&*game, position, names, args, out).map_err(with_human)?;
    session.play()
}

/// Who plays: as the command line says, else as in the loaded game, else a person against negascout.
fn players(args: &Play, loaded: Option<&Record>) -> [String; 2] {
    let usual = match (&args.first, &args.second) {
        (None, None) => ["human", "negascout"],
        _ => ["human", "human"],
    };
    let of_record = |place: usize| {
        let record = loaded?;
        Some([&record.first, &record.second][place].clone())
    };
    let choose = |named: &Option<String>, place: usize| {
        let name = named.clone().or_else(|| of_record(place));
        name.unwrap_or_else(|| usual[place].to_string())
    };
    [choose(&args.first, 0), choose(&args.second, 1)]
}

/// Where an agent is asked for, a person will do too.
fn with_human(failure: Failure) -> Failure {
    let hint = failure.hint.map(|hint| format!("{hint}; or human"));
    Failure { hint, ..failure }
}
