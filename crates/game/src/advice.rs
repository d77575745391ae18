//! What an agent says about the moves of a state.

use crate::{Error, Facts, Game, Limits, Player, Points, Rank, Score, Value};

/// One legal move and what the agent thinks of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Advised<M> {
    /// The move.
    pub mv: M,
    /// Its worth to the mover.
    pub score: Score,
    /// Playouts or visits spent on it, where the agent counts them.
    pub visits: Option<u64>,
    /// The mean result of those visits, where there were any; with a proved score too.
    pub mean: Option<Value>,
}

/// A score on every legal move of one state, in the game's order of moves.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Advice<M> {
    /// Whose moves they are.
    pub mover: Player,
    /// Every legal move.
    pub moves: Vec<Advised<M>>,
    /// The moves the agent would choose among; never empty if there are moves.
    pub best: Vec<M>,
    /// Best play as the agent sees it, beginning with one of `best`; empty where the agent does not look ahead.
    pub line: Vec<M>,
    /// Where the value of each move lies with a confidence of 95 %, in the order of `moves`; empty where nothing was sampled.
    pub intervals: Vec<[Value; 2]>,
    /// States visited to find out.
    pub nodes: u64,
    /// Moves ahead that were looked at in full, where that means something.
    pub depth: Option<u32>,
    /// Whether the search ended before its own limit, because a caller's limit or a stop cut it short.
    pub cut_short: bool,
    /// What the state is worth to the mover, where the agent proved that without an exact score for every move.
    ///
    /// To know whether a state is proved, ask [`Advice::proved`].
    pub worth: Option<Points>,
}

impl<M: Copy + PartialEq> Advice<M> {
    /// Advice that says nothing yet, to be filled.
    #[must_use]
    pub fn empty(mover: Player) -> Self {
        Self {
            mover,
            moves: Vec::new(),
            best: Vec::new(),
            line: Vec::new(),
            intervals: Vec::new(),
            nodes: 0,
            depth: None,
            cut_short: false,
            worth: None,
        }
    }

    /// Advice whose best moves are all those with the highest score; nothing is known of unknown ones.
    ///
    /// A proved loss is no best move as long as there are moves that were not searched: then those are.
    #[must_use]
    pub fn by_score(facts: &Facts, mover: Player, moves: Vec<Advised<M>>) -> Self {
        let mut advice = Self::empty(mover);
        advice.moves = moves;
        advice.choose_by_score(facts);
        advice
    }

    /// Advice whose best moves are all those with the highest score; unknown ones are known to be no better.
    #[must_use]
    pub fn by_known_score(facts: &Facts, mover: Player, moves: Vec<Advised<M>>) -> Self {
        let mut advice = Self::empty(mover);
        advice.moves = moves;
        advice.choose_by_rank(facts);
        advice
    }

    /// Chooses the best moves as [`Self::by_score`] does; keeps the memory of the list.
    pub fn choose_by_score(&mut self, facts: &Facts) {
        let top = self.choose_by_rank(facts);
        let is_lost = facts.is_rivalry() && top < Rank::LEVEL && top.is_decided();
        if !is_lost {
            return;
        }
        let is_unknown = |own: &&Advised<M>| own.score == Score::Unknown;
        if self.moves.iter().any(|own| is_unknown(&own)) {
            let unknown = self.moves.iter().filter(is_unknown);
            self.best.clear();
            self.best.extend(unknown.map(|own| own.mv));
        }
    }

    /// Makes all moves with the highest score the best ones; gives their rank.
    fn choose_by_rank(&mut self, facts: &Facts) -> Rank {
        self.best.clear();
        let mut top = Rank::WORST;
        for advised in &self.moves {
            let rank = advised.score.rank(facts);
            if rank > top {
                top = rank;
                self.best.clear();
            }
            if rank == top {
                self.best.push(advised.mv);
            }
        }
        top
    }

    /// What the state is worth to the mover under best play, if this advice proves it.
    ///
    /// A proof is: what the agent says it proved of the state, a proved move
    /// that gives the most points there are, or an exact score on every move. An
    /// exact score on the best move alone is none, because others may be better.
    pub fn proved(&self, facts: &Facts) -> Option<Points> {
        let points = |advised: &Advised<M>| match advised.score {
            Score::Exact { points, .. } => Some(points),
            _ => None,
        };
        let most = self.moves.iter().filter_map(points).max();
        let is_whole = || self.moves.iter().all(|advised| points(advised).is_some());
        self.worth
            .or_else(|| most.filter(|&most| most >= facts.points.1 || is_whole()))
    }

    /// The score of `mv`, if it is legal.
    pub fn score_of(&self, mv: M) -> Option<Score> {
        self.moves
            .iter()
            .find(|advised| advised.mv == mv)
            .map(|advised| advised.score)
    }

    /// The rank of the best move.
    pub fn rank(&self, facts: &Facts) -> Option<Rank> {
        let ranks = self.moves.iter().map(|advised| advised.score.rank(facts));
        ranks.max()
    }
}

/// A player of the game: puts a value on every move of a state.
///
/// ```
/// use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Score, Value};
///
/// /// Likes the moves that the game lists first.
/// struct Hasty;
///
/// impl<G: Game> Agent<G> for Hasty {
///     fn advise(
///         &mut self,
///         game: &G,
///         state: &G::State,
///         _: &Limits,
///     ) -> Result<Advice<G::Move>, Error> {
///         let moves = game.moves(state).enumerate().map(|(place, mv)| Advised {
///             mv,
///             score: Score::Estimate(-(place as Value)),
///             visits: None,
///             mean: None,
///         });
///         Ok(Advice::by_score(&game.facts(), game.mover(state), moves.collect()))
///     }
/// }
///
/// let game = plyscope_connect4::Standard::default();
/// let advice = Hasty.advise(&game, &game.start(), &Limits::best_move())?;
/// assert_eq!(game.move_index(advice.best[0]), 0);
/// # Ok::<(), plyscope_game::Error>(())
/// ```
pub trait Agent<G: Game>: Send {
    /// Scores the legal moves of `state`, which is not over, in the game's order of moves.
    ///
    /// Two calls with the same arguments on agents made alike give the same
    /// advice, unless a time limit or a stop cut one short or the agent says otherwise.
    ///
    /// # Errors
    /// When the agent cannot play this game or an outside program failed.
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error>;

    /// The same, written over earlier advice.
    ///
    /// An agent that takes less time than making lists of moves overwrites those that are there.
    ///
    /// # Errors
    /// As [`Self::advise`]; what the advice holds then means nothing.
    fn advise_over(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        advice: &mut Advice<G::Move>,
    ) -> Result<(), Error> {
        *advice = self.advise(game, state, limits)?;
        Ok(())
    }

    /// Scores the moves of many states, none of which is over, and forgets
    /// before each: what is said of one does not depend on the others.
    ///
    /// `tell` gets every answer in order and says whether to go on; a raised
    /// stop ends the work too. An agent that answers many at once quicker than
    /// one by one does so here.
    ///
    /// # Errors
    /// When the agent fails; the answers before that have been told.
    fn advise_each(
        &mut self,
        game: &G,
        states: &[G::State],
        limits: &Limits,
        tell: &mut dyn FnMut(&G::State, &Advice<G::Move>) -> bool,
    ) -> Result<(), Error> {
        one_by_one::<G>(states, limits, tell, &mut |state| {
            self.forget();
            self.advise(game, state, limits)
        })
    }

    /// Forgets what was learned in earlier calls, as before a new game.
    ///
    /// An agent lives for a contest and forgets between games.
    fn forget(&mut self) {}

    /// Takes another seed for its random numbers, as if it had been made with it.
    fn reseed(&mut self, _seed: u64) {}
}

/// What [`Agent::advise_each`] does by default, compiled once per game instead of once per agent.
fn one_by_one<G: Game>(
    states: &[G::State],
    limits: &Limits,
    tell: &mut dyn FnMut(&G::State, &Advice<G::Move>) -> bool,
    advise: &mut dyn FnMut(&G::State) -> Result<Advice<G::Move>, Error>,
) -> Result<(), Error> {
    for state in states {
        if limits.stop.is_raised() || !tell(state, &advise(state)?) {
            break;
        }
    }
    Ok(())
}

impl<G: Game, T: Agent<G> + ?Sized> Agent<G> for Box<T> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        (**self).advise(game, state, limits)
    }
    fn advise_over(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
        advice: &mut Advice<G::Move>,
    ) -> Result<(), Error> {
        (**self).advise_over(game, state, limits, advice)
    }
    fn advise_each(
        &mut self,
        game: &G,
        states: &[G::State],
        limits: &Limits,
        tell: &mut dyn FnMut(&G::State, &Advice<G::Move>) -> bool,
    ) -> Result<(), Error> {
        (**self).advise_each(game, states, limits, tell)
    }
    fn forget(&mut self) {
        (**self).forget();
    }
    fn reseed(&mut self, seed: u64) {
        (**self).reseed(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: Facts = Facts::win_draw_loss(9, 9, 9);

    fn advised(mv: u8, score: Score) -> Advised<u8> {
        Advised {
            mv,
            score,
            visits: None,
            mean: None,
        }
    }

    fn exact(points: Points) -> Score {
        let plies = None;
        Score::Exact { points, plies }
    }

    #[test]
    fn a_proved_loss_is_no_best_move_while_others_were_not_looked_at() {
        let moves = vec![
            advised(0, exact(-1)),
            advised(1, Score::Unknown),
            advised(2, Score::Unknown),
        ];
        assert_eq!(
            Advice::by_score(&FACTS, Player::FIRST, moves.clone()).best,
            vec![1, 2]
        );
        let known = Advice::by_known_score(&FACTS, Player::FIRST, moves);
        assert_eq!(known.best, vec![0], "the others are no better");
        let moves = vec![advised(0, exact(-1)), advised(1, exact(-1))];
        assert_eq!(
            Advice::by_score(&FACTS, Player::FIRST, moves).best,
            vec![0, 1]
        );
        let moves = vec![advised(0, exact(0)), advised(1, Score::Unknown)];
        assert_eq!(Advice::by_score(&FACTS, Player::FIRST, moves).best, vec![0]);
    }

    #[test]
    fn an_exact_best_move_beside_estimates_proves_nothing_unless_it_wins() {
        let proved = |scores: &[Score]| {
            let moves = scores.iter().map(|&score| advised(0, score)).collect();
            Advice::by_score(&FACTS, Player::FIRST, moves).proved(&FACTS)
        };
        assert_eq!(proved(&[exact(0), Score::Estimate(-0.9)]), None);
        assert_eq!(proved(&[exact(-1), Score::Unknown]), None);
        assert_eq!(proved(&[exact(1), Score::Unknown]), Some(1));
        assert_eq!(proved(&[exact(0), exact(-1)]), Some(0));
        assert_eq!(proved(&[]), None);
    }
}
