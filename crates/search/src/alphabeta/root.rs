//! The root: iterative deepening, a value for every move, best play.

use plyscope_game::{Advice, Advised, Evaluator, Facts, Game, Rank, Score};

use super::kernel::{Found, Place, Search, Window};

/// A root move and the last that is known of it.
struct RootMove<M> {
    mv: M,
    found: Option<Found>,
    line: Vec<M>,
}

/// Looks up to `depth` moves ahead; with `every_move` each gets its full value.
///
/// A limit that cuts a pass short leaves the results of the pass before.
pub(super) fn advise<G: Game, E: Evaluator<G>>(
    search: &mut Search<'_, G, E>,
    state: &G::State,
    depth: u32,
    every_move: bool,
) -> Advice<G::Move> {
    let unknown = |mv| RootMove {
        mv,
        found: None,
        line: vec![mv],
    };
    // Who asks about every move is told of every move; candidates then hold for the replies alone.
    let listed = if every_move {
        search.game.moves(state)
    } else {
        search.moves(state)
    };
    let mut moves: Vec<_> = listed.map(unknown).collect();
    let first = if search.settings.deepen { 1 } else { depth };
    let facts = search.game.facts();
    let mut done = 0;
    for ahead in first..=depth {
        let Some(found) = pass(search, state, &moves, ahead, every_move) else {
            break;
        };
        moves = found;
        moves.sort_by_key(|root| std::cmp::Reverse(root.found.map(|found| found.rank)));
        done = ahead;
        search.may_end = true;
        if is_settled(&moves, &facts) {
            break;
        }
    }
    let cut_short = done < depth && !is_settled(&moves, &facts);
    let mut advice = summary(search, state, &moves);
    advice.depth = Some(done);
    advice.cut_short = cut_short;
    advice.line = std::mem::take(&mut moves[0].line);
    advice
}

/// One look at all moves, `ahead` moves ahead; nothing if a limit came first.
fn pass<G: Game, E: Evaluator<G>>(
    search: &mut Search<'_, G, E>,
    state: &G::State,
    moves: &[RootMove<G::Move>],
    ahead: u32,
    every_move: bool,
) -> Option<Vec<RootMove<G::Move>>> {
    let place = Place {
        depth: ahead,
        ply: 0,
    };
    let mut best = Rank::WORST;
    let mut results: Vec<RootMove<G::Move>> = Vec::with_capacity(moves.len());
    for RootMove { mv, .. } in moves {
        let low = if every_move { Rank::WORST } else { best };
        let window = Window {
            low,
            high: Rank::BEST,
        };
        let scout = search.settings.scout && low > Rank::WORST;
        let found = search.after(state, *mv, place, window, scout);
        if search.is_over() {
            return None;
        }
        let better = found.rank > best;
        if better && !every_move {
            // What the earlier moves are worth is known no longer: only that it is less.
            for root in &mut results {
                root.found = None;
            }
        }
        let mut line = vec![*mv];
        line.extend_from_slice(&search.lines[1]);
        results.push(RootMove {
            mv: *mv,
            found: (better || every_move).then_some(found),
            line,
        });
        best = best.max(found.rank);
    }
    Some(results)
}

/// Whether a deeper look could not change anything.
///
/// A win is final where all wins are worth the same; elsewhere a deeper look may find a bigger one.
fn is_settled<M>(moves: &[RootMove<M>], facts: &Facts) -> bool {
    let is_final = |rank: Rank| rank.is_decided() && facts.is_win_draw_loss();
    let is_proved = |found: Found| found.proved || is_final(found.rank);
    let all_proved = moves.iter().all(|root| root.found.is_some_and(is_proved));
    let only_best_known = moves.iter().skip(1).all(|root| root.found.is_none());
    let wins = |found: Found| found.rank > Rank::LEVEL && is_final(found.rank);
    all_proved || (only_best_known && moves[0].found.is_some_and(wins))
}

fn summary<G: Game, E: Evaluator<G>>(
    search: &Search<'_, G, E>,
    state: &G::State,
    ranked: &[RootMove<G::Move>],
) -> Advice<G::Move> {
    let facts = search.game.facts();
    let score_of = |mv| {
        let root = ranked.iter().find(|root| root.mv == mv);
        root.and_then(|root| root.found)
            .map_or(Score::Unknown, |found| {
                found.rank.score(found.proved, &facts)
            })
    };
    let moves = search.game.moves(state).map(|mv| Advised {
        mv,
        score: score_of(mv),
        visits: None,
        mean: None,
    });
    let mut advice = Advice::by_score(search.game.mover(state), moves.collect());
    advice.nodes = search.budget.nodes();
    advice
}
