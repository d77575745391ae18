//! Where the print differs from what its own definitions give.

use plyscope_game::{Game, Notation, Player};
use plyscope_mnk::Mnk;
use serde::Serialize;

use super::blind::Blind;
use super::bounds::{Bounds, BoundsFound};
use super::cells::classes;
use super::lines::LineGames;
use super::tree::{Tree, WEIGHTS};

/// A sentence of the chapter and what the program finds.
#[derive(Clone, Debug, Serialize)]
pub struct Slip {
    /// What is printed.
    pub printed: &'static str,
    /// What is so instead, with the evidence.
    pub found: String,
}

pub(super) fn slips(game: &Mnk, tree: &Tree, bounds: &Bounds, blind: &[Blind]) -> Vec<Slip> {
    let slip = |printed, found| Slip { printed, found };
    vec![
        slip(
            "“After ‘cross’ plays move m33, ‘nought’ again has five replies.”",
            m33(game, tree),
        ),
        slip(
            "“The program next looks for a brother to P11, but finding none …”",
            brother(tree),
        ),
        slip(
            "“If one side has a 3-row, the other side may have at most two 2-rows.”",
            beside_three(bounds),
        ),
        slip(
            "“… one side only has a 2-row, his opponent cannot have more than three 1-rows.”",
            beside_two(&bounds.one_rows_beside_two),
        ),
        slip(
            "“So … k2 > 2 × k1′ and we can try k2 = 31, k1′ = 15.”",
            order(bounds),
        ),
        slip(
            "“… ensure that the score … will never cause an overflow.”",
            range(bounds),
        ),
        slip(
            "The evaluation has no term for the opponent's 3-row.",
            no_term(blind),
        ),
    ]
}

fn m33(game: &Mnk, tree: &Tree) -> String {
    let replies = &tree.first_moves[2].replies;
    let p33 = game.read_state(&replies[2].state);
    let p33 = p33.expect("the tree's own text");
    let to_move = if game.mover(&p33) == Player::FIRST {
        "cross"
    } else {
        "nought"
    };
    format!(
        "Read m3. m33 is nought's own reply: in P33 {to_move} is to move and has {} different \
         moves. It is after m3 that nought has {}.",
        classes(game, &p33).len(),
        replies.len(),
    )
}

fn brother(tree: &Tree) -> String {
    let sons = tree.first_moves[0].replies.len();
    format!(
        "Read P12. P1 has {sons} sons: P11 has the brother P12, and P12, just looked at, is the last."
    )
}

fn beside_three(bounds: &Bounds) -> String {
    let (most, went_on) = (
        &bounds.two_rows_beside_three,
        &bounds.two_rows_if_play_went_on,
    );
    format!(
        "At most {}, in all {} states that play can reach. {} would need play to go on after a \
         3-row, as in {}.",
        most.number,
        bounds.states,
        went_on.number,
        seen(went_on),
    )
}

fn beside_two(most: &BoundsFound) -> String {
    format!("He can have {}, as in {}.", most.number, seen(most))
}

fn order(bounds: &Bounds) -> String {
    let [_, _, two_row, one_row, _] = WEIGHTS.map(i32::abs);
    let most = bounds.one_rows_beside_two.number;
    format!(
        "Three 1-rows would already ask for k2 > 3 × k1′, and {two_row} < 3 × {one_row}; with \
         {most} it is {two_row} < {most} × {one_row}. So the opponent's 1-rows outweigh one's own \
         2-rows in {} cases ({} with three, {} with four; a case is a state that play can reach \
         seen by one side, without 3-rows and without a 2-row of the opponent). In {} of them the \
         whole score is below 0.",
        bounds.order_fails,
        bounds.order_fails_with_three,
        bounds.order_fails - bounds.order_fails_with_three,
        bounds.order_fails_in_sum,
    )
}

fn range(bounds: &Bounds) -> String {
    let (lowest, highest) = (&bounds.lowest, &bounds.highest);
    format!(
        "No position is given. Over all states that play can reach, seen by both sides, scores go \
         from −{} ({}) to {} ({}); as cross alone from −{}. A byte is too small.",
        lowest.number.abs(),
        seen(lowest),
        highest.number,
        seen(highest),
        bounds.lowest_as_cross.number.abs(),
    )
}

fn no_term(blind: &[Blind]) -> String {
    let of = |depth, side| {
        blind
            .iter()
            .find(|row| row.depth == depth && row.side == side)
    };
    let loses = |depth, side| match of(depth, side).map(|row| &row.blind) {
        Some(LineGames {
            lost,
            first_loss: Some(line),
            ..
        }) => format!("{lost} games ({line})"),
        _ => "no game".to_string(),
    };
    let seeing = blind
        .iter()
        .filter(|row| row.depth > 1)
        .map(|row| row.seeing.lost);
    format!(
        "So it matters whether the search recognises a finished game. If it does not, the 2-ply \
         search loses {} as cross and {} as nought, and the 3-ply search {} even as cross. If it \
         does, they lose {} games. The table below has all games.",
        loses(2, "cross"),
        loses(2, "nought"),
        loses(3, "cross"),
        seeing.sum::<u64>(),
    )
}

/// A state and who looks at it.
fn seen(found: &BoundsFound) -> String {
    let side = if found.viewer == 'x' {
        "cross"
    } else {
        "nought"
    };
    format!("{} for {side}", found.state)
}
