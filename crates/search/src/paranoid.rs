//! Paranoid search: one player against all others together, so that alpha-beta applies.
//!
//! N. R. Sturtevant and R. E. Korf, "On pruning techniques for multi-player games" (AAAI 2000).

use plyscope_game::{Advice, Agent, Error, Evaluator, Facts, Game, Limits, Player, Rank};

use crate::SearchBudget;
use crate::many::{Looked, advise_by, rank_at_end};

/// Paranoid search to a fixed depth, as an agent.
///
/// Its values are what the mover can be sure of if the others conspire. With
/// three players or more that is less than best play may bring, so it is exact
/// only where nobody can get more.
#[derive(Clone, Debug)]
pub struct Paranoid<E> {
    /// Moves to look ahead, at least 1.
    pub depth: u32,
    /// Judges the states at the horizon, as seen by the player who searches.
    pub evaluator: E,
}

struct Search<'a, G, E> {
    game: &'a G,
    evaluator: &'a E,
    viewer: Player,
    facts: Facts,
    /// Whether some line was judged by the evaluator before its end.
    horizon: bool,
    budget: &'a mut SearchBudget,
}

impl<G: Game, E: Evaluator<G>> Search<'_, G, E> {
    /// The worth of `state` to the viewer; puts the play that leads to it into `line`.
    ///
    /// A rank between `low` and `high` is that of full search; one outside is
    /// a bound on the same side.
    fn rank(
        &mut self,
        state: &G::State,
        (depth, ply): (u32, u32),
        (mut low, mut high): (Rank, Rank),
        line: &mut Vec<G::Move>,
    ) -> Rank {
        if self.budget.spend() {
            return Rank::LEVEL;
        }
        if let Some(payoffs) = self.game.payoffs(state) {
            return rank_at_end(&self.facts, &payoffs, self.viewer, ply);
        }
        if depth == 0 {
            return self.judge(state);
        }
        let is_own = self.game.mover(state) == self.viewer;
        let mut best = if is_own { Rank::WORST } else { Rank::BEST };
        for mv in self.game.moves(state) {
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            let mut after = Vec::new();
            let rank = self.rank(&next, (depth - 1, ply + 1), (low, high), &mut after);
            if (is_own && rank > best) || (!is_own && rank < best) {
                best = rank;
                line.clear();
                line.push(mv);
                line.append(&mut after);
            }
            if is_own {
                low = low.max(best);
            } else {
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        best
    }

    fn judge(&mut self, state: &G::State) -> Rank {
        self.horizon = true;
        let deadline = self.budget.deadline();
        let value = self
            .evaluator
            .value_until(self.game, state, self.viewer, deadline);
        if value.is_none() {
            self.budget.call_off();
        }
        value.map_or(Rank::LEVEL, Rank::estimate)
    }

    /// Whether a rank is what every best play leads to.
    fn is_proved(&self, rank: Rank) -> bool {
        let most = Rank::estimate(self.facts.points.1 as f32);
        let no_conspiracy = self.facts.players == 1 || self.facts.is_rivalry();
        !self.horizon && (no_conspiracy || rank >= most)
    }
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Paranoid<E> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let evaluator = &self.evaluator;
        let viewer = game.mover(state);
        let facts = game.facts();
        let of = ("paranoid", self.depth);
        let advice = advise_by((game, state), of, limits, |next, depth, budget| {
            let mut search = Search {
                game,
                evaluator,
                viewer,
                facts,
                horizon: false,
                budget,
            };
            let mut line = Vec::new();
            let rank = search.rank(next, (depth, 1), (Rank::WORST, Rank::BEST), &mut line);
            Looked {
                rank,
                proved: search.is_proved(rank),
                line,
            }
        });
        self.evaluator.take_failure().map_or(advice, Err)
    }

    fn reseed(&mut self, seed: u64) {
        self.evaluator.reseed(seed);
    }
}
