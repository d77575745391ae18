//! What the games came to.

use plyscope_game::{Player, Points};

use crate::{Effort, Schedule};

/// All that tables need to know of one game.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The number of the game.
    pub id: u64,
    /// Who won; nobody in a draw.
    pub winner: Option<Player>,
    /// The points of both players, where they are known.
    pub points: Option<[Points; 2]>,
    /// Who lost by doing something wrong.
    pub at_fault: Option<Player>,
    /// Whether it was broken off by a rule of the contest, with nobody at fault.
    pub is_adjudicated: bool,
    /// Moves and time of each player.
    pub effort: [Effort; 2],
}

/// Games seen by one of the two who played them, or by one who met several.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Of those lost, by doing something wrong.
    pub faults: u64,
    /// Games broken off by a rule of the contest.
    pub adjudicated: u64,
    /// The game's own points, added up over the games of which they are known.
    pub points: i64,
    /// Those of the opponents, likewise.
    pub opponents_points: i64,
    /// How many games these are.
    pub games_with_points: u64,
    /// Moves and time.
    pub effort: Effort,
}

impl Count {
    /// All games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the contest: a win counts 1, a draw ½.
    pub fn score(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    fn add(&mut self, game: &Summary, own: Player) {
        match game.winner {
            None => self.draws += 1,
            Some(winner) if winner == own => self.wins += 1,
            Some(_) => self.losses += 1,
        }
        self.faults += u64::from(game.at_fault == Some(own));
        self.adjudicated += u64::from(game.is_adjudicated);
        if let Some(points) = game.points {
            self.points += i64::from(points[own.index()]);
            self.opponents_points += i64::from(points[own.opponent().index()]);
            self.games_with_points += 1;
        }
        self.effort.merge(game.effort[own.index()]);
    }

    fn merge(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.faults += other.faults;
        self.adjudicated += other.adjudicated;
        self.points += other.points;
        self.opponents_points += other.opponents_points;
        self.games_with_points += other.games_with_points;
        self.effort.merge(other.effort);
    }
}

/// How two contestants fared against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Versus {
    /// Seen by the one named first in the pairing.
    pub count: Count,
    /// Seen by the other.
    pub other: Count,
    /// Pairs of games in which the first scored 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
}

/// The results of a contest, whole or so far.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    names: Vec<String>,
    schedule: Schedule,
    games: Vec<Option<Summary>>,
    done: u64,
    /// Games that count: those before a decision, if one was reached.
    counted: u64,
    is_decided: bool,
}

impl Results {
    pub(crate) fn new(names: Vec<String>, schedule: Schedule) -> Self {
        let games = schedule.games();
        Self {
            names,
            schedule,
            games: vec![None; games as usize],
            done: 0,
            counted: games,
            is_decided: false,
        }
    }

    /// What the contestants are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Who met whom.
    pub fn pairings(&self) -> &[(usize, usize)] {
        self.schedule.pairings()
    }

    /// Games that are finished, and how many there are to be.
    pub fn progress(&self) -> (u64, u64) {
        (self.done, self.schedule.games())
    }

    /// Whether all games are finished, or a decision made the rest superfluous.
    pub fn is_whole(&self) -> bool {
        self.is_decided || self.done == self.schedule.games()
    }

    /// Whether a decision was reached before the last game.
    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Games finished after the decision was reached: they are on record, and count for nothing.
    pub fn superfluous(&self) -> u64 {
        let later = &self.games[self.counted as usize..];
        later.iter().flatten().count() as u64
    }

    /// The games that count and are finished, by number.
    pub fn games(&self) -> impl Iterator<Item = &Summary> {
        self.games[..self.counted as usize].iter().flatten()
    }

    /// How the contestants of each pairing fared against each other.
    pub fn versus(&self) -> Vec<Versus> {
        let mut all = vec![Versus::default(); self.pairings().len()];
        for pair in 0..self.counted / 2 {
            let games = [0, 1].map(|half| self.games[(2 * pair + half) as usize].as_ref());
            let versus = &mut all[(pair as usize) % self.pairings().len()];
            for (game, player) in games.iter().zip([Player::FIRST, Player::SECOND]) {
                if let Some(game) = game {
                    versus.count.add(game, player);
                    versus.other.add(game, player.opponent());
                }
            }
            if let [Some(first), Some(second)] = games {
                versus.pairs[pair_score(first, second)] += 1;
            }
        }
        all
    }

    /// How each contestant fared against all others together.
    pub fn totals(&self) -> Vec<Count> {
        let mut totals = vec![Count::default(); self.names.len()];
        for (versus, &(one, other)) in self.versus().iter().zip(self.pairings()) {
            totals[one].merge(&versus.count);
            totals[other].merge(&versus.other);
        }
        totals
    }

    pub(crate) fn is_done(&self, id: u64) -> bool {
        self.games[id as usize].is_some()
    }

    /// Takes a game in; one beyond the schedule, or known already, is passed over.
    pub(crate) fn add(&mut self, game: Summary) {
        if let Some(slot @ None) = self.games.get_mut(game.id as usize) {
            *slot = Some(game);
            self.done += 1;
        }
    }

    /// The score of a pair of a match, in halves, if both games are finished.
    pub(crate) fn pair(&self, pair: u64) -> Option<usize> {
        let game = |half| self.games.get((2 * pair + half) as usize)?.as_ref();
        Some(pair_score(game(0)?, game(1)?))
    }

    /// Lets only the first so many pairs count.
    pub(crate) fn decide(&mut self, pairs: u64) {
        self.counted = 2 * pairs;
        self.is_decided = true;
    }
}

/// Halves of a point that the one who moved first in the first game got from both.
fn pair_score(first: &Summary, second: &Summary) -> usize {
    halves(first, Player::FIRST) + halves(second, Player::SECOND)
}

fn halves(game: &Summary, player: Player) -> usize {
    match game.winner {
        None => 1,
        Some(winner) if winner == player => 2,
        Some(_) => 0,
    }
}
