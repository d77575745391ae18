//! Agents whose game's type is hidden.

use std::ops::Range;
use std::sync::Arc;

use super::states::known;
use super::{AnyStates, Replies};
use crate::{Advice, Advised, Agent, Chance, Error, ErrorKind, Limits, Notation, Player, Score};

/// An agent for one game; moves are places among the legal moves of their state.
pub trait AnyAgent: Send {
    /// Scores the legal moves of a state, which is not over.
    ///
    /// # Errors
    /// When the agent cannot play this game or an outside program failed.
    fn advise(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
    ) -> Result<Advice<usize>, Error>;

    /// A move it likes best, ties broken at random; the state is not over.
    ///
    /// Cheaper than [`Self::advise`]: only one move is looked up in the list of legal ones.
    ///
    /// # Errors
    /// When the agent fails, or chooses no move or one that is not legal.
    fn choose(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
        chance: &mut Chance,
    ) -> Result<Choice, Error>;

    /// Scores the moves of every state of a range, none of which is over, and
    /// forgets before each: the answers do not depend on the order of work.
    ///
    /// Stops at a raised stop; `replies` then holds those that were whole.
    /// `progress` is told of every state.
    ///
    /// # Errors
    /// When the agent fails; the error names the state.
    fn advise_each(
        &mut self,
        states: &dyn AnyStates,
        range: Range<usize>,
        limits: &Limits,
        replies: &mut Replies,
        progress: &dyn Fn(),
    ) -> Result<(), Error>;

    /// Forgets what was learned in earlier calls, as before a new game.
    fn forget(&mut self);

    /// Takes another seed for its random numbers, as if it had been made with it.
    fn reseed(&mut self, seed: u64);
}

/// One move that an agent chose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// Its place among the legal moves.
    pub mv: usize,
    /// What the agent thinks of it.
    pub score: Score,
}

/// An agent behind [`AnyAgent`].
pub struct AgentOf<G: Notation, A> {
    game: Arc<G>,
    agent: A,
    /// The last advice on a move to choose: its lists serve again.
    advice: Advice<G::Move>,
}

impl<G: Notation, A: Agent<G>> AgentOf<G, A> {
    /// The agent with the type of its game hidden.
    pub fn new(game: Arc<G>, agent: A) -> Self {
        Self {
            game,
            agent,
            advice: Advice::empty(Player::FIRST),
        }
    }
}

impl<G: Notation, A: Agent<G>> AnyAgent for AgentOf<G, A> {
    fn advise(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
    ) -> Result<Advice<usize>, Error> {
        let state = &known::<G>(states).all()[at];
        let advice = self.agent.advise(&self.game, state, limits);
        holds(&*self.game)?;
        let advice = advice?;
        answers_for_all(&*self.game, state, &advice)?;
        Ok(by_place(&*self.game, state, advice))
    }

    fn choose(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
        chance: &mut Chance,
    ) -> Result<Choice, Error> {
        let state = &known::<G>(states).all()[at];
        let advice = &mut self.advice;
        let advised = self.agent.advise_over(&self.game, state, limits, advice);
        holds(&*self.game)?;
        advised?;
        if advice.best.is_empty() {
            return Err(Error::new(ErrorKind::Illegal, "chose no move at all"));
        }
        let mv = advice.best[chance.below(advice.best.len() as u32) as usize];
        let place = self.game.moves(state).position(|legal| legal == mv);
        let Some(place) = place else {
            let what = format!("chose {mv:?}, which is not legal");
            return Err(Error::new(ErrorKind::Illegal, what));
        };
        Ok(Choice {
            mv: place,
            score: advice.score_of(mv).unwrap_or(Score::Unknown),
        })
    }

    fn advise_each(
        &mut self,
        states: &dyn AnyStates,
        range: Range<usize>,
        limits: &Limits,
        replies: &mut Replies,
        progress: &dyn Fn(),
    ) -> Result<(), Error> {
        let states = &known::<G>(states).all()[range];
        let (game, before) = (&*self.game, replies.len());
        let mut wrong = None;
        let mut told = |state: &G::State, advice: &Advice<G::Move>| {
            let whole = answers_for_all(game, state, advice);
            wrong = whole.err();
            if wrong.is_none() {
                replies.add(advice);
                progress();
            }
            wrong.is_none()
        };
        let done = self.agent.advise_each(game, states, limits, &mut told);
        let failed = holds(game).and(wrong.map_or(done, Err));
        failed.map_err(|error| match states.get(replies.len() - before) {
            Some(state) => error.in_context(format!("state {}", game.write_state(state))),
            None => error,
        })
    }

    fn forget(&mut self) {
        self.agent.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.agent.reseed(seed);
    }
}

/// Nothing that an agent found holds where the rules broke a promise on the way.
fn holds<G: Notation>(game: &G) -> Result<(), Error> {
    game.trouble().map_or(Ok(()), Err)
}

/// Places in advice are places among the legal moves only if it names all of them, in order.
fn answers_for_all<G: Notation>(
    game: &G,
    state: &G::State,
    advice: &Advice<G::Move>,
) -> Result<(), Error> {
    if game.moves(state).eq(advice.moves.iter().map(|own| own.mv)) {
        return Ok(());
    }
    let what = "the agent did not answer for every legal move";
    Err(Error::unsuited(what, "choose another agent"))
}

/// Advice with places for moves.
fn by_place<G: Notation>(game: &G, state: &G::State, advice: Advice<G::Move>) -> Advice<usize> {
    let place = |mv: &G::Move| advice.moves.iter().position(|own| own.mv == *mv);
    let mut line = Vec::with_capacity(advice.line.len());
    let mut after = state.clone();
    // An agent's line is its word: it ends where it leaves the rules.
    for &mv in &advice.line {
        let is_over = game.payoffs(&after).is_some();
        let legal = (!is_over).then(|| game.moves(&after).position(|legal| legal == mv));
        let Some(Some(place)) = legal else { break };
        line.push(place);
        game.play(&mut after, mv);
    }
    Advice {
        mover: advice.mover,
        best: advice.best.iter().filter_map(place).collect(),
        line,
        moves: advice
            .moves
            .iter()
            .enumerate()
            .map(|(place, own)| Advised {
                mv: place,
                score: own.score,
                visits: own.visits,
                mean: own.mean,
            })
            .collect(),
        intervals: advice.intervals,
        nodes: advice.nodes,
        depth: advice.depth,
        cut_short: advice.cut_short,
        worth: advice.worth,
    }
}
