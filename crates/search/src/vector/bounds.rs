//! What ends found in the tree prove about the points of all players.
//!
//! Every arm has bounds on the points of every player under best play: each
//! player maximises his own points, and nothing is assumed about which of
//! several best moves he takes. A mover gets at least the best lower and at most the
//! best upper bound among his moves. Another player gets what lies within the
//! bounds of the moves that may be best for the mover.

use plyscope_game::{Game, MAX_PLAYERS, Player};

use super::tree::{Growth, Mark, Tree};

type Bounds = [[i16; 2]; MAX_PLAYERS];

/// Bounds that hold nothing yet: any bound widens them.
const NOTHING: [i16; 2] = [i16::MAX, i16::MIN];

impl<G: Game> Tree<G> {
    /// Draws the bounds of an arm from those of its children; says whether they changed.
    pub(super) fn settle(&mut self, at: usize, growth: &Growth) -> bool {
        if self.arms[at].mark == Mark::Hidden {
            // What is proved inside a round is proved of its start.
            return true;
        }
        let found = if self.arms[at].round == super::tree::NONE {
            self.turn_bounds(at, growth)
        } else {
            self.round_bounds(at, growth)
        };
        self.tighten(at, &found, growth)
    }

    /// Takes over bounds where they are tighter than those known.
    fn tighten(&mut self, at: usize, found: &Bounds, growth: &Growth) -> bool {
        let players = growth.players();
        let mut changed = false;
        for (player, found) in found.iter().enumerate().take(players) {
            let known = &mut self.bounds[at * players + player];
            let tighter = [known[0].max(found[0]), known[1].min(found[1])];
            changed |= tighter != *known;
            *known = tighter;
        }
        let own = &self.bounds[at * players..(at + 1) * players];
        if own.iter().all(|[low, high]| low == high) && at != 0 {
            self.arms[at].mark = Mark::Proved;
            self.weigh(at, growth);
        }
        changed
    }

    fn turn_bounds(&mut self, at: usize, growth: &Growth) -> Bounds {
        let children = self.arms[at].children();
        let mover = self.arms[children.start].chooser;
        let mut own = [i16::MIN; 2];
        for child in children.clone() {
            let [low, high] = self.bounds_of(child, mover, growth);
            own = [own[0].max(low), own[1].max(high)];
        }
        let is_rivalry = growth.facts.is_rivalry();
        let mut all = [NOTHING; MAX_PLAYERS];
        for child in children {
            let high = self.bounds_of(child, mover, growth)[1];
            // An equal move can still decide what the others get, unless that follows from the mover's points.
            let is_beaten = high < own[0] || (is_rivalry && high <= own[0]);
            let is_asked_about = at == 0 && growth.every_move;
            if is_beaten && !is_asked_about && self.arms[child].mark == Mark::Open {
                self.arms[child].mark = Mark::Beaten;
                self.weigh(child, growth);
            }
            if high >= own[0] {
                self.widen(&mut all, child, growth);
            }
        }
        all[mover.index()] = own;
        opposed(&mut all, mover, growth);
        all
    }

    fn widen(&self, all: &mut Bounds, child: usize, growth: &Growth) {
        for (player, bounds) in all.iter_mut().enumerate().take(growth.players()) {
            let [low, high] = self.bounds_of(child, Player(player as u8), growth);
            *bounds = [bounds[0].min(low), bounds[1].max(high)];
        }
    }

    /// A player of a round gets at least what one of his moves brings whatever the others do.
    fn round_bounds(&self, at: usize, growth: &Growth) -> Bounds {
        let round = &self.rounds[self.arms[at].round as usize];
        let mut all = [NOTHING; MAX_PLAYERS];
        for (order, chooser) in round.choosers.iter().enumerate() {
            let mut best = i16::MIN;
            for place in 0..chooser.played.len() as u32 {
                let mut whatever = [NOTHING; MAX_PLAYERS];
                self.gather(at, 0, Some((order, place)), growth, &mut whatever);
                best = best.max(whatever[chooser.player.index()][0]);
            }
            let mut whatever = [NOTHING; MAX_PLAYERS];
            if order == 0 {
                self.gather(at, 0, None, growth, &mut whatever);
                all = whatever;
            }
            let own = &mut all[chooser.player.index()];
            own[0] = own[0].max(best);
        }
        if growth.facts.is_rivalry() {
            let lows = [all[0][0], all[1][0]];
            let sum = growth.facts.sum.unwrap_or(0) as i16;
            all[0][1] = all[0][1].min(sum - lows[1]);
            all[1][1] = all[1][1].min(sum - lows[0]);
        }
        all
    }

    /// Widens bounds by all that can come of a round, of which one player's move may be given.
    pub(super) fn gather(
        &self,
        at: usize,
        order: usize,
        given: Option<(usize, u32)>,
        growth: &Growth,
        all: &mut Bounds,
    ) {
        let arm = &self.arms[at];
        if arm.count == 0 {
            return self.widen(all, at, growth);
        }
        let is_last = |child: usize| self.arms[child].mark != Mark::Hidden;
        for child in arm.children() {
            let place = child as u32 - arm.first;
            if given.is_some_and(|own| own.0 == order && own.1 != place) {
                continue;
            }
            if is_last(child) {
                self.widen(all, child, growth);
            } else {
                self.gather(child, order + 1, given, growth, all);
            }
        }
    }
}

/// Where one of two players loses what the other wins, the mover's bounds are those of both.
fn opposed(all: &mut Bounds, mover: Player, growth: &Growth) {
    if !growth.facts.is_rivalry() {
        return;
    }
    let sum = growth.facts.sum.unwrap_or(0) as i16;
    let [low, high] = all[mover.index()];
    all[mover.opponent().index()] = [sum - high, sum - low];
}
