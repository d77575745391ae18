//! Solving a small game whole: every state that can follow, with its exact worth.
//!
//! States are visited depth first and kept by value, so nothing is visited
//! twice and nothing is guessed: a game with more states than allowed is not solved.

mod agent;
mod count;
mod table;

pub use agent::Exhaustive;
pub use count::Counts;
pub use table::StateTable;

use plyscope_game::{AgentError, Game, Limits, Player, Points, Score};

use crate::Budget;

/// How a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExhaustiveParams {
    /// The most states to keep; at least 1. Each takes the size of the state and about 20 bytes.
    pub max_states: usize,
    /// Whether states that are images of each other under the game's symmetries are kept once.
    pub symmetry: bool,
}

impl Default for ExhaustiveParams {
    fn default() -> Self {
        Self {
            max_states: 20_000_000,
            symmetry: true,
        }
    }
}

/// What a state is worth under best play of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    points: i16,
    plies: u16,
}

impl Worth {
    /// What `player` gets.
    #[inline]
    pub fn points(self, player: Player) -> Points {
        let points = Points::from(self.points);
        if player == Player::FIRST {
            points
        } else {
            -points
        }
    }

    /// Moves until the end, when wins are hurried, and losses and draws put off.
    pub fn plies(self) -> u32 {
        self.plies.into()
    }

    /// Both as `player`'s score.
    pub fn score(self, player: Player) -> Score {
        Score::Exact {
            points: self.points(player),
            plies: Some(self.plies()),
        }
    }

    /// The order in which `player` prefers: more points, then a win sooner, all else later.
    #[inline]
    fn preference(self, player: Player) -> (Points, i32) {
        let points = self.points(player);
        let plies = i32::from(self.plies);
        (points, if points > 0 { -plies } else { plies })
    }

    /// The same, one move before.
    #[inline]
    fn before(self) -> Self {
        Self {
            points: self.points,
            plies: self.plies + 1,
        }
    }
}

/// Why a state was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotSolved {
    /// More states can follow than may be kept.
    TooLarge {
        /// The most that may be kept.
        max_states: usize,
    },
    /// A limit of the caller or a stop ended it.
    CutShort {
        /// States solved until then.
        states: usize,
    },
    /// Not a game of two players in turns in which one loses what the other wins.
    OtherKind,
}

impl From<NotSolved> for AgentError {
    fn from(reason: NotSolved) -> Self {
        match reason {
            NotSolved::TooLarge { max_states } => Self::new(
                format!("more than {max_states} states can follow; not solved"),
                "allow more states (solver:states=…) if there is memory, or ask nearer to the end of the game",
            ),
            NotSolved::CutShort { states } => Self::new(
                format!("cut short after {states} states; not solved"),
                "give it more time or nodes",
            ),
            NotSolved::OtherKind => Self::new(
                "only games of two players in turns, where one loses what the other wins, are solved",
                "this game is of another kind",
            ),
        }
    }
}

/// States of one game, solved.
#[derive(Debug)]
pub struct Solution<G: Game> {
    params: ExhaustiveParams,
    /// Each state behind all states that can follow it.
    table: StateTable<G::State, Worth>,
}

impl<G: Game> Solution<G> {
    /// Nothing solved yet.
    #[must_use]
    pub fn new(params: ExhaustiveParams) -> Self {
        Self {
            params,
            table: StateTable::new(),
        }
    }

    /// All states that can follow `state`, solved.
    ///
    /// # Errors
    /// When there are too many, or a limit ended it.
    pub fn of(
        game: &G,
        state: &G::State,
        params: ExhaustiveParams,
        limits: &Limits,
    ) -> Result<Self, NotSolved> {
        let mut solution = Self::new(params);
        solution.add(game, state, limits)?;
        Ok(solution)
    }

    /// Solves `state` and all states that can follow it, and keeps them beside
    /// those already solved, which must be of the same game.
    ///
    /// # Errors
    /// When there are too many, or a limit ended it; what was solved until then stays and is right.
    pub fn add(&mut self, game: &G, state: &G::State, limits: &Limits) -> Result<Worth, NotSolved> {
        if !game.facts().is_minimax() {
            return Err(NotSolved::OtherKind);
        }
        let mut budget = Budget::new(None, None, limits);
        self.solve(game, state, &mut budget)
    }

    /// The worth of a state, if it was solved.
    pub fn worth(&self, game: &G, state: &G::State) -> Option<Worth> {
        self.index(game, state)
            .map(|index| self.table.entries()[index].1)
    }

    /// How many states are kept.
    pub fn len(&self) -> usize {
        self.table.entries().len()
    }

    /// Whether nothing was solved.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn index(&self, game: &G, state: &G::State) -> Option<usize> {
        let (key, image) = self.stand_in(game, state);
        self.table.find(key, &image)
    }

    /// The state that is kept for `state`, and its key.
    #[inline]
    fn stand_in(&self, game: &G, state: &G::State) -> (u64, G::State) {
        if !self.params.symmetry {
            return (game.key(state), state.clone());
        }
        match game.canonical_key(state) {
            (key, 0) => (key, state.clone()),
            (key, symmetry) => (key, game.map_state(symmetry, state)),
        }
    }

    fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<Worth, NotSolved> {
        let (key, state) = self.stand_in(game, state);
        if let Some(index) = self.table.find(key, &state) {
            return Ok(self.table.entries()[index].1);
        }
        if budget.spend() {
            return Err(NotSolved::CutShort { states: self.len() });
        }
        let worth = match game.payoffs(&state) {
            Some(payoffs) => Worth {
                points: payoffs.of(Player::FIRST) as i16,
                plies: 0,
            },
            None => self.best(game, &state, budget)?,
        };
        let max_states = self
            .params
            .max_states
            .min(StateTable::<G::State, Worth>::MOST);
        if self.len() >= max_states {
            return Err(NotSolved::TooLarge { max_states });
        }
        self.table.insert(key, state, worth);
        Ok(worth)
    }

    /// The worth of a state that is not over: that of its best move.
    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &mut Budget,
    ) -> Result<Worth, NotSolved> {
        let mover = game.mover(state);
        let mut best: Option<Worth> = None;
        for mv in game.moves(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let worth = self.solve(game, &next, budget)?.before();
            if best.is_none_or(|best| worth.preference(mover) > best.preference(mover)) {
                best = Some(worth);
            }
        }
        Ok(best.expect("a state that is not over has moves"))
    }
}
