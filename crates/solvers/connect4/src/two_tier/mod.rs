//! Lin and van Lent's two-tier agent for Connect Four (AAAI 2008), on boards of any size.
//!
//! A move is worth its [`Greedy`] score, read off the cells next to it, plus the
//! minimax value of the [`Utility`] of the ends in its subtree; states that are
//! not over, and draws, are worth 0. All values are whole numbers.
//!
//! # How the paper is read
//! - *Depth* counts moves from the root: row 1 of the table is the agent's own
//!   first move, so odd rows are wins and even rows losses, as printed.
//! - *n terminal states from the same path*: a path is a state, and n is how
//!   many of its mover's moves win at once. Each of them is worth
//!   `table[row][n]`. So is the state then, because every other move leads to
//!   a later end; that is why it needs no further search, and why no terminal
//!   state has to be visited to be counted. It also explains the columns of
//!   the printed table: n can be anything up to the number of columns.
//! - *The exponent (depth + 1) / 2* is divided as whole numbers are; [`Utility`]
//!   says why nothing depends on it.
//! - *Greedy scores* are not printed; [`Greedy`] holds ours.
//! - *Interaction* is named and not described; [`Goal`] says what is meant here.

use plyscope_connect4::{ConnectFour, Shape, State, Stone};
use plyscope_game::{Advice, Agent, Error, Game, Limits};
use plyscope_search::SearchBudget;

mod goal;
mod greedy;
mod kernel;
mod memo;
mod root;
#[cfg(test)]
mod tests;
mod utility;

pub use goal::Goal;
pub use greedy::Greedy;
pub use utility::{Ending, Utility};

use kernel::Search;
use memo::Memo;

/// What can be chosen about the agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TwoTierParams {
    /// Moves to look ahead, 1 to [`Utility::MAX_DEPTH`].
    pub depth: u32,
    /// To win, or to give a good game.
    pub goal: Goal,
}

impl Default for TwoTierParams {
    /// The paper's first trial.
    fn default() -> Self {
        Self {
            depth: 8,
            goal: Goal::Dominance,
        }
    }
}

/// The agent.
///
/// Wins and losses within its depth are proved and scored so; other moves are
/// scored by their greedy part alone, made small. `best` follows the goal,
/// which need not be the order of the scores.
#[derive(Clone, Debug)]
pub struct TwoTier {
    params: TwoTierParams,
    memo: Memo,
}

impl TwoTier {
    /// An agent with these parameters.
    ///
    /// # Errors
    /// When the depth is out of range.
    pub fn new(params: TwoTierParams) -> Result<Self, Error> {
        let deepest = Utility::MAX_DEPTH;
        if !(1..=deepest).contains(&params.depth) {
            return Err(Error::unsuited(
                format!("two-tier cannot look {} moves ahead", params.depth),
                format!(
                    "`depth` is 1 to {deepest}, the most that the integers of its utility table hold; \
                     the paper uses 8 and 10"
                ),
            ));
        }
        Ok(Self {
            params,
            memo: Memo::new(),
        })
    }

    fn look<S: Shape>(
        &mut self,
        game: ConnectFour<S>,
        state: &State<S::Bits>,
        limits: &Limits,
    ) -> Advice<Stone> {
        // Beyond the last cell there is nothing to see.
        let cells = game.facts().max_plies - state.ply();
        let depth = limits.depth.unwrap_or(u32::MAX).min(self.params.depth);
        let depth = depth.clamp(1, cells);
        let utility = Utility::new(game.shape().width(), depth);
        let budget = SearchBudget::new(None, None, limits);
        let mut search = Search::new(game, utility, &mut self.memo, budget);
        root::advise(&mut search, state, self.params.goal, limits)
    }
}

impl<S: Shape> Agent<ConnectFour<S>> for TwoTier {
    fn advise(
        &mut self,
        game: &ConnectFour<S>,
        state: &State<S::Bits>,
        limits: &Limits,
    ) -> Result<Advice<Stone>, Error> {
        Ok(match game.shape().compiled() {
            Some(known) => self.look(ConnectFour::new(known), state, limits),
            None => self.look(*game, state, limits),
        })
    }

    fn forget(&mut self) {
        self.memo.next();
    }
}
