//! Quiescence: no evaluator is asked in the middle of an exchange.
//!
//! Beyond the horizon only noisy moves are tried, and at every state the mover
//! may stop and take the evaluator's opinion instead, unless the state is forced
//! (a check in chess). What is found so is never proved, because quiet moves were
//! left out; only a win by noisy moves against forced replies, or a loss where
//! all moves were forced, rests on finished games. How far away such an end is,
//! the search does not tell: a quiet move may be quicker.

use plyscope_game::{Evaluator, Game, Player, Rank};

use super::kernel::{Found, Search, Window};
use crate::order::{MoveOrder, bring_best};

impl<G: Game, E: Evaluator<G>, O: MoveOrder<G>> Search<'_, G, E, O> {
    /// The worth of `state`, which is not over, to its mover once it is quiet.
    ///
    /// Inside the window it is what plain minimax over noisy moves would return.
    pub(super) fn settle(&mut self, state: &G::State, mover: Player, window: Window) -> Found {
        let Some(noisy) = self.game.noisy(state) else {
            return Found::whole(self.judge(state, mover), false);
        };
        let mut best = Found::whole(Rank::WORST, false);
        if !noisy.forced {
            best.rank = self.judge(state, mover);
            best.most = false;
        }
        let start = self.queue.len();
        for mv in noisy.moves {
            let promise = self.game.promise(state, mv).unwrap_or(0);
            self.queue.push((i64::from(promise), mv));
        }
        let end = self.queue.len();
        for next in start..end {
            if best.rank >= window.high {
                break;
            }
            bring_best(&mut self.queue[..end], next);
            let mv = self.queue[next].1;
            let low = window.low.max(best.rank);
            let found = self.settle_after(state, mover, mv, Window { low, ..window });
            best.most &= found.most;
            if found.rank > best.rank {
                best.rank = found.rank;
                best.least = found.least;
            }
        }
        self.queue.truncate(start);
        best
    }

    /// The worth of a noisy move to the mover of `state`.
    fn settle_after(
        &mut self,
        state: &G::State,
        mover: Player,
        mv: G::Move,
        window: Window,
    ) -> Found {
        let mut next = state.clone();
        self.game.play(&mut next, mv);
        self.budget.spend();
        if self.is_over() {
            return Found::whole(Rank::LEVEL, false);
        }
        if let Some(payoffs) = self.game.payoffs(&next) {
            let margin = self.facts.margin(payoffs.of(mover));
            return Found::whole(Rank::finished(margin, u32::MAX), false);
        }
        let replier = self.game.mover(&next);
        if replier == mover {
            return self.settle(&next, replier, window);
        }
        self.settle(&next, replier, window.turned()).turned()
    }
}
