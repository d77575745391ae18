//! Playouts of many states of a tree side by side, each begun by a move of the tree's choice.
//!
//! The lanes make that move, so that nobody has to work out a state that is looked at once.

use plyscope_game::{Chance, Game, Payoffs, PlayoutStart};

use crate::game::GdlGame;
use crate::lanes::{LONGEST, LaneEnd, LaneStart};
use crate::state::GdlState;

impl GdlGame {
    /// Whether lanes can make the first moves of these playouts: in a round that has begun they cannot.
    fn may_begin_in_lanes(&self, starts: &[PlayoutStart<'_, Self>]) -> bool {
        let begins_a_round = |own: &PlayoutStart<'_, Self>| own.state.pending.is_empty();
        self.playout_lanes() > 1 && !self.facts().simultaneous && starts.iter().all(begins_a_round)
    }

    /// See [`Game::playout_after`].
    pub(crate) fn play_out_after(
        &self,
        starts: &[PlayoutStart<'_, Self>],
        chance: &mut Chance,
        ends: &mut Vec<(Payoffs, u32)>,
    ) {
        ends.clear();
        let network = self.network().filter(|_| self.may_begin_in_lanes(starts));
        let Some(network) = network else {
            for start in starts {
                self.one_by_one(start, chance, ends);
            }
            return;
        };
        let in_lanes: Vec<LaneStart<'_>> = starts.iter().map(in_lane).collect();
        let mut played = Vec::new();
        self.with_lanes(network, |lanes| {
            lanes.play_each(&in_lanes, chance, &mut played);
        });
        ends.extend(played.iter().map(|end| self.told(end)));
    }

    /// What lanes say of a game that has ended.
    pub(crate) fn told(&self, end: &LaneEnd) -> (Payoffs, u32) {
        if end.rounds >= LONGEST {
            self.tell_endless();
        }
        let points = end.points.map(i32::from);
        let (payoffs, wrong) = self.weighed(&points[..self.roles().len()]);
        if let Some(wrong) = wrong {
            self.contradict(&wrong);
        }
        (payoffs, end.rounds)
    }

    fn one_by_one(
        &self,
        start: &PlayoutStart<'_, Self>,
        chance: &mut Chance,
        ends: &mut Vec<(Payoffs, u32)>,
    ) {
        let mut state: GdlState = start.state.clone();
        self.play(&mut state, start.mv);
        for _ in 0..start.playouts {
            let (payoffs, plies) = self.playout(state.clone(), chance);
            ends.push((payoffs, plies + 1));
        }
    }
}

/// A start as lanes want it: the move by its place among those that are legal.
fn in_lane<'a>(start: &PlayoutStart<'a, GdlGame>) -> LaneStart<'a> {
    let legal = &start.state.legal;
    let place = legal.iter().position(|&mv| mv == start.mv.0);
    // Of a single legal move there is no choice.
    let place = place.filter(|_| legal.len() > 1);
    LaneStart {
        state: &start.state.fluents,
        first: place.map(|place| (usize::from(start.state.mover), place as u32)),
        games: start.playouts as usize,
    }
}
