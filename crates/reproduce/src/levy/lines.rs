//! A program held against every line of play.

use std::collections::HashMap;

use plyscope_game::{Agent, Game, Limits, Player};
use plyscope_mnk::{Mnk, Place, State};
use serde::Serialize;

use super::cells::{after, letters};
use super::values::Values;

/// What came of all games in which the opponent makes every move he can and
/// the program every move it finds best.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct LineGames {
    /// States in which the program had to choose, up to symmetry.
    pub decisions: u64,
    /// Games won by the program.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Moves up to the first choice met that gives away what best play would have kept.
    pub first_fault: Option<String>,
    /// The first lost game met.
    pub first_loss: Option<String>,
}

impl LineGames {
    /// Whether every choice kept the value of its state.
    pub fn is_perfect(&self) -> bool {
        self.first_fault.is_none()
    }

    /// Games played.
    pub fn count(&self) -> u64 {
        self.won + self.drawn + self.lost
    }
}

/// Plays all games of `program`, who may make any move of `choose`.
pub(super) fn play_all(
    game: &Mnk,
    values: &Values,
    program: Player,
    choose: &mut dyn FnMut(&State) -> Vec<Place>,
) -> LineGames {
    let mut play = Play {
        game,
        values,
        program,
        choose,
        known: HashMap::new(),
        path: Vec::new(),
        games: LineGames::default(),
    };
    let [won, drawn, lost] = play.ends(&game.start());
    LineGames {
        won,
        drawn,
        lost,
        ..play.games
    }
}

struct Play<'a> {
    game: &'a Mnk,
    values: &'a Values,
    program: Player,
    choose: &'a mut dyn FnMut(&State) -> Vec<Place>,
    /// Ends below states met, by their canonical image.
    known: HashMap<State, [u64; 3]>,
    path: Vec<Place>,
    games: LineGames,
}

impl Play<'_> {
    /// Games won, drawn and lost from here on.
    fn ends(&mut self, state: &State) -> [u64; 3] {
        if let Some(payoffs) = self.game.payoffs(state) {
            return self.end(payoffs.of(self.program));
        }
        let canonical = self.game.canonical(state);
        if let Some(&ends) = self.known.get(&canonical) {
            return ends;
        }
        let moves = if self.game.mover(state) == self.program {
            self.decide(state)
        } else {
            self.game.moves(state).collect()
        };
        let mut ends = [0; 3];
        for mv in moves {
            self.path.push(mv);
            let below = self.ends(&after(self.game, state, mv));
            self.path.pop();
            for (sum, part) in ends.iter_mut().zip(below) {
                *sum += part;
            }
        }
        self.known.insert(canonical, ends);
        ends
    }

    fn end(&mut self, points: i32) -> [u64; 3] {
        if points < 0 && self.games.first_loss.is_none() {
            self.games.first_loss = Some(letters(&self.path));
        }
        match points {
            1.. => [1, 0, 0],
            0 => [0, 1, 0],
            _ => [0, 0, 1],
        }
    }

    fn decide(&mut self, state: &State) -> Vec<Place> {
        self.games.decisions += 1;
        let moves = (self.choose)(state);
        let best = self.values.of(self.game, state, self.program);
        for &mv in &moves {
            let next = after(self.game, state, mv);
            let kept = self.values.of(self.game, &next, self.program);
            if kept != best && self.games.first_fault.is_none() {
                self.path.push(mv);
                self.games.first_fault = Some(letters(&self.path));
                self.path.pop();
            }
        }
        moves
    }
}

/// Plays all games of an agent on a game with the states of noughts and crosses.
pub(super) fn play_all_of<G, A>(
    (game, values): (&Mnk, &Values),
    program: Player,
    seen: &G,
    agent: &mut A,
    place: impl Fn(G::Move) -> Option<Place>,
) -> LineGames
where
    G: Game<State = State>,
    A: Agent<G>,
{
    let mut choose = |state: &State| {
        let advice = agent
            .advise(seen, state, &Limits::every_move())
            .expect("plain minimax plays every game of turns");
        advice.best.into_iter().filter_map(&place).collect()
    };
    play_all(game, values, program, &mut choose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_chooses_any_move_plays_all_255168_games() {
        let game = Mnk::tictactoe();
        let mut any = |state: &State| game.moves(state).collect();
        let games = play_all(&game, &Values::new(&game), Player::FIRST, &mut any);
        let ends = [games.won, games.drawn, games.lost];
        assert_eq!(ends, [131_184, 46_080, 77_904]);
        assert!(!games.is_perfect());
        assert_eq!(games.first_loss.as_deref(), Some("a b c d f e g h"));
    }

    #[test]
    fn who_keeps_the_value_never_loses() {
        let game = Mnk::tictactoe();
        let values = Values::new(&game);
        for program in [Player::FIRST, Player::SECOND] {
            let mut keep = |state: &State| {
                let best = values.of(&game, state, program);
                let after = |mv: &Place| after(&game, state, *mv);
                let keeps = |mv: &Place| values.of(&game, &after(mv), program) == best;
                game.moves(state).filter(keeps).collect()
            };
            let games = play_all(&game, &values, program, &mut keep);
            assert!(games.is_perfect());
            assert_eq!(games.lost, 0);
            assert!(games.won > 0 && games.drawn > 0);
        }
    }
}
