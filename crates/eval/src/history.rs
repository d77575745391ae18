//! History: what a move brought in random games, wherever it was made.

use plyscope_game::{Chance, Error, Game, MoveHeuristic, Payoffs, Player, Value};

/// The mean result of a move over playouts, by player and move (MAST: Finnsson and Björnsson 2008).
///
/// It looks at no state: a move is worth the same wherever it is legal. Results are drawn
/// towards the player's mean as if it had been seen ten times before, so that
/// what was seen once does not stand above all.
#[derive(Clone, PartialEq, Debug)]
pub struct History {
    /// By player, then by move: the mean result from the level result on.
    means: Vec<Value>,
    indices: usize,
}

/// Rounds after which a random game is taken for one that does not end.
pub const LONGEST_RANDOM_GAME: u32 = 10_000;

/// Why nothing is learned from random games that do not end.
#[cold]
pub fn endless_random_game() -> Error {
    Error::unsuited(
        format!("a random game did not end within {LONGEST_RANDOM_GAME} rounds"),
        "take a heuristic that is not learned from random games, or rules that end every game",
    )
}

/// Results at a player's mean that every move begins with.
const BEFORE: f64 = 10.0;

impl History {
    /// Plays `games` random games from the start; the same for the same seed.
    ///
    /// # Errors
    /// When one of them does not end.
    pub fn new<G: Game>(game: &G, games: u64, seed: u64) -> Result<Self, Error> {
        let facts = game.facts();
        let indices = facts.move_indices as usize;
        let players = usize::from(facts.players);
        let mut sums = vec![(0.0f64, 0.0f64); players * indices];
        let mut all = vec![(0.0f64, 0.0f64); players];
        let mut made = Vec::new();
        for number in 0..games {
            let mut chance = Chance::for_task(seed, number);
            made.clear();
            let payoffs =
                random_game(game, &mut chance, &mut made).ok_or_else(endless_random_game)?;
            for &(player, mv) in &made {
                let result = f64::from(payoffs.of(player)) - facts.level();
                let own = &mut sums[player.index() * indices + mv];
                *own = (own.0 + result, own.1 + 1.0);
                let own = &mut all[player.index()];
                *own = (own.0 + result, own.1 + 1.0);
            }
        }
        let mean = |(at, own): (usize, &(f64, f64))| {
            let (sum, count) = all[at / indices];
            let usual = sum / count.max(1.0);
            ((own.0 + BEFORE * usual) / (own.1 + BEFORE)) as Value
        };
        Ok(Self {
            means: sums.iter().enumerate().map(mean).collect(),
            indices,
        })
    }
}

/// Plays to the end and adds the moves made; nothing if there is no end.
fn random_game<G: Game>(
    game: &G,
    chance: &mut Chance,
    made: &mut Vec<(Player, usize)>,
) -> Option<Payoffs> {
    let (mut state, mut rounds) = (game.start(), 0);
    while rounds <= LONGEST_RANDOM_GAME {
        if let Some(payoffs) = game.payoffs(&state) {
            return Some(payoffs);
        }
        let mv = game.pick(&state, chance);
        made.push((game.mover(&state), game.move_index(mv)));
        game.play(&mut state, mv);
        rounds += u32::from(!game.hidden(&state));
    }
    None
}

impl<G: Game> MoveHeuristic<G> for History {
    fn move_value(&self, game: &G, _: &G::State, player: Player, mv: G::Move) -> Value {
        self.means[player.index() * self.indices + game.move_index(mv)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_mnk::{Mnk, Place};

    #[test]
    fn in_noughts_and_crosses_the_centre_has_the_best_history_and_edges_the_worst() {
        let game = Mnk::tictactoe();
        let learned = || History::new(&game, 20_000, 1).expect("games end");
        let history = learned();
        assert_eq!(history, learned());
        let start = game.start();
        let value = |column, row| {
            let mv = Place::new(column, row);
            history.move_value(&game, &start, Player::FIRST, mv)
        };
        assert!(value(1, 1) > value(0, 0) && value(0, 0) > value(1, 0));
    }
}
