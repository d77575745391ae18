//! The states that cost a heuristic most, drawn and told in words.

use plyscope_game::Look;
use plyscope_plot::short;

use super::block::Figure;
use super::board;
use super::escape::text;
use super::words::list;
use crate::judgement::{Judged, Worst, WorstMove};

/// What the marks on boards mean.
pub(super) fn key() -> String {
    format!(
        "<p class=\"marks\">On the boards: a number is what the move is truly worth to who moves, \
         {} a right move, {} the heuristic’s choice.</p>\n",
        board::sample(true, false),
        board::sample(false, true)
    )
}

pub(super) fn boards(own: &Judged) -> String {
    if own.worst.is_empty() {
        return "<p>No state cost it anything.</p>\n".to_owned();
    }
    let cards: String = own.worst.iter().map(|state| card(own, state)).collect();
    format!("<h4>Where it goes wrong</h4>\n<div class=\"boards\">\n{cards}</div>\n")
}

fn card(own: &Judged, state: &Worst) -> String {
    let told = told(state);
    Figure {
        heading: format!(
            "<p class=\"state\">State {} · ply {} · {} moves</p>",
            state.state_id,
            state.ply,
            text(&mover(state))
        ),
        svg: board::svg(&state.board, &state.moves, &told),
        caption: format!("{} <code>{}</code> ", text(&told), text(&state.state)),
        name: &format!("worst {} {}", own.name, state.state_id),
        class: "board",
        metric: None,
        width: None,
    }
    .html()
}

/// The mover, by the colour of the pieces, or as cross or nought where there are no others.
fn mover(state: &Worst) -> String {
    let plain = |piece: &char| matches!(piece, 'x' | 'o' | '.');
    let one_of = |names: [&'static str; 2]| names[usize::from(state.player != 0)].to_owned();
    let pieces = &state.board.pieces;
    let has_marks = state.player < 2 && !pieces.is_empty() && pieces.iter().all(plain);
    match state.board.look {
        Look::Discs => one_of(["black", "white"]),
        Look::Figures => one_of(["white", "black"]),
        _ if has_marks => one_of(["x", "o"]),
        _ => format!(
            "the {} player",
            plyscope_truth::player_name(plyscope_game::Player(state.player))
        ),
    }
}

/// Whether every move wins, draws or loses, so that words say more than numbers.
fn in_words(state: &Worst) -> bool {
    let mut moves = state.moves.iter();
    moves.all(|own| [-1.0, 0.0, 1.0].contains(&own.truth))
}

fn worth(state: &Worst, own: &WorstMove) -> String {
    match own.truth {
        _ if !in_words(state) => format!("worth {}", short(own.truth)),
        truth if truth > 0.0 => "a win".to_owned(),
        truth if truth < 0.0 => "a loss".to_owned(),
        _ => "a draw".to_owned(),
    }
}

/// `4 (a loss)`, or `4, 5 and 6 (a loss)` where several are worth the same.
fn moves(state: &Worst, which: impl Fn(&WorstMove) -> bool, last: &str) -> String {
    let mut worths: Vec<(String, Vec<String>)> = Vec::new();
    for own in state.moves.iter().filter(|own| which(own)) {
        let worth = worth(state, own);
        match worths.iter_mut().find(|known| known.0 == worth) {
            Some((_, names)) => names.push(own.mv.clone()),
            None => worths.push((worth, vec![own.mv.clone()])),
        }
    }
    let told = |(worth, names): &(String, Vec<String>)| {
        let each = if names.len() > 1 { "each " } else { "" };
        format!("{} ({each}{worth})", list(names, last))
    };
    let all: Vec<String> = worths.iter().map(told).collect();
    list(&all, last)
}

/// What it chose, what was right, and what that cost.
fn told(state: &Worst) -> String {
    let chosen = state.moves.iter().filter(|own| own.chosen).count();
    let choice = moves(state, |own| own.chosen, "and");
    let verb = if chosen > 1 {
        "It cannot tell apart"
    } else {
        "It chooses"
    };
    let average = if chosen > 1 { " on average" } else { "" };
    let cost = short(state.cost);
    let points = if cost == "1" { "point" } else { "points" };
    format!(
        "{verb} {choice}; right is {}. Cost{average}: {cost} {points}.",
        moves(state, |own| own.best, "or")
    )
}
