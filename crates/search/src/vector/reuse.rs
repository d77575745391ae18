//! Keeping the part of a tree that is still of use after moves were made.

use plyscope_game::Game;

use super::tree::{Growth, Mark, NONE, Tree};

/// Arms that are compared with the new state at the most.
const LOOKS: usize = 100_000;

impl<G: Game> Tree<G> {
    /// Makes the arms at the root ready for a search: those beaten are asked about again if all are.
    pub(super) fn prepare(&mut self, growth: &Growth) {
        // A root that was never visited counts as visited once: its spread must be a number.
        self.arms[0].visits = self.arms[0].visits.max(1);
        self.weigh(0, growth);
        for child in self.arms[0].children() {
            if growth.every_move && self.arms[child].mark == Mark::Beaten {
                self.arms[child].mark = Mark::Open;
            }
            self.weigh(child, growth);
        }
    }

    /// Whether no playout could tell more about the moves at the root.
    pub(super) fn is_done(&self, growth: &Growth) -> bool {
        let root = &self.arms[0];
        if !growth.solver {
            return false;
        }
        if root.round != NONE {
            let players = growth.players();
            return self.bounds[..players].iter().all(|[low, high]| low == high)
                && !growth.every_move;
        }
        let is_known = |child: usize| {
            let arm = &self.arms[child];
            let [low, high] = self.bounds_of(child, arm.chooser, growth);
            low == high || arm.mark == Mark::Beaten
        };
        root.children().all(is_known)
    }

    /// The part of the tree under `state`, if it is there a few plies below the root and has moves.
    pub(super) fn follow(self, game: &G, state: &G::State, growth: &Growth) -> Option<Self> {
        let plies = growth.players() + 1;
        let mut level = vec![0];
        let mut looks = 0;
        for _ in 0..=plies {
            let is_there = |at: &&usize| {
                let arm = &self.arms[**at];
                arm.state != NONE && arm.mark != Mark::Hidden && self.state(**at) == state
            };
            if let Some(&found) = level.iter().find(is_there) {
                return (self.arms[found].count > 0).then(|| self.keep(game, found, growth));
            }
            looks += level.len();
            if looks > LOOKS {
                return None;
            }
            let children = level.iter().flat_map(|&at| self.arms[at].children());
            level = children.collect();
        }
        None
    }

    /// A tree of an arm and all that is below it.
    fn keep(mut self, game: &G, root: usize, growth: &Growth) -> Self {
        let mut states: Vec<Option<G::State>> = self.states.drain(..).map(Some).collect();
        let players = growth.players();
        let mut kept = Self {
            arms: vec![self.arms[root]],
            weights: Vec::new(),
            bounds: Vec::new(),
            sums: Vec::new(),
            lean: Vec::new(),
            states: Vec::new(),
            rounds: Vec::new(),
            hides: self.hides,
            held: 0,
        };
        kept.arms[0].mark = Mark::Open;
        let mut from = vec![root];
        let mut done = 0;
        while done < from.len() {
            let old = from[done];
            let of_old = old * players..(old + 1) * players;
            kept.weights.push(self.weights[old]);
            if growth.lean.counts() {
                kept.lean.push(self.lean.get(old).copied().unwrap_or(0.0));
            }
            kept.bounds.extend_from_slice(&self.bounds[of_old.clone()]);
            if growth.facts.simultaneous {
                kept.sums.extend_from_slice(&self.sums[of_old]);
            }
            kept.take_state(&mut states, done);
            if kept.arms[done].round != NONE {
                let round = &self.rounds[kept.arms[done].round as usize];
                kept.arms[done].round = kept.rounds.len() as u32;
                kept.held += round.bytes();
                kept.rounds.push(round.clone());
            }
            let children = self.arms[old].children();
            kept.arms[done].first = kept.arms.len() as u32;
            kept.arms.extend_from_slice(&self.arms[children.clone()]);
            from.extend(children);
            done += 1;
        }
        kept.held += kept.arms.len() * kept.slot_bytes(game, growth);
        if growth.late_states {
            let states = kept.states.iter();
            kept.held += states
                .map(|state| Self::kept_bytes(game, state))
                .sum::<usize>();
        }
        kept
    }

    fn take_state(&mut self, states: &mut [Option<G::State>], at: usize) {
        let old = self.arms[at].state;
        if old == NONE {
            return;
        }
        let state = states[old as usize].take();
        self.arms[at].state = self.states.len() as u32;
        self.states.extend(state);
    }
}
