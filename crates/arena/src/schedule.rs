//! The pairings of each round, and their colours.

use serde::{Deserialize, Serialize};

use plyscope_game::Error;

/// More games between two than can be played, and few enough to number those of all.
const MOST: u64 = 1 << 40;

/// Which contestants meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every contestant meets every other.
    RoundRobin,
    /// The first contestant meets all others.
    Gauntlet,
}

/// All games of a contest, numbered.
///
/// In every round each pair of contestants plays two games from the same
/// opening, with colours swapped; all pairs of a round have the same opening,
/// unless each has [one of its own](Self::with_own_openings).
/// A longer schedule begins with the games of a shorter one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
    has_own_openings: bool,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the game.
    pub id: u64,
    /// The round.
    pub round: u64,
    /// The number of the opening.
    pub opening: u64,
    /// The number of the pairing.
    pub pairing: usize,
    /// The contestants, in the order in which they move.
    pub players: [usize; 2],
}

impl Schedule {
    /// A schedule with so many games per pairing.
    ///
    /// # Errors
    /// When the number is odd or 0, or there are fewer than two contestants.
    pub fn new(format: Format, contestants: usize, games: u64) -> Result<Self, Error> {
        if games == 0 || games % 2 == 1 {
            let what = format!("{games} is no number of games");
            return Err(Error::misuse(
                what,
                "games are played in pairs with colours swapped: give an even number",
            ));
        }
        if games > MOST {
            let what = format!("{games} games are more than anybody can play");
            return Err(Error::misuse(what, "ask for fewer"));
        }
        if contestants < 2 {
            let what = "it takes two to play";
            return Err(Error::misuse(what, "name at least two agents"));
        }
        let others = |first| (first + 1..contestants).map(move |second| (first, second));
        let last = match format {
            Format::RoundRobin => contestants - 1,
            Format::Gauntlet => 1,
        };
        Ok(Self {
            pairings: (0..last).flat_map(others).collect(),
            rounds: games / 2,
            has_own_openings: false,
        })
    }

    /// The same with another opening for every pairing of a round.
    ///
    /// Contestants who play alike would else play one game many times.
    #[must_use]
    pub fn with_own_openings(mut self) -> Self {
        self.has_own_openings = true;
        self
    }

    /// The contestants of each pairing.
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// How many rounds there are.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// How many openings there are.
    pub fn openings(&self) -> u64 {
        if self.has_own_openings {
            self.games() / 2
        } else {
            self.rounds
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.rounds * self.games_a_round()
    }

    /// A game by its number, which may lie beyond the last round.
    pub fn fixture(&self, id: u64) -> Fixture {
        let pairing = ((id / 2) % self.pairings.len() as u64) as usize;
        let (one, other) = self.pairings[pairing];
        let round = id / self.games_a_round();
        Fixture {
            id,
            round,
            opening: if self.has_own_openings { id / 2 } else { round },
            pairing,
            players: if id.is_multiple_of(2) {
                [one, other]
            } else {
                [other, one]
            },
        }
    }

    fn games_a_round(&self) -> u64 {
        2 * self.pairings.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 4).unwrap();
        assert_eq!(schedule.games(), 12);
        let players = |id| schedule.fixture(id).players;
        let all: Vec<[usize; 2]> = (0..6).map(players).collect();
        assert_eq!(all, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(schedule.fixture(7).round, 1);
        let longer = Schedule::new(Format::RoundRobin, 3, 40).unwrap();
        assert!((0..12).all(|id| longer.fixture(id) == schedule.fixture(id)));
    }

    #[test]
    fn pairings_share_an_opening_or_have_one_each() {
        let schedule = Schedule::new(Format::RoundRobin, 3, 4).unwrap();
        let openings = |schedule: &Schedule| -> Vec<u64> {
            (0..12).map(|id| schedule.fixture(id).opening).collect()
        };
        assert_eq!(openings(&schedule), [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]);
        let own = schedule.with_own_openings();
        assert_eq!(openings(&own), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
        assert_eq!(own.openings(), 6);
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2).unwrap();
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
    }

    #[test]
    fn an_odd_number_of_games_is_none() {
        assert!(Schedule::new(Format::RoundRobin, 2, 5).is_err());
        assert!(Schedule::new(Format::RoundRobin, 2, 0).is_err());
        assert!(Schedule::new(Format::RoundRobin, 1, 2).is_err());
    }
}
