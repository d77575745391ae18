//! Which searches fit which games, and which to take where one does not.

use plyscope_game::{Error, Facts, Game, mix_all};

/// Refuses games that alpha-beta and its relatives are not for.
pub(crate) fn needs_minimax(agent: &str, facts: &Facts) -> Result<(), Error> {
    if facts.is_minimax() && facts.has_small_margins() {
        return Ok(());
    }
    let what =
        format!("{agent} needs two players who move in turn and share out a fixed sum of points");
    Err(Error::unsuited(what, fitting(facts)))
}

/// Refuses games with simultaneous moves: the agent would see the other players' moves.
///
/// # Errors
/// When the game has such rounds; the hint names an agent that fits.
pub fn refuse_hidden<G: Game>(agent: &str, game: &G, state: &G::State) -> Result<(), Error> {
    let facts = game.facts();
    if !facts.simultaneous && !game.hidden(state) {
        return Ok(());
    }
    let what = format!("{agent} would see moves that are made at the same time as its own");
    let facts = Facts {
        simultaneous: true,
        ..facts
    };
    Err(Error::unsuited(what, fitting(&facts)))
}

/// The searches that fit a game, as a hint.
pub fn fitting(facts: &Facts) -> &'static str {
    match (facts.simultaneous, facts.players) {
        (true, 2) if facts.sum.is_some() => {
            "`mcts` mixes its moves against players it cannot see, and `solver` solves small games of this kind"
        }
        (true, _) => "`mcts` mixes its moves against players it cannot see",
        (false, 1) => "`solver` solves small games of one player; `mcts` and `maxn` search any",
        (false, 2) if facts.sum.is_some() => "`negascout`, `mcts` and `solver` play such games",
        (false, _) => {
            "`mcts`, `maxn` and `paranoid` take any number of players, `solver` small games"
        }
    }
}

/// A key for what the mover of a state sees: that of the round's start where moves are hidden.
pub(crate) fn seen_key<G: Game>(game: &G, state: &G::State) -> u64 {
    if !game.hidden(state) {
        return game.key(state);
    }
    let round = game.key(&game.round_start(state));
    mix_all(&[round, u64::from(game.mover(state).0)])
}
