//! Numbers read off a state for linear evaluators: open lines and threats.
//!
//! Both sets look the same from both sides of the board, and count on bit sets.

use plyscope_game::{Feature, Features, Game, Player, Value};

use super::bits::Bits;
use super::line::{completions, directions, line_starts};
use super::shape::Shape;
use super::{ConnectFour, State};

/// Lines that can still be completed, by the stones they hold, and stones in the middle.
///
/// For a winning line of four: `own1`, `own2`, `own3`, `own_centre`, then the
/// same for the opponent: `their1`, `their2`, `their3`, `their_centre`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lines;

impl<S: Shape> Features<ConnectFour<S>> for Lines {
    fn list(&self, game: &ConnectFour<S>) -> Vec<Feature> {
        let length = game.shape().connect();
        let of = |whose: &str, others: &str| {
            let mut features: Vec<Feature> = (1..length)
                .map(|stones| {
                    let about =
                        format!("lines of {length} with {stones} {whose} and 0 {others} stones");
                    Feature::new(format!("{whose}{stones}"), about)
                })
                .collect();
            let about = format!("{whose} stones in the middle of the board");
            features.push(Feature::new(format!("{whose}_centre"), about));
            features
        };
        [of("own", "their"), of("their", "own")].concat()
    }

    #[inline]
    fn each(
        &self,
        game: &ConnectFour<S>,
        state: &State<S::Bits>,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let sides = seen_by(game, state, player);
        match game.shape().compiled() {
            Some(known) => put_lines(&known, sides, &mut put),
            None => put_lines(&game.shape(), sides, &mut put),
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// Empty cells that would complete a line, by whose line and by the row.
///
/// Rows count from 1 at the bottom. When no other column is left to play in, the
/// first player gets the odd rows and the second the even ones: a threat on
/// the right kind of row is kept to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Threats;

impl<S: Shape> Features<ConnectFour<S>> for Threats {
    fn list(&self, _game: &ConnectFour<S>) -> Vec<Feature> {
        let of = |whose: &str| {
            [
                ("now", "on which a stone can land at once"),
                ("odd", "in rows 1, 3, 5 …"),
                ("even", "in rows 2, 4, 6 …"),
            ]
            .map(|(name, place)| {
                let about = format!("empty cells {place} that complete a line of {whose} stones");
                Feature::new(format!("{whose}_{name}"), about)
            })
        };
        [of("own"), of("their")].concat()
    }

    #[inline]
    fn each(
        &self,
        game: &ConnectFour<S>,
        state: &State<S::Bits>,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let shape = game.shape();
        let landings = game.landings(state);
        let odd = odd_rows(&shape);
        for (side, stones) in seen_by(game, state, player).into_iter().enumerate() {
            let threats = completions(&shape, stones, state.all());
            put(3 * side, (threats & landings).count() as Value);
            put(3 * side + 1, (threats & odd).count() as Value);
            put(3 * side + 2, (threats & !odd).count() as Value);
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The stones of `player` and those of the opponent.
#[inline]
fn seen_by<S: Shape>(
    game: &ConnectFour<S>,
    state: &State<S::Bits>,
    player: Player,
) -> [S::Bits; 2] {
    if game.mover(state) == player {
        [state.moving(), state.waiting()]
    } else {
        [state.waiting(), state.moving()]
    }
}

/// Rows 1, 3, 5 … counted from 1.
#[inline]
fn odd_rows<S: Shape>(shape: &S) -> S::Bits {
    let mut rows = S::Bits::default();
    for row in (0..shape.height()).step_by(2) {
        rows = rows | (shape.bottom() << row);
    }
    rows
}

/// Tells the numbers of [`Lines`].
#[inline]
fn put_lines<S: Shape>(shape: &S, [own, theirs]: [S::Bits; 2], put: &mut impl FnMut(usize, Value)) {
    let length = shape.connect() as usize;
    let centre = shape.column(shape.width() / 2) | shape.column((shape.width() - 1) / 2);
    for (base, stones, others) in [(0, own, theirs), (length, theirs, own)] {
        let counts = open_lines(shape, stones, others);
        for (index, &count) in counts[1..length].iter().enumerate() {
            put(base + index, count as Value);
        }
        put(base + length - 1, (stones & centre).count() as Value);
    }
}

/// How many lines without one of `others` hold 0, 1, 2 … of `stones`.
#[inline]
fn open_lines<S: Shape>(shape: &S, stones: S::Bits, others: S::Bits) -> [u32; 6] {
    let length = shape.connect();
    let free = shape.cells() & !others;
    let mut counts = [0; 6];
    for step in directions(shape) {
        let starts = line_starts(free, step, length);
        let digits = sums(stones, step, length);
        for (count, slot) in (1u32..).zip(&mut counts[1..=length as usize]) {
            let matching = |place: usize| match (count >> place) & 1 {
                1 => digits[place],
                _ => !digits[place],
            };
            *slot += (starts & matching(0) & matching(1) & matching(2)).count();
        }
    }
    counts
}

/// For every cell at once, how many of `stones` are on the line that starts
/// there, as three binary digits, the lowest first.
#[inline]
fn sums<B: Bits>(stones: B, step: u32, length: u32) -> [B; 3] {
    let mut digits = [B::default(); 3];
    for place in 0..length {
        let mut carry = stones >> (place * step);
        for digit in &mut digits {
            let sum = *digit ^ carry;
            carry = *digit & carry;
            *digit = sum;
        }
    }
    digits
}
