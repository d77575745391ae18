//! The solver as an agent: every move's exact worth, or an honest "not solved".

use std::time::{Duration, Instant};

use plyscope_game::{Advice, Advised, Agent, AgentError, Game, Limits, Score};
#[cfg(target_arch = "x86_64")]
use plyscope_games::othello::Avx;
use plyscope_games::othello::{Othello, Payoff, Portable, State};

use super::board::{Board, Square};
use super::code::Code;
use super::root::{RootMove, Unit, solve_all, solve_best};
use super::search::Search;
use crate::budget::tighter;

/// What a solver may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverParams {
    /// Memory for states met before, in bytes; the size changes the speed, never the values.
    pub table_bytes: usize,
    /// The most states to visit for one piece of advice.
    pub nodes: Option<u64>,
    /// The most time for one piece of advice; makes results depend on the machine.
    pub time: Option<Duration>,
    /// States with more empty cells are refused rather than searched for hours.
    pub max_empties: u32,
}

impl Default for SolverParams {
    fn default() -> Self {
        Self {
            table_bytes: 128 << 20,
            nodes: None,
            time: None,
            max_empties: 24,
        }
    }
}

/// Knows the exact worth of every move near the end of a game of Othello.
///
/// The worth is that of the game's payoff: win, draw or loss; or the
/// difference in discs with the cells left empty counted for the winner or for
/// nobody. It does not tell the plies to the end: best play for discs and the
/// shortest way to a win are different questions, and the second would cost a
/// search of its own.
///
/// Asked for the best move only, it leaves the moves that are no better unknown.
/// The advice does not depend on earlier calls.
pub struct OthelloSolver {
    params: SolverParams,
    search: Search,
    portable: bool,
}

impl OthelloSolver {
    /// A solver run by the fastest code that this processor can.
    ///
    /// # Errors
    /// When a limit leaves no room for any search.
    pub fn new(params: SolverParams) -> Result<Self, AgentError> {
        if params.nodes == Some(0) {
            return Err(AgentError::new(
                "nothing can be solved without visiting a state",
                "allow more nodes, or leave the limit out",
            ));
        }
        Ok(Self {
            params,
            search: Search::new(params.table_bytes),
            portable: false,
        })
    }

    /// The same solver, run by the code that every processor can: for comparison.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn portable(params: SolverParams) -> Result<Self, AgentError> {
        Ok(Self {
            portable: true,
            ..Self::new(params)?
        })
    }

    fn refuse(&self, empties: u32) -> Result<(), AgentError> {
        if empties <= self.params.max_empties {
            return Ok(());
        }
        Err(AgentError::new(
            format!(
                "{empties} cells are empty; the solver takes up to {}",
                self.params.max_empties
            ),
            "ask nearer to the end of the game, or allow more empties: each one makes it about three times slower",
        ))
    }

    /// Solves with the code that suits the processor.
    fn run<B: Board>(&mut self, moves: &mut [RootMove], unit: Unit, every_move: bool) {
        #[cfg(target_arch = "x86_64")]
        if !self.portable {
            if let Some(code) = Avx::<true>::detect() {
                return solve::<_, B>(code, &mut self.search, moves, unit, every_move);
            }
            if let Some(code) = Avx::<false>::detect() {
                return solve::<_, B>(code, &mut self.search, moves, unit, every_move);
            }
        }
        solve::<_, B>(Portable, &mut self.search, moves, unit, every_move);
    }

    fn solve_moves<const N: u8, const TO_WINNER: bool>(
        &mut self,
        game: &Othello<N>,
        state: &State,
        unit: Unit,
        every_move: bool,
    ) -> Vec<RootMove> {
        let made = |mv| {
            let mut next = *state;
            game.play(&mut next, mv);
            let mover = game.mover(&next);
            RootMove::new::<Square<N, TO_WINNER>>(
                next.discs(mover),
                next.discs(mover.opponent()),
                unit,
            )
        };
        let mut moves: Vec<RootMove> = game.moves(state).map(made).collect();
        self.run::<Square<N, TO_WINNER>>(&mut moves, unit, every_move);
        moves
    }
}

fn solve<C: Code, B: Board>(
    code: C,
    search: &mut Search,
    moves: &mut [RootMove],
    unit: Unit,
    every_move: bool,
) {
    if every_move {
        solve_all::<C, B>(code, search, moves, unit);
    } else {
        solve_best::<C, B>(code, search, moves, unit);
    }
}

impl<const N: u8> Agent<Othello<N>> for OthelloSolver {
    fn advise(
        &mut self,
        game: &Othello<N>,
        state: &State,
        limits: &Limits,
    ) -> Result<Advice<plyscope_games::othello::Move>, AgentError> {
        let mover = game.mover(state);
        let discs = state.discs(mover) | state.discs(mover.opponent());
        self.refuse((game.cells() & !discs).count_ones())?;
        let most = tighter(self.params.nodes, limits.nodes).unwrap_or(u64::MAX);
        let until = tighter(self.params.time, limits.time)
            .and_then(|time| Instant::now().checked_add(time));
        self.search.begin(most, until, limits.stop.clone());
        let every_move = limits.every_move;
        let solved = match game.payoff() {
            Payoff::WinLoss => self.solve_moves::<N, true>(game, state, Unit::WinLoss, every_move),
            Payoff::Discs {
                empties_to_winner: true,
            } => self.solve_moves::<N, true>(game, state, Unit::Discs, every_move),
            Payoff::Discs {
                empties_to_winner: false,
            } => self.solve_moves::<N, false>(game, state, Unit::Discs, every_move),
        };
        let advised = game.moves(state).zip(&solved).map(|(mv, solved)| Advised {
            mv,
            score: if solved.is_solved() {
                Score::Exact {
                    points: solved.lower,
                    plies: None,
                }
            } else {
                Score::Unknown
            },
            visits: None,
            mean: None,
        });
        let mut advice = Advice::by_score(mover, advised.collect());
        advice.nodes = self.search.nodes;
        advice.cut_short = self.search.ended;
        Ok(advice)
    }
}
