//! The search for a win by fours, and for one by fours and open threes.

use std::collections::HashSet;

use plyscope_game::{Game, Player, Stop};
use plyscope_gomoku::{Gomoku, Place, State};

use super::field::{Cell, Field, Fives};

/// A win by fours for the mover: the moves of both in turn, the last completes the five.
///
/// The defender's are the only ones that put off the loss, as far as this
/// search can tell; [`super::wins_by_fours`] checks them by the rules. `None`
/// where there is no such win, or none was found within so many nodes.
#[must_use]
pub fn four_win(game: &Gomoku, state: &State, nodes: u64) -> Option<Vec<Place>> {
    let stop = Stop::default();
    let mut search = Search::new(game, state, nodes, &stop);
    let line = search.fours(game.mover(state))?;
    Some(search.places(&line))
}

/// The first move of a win by fours and at most so many open threes on any way.
///
/// Every legal answer was searched. `None` where there is no such win, or none
/// was found within so many nodes.
#[must_use]
pub fn threat_win(game: &Gomoku, state: &State, threes: u32, nodes: u64) -> Option<Place> {
    let stop = Stop::default();
    let mut search = Search::new(game, state, nodes, &stop);
    let cell = search.threats(game.mover(state), threes)?;
    Some(search.field.place(cell))
}

/// One search from one state.
pub(super) struct Search<'a> {
    pub(super) field: Field,
    /// Stones put so far.
    pub(super) nodes: u64,
    limit: u64,
    stop: &'a Stop,
    /// Stones with which the attacker, to move, has no win by fours.
    barren: HashSet<(u64, Player)>,
}

impl<'a> Search<'a> {
    pub(super) fn new(game: &Gomoku, state: &State, limit: u64, stop: &'a Stop) -> Self {
        Self {
            field: Field::new(game, state),
            nodes: 0,
            limit,
            stop,
            barren: HashSet::new(),
        }
    }

    pub(super) fn places(&self, line: &[Cell]) -> Vec<Place> {
        line.iter().map(|&cell| self.field.place(cell)).collect()
    }

    /// Whether the search has to end with what it has.
    fn is_over(&self) -> bool {
        self.nodes >= self.limit || self.stop.is_raised()
    }

    fn put(&mut self, player: Player, cell: Cell) {
        self.nodes += 1;
        self.field.put(player, cell);
    }

    /// A win by fours of the attacker, who is to move: his moves and the forced answers in turn.
    pub(super) fn fours(&mut self, attacker: Player) -> Option<Vec<Cell>> {
        if let Fives::One(cell) | Fives::Many(cell, _) = self.field.fives(attacker) {
            return Some(vec![cell]);
        }
        let key = (self.field.key, attacker);
        if self.is_over() || self.barren.contains(&key) {
            return None;
        }
        for cell in self.four_moves(attacker) {
            if let Some(line) = self.after_four(attacker, cell) {
                return Some(line);
            }
        }
        if !self.is_over() {
            self.barren.insert(key);
        }
        None
    }

    /// The moves that may make a four; where the defender threatens five, only the one that stops it.
    fn four_moves(&self, attacker: Player) -> Vec<Cell> {
        let moves = self.field.builds(attacker, 3);
        match self.field.fives(attacker.opponent()) {
            Fives::None => moves,
            Fives::One(cell) => moves.into_iter().filter(|&own| own == cell).collect(),
            Fives::Many(..) => Vec::new(),
        }
    }

    /// The win that begins with this four, if there is one.
    fn after_four(&mut self, attacker: Player, cell: Cell) -> Option<Vec<Cell>> {
        self.put(attacker, cell);
        let line = match (
            self.field.fives(attacker.opponent()),
            self.field.fives(attacker),
        ) {
            // He completes his own five first, or this is no four.
            (Fives::One(_) | Fives::Many(..), _) | (_, Fives::None) => None,
            (Fives::None, Fives::Many(one, other)) => Some(vec![cell, one, other]),
            (Fives::None, Fives::One(answer)) => {
                self.put(attacker.opponent(), answer);
                let rest = self.fours(attacker);
                self.field.take(attacker.opponent(), answer);
                rest.map(|rest| [vec![cell, answer], rest].concat())
            }
        };
        self.field.take(attacker, cell);
        line
    }

    /// The first move of a win by fours and at most so many open threes.
    pub(super) fn threats(&mut self, attacker: Player, threes: u32) -> Option<Cell> {
        if let Some(line) = self.fours(attacker) {
            return Some(line[0]);
        }
        if threes == 0 || self.is_over() {
            return None;
        }
        let moves = match self.field.fives(attacker.opponent()) {
            Fives::None => {
                let mut moves = self.field.builds(attacker, 2);
                moves.extend(self.field.builds(attacker, 3));
                moves.sort_unstable();
                moves.dedup();
                moves
            }
            Fives::One(cell) => vec![cell],
            Fives::Many(..) => Vec::new(),
        };
        moves.into_iter().find(|&cell| {
            if self.is_over() {
                return false;
            }
            self.put(attacker, cell);
            let wins = self.has_no_answer(attacker, threes - 1);
            self.field.take(attacker, cell);
            wins
        })
    }

    /// Whether the defender, to move, loses whatever he answers.
    fn has_no_answer(&mut self, attacker: Player, threes: u32) -> bool {
        let defender = attacker.opponent();
        if self.field.fives(defender) != Fives::None {
            return false;
        }
        match self.field.fives(attacker) {
            Fives::Many(..) => true,
            Fives::One(answer) => self.loses_by(attacker, answer, &[], threes),
            Fives::None => {
                // A threat is what would win if the defender did nothing.
                let Some(line) = self.fours(attacker) else {
                    return false;
                };
                let answers: Vec<Cell> = self.field.empty().collect();
                // What lies on the line is the likeliest to refute it.
                let (on, off): (Vec<Cell>, Vec<Cell>) =
                    answers.into_iter().partition(|cell| line.contains(cell));
                let mut answers = on.into_iter().chain(off);
                answers.all(|answer| self.loses_by(attacker, answer, &line, threes))
            }
        }
    }

    /// Whether the defender loses by this answer: the line wins all the same, or there is another win.
    fn loses_by(&mut self, attacker: Player, answer: Cell, line: &[Cell], threes: u32) -> bool {
        self.put(attacker.opponent(), answer);
        let loses = self.still_wins(attacker, line) || self.threats(attacker, threes).is_some();
        self.field.take(attacker.opponent(), answer);
        loses
    }

    /// Whether the attacker wins by the moves of a line of fours, whatever the forced answers are now.
    fn still_wins(&mut self, attacker: Player, line: &[Cell]) -> bool {
        let mut made: Vec<(Player, Cell)> = Vec::new();
        let wins = self.follow(attacker, line, &mut made);
        for (player, cell) in made.into_iter().rev() {
            self.field.take(player, cell);
        }
        wins
    }

    fn follow(&mut self, attacker: Player, line: &[Cell], made: &mut Vec<(Player, Cell)>) -> bool {
        let defender = attacker.opponent();
        for &cell in line.iter().step_by(2) {
            if self.field.fives(attacker) != Fives::None {
                return true;
            }
            if !self.field.is_empty(cell) {
                return false;
            }
            self.put(attacker, cell);
            made.push((attacker, cell));
            match (self.field.fives(defender), self.field.fives(attacker)) {
                (Fives::None, Fives::Many(..)) => return true,
                (Fives::None, Fives::One(answer)) => {
                    self.put(defender, answer);
                    made.push((defender, answer));
                }
                _ => return false,
            }
        }
        self.field.fives(attacker) != Fives::None
    }
}
