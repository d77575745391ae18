//! The patterns of Othello.

use plyscope_game::Game;
use plyscope_game::patterns::{CountTable, CountTables, Pattern, PatternSet, StoneGame};

use crate::symmetry::{SYMMETRIES, image};
use crate::{Othello, SmallOthello};

/// The sets there are, the usual one first.
const SETS: &[(&str, &str)] = &[
    (
        "regions-counts",
        "regions, and how many moves, discs and open cells each player has",
    ),
    (
        "regions",
        "corners, edges, rows, columns and diagonals whole",
    ),
    (
        "straight2",
        "every two neighbours in a line, as Jaśkowski (2014) has them",
    ),
    ("straight3", "every three neighbours in a line"),
];

/// The set of that name on the board of `N` by `N`.
fn set<const N: u8>(game: Othello<N>, name: &str) -> Option<PatternSet> {
    let patterns = match name {
        "regions" | "regions-counts" => regions(N),
        "straight2" => straight(N, 2),
        "straight3" => straight(N, 3),
        _ => return None,
    };
    let stones = (4, usize::from(N) * usize::from(N));
    let set = PatternSet::new(name, &board::<N>(), 64, stones, patterns);
    Some(match name {
        "regions-counts" => set.counting(counts(game)),
        _ => set,
    })
}

/// What each player has of moves and of what moves come from.
///
/// Larger numbers are rare, and share the weights of the most that are told apart.
fn counts<const N: u8>(game: Othello<N>) -> CountTables {
    let tables = [
        ("mobility", 23),
        ("open cells beside the other's discs", 31),
        ("frontier", 31),
        ("discs", 64),
    ];
    let tables = tables.map(|(name, most)| CountTable { name, most });
    CountTables::new(tables.to_vec(), move |own, theirs| {
        game.pairs(own[0], theirs[0])
    })
}

/// What files call the board.
fn board<const N: u8>() -> String {
    format!("othello:size={N}")
}

/// The cell in a column and a row of the board of `n` by `n`, which lies in the middle of the layout.
fn cell(n: u8, column: u8, row: u8) -> u16 {
    let margin = (8 - n) / 2;
    u16::from(8 * (row + margin) + column + margin)
}

fn pattern(n: u8, name: &str, cells: impl IntoIterator<Item = (u8, u8)>) -> Pattern {
    let symmetries: Vec<Vec<u16>> = (0..SYMMETRIES)
        .map(|symmetry| {
            (0..64)
                .map(|bit| image(symmetry, 1 << bit).trailing_zeros() as u16)
                .collect()
        })
        .collect();
    let cells: Vec<u16> = cells
        .into_iter()
        .map(|(column, row)| cell(n, column, row))
        .collect();
    Pattern::of_images(name, &cells, &symmetries)
}

/// Block of `width` by `height` cells in the corner.
fn block(width: u8, height: u8) -> impl Iterator<Item = (u8, u8)> {
    (0..height).flat_map(move |row| (0..width).map(move |column| (column, row)))
}

fn regions(n: u8) -> Vec<Pattern> {
    let last = n - 1;
    let row = |row: u8| (0..n).map(move |column| (column, row));
    let diagonal = |length: u8| (0..length).map(move |at| (at, length - 1 - at));
    let beside = [(1, 1), (last - 1, 1)];
    let wide = if n == 8 { 5 } else { n / 2 };
    let mut patterns = vec![
        pattern(n, "constant", []),
        pattern(n, "corner-3x3", block(3, 3)),
        pattern(n, "edge-and-x", row(0).chain(beside)),
    ];
    if wide * 2 > 6 {
        patterns.push(pattern(n, "corner-5x2", block(wide, 2)));
    }
    for line in 1..n / 2 {
        patterns.push(pattern(n, &format!("row-{}", line + 1), row(line)));
    }
    for length in (4..=n).rev() {
        patterns.push(pattern(n, &format!("diagonal-{length}"), diagonal(length)));
    }
    patterns
}

/// All lines of `length` neighbours, those that are images of each other as one pattern.
fn straight(n: u8, length: u8) -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = Vec::new();
    for (right, down) in [(1, 0), (1, 1)] {
        for (column, row) in (0..n).flat_map(|row| (0..n).map(move |column| (column, row))) {
            let end = (column + right * (length - 1), row + down * (length - 1));
            if end.0 >= n || end.1 >= n {
                continue;
            }
            let cells = (0..length).map(|at| (column + right * at, row + down * at));
            let own: Vec<u16> = cells
                .clone()
                .map(|(column, row)| cell(n, column, row))
                .collect();
            let mut sorted = own.clone();
            sorted.sort_unstable();
            let is_same = |place: &Vec<u16>| {
                let mut place = place.clone();
                place.sort_unstable();
                place == sorted
            };
            if !patterns
                .iter()
                .any(|known| known.places().iter().any(is_same))
            {
                let way = if down == 0 { "row" } else { "diagonal" };
                let name = format!("{way}-{}{}", char::from(b'a' + column), row + 1);
                patterns.push(pattern(n, &name, cells));
            }
        }
    }
    patterns
}

impl<const N: u8> StoneGame for Othello<N> {
    type Cells = [u64; 1];

    #[inline]
    fn stones(&self, state: &Self::State) -> ([u64; 1], [u64; 1]) {
        let mover = self.mover(state);
        ([state.discs(mover)], [state.discs(mover.opponent())])
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        set(*self, name)
    }

    fn board(&self) -> String {
        board::<N>()
    }
}

impl StoneGame for SmallOthello {
    type Cells = [u64; 1];

    #[inline]
    fn stones(&self, state: &Self::State) -> ([u64; 1], [u64; 1]) {
        match self {
            Self::Four(game) => game.stones(state),
            Self::Six(game) => game.stones(state),
        }
    }

    fn pattern_sets(&self) -> &'static [(&'static str, &'static str)] {
        SETS
    }

    fn pattern_set(&self, name: &str) -> Option<PatternSet> {
        match self {
            Self::Four(game) => game.pattern_set(name),
            Self::Six(game) => game.pattern_set(name),
        }
    }

    fn board(&self) -> String {
        match self {
            Self::Four(game) => game.board(),
            Self::Six(game) => game.board(),
        }
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::{Chance, Features};

    use super::*;
    use crate::{Counts, Payoff, State};

    /// The states of some random games.
    fn states() -> Vec<State> {
        let game = Othello::<8>::default();
        let mut states = Vec::new();
        for seed in 0..10 {
            let mut chance = Chance::new(seed);
            let mut state = game.start();
            while game.payoffs(&state).is_none() {
                states.push(state);
                let mv = game.pick(&state, &mut chance);
                game.play(&mut state, mv);
            }
        }
        states
    }

    /// Which weight a state has of each table of what is counted, within that table.
    fn counted(game: Othello<8>, state: &State) -> Vec<usize> {
        let (own, theirs) = game.stones(state);
        let (tables, mut weights, mut first) = (counts(game), Vec::new(), 0);
        tables.each(&own, &theirs, |at| {
            weights.push(at - first);
            first += tables.tables()[weights.len() - 1].weights();
        });
        weights
    }

    #[test]
    fn what_is_counted_is_what_the_features_count() {
        let game = Othello::<8>::default();
        for state in states() {
            let mut features = [0; 12];
            let put = |index: usize, amount| features[index] = amount as usize;
            Counts.each(&game, &state, game.mover(&state), put);
            let [
                discs,
                their_discs,
                moves,
                their_moves,
                ..,
                frontier,
                their_frontier,
            ] = features;
            let counted = counted(game, &state);
            assert_eq!(counted[0], 24 * moves.min(23) + their_moves.min(23));
            assert_eq!(counted[2], 32 * frontier.min(31) + their_frontier.min(31));
            assert_eq!(counted[3], 65 * discs + their_discs);
        }
    }

    #[test]
    fn open_cells_are_the_empty_ones_beside_the_others_discs() {
        let game = Othello::<8>::default();
        // Twelve cells lie around each pair of discs at the start, two of them the other's discs.
        assert_eq!(counted(game, &game.start())[1], 32 * 10 + 10);
    }

    #[test]
    fn every_code_and_every_image_counts_the_same() {
        let games = Othello::<8>::by_code(Payoff::default());
        for state in states() {
            let wanted = counted(Othello::default(), &state);
            for (name, game) in &games {
                for symmetry in 0..game.symmetries() {
                    let image = game.map_state(symmetry, &state);
                    assert_eq!(counted(*game, &image), wanted, "{name} {symmetry}");
                }
            }
        }
    }

    #[test]
    fn straight_pairs_are_those_of_the_paper() {
        let set = set(Othello::<8>::default(), "straight2").unwrap();
        assert_eq!(set.patterns().len(), 32);
        assert_eq!(set.places(), 56 + 56 + 49 + 49);
        let configurations: usize = set.patterns().iter().map(|own| own.weight_of().len()).sum();
        assert_eq!(configurations, 288);
    }

    #[test]
    fn regions_have_as_many_places_as_the_board_has_of_them() {
        let set = set(Othello::<8>::default(), "regions").unwrap();
        let places = |name: &str| {
            let own = set.patterns().iter().find(|own| own.name() == name);
            own.map(|own| own.places().len())
        };
        assert_eq!(places("constant"), Some(1));
        assert_eq!(places("corner-3x3"), Some(4));
        assert_eq!(places("corner-5x2"), Some(8));
        assert_eq!(places("edge-and-x"), Some(4));
        assert_eq!(places("row-2"), Some(4));
        assert_eq!(places("diagonal-8"), Some(2));
        assert_eq!(places("diagonal-4"), Some(4));
        assert_eq!(set.places(), 47);
    }
}
