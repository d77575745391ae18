//! The games' own notation, and their contract on states that were read.
//!
//! An input is a line of numbers for the rules, a line with a state, a line of
//! moves from there, and then bytes that choose further moves.

use std::num::NonZeroU8;

use plyscope_breakthrough::Breakthrough;
use plyscope_chess::Chess;
use plyscope_connect4::{AnySize, ConnectFour, EightByEight, SizeError, Standard};
use plyscope_game::{Chance, Notation, contract};
use plyscope_gomoku::{FiveRule, Gomoku};
use plyscope_mnk::Mnk;
use plyscope_othello::{Othello, Payoff};

use super::helps;

/// Numbers `m n k`.
pub fn mnk(data: &[u8]) {
    let ([m, n, k], input) = split(data);
    let size = |number: u32| number as usize;
    match Mnk::new(size(m), size(n), size(k)) {
        Ok(game) => hold(&game, input),
        Err(error) => helps(&error),
    }
}

/// Numbers `width height connect`; every program that fits the board reads the rest.
pub fn connect4(data: &[u8]) {
    let ([width, height, connect], input) = split(data);
    match (width, height, connect) {
        (7, 6, 4) => hold(&Standard::default(), input),
        (8, 8, 4) => hold(&EightByEight::default(), input),
        _ => {}
    }
    match AnySize::<u64>::new(width, height, connect) {
        Ok(shape) => hold(&ConnectFour::new(shape), input),
        Err(SizeError::TooBig { .. }) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(shape) = AnySize::<u128>::new(width, height, connect) {
        hold(&ConnectFour::new(shape), input);
    }
}

/// Numbers `size payoff`, the payoff 0 for wins, 1 for discs, 2 for discs and empties.
pub fn othello(data: &[u8]) {
    let ([size, payoff], input) = split(data);
    let payoff = match payoff {
        0 => Payoff::WinLoss,
        more => Payoff::Discs {
            empties_to_winner: more > 1,
        },
    };
    match size {
        4 => both_codes::<4>(payoff, input),
        6 => both_codes::<6>(payoff, input),
        8 => both_codes::<8>(payoff, input),
        _ => {}
    }
}

fn both_codes<const N: u8>(payoff: Payoff, input: &[u8]) {
    hold(&Othello::<N>::new(payoff), input);
    hold(&Othello::<N>::portable(payoff), input);
}

/// Numbers `size rule near`, the rule 0 for freestyle and 1 for exactly five.
pub fn gomoku(data: &[u8]) {
    let ([size, rule, near], input) = split(data);
    let rule = if rule == 0 {
        FiveRule::Freestyle
    } else {
        FiveRule::Exact
    };
    match Gomoku::new(size as usize, rule) {
        Ok(game) => hold(&game.with_near(NonZeroU8::new(near as u8)), input),
        Err(error) => helps(&error),
    }
}

/// Numbers `width height`.
pub fn breakthrough(data: &[u8]) {
    let ([width, height], input) = split(data);
    match Breakthrough::new(width as usize, height as usize) {
        Ok(game) => hold(&game, input),
        Err(error) => helps(&error),
    }
}

/// The number of plies after which a game is a draw.
pub fn chess(data: &[u8]) {
    let ([plies], input) = split(data);
    match Chess::new(plies) {
        Ok(game) => hold(&game, input),
        Err(error) => helps(&error),
    }
}

/// Reads a state or takes the start, plays what is written and what is chosen, and checks where that leads.
fn hold<G: Notation>(game: &G, input: &[u8]) {
    let (board, input) = split_line(input);
    let (moves, choices) = split_line(input);
    let mut state = game.start();
    let mut chance = Chance::new(input.len() as u64);
    contract::check_text(game, &state, &board);
    if let Ok(read) = game.read_state(&board) {
        contract::check_state(game, &read, &mut chance);
        state = read;
    }
    play_written(game, &mut state, &moves);
    play_chosen(game, &mut state, choices);
    contract::check_state(game, &state, &mut chance);
}

/// Plays a list of moves up to the first that is none.
fn play_written<G: Notation>(game: &G, state: &mut G::State, text: &str) {
    let mut rest = text.trim_start();
    while !rest.is_empty() && game.payoffs(state).is_none() {
        contract::check_text(game, state, rest);
        let (word, left) = rest.split_at(game.first_move_len(rest));
        contract::check_text(game, state, word);
        let Ok(mv) = game.read_move(state, word) else {
            return;
        };
        game.play(state, mv);
        rest = left.trim_start();
    }
}

/// Plays a legal move for every byte until the game is over.
fn play_chosen<G: Notation>(game: &G, state: &mut G::State, choices: &[u8]) {
    for &choice in choices {
        if game.payoffs(state).is_some() {
            return;
        }
        let mut moves = game.moves(state);
        let nth = usize::from(choice) % moves.len();
        game.play(state, moves.nth(nth).expect("nth is below the length"));
    }
}

/// The numbers of the first line, 0 for those that cannot be read, and what follows the line.
fn split<const N: usize>(data: &[u8]) -> ([u32; N], &[u8]) {
    let (line, input) = split_line(data);
    let mut words = line.split_whitespace();
    let number = |()| words.next().and_then(|word| word.parse().ok());
    ([(); N].map(number).map(Option::unwrap_or_default), input)
}

/// The first line as text, and what follows it.
fn split_line(data: &[u8]) -> (String, &[u8]) {
    let end = data.iter().position(|&byte| byte == b'\n');
    let (line, rest) = data.split_at(end.unwrap_or(data.len()));
    let text = String::from_utf8_lossy(line).into_owned();
    (text, rest.get(1..).unwrap_or_default())
}
