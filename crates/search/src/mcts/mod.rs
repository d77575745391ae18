//! Monte Carlo tree search: UCT with a solver.
//!
//! A tree grows by one leaf a playout where the upper confidence bound points;
//! ends found in it prove the states before them. Several threads grow a tree
//! each and add up what they found about the moves at the root.
//!
//! What is promised: with limits on playouts or nodes, the same parameters
//! (among them `seed` and `threads`), game and state give the same advice on
//! any machine under any load, unless `reuse` is on, when earlier calls count
//! too. A time limit or a stop ends this promise.

mod advice;
pub(crate) mod exploration;
mod nodes;
mod params;
mod prove;
mod record;
mod reuse;
mod tree;

pub use params::MctsParams;

use std::time::Instant;

use plyscope_game::{
    Advice, Agent, Chance, Deadline, Error, Evaluator, Facts, Game, Limits, Progress, mix_all,
};

use crate::budget::{Pace, tighter};
use crate::fit::needs_minimax;
use crate::parallel::{Job, side_by_side};
use crate::steer::{Adviser, Policy, Steering};
use exploration::Exploration;
use nodes::Nodes;
use tree::{Growth, Tree};

/// The Monte Carlo tree search as an agent, for one game.
///
/// With `reuse` it must not be handed another game of the same type without
/// [`Agent::forget`] in between.
pub struct Mcts<G: Game> {
    params: MctsParams,
    trees: Vec<Tree<G>>,
    /// The heuristic that steers playouts or biases the tree; if none, chance alone does.
    guide: Option<Steering<G>>,
}

/// When one tree has grown enough.
struct Share {
    playouts: u64,
    nodes: u64,
    deadline: Deadline,
    /// Which of these are the caller's, because tighter than the agent's own.
    by_caller: ByCaller,
    /// Told of the nodes made; by one tree for all.
    progress: Progress,
}

#[derive(Clone, Copy)]
struct ByCaller {
    playouts: bool,
    nodes: bool,
    time: bool,
}

/// How the growing of one tree ended.
#[derive(Clone, Copy, Default)]
struct Grown {
    /// Nodes made.
    nodes: u64,
    /// Whether a caller's limit or a stop ended it before the agent's own limits did.
    cut_short: bool,
}

impl<G: Game> Mcts<G> {
    /// A search that has seen nothing yet.
    ///
    /// # Errors
    /// When a parameter is out of range; says which.
    pub fn new(params: MctsParams) -> Result<Self, Error> {
        params.check()?;
        Ok(Self {
            params,
            trees: Vec::new(),
            guide: None,
        })
    }

    /// The same with playouts that an evaluator steers: but for a share of random
    /// moves, each is the one after which it likes the state best.
    #[must_use]
    pub fn guided(self, evaluator: Box<dyn Evaluator<G>>, random: f64) -> Self {
        let adviser = Adviser::Evaluator(evaluator);
        self.steered(Steering::of_playouts(
            adviser,
            Policy::EpsilonGreedy { random },
        ))
    }

    /// The same with a heuristic that steers playouts, biases the tree, or both. A tree with a bias
    /// is not kept from move to move.
    #[must_use]
    pub fn steered(mut self, steering: Steering<G>) -> Self {
        self.guide = Some(steering);
        self
    }

    /// Changes how many games are played out for one piece of advice; none counts as one.
    pub fn set_playouts(&mut self, playouts: u64) {
        self.params.playouts = playouts.max(1);
    }

    /// Nodes in all trees, and the bytes they take.
    pub fn memory_used(&self) -> (usize, usize) {
        let nodes = self.trees.iter().map(|tree| tree.size).sum();
        let held = |tree: &Tree<G>| tree.nodes.capacity() * Nodes::<G::Move>::BYTES;
        (nodes, self.trees.iter().map(held).sum())
    }

    fn growth(&self, facts: &Facts, limits: &Limits) -> Growth {
        let (least, most) = facts.points;
        let (least, most) = (facts.margin(least), facts.margin(most));
        let room = self.params.memory / self.params.threads / Nodes::<G::Move>::BYTES;
        Growth {
            facts: *facts,
            exploration: Exploration::new(self.params.c),
            mask: Nodes::<G::Move>::mask(facts.max_moves),
            bounds: (least as i16, most as i16),
            per_point: 1.0 / most.max(-least).max(1) as f32,
            room: room.min(u32::MAX as usize),
            solver: self.params.solver,
            every_move: limits.every_move,
            lean: self.guide.as_ref().map(|own| own.lean).unwrap_or_default(),
        }
    }

    /// Chance of one tree: from the seed and the state, so that it does not matter what was asked before.
    fn chance(&self, key: u64, tree: usize) -> Chance {
        Chance::for_task(mix_all(&[self.params.seed, key]), tree as u64)
    }

    /// Makes every tree begin at `state`: what is kept of the old ones, or nothing.
    fn replant(&mut self, game: &G, state: &G::State, growth: &Growth, chances: &mut [Chance]) {
        let guide = self.guide.as_ref();
        for (index, chance) in chances.iter_mut().enumerate() {
            let Some(tree) = self.trees.get_mut(index) else {
                self.trees
                    .push(Tree::new(game, state, growth, guide, chance));
                continue;
            };
            // A tree of the candidates alone does not do for who asks about every move.
            let kept = self.params.reuse
                && !growth.lean.counts()
                && tree.follow(game, state)
                && (tree.nodes.is_whole(0) || !growth.every_move);
            if !kept {
                tree.replant(game, state, growth, guide, chance);
            }
        }
    }

    /// The share of one tree of what parameters and caller allow together.
    fn share(&self, tree: usize, limits: &Limits) -> Share {
        let part = |all: u64| {
            let threads = self.params.threads as u64;
            all / threads + u64::from((tree as u64) < all % threads)
        };
        let nodes = tighter(self.params.nodes, limits.nodes);
        let time = tighter(self.params.time, limits.time);
        let playouts = tighter(Some(self.params.playouts), limits.playouts);
        Share {
            playouts: playouts.map_or(u64::MAX, part),
            nodes: nodes.map_or(u64::MAX, part),
            deadline: Deadline::within(self.params.time, limits),
            by_caller: ByCaller {
                playouts: playouts != Some(self.params.playouts),
                nodes: nodes != self.params.nodes,
                time: time != self.params.time,
            },
            progress: if tree == 0 {
                limits.progress.clone()
            } else {
                Progress::default()
            },
        }
    }
}

/// Why a tree stopped growing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// There is nothing left to find out.
    Done,
    Playouts,
    Nodes,
    Time,
    Stopped,
}

impl Share {
    /// Why the deadline came.
    fn called_off(&self) -> End {
        if self.deadline.is_stopped() {
            End::Stopped
        } else {
            End::Time
        }
    }

    fn cuts_short(&self, end: End) -> bool {
        match end {
            End::Done => false,
            End::Playouts => self.by_caller.playouts,
            End::Nodes => self.by_caller.nodes,
            End::Time => self.by_caller.time,
            End::Stopped => true,
        }
    }
}

/// Grows one tree by its share.
fn grow<G: Game>(
    game: &G,
    tree: &mut Tree<G>,
    growth: &Growth,
    guide: Option<&Steering<G>>,
    share: &Share,
    mut chance: Chance,
) -> Grown {
    let before = tree.size;
    tree.prepare(growth);
    let end = grow_to_end(game, tree, growth, guide, share, &mut chance);
    Grown {
        nodes: (tree.size - before) as u64,
        cut_short: share.cuts_short(end),
    }
}

fn grow_to_end<G: Game>(
    game: &G,
    tree: &mut Tree<G>,
    growth: &Growth,
    guide: Option<&Steering<G>>,
    share: &Share,
    chance: &mut Chance,
) -> End {
    let most_nodes = share.nodes.saturating_add(tree.size as u64);
    // Counts of visits must not overflow, not even after weeks.
    let count_left = u64::from(u32::MAX - tree.nodes.record(0).visits);
    let playouts = share.playouts.min(count_left);
    if tree.is_done() {
        return End::Done;
    }
    let mut pace = Pace::new();
    for playout in 1..=playouts {
        if pace.is_due(playout) {
            let now = Instant::now();
            if share.deadline.is_over_at(now) {
                return share.called_off();
            }
            share.progress.tell(tree.size as u64);
            pace.looked(playout, now);
        }
        if tree.size as u64 >= most_nodes {
            return End::Nodes;
        }
        match tree.grow(game, growth, guide, chance, &share.deadline) {
            None => return share.called_off(),
            Some(true) if tree.is_done() => return End::Done,
            Some(_) => {}
        }
    }
    End::Playouts
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let facts = game.facts();
        needs_minimax("two-player mcts", &facts)?;
        let growth = self.growth(&facts, limits);
        let key = game.key(state);
        let mut chances: Vec<Chance> = (0..self.params.threads)
            .map(|tree| self.chance(key, tree))
            .collect();
        self.replant(game, state, &growth, &mut chances);
        let shares: Vec<Share> = (0..self.params.threads)
            .map(|tree| self.share(tree, limits))
            .collect();
        for (tree, share) in self.trees.iter_mut().zip(&shares) {
            let most = share.playouts.saturating_mul(u64::from(facts.max_moves));
            tree.reserve(most, &growth)?;
        }
        let guide = self.guide.as_ref();
        let work = self.trees.iter_mut().zip(&shares).zip(chances);
        let mut grown = vec![Grown::default(); shares.len()];
        let (jobs, growth) = (work.zip(&mut grown), &growth);
        side_by_side(
            jobs.map(|(((tree, share), chance), grown)| {
                let job = move || *grown = grow(game, tree, growth, guide, share, chance);
                Box::new(job) as Job<'_>
            })
            .collect(),
        );
        if let Some(failure) = guide.and_then(Steering::take_failure) {
            return Err(failure);
        }
        let mut advice = advice::draw_up(game, state, &self.trees);
        advice.nodes = grown.iter().map(|grown| grown.nodes).sum();
        advice.cut_short = grown.iter().any(|grown| grown.cut_short);
        Ok(advice)
    }

    fn forget(&mut self) {
        self.trees.clear();
    }

    fn reseed(&mut self, seed: u64) {
        self.params.seed = seed;
        if let Some(guide) = &mut self.guide {
            guide.reseed(seed);
        }
    }
}
