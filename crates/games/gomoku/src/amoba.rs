//! Balázsfalvi's features of amoba: three, and some more.
//!
//! All are differences, own less the opponent's, so that one weight serves for
//! both: "the weight of twos is set to constant one, so it was a
//! two-dimensional problem".

use plyscope_game::{Feature, Features, Game, Player, Value};

use super::features::{Counts, Halves, neighbours, stretches};
use super::rules::Gomoku;
use super::state::State;

/// The paper's three: twos, threes and fours, own less the opponent's, counted as [`super::FiveWindows`] counts.
#[derive(Clone, Copy, Debug)]
pub struct Amoba;

/// The paper's "some more features"; which they were it does not say.
///
/// Ours are those with both ends open, and the threes and fours of the player
/// to move, who is a stone ahead in all of them.
#[derive(Clone, Copy, Debug)]
pub struct AmobaMore;

const NAMES: [(&str, &str); 8] = [
    (
        "twos",
        "five cells in line that hold two stones of one player",
    ),
    (
        "threes",
        "five cells in line that hold three stones of one player",
    ),
    (
        "fours",
        "five cells in line that hold four stones of one player",
    ),
    ("open_twos", "two neighbours with both ends open"),
    ("open_threes", "three neighbours with both ends open"),
    ("open_fours", "four neighbours with both ends open"),
    ("next_threes", "threes of the player to move"),
    ("next_fours", "fours of the player to move"),
];

fn list(count: usize) -> Vec<Feature> {
    let feature = |(name, about): &(&str, &str)| {
        Feature::new(*name, format!("{about}, own less the opponent's"))
    };
    NAMES[..count].iter().map(feature).collect()
}

/// Own less the opponent's.
fn lead<const N: usize>(counts: &Counts<N>, kind: usize) -> Value {
    let [own, their] = &counts.0;
    own[kind] as Value - their[kind] as Value
}

impl Features<Gomoku> for Amoba {
    fn list(&self, _game: &Gomoku) -> Vec<Feature> {
        list(3)
    }

    fn each(
        &self,
        game: &Gomoku,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let counts = stretches(game, &Halves::new(game, state, player));
        for kind in 0..3 {
            put(kind, lead(&counts, kind));
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Features<Gomoku> for AmobaMore {
    fn list(&self, _game: &Gomoku) -> Vec<Feature> {
        list(NAMES.len())
    }

    fn each(
        &self,
        game: &Gomoku,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let halves = Halves::new(game, state, player);
        let counts = stretches(game, &halves);
        let shapes = neighbours(game, &halves);
        for kind in 0..3 {
            put(kind, lead(&counts, kind));
            put(3 + kind, lead(&shapes, 2 * kind));
        }
        let is_mover = game.mover(state) == player;
        let (half, sign) = if is_mover { (0, 1.0) } else { (1, -1.0) };
        put(6, sign * counts.0[half][1] as Value);
        put(7, sign * counts.0[half][2] as Value);
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
