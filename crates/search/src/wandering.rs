//! An agent led astray now and then.

use plyscope_game::{Advice, Agent, Chance, Error, Game, Limits};

use crate::fit::seen_key;

/// Says what another agent says, but for a share of states chooses any legal move.
///
/// Scores stay those of the other agent; only the best moves change. Whether it
/// strays, and where to, depends on seed and state alone: asked again, it
/// chooses the same. Games between such agents differ from each other, and a
/// weaker copy of an agent is one to measure it by.
///
/// ```
/// use plyscope_game::{Agent, Game, Limits};
/// use plyscope_mnk::Mnk;
/// use plyscope_search::{Exhaustive, ExhaustiveParams, Wandering};
///
/// let game = Mnk::tictactoe();
/// let agent = Exhaustive::new(ExhaustiveParams::default())?;
/// let mut agent = Wandering { agent, share: 0.25, seed: 7 };
/// let advice = agent.advise(&game, &game.start(), &Limits::every_move())?;
/// assert!(advice.best.len() == 9 || advice.best.len() == 1);
/// # Ok::<(), plyscope_game::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Wandering<A> {
    /// Who puts the scores on the moves.
    pub agent: A,
    /// The share of states in which the choice is random: 0 is never, 1 always.
    pub share: f64,
    /// Where chance begins.
    pub seed: u64,
}

/// Puts a random move in the place of the best ones, in a share of states.
fn stray<G: Game>(
    (share, seed): (f64, u64),
    game: &G,
    state: &G::State,
    advice: &mut Advice<G::Move>,
) {
    let mut chance = Chance::for_task(seed, seen_key(game, state));
    if chance.unit() >= share {
        return;
    }
    let mv = game.pick(state, &mut chance);
    advice.best.clear();
    advice.best.push(mv);
    // A line of best play begins with a best move.
    if advice.line.first() != Some(&mv) {
        advice.line.clear();
    }
}

impl<G: Game, A: Agent<G>> Agent<G> for Wandering<A> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let mut advice = self.agent.advise(game, state, limits)?;
        stray((self.share, self.seed), game, state, &mut advice);
        Ok(advice)
    }

    fn advise_each(
        &mut self,
        game: &G,
        states: &[G::State],
        limits: &Limits,
        tell: &mut dyn FnMut(&G::State, &Advice<G::Move>) -> bool,
    ) -> Result<(), Error> {
        let how = (self.share, self.seed);
        let mut tell_strayed = |state: &G::State, advice: &Advice<G::Move>| {
            let mut advice = advice.clone();
            stray(how, game, state, &mut advice);
            tell(state, &advice)
        };
        self.agent
            .advise_each(game, states, limits, &mut tell_strayed)
    }

    fn forget(&mut self) {
        self.agent.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
        self.agent.reseed(seed);
    }
}
