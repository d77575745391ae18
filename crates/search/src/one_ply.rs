//! Agents that look no further than the moves themselves.

use plyscope_game::{
    Advice, Advised, Agent, AgentError, Evaluator, Game, Limits, MoveHeuristic, Score,
};

/// Makes each move and asks an evaluator what the mover has then; a move that ends the game is worth its points.
#[derive(Clone, Debug)]
pub struct OnePly<E> {
    /// Judges the states after each move, as seen by who made it.
    pub evaluator: E,
}

impl<G: Game, E: Evaluator<G>> Agent<G> for OnePly<E> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        _limits: &Limits,
    ) -> Result<Advice<G::Move>, AgentError> {
        let mover = game.mover(state);
        let score = |mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            match game.payoffs(&next) {
                Some(payoffs) => Score::Exact {
                    points: payoffs.of(mover),
                    plies: Some(1),
                },
                None => Score::Estimate(self.evaluator.value(game, &next, mover)),
            }
        };
        let scored = scored(game, state, score);
        if let Some(failure) = self.evaluator.take_failure() {
            return Err(failure);
        }
        let mut advice = Advice::by_score(mover, scored);
        advice.nodes = advice.moves.len() as u64;
        advice.depth = Some(1);
        Ok(advice)
    }
}

/// Asks a heuristic about each move and makes none: not even a winning move is seen unless the heuristic sees it.
#[derive(Clone, Debug)]
pub struct HeuristicAgent<H> {
    /// Judges the moves.
    pub heuristic: H,
}

impl<G: Game, H: MoveHeuristic<G>> Agent<G> for HeuristicAgent<H> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        _limits: &Limits,
    ) -> Result<Advice<G::Move>, AgentError> {
        let mover = game.mover(state);
        let score = |mv| Score::Estimate(self.heuristic.move_value(game, state, mover, mv));
        Ok(Advice::by_score(mover, scored(game, state, score)))
    }
}

/// Every legal move with its score.
fn scored<G: Game>(
    game: &G,
    state: &G::State,
    score: impl Fn(G::Move) -> Score,
) -> Vec<Advised<G::Move>> {
    let advised = |mv| Advised {
        mv,
        score: score(mv),
        visits: None,
        mean: None,
    };
    game.moves(state).map(advised).collect()
}
