//! One tree, grown a playout at a time.

use plyscope_game::{Chance, Deadline, Error, Facts, Game, Payoffs, Player, Points};

use super::exploration::Exploration;
use super::nodes::Nodes;
use super::record::Record;
use crate::steer::{Lean, Steering};

/// What a tree needs to know to grow, the same for every playout.
#[derive(Debug)]
pub(super) struct Growth {
    /// What points are worth.
    pub(super) facts: Facts,
    /// c · √ln(visits).
    pub(super) exploration: Exploration,
    /// Bits of an upper bound that tell siblings apart; see [`Nodes::highest`].
    pub(super) mask: u32,
    /// The fewest and most points a player can end with, from the level result on.
    pub(super) bounds: (i16, i16),
    /// 1 / the most points there are to win or lose.
    pub(super) per_point: f32,
    /// Nodes that the tree may hold.
    pub(super) room: usize,
    /// Whether proofs spread.
    pub(super) solver: bool,
    /// Whether all moves at the root are looked at, candidates or not, also when they can no longer be best.
    pub(super) every_move: bool,
    /// How much a heuristic counts for.
    pub(super) lean: Lean,
}

impl Growth {
    /// How far what a player gets lies from the level result.
    #[inline]
    fn margin(&self, payoffs: &Payoffs, player: Player) -> Points {
        self.facts.margin(payoffs.of(player))
    }
}

/// A tree; the root is node 0, and
/// children always lie behind their parents.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) root: G::State,
    pub(super) nodes: Nodes<G::Move>,
    /// How many nodes there are, places left empty not counted.
    pub(super) size: usize,
    /// Where a heuristic puts each node among its siblings, from −1 to 1; empty if there is none.
    lean: Vec<f32>,
    /// The nodes of one descent; kept only for its memory.
    path: Vec<Step>,
}

/// A node on the way down.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: u32,
    /// Whose choice it was: 1 for the first player, −1 for the second.
    sign: i32,
    /// The proved points of a better sibling, which the nodes above hear of instead of the playout.
    instead: Option<i16>,
}

#[inline]
pub(super) fn sign(player: Player) -> i32 {
    1 - 2 * i32::from(player.0)
}

impl<G: Game> Tree<G> {
    /// A tree of one state and its moves.
    pub(super) fn new(
        game: &G,
        root: &G::State,
        growth: &Growth,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
    ) -> Self {
        let mut tree = Self {
            root: root.clone(),
            nodes: Nodes::new(),
            size: 0,
            lean: Vec::new(),
            path: Vec::new(),
        };
        tree.plant(game, growth, guide, chance);
        tree
    }

    /// Begins anew at `root`, keeping the memory.
    pub(super) fn replant(
        &mut self,
        game: &G,
        root: &G::State,
        growth: &Growth,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
    ) {
        self.nodes.clear();
        self.lean.clear();
        self.root.clone_from(root);
        self.plant(game, growth, guide, chance);
    }

    fn plant(
        &mut self,
        game: &G,
        growth: &Growth,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
    ) {
        let mv = game
            .candidates(&self.root)
            .next()
            .expect("a state that is not over has moves");
        // The root's own move is never looked at: any will do.
        self.nodes.push_block(1, mv, Record::new(growth.bounds));
        self.nodes.record_mut(0).visits = 1;
        self.size = 1;
        let root = self.root.clone();
        let (deadline, node) = (Deadline::never(), 0);
        self.expand(game, (&root, node), growth, guide, chance, &deadline);
    }

    /// Sets aside memory for `most` more nodes, within the room, so that growing never copies the tree.
    ///
    /// # Errors
    /// When the machine has not got it.
    pub(super) fn reserve(&mut self, most: u64, growth: &Growth) -> Result<(), Error> {
        let len = self.nodes.len();
        let more = most.min(growth.room.saturating_sub(len) as u64) as usize;
        self.nodes.try_reserve(more).map_err(|_| {
            Error::unsuited(
                format!("there is no memory for a tree of {} nodes", more + len),
                "give fewer bytes by `memory`",
            )
        })
    }

    /// Makes the root ready for a search: proved moves are out, all others in.
    pub(super) fn prepare(&mut self, growth: &Growth) {
        self.nodes.weigh(0, growth.per_point);
        for child in self.nodes.children(0) {
            let record = self.nodes.record(child);
            if record.visits > 0 {
                self.weigh(child, growth);
            } else if !self.nodes.is_open(child) {
                self.nodes.set_untried(child, 0, growth.mask);
            }
        }
        if growth.solver {
            self.settle_root(growth);
        }
    }

    /// Whether no playout could tell more about the moves at the root.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        let mut children = self.nodes.children(0);
        !children.any(|child| self.nodes.is_open(child))
    }

    /// Goes down to a leaf, plays out from there, and takes the result back up.
    ///
    /// Returns whether a proof changed what is known of the root's moves; nothing if the deadline
    /// came first, and then the playout does not count.
    #[inline]
    pub(super) fn grow(
        &mut self,
        game: &G,
        growth: &Growth,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
        deadline: &Deadline,
    ) -> Option<bool> {
        let mut state = self.root.clone();
        let mut at = 0;
        let mut proved = false;
        self.path.clear();
        let points = loop {
            let step = self.choose(at, sign(game.mover(&state)), growth);
            at = step.node as usize;
            self.path.push(step);
            game.play(&mut state, self.nodes.mv(at));
            if self.nodes.is_expanded(at) && !self.nodes.is_settled(at) {
                continue;
            }
            let record = self.nodes.record(at);
            if !record.is_proved() {
                if record.visits == 0
                    || !self.expand(game, (&state, at), growth, guide, chance, deadline)
                {
                    break match guide {
                        None => growth.margin(&game.playout(state, chance).0, Player::FIRST),
                        Some(guide) => {
                            let (payoffs, _) = guide.playout(game, state, chance, deadline)?;
                            growth.margin(&payoffs, Player::FIRST)
                        }
                    };
                }
                let same = step.sign == sign(game.mover(&state));
                proved = growth.solver && self.settle(at, same);
            }
            let record = self.nodes.record(at);
            if record.is_proved() {
                break step.sign * Points::from(record.low);
            }
        };
        Some(self.back_up(points, proved, growth))
    }

    /// The step down from a node.
    #[inline]
    fn choose(&self, at: usize, sign: i32, growth: &Growth) -> Step {
        let factor = growth.exploration.factor(self.nodes.spread(at));
        let mut node = self.nodes.highest(at, factor, growth.mask);
        let mut instead = None;
        if self.nodes.is_settled(node)
            && let Some(open) = self.nodes.highest_unsettled(at, factor)
        {
            // What is proved needs no playout: that goes to the best of those that do. There are
            // none where the candidates are settled and a move that was left out may be better.
            instead = Some(self.nodes.record(node).low);
            node = open;
        }
        Step {
            node: node as u32,
            sign,
            instead,
        }
    }

    /// Gives a node its children, if there is room. Children where the game is over are proved.
    #[inline]
    fn expand(
        &mut self,
        game: &G,
        (state, at): (&G::State, usize),
        growth: &Growth,
        guide: Option<&Steering<G>>,
        chance: &mut Chance,
        deadline: &Deadline,
    ) -> bool {
        // Who asks about every move is told of every move.
        let moves = if at == 0 && growth.every_move {
            game.moves(state)
        } else {
            game.candidates(state)
        };
        let count = moves.len();
        let first = self.nodes.len();
        // The moves at the root fit into the least memory allowed.
        if first + Nodes::<G::Move>::places(count) > growth.room && at != 0 {
            return false;
        }
        self.nodes
            .push_block(count, self.nodes.mv(at), Record::new(growth.bounds));
        let mover = game.mover(state);
        // Each is tried once before any is tried twice, beginning at a random one.
        let mut turn = chance.below(count as u32);
        let mut next = state.clone();
        for (mv, child) in moves.zip(first..) {
            next.clone_from(state);
            game.play(&mut next, mv);
            self.nodes.set_mv(child, mv);
            self.nodes.set_untried(child, turn, growth.mask);
            turn = if turn == 0 { count as u32 } else { turn } - 1;
            if let Some(payoffs) = game.payoffs(&next) {
                let points = growth.margin(&payoffs, mover) as i16;
                *self.nodes.record_mut(child) = Record::new((points, points));
                if growth.solver {
                    self.nodes.weigh_proved(child, growth.per_point);
                }
            }
        }
        let whole = count == game.moves(state).len();
        self.nodes.adopt(at, first..first + count, whole);
        self.size += count;
        if let Some(guide) = guide.filter(|_| growth.lean.counts()) {
            self.lean_children(game, (state, at), growth, guide, deadline);
        }
        true
    }

    /// Asks a heuristic about the children of a node that were not tried: the better ones come first.
    #[cold]
    fn lean_children(
        &mut self,
        game: &G,
        (state, at): (&G::State, usize),
        growth: &Growth,
        guide: &Steering<G>,
        deadline: &Deadline,
    ) {
        let children = self.nodes.children(at);
        let moves: Vec<G::Move> = children.clone().map(|child| self.nodes.mv(child)).collect();
        let mut leans = Vec::with_capacity(moves.len());
        guide.leans(game, state, &moves, deadline, &mut leans);
        self.lean.resize(self.nodes.len(), 0.0);
        self.lean[children.clone()].copy_from_slice(&leans);
        // Whoever asks about every move is told of every move, however poor it looks.
        let tries_all = growth.lean.prior <= 0.0 || (at == 0 && growth.every_move);
        for (child, lean) in children.zip(&leans) {
            if growth.solver && self.nodes.record(child).is_proved() {
                continue;
            }
            if tries_all {
                let below = leans.iter().filter(|other| *other < lean).count();
                self.nodes.set_untried(child, below as u32, growth.mask);
            } else {
                self.weigh(child, growth);
            }
        }
    }

    /// Brings what selection compares up to date.
    #[inline]
    fn weigh(&mut self, at: usize, growth: &Growth) {
        if growth.lean.counts() {
            let lean = self.lean.get(at).copied().unwrap_or(0.0);
            self.nodes
                .weigh_leaning(at, growth.per_point, growth.lean, lean);
        } else {
            self.nodes.weigh(at, growth.per_point);
        }
    }

    /// Adds the result to every node of the path, and spreads a proof as far as it reaches.
    #[inline]
    fn back_up(&mut self, mut points: Points, mut proved: bool, growth: &Growth) -> bool {
        let mut below = 0;
        for step in (0..self.path.len()).rev() {
            let Step {
                node,
                sign,
                instead,
            } = self.path[step];
            let at = node as usize;
            // The leaf was settled when it was expanded.
            if proved && below != 0 {
                proved = self.settle(at, sign == below);
            }
            below = sign;
            let record = self.nodes.record_mut(at);
            record.count_playout(sign * points);
            if growth.solver && record.is_proved() {
                self.nodes.weigh_proved(at, growth.per_point);
            } else {
                self.weigh(at, growth);
            }
            if let Some(proved) = instead {
                points = sign * Points::from(proved);
            }
        }
        self.nodes.record_mut(0).visits += 1;
        self.nodes.weigh(0, growth.per_point);
        if proved {
            self.settle_root(growth);
        }
        proved
    }
}
