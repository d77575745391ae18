//! The engine `state` as a [`Machine`].

use std::sync::Arc;

use plyscope_game::{Chance, MAX_PLAYERS};

use crate::dash::Finish;
use crate::error::{GdlError, GdlErrorKind};
use crate::lanes::{LONGEST, Playouts};
use crate::machine::Machine;
use crate::network::Network;
use crate::propagate::{has, set};
use crate::walker::{Phases, Walker};

/// A game under way on the network.
#[derive(Clone, Debug)]
pub struct Stepper {
    network: Arc<Network>,
    walker: Walker,
}

impl Stepper {
    /// In the first state.
    pub fn new(network: Arc<Network>) -> Self {
        let phases = Arc::new(Phases::new(Arc::clone(&network)));
        let mut stepper = Self {
            walker: Walker::new(phases),
            network,
        };
        stepper.walker.load(&first_state(&stepper.network));
        stepper
    }
}

impl Stepper {
    /// Plays `games` games from the first state by chance.
    pub fn playouts(&mut self, games: u64, chance: &mut Chance) -> Playouts {
        let start = first_state(&self.network);
        let mut playouts = Playouts::default();
        let mut moves = Vec::new();
        for _ in 0..games {
            self.walker.load(&start);
            let (rounds, finish) = self.walker.play_out(chance, LONGEST, &mut moves);
            if finish == Finish::Long {
                playouts.unfinished += 1;
                continue;
            }
            playouts.games += 1;
            playouts.stuck += u64::from(finish == Finish::Stuck);
            playouts.rounds += u64::from(rounds);
            self.count(&mut playouts);
        }
        playouts
    }

    fn count(&self, playouts: &mut Playouts) {
        let mut points = [0; MAX_PLAYERS];
        for (role, points) in points.iter_mut().enumerate().take(self.network.roles.len()) {
            match self.walker.here().goal(role) {
                Some(goal) => *points = i64::from(goal),
                None => playouts.unclear += 1,
            }
            playouts.points[role] += *points;
            playouts.squares[role] += *points * *points;
        }
        if self.network.roles.len() > 1 {
            playouts.first_wins += u64::from(points[0] > points[1]);
            playouts.second_wins += u64::from(points[1] > points[0]);
        }
    }
}

/// The fluents of the first state, a bit each.
pub(crate) fn first_state(network: &Network) -> Vec<u64> {
    let mut bits = vec![0; network.state_words()];
    for (fluent, &holds) in network.init.iter().enumerate() {
        if holds {
            set(&mut bits, fluent);
        }
    }
    bits
}

/// The number of a role's move by its text.
pub(crate) fn find_move(network: &Network, role: usize, text: &str) -> Result<usize, GdlError> {
    let moves = &network.of_role[role];
    let found = (moves.begin..moves.end).find(|&mv| network.moves[mv].eq_ignore_ascii_case(text));
    found.ok_or_else(|| {
        GdlError::new(
            GdlErrorKind::Mismatch,
            format!("`{text}` is never a move of {}", network.roles[role]),
            "write it as in the sheet: `(mark 1 1)`",
        )
    })
}

impl Machine for Stepper {
    fn roles(&self) -> &[String] {
        &self.network.roles
    }

    fn reset(&mut self) -> Result<(), GdlError> {
        self.walker.load(&first_state(&self.network));
        Ok(())
    }

    fn fluents(&mut self) -> Vec<String> {
        let state = self.walker.state();
        let held = (0..self.network.fluents.len()).filter(|&fluent| has(state, fluent));
        held.map(|fluent| self.network.fluents[fluent].clone())
            .collect()
    }

    fn is_terminal(&mut self) -> Result<bool, GdlError> {
        Ok(self.walker.here().is_terminal())
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, GdlError> {
        let legal = self.walker.here().legal(role);
        let moves = &self.network.of_role[role];
        let legal = (moves.begin..moves.end).filter(|mv| has(legal, mv - moves.begin));
        Ok(legal.map(|mv| self.network.moves[mv].clone()).collect())
    }

    fn goal(&mut self, role: usize) -> Result<Option<i32>, GdlError> {
        Ok(self.walker.here().goal(role))
    }

    fn play(&mut self, moves: &[String]) -> Result<(), GdlError> {
        let moves = moves.iter().enumerate();
        let moves = moves
            .map(|(role, text)| find_move(&self.network, role, text))
            .collect::<Result<Vec<_>, _>>()?;
        self.walker.play(&moves);
        Ok(())
    }
}
