//! Stones in line, counted for all lines of a row of the board at once.
//!
//! One word holds a row of both players, own stones in the low half and the
//! opponent's in the high half; the empty edge keeps the halves apart.

use plyscope_game::{Feature, Features, Player, Value};

use super::rules::Gomoku;
use super::state::{EDGE, ROWS, State};

/// Stretches of five cells with two, three or four stones of one player and none of the other.
///
/// Balázsfalvi's twos, threes and fours, counted in the plainest way: the cells
/// need not be neighbours, and long stretches count once for every five cells.
#[derive(Clone, Copy, Debug)]
pub struct FiveWindows;

/// Two, three or four neighbours in line, open at both ends or at one.
///
/// An end is open when the next cell is on the board and empty. Rows with gaps
/// and rows closed at both ends do not count.
#[derive(Clone, Copy, Debug)]
pub struct Shapes;

/// From one cell of a line to the next, in rows and columns.
const STEPS: [(usize, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Both players' rows, own in the low half.
pub(super) struct Halves {
    stones: [u64; ROWS],
    /// Cells of the board without a stone, the same in both halves.
    empty: [u64; ROWS],
    /// Cells of the board without a stone of the other player's.
    free: [u64; ROWS],
}

impl Halves {
    #[inline]
    pub(super) fn new(game: &Gomoku, state: &State, player: Player) -> Self {
        let own = &state.stones[player.index()];
        let their = &state.stones[player.opponent().index()];
        let both = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        let stones: [u64; ROWS] = std::array::from_fn(|row| both(own[row], their[row]));
        let empty: [u64; ROWS] = std::array::from_fn(|row| {
            let empty = game.cells()[row] & !own[row] & !their[row];
            both(empty, empty)
        });
        Self {
            stones,
            empty,
            free: std::array::from_fn(|row| stones[row] | empty[row]),
        }
    }
}

/// What lies `i` steps on from each cell of `row`.
#[inline]
fn ahead(rows: &[u64; ROWS], row: usize, i: usize, (down, right): (usize, i32)) -> u64 {
    let word = rows[row + i * down];
    match right {
        1 => word >> i,
        0 => word,
        _ => word << i,
    }
}

/// What lies one step back from each cell of `row`.
#[inline]
fn behind(rows: &[u64; ROWS], row: usize, (down, right): (usize, i32)) -> u64 {
    let word = rows[row - down];
    match right {
        1 => word << 1,
        0 => word,
        _ => word >> 1,
    }
}

/// Counts of `N` kinds for each player.
pub(super) struct Counts<const N: usize>(pub(super) [[u32; N]; 2]);

impl<const N: usize> Counts<N> {
    /// Adds the cells of each half to its player's count.
    #[inline]
    fn add(&mut self, kind: usize, cells: u64) {
        if cells != 0 {
            self.0[0][kind] += (cells as u32).count_ones();
            self.0[1][kind] += ((cells >> 32) as u32).count_ones();
        }
    }

    #[inline]
    fn put_all(&self, mut put: impl FnMut(usize, Value)) {
        for (index, &count) in self.0.as_flattened().iter().enumerate() {
            put(index, count as Value);
        }
    }
}

/// The same features for one's own stones, then for the opponent's.
fn for_both(kinds: &[(&str, &str)]) -> Vec<Feature> {
    let of = |prefix: &str, whose: &str| {
        let feature = |(name, about): &(&str, &str)| {
            Feature::new(format!("{prefix}_{name}"), about.replace("{}", whose))
        };
        kinds.iter().map(feature).collect::<Vec<_>>()
    };
    [of("own", "one's own"), of("their", "the opponent's")].concat()
}

/// Twos, threes and fours of both players, counted for every stretch of five cells.
#[inline]
pub(super) fn stretches(game: &Gomoku, halves: &Halves) -> Counts<3> {
    let mut counts = Counts([[0; 3]; 2]);
    for step in STEPS {
        for row in EDGE..EDGE + game.size() {
            let open = (0..5).fold(u64::MAX, |open, i| open & ahead(&halves.free, row, i, step));
            if open == 0 {
                continue;
            }
            // Two full adders: `ones`, `twos` and `fours` are the digits of the number of stones.
            let [a, b, c, d, e] = std::array::from_fn(|i| ahead(&halves.stones, row, i, step));
            let (sum, carry) = (a ^ b ^ c, a & b | c & (a ^ b));
            let (ones, carried) = (sum ^ d ^ e, sum & d | e & (sum ^ d));
            let (twos, fours) = (carry ^ carried, carry & carried);
            counts.add(0, open & twos & !ones);
            counts.add(1, open & twos & ones);
            counts.add(2, open & fours & !ones);
        }
    }
    counts
}

/// Open and half-open twos, threes and fours of both players, as neighbours.
#[inline]
pub(super) fn neighbours(game: &Gomoku, halves: &Halves) -> Counts<6> {
    let Halves { stones, empty, .. } = halves;
    let mut counts = Counts([[0; 6]; 2]);
    for step in STEPS {
        for row in EDGE..EDGE + game.size() {
            // Only where a row begins, or its tail would count again.
            let mut run = stones[row] & !behind(stones, row, step);
            let before = behind(empty, row, step);
            for length in 2..=4 {
                run &= ahead(stones, row, length - 1, step);
                if run == 0 {
                    break;
                }
                let ended = run & !ahead(stones, row, length, step);
                let after = ahead(empty, row, length, step);
                counts.add(2 * length - 4, ended & before & after);
                counts.add(2 * length - 3, ended & (before ^ after));
            }
        }
    }
    counts
}

impl Features<Gomoku> for FiveWindows {
    fn list(&self, _game: &Gomoku) -> Vec<Feature> {
        for_both(&[
            ("twos", "five cells in line that hold two stones, all {}"),
            (
                "threes",
                "five cells in line that hold three stones, all {}",
            ),
            ("fours", "five cells in line that hold four stones, all {}"),
        ])
    }

    fn each(&self, game: &Gomoku, state: &State, player: Player, put: impl FnMut(usize, Value)) {
        stretches(game, &Halves::new(game, state, player)).put_all(put);
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

impl Features<Gomoku> for Shapes {
    fn list(&self, _game: &Gomoku) -> Vec<Feature> {
        for_both(&[
            ("open_twos", "two neighbours, {}, with both ends open"),
            ("half_twos", "two neighbours, {}, with one end open"),
            ("open_threes", "three neighbours, {}, with both ends open"),
            ("half_threes", "three neighbours, {}, with one end open"),
            ("open_fours", "four neighbours, {}, with both ends open"),
            ("half_fours", "four neighbours, {}, with one end open"),
        ])
    }

    fn each(&self, game: &Gomoku, state: &State, player: Player, put: impl FnMut(usize, Value)) {
        neighbours(game, &Halves::new(game, state, player)).put_all(put);
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}
