//! Features, counted by hand on small boards and by mirrors on large ones.

use plyscope_game::{Chance, Features, Game, Notation, Player, Value};

use crate::{Attack, Chess, Material, Rich, State};

fn numbers<F: Features<Chess>>(features: &F, state: &State, player: Player) -> Vec<Value> {
    let game = Chess::default();
    let mut numbers = vec![0.0; features.list(&game).len()];
    features.each(&game, state, player, |index, number| {
        numbers[index] += number;
    });
    numbers
}

fn read(text: &str) -> State {
    Chess::default().read_state(text).unwrap()
}

#[test]
fn material_is_own_minus_theirs() {
    let state = read("2q1k3/p7/8/8/8/8/PP3N2/R3K3 w - - 0 1");
    let [ours, theirs] = [Player::FIRST, Player::SECOND].map(|own| numbers(&Material, &state, own));
    assert_eq!(ours, [1.0, 1.0, 0.0, 1.0, -1.0]);
    assert_eq!(theirs, ours.iter().map(|own| -own).collect::<Vec<_>>());
}

#[test]
fn attacks_are_counted_by_what_is_attacked() {
    // The rook attacks the knight and is attacked by the bishop; the knight attacks nothing.
    let state = read("4k3/8/8/8/8/2b5/8/R3n2K w - - 0 1");
    let ours = numbers(&Attack, &state, Player::FIRST);
    assert_eq!(ours[..5], [0.0, -1.0, -1.0, 1.0, 0.0]);
    assert_eq!(ours[5..11], [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(ours[11..], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let theirs = numbers(&Attack, &state, Player::SECOND);
    assert_eq!((&theirs[5..11], &theirs[11..]), (&ours[11..], &ours[5..11]));
}

#[test]
fn the_weights_of_the_paper_give_its_formula() {
    let weights = Attack::weights(Attack::VALUES, Attack::FACTORS);
    let state = read("4k3/8/8/8/8/2b5/8/R3n2K w - - 0 1");
    let numbers = numbers(&Attack, &state, Player::FIRST);
    let value: Value = numbers.iter().zip(&weights).map(|(n, w)| n * w).sum();
    let by_hand = 5.5 - 3.1 - 3.5 + 3.1 / 5.0 - 5.5 / 6.0;
    assert!((value - by_hand).abs() < 1e-5, "{value} and {by_hand}");
}

/// The same position with colours changed and the board upside down.
fn turned(state: &State) -> State {
    let text = Chess::default().write_fen(state);
    let fields: Vec<&str> = text.split(' ').collect();
    let swap = |sign: char| {
        if sign.is_ascii_uppercase() {
            sign.to_ascii_lowercase()
        } else {
            sign.to_ascii_uppercase()
        }
    };
    let ranks: Vec<String> = fields[0]
        .split('/')
        .rev()
        .map(|rank| rank.chars().map(swap).collect())
        .collect();
    let mover = if fields[1] == "w" { "b" } else { "w" };
    read(&format!("{} {mover} - - 0 1", ranks.join("/")))
}

#[test]
fn colours_are_treated_alike_and_what_one_gains_the_other_loses() {
    let game = Chess::default();
    let mut chance = Chance::new(9);
    for _ in 0..20 {
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            let without_rights = game.write_fen(&state).replace("KQkq", "-");
            if let Ok(state) = game.read_state(&without_rights) {
                let image = turned(&state);
                for own in [Player::FIRST, Player::SECOND] {
                    let there = own.opponent();
                    assert_eq!(numbers(&Rich, &state, own), numbers(&Rich, &image, there));
                    assert_eq!(
                        numbers(&Attack, &state, own),
                        numbers(&Attack, &image, there)
                    );
                }
                let opposite: Vec<Value> = numbers(&Rich, &state, Player::SECOND)
                    .iter()
                    .map(|n| 0.0 - n)
                    .collect();
                let ours: Vec<Value> = numbers(&Rich, &state, Player::FIRST)
                    .iter()
                    .map(|n| 0.0 + n)
                    .collect();
                assert_eq!(ours, opposite);
            }
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
    }
}

/// A number of the rich set by name, middle game and endgame together.
fn rich(text: &str, name: &str) -> Value {
    let list = Rich.list(&Chess::default());
    let all = numbers(&Rich, &read(text), Player::FIRST);
    let is_own = |own: &str| own == format!("{name}_mid") || own == format!("{name}_end");
    let own = list
        .iter()
        .zip(all)
        .filter(|(feature, _)| is_own(&feature.name));
    own.map(|(_, number)| number).sum()
}

#[test]
fn the_rich_set_counts_what_it_says() {
    let pawns = "4k3/1p5p/8/P2p4/8/8/P1P3PP/4K3 w - - 0 1";
    for (name, number) in [
        ("pawns", 2.0),
        ("doubled", 1.0),
        ("isolated", 3.0 - 3.0),
        ("guarded", 0.0),
        ("passed", 0.0),
    ] {
        assert!(
            (rich(pawns, name) - number).abs() < 1e-5,
            "{name} {}",
            rich(pawns, name)
        );
    }
    let passed = "4k3/8/3P4/8/8/8/1p6/4K3 w - - 0 1";
    assert!((rich(passed, "passed_advance") - (16.0 - 25.0)).abs() < 1e-5);
    let rooks = "4k3/R6p/8/8/8/8/P7/4K2R w - - 0 1";
    for (name, number) in [
        ("rook_open", 0.0),
        ("rook_half_open", 1.0),
        ("rook_seventh", 1.0),
        ("to_move", 1.0),
    ] {
        assert!((rich(rooks, name) - number).abs() < 1e-5, "{name}");
    }
    let castled = "6k1/8/8/8/8/8/5PPP/6K1 w - - 0 1";
    assert!((rich(castled, "shelter") - 3.0).abs() < 1e-5);
    assert_eq!(Rich::weights().len(), Rich.list(&Chess::default()).len());
}
