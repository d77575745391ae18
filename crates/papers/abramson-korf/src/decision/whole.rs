//! Mistakes in a game that is known whole, over nodes of its tree and over its states.

use plyscope_game::{Game, Stop};
use plyscope_parallel::map_each;
use serde::Serialize;

use super::choose::{Mistake, mistakes};
use super::judges::{Judge, Who};
use crate::graph::{Graph, Halt, Node};

/// A number for each way to count: where a state is reached on many ways, the tree counts it often.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Counted {
    /// Over nodes of the tree of games.
    pub tree: f64,
    /// Over distinct states.
    pub states: f64,
    /// Over nodes of the tree without moves that lead to an image of what an earlier move leads to.
    pub pruned: f64,
    /// The same, where a player takes the first of its best moves instead of any; not known where images were taken for one.
    pub pruned_first: Option<f64>,
}

impl Counted {
    fn add(&mut self, other: &Self) {
        self.tree += other.tree;
        self.states += other.states;
        self.pruned += other.pruned;
        let both = self.pruned_first.zip(other.pruned_first);
        self.pruned_first = both.map(|(own, more)| own + more);
    }

    fn of<S>(node: &Node<S>, mistake: &Mistake, oriented: bool) -> Self {
        Self {
            tree: mistake.shared * node.ways,
            states: mistake.shared * f64::from(node.images),
            pruned: mistake.unlike * node.pruned_ways,
            pruned_first: oriented.then_some(mistake.first * node.pruned_ways),
        }
    }
}

/// A player's mistakes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WholeRow {
    /// Who errs.
    pub who: Who,
    /// How often; a choice by chance among several counts as the share of bad ones.
    pub errors: Counted,
    /// Over distinct states, by the number of stones or discs on the board.
    pub by_stage: Vec<f64>,
}

/// A game known whole.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Whole {
    /// The game.
    pub game: String,
    /// Nodes of the tree, its leaves among them.
    pub nodes: f64,
    /// Leaves of the tree.
    pub games: f64,
    /// Distinct states.
    pub states: f64,
    /// Expected outcome of the start for the first player, win 1 and loss −1.
    pub outcome: f64,
    /// The same in the game's points, where wins come in sizes.
    pub points: Option<f64>,
    /// Where somebody has a stone or a disc to put, be it in one place only.
    pub decisions: Counted,
    /// Of distinct states, by the number of stones or discs on the board.
    pub decisions_by_stage: Vec<f64>,
    /// The players.
    pub rows: Vec<WholeRow>,
}

/// What is to be known whole.
pub(super) struct Task<'a, G: Game> {
    pub(super) name: &'a str,
    pub(super) game: &'a G,
    /// Whether one state may stand for its images; the start must be its own image.
    pub(super) symmetry: bool,
    pub(super) judges: Vec<Judge<G>>,
    /// The stones or discs on the board.
    pub(super) stage: fn(&G::State) -> u32,
    /// Whether the mover can do nothing but pass.
    pub(super) is_pass: fn(&G::State) -> bool,
}

/// States that a thread takes at once; sums are added up in this order on any number of threads.
const CHUNK: usize = 4096;

impl<G: Game> Task<'_, G> {
    /// Counts over the whole game.
    ///
    /// # Errors
    /// When it was stopped, or there is not enough memory.
    pub(super) fn run(&self, stop: &Stop) -> Result<Whole, Halt> {
        let start = self.game.start();
        let graph = Graph::new(self.game, &start, self.symmetry, stop)?;
        let root = &graph.nodes[graph.nodes.len() - 1];
        let chunks: Vec<_> = graph.nodes.chunks(CHUNK).collect();
        let sums = map_each(&chunks, |nodes| {
            (!stop.is_raised()).then(|| self.sum(&graph, nodes))
        });
        let sums: Option<Vec<Sums>> = sums.into_iter().collect();
        let sums = sums.ok_or(Halt::Stopped)?;
        let mut all = Sums::new(self.judges.len(), !self.symmetry);
        for sum in &sums {
            all.add(sum);
        }
        let sizes = !self.game.facts().is_win_draw_loss();
        let rows = self.judges.iter().zip(all.judges);
        Ok(Whole {
            game: self.name.to_owned(),
            nodes: all.nodes,
            games: all.games,
            states: all.states,
            outcome: root.random.outcome,
            points: sizes.then_some(root.random.points),
            decisions: all.decisions.errors,
            decisions_by_stage: all.decisions.by_stage,
            rows: rows
                .map(|(judge, own)| WholeRow {
                    who: judge.who.clone(),
                    errors: own.errors,
                    by_stage: own.by_stage,
                })
                .collect(),
        })
    }

    fn sum(&self, graph: &Graph<G>, nodes: &[Node<G::State>]) -> Sums {
        let oriented = !self.symmetry;
        let mut sums = Sums::new(self.judges.len(), oriented);
        // Every decision counts once, however it is counted.
        let one = Mistake {
            shared: 1.0,
            unlike: 1.0,
            first: 1.0,
        };
        for node in nodes {
            sums.nodes += node.ways;
            sums.states += f64::from(node.images);
            if self.game.payoffs(&node.state).is_some() {
                sums.games += node.ways;
                continue;
            }
            let stage = (self.stage)(&node.state) as usize;
            if !(self.is_pass)(&node.state) {
                let counted = Counted::of(node, &one, oriented);
                sums.decisions.put(stage, &counted);
            }
            let mistakes = mistakes(self.game, graph, node, &self.judges);
            for (own, mistake) in sums.judges.iter_mut().zip(&mistakes) {
                own.put(stage, &Counted::of(node, mistake, oriented));
            }
        }
        sums
    }
}

/// Sums over some of the states.
struct Sums {
    nodes: f64,
    games: f64,
    states: f64,
    decisions: Staged,
    judges: Vec<Staged>,
}

impl Sums {
    fn new(judges: usize, oriented: bool) -> Self {
        let nothing = Staged {
            errors: Counted {
                pruned_first: oriented.then_some(0.0),
                ..Counted::default()
            },
            by_stage: Vec::new(),
        };
        Self {
            nodes: 0.0,
            games: 0.0,
            states: 0.0,
            decisions: nothing.clone(),
            judges: vec![nothing; judges],
        }
    }

    fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.games += other.games;
        self.states += other.states;
        self.decisions.add(&other.decisions);
        for (own, more) in self.judges.iter_mut().zip(&other.judges) {
            own.add(more);
        }
    }
}

/// Errors, and those over states by stage.
#[derive(Clone)]
struct Staged {
    errors: Counted,
    by_stage: Vec<f64>,
}

impl Staged {
    fn put(&mut self, stage: usize, counted: &Counted) {
        self.errors.add(counted);
        if self.by_stage.len() <= stage {
            self.by_stage.resize(stage + 1, 0.0);
        }
        self.by_stage[stage] += counted.states;
    }

    fn add(&mut self, other: &Self) {
        self.errors.add(&other.errors);
        if self.by_stage.len() < other.by_stage.len() {
            self.by_stage.resize(other.by_stage.len(), 0.0);
        }
        for (own, more) in self.by_stage.iter_mut().zip(&other.by_stage) {
            *own += more;
        }
    }
}
