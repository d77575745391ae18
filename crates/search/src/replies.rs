//! Rounds in which nobody sees the others' moves: what a move leads to, over replies of the others.

use plyscope_game::{Game, Player};

/// Replies that are looked at, all other players together.
const MOST: usize = 64;

/// Calls `tell` with the states that a move of one player leads to, one per choice of the others in
/// the round that begins at `start`; stops as soon as it says no.
///
/// Where the others have more than 64 choices together, each of them is given
/// some only, evenly spread over his list.
pub(crate) fn each_reply<G: Game>(
    game: &G,
    start: &G::State,
    (player, mv): (Player, G::Move),
    tell: &mut dyn FnMut(&G::State) -> bool,
) -> bool {
    let others = choosers(game, start).saturating_sub(1);
    let most = match others {
        0 | 1 => MOST,
        others => (MOST as f64).powf(1.0 / others as f64).floor() as usize,
    };
    walk(game, start, (player, mv), most.max(1), tell)
}

/// How many players choose in the round that begins here.
fn choosers<G: Game>(game: &G, start: &G::State) -> usize {
    let (mut state, mut count) = (start.clone(), 0);
    while game.payoffs(&state).is_none() && (count == 0 || game.hidden(&state)) {
        count += 1;
        let Some(mv) = game.moves(&state).next() else {
            break;
        };
        game.play(&mut state, mv);
    }
    count
}

fn walk<G: Game>(
    game: &G,
    state: &G::State,
    (player, mv): (Player, G::Move),
    most: usize,
    tell: &mut dyn FnMut(&G::State) -> bool,
) -> bool {
    let is_his = game.mover(state) == player;
    let moves = game.moves(state);
    let step = moves.len().div_ceil(most);
    let replies: Vec<G::Move> = if is_his {
        vec![mv]
    } else {
        moves.step_by(step.max(1)).collect()
    };
    for reply in replies {
        let mut next = state.clone();
        game.play(&mut next, reply);
        let goes_on = game.payoffs(&next).is_none() && game.hidden(&next);
        let told = if goes_on {
            walk(game, &next, (player, mv), most, tell)
        } else {
            tell(&next)
        };
        if !told {
            return false;
        }
    }
    true
}
