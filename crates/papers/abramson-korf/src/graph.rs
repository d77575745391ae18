//! A small game whole: every state that can follow the start, with what is true of it.
//!
//! The tree of games is far larger than the set of states, so nodes of the tree
//! are counted, not visited: each state knows in how many ways it is reached.

use std::ops::Range;

use plyscope_game::{Error, Game, Player, Stop};
use plyscope_search::{NoMemory, StateTable};

/// A state and what is true of it, seen by the first player.
#[derive(Clone, Debug)]
pub(super) struct Node<S> {
    /// The state, or the image that stands for all its images.
    pub(super) state: S,
    /// Where the states after its moves are listed; none if the game is over.
    kids: Range<usize>,
    /// How many states it stands for.
    pub(super) images: u32,
    /// The same number for all images of a state.
    class: u32,
    /// Nodes of the tree of games that it, or an image, is.
    pub(super) ways: f64,
    /// The same for the tree from which moves were cut that lead to an image of what an earlier move leads to.
    pub(super) pruned_ways: f64,
    /// Points under best play.
    pub(super) points: i32,
    /// What random play yields.
    pub(super) random: Random,
    /// Leaves of the tree below, of whatever likelihood: won, drawn and lost.
    pub(super) leaves: [f64; 3],
}

/// Means over random games.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Random {
    /// Of 1 for a win of the first player, 0 for a draw and −1 for a loss.
    pub(super) outcome: f64,
    /// Of the points.
    pub(super) points: f64,
    /// Of wins.
    pub(super) wins: f64,
    /// Of losses.
    pub(super) losses: f64,
}

impl Random {
    fn end(points: i32) -> Self {
        Self {
            outcome: f64::from(points.signum()),
            points: f64::from(points),
            wins: f64::from(u8::from(points > 0)),
            losses: f64::from(u8::from(points < 0)),
        }
    }

    fn add(&mut self, other: &Self, weight: f64) {
        self.outcome += weight * other.outcome;
        self.points += weight * other.points;
        self.wins += weight * other.wins;
        self.losses += weight * other.losses;
    }
}

/// Why a game is not known whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// It was stopped.
    Stopped,
    /// The machine has not got the memory.
    NoMemory,
}

impl Halt {
    /// Nothing where it was stopped.
    ///
    /// # Errors
    /// When the memory did not suffice.
    pub(super) fn unless_stopped<T>(found: Result<T, Self>) -> Result<Option<T>, Error> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Self::Stopped) => Ok(None),
            Err(Self::NoMemory) => Err(Error::unsuited(
                "there is no memory for all states of a game",
                "run it where there is more; about 2 GiB do",
            )),
        }
    }
}

impl From<NoMemory> for Halt {
    fn from(_: NoMemory) -> Self {
        Self::NoMemory
    }
}

/// Makes room for `more`, in large steps.
fn room<T>(list: &mut Vec<T>, more: usize) -> Result<(), Halt> {
    list.try_reserve(more).map_err(|_| Halt::NoMemory)
}

/// All states that can follow one state.
#[derive(Debug)]
pub(super) struct Graph<G: Game> {
    /// Each behind all that can follow it; the state itself comes last.
    pub(super) nodes: Vec<Node<G::State>>,
    kids: Vec<u32>,
}

impl<G: Game> Graph<G> {
    /// Everything that can follow `root`.
    ///
    /// With `symmetry` one state stands for all its images; `root` must then be its own image.
    ///
    /// # Errors
    /// When it was stopped, or there is not enough memory.
    pub(super) fn new(
        game: &G,
        root: &G::State,
        symmetry: bool,
        stop: &Stop,
    ) -> Result<Self, Halt> {
        assert!(!symmetry || (1..game.symmetries()).all(|i| game.map_state(i, root) == *root));
        let mut growing = Growing {
            game,
            symmetry,
            stop,
            graph: Self {
                nodes: Vec::new(),
                kids: Vec::new(),
            },
            table: StateTable::new(),
            classes: StateTable::new(),
        };
        growing.visit(root)?;
        let mut graph = growing.graph;
        graph.count_ways(stop)?;
        Ok(graph)
    }

    /// The states after the moves of a node, in the order of the moves.
    pub(super) fn kids(&self, node: &Node<G::State>) -> impl Iterator<Item = &Node<G::State>> {
        let kids = &self.kids[node.kids.clone()];
        kids.iter().map(|&kid| &self.nodes[kid as usize])
    }

    /// Those of them that are no image of an earlier one, by their place among the kids.
    pub(super) fn unlike(&self, node: &Node<G::State>) -> Vec<usize> {
        let class = |place: usize| self.nodes[self.kids[node.kids.start + place] as usize].class;
        let mut seen = Vec::new();
        let mut unlike = Vec::new();
        for place in 0..node.kids.len() {
            if !seen.contains(&class(place)) {
                seen.push(class(place));
                unlike.push(place);
            }
        }
        unlike
    }

    fn count_ways(&mut self, stop: &Stop) -> Result<(), Halt> {
        if let Some(root) = self.nodes.last_mut() {
            root.ways = 1.0;
            root.pruned_ways = 1.0;
        }
        for index in (0..self.nodes.len()).rev() {
            if stop.is_raised() {
                return Err(Halt::Stopped);
            }
            let node = &self.nodes[index];
            let (ways, pruned_ways, kids) = (node.ways, node.pruned_ways, node.kids.clone());
            for place in self.unlike(node) {
                self.nodes[self.kids[kids.start + place] as usize].pruned_ways += pruned_ways;
            }
            for kid in kids {
                self.nodes[self.kids[kid] as usize].ways += ways;
            }
        }
        Ok(())
    }
}

struct Growing<'a, G: Game> {
    game: &'a G,
    symmetry: bool,
    stop: &'a Stop,
    graph: Graph<G>,
    table: StateTable<G::State, ()>,
    classes: StateTable<G::State, ()>,
}

impl<G: Game> Growing<'_, G> {
    /// The number of the node that stands for `state`.
    fn visit(&mut self, state: &G::State) -> Result<u32, Halt> {
        if self.stop.is_raised() {
            return Err(Halt::Stopped);
        }
        let (key, state) = if self.symmetry {
            let (key, symmetry) = self.game.canonical_key(state);
            (key, self.game.map_state(symmetry, state))
        } else {
            (self.game.key(state), state.clone())
        };
        if let Some(found) = self.table.find(key, &state) {
            return Ok(found as u32);
        }
        let node = match self.game.payoffs(&state) {
            Some(payoffs) => self.end(state, payoffs.of(Player::FIRST))?,
            None => self.inner(state)?,
        };
        self.table.insert(key, node.state.clone(), ())?;
        room(&mut self.graph.nodes, 1)?;
        self.graph.nodes.push(node);
        Ok((self.graph.nodes.len() - 1) as u32)
    }

    fn end(&mut self, state: G::State, points: i32) -> Result<Node<G::State>, Halt> {
        let mut leaves = [0.0; 3];
        leaves[(1 - points.signum()) as usize] = 1.0;
        Ok(Node {
            images: self.images(&state),
            class: self.class(&state)?,
            state,
            kids: 0..0,
            ways: 0.0,
            pruned_ways: 0.0,
            points,
            random: Random::end(points),
            leaves,
        })
    }

    fn inner(&mut self, state: G::State) -> Result<Node<G::State>, Halt> {
        let mut kids = Vec::new();
        for mv in self.game.moves(&state) {
            let mut next = state.clone();
            self.game.play(&mut next, mv);
            kids.push(self.visit(&next)?);
        }
        let weight = 1.0 / kids.len() as f64;
        let mut random = Random::default();
        let mut leaves = [0.0; 3];
        for &kid in &kids {
            let kid = &self.graph.nodes[kid as usize];
            random.add(&kid.random, weight);
            for (sum, own) in leaves.iter_mut().zip(kid.leaves) {
                *sum += own;
            }
        }
        let points = kids
            .iter()
            .map(|&kid| self.graph.nodes[kid as usize].points);
        let points = if self.game.mover(&state) == Player::FIRST {
            points.max()
        } else {
            points.min()
        };
        let begin = self.graph.kids.len();
        room(&mut self.graph.kids, kids.len())?;
        self.graph.kids.extend(kids);
        Ok(Node {
            images: self.images(&state),
            class: self.class(&state)?,
            state,
            kids: begin..self.graph.kids.len(),
            ways: 0.0,
            pruned_ways: 0.0,
            points: points.expect("a state that is not over has moves"),
            random,
            leaves,
        })
    }

    fn class(&mut self, state: &G::State) -> Result<u32, Halt> {
        let (key, symmetry) = self.game.canonical_key(state);
        let image = self.game.map_state(symmetry, state);
        if let Some(class) = self.classes.find(key, &image) {
            return Ok(class as u32);
        }
        self.classes.insert(key, image, ())?;
        Ok((self.classes.entries().len() - 1) as u32)
    }

    fn images(&self, state: &G::State) -> u32 {
        if !self.symmetry {
            return 1;
        }
        let mut images: Vec<G::State> = Vec::new();
        for symmetry in 0..self.game.symmetries() {
            let image = self.game.map_state(symmetry, state);
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images.len() as u32
    }
}
