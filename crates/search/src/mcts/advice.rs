//! From trees to advice: what all trees found about the moves at the root.

use plyscope_game::{Advice, Advised, Game, Score, Value};

use super::node::Node;
use super::tree::Tree;

/// What all trees together know of one move.
struct Merged {
    visits: u64,
    sum: i64,
    low: i16,
    high: i16,
    is_end: bool,
}

impl Merged {
    fn of<'a, M: 'a>(nodes: impl Iterator<Item = &'a Node<M>>) -> Self {
        let mut all = Self {
            visits: 0,
            sum: 0,
            low: i16::MIN,
            high: i16::MAX,
            is_end: false,
        };
        for node in nodes {
            all.visits += u64::from(node.visits);
            all.sum += node.sum;
            all.low = all.low.max(node.low);
            all.high = all.high.min(node.high);
            all.is_end |= node.is_end();
        }
        all
    }

    fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum as f64 / self.visits as f64)
    }

    /// A proof tells the points; plies only where the move itself ends the game,
    /// for nothing says that the tree found the soonest win.
    fn score(&self) -> Score {
        if self.low == self.high {
            return Score::Exact {
                points: self.low.into(),
                plies: self.is_end.then_some(1),
            };
        }
        self.mean()
            .map_or(Score::Unknown, |mean| Score::Estimate(mean as Value))
    }
}

/// Advice on the state at the root of all `trees`.
pub(super) fn draw_up<G: Game>(game: &G, state: &G::State, trees: &[Tree<G>]) -> Advice<G::Move> {
    let children = trees[0].nodes[0].children();
    let merged: Vec<(G::Move, Merged)> = (0..children.len())
        .map(|child| {
            let nodes = trees
                .iter()
                .map(|tree| &tree.nodes[tree.nodes[0].children().start + child]);
            (trees[0].nodes[children.start + child].mv, Merged::of(nodes))
        })
        .collect();
    let mut looked_at = merged.iter().peekable();
    let moves = game.moves(state).map(|mv| {
        // Candidates come in the order of the moves; those left out have no node.
        let found = looked_at.next_if(|(candidate, _)| *candidate == mv);
        Advised {
            mv,
            score: found.map_or(Score::Unknown, |(_, merged)| merged.score()),
            visits: Some(found.map_or(0, |(_, merged)| merged.visits)),
        }
    });
    let mut advice = Advice::by_score(game.mover(state), moves.collect());
    advice.best = best(&merged);
    advice.line = line(&trees[0], advice.best[0]);
    advice
}

/// The proved moves if they win or beat the estimate of the most visited move, otherwise that one.
fn best<M: Copy>(merged: &[(M, Merged)]) -> Vec<M> {
    let proved = merged.iter().filter(|(_, one)| one.score().is_exact());
    let top = proved.clone().map(|(_, one)| one.score().rank()).max();
    // The first of the most visited: `max_by_key` would take the last.
    let open = merged
        .iter()
        .filter(|(_, one)| !one.score().is_exact())
        .rev()
        .max_by_key(|(_, one)| one.visits);
    let points = proved.clone().map(|(_, one)| one.low).max();
    match (points, open) {
        (Some(points), Some((mv, open)))
            if points <= 0 && f64::from(points) <= open.mean().unwrap_or(0.0) =>
        {
            vec![*mv]
        }
        (None, Some((mv, _))) => vec![*mv],
        _ => proved
            .filter(|(_, one)| Some(one.score().rank()) == top)
            .map(|(mv, _)| *mv)
            .collect(),
    }
}

/// The most visited way on from `first`; where the worth of a state is proved, by moves that keep it.
fn line<G: Game>(tree: &Tree<G>, first: G::Move) -> Vec<G::Move> {
    let mut line = vec![first];
    let mut at = tree.nodes[0]
        .children()
        .find(|&child| tree.nodes[child].mv == first);
    while let Some(index) = at {
        let node = &tree.nodes[index];
        let worth = tree.mover_bounds(index).0;
        let keeps = |child: &Node<G::Move>| node.is_proved() && child.low == worth;
        at = node
            .children()
            .filter(|&child| keeps(&tree.nodes[child]) || tree.nodes[child].visits > 0)
            .rev()
            .max_by_key(|&child| (keeps(&tree.nodes[child]), tree.nodes[child].visits));
        line.extend(at.map(|child| tree.nodes[child].mv));
    }
    line
}
