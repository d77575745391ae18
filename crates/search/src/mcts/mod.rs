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
mod node;
mod params;
mod prove;
mod reuse;
mod tree;

pub use params::MctsParams;

use std::time::Instant;

use plyscope_game::{Advice, Agent, AgentError, Chance, Facts, Game, Limits, mix_all};

use node::{Exploration, Node};
use tree::{Growth, Tree};

/// The Monte Carlo tree search as an agent, for one game.
///
/// With `reuse` it must not be handed another game of the same type without
/// [`Agent::forget`] in between.
pub struct Mcts<G: Game> {
    params: MctsParams,
    trees: Vec<Tree<G>>,
}

/// When one tree has grown enough.
struct Share<'a> {
    playouts: u64,
    nodes: u64,
    until: Option<Instant>,
    limits: &'a Limits,
}

/// How the growing of one tree ended.
#[derive(Clone, Copy)]
struct Grown {
    /// Nodes made.
    nodes: u64,
    /// Whether time, nodes or a stop ended it before its playouts were played.
    is_cut: bool,
}

/// Playouts between two looks at the clock.
const BATCH: u64 = 64;

impl<G: Game> Mcts<G> {
    /// A search that has seen nothing yet.
    ///
    /// # Errors
    /// When a parameter is out of range; says which.
    pub fn new(params: MctsParams) -> Result<Self, AgentError> {
        params.check()?;
        Ok(Self {
            params,
            trees: Vec::new(),
        })
    }

    /// Nodes in all trees, and the bytes they take.
    pub fn memory_used(&self) -> (usize, usize) {
        let nodes = self.trees.iter().map(|tree| tree.nodes.len()).sum();
        let held: usize = self.trees.iter().map(|tree| tree.nodes.capacity()).sum();
        (nodes, held * size_of::<Node<G::Move>>())
    }

    fn growth(&self, facts: &Facts, limits: &Limits) -> Growth {
        let (least, most) = facts.points;
        Growth {
            exploration: Exploration::new(self.params.c),
            bounds: (least as i16, most as i16),
            per_point: 2.0 / (most - least).max(1) as f32,
            room: (self.params.memory / self.params.threads / size_of::<Node<G::Move>>())
                .min(u32::MAX as usize),
            solver: self.params.solver,
            every_move: limits.every_move,
        }
    }

    /// Chance of one tree: from the seed and the state, so that it does not matter what was asked before.
    fn chance(&self, key: u64, tree: usize) -> Chance {
        Chance::for_task(mix_all(&[self.params.seed, key]), tree as u64)
    }

    /// Makes every tree begin at `state`: what is kept of the old ones, or nothing.
    fn replant(&mut self, game: &G, state: &G::State, growth: &Growth, chances: &mut [Chance]) {
        for (index, chance) in chances.iter_mut().enumerate() {
            let Some(tree) = self.trees.get_mut(index) else {
                self.trees.push(Tree::new(game, state, growth, chance));
                continue;
            };
            let kept = self.params.reuse && tree.follow(game, state);
            if !kept {
                tree.replant(game, state, growth, chance);
            }
        }
    }

    /// The share of one tree of what parameters and caller allow together.
    fn share<'a>(&self, tree: usize, limits: &'a Limits) -> Share<'a> {
        let part = |all: u64| {
            let threads = self.params.threads as u64;
            all / threads + u64::from((tree as u64) < all % threads)
        };
        let nodes = [self.params.nodes, limits.nodes].into_iter().flatten().min();
        let time = [self.params.time, limits.time].into_iter().flatten().min();
        let playouts = limits.playouts.unwrap_or(u64::MAX);
        Share {
            playouts: part(playouts.min(self.params.playouts)),
            nodes: nodes.map_or(u64::MAX, part),
            until: time.and_then(|time| Instant::now().checked_add(time)),
            limits,
        }
    }
}

impl Share<'_> {
    fn is_over(&self) -> bool {
        self.limits.stop.is_raised() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// Grows one tree within its share.
fn grow<G: Game>(
    game: &G,
    tree: &mut Tree<G>,
    growth: &Growth,
    share: &Share,
    mut chance: Chance,
) -> Grown {
    let before = tree.nodes.len();
    // Counts of visits must not overflow, not even after weeks.
    let count_left = u64::from(u32::MAX - tree.nodes[0].visits);
    let mut left = share.playouts.min(count_left);
    let mut is_cut = false;
    tree.prepare(growth);
    let mut done = tree.is_done();
    while left > 0 && !done && !is_cut {
        is_cut = share.is_over();
        let batch = if is_cut { 0 } else { left.min(BATCH) };
        for _ in 0..batch {
            if (tree.nodes.len() - before) as u64 >= share.nodes {
                is_cut = true;
                break;
            }
            left -= 1;
            if tree.grow(game, growth, &mut chance) && tree.is_done() {
                done = true;
                break;
            }
        }
    }
    Grown {
        nodes: (tree.nodes.len() - before) as u64,
        is_cut,
    }
}

impl<G: Game> Agent<G> for Mcts<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, AgentError> {
        let facts = game.facts();
        if !facts.is_minimax() {
            return Err(AgentError::new(
                "mcts plays games of two players in turns where one loses what the other wins",
                "this game is of another kind",
            ));
        }
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
        let work = self.trees.iter_mut().zip(&shares).zip(chances);
        let grown: Vec<Grown> = if self.params.threads == 1 {
            work.map(|((tree, share), chance)| grow(game, tree, &growth, share, chance))
                .collect()
        } else {
            std::thread::scope(|scope| {
                let growth = &growth;
                let threads: Vec<_> = work
                    .map(|((tree, share), chance)| {
                        scope.spawn(move || grow(game, tree, growth, share, chance))
                    })
                    .collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().expect("no tree panics"))
                    .collect()
            })
        };
        let asked_less = limits.playouts.is_some_and(|most| most < self.params.playouts);
        let mut advice = advice::draw_up(game, state, &self.trees);
        advice.nodes = grown.iter().map(|grown| grown.nodes).sum();
        advice.cut_short = asked_less || grown.iter().any(|grown| grown.is_cut);
        Ok(advice)
    }

    fn forget(&mut self) {
        self.trees.clear();
    }
}
