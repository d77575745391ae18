//! What a move does to the fluents that goals depend on, worked out once per move.
//!
//! The rules for the next state are folded with the move decided and all other
//! moves left out: what is left of `next` for a fluent is a formula over the
//! present state. A fluent whose formula is the fluent itself is not touched.

use super::fuzzy::cone;
use crate::error::{GdlError, GdlErrorKind};
use crate::network::{Choices, Circle, Gates, Lit, Network, Node};

/// No more operands and feeds than this are looked at for all moves of a sheet: some seconds.
const MOST_WORK: usize = 60_000_000;

/// What one move does.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Nodes of fluents, and what they will be.
    pub(super) changes: Vec<(u32, Lit)>,
    /// Gates of the goals that depend on a change, in order.
    pub(super) touched: Vec<u32>,
}

/// The moves of one phase of the game.
#[derive(Clone, Debug)]
pub(super) struct Regression {
    pub(super) gates: Gates,
    pub(super) circles: Vec<Circle>,
    /// By role: points, and when they are due.
    pub(super) goals: Vec<Vec<(i32, Lit)>>,
    /// Gates that values of moves are read from.
    pub(super) order: Vec<u32>,
    /// By move; of moves that are never legal in this phase, nothing.
    pub(super) of_move: Vec<Effects>,
}

impl Regression {
    /// Regresses all moves where some fluents are known.
    ///
    /// # Errors
    /// When that takes too long; `work` counts over all phases.
    pub(super) fn new(
        network: &Network,
        fixed: &[Option<bool>],
        work: &mut usize,
    ) -> Result<Self, GdlError> {
        let folded = network.rebuilt(fixed, None, |_| ());
        let choices = Choices::new(&folded);
        let network = folded.rebuilt(fixed, Some(&choices), |_| ());
        let goals = network.outputs.goals.clone();
        let roots = || goals.iter().flatten().map(|&(_, lit)| lit);
        let goal_nodes = cone(&network.gates, &network.circles, roots());
        let mut folding = Folding::new(&network, &goal_nodes);
        let mut of_move = vec![Effects::default(); network.moves.len()];
        for role in 0..network.roles.len() {
            for mv in choices.of_role(role) {
                of_move[mv] = folding.effects(mv, work);
                if *work > MOST_WORK {
                    return Err(too_long());
                }
            }
        }
        let gates = folding.gates;
        let read = of_move.iter().flat_map(|own: &Effects| &own.changes);
        let read = read.map(|&(_, lit)| lit).collect::<Vec<_>>();
        let order = cone(&gates, &network.circles, roots().chain(read));
        Ok(Self {
            order,
            goals,
            circles: network.circles.clone(),
            gates,
            of_move,
        })
    }
}

fn too_long() -> GdlError {
    GdlError::new(
        GdlErrorKind::Limit,
        "the moves of the sheet are too many, and touch too much, for an action heuristic",
        "take another heuristic, such as `fuzzy-goal` or `mobility`",
    )
}

/// Folds the rules for one move after the other; new gates are shared.
struct Folding<'a> {
    network: &'a Network,
    gates: Gates,
    /// By node: the gates it feeds.
    feeds: Vec<Vec<u32>>,
    /// By node: what it is where nobody moves.
    idle: Vec<Lit>,
    is_goal_node: Vec<bool>,
    /// By node: fluents whose next value it is.
    nexts: Vec<Vec<u32>>,
    /// Whether a node has a say in the next value of a fluent that goals depend on.
    is_next_node: Vec<bool>,
    /// By node: what it is where the present move is made, if `stamp` is that of the move.
    now: Vec<Lit>,
    stamps: Vec<u32>,
    stamp: u32,
}

impl<'a> Folding<'a> {
    fn new(network: &'a Network, goal_nodes: &[u32]) -> Self {
        let nodes = network.gates.nodes.len();
        let mut is_goal_node = vec![false; nodes];
        for &node in goal_nodes {
            is_goal_node[node as usize] = true;
        }
        let mut nexts = vec![Vec::new(); nodes];
        for (fluent, lit) in network.outputs.next.iter().enumerate() {
            if is_goal_node[Network::fluent_node(fluent)] {
                nexts[lit.node()].push(fluent as u32);
            }
        }
        let mut is_next_node = vec![false; nodes];
        let relevant = (0..nodes).filter(|&node| !nexts[node].is_empty());
        for node in cone(&network.gates, &network.circles, relevant.map(Lit::of)) {
            is_next_node[node as usize] = true;
        }
        let mut feeds = vec![Vec::new(); nodes];
        for node in 0..nodes {
            for lit in network.gates.operands(node) {
                feeds[lit.node()].push(node as u32);
            }
        }
        let mut folding = Self {
            network,
            gates: network.gates.clone(),
            feeds,
            idle: (0..nodes).map(Lit::of).collect(),
            is_goal_node,
            nexts,
            is_next_node,
            now: vec![Lit::FALSE; nodes],
            stamps: vec![0; nodes],
            stamp: 0,
        };
        folding.settle_idle();
        folding
    }

    fn settle_idle(&mut self) {
        let moves = self.network.move_node(0)..self.network.first_gate();
        let mut swayed = vec![false; self.idle.len()];
        for node in moves {
            self.idle[node] = Lit::FALSE;
            swayed[node] = true;
        }
        for node in self.network.first_gate()..self.idle.len() {
            let operands = self.network.gates.operands(node);
            if operands.iter().any(|lit| swayed[lit.node()]) {
                swayed[node] = true;
                let lits = operands.iter();
                let mut lits = lits
                    .map(|lit| self.idle[lit.node()].xor(lit.is_not()))
                    .collect();
                self.idle[node] = self.gates.and(&mut lits);
            }
        }
    }

    fn effects(&mut self, mv: usize, work: &mut usize) -> Effects {
        let from = self.network.move_node(mv);
        let swayed = self.reached(&[from], work, |folding, node| folding.is_next_node[node]);
        let mut changes = Vec::new();
        self.stamp += 1;
        for &node in &swayed {
            let lit = self.folded(node as usize, from, work);
            self.now[node as usize] = lit;
            self.stamps[node as usize] = self.stamp;
            for &fluent in &self.nexts[node as usize] {
                let next = self.network.outputs.next[fluent as usize];
                let lit = lit.xor(next.is_not());
                let own = Network::fluent_node(fluent as usize);
                if lit != Lit::of(own) {
                    changes.push((own as u32, lit));
                }
            }
        }
        changes.sort_unstable();
        let changed: Vec<usize> = changes.iter().map(|&(node, _)| node as usize).collect();
        let mut touched = self.reached(&changed, work, |folding, node| folding.is_goal_node[node]);
        touched.retain(|&node| matches!(self.network.gates.nodes[node as usize], Node::And { .. }));
        Effects { changes, touched }
    }

    /// What a node is where the move of the node `made` is made.
    fn folded(&mut self, node: usize, made: usize, work: &mut usize) -> Lit {
        if node == made {
            return Lit::TRUE;
        }
        let operands = self.network.gates.operands(node);
        if operands.is_empty() {
            // A fact of a circle keeps its present value: going round is not folded.
            return Lit::of(node);
        }
        *work += operands.len();
        let known = |lit: &Lit| {
            let is_new = self.stamps[lit.node()] == self.stamp;
            let own = if is_new { &self.now } else { &self.idle };
            own[lit.node()].xor(lit.is_not())
        };
        let mut lits: Vec<Lit> = operands.iter().map(known).collect();
        self.gates.and(&mut lits)
    }

    /// The nodes that some nodes feed, directly or not, themselves among them, in order.
    fn reached(
        &mut self,
        from: &[usize],
        work: &mut usize,
        wanted: impl Fn(&Self, usize) -> bool,
    ) -> Vec<u32> {
        self.stamp += 1;
        let mut open = from.to_vec();
        let mut all = Vec::new();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut self.stamps[node], self.stamp) != self.stamp {
                all.push(node as u32);
                *work += self.feeds[node].len();
                let feeds = self.feeds[node].iter().map(|&fed| fed as usize);
                open.extend(feeds.filter(|&fed| wanted(self, fed)));
            }
        }
        all.sort_unstable();
        all
    }
}
