//! Whether a player errs in one state: the moves it likes best, and which of them lose something.

use plyscope_game::Game;

use super::judges::Judge;
use crate::graph::{Graph, Node};

/// How much of a mistake a player makes in one state.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Mistake {
    /// The share of its best moves that lose something: equal moves are chosen by chance.
    pub(crate) shared: f64,
    /// The same among moves that lead to different states, images taken for one.
    pub(crate) unlike: f64,
    /// 1 if the first of those loses something, else 0.
    pub(crate) first: f64,
}

/// What each of the judges makes of a state that is not over.
///
/// A move is a mistake if a win, draw or loss becomes something worse.
pub(crate) fn mistakes<G: Game>(
    game: &G,
    graph: &Graph<G>,
    node: &Node<G::State>,
    judges: &[Judge<G>],
) -> Vec<Mistake> {
    let mover = game.mover(&node.state);
    let kids: Vec<&Node<G::State>> = graph.kids(node).collect();
    let unlike = graph.unlike(node);
    let is_bad = |place: &usize| kids[*place].points.signum() != node.points.signum();
    let share = |best: &[usize]| {
        let bad = best.iter().filter(|place| is_bad(place)).count();
        bad as f64 / best.len() as f64
    };
    let of = |judge: &Judge<G>| {
        let worth = |kid: &&Node<G::State>| (judge.worth)(game, kid, mover);
        let worths: Vec<f64> = kids.iter().map(worth).collect();
        let top = worths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let is_best = |place: &usize| worths[*place] >= top - judge.slack;
        let best: Vec<usize> = (0..kids.len()).filter(is_best).collect();
        let best_unlike: Vec<usize> = unlike.iter().copied().filter(is_best).collect();
        Mistake {
            shared: share(&best),
            unlike: share(&best_unlike),
            first: f64::from(u8::from(is_bad(&best_unlike[0]))),
        }
    };
    judges.iter().map(of).collect()
}
