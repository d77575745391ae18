//! The solver as an agent: every move's exact worth, or an honest "not solved".

use std::time::Duration;

use plyscope_game::{Advice, Advised, Agent, Deadline, Error, Evaluator, Game, Limits, Score};
#[cfg(target_arch = "x86_64")]
use plyscope_othello::Avx;
use plyscope_othello::{Move, Othello, Payoff, Portable, State};

use super::board::{Board, Square};
use super::callers_order::CallersOrder;
use super::learned::LearnedOrder;
use super::root::{RootMove, Unit};
use super::search::Search;
use super::task::{Next, Solve, Task};
use plyscope_search::tighter;

/// What a solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverParams {
    /// Memory for states met before, in bytes; the size changes the speed, never the values.
    pub table_bytes: usize,
    /// The most states to visit for one piece of advice.
    pub nodes: Option<u64>,
    /// The most time for one piece of advice; makes results depend on the machine.
    pub time: Option<Duration>,
    /// States with more empty cells are refused rather than searched for hours;
    /// if left out, those that take more than minutes: 6×6 is solved from its start, 8×8 from 24 on.
    pub max_empties: Option<u32>,
    /// Up to so many empty cells, the plies to the end are told with every move; 0 is never.
    pub plies: u32,
}

impl Default for SolverParams {
    fn default() -> Self {
        Self {
            table_bytes: 128 << 20,
            nodes: None,
            time: None,
            max_empties: None,
            plies: 16,
        }
    }
}

/// The most empty cells that are solved within minutes on a board of `size` by `size`, whatever the state.
fn feasible(size: u8) -> u32 {
    // 6×6 from its start takes seconds; 8×8 three times as long for each further cell, and minutes from 24.
    if size < 8 { 32 } else { 24 }
}

/// Knows the exact worth of every move near the end of a game of Othello.
///
/// The worth is that of the game's payoff: win, draw or loss; or the
/// difference in discs with the cells left empty counted for the winner or for
/// nobody. The plies to the end are a question of their own, asked after the
/// values stand and only up to [`SolverParams::plies`] empty cells: among moves
/// that keep the value, who wins takes the soonest end, who loses the latest,
/// and in a draw both take the latest.
///
/// Asked for the best move only, it leaves the moves that are no better
/// unknown, and tells no plies. The advice does not depend on earlier calls.
pub struct OthelloSolver {
    params: SolverParams,
    search: Search,
    portable: bool,
}

impl OthelloSolver {
    /// A solver run by the fastest code that this processor can.
    ///
    /// # Errors
    /// When a limit leaves no room for any search, or there is no memory for the table.
    pub fn new(params: SolverParams) -> Result<Self, Error> {
        if params.nodes == Some(0) {
            return Err(Error::unsuited(
                "nothing can be solved without visiting a state",
                "allow more nodes, or leave the limit out",
            ));
        }
        let search = Search::new(params.table_bytes).ok_or_else(|| {
            Error::unsuited(
                format!(
                    "there is no memory for a table of {} MiB",
                    params.table_bytes >> 20
                ),
                "take a smaller table",
            )
        })?;
        Ok(Self {
            params,
            search,
            portable: false,
        })
    }

    /// The same solver, run by the code that every processor can: for comparison.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn portable(params: SolverParams) -> Result<Self, Error> {
        Ok(Self {
            portable: true,
            ..Self::new(params)?
        })
    }

    /// The same solver, ordering the moves of states with many empty cells by what `evaluator` says of
    /// where they lead, instead of by its own guess.
    ///
    /// The evaluator sees every state as one in which the first player moves,
    /// and is asked what it is worth to the second, who made the move. A better
    /// order visits fewer states; no order changes a value. The solver then
    /// takes boards of this size alone.
    ///
    /// ```
    /// use plyscope_eval::Linear;
    /// use plyscope_othello::{Mobility, Othello};
    /// use plyscope_solver_othello::{OthelloSolver, SolverParams};
    ///
    /// let game = Othello::<8>::default();
    /// let mobility = Linear::new(&game, Mobility, vec![1.0, -1.0]);
    /// let params = SolverParams { table_bytes: 1 << 20, ..SolverParams::default() };
    /// let solver = OthelloSolver::new(params)?.ordered_by(game, mobility);
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    #[must_use]
    pub fn ordered_by<const N: u8>(
        mut self,
        game: Othello<N>,
        evaluator: impl Evaluator<Othello<N>> + 'static,
    ) -> Self {
        self.search.order = Some(CallersOrder::new(game, evaluator));
        self
    }

    /// The same solver, ordering the moves of states with 12 empty cells and more by learned patterns
    /// instead of by its own guess; on boards of another size it keeps that.
    ///
    /// It visits a third to a half fewer states. No order changes a value.
    ///
    /// ```
    /// use plyscope_eval::patterns::ReadPatterns;
    /// use plyscope_othello::Othello;
    /// use plyscope_solver_othello::{LearnedOrder, OthelloSolver, SolverParams};
    ///
    /// let game = Othello::<8>::default();
    /// let own = game.shipped_for_solver().expect("some ship for 8×8");
    /// let order = LearnedOrder::new(&game, &own.set, own.phases, own.unit, &own.weights)?;
    /// let params = SolverParams { table_bytes: 1 << 20, ..SolverParams::default() };
    /// let solver = OthelloSolver::new(params)?.guided_by(order);
    /// # Ok::<(), plyscope_game::Error>(())
    /// ```
    #[must_use]
    pub fn guided_by(mut self, order: LearnedOrder) -> Self {
        self.search.learned = Some(order.0);
        self
    }

    /// Refuses boards of another size than the caller's order is for, and states too far from the end.
    fn refuse(&self, size: u8, empties: u32) -> Result<(), Error> {
        if let Some(order) = &self.search.order
            && order.size != size
        {
            let what = format!("the order of moves is for a board of {0}×{0}", order.size);
            return Err(Error::unsuited(what, "make a solver for each size"));
        }
        let most = self.params.max_empties.unwrap_or(feasible(size));
        if empties <= most {
            return Ok(());
        }
        Err(Error::unsuited(
            format!("{empties} cells are empty; the solver takes up to {most}"),
            "ask nearer to the end of the game, or allow more empties: each one makes it about three times slower",
        ))
    }

    /// Does a task with the code that suits the processor.
    fn run<B: Board, T: Task>(&mut self, task: T) -> T::Result {
        #[cfg(target_arch = "x86_64")]
        if B::IS_LARGE {
            if let Some(code) = Avx::<true>::detect().filter(|_| !self.portable) {
                return task.run::<_, B>(code, &mut self.search);
            }
            if let Some(code) = Avx::<false>::detect().filter(|_| !self.portable) {
                return task.run::<_, B>(code, &mut self.search);
            }
        }
        task.run::<_, B>(Portable, &mut self.search)
    }

    fn solve_moves<const N: u8, const TO_WINNER: bool>(
        &mut self,
        game: &Othello<N>,
        state: &State,
        unit: Unit,
        limits: &Limits,
    ) -> Advice<Move> {
        let every_move = limits.every_move;
        let (mut moves, places) = up_to_symmetry::<N, TO_WINNER>(game, state, unit);
        let plies = every_move && empties(game, state) <= self.params.plies;
        self.run::<Square<N, TO_WINNER>, _>(Solve {
            moves: &mut moves,
            unit,
            every_move,
            plies,
        });
        let scored = game.moves(state).zip(places);
        let scored = scored
            .map(|(mv, at)| advised(mv, &moves[at]))
            .collect::<Vec<_>>();
        let mut advice = if self.search.ended {
            Advice::by_score(&game.facts(), game.mover(state), scored)
        } else {
            Advice::by_known_score(&game.facts(), game.mover(state), scored)
        };
        advice.cut_short = self.search.ended;
        let best = advice.best.first().and_then(|&mv| advice.score_of(mv));
        if let Some(Score::Exact { points, .. }) = best.filter(|_| !advice.cut_short) {
            advice.worth = Some(points);
        }
        if !advice.cut_short && !limits.values_only {
            advice.line = self.line::<N, TO_WINNER>(game, *state, &advice, unit);
        }
        advice.nodes = self.search.nodes;
        advice
    }

    /// Best play from the first of the best moves on; shorter if the search has to end.
    fn line<const N: u8, const TO_WINNER: bool>(
        &mut self,
        game: &Othello<N>,
        mut state: State,
        advice: &Advice<Move>,
        unit: Unit,
    ) -> Vec<Move> {
        let mut line = Vec::new();
        let mut next = advice.best.first().copied();
        let Some(Score::Exact { points, plies }) = next.and_then(|mv| advice.score_of(mv)) else {
            return line;
        };
        let (mut value, mut plies) = (points, plies);
        while let Some(mv) = next {
            line.push(mv);
            game.play(&mut state, mv);
            if game.payoffs(&state).is_some() {
                break;
            }
            value = -value;
            plies = plies.map(|plies| plies - 1);
            next = self.next_of_line::<N, TO_WINNER>(game, &state, value, plies, unit);
        }
        line
    }

    fn next_of_line<const N: u8, const TO_WINNER: bool>(
        &mut self,
        game: &Othello<N>,
        state: &State,
        value: i32,
        plies: Option<u32>,
        unit: Unit,
    ) -> Option<Move> {
        let mover = game.mover(state);
        let (own, theirs) = (state.discs(mover), state.discs(mover.opponent()));
        let known = self.search.table.get(own, theirs);
        let is_hint =
            |mv: Move| known.is_some_and(|known| mv.bit() == Some(u32::from(known.best[0])));
        let hint = game.moves(state).position(is_hint).unwrap_or(0);
        let moves = made::<N, TO_WINNER>(game, state, unit);
        let next = self.run::<Square<N, TO_WINNER>, _>(Next {
            moves: &moves,
            hint,
            value,
            plies: plies.map(|plies| plies - 1),
            unit,
        });
        next.and_then(|index| game.moves(state).nth(index))
    }
}

/// The moves of a state, made, of those that lead to images of one another only
/// the first; and for every move the place of what it leads to.
fn up_to_symmetry<const N: u8, const TO_WINNER: bool>(
    game: &Othello<N>,
    state: &State,
    unit: Unit,
) -> (Vec<RootMove>, Vec<usize>) {
    let mut images: Vec<State> = Vec::new();
    let mut moves = Vec::new();
    let mut places = Vec::new();
    for (mv, made) in game
        .moves(state)
        .zip(made::<N, TO_WINNER>(game, state, unit))
    {
        let mut next = *state;
        game.play(&mut next, mv);
        let image = game.canonical(&next);
        let known = images.iter().position(|own| *own == image);
        places.push(known.unwrap_or_else(|| {
            images.push(image);
            moves.push(made);
            moves.len() - 1
        }));
    }
    (moves, places)
}

/// The moves of a state, made.
fn made<const N: u8, const TO_WINNER: bool>(
    game: &Othello<N>,
    state: &State,
    unit: Unit,
) -> Vec<RootMove> {
    let made = |mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        let mover = game.mover(&next);
        let (own, theirs) = (next.discs(mover), next.discs(mover.opponent()));
        RootMove::new::<Square<N, TO_WINNER>>(own, theirs, unit)
    };
    game.moves(state).map(made).collect()
}

fn advised(mv: Move, solved: &RootMove) -> Advised<Move> {
    let score = if solved.is_solved() {
        Score::Exact {
            points: solved.lower,
            plies: solved.plies,
        }
    } else {
        Score::Unknown
    };
    Advised {
        mv,
        score,
        visits: None,
        mean: None,
    }
}

fn empties<const N: u8>(game: &Othello<N>, state: &State) -> u32 {
    let mover = game.mover(state);
    let discs = state.discs(mover) | state.discs(mover.opponent());
    (game.cells() & !discs).count_ones()
}

impl<const N: u8> Agent<Othello<N>> for OthelloSolver {
    fn advise(
        &mut self,
        game: &Othello<N>,
        state: &State,
        limits: &Limits,
    ) -> Result<Advice<Move>, Error> {
        self.refuse(N, empties(game, state))?;
        let most = tighter(self.params.nodes, limits.nodes).unwrap_or(u64::MAX);
        let deadline = Deadline::within(self.params.time, limits);
        self.search.begin(most, deadline, limits.progress.clone());
        Ok(match game.payoff() {
            Payoff::WinLoss => self.solve_moves::<N, true>(game, state, Unit::WinLoss, limits),
            Payoff::Discs {
                empties_to_winner: true,
            } => self.solve_moves::<N, true>(game, state, Unit::Discs, limits),
            Payoff::Discs {
                empties_to_winner: false,
            } => self.solve_moves::<N, false>(game, state, Unit::Discs, limits),
        })
    }
}
