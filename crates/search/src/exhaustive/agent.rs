//! The exhaustive solver as an agent.

use plyscope_game::{Advice, Advised, Agent, AgentError, Game, Limits};

use super::{ExhaustiveParams, NotSolved, Solution};

/// Knows the exact worth of every move, or says that it does not.
///
/// What was solved is kept for the next call, so it must not be handed another
/// game of the same type without [`Agent::forget`] in between. The advice does
/// not depend on earlier calls; only its count of nodes does.
#[derive(Debug)]
pub struct Exhaustive<G: Game> {
    solution: Solution<G>,
    hint: Option<&'static str>,
}

impl<G: Game> Exhaustive<G> {
    /// # Errors
    /// When no state may be kept.
    pub fn new(params: ExhaustiveParams) -> Result<Self, AgentError> {
        if params.max_states == 0 {
            return Err(AgentError::new(
                "nothing can be solved without keeping a state",
                "allow at least one state; 20 million are usual",
            ));
        }
        Ok(Self {
            solution: Solution::new(params),
            hint: None,
        })
    }

    /// The same with a hint of the caller's for states that too many can follow: how more are allowed.
    #[must_use]
    pub fn with_hint(mut self, hint: &'static str) -> Self {
        self.hint = Some(hint);
        self
    }

    fn explained(&self, reason: NotSolved) -> AgentError {
        let error = AgentError::from(reason);
        match (reason, self.hint) {
            (NotSolved::TooLarge { .. }, Some(hint)) => AgentError::new(error.what, hint),
            _ => error,
        }
    }

    /// What was solved in the calls so far.
    pub fn solution(&self) -> &Solution<G> {
        &self.solution
    }

    fn solve(&mut self, game: &G, state: &G::State, limits: &Limits) -> Result<(), NotSolved> {
        let room_was_taken = !self.solution.is_empty();
        match self.solution.add(game, state, limits) {
            // What earlier calls left behind must not make a solvable state unsolvable.
            Err(NotSolved::TooLarge { at_least: None, .. } | NotSolved::NoMemory { .. })
                if room_was_taken =>
            {
                Agent::<G>::forget(self);
                self.solution.add(game, state, limits)?;
            }
            other => {
                other?;
            }
        }
        Ok(())
    }

    /// Best play from `state` on: of equally good moves the first.
    fn line(&self, game: &G, state: &G::State) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut state = state.clone();
        while game.payoffs(&state).is_none() {
            let mover = game.mover(&state);
            let preference = |mv: &G::Move| {
                let mut next = state.clone();
                game.play(&mut next, *mv);
                self.worth(game, &next).before().preference(mover)
            };
            // The first of equals: `max_by_key` alone would take the last.
            let moves: Vec<G::Move> = game.moves(&state).collect();
            let best = moves.into_iter().rev().max_by_key(preference);
            let mv = best.expect("a state that is not over has moves");
            game.play(&mut state, mv);
            line.push(mv);
        }
        line
    }

    fn worth(&self, game: &G, state: &G::State) -> super::Worth {
        self.solution
            .worth(game, state)
            .expect("whatever follows a solved state is solved")
    }
}

impl<G: Game> Agent<G> for Exhaustive<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, AgentError> {
        let before = self.solution.len();
        self.solve(game, state, limits)
            .map_err(|reason| self.explained(reason))?;
        let mover = game.mover(state);
        let advised = |mv| {
            let mut next = state.clone();
            game.play(&mut next, mv);
            Advised {
                mv,
                score: self.worth(game, &next).before().score(mover),
                visits: None,
                mean: None,
            }
        };
        let moves = game.moves(state).map(advised).collect();
        let mut advice = Advice::by_score(mover, moves);
        advice.line = self.line(game, state);
        advice.nodes = self.solution.len().saturating_sub(before) as u64;
        Ok(advice)
    }

    fn forget(&mut self) {
        self.solution = Solution::new(self.solution.params);
    }
}
