//! A round in which several players choose without seeing each other: regret matching.
//!
//! S. Hart and A. Mas-Colell, "A simple adaptive procedure leading to correlated
//! equilibrium" (Econometrica 2000); in trees M. Lanctot, V. Lisý and M. Winands,
//! "Monte Carlo tree search in simultaneous move games with applications to
//! Goofspiel" (2013). Each player plays a move in proportion to how much he regrets not to
//! have played it; the average over time is what nobody can exploit where two
//! players share out a constant sum. Upper confidence bounds would run in circles here.

use plyscope_game::{Chance, Game, MAX_PLAYERS, Player};

use super::tree::{Growth, Tree};

/// The share of choices made at random, so that no move is forgotten.
///
/// Not part of the average strategy.
const STRAY: f64 = 0.1;

/// What the players of a round have learned.
#[derive(Clone, Debug)]
pub(super) struct Round {
    /// In the order in which they are asked.
    pub(super) choosers: Vec<Chooser>,
    /// How often the round was played.
    times: u64,
}

/// One player of a round.
#[derive(Clone, Debug)]
pub(super) struct Chooser {
    pub(super) player: Player,
    /// By move: points missed by not playing it.
    regrets: Vec<f64>,
    /// By move: how often it was played on average, later times counting more.
    pub(super) played: Vec<f64>,
    /// By move: how often it was drawn.
    tries: Vec<u32>,
    /// By move: how often a result came back, and the points in them, whatever the others did.
    results: Vec<(u32, f64)>,
    /// The move that is tried first.
    turn: u32,
}

/// One choice by every player, by the places of their moves.
pub(super) type Joint = [u32; MAX_PLAYERS];

impl Round {
    /// The round that begins in a state; none if one player alone moves there.
    pub(super) fn at<G: Game>(game: &G, state: &G::State, chance: &mut Chance) -> Option<Self> {
        let mut choosers = Vec::new();
        let mut state = state.clone();
        loop {
            let moves = game.moves(&state);
            let count = moves.len();
            choosers.push(Chooser {
                player: game.mover(&state),
                regrets: vec![0.0; count],
                played: vec![0.0; count],
                tries: vec![0; count],
                results: vec![(0, 0.0); count],
                turn: chance.below(count as u32),
            });
            let mut moves = moves;
            game.play(&mut state, moves.next()?);
            if game.payoffs(&state).is_some() || !game.hidden(&state) {
                break;
            }
        }
        (choosers.len() > 1).then_some(Self { choosers, times: 0 })
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let chooser = |own: &Chooser| size_of::<Chooser>() + 36 * own.regrets.len();
        size_of::<Self>() + self.choosers.iter().map(chooser).sum::<usize>()
    }

    /// Draws a move for every player.
    pub(super) fn draw(&mut self, chance: &mut Chance) -> Joint {
        self.times += 1;
        let weight = self.times as f64;
        let mut joint = [0; MAX_PLAYERS];
        for (chooser, place) in self.choosers.iter_mut().zip(&mut joint) {
            *place = chooser.draw(weight, chance);
            chooser.tries[*place as usize] += 1;
        }
        joint
    }
}

impl Chooser {
    fn draw(&mut self, weight: f64, chance: &mut Chance) -> u32 {
        let count = self.tries.len() as u32;
        let in_turn = (0..count).map(|place| (place + self.turn) % count);
        if let Some(untried) = in_turn.into_iter().find(|&at| self.tries[at as usize] == 0) {
            return untried;
        }
        let all = self.all_regret();
        for place in 0..self.played.len() {
            self.played[place] += weight * self.share(place, all);
        }
        if chance.unit() < STRAY {
            return chance.below(count);
        }
        let mut left = chance.unit();
        for place in 0..self.played.len() {
            left -= self.share(place, all);
            if left < 0.0 {
                return place as u32;
            }
        }
        count - 1
    }

    fn all_regret(&self) -> f64 {
        self.regrets.iter().map(|regret| regret.max(0.0)).sum()
    }

    /// How often a move is played now.
    fn share(&self, place: usize, all: f64) -> f64 {
        if all > 0.0 {
            self.regrets[place].max(0.0) / all
        } else {
            1.0 / self.regrets.len() as f64
        }
    }

    /// How often each move was played on average; all alike before anything was learned.
    pub(super) fn strategy(played: &[f64]) -> Vec<f64> {
        let all: f64 = played.iter().sum();
        let share = |&own: &f64| {
            if all > 0.0 {
                own / all
            } else {
                1.0 / played.len() as f64
            }
        };
        played.iter().map(share).collect()
    }
}

impl<G: Game> Tree<G> {
    /// The arm that a choice of all players leads to, if it is in the tree.
    pub(super) fn cell(&self, at: usize, choosers: usize, joint: &Joint) -> Option<usize> {
        let step = |at: usize, place: &u32| {
            let arm = &self.arms[at];
            (arm.count > 0).then(|| (arm.first + place) as usize)
        };
        joint[..choosers].iter().try_fold(at, step)
    }

    /// Counts the result of a round, and adds to every player's regrets.
    ///
    /// What another move would have brought is the mean of what it did bring
    /// against the same moves of the others, or against any if it was not tried against these.
    pub(super) fn learn(
        &mut self,
        at: usize,
        joint: &Joint,
        points: &[i64; MAX_PLAYERS],
        weight: u32,
        growth: &Growth,
    ) {
        let number = self.arms[at].round as usize;
        let mut round = std::mem::take(&mut self.rounds[number].choosers);
        let count = round.len();
        for (order, chooser) in round.iter_mut().enumerate() {
            let own = joint[order] as usize;
            let player = chooser.player.index();
            chooser.results[own].0 += 1;
            chooser.results[own].1 += points[player] as f64 / f64::from(weight);
            let all = chooser.all_regret();
            let mut other = *joint;
            let mut mean = 0.0;
            for place in 0..chooser.regrets.len() {
                other[order] = place as u32;
                let value = self.value(at, count, &other, chooser, place, growth);
                mean += chooser.share(place, all) * value;
                chooser.regrets[place] += value;
            }
            for regret in &mut chooser.regrets {
                *regret -= mean;
            }
        }
        self.rounds[number].choosers = round;
    }

    fn value(
        &self,
        at: usize,
        choosers: usize,
        joint: &Joint,
        chooser: &Chooser,
        place: usize,
        growth: &Growth,
    ) -> f64 {
        let cell = self.cell(at, choosers, joint);
        let seen = cell.filter(|&cell| self.arms[cell].visits > 0);
        if let Some(cell) = seen {
            let sum = self.sums[cell * growth.players() + chooser.player.index()];
            return sum as f64 / f64::from(self.arms[cell].visits);
        }
        let (count, sum) = chooser.results[place];
        sum / f64::from(count.max(1))
    }
}
