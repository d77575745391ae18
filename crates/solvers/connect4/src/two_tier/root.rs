//! The root: greedy scores first, then the utility of every move, then the choice by the goal.

use plyscope_connect4::{Bits, Shape, State, Stone};
use plyscope_game::{Advice, Advised, Game, Limits, Score, Value};

use super::kernel::{Search, Stones, Window};
use super::utility::Ending;
use super::{Goal, Greedy};
use plyscope_search::by_keys;

/// Points that one of the greedy score shows as where nothing is proved: enough
/// to tell moves apart, too little to be taken for a claim about the result.
const SHOWN: Value = 0.001;

/// A cut-off this near is looked at without a visit to any state: there is always that answer.
const AT_ONCE: u32 = 2;

/// A move of the root and what is known of it.
#[derive(Clone, Copy)]
struct RootMove<B> {
    mv: Stone,
    landing: B,
    greedy: i64,
    /// None where it is only known that others are better.
    utility: Option<i64>,
}

/// Looks to the depth of the search's table.
///
/// The paper looks there in one go. Under a limit on states or time each depth
/// is looked at in turn: what the last whole look found is the answer.
pub(super) fn advise<S: Shape>(
    search: &mut Search<'_, S>,
    state: &State<S::Bits>,
    goal: Goal,
    limits: &Limits,
) -> Advice<Stone> {
    let stones = Stones {
        own: state.moving(),
        all: state.all(),
    };
    let mut moves = root_moves(search, state, goal.greedy());
    let every_move = limits.every_move || !goal.keeps_the_order();
    let depth = search.utility.depth();
    let is_limited = limits.nodes.is_some() || limits.time.is_some();
    let mut done = 0;
    search.budget.spend();
    for ahead in AT_ONCE.min(depth)..=depth {
        if ahead > AT_ONCE && ahead < depth && !is_limited {
            continue;
        }
        if ahead > AT_ONCE && search.budget.is_spent() {
            break;
        }
        search.set_depth(ahead);
        let mut pass = moves.clone();
        if !look(search, stones, &mut pass, every_move) {
            break;
        }
        moves = pass;
        done = ahead;
    }
    let cut_short = done < depth;
    if cut_short {
        search.set_depth(done);
    }
    let mut advice = draw_up(search, state, goal, &moves);
    if limits.every_move && !cut_short {
        play_on(search, state, &moves, &mut advice.line);
    }
    advice.nodes = search.budget.nodes();
    advice.depth = Some(done);
    advice.cut_short = cut_short;
    advice
}

/// The legal moves with their greedy scores: the array that is filled before the search starts.
fn root_moves<S: Shape>(
    search: &Search<'_, S>,
    state: &State<S::Bits>,
    greedy: Greedy,
) -> Vec<RootMove<S::Bits>> {
    let shape = search.game.shape();
    let root_move = |mv: Stone| {
        let landing = S::Bits::ONE << mv.cell();
        RootMove {
            mv,
            landing,
            greedy: greedy.score(&shape, state, landing),
            utility: None,
        }
    };
    search.game.moves(state).map(root_move).collect()
}

/// Finds the utility of every move, or only of the best ones; false if a limit came first.
fn look<S: Shape>(
    search: &mut Search<'_, S>,
    stones: Stones<S::Bits>,
    moves: &mut [RootMove<S::Bits>],
    every_move: bool,
) -> bool {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    // Of moves with the same utility the greedier is better: found first, it spares a closer look at the others.
    let keys: Vec<i64> = moves.iter().map(|own| -own.greedy).collect();
    by_keys(&mut order, &keys);
    let mut best: Option<(i64, i64)> = None;
    for index in order {
        let RootMove {
            landing, greedy, ..
        } = moves[index];
        // What the move must have at the least to be as good as the best so far.
        let least = match best {
            Some((utility, of_best)) if !every_move => utility + i64::from(greedy < of_best),
            _ => -i64::MAX + 1,
        };
        let window = Window {
            low: least - 1,
            ..Window::OPEN
        };
        let spent = search.budget.nodes();
        let utility = search.after(stones, landing, 0, window);
        if search.budget.is_spent() && search.budget.nodes() > spent {
            return false;
        }
        moves[index].utility = (utility >= least).then_some(utility);
        if utility >= least {
            best = best.max(Some((utility, greedy)));
        }
    }
    true
}

fn draw_up<S: Shape>(
    search: &Search<'_, S>,
    state: &State<S::Bits>,
    goal: Goal,
    moves: &[RootMove<S::Bits>],
) -> Advice<Stone> {
    let cells_left = search.game.facts().max_plies - state.ply();
    let to_the_end = search.utility.depth() == cells_left;
    let score = |root: &RootMove<S::Bits>| {
        let Some(utility) = root.utility else {
            return Score::Unknown;
        };
        let exact = |points, row| Score::Exact {
            points,
            plies: Some(row),
        };
        match search.utility.end(utility) {
            Ending::Win { row, .. } => exact(1, row),
            Ending::Loss { row, .. } => exact(-1, row),
            Ending::Open if to_the_end => exact(0, cells_left),
            Ending::Open => Score::Estimate(root.greedy as Value * SHOWN),
        }
    };
    let advised = |root: &RootMove<S::Bits>| Advised {
        mv: root.mv,
        score: score(root),
        visits: None,
        mean: None,
    };
    let liking = |root: &RootMove<S::Bits>| {
        root.utility
            .map(|utility| goal.liking(&search.utility, utility, root.greedy))
    };
    let most = moves.iter().map(liking).max().flatten();
    let best = moves.iter().filter(|root| liking(root) == most);
    let best: Vec<Stone> = best.map(|root| root.mv).collect();
    let mut advice = Advice::empty(search.game.mover(state));
    advice.moves = moves.iter().map(advised).collect();
    advice.line = best[..1].to_vec();
    advice.best = best;
    advice
}

/// Plays on from the first move of `line` as both players do best, to the end or the horizon.
fn play_on<S: Shape>(
    search: &mut Search<'_, S>,
    state: &State<S::Bits>,
    moves: &[RootMove<S::Bits>],
    line: &mut Vec<Stone>,
) {
    let first = moves.iter().find(|root| Some(&root.mv) == line.first());
    let Some(mut value) = first.and_then(|root| root.utility) else {
        return;
    };
    let mut state = *state;
    for made in 1..search.utility.depth() {
        search.game.play(&mut state, line[line.len() - 1]);
        if search.game.payoffs(&state).is_some() {
            return;
        }
        value = -value;
        let stones = Stones {
            own: state.moving(),
            all: state.all(),
        };
        // Just wide enough to tell whether the move keeps the value.
        let window = Window {
            low: value - 1,
            high: value + 1,
        };
        let mut keeping = search.game.moves(&state).filter(|mv| {
            let landing = S::Bits::ONE << mv.cell();
            !search.budget.is_spent() && search.after(stones, landing, made, window) == value
        });
        let next = keeping.next();
        match next {
            Some(mv) if !search.budget.is_spent() => line.push(mv),
            _ => return,
        }
    }
}
