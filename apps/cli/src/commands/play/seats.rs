//! Who plays: as the command line says, else as in the loaded game, else a person against agents.

use plyscope_game::any::Position;
use plyscope_game::{Error, Facts};
use plyscope_workbench::{SavedGame, unknown};

use crate::args::Play;

/// What a person is called in place of a spec.
pub(super) const HUMAN: &str = "human";

/// `human` or a spec for every player, in their order.
pub(super) fn players(
    args: &Play,
    loaded: Option<&SavedGame>,
    position: &Position,
    usual_player: &str,
) -> Result<Vec<String>, Error> {
    let facts = position.facts();
    let mut named = named(args, position)?;
    let is_open = named.iter().all(Option::is_none);
    if let Some(record) = loaded {
        let of_record = [&record.first, &record.second];
        let of_record = of_record.into_iter().chain(&record.others);
        for (seat, name) in named.iter_mut().zip(of_record) {
            seat.get_or_insert_with(|| name.clone());
        }
    }
    let usual = |place: usize| {
        if is_open && place > 0 {
            opponent(&facts, usual_player)
        } else {
            HUMAN
        }
    };
    let seats = named.into_iter().enumerate();
    Ok(seats
        .map(|(place, own)| own.unwrap_or_else(|| usual(place).to_owned()))
        .collect())
}

/// The agent that plays against a person who named none.
pub(super) fn opponent<'a>(facts: &Facts, usual_player: &'a str) -> &'a str {
    if facts.is_minimax() {
        usual_player
    } else {
        "mcts"
    }
}

/// The seats that the command line gives.
fn named(args: &Play, position: &Position) -> Result<Vec<Option<String>>, Error> {
    let players = usize::from(position.facts().players);
    let mut seats = vec![None; players];
    let ordinals = [("--first", &args.first), ("--second", &args.second)];
    for (place, (option, spec)) in ordinals.into_iter().enumerate() {
        let Some(spec) = spec else { continue };
        let Some(seat) = seats.get_mut(place) else {
            let what = format!("{option} has no seat: the game is for one player");
            return Err(Error::misuse(what, format!("leave {option} out")));
        };
        *seat = Some(spec.clone());
    }
    for text in &args.seats {
        let Some((role, spec)) = text.split_once('=') else {
            let what = format!("`{text}` gives nobody a seat");
            return Err(Error::misuse(
                what,
                "write --seat ROLE=SPEC, such as --seat red=human",
            ));
        };
        let place = place_of(role.trim(), position)?;
        if seats[place].replace(spec.trim().to_owned()).is_some() {
            let what = format!("the seat of {} is given twice", role.trim());
            return Err(Error::misuse(what, "leave one of them out"));
        }
    }
    Ok(seats)
}

/// The player of a role, by name or number.
fn place_of(role: &str, position: &Position) -> Result<usize, Error> {
    let names = position.player_names();
    let players = usize::from(position.facts().players);
    let by_name = names
        .iter()
        .position(|name| name.eq_ignore_ascii_case(role));
    let by_number = || {
        let number = role.parse::<usize>().ok()?.checked_sub(1)?;
        (number < players).then_some(number)
    };
    by_name.or_else(by_number).ok_or_else(|| {
        let numbers: Vec<String> = (1..=players).map(|number| number.to_string()).collect();
        let known = names.iter().chain(&numbers).map(String::as_str);
        let what = format!("there is no player `{role}`");
        unknown(what, role, &known.collect::<Vec<_>>())
    })
}
