//! Agents that look no further than the moves themselves.

use plyscope_game::{
    Advice, Advised, Agent, AgentError, Deadline, Evaluator, Game, Limits, MoveHeuristic, Score,
};

/// Makes each move and asks an evaluator what the mover has then; a move that ends the game is worth its points.
///
/// Cut short, it knows the moves it asked about and says nothing of the others.
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
        limits: &Limits,
    ) -> Result<Advice<G::Move>, AgentError> {
        let mover = game.mover(state);
        let deadline = Deadline::of(limits);
        let score = |mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            if let Some(payoffs) = game.payoffs(&next) {
                return Score::Exact {
                    points: payoffs.of(mover),
                    plies: Some(1),
                };
            }
            let value = self.evaluator.value_until(game, &next, mover, &deadline);
            value.map_or(Score::Unknown, Score::Estimate)
        };
        let (scored, cut_short) = scored(game, state, &deadline, score);
        if let Some(failure) = self.evaluator.take_failure() {
            return Err(failure);
        }
        let mut advice = Advice::by_score(mover, scored);
        advice.nodes = advice.moves.len() as u64;
        advice.depth = Some(1);
        advice.cut_short = cut_short;
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
        limits: &Limits,
    ) -> Result<Advice<G::Move>, AgentError> {
        let mover = game.mover(state);
        let score = |mv| Score::Estimate(self.heuristic.move_value(game, state, mover, mv));
        let (scored, cut_short) = scored(game, state, &Deadline::of(limits), score);
        let mut advice = Advice::by_score(mover, scored);
        advice.cut_short = cut_short;
        Ok(advice)
    }
}

/// Every legal move with its score, and whether the deadline left some without.
fn scored<G: Game>(
    game: &G,
    state: &G::State,
    deadline: &Deadline,
    score: impl Fn(G::Move) -> Score,
) -> (Vec<Advised<G::Move>>, bool) {
    let advised = |mv| Advised {
        mv,
        score: if deadline.is_over() {
            Score::Unknown
        } else {
            score(mv)
        },
        visits: None,
        mean: None,
    };
    let moves: Vec<_> = game.moves(state).map(advised).collect();
    let cut_short = moves.iter().any(|own| own.score == Score::Unknown);
    (moves, cut_short)
}
