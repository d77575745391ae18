//! Levy's two-ply tree (his figures 11 and 13), grown and scored by program.

use plyscope_eval::Linear;
use plyscope_game::{Agent, Features, Game, Limits, Notation, Player, Value};
use plyscope_mnk::{Levy, Mnk, State};
use plyscope_search::Minimax;
use serde::Serialize;

use super::cells::{Alike, classes, drawing, letter, letters};
use super::search::rank;

/// Levy's first estimates, for c3, n2, c2, n1, c1.
pub(super) const WEIGHTS: [i32; 5] = [128, -63, 31, -15, 7];

/// The first moves in the order of the chapter: centre, corners, edges.
const FIRST_MOVES: [(char, &str, i32); 3] =
    [('e', "centre", 28), ('a', "corner", 21), ('b', "edge", 14)];

/// The printed scores S11, S12; S21 to S25; S31 to S35.
const REPLIES: [&[i32]; 3] = [
    &[-9, 6],
    &[-31, -16, -16, -1, -9],
    &[-38, -8, -31, -16, -23],
];

/// The printed scores that were backed up: S1, S2, S3 and S0.
const BACKED_UP: [i32; 4] = [-9, -31, -38, -9];

/// One position of the tree, the chapter's score beside ours.
#[derive(Clone, Debug, Serialize)]
pub struct LevyPosition {
    /// The chapter's number, as in P21 and S21.
    pub number: String,
    /// The move that leads here, by the chapter's letters.
    pub mv: char,
    /// How many moves lead to an image of this position, this one included.
    pub alike: usize,
    /// The position in Plyscope's notation.
    pub state: String,
    /// The board in three lines.
    pub board: [String; 3],
    /// c3, n2, c2, n1, c1.
    pub features: [i32; 5],
    /// The printed score.
    pub paper: i32,
    /// The score of the features under the printed weights.
    pub ours: i32,
}

/// A first move with all replies that differ.
#[derive(Clone, Debug, Serialize)]
pub struct FirstMove {
    /// What the chapter calls it: centre, corner or edge.
    pub name: String,
    /// Where it leads.
    pub position: LevyPosition,
    /// How many replies there are before symmetry.
    pub all_replies: usize,
    /// Those that differ, in the chapter's order.
    pub replies: Vec<LevyPosition>,
}

/// A score that minimax brought up the tree.
#[derive(Clone, Debug, Serialize)]
pub struct BackedUp {
    /// The chapter's name, as in S1.
    pub name: String,
    /// The printed score.
    pub paper: i32,
    /// What the search finds.
    pub ours: i32,
}

/// What a search of some plies chooses at the start.
#[derive(Clone, Debug, Serialize)]
pub struct ChosenMove {
    /// Plies looked ahead.
    pub depth: u32,
    /// The move that the chapter's program makes.
    pub paper_move: String,
    /// Its printed score.
    pub paper: i32,
    /// All moves that the search finds best.
    pub our_moves: String,
    /// Their score.
    pub ours: i32,
}

/// The tree of the chapter.
#[derive(Clone, Debug, Serialize)]
pub struct Tree {
    /// How many first moves there are before symmetry.
    pub all_first_moves: usize,
    /// Those that differ.
    pub first_moves: Vec<FirstMove>,
    /// S1, S2, S3 and S0 after two plies.
    pub backed_up: Vec<BackedUp>,
    /// The choice after one ply and after two.
    pub chosen: Vec<ChosenMove>,
}

/// Levy's evaluation function.
pub(super) fn levys_evaluator(game: &Mnk) -> Linear<Levy> {
    Linear::new(game, Levy, WEIGHTS.map(|weight| weight as Value).to_vec())
}

pub(super) fn tree(game: &Mnk) -> Tree {
    let start = game.start();
    let first = classes(game, &start);
    let named = FIRST_MOVES.iter().enumerate().map(|(index, named)| {
        let of_that_letter = |alike: &&Alike| letter(alike.moves[0]) == named.0;
        let alike = first.iter().find(of_that_letter);
        first_move(game, index, alike.expect("a, b and e stand for all cells"))
    });
    Tree {
        all_first_moves: game.moves(&start).len(),
        first_moves: named.collect(),
        backed_up: backed_up(game, &first),
        chosen: vec![
            chosen(game, 1, FIRST_MOVES[0].2),
            chosen(game, 2, BACKED_UP[3]),
        ],
    }
}

fn first_move(game: &Mnk, index: usize, alike: &Alike) -> FirstMove {
    let (_, name, paper) = FIRST_MOVES[index];
    let number = (index + 1).to_string();
    let replies = in_printed_order(game, &classes(game, &alike.next), REPLIES[index]);
    let numbered = replies.iter().zip(1..).zip(REPLIES[index]);
    FirstMove {
        name: name.to_string(),
        all_replies: game.moves(&alike.next).len(),
        replies: numbered
            .map(|((reply, last), &paper)| position(game, format!("{number}{last}"), reply, paper))
            .collect(),
        position: position(game, number, alike, paper),
    }
}

/// Gives each printed score the first reply by letter that has it.
///
/// The chapter draws the replies but does not name them; only two of them,
/// S22 and S23, share a score. A reply whose score is not printed fills a gap.
fn in_printed_order(game: &Mnk, replies: &[Alike], printed: &[i32]) -> Vec<Alike> {
    let mut left = replies.to_vec();
    let mut places: Vec<Option<Alike>> = vec![None; printed.len()];
    for (place, &paper) in places.iter_mut().zip(printed) {
        let has_it = |reply: &Alike| score(&features(game, &reply.next)) == paper;
        *place = left.iter().position(has_it).map(|at| left.remove(at));
    }
    let mut left = left.into_iter();
    let filled = places
        .into_iter()
        .filter_map(|place| place.or_else(|| left.next()));
    filled.collect()
}

fn position(game: &Mnk, number: String, alike: &Alike, paper: i32) -> LevyPosition {
    let features = features(game, &alike.next);
    LevyPosition {
        number,
        mv: letter(alike.moves[0]),
        alike: alike.moves.len(),
        state: game.write_state(&alike.next),
        board: drawing(game, &alike.next),
        features,
        paper,
        ours: score(&features),
    }
}

/// c3, n2, c2, n1, c1 as cross sees them.
fn features(game: &Mnk, state: &State) -> [i32; 5] {
    let mut amounts = [0; 5];
    Levy.each(game, state, Player::FIRST, |index, amount| {
        amounts[index] += amount as i32;
    });
    amounts
}

fn score(features: &[i32; 5]) -> i32 {
    let terms = features.iter().zip(WEIGHTS);
    terms.map(|(amount, weight)| amount * weight).sum()
}

/// S1, S2, S3 one ply above the leaves, S0 two plies above.
fn backed_up(game: &Mnk, first: &[Alike]) -> Vec<BackedUp> {
    let letters = FIRST_MOVES.iter().map(|named| named.0);
    let sons = letters.filter_map(|name| first.iter().find(|a| letter(a.moves[0]) == name));
    let searched = sons.map(|alike| (alike.next, 1));
    let searched = searched.chain(std::iter::once((game.start(), 2)));
    let names = ["S1", "S2", "S3", "S0"].into_iter().zip(BACKED_UP);
    let of = |((name, paper), (state, depth)): ((&str, i32), (State, u32))| BackedUp {
        name: name.to_string(),
        paper,
        ours: searched_score(game, &state, depth),
    };
    names.zip(searched).map(of).collect()
}

fn searched_score(game: &Mnk, state: &State, depth: u32) -> i32 {
    let evaluator = levys_evaluator(game);
    let found = rank(game, &evaluator, state, Player::FIRST, depth);
    found
        .score(false, &game.facts())
        .value()
        .unwrap_or_default() as i32
}

fn chosen(game: &Mnk, depth: u32, paper: i32) -> ChosenMove {
    let mut agent = Minimax {
        depth,
        evaluator: levys_evaluator(game),
    };
    let advice = agent
        .advise(game, &game.start(), &Limits::every_move())
        .expect("plain minimax plays every game of turns");
    let top = advice
        .rank(&game.facts())
        .and_then(|rank| rank.score(false, &game.facts()).value());
    ChosenMove {
        depth,
        paper_move: FIRST_MOVES[0].0.to_string(),
        paper,
        our_moves: letters(&advice.best),
        ours: top.unwrap_or_default() as i32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printed_score_comes_out() {
        let tree = tree(&Mnk::tictactoe());
        let mut compared = 0;
        for first in &tree.first_moves {
            for position in std::iter::once(&first.position).chain(&first.replies) {
                assert_eq!(position.ours, position.paper, "P{}", position.number);
                compared += 1;
            }
        }
        assert_eq!(compared, 15);
        let replies = tree.first_moves.iter().map(|first| first.replies.len());
        assert_eq!(replies.collect::<Vec<_>>(), [2, 5, 5]);
        assert!(tree.backed_up.iter().all(|s| s.ours == s.paper));
        let names: Vec<_> = tree.backed_up.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["S1", "S2", "S3", "S0"]);
    }

    #[test]
    fn replies_stand_where_their_scores_are_printed() {
        let tree = tree(&Mnk::tictactoe());
        let of = |first: &FirstMove| {
            first
                .replies
                .iter()
                .map(|reply| reply.mv)
                .collect::<String>()
        };
        let order: Vec<String> = tree.first_moves.iter().map(of).collect();
        assert_eq!(order, ["ab", "ecibf", "ehgda"]);
    }

    #[test]
    fn both_searches_play_the_centre() {
        let tree = tree(&Mnk::tictactoe());
        for (chosen, score) in tree.chosen.iter().zip([28, -9]) {
            assert_eq!(chosen.our_moves, "e", "{} ply", chosen.depth);
            assert_eq!(chosen.our_moves, chosen.paper_move);
            assert_eq!((chosen.ours, chosen.paper), (score, score));
        }
    }
}
