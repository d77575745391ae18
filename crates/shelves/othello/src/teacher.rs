//! Who knows the ends of Othello, and how its patterns are learned.

use plyscope_eval::patterns::StoneGame;
use plyscope_game::{Agent, Error, Game, Limits};
use plyscope_learn::patterns::Teacher;
use plyscope_othello::{Othello, Payoff, SmallOthello, State as OthelloState};
use plyscope_solver_othello::{OthelloSolver, SolverParams};
use plyscope_workbench::patterns::{Ends, Habits, Opponent, learn};
use plyscope_workbench::{LearnedPatterns, PatternOrder, PatternTeacher};

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
