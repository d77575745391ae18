//! From trees to advice: what all trees found about the moves at the root.

use plyscope_game::{Advice, Advised, Chance, Facts, Game, MAX_PLAYERS, Player, Score, Value};

use super::round::{Chooser, Joint};
use super::tree::{Growth, Mark, NONE, Tree};

/// What all trees together know of one move.
struct Merged {
    visits: u64,
    sum: f64,
    low: i16,
    high: i16,
    is_end: bool,
}

impl Merged {
    fn is_proved(&self) -> bool {
        self.low == self.high
    }

    fn mean(&self) -> Option<f64> {
        (self.visits > 0).then(|| self.sum / self.visits as f64)
    }

    fn score(&self, growth: &Growth) -> Score {
        if growth.solver && self.is_proved() {
            return Score::Exact {
                points: self.low.into(),
                plies: self.is_end.then_some(1),
            };
        }
        let from_level = |mean: f64| Score::Estimate((mean - growth.facts.level()) as Value);
        self.mean().map_or(Score::Unknown, from_level)
    }
}

/// Advice on `state`, whose round begins at the root of all `trees`.
pub(super) fn draw_up<G: Game>(
    (game, state): (&G, &G::State),
    trees: &[Tree<G>],
    growth: &Growth,
    key: u64,
) -> Advice<G::Move> {
    if trees[0].arms[0].round == NONE {
        by_turn((game, state), trees, growth)
    } else {
        by_round((game, state), trees, growth, key)
    }
}

fn by_turn<G: Game>(
    (game, state): (&G, &G::State),
    trees: &[Tree<G>],
    growth: &Growth,
) -> Advice<G::Move> {
    let (facts, mover) = (&growth.facts, game.mover(state));
    let merged: Vec<Merged> = trees[0].arms[0]
        .children()
        .map(|child| {
            let mut all = Merged {
                visits: 0,
                sum: 0.0,
                low: i16::MIN,
                high: i16::MAX,
                is_end: trees.iter().any(|tree| tree.arms[child].mark == Mark::End),
            };
            // Every tree has the same moves at the same places below its root.
            for tree in trees {
                let arm = &tree.arms[child];
                let [low, high] = tree.bounds_of(child, mover, growth);
                all.visits += u64::from(arm.visits);
                all.sum += arm.sum as f64;
                all.low = all.low.max(low);
                all.high = all.high.min(high);
            }
            all
        })
        .collect();
    let advised = |(mv, own): (G::Move, &Merged)| Advised {
        mv,
        score: own.score(growth),
        visits: Some(own.visits),
        mean: own.mean().map(|mean| mean as Value),
    };
    let moves: Vec<_> = game.moves(state).zip(&merged).map(advised).collect();
    let best = best(&merged, facts, growth);
    let best: Vec<G::Move> = best.iter().map(|&place| moves[place].mv).collect();
    let mut advice = Advice::by_score(facts, mover, moves);
    advice.best = best;
    let low = merged.iter().map(|own| own.low).max();
    let high = merged.iter().map(|own| own.high).max();
    let is_proved = growth.solver && low == high;
    advice.worth = low.filter(|_| is_proved).map(i32::from);
    advice.line = line(&trees[0], advice.best[0]);
    advice
}

/// The places of the proved moves if they win or beat the mean of the most visited move, else that one's.
fn best(merged: &[Merged], facts: &Facts, growth: &Growth) -> Vec<usize> {
    let all = || merged.iter().enumerate();
    let is_proved = |own: &Merged| growth.solver && own.is_proved();
    let proved = all().filter(|(_, own)| is_proved(own));
    let top = proved.clone().map(|(_, own)| own.low).max();
    // The first of the most visited: `max_by_key` would take the last.
    let open = all().filter(|(_, own)| !is_proved(own)).rev();
    let open = open.max_by_key(|(_, own)| own.visits);
    let is_won = |points: i16| {
        let points = i32::from(points);
        points >= facts.points.1 || (facts.is_rivalry() && facts.margin(points) > 0)
    };
    match (top, open) {
        (None, Some((place, _))) => vec![place],
        (Some(points), Some((place, open)))
            if !is_won(points) && f64::from(points) <= open.mean().unwrap_or(f64::MAX) =>
        {
            vec![place]
        }
        _ => proved
            .filter(|(_, own)| Some(own.low) == top)
            .map(|(place, _)| place)
            .collect(),
    }
}

/// The most visited way on from `first`, as far as players move in turn.
fn line<G: Game>(tree: &Tree<G>, first: G::Move) -> Vec<G::Move> {
    let mut line = vec![first];
    let children = &mut tree.arms[0].children();
    let mut at = children.find(|&child| tree.arms[child].mv == first);
    while let Some(node) = at {
        let arm = &tree.arms[node];
        if arm.round != NONE {
            break;
        }
        let tried = arm.children().filter(|&child| tree.arms[child].visits > 0);
        at = tried.rev().max_by_key(|&child| tree.arms[child].visits);
        line.extend(at.map(|child| tree.arms[child].mv));
    }
    line
}

/// Advice to one player of a round, who does not see what the others choose.
fn by_round<G: Game>(
    (game, state): (&G, &G::State),
    trees: &[Tree<G>],
    growth: &Growth,
    key: u64,
) -> Advice<G::Move> {
    let mover = game.mover(state);
    let strategies = strategies(trees);
    let choosers = &trees[0].rounds[trees[0].arms[0].round as usize].choosers;
    let asked = choosers.iter().position(|own| own.player == mover);
    let order = asked.expect("who is asked in a round is one of its players");
    let visits: u64 = trees
        .iter()
        .map(|tree| u64::from(tree.arms[0].visits))
        .sum();
    let values = values(trees, &strategies, order, mover, growth);
    let advised = |(place, mv): (usize, G::Move)| {
        let (share, value) = (strategies[order][place], values[place]);
        let points = |value: f64| (value - growth.facts.level()) as Value;
        Advised {
            mv,
            score: proved(&trees[0], (order, place), mover, growth).unwrap_or_else(|| {
                value.map_or(Score::Unknown, |value| Score::Estimate(points(value)))
            }),
            visits: Some((share * visits as f64).round() as u64),
            mean: value.map(|value| value as Value),
        }
    };
    let moves: Vec<_> = game.moves(state).enumerate().map(advised).collect();
    let drawn = draw(&strategies[order], key, mover);
    let best = vec![moves[drawn].mv];
    let mut advice = Advice::by_score(&growth.facts, mover, moves);
    advice.best = best;
    advice
}

/// The average strategies of all players of the round at the root, over all trees.
fn strategies<G: Game>(trees: &[Tree<G>]) -> Vec<Vec<f64>> {
    let round = |tree: &Tree<G>| tree.arms[0].round as usize;
    let first = &trees[0].rounds[round(&trees[0])];
    let sum = |order: usize| {
        let mut played = vec![0.0; first.choosers[order].played.len()];
        for tree in trees {
            let own = &tree.rounds[round(tree)].choosers[order].played;
            for (all, own) in played.iter_mut().zip(own) {
                *all += own;
            }
        }
        Chooser::strategy(&played)
    };
    (0..first.choosers.len()).map(sum).collect()
}

/// By move: the expected points against the average strategies of the others.
///
/// Choices that were never tried together are left out, and the others count for them.
fn values<G: Game>(
    trees: &[Tree<G>],
    strategies: &[Vec<f64>],
    order: usize,
    player: Player,
    growth: &Growth,
) -> Vec<Option<f64>> {
    let mut all = vec![(0.0, 0.0); strategies[order].len()];
    let mut joint: Joint = [0; MAX_PLAYERS];
    let roots = vec![Some(0); trees.len()];
    each_cell(
        trees,
        &roots,
        strategies,
        0,
        &mut joint,
        &mut |joint, cells| {
            let mut weight = 1.0;
            for (other, strategy) in strategies.iter().enumerate() {
                if other != order {
                    weight *= strategy[joint[other] as usize];
                }
            }
            let (mut sum, mut count) = (0.0, 0.0);
            for (tree, cell) in trees.iter().zip(cells) {
                let Some(cell) = cell else { continue };
                sum += tree.sums[cell * growth.players() + player.index()] as f64;
                count += f64::from(tree.arms[*cell].visits);
            }
            if count > 0.0 {
                let own = &mut all[joint[order] as usize];
                *own = (own.0 + weight * sum / count, own.1 + weight);
            }
        },
    );
    let mean = |&(sum, weight): &(f64, f64)| (weight > 0.0).then(|| sum / weight);
    all.iter().map(mean).collect()
}

/// Calls `tell` with every choice of all players that some tree knows, and where it leads in each tree.
fn each_cell<G: Game>(
    trees: &[Tree<G>],
    at: &[Option<usize>],
    strategies: &[Vec<f64>],
    order: usize,
    joint: &mut Joint,
    tell: &mut dyn FnMut(&Joint, &[Option<usize>]),
) {
    let Some(own) = strategies.get(order) else {
        return tell(joint, at);
    };
    for place in 0..own.len() as u32 {
        joint[order] = place;
        let child = |(tree, at): (&Tree<G>, &Option<usize>)| {
            let arm = &tree.arms[(*at)?];
            (arm.count > 0).then_some((arm.first + place) as usize)
        };
        let next: Vec<Option<usize>> = trees.iter().zip(at).map(child).collect();
        if next.iter().any(Option::is_some) {
            each_cell(trees, &next, strategies, order + 1, joint, tell);
        }
    }
}

/// The points of a move that brings the same whatever the others do.
fn proved<G: Game>(
    tree: &Tree<G>,
    (order, place): (usize, usize),
    player: Player,
    growth: &Growth,
) -> Option<Score> {
    let mut all = [[i16::MAX, i16::MIN]; MAX_PLAYERS];
    tree.gather(0, 0, Some((order, place as u32)), growth, &mut all);
    let [low, high] = all[player.index()];
    (growth.solver && low == high).then_some(Score::Exact {
        points: low.into(),
        plies: None,
    })
}

/// A move drawn from a strategy, the same for the same seed, round and player.
fn draw(strategy: &[f64], key: u64, player: Player) -> usize {
    let mut left = Chance::for_task(key, 1 << 32 | u64::from(player.0)).unit();
    for (place, share) in strategy.iter().enumerate() {
        left -= share;
        if left < 0.0 {
            return place;
        }
    }
    strategy.len() - 1
}
