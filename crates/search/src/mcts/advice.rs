//! From trees to advice: what all trees found about the moves at the root.

use plyscope_game::{Advice, Advised, Game, Points, Score, Value};

use super::record::Record;
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
    /// `is_end` if the move ends the game.
    fn of<'a>(records: impl Iterator<Item = &'a Record>, is_end: bool) -> Self {
        let mut all = Self {
            visits: 0,
            sum: 0,
            low: i16::MIN,
            high: i16::MAX,
            is_end,
        };
        for record in records {
            all.visits += u64::from(record.visits);
            all.sum += record.sum;
            all.low = all.low.max(record.low);
            all.high = all.high.min(record.high);
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
pub(super) fn draw_up<'a, G: Game>(
    game: &G,
    state: &G::State,
    trees: &'a [Tree<G>],
) -> Advice<G::Move> {
    let nodes = &trees[0].nodes;
    let children = nodes.children(0);
    let merged: Vec<(G::Move, Merged)> = (0..children.len())
        .map(|place| {
            let node = children.start + place;
            let is_end = trees[0].nodes.record(node).is_proved() && !nodes.is_expanded(node);
            let of_tree =
                |tree: &'a Tree<G>| tree.nodes.record(tree.nodes.children(0).start + place);
            (
                nodes.mv(node),
                Merged::of(trees.iter().map(of_tree), is_end),
            )
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
            mean: found
                .and_then(|(_, merged)| merged.mean())
                .map(|mean| mean as Value),
        }
    });
    let mut advice = Advice::by_score(game.mover(state), moves.collect());
    advice.worth = nodes.is_whole(0).then(|| worth(&merged)).flatten();
    let merged = candidates(game, state, merged);
    advice.best = best(&merged);
    advice.line = line(&trees[0], advice.best[0]);
    advice
}

/// What the best of all moves is worth, if that is proved.
fn worth<M>(merged: &[(M, Merged)]) -> Option<Points> {
    let low = merged.iter().map(|(_, one)| one.low).max();
    let high = merged.iter().map(|(_, one)| one.high).max();
    low.filter(|_| low == high).map(Points::from)
}

/// The moves to choose among: who asks about every move is told of every move,
/// but the choice is that of who asks for the best move alone; unless a move is
/// proved to win and no candidate is.
fn candidates<G: Game>(
    game: &G,
    state: &G::State,
    mut merged: Vec<(G::Move, Merged)>,
) -> Vec<(G::Move, Merged)> {
    if game.has_candidates() {
        let candidates: Vec<G::Move> = game.candidates(state).collect();
        let is_won = |one: &Merged| one.low == one.high && one.low > 0;
        let is_candidate = |mv: &G::Move| candidates.contains(mv);
        let keep_won = merged.iter().any(|(_, one)| is_won(one))
            && !merged
                .iter()
                .any(|(mv, one)| is_won(one) && is_candidate(mv));
        merged.retain(|(mv, one)| {
            if keep_won {
                is_won(one)
            } else {
                is_candidate(mv)
            }
        });
    }
    merged
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
    let mut at = tree
        .nodes
        .children(0)
        .find(|&child| tree.nodes.mv(child) == first);
    while let Some(node) = at {
        let worth = tree.mover_bounds(node).0;
        let is_proved = tree.nodes.record(node).is_proved();
        let keeps = |child: usize| is_proved && tree.nodes.record(child).low == worth;
        at = tree
            .nodes
            .children(node)
            .filter(|&child| keeps(child) || tree.nodes.record(child).visits > 0)
            .rev()
            .max_by_key(|&child| (keeps(child), tree.nodes.record(child).visits));
        line.extend(at.map(|child| tree.nodes.mv(child)));
    }
    line
}
