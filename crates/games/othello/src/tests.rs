//! Othello held to the contract, to known counts and to a plain reading of its rules.

use std::collections::HashSet;

use plyscope_game::{Chance, Features, Game, Notation, Player, contract, perft};

use super::features::{Counts, DiscCount, Mobility, Squares};
use super::kernel::{Kernel, Portable};
use super::{Move, Othello, Payoff, State};

const PAYOFFS: [Payoff; 3] = [
    Payoff::WinLoss,
    Payoff::Discs {
        empties_to_winner: false,
    },
    Payoff::Discs {
        empties_to_winner: true,
    },
];

#[test]
fn every_size_and_payoff_keeps_the_contract() {
    for payoff in PAYOFFS {
        contract::check(&Othello::<4>::new(payoff), 40, 1);
        contract::check(&Othello::<6>::new(payoff), 20, 2);
        contract::check(&Othello::<8>::new(payoff), 20, 3);
        for (_, game) in Othello::<8>::by_code(payoff) {
            contract::check(&game, 5, 4);
        }
    }
}

#[test]
fn perft_of_the_start_is_as_published() {
    const LEAVES: [u64; 9] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288];
    for (_, game) in Othello::<8>::by_code(Payoff::WinLoss) {
        for (depth, &leaves) in (1..).zip(&LEAVES) {
            assert_eq!(perft(&game, &game.start(), depth).all(), leaves, "{depth}");
        }
    }
    let game = Othello::<8>::default();
    assert_eq!(perft(&game, &game.start(), 10).all(), 24_571_284);
}

/// Everything there is on the 4×4 board, counted without symmetry or memory.
#[derive(Default, Debug, PartialEq, Eq)]
struct Whole {
    nodes: u64,
    won: u64,
    lost: u64,
    drawn: u64,
    longest: u32,
}

fn count_whole(
    game: &Othello<4>,
    state: State,
    ply: u32,
    whole: &mut Whole,
    seen: &mut HashSet<State>,
) {
    whole.nodes += 1;
    seen.insert(state);
    if let Some(payoffs) = game.payoffs(&state) {
        whole.longest = whole.longest.max(ply);
        match payoffs.of(Player::FIRST).signum() {
            1 => whole.won += 1,
            -1 => whole.lost += 1,
            _ => whole.drawn += 1,
        }
        return;
    }
    for mv in game.moves(&state) {
        let mut next = state;
        game.play(&mut next, mv);
        count_whole(game, next, ply + 1, whole, seen);
    }
}

#[test]
fn the_whole_4x4_game_has_the_known_size() {
    let game = Othello::<4>::default();
    let (mut whole, mut seen) = (Whole::default(), HashSet::new());
    count_whole(&game, game.start(), 0, &mut whole, &mut seen);
    let counted = Whole {
        nodes: 224_821,
        won: 24_632,
        lost: 30_116,
        drawn: 5_312,
        longest: 17,
    };
    assert_eq!(whole, counted);
    assert_eq!(seen.len(), 62_789);
    let canonical: HashSet<State> = seen.iter().map(|state| game.canonical(state)).collect();
    assert_eq!(canonical.len(), 14_401);

    // Others let every game end with a pass: 284,881 nodes, 18 plies, 67,129
    // states, 15,214 up to symmetry.
    assert_eq!(whole.nodes + 60_060, 284_881);
    let over = |state: &&State| game.payoffs(state).is_some();
    let passed = |s: &State| game.state(s.theirs, s.own, s.mover.opponent());
    let closed: Vec<State> = seen.iter().filter(over).map(passed).collect();
    seen.extend(closed);
    assert_eq!(seen.len(), 67_129);
    let canonical: HashSet<State> = seen.iter().map(|state| game.canonical(state)).collect();
    assert_eq!(canonical.len(), 15_214);

    let keys: HashSet<u64> = seen.iter().map(|state| game.key(state)).collect();
    assert_eq!(keys.len(), seen.len(), "no two states share a key");
    let keys: HashSet<u64> = seen.iter().map(|s| game.canonical_key(s).0).collect();
    assert_eq!(keys.len(), canonical.len());
}

#[test]
fn the_second_player_wins_4x4_by_eight() {
    fn best(game: &Othello<4>, state: State) -> i32 {
        let mover = game.mover(&state);
        if let Some(payoffs) = game.payoffs(&state) {
            return payoffs.of(mover);
        }
        let after = |mv| {
            let mut next = state;
            game.play(&mut next, mv);
            -best(game, next)
        };
        game.moves(&state).map(after).max().expect("not over")
    }
    for (payoff, value) in PAYOFFS.into_iter().zip([-1, -8, -10]) {
        let game = Othello::<4>::new(payoff);
        assert_eq!(best(&game, game.start()), value, "{payoff:?}");
    }
}

/// What a disc on `cell` flips, found by walking cell by cell; the rules as written.
fn flips_by_walking<const N: u8>(game: &Othello<N>, own: u64, theirs: u64, cell: i32) -> u64 {
    let board = game.cells();
    let has = |cells: u64, column: i32, row: i32| {
        let on = (0..8).contains(&column) && (0..8).contains(&row);
        on && (cells & board) >> (8 * row + column) & 1 == 1
    };
    let mut flips = 0;
    for down in -1..=1 {
        for right in -1..=1 {
            let (mut column, mut row) = (cell % 8 + right, cell / 8 + down);
            let mut line = 0;
            while (right, down) != (0, 0) && has(theirs, column, row) {
                line |= 1u64 << (8 * row + column);
                column += right;
                row += down;
            }
            if has(own, column, row) {
                flips |= line;
            }
        }
    }
    flips
}

/// Discs anywhere, reachable or not, sparse and dense.
fn random_discs<const N: u8>(game: &Othello<N>, chance: &mut Chance) -> (u64, u64) {
    let full = match chance.below(3) {
        0 => chance.bits() & chance.bits(),
        1 => chance.bits(),
        _ => chance.bits() | chance.bits(),
    } & game.cells();
    let side = chance.bits();
    (full & side, full & !side)
}

fn agrees_with_walking<const N: u8>(kernel: impl Kernel, rounds: u32) {
    let game = Othello::<N>::default();
    let mut chance = Chance::new(u64::from(N));
    for _ in 0..rounds {
        let (own, theirs) = random_discs(&game, &mut chance);
        let empty = game.cells() & !(own | theirs);
        let mut places = 0;
        for cell in (0..64).filter(|cell| empty >> cell & 1 == 1) {
            let flips = flips_by_walking(&game, own, theirs, cell);
            let step = kernel.step(own, theirs, cell as u32);
            assert_eq!(
                step.own,
                own | flips | 1 << cell,
                "{own:#x} {theirs:#x} {cell}"
            );
            assert_eq!(step.theirs, theirs & !flips, "{own:#x} {theirs:#x} {cell}");
            assert_eq!(step.reach, kernel.reach(step.theirs, step.own));
            places |= u64::from(flips != 0) << cell;
        }
        assert_eq!(
            kernel.reach(own, theirs) & empty,
            places,
            "{own:#x} {theirs:#x}"
        );
        for (nth, bit) in (0..64).filter(|bit| own >> bit & 1 == 1).enumerate() {
            assert_eq!(kernel.nth_bit(own, nth as u32), bit);
        }
    }
}

#[test]
fn portable_flips_and_moves_are_those_found_by_walking() {
    agrees_with_walking::<4>(Portable, 5_000);
    agrees_with_walking::<6>(Portable, 5_000);
    agrees_with_walking::<8>(Portable, 10_000);
}

#[cfg(target_arch = "x86_64")]
fn avx_agrees_with_walking<const X512: bool>() {
    if let Some(avx) = super::avx::Avx::<X512>::detect() {
        agrees_with_walking::<4>(avx, 5_000);
        agrees_with_walking::<6>(avx, 5_000);
        agrees_with_walking::<8>(avx, 10_000);
    } else {
        use std::io::Write;
        let name = if X512 { "AVX-512" } else { "AVX2" };
        // Every x86 machine that tests this has AVX2; AVX-512 many have not.
        let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(X512 || !is_ci, "this processor has no {name}");
        // What the processor has must not go untested because it was not found.
        let has = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2");
        assert!(
            X512 || !has,
            "this processor has {name}, and it was not found"
        );
        // Past the test's own capture, so that it is seen.
        let _ = writeln!(std::io::stderr(), "skipped: this processor has no {name}");
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx_flips_and_moves_are_those_found_by_walking() {
    avx_agrees_with_walking::<false>();
    avx_agrees_with_walking::<true>();
}

#[test]
fn all_codes_play_the_same_random_games() {
    let games = Othello::<8>::by_code(Payoff::WinLoss);
    let start = Othello::<8>::default().start();
    let tallies = games.iter().map(|(_, game)| {
        let mut chance = Chance::new(5);
        let alone = game.playout(start, &mut chance);
        (alone, game.playouts(&start, 1_000, &mut chance))
    });
    let tallies: HashSet<String> = tallies.map(|tally| format!("{tally:?}")).collect();
    assert_eq!(tallies.len(), 1, "{tallies:?}");
}

#[test]
fn playouts_abreast_have_the_mean_of_playouts_one_by_one() {
    // 4×4 by whole enumeration: −0.199268 points and −1.5261 discs expected.
    let start = Othello::<4>::default().start();
    for (payoff, expected) in PAYOFFS.into_iter().zip([-0.199_268, -1.5261]) {
        let tally = Othello::<4>::new(payoff).playouts(&start, 200_000, &mut Chance::new(6));
        let off = (tally.mean(Player::FIRST) - expected).abs();
        assert!(
            off < 4.0 * tally.standard_error(Player::FIRST),
            "{payoff:?}: {off}"
        );
    }
    for few in 0..6 {
        let tally = Othello::<8>::default().playouts(&start, few, &mut Chance::new(7));
        assert_eq!(tally.playouts, few);
    }
}

#[test]
fn keys_of_many_states_spread_like_chance() {
    let game = Othello::<8>::default();
    let mut keys = HashSet::new();
    let mut halves = [HashSet::new(), HashSet::new()];
    let mut states = HashSet::new();
    let mut chance = Chance::new(8);
    while states.len() < 200_000 {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
            if states.insert(state) {
                let key = game.key(&state);
                keys.insert(key);
                halves[0].insert(key as u32);
                halves[1].insert((key >> 32) as u32);
            }
        }
    }
    assert_eq!(keys.len(), states.len());
    // 200,000² / 2³³ = 4.7 shared halves are expected.
    for half in halves {
        assert!(states.len() - half.len() < 20);
    }
}

/// Plays moves written without blanks, passes left out.
fn after(game: &Othello<8>, mut line: &str) -> State {
    let mut state = game.start();
    while !line.is_empty() {
        if let Some(pass) = game.unwritten_move(&state) {
            game.play(&mut state, pass);
        }
        let (word, rest) = line.split_at(game.first_move_len(line));
        let mv = game.read_move(&state, word).expect("a legal move");
        game.play(&mut state, mv);
        line = rest;
    }
    state
}

#[test]
fn a_move_list_needs_no_blanks() {
    let game = Othello::<8>::default();
    let expected = "
1 . . . . . . . .
2 . . . . . . . .
3 . . o x . . . .
4 . . x x x . . .
5 . . . x o . . .
6 . . . . . . . .
7 . . . . . . . .
8 . . . . . . . .
  a b c d e f g h
";
    assert_eq!(
        format!("\n{}", game.picture(&after(&game, "d3c3c4"))),
        expected
    );
    let lengths = [
        "d3c3", "D10c3", "PASSd3", "--d3", "pad3", "psf4", "☃ d3", "dd3", "p",
    ]
    .map(|text| game.first_move_len(text));
    assert_eq!(lengths, [2, 3, 4, 2, 2, 2, 3, 3, 1]);
}

#[test]
fn the_start_is_written_as_in_obf_files() {
    let game = Othello::<8>::default();
    let text = "---------------------------OX------XO--------------------------- X";
    assert_eq!(game.write_state(&game.start()), text);
    let loose = "...........................o*______xo___________________________ x; D3:+0;";
    assert_eq!(game.read_state(loose), Ok(game.start()));
}

#[test]
fn a_player_without_moves_passes_and_only_then() {
    let game = Othello::<4>::default();
    assert!(game.read_move(&game.start(), "pass").is_err());
    // The first player holds all but a1; only the second can take d1.
    let state = game.read_state("OXX--XX--XX----- X").expect("a state");
    assert_eq!(game.moves(&state).collect::<Vec<_>>(), [Move::PASS]);
    assert_eq!(game.unwritten_move(&state), Some(Move::PASS));
    for text in ["pass", "PASS", "--", "pa", "Ps"] {
        assert_eq!(game.read_move(&state, text), Ok(Move::PASS));
    }
    let mut next = state;
    game.play(&mut next, Move::PASS);
    assert_eq!(game.mover(&next), Player::SECOND);
    assert_eq!(game.write_state(&next), "OXX--XX--XX----- O");
    assert_eq!(game.unwritten_move(&next), None);
}

#[test]
fn a_game_is_over_before_the_board_is_full_if_nobody_can_move() {
    let text = "XXXXXXX--XX----- O";
    for (payoff, points) in PAYOFFS.into_iter().zip([1, 9, 16]) {
        let game = Othello::<4>::new(payoff);
        let state = game.read_state(text).expect("a state");
        let payoffs = game.payoffs(&state).expect("over");
        assert_eq!(payoffs.of(Player::FIRST), points, "{payoff:?}");
    }
}

#[test]
fn bad_text_is_told_where_and_how_to_mend_it() {
    let game = Othello::<8>::default();
    let start = game.start();
    let told = |text: &str| game.read_state(text).expect_err(text).to_string();
    assert!(told("XO-").starts_with("only 3 cells of 64 (at character 4)"));
    assert!(told(&"?".repeat(64)).starts_with("`?` is not a piece (at character 1)"));
    assert!(told(&"-".repeat(64)).starts_with("d4 is empty (at character 28)"));
    assert!(told(&"X".repeat(64)).starts_with("nobody is to move (at character 65)"));
    assert!(told(&format!("{} X O", "X".repeat(64))).starts_with("`O` after the mover"));
    let told = |text: &str| game.read_move(&start, text).expect_err(text).to_string();
    assert_eq!(
        told("a1"),
        "a1 flips nothing (at character 1)\n\nhint: legal here: d3, c4, f5, e6"
    );
    assert!(told("d4").starts_with("there is a disc on d4 already"));
    assert!(told("i9").starts_with("`i9` is not a move of Othello"));
    assert!(told("PASS").starts_with("a pass is only for"));
}

fn amounts<const N: u8>(
    features: &impl Features<Othello<N>>,
    game: &Othello<N>,
    state: &State,
    player: Player,
) -> Vec<f32> {
    let mut all = vec![0.0; features.list(game).len()];
    features.each(game, state, player, |index, amount| all[index] += amount);
    all
}

#[test]
fn features_count_what_they_say() {
    let game = Othello::<8>::default();
    let state = game
        .read_state("-X-------O-----------------XX------XO--------------------------O X")
        .expect("a state");
    let named: Vec<(String, f32)> = Features::list(&Counts, &game)
        .into_iter()
        .map(|feature| feature.name)
        .zip(amounts(&Counts, &game, &state, Player::SECOND))
        .collect();
    let named: Vec<(&str, f32)> = named.iter().map(|(n, a)| (n.as_str(), *a)).collect();
    assert_eq!(named[..2], [("own_discs", 3.0), ("their_discs", 4.0)]);
    assert_eq!(named[4..6], [("own_corners", 1.0), ("their_corners", 0.0)]);
    assert_eq!(
        named[6..8],
        [("own_x_squares", 1.0), ("their_x_squares", 0.0)]
    );
    assert_eq!(
        named[8..10],
        [("own_c_squares", 0.0), ("their_c_squares", 1.0)]
    );
    assert_eq!(
        named[10..],
        [("own_frontier", 3.0), ("their_frontier", 4.0)]
    );
    let squares = amounts(&Squares, &game, &state, Player::FIRST);
    assert_eq!(
        squares,
        [-1.0, 1.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 2.0]
    );
}

fn symmetric_features<const N: u8>(classes: &[&str]) {
    let game = Othello::<N>::default();
    let names: Vec<String> = Features::list(&Squares, &game)
        .into_iter()
        .map(|feature| feature.name)
        .collect();
    assert_eq!(names, classes);
    let mut chance = Chance::new(9);
    let mut state = game.start();
    while game.payoffs(&state).is_none() {
        for symmetry in 0..8 {
            let image = game.map_state(symmetry, &state);
            for player in [Player::FIRST, Player::SECOND] {
                let same = |one: Vec<f32>, other: Vec<f32>| assert_eq!(one, other);
                let of = |state| amounts(&Counts, &game, state, player);
                same(of(&state), of(&image));
                assert_eq!(of(&state)[..2], amounts(&DiscCount, &game, &state, player));
                assert_eq!(of(&state)[2..4], amounts(&Mobility, &game, &state, player));
                let of = |state| amounts(&Squares, &game, state, player);
                same(of(&state), of(&image));
            }
        }
        let mv = game.pick(&state, &mut chance);
        game.play(&mut state, mv);
    }
}

#[test]
fn features_do_not_change_when_the_board_is_turned() {
    symmetric_features::<4>(&["a1", "b1", "b2"]);
    symmetric_features::<6>(&["a1", "b1", "c1", "b2", "c2", "c3"]);
    symmetric_features::<8>(&["a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"]);
}

#[test]
fn fforum_positions_are_read_and_their_listed_moves_are_legal() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../../shared/data/othello"
    );
    let Ok(files) = std::fs::read_dir(folder) else {
        assert!(
            std::env::var("CI").is_err(),
            "the test positions are missing"
        );
        return;
    };
    let game = Othello::<8>::default();
    let mut positions = 0;
    for file in files.map(|file| file.expect("a file").path()) {
        if file.extension().is_none_or(|end| end != "obf") {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("text");
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let state = game
                .read_state(line)
                .unwrap_or_else(|e| panic!("{line}: {e}"));
            let scored = line
                .split(';')
                .skip(1)
                .filter_map(|part| part.split_once(':'));
            for (mv, _) in scored {
                game.read_move(&state, mv)
                    .unwrap_or_else(|e| panic!("{line}: {e}"));
            }
            positions += 1;
        }
    }
    assert!(positions > 30, "only {positions} positions");
}
