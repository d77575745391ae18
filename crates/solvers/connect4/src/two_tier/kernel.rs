//! The deep tier: alpha-beta over utilities, to a cut-off, without an evaluation of what is not over.
//!
//! Terminal states are counted on the bit board of their parent and never
//! visited: a stone on an empty cell that completes a line ends the game.

use plyscope_connect4::{Bits, ConnectFour, Shape};
use plyscope_search::SearchBudget;

use super::memo::Memo;
use super::utility::Utility;
use plyscope_search::by_keys;

/// The stones as their owners see them.
#[derive(Clone, Copy)]
pub(super) struct Stones<B> {
    /// Stones of the player who moves.
    pub(super) own: B,
    /// Stones of both players.
    pub(super) all: B,
}

impl<B: Bits> Stones<B> {
    /// The stones after a move to `landing`, seen by the next player.
    #[inline]
    pub(super) fn after(self, landing: B) -> Self {
        Self {
            own: self.own ^ self.all,
            all: self.all | landing,
        }
    }
}

/// What the caller wants to know: where the value lies between `low` and `high`.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) low: i64,
    pub(super) high: i64,
}

impl Window {
    pub(super) const OPEN: Self = Self {
        low: -i64::MAX,
        high: i64::MAX,
    };

    #[inline]
    fn turned(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }
}

/// One search from one root.
pub(super) struct Search<'a, S: Shape> {
    pub(super) game: ConnectFour<S>,
    pub(super) utility: Utility,
    pub(super) budget: SearchBudget,
    memo: &'a mut Memo,
    /// Column masks, the middle first.
    columns: Vec<S::Bits>,
}

impl<'a, S: Shape> Search<'a, S> {
    pub(super) fn new(
        game: ConnectFour<S>,
        utility: Utility,
        memo: &'a mut Memo,
        budget: SearchBudget,
    ) -> Self {
        memo.next();
        let shape = game.shape();
        let mut columns: Vec<usize> = (0..shape.width() as usize).collect();
        let off_centre = |column: u32| (2 * column + 1).abs_diff(shape.width());
        let keys: Vec<i64> = (0..shape.width()).map(|at| off_centre(at).into()).collect();
        by_keys(&mut columns, &keys);
        Self {
            game,
            utility,
            budget,
            memo,
            columns: columns.iter().map(|&at| shape.column(at as u32)).collect(),
        }
    }

    /// Sets the cut-off for what follows.
    pub(super) fn set_depth(&mut self, depth: u32) {
        self.utility = Utility::new(self.utility.columns(), depth);
        self.memo.next();
    }

    /// Where the next stones land.
    #[inline]
    pub(super) fn landings(&self, all: S::Bits) -> S::Bits {
        let shape = self.game.shape();
        (all + shape.bottom()) & shape.cells()
    }

    /// The worth to the mover of a move to `landing`, when `made` moves led here from the root.
    ///
    /// The same contract as [`Self::look`]; the game is not over and `made` is less than the depth.
    pub(super) fn after(
        &mut self,
        stones: Stones<S::Bits>,
        landing: S::Bits,
        made: u32,
        window: Window,
    ) -> i64 {
        let row = made + 1;
        let landings = self.landings(stones.all);
        let wins = self.game.completions(stones.own, stones.all) & landings;
        if !(wins & landing).is_empty() {
            return i64::from(wins.count()) * self.utility.unit(row);
        }
        if row == self.utility.depth() {
            return 0;
        }
        let next = stones.after(landing);
        let losses = self.game.completions(next.own, next.all) & self.landings(next.all);
        if !losses.is_empty() {
            return -i64::from(losses.count()) * self.utility.unit(row + 1);
        }
        if row + 1 == self.utility.depth() {
            return 0;
        }
        -self.look(next, row, window.turned())
    }

    /// The worth of a state to its mover, `made` moves from the root.
    ///
    /// The mover cannot win at once, and at least two moves are left to the cut-off.
    ///
    /// A value inside the window is what plain minimax would return; one outside
    /// is only a bound, on the same side of the window as the true value.
    fn look(&mut self, stones: Stones<S::Bits>, made: u32, window: Window) -> i64 {
        if self.budget.spend() {
            return 0;
        }
        let landings = self.landings(stones.all);
        let threats = self.game.completions(stones.own ^ stones.all, stones.all);
        let safe = safe_moves(landings, threats);
        if safe.is_empty() {
            let ways = fewest_ways(landings, threats);
            return -i64::from(ways) * self.utility.unit(made + 2);
        }
        if self.utility.depth() == made + 2 {
            return 0;
        }
        // Neither player wins before these rows, in no more ways than columns.
        let columns = i64::from(self.utility.columns());
        let most = columns * self.utility.unit(made + 3);
        let least = -columns * self.utility.unit(made + 4);
        if most <= window.low {
            return most;
        }
        if least >= window.high {
            return least;
        }
        let window = Window {
            low: window.low.max(least),
            high: window.high.min(most),
        };
        let key = (stones.own + stones.all).spread();
        if let Some(value) = self.memo.get(key, window) {
            return value;
        }
        let value = self.try_moves(stones, safe, made, window);
        if !self.budget.is_spent() {
            self.memo.put(key, window, value);
        }
        value
    }

    /// The best of the moves to `safe`, after none of which the opponent wins at once.
    #[inline]
    fn try_moves(
        &mut self,
        stones: Stones<S::Bits>,
        safe: S::Bits,
        made: u32,
        window: Window,
    ) -> i64 {
        let mut best = -i64::MAX;
        let mut window = window;
        for column in 0..self.columns.len() {
            let landing = safe & self.columns[column];
            if landing.is_empty() {
                continue;
            }
            let value = -self.look(stones.after(landing), made + 1, window.turned());
            if self.budget.is_spent() {
                return 0;
            }
            if value > best {
                best = value;
                window.low = window.low.max(value);
                if best >= window.high {
                    break;
                }
            }
        }
        best
    }
}

/// The moves after which the opponent cannot win at once; `threats` are cells that would complete a line of his.
#[inline]
fn safe_moves<B: Bits>(landings: B, threats: B) -> B {
    // A stone below a threat lets the opponent reach it.
    let safe = landings & !(threats >> 1);
    let wins = threats & landings;
    if wins.is_empty() {
        return safe;
    }
    // One win can be blocked by landing on it, two cannot.
    if (wins & (wins - B::ONE)).is_empty() {
        safe & wins
    } else {
        B::default()
    }
}

/// In how many ways the opponent wins after the move that leaves him fewest, when none is safe.
#[inline]
fn fewest_ways<B: Bits>(landings: B, threats: B) -> u32 {
    let wins = threats & landings;
    let open = wins.count();
    if (wins & !(threats >> 1)).is_empty() {
        // Landing on a win opens the one above it; with no win open, every move opens one.
        open.max(1)
    } else {
        open - 1
    }
}
