//! Monte Carlo tree search for any number of players, with the points of all of them.
//!
//! Every player maximises his own points by upper confidence bounds; rounds in
//! which players choose at the same time are played by regret matching. Leaves
//! are collected and played out together where the game can do that faster.
//! What is proved is what the points of a player are under best play of all,
//! whichever of several best moves anybody takes.

mod advice;
mod batch;
mod bounds;
mod reuse;
mod round;
mod tree;

use std::thread::ScopedJoinHandle;
use std::time::Instant;

use plyscope_game::{
    Advice, Agent, Chance, Deadline, Error, Facts, Game, Limits, Progress, mix_all,
};

use crate::MctsParams;
use crate::budget::{Pace, tighter};
use crate::mcts::exploration::Exploration;
use crate::steer::Steering;
use batch::Batch;
use tree::{Growth, Tree};

/// Playouts from one leaf where the game plays out many at once: a step to a
/// new state of Connect Four from its rule sheet takes as long as several playouts.
const PER_LEAF: u32 = 4;
/// A batch holds at most this share of the playouts so far, so that few are sent blindly.
const SHARE: u32 = 8;
/// The least number of leaves in a batch.
const FEW: u32 = 8;

/// How many playouts are made together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BatchParams {
    /// Playouts at once; 1 is plain UCT. If none is given, as many as the game likes, but one by one
    /// where players choose at the same time.
    pub playouts: Option<u32>,
    /// Playouts from each leaf; if none is given, 4 where playouts are made together, else 1.
    pub per_leaf: Option<u32>,
}

/// Monte Carlo tree search with a vector of payoffs, as an agent for one game.
///
/// With [`MctsParams::reuse`] it must not be handed another game of the same
/// type without [`Agent::forget`] in between.
///
/// Where players choose at the same time, the score of a move is what it
/// brings against the average strategies of the others, visits are the
/// playouts in proportion to the mover's own average strategy, and the best
/// move is drawn from that strategy by the seed.
pub struct VectorMcts<G: Game> {
    params: MctsParams,
    batch: BatchParams,
    trees: Vec<Tree<G>>,
    /// The heuristic that steers playouts or biases the tree; if none, chance alone does.
    guide: Option<Steering<G>>,
}

/// When one tree has grown enough.
struct Share {
    playouts: u64,
    nodes: u64,
    deadline: Deadline,
    progress: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Done,
    Playouts,
    Nodes,
    Called,
}

impl<G: Game> VectorMcts<G> {
    /// A search that has seen nothing yet.
    ///
    /// # Errors
    /// When a parameter is out of range; says which.
    pub fn new(params: MctsParams, batch: BatchParams) -> Result<Self, Error> {
        params.check()?;
        if batch.playouts == Some(0) || batch.per_leaf == Some(0) {
            let what = "a batch of 0 playouts finds nothing out";
            return Err(Error::unsuited(what, "give at least 1"));
        }
        Ok(Self {
            params,
            batch,
            trees: Vec::new(),
            guide: None,
        })
    }

    /// The same with a heuristic that steers playouts, biases the tree, or both.
    ///
    /// Steered playouts are made one by one.
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
        let nodes = self.trees.iter().map(|tree| tree.arms.len()).sum();
        (nodes, self.trees.iter().map(|tree| tree.held).sum())
    }

    fn growth(&self, facts: Facts, limits: &Limits, at_once: u32) -> Growth {
        let (least, most) = (facts.points.0 as f32, facts.points.1 as f32);
        Growth {
            facts,
            exploration: Exploration::new(self.params.c),
            middle: f32::midpoint(least, most),
            per_point: 2.0 / (most - least).max(1.0),
            room: self.params.memory / self.params.threads,
            solver: self.params.solver,
            every_move: limits.every_move,
            seed: self.params.seed,
            lean: self.guide.as_ref().map(|own| own.lean).unwrap_or_default(),
            // A round of hidden moves is played through at once, and steered playouts need their state.
            late_states: at_once > 1 && !facts.simultaneous && !self.is_steered(),
        }
    }

    fn share(&self, tree: usize, limits: &Limits) -> Share {
        let part = |all: u64| {
            let threads = self.params.threads as u64;
            all / threads + u64::from((tree as u64) < all % threads)
        };
        let nodes = tighter(self.params.nodes, limits.nodes);
        let playouts = tighter(Some(self.params.playouts), limits.playouts);
        Share {
            playouts: playouts.map_or(u64::MAX, part),
            nodes: nodes.map_or(u64::MAX, part),
            deadline: Deadline::within(self.params.time, limits),
            progress: if tree == 0 {
                limits.progress.clone()
            } else {
                Progress::default()
            },
        }
    }

    /// Whether a caller's limit ended the search before its own would have.
    fn is_cut_short(&self, end: End, share: &Share, limits: &Limits) -> bool {
        let is_tighter = |own: Option<u64>, callers: Option<u64>| tighter(own, callers) != own;
        match end {
            End::Done => false,
            End::Playouts => is_tighter(Some(self.params.playouts), limits.playouts),
            End::Nodes => is_tighter(self.params.nodes, limits.nodes),
            End::Called => {
                share.deadline.is_stopped()
                    || tighter(self.params.time, limits.time) != self.params.time
            }
        }
    }

    /// Makes every tree begin at `root`: what is kept of the old ones, or nothing.
    fn replant(&mut self, game: &G, root: &G::State, growth: &Growth, chances: &mut [Chance]) {
        let (reuse, guide) = (self.params.reuse, self.guide.as_ref());
        let mut old = std::mem::take(&mut self.trees).into_iter();
        for chance in chances {
            let kept = old.next().filter(|_| reuse);
            let kept = kept.and_then(|tree| tree.follow(game, root, growth));
            self.trees
                .push(kept.unwrap_or_else(|| Tree::new(game, root, growth, guide, chance)));
        }
    }

    /// Whether a heuristic steers playouts.
    fn is_steered(&self) -> bool {
        let guide = self.guide.as_ref();
        guide.is_some_and(|own| own.playouts.is_some())
    }

    /// Playouts at once, and playouts from a leaf.
    fn batch(&self, game: &G) -> (u32, u32) {
        // Regrets that are a batch late lead astray: on pennies values were ten times as far off.
        let one_by_one = self.is_steered() || game.facts().simultaneous;
        let lanes = if one_by_one { 1 } else { game.playout_lanes() };
        let lanes = u32::try_from(lanes).unwrap_or(u32::MAX);
        let playouts = self.batch.playouts.unwrap_or(lanes.max(1));
        let usual = if playouts > 1 { PER_LEAF } else { 1 };
        (playouts, self.batch.per_leaf.unwrap_or(usual))
    }
}

/// Grows one tree by its share.
fn grow<G: Game>(
    game: &G,
    tree: &mut Tree<G>,
    (growth, guide): (&Growth, Option<&Steering<G>>),
    share: &Share,
    (most_at_once, per_leaf): (u32, u32),
    mut chance: Chance,
) -> End {
    let most_nodes = share.nodes.saturating_add(tree.arms.len() as u64);
    // Counts of visits must not overflow, not even after weeks.
    let mut left = share
        .playouts
        .min(u64::from(u32::MAX / 2 - tree.arms[0].visits));
    let mut batch = Batch::new();
    let mut pace = Pace::new();
    let mut rounds = 0;
    tree.prepare(growth);
    if tree.is_done(growth) {
        return End::Done;
    }
    while left > 0 {
        rounds += 1;
        if pace.is_due(rounds) {
            let now = Instant::now();
            if share.deadline.is_over_at(now) {
                return End::Called;
            }
            share.progress.tell(tree.arms.len() as u64);
            pace.looked(rounds, now);
        }
        if tree.arms.len() as u64 >= most_nodes {
            return End::Nodes;
        }
        let now = (tree.arms[0].visits / SHARE).max(FEW * per_leaf);
        let now = u64::from(now.min(most_at_once)).min(left) as u32;
        let sizes = (now, per_leaf);
        let grown = tree.grow(
            game,
            (growth, guide),
            sizes,
            &mut batch,
            &mut chance,
            &share.deadline,
        );
        let Some(changed) = grown else {
            return End::Called;
        };
        left -= u64::from(now);
        if changed && tree.is_done(growth) {
            return End::Done;
        }
    }
    End::Playouts
}

impl<G: Game> Agent<G> for VectorMcts<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let at_once = self.batch(game);
        let growth = self.growth(game.facts(), limits, at_once.0);
        // All that the mover sees.
        let root = game.round_start(state);
        let key = mix_all(&[self.params.seed, game.key(&root)]);
        let trees = 0..self.params.threads;
        let chance = |tree: usize| Chance::for_task(key, tree as u64);
        let mut chances: Vec<Chance> = trees.clone().map(chance).collect();
        self.replant(game, &root, &growth, &mut chances);
        let shares: Vec<Share> = trees.map(|tree| self.share(tree, limits)).collect();
        let before: usize = self.trees.iter().map(|tree| tree.arms.len()).sum();
        let guide = self.guide.as_ref();
        let work = self.trees.iter_mut().zip(&shares).zip(chances);
        let ends: Vec<End> = if self.params.threads == 1 {
            work.map(|((tree, share), chance)| {
                grow(game, tree, (&growth, guide), share, at_once, chance)
            })
            .collect()
        } else {
            std::thread::scope(|scope| {
                let growth = &growth;
                let run = |((tree, share), chance)| {
                    scope.spawn(move || grow(game, tree, (growth, guide), share, at_once, chance))
                };
                let threads: Vec<_> = work.map(run).collect();
                let ended = threads.into_iter().map(ScopedJoinHandle::join);
                ended.map(|end| end.expect("no tree panics")).collect()
            })
        };
        if let Some(failure) = guide.and_then(Steering::take_failure) {
            return Err(failure);
        }
        if !growth.facts.simultaneous && self.trees.iter().any(|tree| tree.hides) {
            return Err(Error::failed(
                "the game says that its players move in turn, but hides moves",
            ));
        }
        let mut advice = advice::draw_up((game, state), &self.trees, &growth, key);
        let after: usize = self.trees.iter().map(|tree| tree.arms.len()).sum();
        advice.nodes = (after - before) as u64;
        let mut ended = ends.iter().zip(&shares);
        advice.cut_short = ended.any(|(&end, share)| self.is_cut_short(end, share, limits));
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
