//! Plain minimax: the reference that every other search must equal.

use plyscope_game::{
    Advice, Advised, Agent, Error, Evaluator, Game, Limits, Player, Progress, Rank, Score,
};

use crate::SearchBudget;
use crate::fit::needs_minimax;

/// What a plain search needs: states kept in memory at once, and when to give up.
#[derive(Debug)]
pub struct Held {
    now: u32,
    /// The most states at any moment; Levy's claim is depth + 1.
    pub most: u32,
    /// Whether some line was judged by the evaluator before its end.
    pub horizon: bool,
    /// Counts states. Once it is spent, values mean nothing.
    pub budget: SearchBudget,
}

impl Held {
    /// Nothing held yet.
    #[must_use]
    pub fn new(budget: SearchBudget) -> Self {
        Self {
            now: 0,
            most: 0,
            horizon: false,
            budget,
        }
    }

    fn take(&mut self) {
        self.now += 1;
        self.most = self.most.max(self.now);
    }

    fn drop_one(&mut self) {
        self.now -= 1;
    }
}

/// The worth of `state` to `viewer`, `depth` moves ahead; `ply` moves have led here.
///
/// Finished states count by their points, states at the horizon by the
/// evaluator, always seen by `viewer`: an evaluator need not treat the two players alike.
pub fn minimax<G: Game, E: Evaluator<G>>(
    game: &G,
    evaluator: &E,
    state: &G::State,
    viewer: Player,
    (depth, ply): (u32, u32),
    held: &mut Held,
) -> Rank {
    held.take();
    let rank = if held.budget.spend() {
        Rank::LEVEL
    } else if let Some(payoffs) = game.payoffs(state) {
        Rank::finished(game.facts().margin(payoffs.of(viewer)), ply)
    } else if depth == 0 {
        held.horizon = true;
        let value = evaluator.value_until(game, state, viewer, held.budget.deadline());
        if value.is_none() {
            held.budget.call_off();
        }
        value.map_or(Rank::LEVEL, Rank::estimate)
    } else {
        let after = |mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            minimax(game, evaluator, &next, viewer, (depth - 1, ply + 1), held)
        };
        let ranks = game.moves(state).map(after);
        if game.mover(state) == viewer {
            ranks.max().expect("a state that is not over has moves")
        } else {
            ranks.min().expect("a state that is not over has moves")
        }
    };
    held.drop_one();
    rank
}

/// Plain minimax to a fixed depth, as an agent.
///
/// Cut short, it knows the moves it finished and says nothing of the others.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    /// Moves to look ahead, at least 1.
    pub depth: u32,
    /// Judges the states at the horizon.
    pub evaluator: E,
}

impl<G: Game, E: Evaluator<G>> Agent<G> for Minimax<E> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        needs_minimax("minimax", &game.facts())?;
        let mover = game.mover(state);
        if self.depth == 0 {
            return Err(Error::unsuited(
                "minimax cannot look 0 moves ahead",
                "`depth` is at least 1",
            ));
        }
        let depth = limits
            .depth
            .map_or(self.depth, |most| most.clamp(1, self.depth));
        let mut held = Held::new(SearchBudget::new(None, None, limits));
        let mut moves = Vec::new();
        for mv in game.moves(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            held.horizon = false;
            let rank = minimax(
                game,
                &self.evaluator,
                &next,
                mover,
                (depth - 1, 1),
                &mut held,
            );
            let score = if held.budget.is_spent() {
                Score::Unknown
            } else {
                rank.score(!held.horizon, &game.facts())
            };
            moves.push(Advised {
                mv,
                score,
                visits: None,
                mean: None,
            });
        }
        if let Some(failure) = self.evaluator.take_failure() {
            return Err(failure);
        }
        let mut advice = Advice::by_score(&game.facts(), mover, moves);
        advice.nodes = held.budget.nodes();
        advice.depth = Some(depth);
        advice.cut_short = held.budget.is_spent();
        if !advice.cut_short {
            let rest = held.budget.deadline().clone();
            let mut held = Held::new(SearchBudget::until(None, rest, Progress::default()));
            advice.line = self.line(game, state, advice.best[0], depth, &mut held);
        }
        Ok(advice)
    }

    fn reseed(&mut self, seed: u64) {
        self.evaluator.reseed(seed);
    }
}

impl<E> Minimax<E> {
    /// The principal variation from `state`, beginning with `first`: each move keeps the value of the search.
    ///
    /// As long as the deadline allows.
    fn line<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        first: G::Move,
        depth: u32,
        held: &mut Held,
    ) -> Vec<G::Move>
    where
        E: Evaluator<G>,
    {
        let viewer = game.mover(state);
        let mut line = vec![first];
        let mut state = state.clone();
        game.play(&mut state, first);
        for ply in 1..depth {
            if game.payoffs(&state).is_some() {
                break;
            }
            let mut after = |mv: G::Move| {
                let mut next = state.clone();
                game.play(&mut next, mv);
                let place = (depth - ply - 1, ply + 1);
                let rank = minimax(game, &self.evaluator, &next, viewer, place, held);
                if game.mover(&state) == viewer {
                    rank
                } else {
                    -rank
                }
            };
            let ranked = game.moves(&state).map(|mv| (after(mv), mv));
            let best = ranked.reduce(|best, next| if next.0 > best.0 { next } else { best });
            let (_, mv) = best.expect("a state that is not over has moves");
            if held.budget.is_spent() {
                break;
            }
            line.push(mv);
            game.play(&mut state, mv);
        }
        line
    }
}
