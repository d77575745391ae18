//! One tree, grown a playout at a time.

use plyscope_game::{AgentError, Chance, Game, Player, Points};

use super::node::{Exploration, Node};

/// What a tree needs to know to grow, the same for every playout.
#[derive(Debug)]
pub(super) struct Growth {
    /// c · √ln(visits).
    pub(super) exploration: Exploration,
    /// The fewest and most points a player can end with.
    pub(super) bounds: (i16, i16),
    /// 1 / half the range of points.
    pub(super) per_point: f32,
    /// Nodes that the tree may hold.
    pub(super) room: usize,
    /// Whether proofs spread.
    pub(super) solver: bool,
    /// Whether moves at the root go on being looked at when they can no longer be best.
    pub(super) every_move: bool,
}

/// A tree of nodes in one vector; the root is node 0, and children always lie behind their parents.
#[derive(Debug)]
pub(super) struct Tree<G: Game> {
    pub(super) root: G::State,
    pub(super) nodes: Vec<Node<G::Move>>,
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
    pub(super) fn new(game: &G, root: &G::State, growth: &Growth, chance: &mut Chance) -> Self {
        let mut tree = Self {
            root: root.clone(),
            nodes: Vec::new(),
            path: Vec::new(),
        };
        tree.plant(game, growth, chance);
        tree
    }

    /// Begins anew at `root`, keeping the memory.
    pub(super) fn replant(
        &mut self,
        game: &G,
        root: &G::State,
        growth: &Growth,
        chance: &mut Chance,
    ) {
        self.nodes.clear();
        self.root.clone_from(root);
        self.plant(game, growth, chance);
    }

    fn plant(&mut self, game: &G, growth: &Growth, chance: &mut Chance) {
        let mv = game
            .candidates(&self.root)
            .next()
            .expect("a state that is not over has moves");
        // The root's own move is never looked at: any will do.
        let mut node = Node::new(mv, growth.bounds, 0);
        node.visits = 1;
        self.nodes.push(node);
        let root = self.root.clone();
        self.expand(game, &root, 0, growth, chance);
    }

    /// Sets aside memory for `most` more nodes, within the room, so that growing never copies the tree.
    ///
    /// # Errors
    /// When the machine has not got it.
    pub(super) fn reserve(&mut self, most: u64, growth: &Growth) -> Result<(), AgentError> {
        let len = self.nodes.len();
        let more = most.min(growth.room.saturating_sub(len) as u64);
        self.nodes.try_reserve_exact(more as usize).map_err(|_| {
            AgentError::new(
                format!(
                    "there is no memory for a tree of {} nodes",
                    more + len as u64
                ),
                "give fewer bytes by `memory`",
            )
        })
    }

    /// Makes the root ready for a search: proved moves are out, all others in.
    pub(super) fn prepare(&mut self, growth: &Growth) {
        if !growth.solver {
            return;
        }
        let root = self.nodes[0];
        for (turn, child) in self.nodes[root.children()].iter_mut().rev().enumerate() {
            if child.visits > 0 {
                child.weigh(growth.per_point);
            } else if !child.is_open() {
                *child = Node::new(child.mv, (child.low, child.high), turn as u32);
            }
        }
        self.settle_root(growth);
    }

    /// Whether another playout could still tell something about the moves at the root.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        let block = &self.nodes[self.nodes[0].children()];
        !block.iter().any(Node::is_open)
    }

    /// Goes down to a leaf, plays out from there, and takes the result back up.
    ///
    /// Returns whether a proof changed what is known of the root's moves.
    #[inline]
    pub(super) fn grow(&mut self, game: &G, growth: &Growth, chance: &mut Chance) -> bool {
        let mut state = self.root.clone();
        let mut at = 0;
        let mut proved = false;
        self.path.clear();
        let points = loop {
            let node = &self.nodes[at];
            let chooser = self.path.last().map(|step| step.sign);
            if let Some(sign) = chooser {
                if node.is_proved() {
                    break sign * Points::from(node.low);
                }
                if !node.is_expanded() {
                    if node.visits == 0 || !self.expand(game, &state, at, growth, chance) {
                        break game.playout(state, chance).0.of(Player::FIRST);
                    }
                    if growth.solver && self.settle(at, sign == self::sign(game.mover(&state))) {
                        proved = true;
                        let node = &self.nodes[at];
                        if node.is_proved() {
                            break sign * Points::from(node.low);
                        }
                    }
                }
            }
            let sign = sign(game.mover(&state));
            let parent = at;
            at = self.select(parent, growth, |_| true);
            let mut instead = None;
            let chosen = &self.nodes[at];
            if growth.solver && chosen.is_proved() {
                // What is proved needs no playout: that goes to the best of those that do.
                instead = Some(chosen.low);
                at = self.select(parent, growth, |child| !child.is_proved());
            }
            self.path.push(Step {
                node: at as u32,
                sign,
                instead,
            });
            game.play(&mut state, self.nodes[at].mv);
        };
        self.back_up(points, proved, growth)
    }

    /// The child with the highest upper confidence bound among some; the first of equals, or of all if there are none.
    #[inline]
    fn select(&self, at: usize, growth: &Growth, among: impl Fn(&Node<G::Move>) -> bool) -> usize {
        let node = &self.nodes[at];
        let factor = growth.exploration.factor(node.visits);
        let children = node.children();
        let mut best = children.start;
        let mut highest = f32::NEG_INFINITY;
        for (child, index) in self.nodes[children.clone()].iter().zip(children) {
            let bound = child.mean + factor * child.spread;
            if bound > highest && among(child) {
                highest = bound;
                best = index;
            }
        }
        best
    }

    /// Gives a node its children, if there is room. Children where the game is over are proved.
    #[inline]
    fn expand(
        &mut self,
        game: &G,
        state: &G::State,
        at: usize,
        growth: &Growth,
        chance: &mut Chance,
    ) -> bool {
        let moves = game.candidates(state);
        let count = moves.len();
        let first = self.nodes.len();
        if first + count > growth.room && first > 1 {
            return false;
        }
        let mover = game.mover(state);
        // Each is tried once before any is tried twice, beginning at a random one.
        let mut turn = chance.below(count as u32);
        let mut next = state.clone();
        for mv in moves {
            next.clone_from(state);
            game.play(&mut next, mv);
            let mut child = Node::new(mv, growth.bounds, turn);
            if let Some(payoffs) = game.payoffs(&next) {
                child.end(payoffs.of(mover));
                if growth.solver {
                    child.weigh_proved(growth.per_point);
                }
            }
            self.nodes.push(child);
            turn = if turn == 0 {
                count as u32 - 1
            } else {
                turn - 1
            };
        }
        let whole = count == game.moves(state).len();
        self.nodes[at].adopt(first, count, whole);
        true
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
            let node = &mut self.nodes[at];
            node.count_playout(sign * points);
            if growth.solver && node.is_proved() {
                node.weigh_proved(growth.per_point);
            } else {
                node.weigh(growth.per_point);
            }
            if let Some(proved) = instead {
                points = sign * Points::from(proved);
            }
        }
        self.nodes[0].visits += 1;
        // An end at the first ply proves nothing new, but a proof on the path may.
        if proved {
            self.settle_root(growth);
        }
        proved
    }
}
