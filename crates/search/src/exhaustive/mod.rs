//! Solving a small game whole: every state that can follow, with its exact worth.
//!
//! States are visited depth first and kept by value, so nothing is visited
//! twice and nothing is guessed: a game with more states than allowed is not solved.

mod agent;
mod count;
mod room;
mod table;

pub use agent::Exhaustive;
pub use count::StateCounts;
pub use room::{SMALL, states_at_least};
pub use table::{NoMemory, StateTable};

use std::time::Duration;

use plyscope_game::{Error, Facts, Game, Limits, Player, Points, Score};

use crate::SearchBudget;

/// Moves that are followed from one state; each takes room on the stack.
pub const DEEPEST: u32 = 1_000;

/// How a game is solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExhaustiveParams {
    /// The most states to keep; at least 1. Each takes the size of the state and about 20 bytes.
    pub max_states: usize,
    /// The most bytes to keep them in.
    pub max_bytes: usize,
    /// The most states to visit for one call.
    pub nodes: Option<u64>,
    /// The most time for one call; makes it depend on the machine whether anything is solved.
    pub time: Option<Duration>,
    /// Whether states that are images of each other under the game's symmetries are kept once.
    pub symmetry: bool,
}

impl Default for ExhaustiveParams {
    fn default() -> Self {
        Self {
            max_states: 20_000_000,
            max_bytes: 2 << 30,
            nodes: None,
            time: None,
            symmetry: true,
        }
    }
}

/// What a state is worth under best play of both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// The first player's points, from the level result on.
    margin: i16,
    plies: u16,
}

impl Worth {
    /// How far what `player` gets lies from the level result; see [`Facts::margin`].
    #[inline]
    pub fn margin(self, player: Player) -> Points {
        let margin = Points::from(self.margin);
        if player == Player::FIRST {
            margin
        } else {
            -margin
        }
    }

    /// Moves until the end, when wins are hurried, and losses and draws put off.
    pub fn plies(self) -> u32 {
        self.plies.into()
    }

    /// Both as `player`'s score.
    pub fn score(self, player: Player, facts: &Facts) -> Score {
        Score::Exact {
            points: facts.points_at(self.margin(player)),
            plies: Some(self.plies()),
        }
    }

    /// The order in which `player` prefers: more points, then a win sooner, all else later.
    #[inline]
    fn preference(self, player: Player) -> (Points, i32) {
        let margin = self.margin(player);
        let plies = i32::from(self.plies);
        (margin, if margin > 0 { -plies } else { plies })
    }

    /// The same, one move before.
    #[inline]
    fn before(self) -> Self {
        Self {
            margin: self.margin,
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
        /// States that surely can follow, if that was found out before all room was taken.
        at_least: Option<u64>,
    },
    /// The machine has not got the memory.
    NoMemory {
        /// States solved until then.
        states: usize,
    },
    /// A limit of the caller or a stop ended it.
    CutShort {
        /// States solved until then.
        states: usize,
    },
    /// Some line of play is longer than can be followed: such a game may have no end.
    TooDeep,
    /// Not a game of one player, nor of two in turns in which one loses what the other wins.
    OtherKind,
}

impl From<NotSolved> for Error {
    fn from(reason: NotSolved) -> Self {
        match reason {
            NotSolved::TooLarge {
                max_states,
                at_least,
            } => Self::unsuited(
                match at_least {
                    Some(states) => format!(
                        "at least {states} states can follow, and {max_states} may be kept; not solved"
                    ),
                    None => format!("more than {max_states} states can follow; not solved"),
                },
                "ask nearer to the end of the game, or allow more states and the memory for them",
            ),
            NotSolved::NoMemory { states } => Self::unsuited(
                format!("there is no memory for more than {states} states; not solved"),
                "ask nearer to the end of the game, or where there is more memory",
            ),
            NotSolved::CutShort { states } => Self::unsuited(
                format!("cut short after {states} states; not solved"),
                "give it more time or nodes",
            ),
            NotSolved::TooDeep => Self::unsuited(
                format!("some games last more than {DEEPEST} moves from here; not solved"),
                "a game that may go round in circles needs a search: `mcts`, or one to a depth",
            ),
            NotSolved::OtherKind => Self::unsuited(
                "only games of one player, or of two in turns where one loses what the other wins, are solved this way",
                "backward induction over all players solves others",
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
        let facts = game.facts();
        let is_alone = facts.players == 1 && !facts.simultaneous;
        if !(facts.is_minimax() || is_alone) || !facts.has_small_margins() {
            return Err(NotSolved::OtherKind);
        }
        let mut run = Run {
            facts: game.facts(),
            root: state,
            budget: SearchBudget::new(self.params.nodes, self.params.time, limits),
            ask_at: self.len() + SMALL,
            depth: 0,
        };
        self.solve(game, state, &mut run)
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

    /// The most states like one that may be kept.
    fn max_states(&self, game: &G, state: &G::State) -> usize {
        let heap = game.state_bytes(state) - size_of::<G::State>();
        let bytes = StateTable::<G::State, Worth>::BYTES_PER_STATE + heap;
        let by_bytes = self.params.max_bytes / bytes;
        let most = StateTable::<G::State, Worth>::MOST;
        self.params.max_states.min(by_bytes).min(most)
    }

    fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run<'_, G>,
    ) -> Result<Worth, NotSolved> {
        let (key, state) = self.stand_in(game, state);
        if let Some(index) = self.table.find(key, &state) {
            return Ok(self.table.entries()[index].1);
        }
        if run.budget.spend() {
            return Err(NotSolved::CutShort { states: self.len() });
        }
        let worth = match game.payoffs(&state) {
            Some(payoffs) => Worth {
                margin: run.facts.margin(payoffs.of(Player::FIRST)) as i16,
                plies: 0,
            },
            None => self.best(game, &state, run)?,
        };
        let max_states = self.max_states(game, run.root);
        if self.len() >= max_states {
            return Err(NotSolved::TooLarge {
                max_states,
                at_least: None,
            });
        }
        if self.len() == run.ask_at {
            self.ask_for_room(game, run, max_states)?;
        }
        let states = self.len();
        let inserted = self.table.insert(key, state, worth);
        inserted.map_err(|NoMemory| NotSolved::NoMemory { states })?;
        Ok(worth)
    }

    /// Gives up at once where far more states can follow than may be kept.
    fn ask_for_room(&self, game: &G, run: &Run<'_, G>, max_states: usize) -> Result<(), NotSolved> {
        let symmetry = self.params.symmetry;
        let enough = max_states as u64;
        let deadline = run.budget.deadline();
        let states = states_at_least(game, run.root, symmetry, u32::MAX, enough, deadline);
        if states > enough {
            return Err(NotSolved::TooLarge {
                max_states,
                at_least: Some(states),
            });
        }
        Ok(())
    }

    /// The worth of a state that is not over: that of its best move.
    fn best(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run<'_, G>,
    ) -> Result<Worth, NotSolved> {
        let mover = game.mover(state);
        let mut best: Option<Worth> = None;
        run.depth += 1;
        if run.depth > DEEPEST {
            return Err(NotSolved::TooDeep);
        }
        for mv in game.moves(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let worth = self.solve(game, &next, run)?.before();
            if best.is_none_or(|best| worth.preference(mover) > best.preference(mover)) {
                best = Some(worth);
            }
        }
        run.depth -= 1;
        Ok(best.expect("a state that is not over has moves"))
    }
}

/// One call to solve.
struct Run<'a, G: Game> {
    root: &'a G::State,
    facts: Facts,
    budget: SearchBudget,
    /// How many states are kept when the room for all is asked for.
    ask_at: usize,
    /// Moves from the root.
    depth: u32,
}
