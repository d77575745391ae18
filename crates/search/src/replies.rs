//! Rounds in which nobody sees the others' moves: what a move leads to, over replies of the others.

use plyscope_game::{Game, Player};

/// Replies that are looked at, all other players together.
const MOST: usize = 64;

/// Calls `tell` with the states that a move of one player leads to, one per choice of the others in
/// the round that begins at `start`; stops as soon as it says no.
///
/// Where the others have more than 64 combinations of moves, each of them is given only as many
/// moves, evenly spread over his list, as leave no more than 64.
pub(crate) fn each_reply<G: Game>(
    game: &G,
    start: &G::State,
    (player, mv): (Player, G::Move),
    tell: &mut dyn FnMut(&G::State) -> bool,
) -> bool {
    let most = most_each(&choices(game, start, player));
    walk(game, start, (player, mv), most, tell)
}

/// How many moves each of the others has in the round that begins here.
fn choices<G: Game>(game: &G, start: &G::State, player: Player) -> Vec<usize> {
    let (mut state, mut counts, mut is_first) = (start.clone(), Vec::new(), true);
    while game.payoffs(&state).is_none() && (is_first || game.hidden(&state)) {
        let mut moves = game.moves(&state);
        if game.mover(&state) != player {
            counts.push(moves.len());
        }
        let Some(mv) = moves.next() else {
            break;
        };
        game.play(&mut state, mv);
        is_first = false;
    }
    counts
}

/// The most moves that each of the others may be given so that there are no more than [`MOST`] replies.
fn most_each(choices: &[usize]) -> usize {
    let replies = |most: usize| {
        let shown = choices.iter().map(|&count| given(count, most));
        shown.fold(1usize, usize::saturating_mul)
    };
    let widest = choices.iter().copied().max().unwrap_or(1).max(1);
    let mut all = (1..=widest).rev();
    all.find(|&most| replies(most) <= MOST).unwrap_or(1)
}

/// How many of a list's moves are looked at where no more than `most` may be.
fn given(count: usize, most: usize) -> usize {
    count.div_ceil(count.div_ceil(most).max(1))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_cut_only_where_there_are_more_than_64() {
        for whole in [&[64][..], &[8, 8], &[4, 4, 4], &[2, 32], &[2; 6], &[]] {
            let most = most_each(whole);
            let all = whole.iter().all(|&count| given(count, most) == count);
            assert!(all, "{whole:?}: {most} each");
        }
        for cut in [&[65][..], &[9, 9], &[5, 5, 5], &[1000, 2], &[2; 7]] {
            let most = most_each(cut);
            let replies: usize = cut.iter().map(|&count| given(count, most)).product();
            assert!((1..=MOST).contains(&replies), "{cut:?}: {replies}");
        }
    }
}
