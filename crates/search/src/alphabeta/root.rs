//! The root: iterative deepening, a value for every move, best play.

use plyscope_game::{Advice, Advised, Evaluator, Facts, Game, Points, Rank, Score, Value};

use super::kernel::{Found, Place, Search, Window};
use crate::order::MoveOrder;

/// A root move and the last that is known of it.
#[derive(Clone)]
struct RootMove<M> {
    mv: M,
    /// Nothing if it was not looked at, or is only known to be no better than another.
    found: Option<Found>,
    is_looked_at: bool,
    /// The best play behind it, as far as it was found: nothing for moves that are only known to be no better.
    line: Vec<M>,
}

/// One look at all moves.
struct Pass<M> {
    moves: Vec<RootMove<M>>,
    /// Whether no limit came first.
    is_whole: bool,
    /// Whether it is proved of every move that it is worth no more than was found.
    is_bounded: bool,
}

/// Looks up to `depth` moves ahead; with `every_move` each gets its full value.
///
/// A limit that cuts a pass short leaves the results of the pass before; of the
/// first pass it leaves what that has found.
pub(super) fn advise<G: Game, E: Evaluator<G>, O: MoveOrder<G>>(
    search: &mut Search<'_, G, E, O>,
    state: &G::State,
    depth: u32,
    every_move: bool,
) -> Advice<G::Move> {
    let unknown = |mv| RootMove {
        mv,
        found: None,
        is_looked_at: false,
        line: Vec::new(),
    };
    // Who asks about every move is told of every move; candidates then hold for the replies alone.
    let listed = if every_move {
        search.game.moves(state)
    } else {
        search.moves(state)
    };
    let mut last = Pass {
        moves: listed.map(unknown).collect(),
        is_whole: false,
        is_bounded: false,
    };
    let first = if search.settings.deepen { 1 } else { depth };
    let facts = search.game.facts();
    let mut done = 0;
    for ahead in first..=depth {
        let pass = pass(search, state, &last.moves, ahead, every_move);
        if !pass.is_whole && last.is_whole {
            break;
        }
        last = pass;
        let rank = |root: &RootMove<G::Move>| root.found.map(|found| found.rank);
        last.moves.sort_by_key(|root| std::cmp::Reverse(rank(root)));
        if !last.is_whole {
            break;
        }
        done = ahead;
        search.may_end = true;
        if is_settled(&last.moves, &facts) {
            break;
        }
    }
    let cut_short = done < depth && !is_settled(&last.moves, &facts);
    let mut advice = summary(search, state, &last);
    advice.depth = Some(done);
    advice.cut_short = cut_short;
    advice
}

/// One look at all moves, `ahead` moves ahead, as far as limits allow.
fn pass<G: Game, E: Evaluator<G>, O: MoveOrder<G>>(
    search: &mut Search<'_, G, E, O>,
    state: &G::State,
    moves: &[RootMove<G::Move>],
    ahead: u32,
    every_move: bool,
) -> Pass<G::Move> {
    let place = Place {
        depth: ahead,
        ply: 0,
    };
    let is_final = is_final(&search.game.facts());
    let mut best = Rank::WORST;
    let mut pass = Pass {
        moves: moves.to_vec(),
        is_whole: true,
        is_bounded: true,
    };
    for (next, root) in moves.iter().enumerate() {
        let mv = root.mv;
        let low = if every_move { Rank::WORST } else { best };
        let window = Window {
            low,
            high: Rank::BEST,
        };
        let scout = search.settings.scout && low > Rank::WORST;
        let found = search.after(state, mv, place, window, scout);
        if search.is_over() {
            pass.is_whole = false;
            return pass;
        }
        let better = found.rank > best;
        if better && !every_move {
            // What the earlier moves are worth is known no longer: only that it is less.
            for root in &mut pass.moves[..next] {
                root.found = None;
            }
        }
        let is_known = better || every_move;
        let is_sure = !search.restricts || found.most;
        pass.is_bounded &= is_sure && (found.proved || is_final(found.rank));
        pass.moves[next] = RootMove {
            mv,
            found: is_known.then_some(found),
            is_looked_at: true,
            line: if is_known {
                search.lines[1].clone()
            } else {
                Vec::new()
            },
        };
        best = best.max(found.rank);
    }
    pass
}

/// Whether a rank is final: a win is where all wins are worth the same; elsewhere a deeper look may find a bigger one.
///
/// Of a win beyond the horizon a deeper look finds how far away it is.
fn is_final(facts: &Facts) -> impl Fn(Rank) -> bool + use<> {
    let win_draw_loss = facts.is_win_draw_loss();
    move |rank| rank.is_decided() && win_draw_loss && rank.has_distance()
}

/// Whether a deeper look could not change anything.
fn is_settled<M>(moves: &[RootMove<M>], facts: &Facts) -> bool {
    let is_final = is_final(facts);
    let is_proved = |found: Found| found.proved || is_final(found.rank);
    let all_proved = moves.iter().all(|root| root.found.is_some_and(is_proved));
    let only_best_known = moves.iter().skip(1).all(|root| root.found.is_none());
    let wins = |found: Found| found.rank > Rank::LEVEL && is_final(found.rank);
    all_proved || (only_best_known && moves[0].found.is_some_and(wins))
}

fn summary<G: Game, E: Evaluator<G>, O: MoveOrder<G>>(
    search: &Search<'_, G, E, O>,
    state: &G::State,
    last: &Pass<G::Move>,
) -> Advice<G::Move> {
    let facts = search.game.facts();
    let found = last.moves.iter().filter_map(|root| root.found);
    let scale = Scale {
        facts,
        restricts: search.restricts,
        highest: highest_estimate(found, &facts),
    };
    let score_of = |mv| {
        let root = last.moves.iter().find(|root| root.mv == mv);
        root.and_then(|root| root.found)
            .map_or(Score::Unknown, |found| scale.score(found))
    };
    let moves = search.game.moves(state).map(|mv| Advised {
        mv,
        score: score_of(mv),
        visits: None,
        mean: None,
    });
    let mut advice = Advice::by_known_score(&facts, search.game.mover(state), moves.collect());
    let choice = choice(search, state, last);
    let chosen = &last.moves[choice[0]];
    advice.line = [&[chosen.mv], &*chosen.line].concat();
    advice.worth = worth(&advice, choice.first().map(|&at| &last.moves[at]), last);
    let in_order = advice.moves.iter().map(|advised| advised.mv);
    let is_chosen = |mv: &G::Move| choice.iter().any(|&at| last.moves[at].mv == *mv);
    advice.best = in_order.filter(is_chosen).collect();
    advice.nodes = search.budget.nodes();
    advice
}

/// The places of the best moves, none better than the first.
///
/// They are candidates, so that callers that ask about every move and callers that ask for the
/// best one alone hear of the same moves; unless a move is proved to win and no
/// candidate is. A proved loss is none while others were not looked at.
fn choice<G: Game, E: Evaluator<G>, O: MoveOrder<G>>(
    search: &Search<'_, G, E, O>,
    state: &G::State,
    last: &Pass<G::Move>,
) -> Vec<usize> {
    let all = 0..last.moves.len();
    let open: Vec<usize> = if search.restricts {
        let candidates: Vec<G::Move> = search.moves(state).collect();
        all.filter(|&at| candidates.contains(&last.moves[at].mv))
            .collect()
    } else {
        all.collect()
    };
    let rank = |at: &usize| last.moves[*at].found.map(|found| found.rank);
    let is_won = |at: &usize| {
        let found = last.moves[*at].found;
        found.is_some_and(|own| own.least && own.rank > Rank::LEVEL && own.rank.is_decided())
    };
    let open = if search.restricts && !open.iter().any(is_won) {
        let won: Vec<usize> = (0..last.moves.len()).filter(is_won).collect();
        if won.is_empty() { open } else { won }
    } else {
        open
    };
    let top = open.iter().filter_map(rank).max();
    let is_lost = top.is_none_or(|top| top < Rank::LEVEL && top.is_decided());
    let not_looked_at = open.iter().filter(|&&at| !last.moves[at].is_looked_at);
    let not_looked_at: Vec<usize> = not_looked_at.copied().collect();
    if is_lost && !not_looked_at.is_empty() {
        return not_looked_at;
    }
    open.into_iter().filter(|at| rank(at) == top).collect()
}

/// The proved worth of the state where only the best move has a score.
fn worth<M: Copy + PartialEq>(
    advice: &Advice<M>,
    best: Option<&RootMove<M>>,
    last: &Pass<M>,
) -> Option<Points> {
    let covers_all = last.moves.len() == advice.moves.len();
    match advice.score_of(best?.mv) {
        Some(Score::Exact { points, .. }) if covers_all && last.is_whole && last.is_bounded => {
            Some(points)
        }
        _ => None,
    }
}

/// The largest estimate of any move, at least as large as a win.
fn highest_estimate(found: impl Iterator<Item = Found>, facts: &Facts) -> Value {
    let estimates = found.filter_map(|found| match found.rank.score(false, facts) {
        Score::Estimate(value) => Some(value.abs()),
        _ => None,
    });
    estimates.fold(facts.points.1 as Value, Value::max)
}

/// How ranks become scores.
struct Scale {
    facts: Facts,
    restricts: bool,
    highest: Value,
}

impl Scale {
    /// Nothing is exact that rests on a state in which moves were left out for whom they could have helped.
    fn score(&self, found: Found) -> Score {
        let score = found.rank.score(found.proved, &self.facts);
        if !self.restricts || (found.least && found.most) {
            return score;
        }
        let is_win = found.rank > Rank::LEVEL;
        let is_sure = if is_win { found.least } else { found.most };
        match score {
            // Who wins is sure, but one of them may have a quicker or a longer way.
            Score::Exact { points, .. } if found.rank.is_decided() && is_sure => Score::Exact {
                points,
                plies: None,
            },
            Score::Decided { .. } if is_sure => score,
            Score::Exact { plies, .. } => Score::Estimate(self.beyond(found.rank, plies)),
            Score::Decided { plies, .. } => Score::Estimate(self.beyond(found.rank, Some(plies))),
            Score::Estimate(_) | Score::Unknown => score,
        }
    }

    /// An estimate for an end that is not proved: beyond all estimates beside it, the sooner the farther.
    fn beyond(&self, rank: Rank, plies: Option<u32>) -> Value {
        if !rank.is_decided() {
            return 0.0;
        }
        let farther = plies.map_or(0.0, |plies| 1.0 / (1.0 + plies as Value));
        let size = (self.highest * (1.0 + farther)).min(Value::MAX);
        if rank > Rank::LEVEL { size } else { -size }
    }
}
