//! What playouts say of a value, and how sure they are.

use plyscope_game::{Chance, Game, Player, Points};
use plyscope_stats::wilson;

/// Results of playouts from one state, as one player sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sample {
    /// Games played out.
    pub playouts: u64,
    /// The player's points, added up.
    pub points: i64,
    /// Their squares, added up.
    pub squares: i64,
    /// Moves made.
    pub plies: u64,
}

impl Sample {
    /// Plays `count` games out from `state`.
    pub(super) fn draw<G: Game>(
        game: &G,
        state: &G::State,
        player: Player,
        count: u64,
        chance: &mut Chance,
    ) -> Self {
        let tally = game.playouts(state, count, chance);
        Self {
            playouts: tally.playouts,
            points: tally.points[player.index()],
            squares: tally.squares[player.index()],
            plies: tally.plies,
        }
    }

    /// Counts the games of another sample, too.
    pub(super) fn add(&mut self, other: &Self) {
        self.playouts += other.playouts;
        self.points += other.points;
        self.squares += other.squares;
        self.plies += other.plies;
    }

    /// The games that came after an `earlier` part of this sample.
    pub(super) fn since(&self, earlier: &Self) -> Self {
        Self {
            playouts: self.playouts - earlier.playouts,
            points: self.points - earlier.points,
            squares: self.squares - earlier.squares,
            plies: self.plies - earlier.plies,
        }
    }

    /// Mean points; 0 of no games.
    pub fn mean(&self) -> f64 {
        self.points as f64 / self.playouts.max(1) as f64
    }

    /// Where the expected outcome lies, `z` standard errors to either side, in a
    /// game that pays from `range.0` to `range.1`.
    ///
    /// This is Wilson's score interval, stretched to the spread that was seen:
    /// a sample with draws, or of small disc differences, is surer than one
    /// of wins and losses with the same mean. Like Wilson's it has some width when
    /// all games came out alike, because the next one might not.
    pub fn interval(&self, range: (Points, Points), z: f64) -> [f64; 2] {
        let (low, high) = (f64::from(range.0), f64::from(range.1));
        if self.playouts == 0 || range.0 == range.1 {
            return [low, high];
        }
        let n = self.playouts as f64;
        let width = high - low;
        let share = (self.mean() - low) / width;
        wilson(share, n / self.spread(share, width), z).map(|end| low + width * end)
    }

    /// The variance as a share of the largest that this mean allows, which wins and losses alone have.
    fn spread(&self, share: f64, width: f64) -> f64 {
        let n = self.playouts as f64;
        let most = share * (1.0 - share);
        let mean = self.mean();
        let variance = (self.squares as f64 / n - mean * mean) / (width * width);
        // n games that are all drawn say no more than that others are rarer than about 3 in n.
        let least = UNSEEN / (4.0 * n);
        if most <= least {
            return 1.0;
        }
        (variance.max(least) / most).min(1.0)
    }
}

/// Variance that may have gone unseen in n games, in n-ths of that of a fair coin:
/// makes the interval reach 3 / n to either side of n equal results, where the rule of three puts 95 %.
const UNSEEN: f64 = 2.34;
