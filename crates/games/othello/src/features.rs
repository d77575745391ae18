//! Numbers read off a position: discs, moves, corners and their neighbours, frontiers, squares.
//!
//! All come from masks and counts of bits, without allocation, and none
//! changes when the board is turned or mirrored.

use plyscope_game::{Feature, Features, Player, Value};

use super::rules::Othello;
use super::state::State;

/// How many discs each player has.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscCount;

/// How many cells each player could put a disc on, were it his turn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mobility;

/// Discs, mobility, corners, their neighbours and frontiers, for each player.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts;

/// Names and meanings of [`Counts`]; "own" comes at even, "their" at odd indices.
const COUNTS: [(&str, &str); 6] = [
    ("discs", "discs"),
    ("moves", "cells open to a disc, were it the player's turn"),
    ("corners", "discs in the corners"),
    ("x_squares", "discs diagonally next to an empty corner"),
    ("c_squares", "discs on the edge next to an empty corner"),
    ("frontier", "discs with an empty cell next to them"),
];

fn listed(counts: &[(&str, &str)]) -> Vec<Feature> {
    let both = |&(name, about): &(&str, &str)| {
        ["own", "their"].map(|who| Feature::new(format!("{who}_{name}"), format!("{who} {about}")))
    };
    counts.iter().flat_map(both).collect()
}

impl<const N: u8> Features<Othello<N>> for DiscCount {
    fn list(&self, _game: &Othello<N>) -> Vec<Feature> {
        listed(&COUNTS[..1])
    }

    #[inline]
    fn each(
        &self,
        _game: &Othello<N>,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        put(0, count(state.discs(player)));
        put(1, count(state.discs(player.opponent())));
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl<const N: u8> Features<Othello<N>> for Mobility {
    fn list(&self, _game: &Othello<N>) -> Vec<Feature> {
        listed(&COUNTS[1..2])
    }

    #[inline]
    fn each(
        &self,
        game: &Othello<N>,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        put(0, count(game.places(state, player)));
        put(1, count(game.places(state, player.opponent())));
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl<const N: u8> Features<Othello<N>> for Counts {
    fn list(&self, _game: &Othello<N>) -> Vec<Feature> {
        listed(&COUNTS)
    }

    #[inline]
    fn each(
        &self,
        game: &Othello<N>,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let [own, theirs] = [player, player.opponent()].map(|player| state.discs(player));
        let empty = game.cells() & !(own | theirs);
        let corners = const { corners::<N>() };
        let open = corners & empty;
        let (x, c) = (diagonal_neighbours(open), straight_neighbours(open));
        let exposed = neighbours(empty);
        put(0, count(own));
        put(1, count(theirs));
        put(2, count(game.places(state, player)));
        put(3, count(game.places(state, player.opponent())));
        for (index, cells) in [(4, corners), (6, x), (8, c), (10, exposed)] {
            put(index, count(own & cells));
            put(index + 1, count(theirs & cells));
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The difference in discs on each class of squares that turning and mirroring
/// make one: a1 stands for the corners, b1 for their neighbours on the edge, …
///
/// ```text
///  a1 b1 c1 d1 …        the classes of the 8×8 board; the 6×6 board has
///     b2 c2 d2 …        a1 b1 c1 b2 c2 c3, the 4×4 board a1 b1 b2
///        c3 d3 …
///           d4 …
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Squares;

/// The most classes a board has.
pub(super) const MOST_CLASSES: usize = 10;

impl<const N: u8> Features<Othello<N>> for Squares {
    fn list(&self, _game: &Othello<N>) -> Vec<Feature> {
        let about = |name: &str| format!("own minus their discs on {name} and its images");
        classes::<N>()
            .map(|(column, row)| class_name(column, row))
            .map(|name| Feature::new(name.clone(), about(&name)))
            .collect()
    }

    #[inline]
    fn each(
        &self,
        game: &Othello<N>,
        state: &State,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let own = state.discs(player);
        let theirs = state.discs(player.opponent());
        let margins = game.margins(own, theirs, const { &class_masks::<N>() });
        for (index, &margin) in margins.iter().enumerate().take(class_count::<N>()) {
            put(index, Value::from(margin));
        }
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// The classes as (column, row) of the one in the top left, with column ≥ row.
pub(super) fn classes<const N: u8>() -> impl Iterator<Item = (u8, u8)> {
    (0..N / 2).flat_map(|row| (row..N / 2).map(move |column| (column, row)))
}

pub(super) fn class_name(column: u8, row: u8) -> String {
    format!("{}{}", char::from(b'a' + column), row + 1)
}

const fn class_count<const N: u8>() -> usize {
    let half = N as usize / 2;
    half * (half + 1) / 2
}

pub(super) const fn class_masks<const N: u8>() -> [u64; MOST_CLASSES] {
    let mut masks = [0; MOST_CLASSES];
    let margin = (8 - N) / 2;
    let (mut index, mut row) = (0, 0);
    while row < N / 2 {
        let mut column = row;
        while column < N / 2 {
            let bit = 1 << (8 * (margin + row) + margin + column);
            let mut symmetry = 0;
            while symmetry < super::symmetry::SYMMETRIES {
                masks[index] |= super::symmetry::image(symmetry, bit);
                symmetry += 1;
            }
            index += 1;
            column += 1;
        }
        row += 1;
    }
    masks
}

const fn corners<const N: u8>() -> u64 {
    class_masks::<N>()[0]
}

#[inline]
fn count(cells: u64) -> Value {
    cells.count_ones() as Value
}

const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The cells beside some cells, on all eight sides.
#[inline(always)]
pub(super) fn neighbours(cells: u64) -> u64 {
    straight_neighbours(cells) | diagonal_neighbours(cells)
}

/// The cells left, right, above and below of some cells.
#[inline(always)]
fn straight_neighbours(cells: u64) -> u64 {
    sideways(cells) | cells << 8 | cells >> 8
}

/// The cells that touch some cells at a corner.
#[inline(always)]
fn diagonal_neighbours(cells: u64) -> u64 {
    let sides = sideways(cells);
    sides << 8 | sides >> 8
}

#[inline(always)]
fn sideways(cells: u64) -> u64 {
    ((cells & NOT_RIGHT) << 1) | ((cells & NOT_LEFT) >> 1)
}
