use std::sync::Arc;

use plyscope_connect4::Standard;
use plyscope_game::{Chance, Evaluator, Game, Player};
use plyscope_gomoku::{FiveRule, Gomoku};
use plyscope_othello::Othello;

use super::shipped::{FILES, FOR_SOLVERS};
use super::*;

/// Weights by chance for every set of a game.
fn noise<G: StoneGame>(game: &G, name: &str, seed: u64) -> PatternWeights {
    let set = Arc::new(game.pattern_set(name).unwrap());
    let mut chance = Chance::new(seed);
    let weights = (0..3 * set.weights())
        .map(|_| chance.below(4001) as i16 - 2000)
        .collect();
    PatternWeights {
        set,
        phases: 3,
        unit: 128,
        weights,
        made: "by chance".to_owned(),
    }
}

/// States of random games.
fn states<G: Game>(game: &G, games: u64) -> Vec<G::State> {
    let mut states = Vec::new();
    for seed in 0..games {
        let mut chance = Chance::new(seed);
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            states.push(state.clone());
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
    states
}

/// The sum of weights, cell by cell.
fn plain_sum<G: StoneGame>(game: &G, weights: &PatternWeights, state: &G::State) -> i32 {
    let (own, theirs) = game.stones(state);
    let has = |cells: &[u64], cell: u16| cells[usize::from(cell) / 64] >> (cell % 64) & 1 == 1;
    let (own, theirs) = (own.as_ref(), theirs.as_ref());
    let stones: u32 = own.iter().chain(theirs).map(|word| word.count_ones()).sum();
    let set = &weights.set;
    let phase = set.phase(stones as usize, weights.phases);
    let mut first = phase * set.weights();
    let mut sum = 0;
    for pattern in set.patterns() {
        for place in pattern.places() {
            let digit =
                |&cell: &u16| 1 + usize::from(has(own, cell)) - usize::from(has(theirs, cell));
            let number = place
                .iter()
                .rev()
                .fold(0, |sum, cell| 3 * sum + digit(cell));
            sum += i32::from(weights.weights[first + pattern.weight_of()[number] as usize]);
        }
        first += pattern.weights();
    }
    let counts = set.counts();
    counts.each(own, theirs, |at| {
        sum += i32::from(weights.weights[first + at]);
    });
    sum
}

fn all_codes_agree<G: StoneGame>(game: &G, games: u64) {
    for (name, _) in game.pattern_sets() {
        let weights = noise(game, name, 7);
        let fast = Patterns::new(weights.clone());
        let portable = Patterns::portable(weights.clone());
        for state in states(game, games) {
            let (own, theirs) = game.stones(&state);
            let sum = plain_sum(game, &weights, &state);
            assert_eq!(fast.sum(own.as_ref(), theirs.as_ref()), sum, "{name}");
            assert_eq!(portable.sum(own.as_ref(), theirs.as_ref()), sum, "{name}");
        }
    }
}

#[test]
fn fast_and_portable_sums_are_those_of_the_definition() {
    all_codes_agree(&Othello::<8>::default(), 20);
    all_codes_agree(&Othello::<6>::default(), 5);
    all_codes_agree(&Othello::<4>::default(), 5);
    all_codes_agree(&Standard::default(), 20);
    all_codes_agree(&Gomoku::new(15, FiveRule::Freestyle).unwrap(), 1);
    all_codes_agree(&Gomoku::new(6, FiveRule::Exact).unwrap(), 2);
}

fn images_are_worth_the_same<G: StoneGame>(game: &G, games: u64) {
    for (name, _) in game.pattern_sets() {
        let patterns = Patterns::new(noise(game, name, 3));
        for state in states(game, games) {
            let value = patterns.value(game, &state, Player::FIRST);
            assert_eq!(
                value.to_bits(),
                (-patterns.value(game, &state, Player::SECOND)).to_bits()
            );
            for symmetry in 1..game.symmetries() {
                let image = patterns.value(game, &game.map_state(symmetry, &state), Player::FIRST);
                assert_eq!(value.to_bits(), image.to_bits(), "{name} {symmetry}");
            }
        }
    }
}

#[test]
fn images_of_a_state_are_worth_the_same() {
    images_are_worth_the_same(&Othello::<8>::default(), 5);
    images_are_worth_the_same(&Othello::<6>::default(), 5);
    images_are_worth_the_same(&Standard::default(), 5);
    images_are_worth_the_same(&Gomoku::new(9, FiveRule::Freestyle).unwrap(), 1);
}

#[test]
fn a_value_is_the_sum_of_its_terms() {
    let game = Othello::<8>::default();
    let patterns = Patterns::new(noise(&game, "regions-counts", 5));
    for state in states(&game, 2) {
        let never = plyscope_game::Deadline::never();
        let why = patterns
            .explain(&game, &state, Player::SECOND, &never)
            .unwrap();
        let sum: f32 = why.terms.iter().map(plyscope_game::Term::product).sum();
        assert!((sum - why.value).abs() < 1e-2, "{sum} {}", why.value);
    }
}

#[test]
fn weights_and_their_numbers_add_up_to_the_value() {
    numbers_add_up(&Standard::default(), "lines");
    numbers_add_up(&Othello::<8>::default(), "regions-counts");
}

fn numbers_add_up<G: StoneGame<Cells = [u64; 1]>>(game: &G, set: &str) {
    let weights = noise(game, set, 5);
    let index = PatternIndex::new(Arc::clone(&weights.set));
    let patterns = Patterns::new(weights.clone());
    for state in states(game, 5) {
        let (own, theirs) = game.stones(&state);
        let mut numbers = Vec::new();
        index.weights(&own, &theirs, &mut numbers);
        assert_eq!(numbers.len(), weights.set.terms());
        let phase = weights
            .set
            .phase((own[0] | theirs[0]).count_ones() as usize, 3);
        let first = phase * weights.set.weights();
        let sum: i32 = numbers
            .iter()
            .map(|&at| i32::from(weights.weights[first + at as usize]))
            .sum();
        assert_eq!(sum, patterns.sum(&own, &theirs));
    }
}

#[test]
fn a_file_is_read_as_it_was_written_and_no_damage_goes_unnoticed() {
    let game = Othello::<8>::default();
    let weights = noise(&game, "straight2", 9);
    let bytes = weights.to_bytes();
    let read = |bytes: &[u8]| game.read_patterns(bytes);
    assert_eq!(read(&bytes).unwrap(), weights);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(read(&damaged).is_err(), "byte {at}");
    }
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "length {length}");
    }
}

#[test]
fn what_is_counted_is_kept_in_files_too() {
    let game = Othello::<8>::default();
    let weights = noise(&game, "regions-counts", 9);
    let bytes = weights.to_bytes();
    assert_eq!(game.read_patterns(&bytes).unwrap(), weights);
    for at in (0..bytes.len()).step_by(40_009) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(game.read_patterns(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn a_file_for_another_board_is_refused() {
    let small = Othello::<6>::default();
    let bytes = noise(&small, "straight2", 9).to_bytes();
    let game = Othello::<8>::default();
    let error = game.read_patterns(&bytes);
    assert!(
        error
            .unwrap_err()
            .what
            .contains("for othello:size=6, not for othello:size=8")
    );
}

/// What ships for a board is read, is whole, judges images alike, and is the file that the docs tell of.
fn ships<G: StoneGame>(game: &G, files: &[(&str, &[u8])], command: &str) {
    let docs = include_str!("../../../../docs/concepts/patterns.md");
    let (_, bytes) = files.iter().find(|own| own.0 == game.board()).unwrap();
    let weights = game.read_patterns(bytes).expect("it is for this board");
    assert!(weights.to_bytes() == *bytes, "written again it is the same");
    let checksum = bytes[bytes.len() - 32..][..8]
        .iter()
        .fold(0, |sum: u64, &byte| sum << 8 | u64::from(byte));
    let line = format!("| `{checksum:016x}` | {} |", bytes.len());
    assert!(docs.contains(&line), "the docs have no `{line}`");
    assert!(docs.contains(command), "the docs have no `{command}`");
    // The docs leave out what is usual; what they say is what made the file.
    for word in command
        .split_whitespace()
        .filter(|own| *own != "-o")
        .skip(3)
    {
        let is_made = weights.made.contains(word) || Some(word) == command.split(' ').next_back();
        assert!(is_made, "`{word}` is not in `{}`", weights.made);
    }
    let patterns = Patterns::new(weights);
    for state in states(game, 2) {
        let value = patterns.value(game, &state, Player::FIRST);
        for symmetry in 1..game.symmetries() {
            let image = patterns.value(game, &game.map_state(symmetry, &state), Player::FIRST);
            assert_eq!(value.to_bits(), image.to_bits());
        }
    }
}

#[test]
fn what_ships_is_what_the_docs_say() {
    ships(
        &Standard::default(),
        &FILES,
        "plyscope learn connect4 --method patterns --budget games=200000 --seed 2 --start connect4-first.pat -o connect4.pat",
    );
    ships(
        &Gomoku::new(9, FiveRule::Freestyle).unwrap(),
        &FILES,
        "plyscope learn gomoku:size=9 --method patterns --depth 2 --budget games=12000 --seed 2 --start g9-d1.pat -o gomoku9.pat",
    );
    ships(
        &Othello::<8>::default(),
        &FILES,
        "plyscope learn othello --method patterns --budget games=200000 --seed 2 --start othello8-first.pat -o othello8.pat",
    );
    ships(
        &Othello::<8>::default(),
        &FOR_SOLVERS,
        "plyscope learn othello --method patterns --set regions --budget games=240000 -o othello8-solver.pat",
    );
    let files = FILES.iter().chain(&FOR_SOLVERS);
    let all: usize = files.map(|own| own.1.len()).sum();
    assert!(all < 1 << 20, "{all} bytes ship");
    assert!(Othello::<8>::default().shipped_patterns().is_some());
    let small = Othello::<6>::default();
    assert!(small.shipped_patterns().is_none());
}
