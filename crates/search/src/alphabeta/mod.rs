//! Alpha-beta and `NegaScout`: the same values as plain minimax, from fewer states.
//!
//! `NegaScout` is alpha-beta that tries every move but the first with a null
//! window, and looks again only if the move turns out better. It follows the
//! listing of Balázsfalvi (2004), section 2, with what the print leaves out put
//! right: the root negates what its children return, the depth is passed on and
//! counted down, and the window `a, a + 1` is taken on whole numbers, which a
//! [`plyscope_game::Rank`] is and a weighted sum is not.

use std::time::Duration;

use plyscope_game::{Advice, Agent, Error, Evaluator, Facts, Game, Limits};

use crate::SearchBudget;
use crate::fit::needs_minimax;
use crate::order::{MoveOrder, OrderBy, Ordering, Unordered};
use crate::table::{MAX_DEPTH, Table};

mod kernel;
mod quiesce;
mod root;

use kernel::Search;

/// How to search. No choice but `depth`, `candidates` and `quiesce` changes a value.
#[derive(Clone, Debug, PartialEq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an independent switch of its own"
)]
pub struct AlphaBetaSettings {
    /// Moves to look ahead, at least 1.
    pub depth: u32,
    /// Null windows: `NegaScout` instead of plain alpha-beta.
    pub scout: bool,
    /// Bytes for the table; 0 for none.
    pub table: usize,
    /// Share results among symmetric states, if the evaluator treats them alike.
    pub symmetry: bool,
    /// Look 1 move ahead, then 2, and so on: orders moves well, and has an answer whenever it is stopped.
    pub deepen: bool,
    /// Which moves to try first.
    pub ordering: Ordering,
    /// Look only at the game's candidate moves; at the root, only if the best move alone is asked for.
    pub candidates: bool,
    /// Beyond the depth, follow noisy moves ([`Game::noisy`]) until the state is quiet.
    pub quiesce: bool,
    /// States to visit at the most.
    pub nodes: Option<u64>,
    /// Time to take at the most.
    pub time: Option<Duration>,
}

impl AlphaBetaSettings {
    /// The deepest search there is.
    pub const MAX_DEPTH: u32 = MAX_DEPTH;

    /// Textbook alpha-beta: no table, no ordering, straight to the depth.
    #[must_use]
    pub fn plain(depth: u32) -> Self {
        Self {
            depth,
            scout: false,
            table: 0,
            symmetry: false,
            deepen: false,
            ordering: Ordering::NONE,
            candidates: false,
            quiesce: false,
            nodes: None,
            time: None,
        }
    }

    /// Everything that helps.
    #[must_use]
    pub fn strong(depth: u32) -> Self {
        Self {
            scout: true,
            table: 64 << 20,
            symmetry: true,
            deepen: true,
            ordering: Ordering::default(),
            ..Self::plain(depth)
        }
    }
}

impl AlphaBetaSettings {
    /// Bytes for the table, and no more than a search can fill half of.
    ///
    /// The first touch of memory is expensive: with all of 64 MiB, the first games at depth 6 of
    /// Connect Four took 22 times as long.
    fn table_bytes(&self, facts: &Facts) -> usize {
        let states = u64::from(facts.max_moves).saturating_pow(self.depth);
        let states = states.min(self.nodes.unwrap_or(u64::MAX));
        let most = states.saturating_mul(2 * Table::BYTES_A_RESULT);
        self.table.min(usize::try_from(most).unwrap_or(usize::MAX))
    }
}

/// Alpha-beta search to a depth, as an agent.
///
/// ```
/// use plyscope_game::{Agent, Game, Limits, Score};
/// use plyscope_connect4::Standard;
/// use plyscope_search::{AlphaBeta, Noise, AlphaBetaSettings};
///
/// let game = Standard::default();
/// let noise = Noise { seed: 1, levels: 100, symmetric: true };
/// let mut agent = AlphaBeta::new(AlphaBetaSettings::strong(6), noise)?
///     // The middle columns first; values stay the same.
///     .with_order(|game: &Standard, _, mv| -(game.move_index(mv) as i32 - 3).abs());
/// let advice = agent.advise(&game, &game.start(), &Limits::every_move())?;
/// assert!(matches!(advice.moves[3].score, Score::Estimate(_)));
/// # Ok::<(), plyscope_game::Error>(())
/// ```
pub struct AlphaBeta<E, O = Unordered> {
    settings: AlphaBetaSettings,
    evaluator: E,
    order: O,
    table: Option<Table>,
}

impl<E> AlphaBeta<E> {
    /// An agent that judges the states at its horizon by `evaluator`.
    ///
    /// # Errors
    /// If the depth is 0 or above [`AlphaBetaSettings::MAX_DEPTH`].
    pub fn new(settings: AlphaBetaSettings, evaluator: E) -> Result<Self, Error> {
        if !(1..=MAX_DEPTH).contains(&settings.depth) {
            return Err(Error::unsuited(
                format!("alpha-beta cannot look {} moves ahead", settings.depth),
                format!("`depth` is 1 to {MAX_DEPTH}"),
            ));
        }
        Ok(Self {
            settings,
            evaluator,
            order: Unordered,
            table: None,
        })
    }
}

impl<E, O> AlphaBeta<E, O> {
    /// The same agent, trying the moves for which `order` is highest first: for what a game's author knows.
    ///
    /// The order takes the place of [`AlphaBetaSettings::ordering`] below the root; the
    /// move that the table remembers still comes before all others. The better
    /// the order, the fewer states are visited; no order changes a value.
    #[must_use]
    pub fn with_order<G: Game>(
        self,
        order: impl Fn(&G, &G::State, G::Move) -> i32 + Send + Sync + 'static,
    ) -> AlphaBeta<E, OrderBy<G>> {
        AlphaBeta {
            settings: self.settings,
            evaluator: self.evaluator,
            order: OrderBy(Box::new(order)),
            table: self.table,
        }
    }
}

impl<G: Game, E: Evaluator<G>, O: MoveOrder<G>> Agent<G> for AlphaBeta<E, O> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        needs_minimax("alpha-beta", &game.facts())?;
        if let Some(table) = &mut self.table {
            table.next_generation();
        } else if self.settings.table > 0 {
            let bytes = self.settings.table_bytes(&game.facts());
            let table = Table::new(bytes).ok_or_else(|| {
                let mib = bytes >> 20;
                Error::unsuited(
                    format!("there is no memory for a table of {mib} MiB"),
                    "take a smaller table",
                )
            })?;
            self.table = Some(table);
        }
        let depth = self
            .settings
            .depth
            .min(limits.depth.unwrap_or(u32::MAX))
            .max(1);
        let budget = SearchBudget::new(self.settings.nodes, self.settings.time, limits);
        let settings = &self.settings;
        let mut search = Search::new(
            game,
            (&self.evaluator, &self.order),
            settings,
            self.table.as_mut(),
            budget,
            game.mover(state),
        );
        let advice = root::advise(&mut search, state, depth, limits.every_move);
        self.evaluator.take_failure().map_or(Ok(advice), Err)
    }

    fn reseed(&mut self, seed: u64) {
        self.evaluator.reseed(seed);
    }
}
