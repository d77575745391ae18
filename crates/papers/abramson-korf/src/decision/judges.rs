//! Who chooses among the moves of a state: bounds, readings of the model, standard evaluators.

use plyscope_eval::Linear;
use plyscope_game::{Evaluator, Game, Player, Value};
use plyscope_mnk::{Mnk, OpenLines};
use plyscope_othello::tables::TABLES;
use plyscope_othello::{Othello, Squares};
use serde::Serialize;

use crate::graph::Node;

/// A player and what kind it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Who {
    /// In the tables.
    pub name: String,
    /// Where it belongs.
    pub kind: PlayerKind,
}

/// What a player is there for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Best play, chance, worst play.
    Bound,
    /// A reading of the paper's model.
    Model,
    /// An evaluator that the model is compared with.
    Standard,
}

/// What a state is worth to the player who moved into it.
type Worth<G> = Box<dyn Fn(&G, &Node<<G as Game>::State>, Player) -> f64 + Send + Sync>;

/// A player: values for the states after its moves.
pub(crate) struct Judge<G: Game> {
    pub(crate) who: Who,
    pub(crate) worth: Worth<G>,
    /// Values that differ by less are equal: sums in another order differ in their last digits.
    pub(crate) slack: f64,
}

/// What is lost when a long sum of doubles is added up in another order, and more.
const DOUBLE: f64 = 1e-9;
/// The same for floats, as a part of the value.
const FLOAT: f64 = 1e-6;

impl<G: Game> Judge<G> {
    fn new(
        name: &str,
        kind: PlayerKind,
        worth: impl Fn(&G, &Node<G::State>, Player) -> f64 + Send + Sync + 'static,
    ) -> Self {
        Self {
            who: Who {
                name: name.to_owned(),
                kind,
            },
            worth: Box::new(worth),
            slack: DOUBLE,
        }
    }

    /// An evaluator of states of which the largest weight is `size`; `ends` tells whether
    /// it is told of finished games: a win is worth more than anything, a draw 0.
    fn standard<E: Evaluator<G> + 'static>(
        name: &str,
        evaluator: E,
        size: Value,
        ends: bool,
    ) -> Self {
        let worth = move |game: &G, node: &Node<G::State>, player: Player| {
            let end = game.payoffs(&node.state).filter(|_| ends);
            match end.map(|payoffs| payoffs.of(player).signum()) {
                Some(0) => 0.0,
                Some(sign) => f64::from(sign) * f64::INFINITY,
                None => f64::from(evaluator.value(game, &node.state, player)),
            }
        };
        let name = if ends {
            format!("{name}, ends seen")
        } else {
            name.to_owned()
        };
        Self {
            slack: FLOAT * f64::from(size),
            ..Self::new(&name, PlayerKind::Standard, worth)
        }
    }
}

/// 1 for the first player, −1 for the second.
fn sign(player: Player) -> f64 {
    if player == Player::FIRST { 1.0 } else { -1.0 }
}

/// Best play, any move, and the worst move there is.
fn bounds<G: Game>() -> Vec<Judge<G>> {
    let best =
        |_: &G, node: &Node<G::State>, player| sign(player) * f64::from(node.points.signum());
    vec![
        Judge::new("minimax", PlayerKind::Bound, best),
        Judge::new("random", PlayerKind::Bound, |_, _, _| 0.0),
        Judge::new(
            "worst choice",
            PlayerKind::Bound,
            move |game, node, player| -best(game, node, player),
        ),
    ]
}

/// The model as the paper defines it, and what else its words could mean.
///
/// The paper defines expected outcome by the probability of leaves, but
/// also writes of "win percentage" and of numbers of wins below a position.
fn models<G: Game>(game: &G) -> Vec<Judge<G>> {
    let model = |name, worth: fn(&Node<G::State>, Player) -> f64| {
        Judge::new(
            name,
            PlayerKind::Model,
            move |_: &G, node: &Node<G::State>, player| worth(node, player),
        )
    };
    let mut all = vec![model("expected outcome", |node, player| {
        sign(player) * node.random.outcome
    })];
    if !game.facts().is_win_draw_loss() {
        all.push(model("expected discs", |node, player| {
            sign(player) * node.random.points
        }));
    }
    all.extend([
        model("leaves, won less lost", |node, player| {
            sign(player) * (share(node, 0) - share(node, 2))
        }),
        model("wins, the mover's", |node, player| match player {
            Player::FIRST => node.random.wins,
            _ => node.random.losses,
        }),
        model("wins, the first player's", |node, player| {
            sign(player) * node.random.wins
        }),
        model("wins, the second player's", |node, player| {
            -sign(player) * node.random.losses
        }),
        model("win leaves, the mover's", |node, player| {
            share(node, if player == Player::FIRST { 0 } else { 2 })
        }),
        model("win leaves, the first player's", |node, player| {
            sign(player) * share(node, 0)
        }),
        model("win leaves, the second player's", |node, player| {
            -sign(player) * share(node, 2)
        }),
    ]);
    all
}

/// The share of the leaves below that end so, whatever their probability.
fn share<S>(node: &Node<S>, end: usize) -> f64 {
    node.leaves[end] / node.leaves.iter().sum::<f64>()
}

/// Bounds, models, and open-lines advantage.
pub(crate) fn of_lines(game: &Mnk) -> Vec<Judge<Mnk>> {
    let lines = |ends| {
        let evaluator = Linear::new(game, OpenLines, vec![1.0, -1.0]);
        Judge::standard("open lines", evaluator, 1.0, ends)
    };
    let mut all = bounds();
    all.extend(models(game));
    all.extend([lines(false), lines(true)]);
    all
}

/// Bounds, models, and weighted squares by every published table, once for each way to treat ends.
pub(crate) fn of_discs<const N: u8>(game: &Othello<N>, ends: &[bool]) -> Vec<Judge<Othello<N>>> {
    let mut all = bounds();
    all.extend(models(game));
    for &ends in ends {
        all.extend(TABLES.iter().map(|table| {
            let weights = table.weights(N);
            let size = weights
                .iter()
                .fold(0.0, |size: Value, own| size.max(own.abs()));
            let evaluator = Linear::new(game, Squares, weights);
            Judge::standard(&format!("squares {}", table.name), evaluator, size, ends)
        }));
    }
    all
}
