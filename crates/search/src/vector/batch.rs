//! Many leaves at once: collected one after another, played out together, backed up in order.
//!
//! Until a result is back, a playout under way counts as a visit in the upper
//! confidence bounds, so that the next one goes elsewhere; the mean is that of the
//! results there are ("watch the unobserved": Liu et al., ICLR 2020).

use plyscope_game::{Chance, Deadline, Game, MAX_PLAYERS, Payoffs, Player, PlayoutStart, mix_all};

use super::round::Joint;
use super::tree::{Growth, Mark, NONE, Tree, Weight};
use crate::steer::Steering;

/// An arm on the way down.
#[derive(Clone, Copy, Debug)]
struct Step {
    arm: u32,
    /// A proved and better sibling, of which the arms above hear instead of the playout.
    instead: u32,
    /// Where in the list of joint choices the round begins that this arm is the start of.
    joint: u32,
}

/// A leaf that waits for its playouts.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    /// Its last step, and the one behind it.
    steps: (u32, u32),
    /// How many playouts it gets.
    weight: u32,
    /// The state to play out from; none where the points are proved.
    state: u32,
    /// The arm whose move is made there first, if any.
    first: u32,
    /// Whether the end of a game was met for the first time.
    is_new_end: bool,
}

/// Memory for a batch, kept from one to the next.
#[derive(Debug)]
pub(super) struct Batch<G: Game> {
    steps: Vec<Step>,
    joints: Vec<Joint>,
    leaves: Vec<Leaf>,
    states: Vec<G::State>,
    ends: Vec<(Payoffs, u32)>,
}

impl<G: Game> Batch<G> {
    pub(super) fn new() -> Self {
        Self {
            steps: Vec::new(),
            joints: Vec::new(),
            leaves: Vec::new(),
            states: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Copies the states of the leaves, each as often as it is played out.
    fn fill(&mut self, tree: &Tree<G>) {
        let mut used = 0;
        for leaf in self.leaves.iter().filter(|leaf| leaf.state != NONE) {
            let state = &tree.states[leaf.state as usize];
            for _ in 0..leaf.weight {
                match self.states.get_mut(used) {
                    Some(slot) => slot.clone_from(state),
                    None => self.states.push(state.clone()),
                }
                used += 1;
            }
        }
        self.states.truncate(used);
    }

    /// Plays all leaves out; nothing if the deadline comes before a steered playout ends.
    fn play_out(
        &mut self,
        game: &G,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
        deadline: &Deadline,
    ) -> Option<()> {
        if let Some(guide) = guide.filter(|own| own.playouts.is_some()) {
            self.ends.clear();
            for state in &self.states {
                let end = guide.playout(game, state.clone(), chance, deadline)?;
                self.ends.push(end);
            }
        } else if let [state] = &self.states[..] {
            self.ends.clear();
            self.ends.push(game.playout(state.clone(), chance));
        } else {
            game.playout_each(&self.states, chance, &mut self.ends);
        }
        Some(())
    }
}

impl<G: Game> Batch<G> {
    /// Plays all leaves out, each from the state above it on.
    fn play_out_after(&mut self, game: &G, tree: &Tree<G>, chance: &mut Chance) {
        let open = self.leaves.iter().filter(|leaf| leaf.state != NONE);
        let starts: Vec<PlayoutStart<'_, G>> = open
            .map(|leaf| PlayoutStart {
                state: &tree.states[leaf.state as usize],
                mv: tree.arms[leaf.first as usize].mv,
                playouts: leaf.weight,
            })
            .collect();
        game.playout_after(&starts, chance, &mut self.ends);
    }
}

impl<G: Game> Tree<G> {
    /// Grows by so many playouts, `per_leaf` from each leaf but the last; says whether a proof changed
    /// the root, or nothing if the deadline came first: then none of them counts.
    pub(super) fn grow(
        &mut self,
        game: &G,
        (growth, guide): (&Growth, Option<&Steering<G>>),
        (playouts, per_leaf): (u32, u32),
        batch: &mut Batch<G>,
        chance: &mut Chance,
        deadline: &Deadline,
    ) -> Option<bool> {
        batch.steps.clear();
        batch.joints.clear();
        batch.leaves.clear();
        let mut left = playouts;
        while left > 0 {
            let weight = per_leaf.min(left);
            self.collect(game, (growth, guide), weight, batch, chance);
            left -= weight;
        }
        if growth.late_states {
            batch.play_out_after(game, self, chance);
        } else {
            batch.fill(self);
            if batch.play_out(game, guide, chance, deadline).is_none() {
                self.call_off(batch, growth);
                return None;
            }
        }
        let mut used = 0;
        let mut proved = false;
        for number in 0..batch.leaves.len() {
            let mut leaf = batch.leaves[number];
            let points = if leaf.state == NONE {
                let at = batch.steps[leaf.steps.1 as usize - 1].arm as usize;
                let weight = i64::from(leaf.weight);
                self.proved_points(at, growth).map(|own| own * weight)
            } else {
                let ends = &batch.ends[used..used + leaf.weight as usize];
                used += leaf.weight as usize;
                // No more than the move itself was made.
                if let (true, Some((payoffs, 1))) = (leaf.first != NONE, ends.first()) {
                    self.end(leaf.first as usize, payoffs, growth);
                    leaf.is_new_end = true;
                }
                added(ends, growth)
            };
            proved |= self.back_up(&leaf, points, batch, growth);
        }
        Some(proved)
    }

    /// Forgets that playouts of a batch are under way.
    #[cold]
    fn call_off(&mut self, batch: &Batch<G>, growth: &Growth) {
        for leaf in &batch.leaves {
            for step in &batch.steps[leaf.steps.0 as usize..leaf.steps.1 as usize] {
                self.arms[step.arm as usize].waiting -= leaf.weight;
                self.weigh(step.arm as usize, growth);
            }
        }
    }

    /// Goes down to one leaf.
    fn collect(
        &mut self,
        game: &G,
        (growth, guide): (&Growth, Option<&Steering<G>>),
        weight: u32,
        batch: &mut Batch<G>,
        chance: &mut Chance,
    ) {
        let begin = batch.steps.len();
        let mut leaf = Leaf {
            steps: (begin as u32, 0),
            weight,
            state: NONE,
            first: NONE,
            is_new_end: false,
        };
        batch.steps.push(step(0, NONE));
        let mut at = 0;
        loop {
            let parent = at;
            if self.arms[at].round == NONE {
                let (child, instead) = self.choose(at, growth);
                batch.steps.push(step(child, instead));
                at = child;
            } else if let Some(cell) = self.play_round(game, (growth, guide), at, batch, chance) {
                at = cell;
            } else {
                leaf.state = self.arms[at].state;
                break;
            }
            debug_assert!(parent != at, "every step goes down");
            let is_fresh = self.arms[at].visits == 0;
            let stays_unmet = || is_fresh || !self.has_room_for_state(game, growth);
            if self.is_unmet(at) && !(growth.late_states && stays_unmet()) {
                let before = batch.steps[batch.steps.len() - 2].arm as usize;
                self.arrive(game, before, at, growth);
                leaf.is_new_end = self.arms[at].mark == Mark::End;
            }
            let arm = &self.arms[at];
            if arm.is_proved() {
                break;
            }
            let has_children = arm.count > 0
                || (!self.is_unmet(at)
                    && !is_fresh
                    && self.expand(game, at, growth, guide, chance));
            if is_fresh || !has_children {
                (leaf.state, leaf.first) = if growth.late_states {
                    (self.arms[parent].state, at as u32)
                } else {
                    (self.arms[at].state, NONE)
                };
                break;
            }
        }
        leaf.steps.1 = batch.steps.len() as u32;
        for step in &batch.steps[begin..] {
            self.arms[step.arm as usize].waiting += weight;
            self.weigh(step.arm as usize, growth);
        }
        batch.leaves.push(leaf);
    }

    /// Whether the state of an arm was not worked out yet.
    fn is_unmet(&self, at: usize) -> bool {
        let arm = &self.arms[at];
        arm.state == NONE && arm.mark != Mark::End
    }

    /// One choice by all players of a round, and where it leads; nothing if there is no room for that.
    fn play_round(
        &mut self,
        game: &G,
        (growth, guide): (&Growth, Option<&Steering<G>>),
        start: usize,
        batch: &mut Batch<G>,
        chance: &mut Chance,
    ) -> Option<usize> {
        let number = self.arms[start].round as usize;
        let joint = self.rounds[number].draw(chance);
        let last = self.rounds[number].choosers.len() - 1;
        let begin = batch.steps.len();
        let mut at = start;
        for (order, &place) in joint[..=last].iter().enumerate() {
            let child = (self.arms[at].first + place) as usize;
            batch.steps.push(step(child, NONE));
            if order == last {
                at = child;
                break;
            }
            if self.is_unmet(child) {
                self.arrive(game, at, child, growth);
            }
            if self.arms[child].count == 0 && !self.expand(game, child, growth, guide, chance) {
                batch.steps.truncate(begin);
                return None;
            }
            at = child;
        }
        batch.steps[begin - 1].joint = batch.joints.len() as u32;
        batch.joints.push(joint);
        Some(at)
    }

    /// The child with the highest upper confidence bound; and where that is proved, the best of
    /// those that a playout can tell something about, with the proved one.
    fn choose(&self, at: usize, growth: &Growth) -> (usize, u32) {
        let factor = growth.exploration.factor(self.weights[at].spread);
        let best = self.highest(at, factor, |_| true);
        let best = best.expect("an expanded arm has children");
        if self.weights[best].mean == f32::INFINITY {
            return (self.untried(at, growth), NONE);
        }
        if self.weights[best].is_open() {
            return (best, NONE);
        }
        match self.highest(at, factor, Weight::is_open) {
            Some(open) => (open, best as u32),
            None => (best, NONE),
        }
    }

    /// The first child with the highest bound among some.
    #[inline]
    fn highest(&self, at: usize, factor: f32, among: impl Fn(Weight) -> bool) -> Option<usize> {
        let children = self.arms[at].children();
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for (child, &weight) in children.clone().zip(&self.weights[children]) {
            let bound = weight.mean + factor * weight.spread;
            if among(weight) && (bound > highest || best.is_none()) {
                (best, highest) = (Some(child), bound);
            }
        }
        best
    }

    /// A child that was never tried, beginning at a random one.
    #[cold]
    fn untried(&self, at: usize, growth: &Growth) -> usize {
        let node = &self.arms[at];
        let turn = mix_all(&[growth.seed, at as u64]) % u64::from(node.count);
        let in_turn = (0..node.count).map(|place| {
            let place = (u64::from(place) + turn) % u64::from(node.count);
            node.first as usize + place as usize
        });
        let untried = in_turn.filter(|&child| self.weights[child].mean == f32::INFINITY);
        if !growth.lean.counts() {
            let mut untried = untried;
            return untried.next().expect("the caller saw one");
        }
        // The one that a heuristic likes best; the first of equals.
        let lean = |child: usize| self.lean.get(child).copied().unwrap_or(0.0);
        let best = untried.reduce(|best, own| if lean(own) > lean(best) { own } else { best });
        best.expect("the caller saw one")
    }

    /// Adds a result to every arm of the path, and spreads a proof as far as it reaches.
    fn back_up(
        &mut self,
        leaf: &Leaf,
        mut points: [i64; MAX_PLAYERS],
        batch: &Batch<G>,
        growth: &Growth,
    ) -> bool {
        let mut proved = leaf.is_new_end && growth.solver;
        let steps = leaf.steps.0 as usize..leaf.steps.1 as usize;
        let last = steps.end - 1;
        for number in steps.rev() {
            let Step {
                arm: at,
                instead,
                joint,
            } = batch.steps[number];
            let at = at as usize;
            if proved && number != last {
                proved = self.settle(at, growth);
            }
            self.count(at, &points, leaf.weight, growth);
            if joint != NONE {
                let joint = batch.joints[joint as usize];
                self.learn(at, &joint, &points, leaf.weight, growth);
            }
            if instead != NONE {
                let known = self.proved_points(instead as usize, growth);
                points = known.map(|own| own * i64::from(leaf.weight));
            }
        }
        proved
    }

    fn count(&mut self, at: usize, points: &[i64; MAX_PLAYERS], weight: u32, growth: &Growth) {
        let arm = &mut self.arms[at];
        arm.visits += weight;
        arm.waiting -= weight;
        arm.sum += points[arm.chooser.index()];
        self.weigh(at, growth);
        if growth.facts.simultaneous {
            let players = growth.players();
            let sums = &mut self.sums[at * players..(at + 1) * players];
            for (sum, points) in sums.iter_mut().zip(points) {
                *sum += points;
            }
        }
    }
}

fn step(arm: usize, instead: u32) -> Step {
    Step {
        arm: arm as u32,
        instead,
        joint: NONE,
    }
}

/// The points of all players over some playouts.
fn added(ends: &[(Payoffs, u32)], growth: &Growth) -> [i64; MAX_PLAYERS] {
    let mut points = [0; MAX_PLAYERS];
    for (payoffs, _) in ends {
        for (player, points) in points.iter_mut().enumerate().take(growth.players()) {
            *points += i64::from(payoffs.of(Player(player as u8)));
        }
    }
    points
}
