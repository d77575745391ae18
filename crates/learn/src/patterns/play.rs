//! Games of an evaluator against itself, and what their states turned out to be worth.

use plyscope_eval::patterns::{Patterns, StoneGame};
use plyscope_game::{Chance, Player, Stop};

use super::samples::Samples;

/// Knows what some states are worth: those that are over, and those near enough to the end.
pub trait Teacher<G: StoneGame> {
    /// The points of the mover in a state that is over; nothing while it is not.
    fn end(&self, game: &G, state: &G::State) -> Option<f32>;

    /// The points of the mover under best play, if that can be found out quickly.
    fn solved(&mut self, game: &G, state: &G::State) -> Option<f32> {
        self.end(game, state)
    }
}

/// How games are played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GamePlan {
    /// Moves to look ahead; 0 for play by chance.
    pub depth: u32,
    /// The first plies are random: at least and at most so many.
    pub random_plies: (u32, u32),
    /// The share of random moves after them.
    pub share: f64,
    /// How much of what a state was worth comes from later states, the rest from the search there (λ).
    pub lambda: f32,
}

/// Plays one game and gives its states after the random plies.
///
/// A game came to its end, or to what its first solved state is worth, or, before a random move, to what
/// the search said there of the move that was not made. Going back from that, every state is worth λ times
/// what the next one is and the rest of what the search said of itself; play by chance has no search.
///
/// Once `stop` is raised the game is left where it is, with some of its states or none.
pub fn play_game<G: StoneGame, T: Teacher<G>>(
    game: &G,
    patterns: &Patterns,
    plan: &GamePlan,
    teacher: &mut T,
    chance: &mut Chance,
    samples: &mut Samples,
    stop: &Stop,
) {
    let (least, most) = plan.random_plies;
    let plies = least + chance.below(most - least + 1);
    let mut state = game.start();
    for _ in 0..plies {
        play_randomly(game, &mut state, chance);
        if game.payoffs(&state).is_some() {
            return;
        }
    }
    let mut waiting = Vec::new();
    while !stop.is_raised() {
        let mover = game.mover(&state);
        if let Some(value) = teacher.end(game, &state) {
            settle(game, plan, &mut waiting, value, mover, samples);
            return;
        }
        waiting.push((state.clone(), None));
        if let Some(value) = teacher.solved(game, &state) {
            settle(game, plan, &mut waiting, value, mover, samples);
        }
        let by_chance = plan.depth == 0 || chance.unit() < plan.share;
        if !by_chance {
            let (next, value) = best(game, patterns, teacher, &state, plan.depth);
            if let Some(last) = waiting.last_mut() {
                last.1 = Some(value);
            }
            state = next;
            continue;
        }
        if plan.depth > 0 && !waiting.is_empty() {
            let (_, value) = best(game, patterns, teacher, &state, plan.depth);
            settle(game, plan, &mut waiting, value, mover, samples);
        }
        play_randomly(game, &mut state, chance);
    }
}

/// The states that waited, the last one first, from what they came to for `player`.
fn settle<G: StoneGame>(
    game: &G,
    plan: &GamePlan,
    waiting: &mut Vec<(G::State, Option<f32>)>,
    value: f32,
    player: Player,
    samples: &mut Samples,
) {
    let mut worth = value;
    for (state, searched) in waiting.drain(..).rev() {
        let (own, theirs) = game.stones(&state);
        let sign = if game.mover(&state) == player {
            1.0
        } else {
            -1.0
        };
        if let Some(searched) = searched {
            worth += (1.0 - plan.lambda) * (sign * searched - worth);
        }
        samples.push(own.as_ref(), theirs.as_ref(), sign * worth);
    }
}

/// Makes a random move, one of those that searches look at.
pub(super) fn play_randomly<G: StoneGame>(game: &G, state: &mut G::State, chance: &mut Chance) {
    let mut moves = game.candidates(state);
    let nth = chance.below(moves.len() as u32) as usize;
    if let Some(mv) = moves.nth(nth) {
        game.play(state, mv);
    }
}

/// The state after the best move and what the search says of it to the mover.
pub(super) fn best<G: StoneGame, T: Teacher<G>>(
    game: &G,
    patterns: &Patterns,
    teacher: &T,
    state: &G::State,
    depth: u32,
) -> (G::State, f32) {
    let mut best = (f32::NEG_INFINITY, None);
    for child in children(game, patterns, state, depth) {
        let value = -search(
            game,
            patterns,
            teacher,
            &child,
            depth - 1,
            f32::NEG_INFINITY,
            -best.0,
        );
        if best.1.is_none() || value > best.0 {
            best = (value, Some(child));
        }
    }
    let next = best.1.expect("there is a move while the game is not over");
    (next, best.0)
}

/// What a state is worth to the mover, looking `depth` moves ahead.
///
/// Right between `alpha` and `beta`, else a bound on the same side.
fn search<G: StoneGame, T: Teacher<G>>(
    game: &G,
    patterns: &Patterns,
    teacher: &T,
    state: &G::State,
    depth: u32,
    mut alpha: f32,
    beta: f32,
) -> f32 {
    if let Some(value) = teacher.end(game, state) {
        return value;
    }
    if depth == 0 {
        let (own, theirs) = game.stones(state);
        return patterns.points(own.as_ref(), theirs.as_ref());
    }
    let mut best = f32::NEG_INFINITY;
    for child in children(game, patterns, state, depth) {
        best = best.max(-search(
            game,
            patterns,
            teacher,
            &child,
            depth - 1,
            -beta,
            -alpha,
        ));
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
    }
    best
}

/// The states after every move, the most promising first where more than one move is looked ahead.
fn children<G: StoneGame>(
    game: &G,
    patterns: &Patterns,
    state: &G::State,
    depth: u32,
) -> Vec<G::State> {
    let play = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        next
    };
    let mut children: Vec<G::State> = game.candidates(state).map(play).collect();
    if depth > 1 {
        children.sort_by_cached_key(|child| {
            let (own, theirs) = game.stones(child);
            patterns.sum(own.as_ref(), theirs.as_ref())
        });
    }
    children
}
