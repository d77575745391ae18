//! Counting results: single games, and pairs of games from one opening.

/// How one game ended for the player who is being rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It won.
    Win,
    /// It drew.
    Draw,
    /// It lost.
    Loss,
}

impl Outcome {
    /// Half points: 0 for a loss, 1 for a draw, 2 for a win.
    fn halves(self) -> usize {
        match self {
            Self::Win => 2,
            Self::Draw => 1,
            Self::Loss => 0,
        }
    }
}

/// Wins, draws and losses of one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// These and the others together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// The same games as the opponent sees them.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// Pairs of games from the same opening with colours swapped, by the points of both together.
///
/// An opening that favours one colour gives a win and a loss. Counted as games
/// that is much variance; counted as a pair it is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairs {
    /// Pairs that brought 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
    /// How many of the pairs with 1 point were two draws; the others were a win and a loss.
    ///
    /// Only the number of draws depends on it: matches and [`Sprt`](super::Sprt) need just `counts`.
    pub drawn: u64,
}

impl Pairs {
    /// Counts one more pair.
    pub fn add(&mut self, one: Outcome, other: Outcome) {
        self.counts[one.halves() + other.halves()] += 1;
        self.drawn += u64::from(one == Outcome::Draw && other == Outcome::Draw);
    }

    /// These and the others together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            counts: std::array::from_fn(|cell| self.counts[cell] + other.counts[cell]),
            drawn: self.drawn + other.drawn,
        }
    }

    /// The same pairs as the opponent sees them.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.counts.reverse();
        self
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The games of all pairs.
    pub fn games(&self) -> Wdl {
        let [zero, half, one, more, two] = self.counts;
        let split = one.saturating_sub(self.drawn);
        Wdl {
            wins: 2 * two + more + split,
            draws: half + more + 2 * self.drawn.min(one),
            losses: 2 * zero + half + split,
        }
    }
}

/// Counts of independent units, each with a score from 0 to 1.
///
/// The score of a cell is its place: the first is 0, the last 1, with equal steps.
pub trait Outcomes {
    /// Games in a unit: 1, or 2 for pairs.
    const GAMES: u64;
    /// An array of three or five.
    type Cells: AsRef<[u64]>;

    /// How many units fell into each cell, lowest score first.
    fn cells(&self) -> Self::Cells;
}

impl Outcomes for Wdl {
    const GAMES: u64 = 1;
    type Cells = [u64; 3];

    fn cells(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl Outcomes for Pairs {
    const GAMES: u64 = 2;
    type Cells = [u64; 5];

    fn cells(&self) -> [u64; 5] {
        self.counts
    }
}

/// Number, mean and variance of scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moments {
    pub(super) units: f64,
    pub(super) mean: f64,
    pub(super) variance: f64,
}

/// Moments of the counted scores after `extra` further units spread evenly over the cells.
///
/// The variance divides by the number of units, as the multinomial likelihood does.
pub(super) fn moments(outcomes: &impl Outcomes, extra: f64) -> Moments {
    let cells = outcomes.cells();
    let cells = cells.as_ref();
    let share = extra / cells.len() as f64;
    let step = 1.0 / (cells.len() - 1) as f64;
    let each = |power: &dyn Fn(f64) -> f64| -> f64 {
        let scores = (0..cells.len()).map(|cell| cell as f64 * step);
        cells
            .iter()
            .zip(scores)
            .map(|(&count, score)| (count as f64 + share) * power(score))
            .sum()
    };
    let units = each(&|_| 1.0);
    let mean = each(&|score| score) / units;
    Moments {
        units,
        mean,
        variance: each(&|score| (score - mean).powi(2)) / units,
    }
}

#[cfg(test)]
mod tests {
    use super::{Outcome, Pairs, Wdl, moments};

    #[test]
    fn pairs_remember_their_games() {
        let mut pairs = Pairs::default();
        let mut games = Wdl::default();
        let all = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        for one in all {
            for other in all {
                pairs.add(one, other);
                games.add(one);
                games.add(other);
            }
        }
        assert_eq!(pairs.counts, [1, 2, 3, 2, 1]);
        assert_eq!(pairs.games(), games);
        assert_eq!(pairs.reversed().games(), games.reversed());
        assert_eq!(pairs.plus(pairs).games(), games.plus(games));
    }

    #[test]
    fn a_win_and_a_loss_from_one_opening_are_no_chance() {
        let mut pairs = Pairs::default();
        let mut games = Wdl::default();
        for _ in 0..10 {
            pairs.add(Outcome::Win, Outcome::Loss);
            games.add(Outcome::Win);
            games.add(Outcome::Loss);
        }
        assert!(moments(&pairs, 0.0).variance.abs() < 1e-15);
        assert!((moments(&games, 0.0).variance - 0.25).abs() < 1e-15);
    }
}
