//! How often play comes to each ply with a choice left: what states of a ply count for in a game.

use std::fmt;
use std::str::FromStr;

use plyscope_game::any::AnyGame;
use plyscope_game::{Error, Stop};
use plyscope_parallel::try_map;

use crate::MakeAgent;
use crate::select::game_of;

/// In how many games the mover had a choice at each ply.
///
/// By ply and not by state, because states of one ply are drawn as play comes to them: but for the
/// first plies hardly any state is met twice, and what differs is how many games last so long.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Games that were played.
    pub games: u64,
    /// For every ply from the first on, in how many of them there were two moves or more.
    pub counts: Vec<u64>,
}

/// A way in which games are played.
pub struct WayOfPlay<'a> {
    /// Makes the agents, in the order of the players.
    pub makers: [MakeAgent<'a>; 2],
    /// The share of random moves.
    pub random: f64,
}

impl Reach {
    /// Plays so many games and counts.
    ///
    /// # Errors
    /// When an agent fails, or `stop` was raised.
    pub fn count(
        game: &dyn AnyGame,
        way: &WayOfPlay<'_>,
        games: u64,
        seed: u64,
        stop: &Stop,
    ) -> Result<Self, Error> {
        let last = game.facts().max_plies;
        let play = |task: usize| {
            let played = game_of(
                game,
                last,
                stop,
                (seed, task as u64),
                &way.makers,
                way.random,
            )?;
            let choices = (0..played.len()).filter(|&at| played.states.move_count(at) > 1);
            Ok::<_, Error>(choices.map(|at| played.plies[at]).collect::<Vec<_>>())
        };
        let mut own = Self {
            games,
            counts: Vec::new(),
        };
        for ply in try_map(games as usize, play)?.into_iter().flatten() {
            let plies = own.counts.len().max(ply as usize + 1);
            own.counts.resize(plies, 0);
            own.counts[ply as usize] += 1;
        }
        if own.counts.is_empty() {
            return Err(Error::misuse(
                format!("nobody had a choice in {games} games, so there is nothing to count"),
                "count by agents that play on, or leave the benchmark as it is: its states count alike",
            ));
        }
        Ok(own)
    }

    /// Both together.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.games = self.games.saturating_add(other.games);
        let plies = self.counts.len().max(other.counts.len());
        self.counts.resize(plies, 0);
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            *own = own.saturating_add(*more);
        }
        self
    }

    /// The share of the games in which the mover has a choice at a ply.
    pub fn share(&self, ply: u32) -> f64 {
        let count = self.counts.get(ply as usize).copied().unwrap_or(0);
        count as f64 / self.games.max(1) as f64
    }

    /// How many plies of a game have a choice, on average.
    pub fn choices(&self) -> f64 {
        (0..self.counts.len() as u32)
            .map(|ply| self.share(ply))
            .sum()
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts: Vec<String> = self.counts.iter().map(u64::to_string).collect();
        write!(f, "{}:{}", self.games, counts.join(","))
    }
}

/// A text that tells no such counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoReach;

impl FromStr for Reach {
    type Err = NoReach;

    fn from_str(text: &str) -> Result<Self, NoReach> {
        let (games, counts) = text.split_once(':').ok_or(NoReach)?;
        let games: u64 = games.parse().map_err(|_| NoReach)?;
        let counts: Result<Vec<u64>, _> = counts.split(',').map(str::parse).collect();
        let counts = counts.map_err(|_| NoReach)?;
        let is_sound = games > 0 && counts.iter().all(|own| *own <= games);
        is_sound.then_some(Self { games, counts }).ok_or(NoReach)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_read_back_and_add_up() {
        let one: Reach = "4:4,2,1".parse().unwrap();
        assert_eq!(one.to_string(), "4:4,2,1");
        let both = one.clone().and(&"6:6,6".parse().unwrap());
        assert_eq!(both.to_string(), "10:10,8,1");
        assert!((both.share(1) - 0.8).abs() < 1e-12 && both.share(9) == 0.0);
        assert!((one.choices() - 1.75).abs() < 1e-12);
        for odd in ["", "4", "0:0", "4:5", "4:x", "4:-1", "4:"] {
            assert_eq!(odd.parse::<Reach>(), Err(NoReach), "{odd}");
        }
    }
}
