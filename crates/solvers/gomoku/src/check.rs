//! A win by fours held against the rules: every legal answer is tried.

use plyscope_game::{Game, Player};
use plyscope_gomoku::{Gomoku, Place, State};

/// Whether the mover wins by this line, whatever the other does.
///
/// The moves of both are in turn, the mover's first. By the rules alone: after
/// every move of the mover but the last, each legal answer other than the line's
/// must lose at once to one of the next two cells of the line, and the line's
/// own must not win. Knows nothing of stones in line.
#[must_use]
pub fn wins_by_fours(game: &Gomoku, state: &State, line: &[Place]) -> bool {
    let attacker = game.mover(state);
    let mut state = *state;
    let mut rest = line;
    while let [mv, after @ ..] = rest {
        if !is_legal(game, &state, *mv) {
            return false;
        }
        game.play(&mut state, *mv);
        if has_won(game, &state, attacker) {
            return after.is_empty();
        }
        let [answer, next @ ..] = after else {
            return false;
        };
        let threats = [Some(*answer), next.first().copied()];
        let is_forced = game.payoffs(&state).is_none()
            && game
                .moves(&state)
                .all(|own| own == *answer || loses_at_once(game, &state, own, threats));
        if !is_forced || !is_legal(game, &state, *answer) {
            return false;
        }
        game.play(&mut state, *answer);
        rest = next;
    }
    false
}

/// Whether the attacker, after this answer, wins by his very next move on one of the cells.
fn loses_at_once(game: &Gomoku, state: &State, answer: Place, threats: [Option<Place>; 2]) -> bool {
    let attacker = game.mover(state).opponent();
    let mut after = *state;
    game.play(&mut after, answer);
    game.payoffs(&after).is_none()
        && threats.into_iter().flatten().any(|cell| {
            let mut last = after;
            is_legal(game, &last, cell) && {
                game.play(&mut last, cell);
                has_won(game, &last, attacker)
            }
        })
}

fn is_legal(game: &Gomoku, state: &State, mv: Place) -> bool {
    let is_inside = mv.column() < game.size() && mv.row() < game.size();
    is_inside && game.payoffs(state).is_none() && state.stone(mv).is_none()
}

fn has_won(game: &Gomoku, state: &State, player: Player) -> bool {
    let payoffs = game.payoffs(state);
    payoffs.is_some_and(|payoffs| payoffs.of(player) > 0)
}
