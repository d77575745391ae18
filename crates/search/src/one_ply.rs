//! Agents that look no further than the moves themselves.

use plyscope_game::{
    Advice, Advised, Agent, Deadline, Error, Evaluator, Facts, Game, Limits, MoveHeuristic, Score,
    Value,
};

use crate::backward::is_round;
use crate::steer::mean_value;

/// Makes each move and asks an evaluator what the mover has then; a move that ends the game is worth its points.
///
/// Where players choose at the same time, the value of a move is its mean over the replies of the
/// others, of whom nothing is known: over all of them, or at most 64 evenly spread where there are more.
///
/// Cut short, it knows the moves it asked about and says nothing of the others.
#[derive(Clone, Debug)]
pub struct OnePly<E> {
    /// Judges the states after each move, as seen by the player who made it.
    pub evaluator: E,
}

impl<G: Game, E: Evaluator<G>> Agent<G> for OnePly<E> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let mut advice = Advice::empty(game.mover(state));
        Agent::<G>::advise_over(self, game, state, limits, &mut advice)?;
        Ok(advice)
    }

    fn advise_over(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        advice: &mut Advice<G::Move>,
    ) -> Result<(), Error> {
        Ask::new(game, &self.evaluator, Deadline::of(limits)).fill(state, advice)
    }

    fn advise_each(
        &mut self,
        game: &G,
        states: &[G::State],
        limits: &Limits,
        tell: &mut dyn FnMut(&G::State, &Advice<G::Move>) -> bool,
    ) -> Result<(), Error> {
        let Some(first) = states.first() else {
            return Ok(());
        };
        // One list of moves serves all states: most heuristics take less time than a new list.
        let mut advice = Advice::empty(game.mover(first));
        let mut ask = Ask::new(game, &self.evaluator, Deadline::of(limits));
        for state in states {
            if limits.stop.is_raised() {
                break;
            }
            // A limit on time counts from each state; without one, the flag is all there is to look at.
            if limits.time.is_some() {
                ask.deadline = Deadline::of(limits);
            }
            ask.fill(state, &mut advice)?;
            if !tell(state, &advice) {
                break;
            }
        }
        Ok(())
    }

    fn reseed(&mut self, seed: u64) {
        self.evaluator.reseed(seed);
    }
}

/// What is needed to value the moves of one state after the other.
struct Ask<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    facts: Facts,
    deadline: Deadline,
    /// The states after moves, and their values, for an evaluator that likes many at once.
    batch: Option<(Vec<G::State>, Vec<Value>)>,
}

impl<'a, G: Game, E: Evaluator<G>> Ask<'a, G, E> {
    fn new(game: &'a G, evaluator: &'a E, deadline: Deadline) -> Self {
        Self {
            game,
            evaluator,
            facts: game.facts(),
            deadline,
            batch: evaluator.likes_batches().then(Default::default),
        }
    }

    /// Overwrites advice with that on `state`.
    fn fill(&mut self, state: &G::State, advice: &mut Advice<G::Move>) -> Result<(), Error> {
        advice.mover = self.game.mover(state);
        advice.moves.clear();
        advice.line.clear();
        advice.intervals.clear();
        advice.worth = None;
        if self.facts.simultaneous && is_round(self.game, &self.game.round_start(state)) {
            self.score_over_replies(state, advice);
        } else if self.batch.is_some() {
            self.score_at_once(state, advice);
        } else {
            self.score_one_by_one(state, advice);
        }
        if let Some(failure) = self.evaluator.take_failure() {
            return Err(failure);
        }
        let is_unknown = |own: &Advised<G::Move>| own.score == Score::Unknown;
        advice.cut_short = advice.moves.iter().any(is_unknown);
        advice.nodes = advice.moves.len() as u64;
        advice.depth = Some(1);
        advice.choose_by_score(&self.facts);
        Ok(())
    }

    fn score_over_replies(&self, state: &G::State, advice: &mut Advice<G::Move>) {
        let score = |mv| {
            let value = mean_value(self.game, self.evaluator, state, mv, &self.deadline);
            value.map_or(Score::Unknown, Score::Estimate)
        };
        let moves = self.game.moves(state).map(|mv| advised(mv, score(mv)));
        advice.moves.extend(moves);
    }

    fn score_one_by_one(&self, state: &G::State, advice: &mut Advice<G::Move>) {
        let (game, mover) = (self.game, advice.mover);
        let score = |mv| {
            if self.deadline.is_over() {
                return Score::Unknown;
            }
            let next = after(game, state, mv);
            if let Some(payoffs) = game.payoffs(&next) {
                return ended(payoffs.of(mover));
            }
            let value = self
                .evaluator
                .value_until(game, &next, mover, &self.deadline);
            value.map_or(Score::Unknown, Score::Estimate)
        };
        let moves = game.moves(state).map(|mv| advised(mv, score(mv)));
        advice.moves.extend(moves);
    }

    fn score_at_once(&mut self, state: &G::State, advice: &mut Advice<G::Move>) {
        let (game, mover) = (self.game, advice.mover);
        let Some((states, values)) = &mut self.batch else {
            return;
        };
        states.clear();
        values.clear();
        for mv in game.moves(state) {
            let next = after(game, state, mv);
            let end = game.payoffs(&next);
            let score = end.map_or(Score::Unknown, |payoffs| ended(payoffs.of(mover)));
            advice.moves.push(advised(mv, score));
            if end.is_none() {
                states.push(next);
            }
        }
        self.evaluator
            .values(game, states, mover, &self.deadline, values);
        let open = advice.moves.iter_mut();
        let open = open.filter(|own| own.score == Score::Unknown);
        for (own, &value) in open.zip(values.iter()) {
            own.score = Score::Estimate(value);
        }
    }
}

/// The state after a move.
fn after<G: Game>(game: &G, state: &G::State, mv: G::Move) -> G::State {
    let mut next = state.clone();
    game.play(&mut next, mv);
    next
}

/// The score of a move that ends the game.
fn ended(points: i32) -> Score {
    Score::Exact {
        points,
        plies: Some(1),
    }
}

fn advised<M>(mv: M, score: Score) -> Advised<M> {
    Advised {
        mv,
        score,
        visits: None,
        mean: None,
    }
}

/// Asks a heuristic about each move and makes none: not even a winning move is seen unless the heuristic sees it.
///
/// Where players choose at the same time, it looks at the state at the beginning of the round.
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
    ) -> Result<Advice<G::Move>, Error> {
        let mover = game.mover(state);
        let legal: Vec<G::Move> = game.moves(state).collect();
        let cut_short = Deadline::of(limits).is_over();
        let mut values = Vec::with_capacity(legal.len());
        if !cut_short {
            let heuristic = &self.heuristic;
            let seen = game.round_start(state);
            heuristic.move_values(game, &seen, mover, &legal, &mut values);
        }
        let score = |at: usize| {
            values
                .get(at)
                .map_or(Score::Unknown, |&own| Score::Estimate(own))
        };
        let moves = legal.iter().enumerate();
        let moves = moves.map(|(at, &mv)| advised(mv, score(at))).collect();
        let mut advice = Advice::by_score(&game.facts(), mover, moves);
        advice.cut_short = cut_short;
        Ok(advice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_connect4::Standard;
    use plyscope_game::Player;

    /// The same values, one by one or many at once.
    struct Counting {
        at_once: bool,
    }

    impl Evaluator<Standard> for Counting {
        fn value(
            &self,
            game: &Standard,
            state: &<Standard as Game>::State,
            player: Player,
        ) -> Value {
            let key = game.key(state) >> 44;
            key as Value * if player == Player::FIRST { 1.0 } else { -1.0 }
        }
        fn likes_batches(&self) -> bool {
            self.at_once
        }
    }

    #[test]
    fn many_states_at_once_are_advised_on_as_one_by_one() {
        let game = Standard::default();
        let mut chance = plyscope_game::Chance::new(5);
        let mut states = Vec::new();
        let mut state = game.start();
        while game.payoffs(&state).is_none() {
            states.push(state);
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        let limits = Limits::every_move();
        let mut single = OnePly {
            evaluator: Counting { at_once: false },
        };
        let mut batched = OnePly {
            evaluator: Counting { at_once: true },
        };
        let mut told = 0;
        let mut tell = |state: &_, advice: &Advice<_>| {
            told += 1;
            *advice == single.advise(&game, state, &limits).unwrap()
        };
        batched
            .advise_each(&game, &states, &limits, &mut tell)
            .unwrap();
        assert_eq!(told, states.len());
    }
}
