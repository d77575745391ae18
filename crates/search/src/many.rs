//! What searches for any number of players have in common.

use plyscope_game::{
    Advice, Advised, Error, Facts, Game, Limits, Payoffs, Player, Points, Rank, Score,
};

use crate::SearchBudget;
use crate::fit::refuse_hidden;

/// What a finished game is worth to a player, `ply` moves from the root.
#[inline]
pub(crate) fn rank_at_end(facts: &Facts, payoffs: &Payoffs, player: Player, ply: u32) -> Rank {
    let score = Score::Exact {
        points: payoffs.of(player),
        plies: Some(ply),
    };
    score.rank(facts)
}

/// The score behind a rank; see [`Rank::score`]. Where points do not add up to a constant they are plain numbers.
pub(crate) fn score_behind(rank: Rank, proved: bool, facts: &Facts) -> Score {
    let score = rank.score(proved && facts.is_rivalry(), facts);
    match score {
        Score::Estimate(value) if proved && !facts.is_rivalry() => Score::Exact {
            points: value as Points,
            plies: None,
        },
        score => score,
    }
}

/// What a search found out about one move.
pub(crate) struct Looked<M> {
    /// Its worth to the mover.
    pub(crate) rank: Rank,
    /// Whether that is what every best play leads to.
    pub(crate) proved: bool,
    /// Best play after the move.
    pub(crate) line: Vec<M>,
}

/// Advice from a look at the state after each move; nothing is said of moves that a limit came before.
pub(crate) fn advise_by<G: Game>(
    (game, state): (&G, &G::State),
    (agent, depth): (&str, u32),
    limits: &Limits,
    mut look: impl FnMut(&G::State, u32, &mut SearchBudget) -> Looked<G::Move>,
) -> Result<Advice<G::Move>, Error> {
    refuse_hidden(agent, game, state)?;
    if depth == 0 {
        let what = format!("{agent} cannot look 0 moves ahead");
        return Err(Error::unsuited(what, "`depth` is at least 1"));
    }
    let (facts, mover) = (game.facts(), game.mover(state));
    let depth = limits.depth.map_or(depth, |most| most.clamp(1, depth));
    let mut budget = SearchBudget::new(None, None, limits);
    let mut lines = Vec::new();
    let mut advised = |mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        let found = look(&next, depth - 1, &mut budget);
        let score = if budget.is_spent() {
            Score::Unknown
        } else {
            score_behind(found.rank, found.proved, &facts)
        };
        lines.push(found.line);
        Advised {
            mv,
            score,
            visits: None,
            mean: None,
        }
    };
    let moves = game.moves(state).map(&mut advised).collect();
    let mut advice = Advice::by_score(&facts, mover, moves);
    advice.nodes = budget.nodes();
    advice.depth = Some(depth);
    advice.cut_short = budget.is_spent();
    if !advice.cut_short {
        let first = advice.best[0];
        let place = advice.moves.iter().position(|own| own.mv == first);
        advice.line = vec![first];
        advice
            .line
            .extend(place.iter().flat_map(|&at| lines[at].iter()));
    }
    Ok(advice)
}
