//! Games to the end by chance, without lists of moves.
//!
//! A random order of the empty cells is a random game. The stones are kept as
//! bits along every line in four directions, so that a move is four bits set
//! and a win four words looked at.

use plyscope_game::{Chance, Game, Payoffs, Player};

use super::places::Place;
use super::rules::{FiveRule, Gomoku};
use super::state::{EDGE, State, exact_fives, fives};

/// Cells of the largest board, and one to write to when all are taken.
const CELLS: usize = 400 + 1;

/// The stones of one player along all lines.
#[derive(Clone)]
struct Lines {
    across: [u32; 32],
    down: [u32; 32],
    falling: [u32; 64],
    rising: [u32; 64],
}

impl Lines {
    const EMPTY: Self = Self {
        across: [0; 32],
        down: [0; 32],
        falling: [0; 64],
        rising: [0; 64],
    };

    /// Adds a stone; gives the four lines through it.
    #[inline]
    fn put(&mut self, place: Place) -> [u32; 4] {
        let (column, row) = (place.column() % 32, place.row() % 32);
        let lines = [
            &mut self.across[row],
            &mut self.down[column],
            &mut self.falling[row + 31 - column],
            &mut self.rising[row + column],
        ];
        let at = [column, row, column, column];
        let mut words = [0; 4];
        for ((line, at), word) in lines.into_iter().zip(at).zip(&mut words) {
            *line |= 1 << at;
            *word = *line;
        }
        words
    }
}

/// A state made ready to be played out.
#[derive(Clone)]
pub(super) struct Playouts {
    rule: FiveRule,
    mover: Player,
    lines: [Lines; 2],
    empty: [Place; CELLS],
    left: usize,
}

impl Playouts {
    /// `state` is not over.
    pub(super) fn from(game: &Gomoku, state: &State) -> Self {
        let mut playouts = Self {
            rule: game.rule(),
            mover: game.mover(state),
            lines: [Lines::EMPTY; 2],
            empty: [Place(0); CELLS],
            left: 0,
        };
        for player in [Player::FIRST, Player::SECOND] {
            for place in state.stones_of(player) {
                playouts.lines[player.index()].put(place);
            }
        }
        for (row, empty) in game.empty(state)[EDGE..EDGE + game.size()]
            .iter()
            .enumerate()
        {
            for column in 0..game.size() {
                // Written in any case and kept if empty: faster than asking first.
                playouts.empty[playouts.left] = Place::new(column, row);
                playouts.left += (empty >> (column + EDGE) & 1) as usize;
            }
        }
        playouts
    }

    /// Plays to the end; gives the payoffs and the moves made.
    pub(super) fn run(self, chance: &mut Chance) -> (Payoffs, u32) {
        match self.rule {
            FiveRule::Freestyle => self.run_until(fives, chance),
            FiveRule::Exact => self.run_until(exact_fives, chance),
        }
    }

    #[inline]
    fn run_until(mut self, wins: impl Fn(u32) -> u32, chance: &mut Chance) -> (Payoffs, u32) {
        let empty = &mut self.empty[..self.left];
        let mut plies = 0;
        for left in (1..=empty.len()).rev() {
            let chosen = chance.below(left as u32) as usize;
            let place = empty[chosen];
            empty[chosen] = empty[left - 1];
            let lines = self.lines[self.mover.index()].put(place);
            plies += 1;
            if lines.into_iter().fold(0, |any, line| any | wins(line)) != 0 {
                return (Payoffs::win(self.mover), plies);
            }
            self.mover = self.mover.opponent();
        }
        (Payoffs::DRAW, plies)
    }
}
