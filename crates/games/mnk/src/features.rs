//! Lines counted by how far each player has filled them.
//!
//! A line counts for a player while the opponent has no stone on it. Counts are
//! added up before they are put, so that images of a state give equal sums.

use plyscope_game::{Feature, Features, Player, Value};

use super::rules::{Mnk, State};

/// Levy's features of noughts and crosses, in his order: c3, n2, c2, n1, c1.
///
/// He looks as cross: `c` is own, `n` the opponent's. Elsewhere than on three
/// in a row the same goes on from c*k* and n*k−1* down to c1. There is no term
/// for a full line of the opponent's, as in his chapter; [`FilledLines`] has one.
#[derive(Clone, Copy, Debug)]
pub struct Levy;

/// Lines by the stones on them: own1 to own*k*, then their1 to their*k*.
#[derive(Clone, Copy, Debug)]
pub struct FilledLines;

/// Lines that a player can still fill: his own and the opponent's.
///
/// Weighted 1 and −1 they are the open-lines advantage; a line without stones is open to both.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines;

/// How many lines hold 0, 1, … stones of one player and none of the other.
type Counts = [u8; 9];

/// The lines of `player` and of his opponent; a board has at most 210.
#[inline]
fn count(game: &Mnk, state: &State, player: Player) -> (Counts, Counts) {
    let (own, their) = (state.of(player), state.of(player.opponent()));
    let mut counts = ([0; 9], [0; 9]);
    for line in game.lines() {
        if their & line == 0 {
            counts.0[(own & line).count_ones() as usize] += 1;
        }
        if own & line == 0 {
            counts.1[(their & line).count_ones() as usize] += 1;
        }
    }
    counts
}

fn stones(number: usize) -> String {
    match number {
        1 => "1 stone".to_string(),
        _ => format!("{number} stones"),
    }
}

impl Features<Mnk> for Levy {
    fn list(&self, game: &Mnk) -> Vec<Feature> {
        let k = game.k();
        let own = |j| {
            let about = format!(
                "lines with {} of one's own and none of the opponent's",
                stones(j)
            );
            Feature::new(format!("c{j}"), about)
        };
        let their = |j| {
            let about = format!(
                "lines with {} of the opponent's and none of one's own",
                stones(j)
            );
            Feature::new(format!("n{j}"), about)
        };
        let below = (1..k).rev().flat_map(|j| [their(j), own(j)]);
        std::iter::once(own(k)).chain(below).collect()
    }

    #[inline]
    fn each(&self, game: &Mnk, state: &State, player: Player, mut put: impl FnMut(usize, Value)) {
        let (own, their) = count(game, state, player);
        let k = game.k();
        put(0, Value::from(own[k]));
        for j in (1..k).rev() {
            put(2 * (k - j) - 1, Value::from(their[j]));
            put(2 * (k - j), Value::from(own[j]));
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Features<Mnk> for FilledLines {
    fn list(&self, game: &Mnk) -> Vec<Feature> {
        let of = |name: &'static str, whose: &'static str, others: &'static str| {
            (1..=game.k()).map(move |j| {
                let about = format!("lines with {} of {whose} and none of {others}", stones(j));
                Feature::new(format!("{name}{j}"), about)
            })
        };
        of("own", "one's own", "the opponent's")
            .chain(of("their", "the opponent's", "one's own"))
            .collect()
    }

    #[inline]
    fn each(&self, game: &Mnk, state: &State, player: Player, mut put: impl FnMut(usize, Value)) {
        let (own, their) = count(game, state, player);
        let k = game.k();
        for j in 1..=k {
            put(j - 1, Value::from(own[j]));
            put(k + j - 1, Value::from(their[j]));
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Features<Mnk> for OpenLines {
    fn list(&self, _game: &Mnk) -> Vec<Feature> {
        vec![
            Feature::new("own_open", "lines without a stone of the opponent's"),
            Feature::new("their_open", "lines without a stone of one's own"),
        ]
    }

    #[inline]
    fn each(&self, game: &Mnk, state: &State, player: Player, mut put: impl FnMut(usize, Value)) {
        for (index, blocker) in [player.opponent(), player].into_iter().enumerate() {
            let stones = state.of(blocker);
            let open = game.lines().iter().filter(|&line| stones & line == 0);
            put(index, open.count() as Value);
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::{Chance, Game, Notation};

    use super::*;

    fn numbers<F: Features<Mnk>>(set: &F, game: &Mnk, state: &State, player: Player) -> Vec<Value> {
        let mut numbers = vec![0.0; set.list(game).len()];
        set.each(game, state, player, |index, number| {
            numbers[index] += number;
        });
        numbers
    }

    fn names<F: Features<Mnk>>(set: &F, game: &Mnk) -> String {
        let list = set.list(game);
        let names: Vec<_> = list.iter().map(|feature| feature.name.as_str()).collect();
        names.join(" ")
    }

    /// Levy's first weights: 128 c3 − 63 n2 + 31 c2 − 15 n1 + 7 c1.
    fn levys_score(text: &str) -> Value {
        let game = Mnk::tictactoe();
        let state = game.read_state(text).unwrap();
        let numbers = numbers(&Levy, &game, &state, Player::FIRST);
        let weights = [128.0, -63.0, 31.0, -15.0, 7.0];
        numbers.iter().zip(weights).map(|(n, w)| n * w).sum()
    }

    #[test]
    fn levys_scores_come_out() {
        for (score, text) in [
            (28.0, ".../.x./..."),
            (21.0, "x../.../..."),
            (14.0, ".x./.../..."),
            (-9.0, "o../.x./..."),
            (6.0, ".o./.x./..."),
            (-31.0, "x../.o./..."),
            (-1.0, "xo./.../..."),
            (-38.0, ".x./.o./..."),
            (256.0, "xox/oxo/xox"),
        ] {
            assert_eq!(levys_score(text).to_bits(), f32::to_bits(score), "{text}");
        }
    }

    #[test]
    fn sets_are_named_for_the_length_of_the_line() {
        let four = Mnk::new(4, 5, 4).unwrap();
        assert_eq!(names(&Levy, &Mnk::tictactoe()), "c3 n2 c2 n1 c1");
        assert_eq!(names(&Levy, &four), "c4 n3 c3 n2 c2 n1 c1");
        assert_eq!(
            names(&FilledLines, &Mnk::tictactoe()),
            "own1 own2 own3 their1 their2 their3"
        );
        assert_eq!(names(&OpenLines, &four), "own_open their_open");
    }

    #[test]
    fn the_centre_keeps_four_lines_from_the_opponent() {
        let game = Mnk::tictactoe();
        let state = game.read_state(".../.x./...").unwrap();
        assert_eq!(
            numbers(&OpenLines, &game, &state, Player::FIRST),
            [8.0, 4.0]
        );
        assert_eq!(
            numbers(&OpenLines, &game, &state, Player::SECOND),
            [4.0, 8.0]
        );
    }

    #[test]
    fn sets_agree_with_each_other_and_under_symmetry() {
        let mut chance = Chance::new(5);
        for (m, n, k) in [
            (3, 3, 3),
            (4, 4, 4),
            (8, 8, 2),
            (8, 3, 5),
            (1, 6, 3),
            (7, 7, 5),
        ] {
            let game = Mnk::new(m, n, k).unwrap();
            for _ in 0..20 {
                let mut state = game.start();
                while game.payoffs(&state).is_none() {
                    let mv = game.pick(&state, &mut chance);
                    game.play(&mut state, mv);
                    held_together(&game, &state);
                }
            }
        }
    }

    fn held_together(game: &Mnk, state: &State) {
        let k = game.k();
        for player in [Player::FIRST, Player::SECOND] {
            let rows = numbers(&FilledLines, game, state, player);
            let levy = numbers(&Levy, game, state, player);
            for (feature, number) in Levy.list(game).iter().zip(&levy) {
                let stones: usize = feature.name[1..].parse().unwrap();
                let offset = if feature.name.starts_with('c') { 0 } else { k };
                assert!(
                    (rows[offset + stones - 1] - number).abs() < 0.5,
                    "{}",
                    feature.name
                );
            }
            let open = numbers(&OpenLines, game, state, player);
            let empty = game
                .lines()
                .iter()
                .filter(|&line| state.taken() & line == 0);
            let empty = empty.count() as Value;
            let sums = [
                rows[..k].iter().sum::<Value>() + empty,
                rows[k..].iter().sum::<Value>() + empty,
            ];
            assert_eq!(open, sums);
            for symmetry in 1..game.symmetries() {
                let image = game.map_state(symmetry, state);
                assert_eq!(numbers(&FilledLines, game, &image, player), rows);
                assert_eq!(numbers(&OpenLines, game, &image, player), open);
            }
        }
    }
}
