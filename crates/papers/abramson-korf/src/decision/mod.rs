//! Experiment 1, decision quality: how often does a player give away a win or a draw?
//!
//! In the paper small games were searched whole, and the exact expected outcome
//! erred less often than a standard evaluator: "roughly one-sixth" as often in
//! tic-tac-toe, "about one-third" in 4×4 Othello.

mod choose;
mod judges;
mod late;
mod whole;

use plyscope_game::{Error, Player, Stop};
use plyscope_mnk::{self as mnk, Mnk};
use plyscope_othello::{self as othello, Othello, Payoff};
use serde::Serialize;

pub use judges::{PlayerKind, Who};
pub use late::{Late, LateParams, LateRow, LateStage, Share};
pub use whole::{Counted, Whole, WholeRow};

use super::graph::Halt;
use judges::{of_discs, of_lines};
pub(super) use late::run as run_late;
use whole::Task;

/// All of experiment 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Decision {
    /// Games known whole.
    pub whole: Vec<Whole>,
    /// A larger game, of which states near the end are known; nothing if stopped before.
    pub late: Option<Late>,
}

/// Games known whole: that many steps of progress.
const WHOLE: u64 = 3;

/// Steps of progress in all.
pub(super) fn steps(params: &LateParams) -> u64 {
    WHOLE + u64::from(params.count())
}

/// Runs the experiment; `tick` is told of finished steps. Ends early once `stop` is raised.
///
/// # Errors
/// When there is not enough memory.
pub(super) fn run(
    params: &LateParams,
    seed: u64,
    stop: &Stop,
    tick: &(dyn Fn(u64) + Sync),
) -> Result<Decision, Error> {
    let mut whole = Vec::new();
    let games: [fn(&Stop) -> Result<Whole, Halt>; WHOLE as usize] =
        [tictactoe, small_othello, large_tictactoe];
    for game in games {
        if let Some(known) = Halt::unless_stopped(game(stop))? {
            whole.push(known);
            tick(1);
        }
    }
    let late = Halt::unless_stopped(run_late(params, seed, stop, tick))?;
    Ok(Decision { whole, late })
}

pub(super) fn tictactoe(stop: &Stop) -> Result<Whole, Halt> {
    lines("tic-tac-toe 3×3", &Mnk::tictactoe(), false, stop)
}

/// Ten million states, so one stands for all its images.
fn large_tictactoe(stop: &Stop) -> Result<Whole, Halt> {
    let game = Mnk::new(4, 4, 4).expect("a board that can be played on");
    lines("tic-tac-toe 4×4, four in a row", &game, true, stop)
}

fn lines(name: &str, game: &Mnk, symmetry: bool, stop: &Stop) -> Result<Whole, Halt> {
    let task = Task {
        name,
        game,
        symmetry,
        judges: of_lines(game),
        stage: |state: &mnk::State| state.taken().count_ones(),
        is_pass: |_| false,
    };
    task.run(stop)
}

pub(super) fn small_othello(stop: &Stop) -> Result<Whole, Halt> {
    let game = Othello::<4>::new(Payoff::Discs {
        empties_to_winner: false,
    });
    let task = Task {
        name: "Othello 4×4",
        game: &game,
        symmetry: false,
        judges: of_discs(&game, &[false, true]),
        stage: |state: &othello::State| {
            (state.discs(Player::FIRST) | state.discs(Player::SECOND)).count_ones()
        },
        is_pass: |state| state.places() == 0,
    };
    task.run(stop)
}
