//! Random games: known means, and every way of playing them against the plainest.

use plyscope_game::{Chance, Game, Player, Tally};

use super::any_size;
use crate::lanes::play_in_lanes;
use crate::line::has_line;
use crate::pack::Words;
use crate::playout::{play_many, play_out, play_out_with};
use crate::{ConnectFour, EightByEight, Shape, Standard, State};

/// The trait's own loop over listed moves, which no override can disturb.
fn plain<S: Shape>(game: &ConnectFour<S>, start: &State<S::Bits>, count: u64, seed: u64) -> Tally {
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    for _ in 0..count {
        let mut state = *start;
        let mut plies = 0;
        let payoffs = loop {
            if let Some(payoffs) = game.payoffs(&state) {
                break payoffs;
            }
            let mut moves = game.moves(&state);
            let nth = chance.below(moves.len() as u32) as usize;
            game.play(&mut state, moves.nth(nth).unwrap());
            plies += 1;
        };
        tally.add(&payoffs, plies);
    }
    tally
}

fn one_by_one<S: Shape>(game: &ConnectFour<S>, start: &State<S::Bits>, count: u64) -> Tally {
    let mut chance = Chance::new(11);
    let mut tally = Tally::default();
    for _ in 0..count {
        let (payoffs, plies) = game.playout(*start, &mut chance);
        tally.add(&payoffs, plies);
    }
    tally
}

/// Fails where two samples differ by more than five standard errors.
fn assert_alike(what: &str, one: &Tally, other: &Tally, max_plies: u32) {
    let share = |count: u64, tally: &Tally| count as f64 / tally.playouts as f64;
    let error = |p: f64| (p * (1.0 - p) * 2.0 / one.playouts as f64).sqrt() + 1e-9;
    for (name, a, b) in [
        ("first wins", one.first_wins, other.first_wins),
        ("second wins", one.second_wins, other.second_wins),
        ("draws", one.draws(), other.draws()),
    ] {
        let (a, b) = (share(a, one), share(b, other));
        let five = 5.0 * error(a.midpoint(b));
        assert!((a - b).abs() < five, "{what}: {name} {a} and {b}");
    }
    // The length of a game has a standard deviation below half of its range.
    let error = f64::from(max_plies) / 2.0 * (2.0 / one.playouts as f64).sqrt();
    let (a, b) = (share(one.plies, one), share(other.plies, other));
    assert!((a - b).abs() < 5.0 * error, "{what}: plies {a} and {b}");
}

fn assert_all_alike<S: Shape>(game: &ConnectFour<S>, start: &State<S::Bits>, count: u64) {
    let expected = plain(game, start, count, 3);
    let most = game.facts().max_plies - start.ply();
    let what = format!("{start:?} on {:?}", game.shape());
    assert_alike(&what, &one_by_one(game, start, count), &expected, most);
    let in_lanes = game.playouts(start, count, &mut Chance::new(4));
    assert_eq!(in_lanes.playouts, count);
    assert_alike(&what, &in_lanes, &expected, most);
}

#[test]
fn games_from_the_start_come_out_as_known() {
    let game = Standard::default();
    let count = 1_000_000;
    for tally in [
        game.playouts(&game.start(), count, &mut Chance::new(1)),
        one_by_one(&game, &game.start(), count),
    ] {
        let share = |part: u64| part as f64 / count as f64;
        assert!((share(tally.plies) - 21.3).abs() < 0.06, "{tally:?}");
        assert!((share(tally.first_wins) - 0.556).abs() < 0.002, "{tally:?}");
        assert!((share(tally.draws()) - 0.0026).abs() < 0.0003, "{tally:?}");
        assert_eq!(
            tally.squares[0] as u64,
            tally.first_wins + tally.second_wins
        );
        assert_eq!(
            tally.points[0],
            tally.first_wins as i64 - tally.second_wins as i64
        );
    }
}

#[test]
fn every_way_of_playing_out_is_alike_on_every_board() {
    for (width, height, connect) in [(4, 4, 3), (4, 4, 5), (5, 4, 4), (6, 9, 4), (8, 7, 4)] {
        let game = any_size::<u64>(width, height, connect);
        assert_all_alike(&game, &game.start(), 20_000);
    }
    for (width, height, connect) in [(4, 5, 4), (9, 10, 4), (10, 10, 5)] {
        let game = any_size::<u128>(width, height, connect);
        assert_all_alike(&game, &game.start(), 5_000);
    }
    let game = EightByEight::default();
    assert_all_alike(&game, &game.start(), 20_000);
}

#[test]
fn every_way_of_playing_out_is_alike_late_in_a_game() {
    let game = Standard::default();
    let mut chance = Chance::new(8);
    let mut seen = 0;
    while seen < 20 {
        let states = super::random_game(&game, &mut chance);
        // The last states but one: some columns full, some games one move from the end.
        for state in states.iter().rev().skip(1).step_by(5).take(2) {
            assert_all_alike(&game, state, 10_000);
            seen += 1;
        }
    }
}

#[test]
fn vectors_play_the_same_games_as_plain_words() {
    assert_vectors_are_alike(&Standard::default());
    assert_vectors_are_alike(&EightByEight::default());
    for connect in 3..=5 {
        assert_vectors_are_alike(&any_size::<u64>(6, 5, connect));
        assert_vectors_are_alike(&any_size::<u128>(9, 10, connect));
    }
}

fn assert_vectors_are_alike<S: Shape>(game: &ConnectFour<S>) {
    let (shape, start) = (game.shape(), game.start());
    for count in [8, 9, 71, 72, 1000] {
        let fast = play_many(&shape, &start, count, &mut Chance::new(2));
        let slow = play_in_lanes::<_, Words>(&shape, &start, count, &mut Chance::new(2));
        assert_eq!(fast, slow);
        assert_eq!(fast.playouts, count);
    }
    for count in [0, 1, 7] {
        let tally = play_many(&shape, &start, count, &mut Chance::new(2));
        assert_eq!(tally.playouts, count);
    }
    let (mut fast, mut slow) = (Chance::new(3), Chance::new(3));
    for _ in 0..300 {
        let test = |stones| has_line(&shape, stones);
        let expected = play_out_with(&shape, start, &mut slow, test);
        assert_eq!(play_out(&shape, start, &mut fast), expected);
    }
}

#[test]
fn a_finished_game_is_played_out_already() {
    let game = Standard::default();
    let mut chance = Chance::new(1);
    let states = super::random_game(&game, &mut chance);
    let end = states[states.len() - 1];
    let payoffs = game.payoffs(&end).unwrap();
    assert_eq!(game.playout(end, &mut chance), (payoffs, 0));
    let tally = game.playouts(&end, 3, &mut chance);
    assert_eq!((tally.playouts, tally.plies), (3, 0));
    let points = i64::from(payoffs.of(Player::FIRST));
    assert_eq!(tally.points[..2], [3 * points, -3 * points]);
}

#[test]
fn picks_are_uniform_over_the_open_columns() {
    use plyscope_game::Notation;
    let game = Standard::default();
    let state = game
        .read_state("x..o..x/o..x..o/x..o..x/o..x..o/x..o..x/o..x..o")
        .unwrap();
    let mut chance = Chance::new(6);
    let mut counts = [0u32; 7];
    for _ in 0..40_000 {
        counts[game.move_index(game.pick(&state, &mut chance))] += 1;
    }
    for (column, &count) in counts.iter().enumerate() {
        let expected = if column % 3 == 0 { 0 } else { 10_000 };
        assert!(count.abs_diff(expected) < 450, "{counts:?}");
    }
}
