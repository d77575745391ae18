//! Who knows the ends of Connect Four, and how its patterns are learned.

use plyscope_connect4::{Standard, State};
use plyscope_game::{Agent, Error, Game, Limits};
use plyscope_learn::patterns::Teacher;
use plyscope_solver_connect4::{ConnectFourSolver, SolverParams};
use plyscope_workbench::patterns::{Habits, Opponent, learn};
use plyscope_workbench::{LearnedPatterns, PatternOrder};

/// Knows who wins at Connect Four once half of the board is full.
struct Fours {
    solver: ConnectFourSolver,
}

/// From so many stones on, states are solved.
const FULL_ENOUGH: u32 = 24;

impl Teacher<Standard> for Fours {
    fn end(&self, game: &Standard, state: &State<u64>) -> Option<f32> {
        let payoffs = game.payoffs(state)?;
        Some(payoffs.of(game.mover(state)) as f32)
    }

    fn solved(&mut self, game: &Standard, state: &State<u64>) -> Option<f32> {
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
    let params = SolverParams {
        table_bytes: 1 << 20,
        ..SolverParams::default()
    };
    let teacher = || Fours {
        solver: ConnectFourSolver::new(params),
    };
    learn(game, order, against, habits, &teacher)
}
