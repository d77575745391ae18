//! The solver as an agent: an exact score on every legal move.

use plyscope_connect4::{ConnectFour, Shape, State, Stone};
use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Score};

use super::board::Board;
use super::known::KnownValues;
use super::{ConnectFourSolver, position};

impl<S: Shape> Agent<ConnectFour<S>> for ConnectFourSolver {
    /// Solves every move. A limit leaves the moves that were not solved unknown.
    fn advise(
        &mut self,
        game: &ConnectFour<S>,
        state: &<ConnectFour<S> as Game>::State,
        limits: &Limits,
    ) -> Result<Advice<<ConnectFour<S> as Game>::Move>, Error> {
        let Some(board) = Board::new(game.shape()) else {
            return Err(too_big(&game.shape()));
        };
        let ply = state.ply();
        let Some(mut known) = self.known(board, game.shape(), ply, limits) else {
            return Err(Error::unsuited(
                "there is no memory for the smallest table of results",
                "solve where there is more memory",
            ));
        };
        let mut advised = Vec::new();
        let mut best = Some(i32::MIN);
        for mv in game.moves(state) {
            let mut next = *state;
            game.play(&mut next, mv);
            let value = known.solve(position(&next));
            best = best.zip(value).map(|(best, value)| best.max(-value));
            advised.push(Advised {
                mv,
                score: value.map_or(Score::Unknown, |value| score(&board, ply, -value)),
                visits: None,
                mean: None,
            });
        }
        let mut advice = Advice::by_score(&game.facts(), game.mover(state), advised);
        advice.cut_short = best.is_none();
        if let Some(best) = best.filter(|_| !limits.values_only) {
            advice.line = line(game, *state, best, &mut known);
        }
        advice.nodes = known.nodes();
        self.nodes += known.nodes();
        Ok(advice)
    }
}

/// Best play from a state of known value, of equally good moves the first; ends early with the budget.
fn line<S: Shape>(
    game: &ConnectFour<S>,
    mut state: State<S::Bits>,
    mut value: i32,
    known: &mut KnownValues<S>,
) -> Vec<Stone> {
    let mut line = Vec::new();
    while game.payoffs(&state).is_none() {
        let after = |mv| {
            let mut next = state;
            game.play(&mut next, mv);
            next
        };
        let best = game
            .moves(&state)
            .find(|&mv| known.is_at_most(position(&after(mv)), -value) == Some(true));
        let Some(mv) = best else { break };
        line.push(mv);
        state = after(mv);
        value = -value;
    }
    line
}

/// What a value means to the player who moves at `ply`.
fn score<S: Shape>(board: &Board<S>, ply: u32, value: i32) -> Score {
    let left = board.size() - ply;
    // The winner's stones and the last cell are of the same parity or one apart.
    let plies = match value {
        0 => left,
        1.. => left - 2 * (value.unsigned_abs() - 1) - (left + 1) % 2,
        _ => left - 2 * (value.unsigned_abs() - 1) - left % 2,
    };
    Score::Exact {
        points: value.signum(),
        plies: Some(plies),
    }
}

fn too_big<S: Shape>(shape: &S) -> Error {
    let (width, height) = (shape.width(), shape.height());
    Error::unsuited(
        format!("a board of {width}×{height} is too big for the solver"),
        "it solves boards with width × (height + 1) up to 64",
    )
}
