//! Every opening of a length, one of each symmetric family.

use std::collections::HashSet;

use plyscope_game::any::AnyGame;
use plyscope_game::{Chance, Error};

use super::{Opening, in_plies};

/// More openings than a contest plays.
const MOST: usize = 1_000_000;

/// Every state after `plies` moves that is not over, reached by the first way to it, in random order.
///
/// Random, because a contest too short for all of them should meet a fair choice.
///
/// # Errors
/// When there are more than a million, or none.
pub fn every_opening(game: &dyn AnyGame, plies: u32, seed: u64) -> Result<Vec<Opening>, Error> {
    let Some(mut all) = openings_up_to(game, plies, MOST) else {
        let what = format!(
            "there are more than a million openings of {}",
            in_plies(plies)
        );
        return Err(Error::misuse(what, "take fewer plies, or random openings"));
    };
    if all.is_empty() {
        let what = format!("every game is over before ply {plies}");
        return Err(Error::misuse(what, "take fewer plies"));
    }
    Chance::new(seed).shuffle(&mut all);
    Ok(all)
}

/// Every state after `plies` moves that is not over; nothing if there are more than `most`, or on the way there.
pub(super) fn openings_up_to(game: &dyn AnyGame, plies: u32, most: usize) -> Option<Vec<Opening>> {
    let mut level = vec![Opening::start(game)];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for opening in &level {
            for mv in 0..opening.ends.move_count(1) {
                let longer = opening.longer(mv);
                if !longer.is_over() && seen.insert(longer.canonical_key()) {
                    next.push(longer);
                }
            }
            if next.len() > most {
                return None;
            }
        }
        level = next;
    }
    Some(level)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::any::Hidden;
    use plyscope_mnk::Mnk;

    #[test]
    fn tic_tac_toe_has_three_first_moves_and_twelve_replies() {
        let game = Hidden::new(Mnk::tictactoe());
        let count = |plies| every_opening(&*game, plies, 1).map(|all| all.len());
        assert_eq!(count(0), Ok(1));
        assert_eq!(count(1), Ok(3));
        assert_eq!(count(2), Ok(12));
        assert!(count(9).is_err(), "no game of nine moves goes on");
    }
}
