//! Who knows the ends of each game, and how its patterns are learned.

use plyscope_eval::patterns::StoneGame;
use plyscope_game::{Agent, Error, Game, Limits};
use plyscope_games::connect4::{Standard, State as ConnectFourState};
use plyscope_games::gomoku::Gomoku;
use plyscope_games::othello::{Othello, Payoff, SmallOthello, State as OthelloState};
use plyscope_learn::patterns::Teacher;
use plyscope_solvers::connect4::{ConnectFourSolver, SolverParams as ConnectFourParams};
use plyscope_solvers::othello::{OthelloSolver, SolverParams};

use super::{Habits, LearnedPatterns, Opponent, PatternOrder, PatternTeacher, learn};

/// Counts discs, whatever the game counts: who wins by how much says more than who wins.
struct Discs<const N: u8> {
    game: Othello<N>,
    solver: OthelloSolver,
}

/// Up to so many empty cells, states are solved.
const SOLVED: u32 = 12;

impl<const N: u8> Discs<N> {
    fn new() -> Self {
        let params = SolverParams {
            table_bytes: 1 << 20,
            plies: 0,
            ..SolverParams::default()
        };
        Self {
            game: Othello::new(Payoff::Discs {
                empties_to_winner: true,
            }),
            solver: OthelloSolver::new(params).expect("there is memory for a small table"),
        }
    }
}

impl<G: StoneGame<State = OthelloState>, const N: u8> Teacher<G> for Discs<N> {
    fn end(&self, _: &G, state: &OthelloState) -> Option<f32> {
        let payoffs = self.game.payoffs(state)?;
        Some(payoffs.of(self.game.mover(state)) as f32)
    }

    fn solved(&mut self, _: &G, state: &OthelloState) -> Option<f32> {
        let ([own], [theirs]) = self.game.stones(state);
        if (self.game.cells() & !(own | theirs)).count_ones() > SOLVED {
            return None;
        }
        let limits = Limits {
            values_only: true,
            ..Limits::best_move()
        };
        let advice = self.solver.advise(&self.game, state, &limits).ok()?;
        advice.worth.map(|points| points as f32)
    }
}

/// Learns patterns of Othello, in discs.
pub(crate) fn learn_othello(
    game: &Othello<8>,
    order: &PatternOrder<'_>,
    against: Option<&Opponent<'_, Othello<8>>>,
) -> Result<LearnedPatterns, Error> {
    learn_discs::<_, 8>(game, order, against)
}

/// The same for the type that the small boards share.
pub(crate) fn learn_small_othello(
    game: &SmallOthello,
    order: &PatternOrder<'_>,
    against: Option<&Opponent<'_, SmallOthello>>,
) -> Result<LearnedPatterns, Error> {
    match game {
        SmallOthello::Four(_) => learn_discs::<_, 4>(game, order, against),
        SmallOthello::Six(_) => learn_discs::<_, 6>(game, order, against),
    }
}

/// Learns on the board of `N` by `N`, whatever the type of its game.
fn learn_discs<G: StoneGame<State = OthelloState>, const N: u8>(
    game: &G,
    order: &PatternOrder<'_>,
    against: Option<&Opponent<'_, G>>,
) -> Result<LearnedPatterns, Error> {
    let habits = Habits {
        unit: 16,
        states: u64::from(N) * u64::from(N) - 12,
        random_plies: (4, if N == 8 { 14 } else { 8 }),
    };
    if order.teacher == PatternTeacher::Td {
        // TD learns who wins, from −1 to 1.
        let habits = Habits {
            unit: 1024,
            ..habits
        };
        return learn(game, order, against, habits, &|| Ends);
    }
    learn(game, order, against, habits, &Discs::<N>::new)
}

/// Knows who wins at Connect Four once half of the board is full.
struct Fours {
    solver: ConnectFourSolver,
}

/// From so many stones on, states are solved.
const FULL_ENOUGH: u32 = 24;

impl Teacher<Standard> for Fours {
    fn end(&self, game: &Standard, state: &ConnectFourState<u64>) -> Option<f32> {
        let payoffs = game.payoffs(state)?;
        Some(payoffs.of(game.mover(state)) as f32)
    }

    fn solved(&mut self, game: &Standard, state: &ConnectFourState<u64>) -> Option<f32> {
        if state.ply() < FULL_ENOUGH {
            return None;
        }
        let limits = Limits {
            values_only: true,
            ..Limits::best_move()
        };
        let advice = self.solver.advise(game, state, &limits).ok()?;
        advice.worth.map(|points| points as f32)
    }
}

/// Learns patterns of Connect Four on the board of 7 by 6.
pub(crate) fn learn_connect4(
    game: &Standard,
    order: &PatternOrder<'_>,
    against: Option<&Opponent<'_, Standard>>,
) -> Result<LearnedPatterns, Error> {
    let habits = Habits {
        unit: 1024,
        states: 25,
        random_plies: (0, 10),
    };
    let params = ConnectFourParams {
        table_bytes: 1 << 20,
        ..ConnectFourParams::default()
    };
    let teacher = || Fours {
        solver: ConnectFourSolver::new(params),
    };
    learn(game, order, against, habits, &teacher)
}

/// Knows ends, and nothing before them.
struct Ends;

impl<G: StoneGame> Teacher<G> for Ends {
    fn end(&self, game: &G, state: &G::State) -> Option<f32> {
        let payoffs = game.payoffs(state)?;
        Some(payoffs.of(game.mover(state)) as f32)
    }
}

/// Learns patterns of gomoku.
pub(crate) fn learn_gomoku(
    game: &Gomoku,
    order: &PatternOrder<'_>,
    against: Option<&Opponent<'_, Gomoku>>,
) -> Result<LearnedPatterns, Error> {
    let habits = Habits {
        unit: 1024,
        states: 40,
        random_plies: (2, 8),
    };
    learn(game, order, against, habits, &|| Ends)
}
