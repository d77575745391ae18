//! Whether all that can follow a state may fit, found out before it is tried.
//!
//! Random games are played from the state, and the states that they meet at a
//! ply are compared: the fewer meet twice, the more there must be. States that
//! chance prefers meet more often than others, so this never counts too many
//! but by chance.

use std::collections::HashMap;

use plyscope_game::{Chance, Deadline, Game};

/// States that are kept before it is estimated how many there will be: most games are done by then.
pub const SMALL: usize = 50_000;

/// Games of the first round; each round doubles them.
const FIRST_ROUND: u64 = 1024;
/// Games in all.
const MOST_GAMES: u64 = 1 << 16;
/// Pairs of games that meet the same state after which more games change little.
const CLEAR: u64 = 100;
/// Plies at which states are compared.
const PLIES: u32 = 24;
/// A bound on the length of games beyond this is no bound but for want of one.
const LONG: u32 = 2_000;
/// The seed of all random choices: the same answer every time.
const SEED: u64 = 0x726f_6f6d;

/// What the games met at one ply.
#[derive(Default)]
struct Met {
    keys: HashMap<u64, u64>,
    games: u64,
    /// Pairs of games that met the same state.
    pairs: u64,
}

impl Met {
    fn add(&mut self, key: u64) {
        let before = self.keys.entry(key).or_default();
        self.pairs += *before;
        *before += 1;
        self.games += 1;
    }

    /// States that there are at the least.
    fn at_least(&self) -> u64 {
        let games = self.games as f64;
        let pairs = self.pairs as f64;
        // So many pairs may be expected where so few were seen: two standard deviations of a Poisson count.
        let expected = pairs + 3.0 + 2.0 * (pairs + 1.0).sqrt();
        (games * (games - 1.0).max(0.0) / 2.0 / expected) as u64
    }
}

/// A number of states, up to symmetry if asked, that are surely fewer than can follow `state`
/// within so many `plies`.
///
/// Looks no further once that is more than `enough`, once more games would not
/// change it much, or once the deadline is over. Errs by chance in about one of a hundred cases.
pub fn states_at_least<G: Game>(
    game: &G,
    state: &G::State,
    symmetry: bool,
    plies: u32,
    enough: u64,
    deadline: &Deadline,
) -> u64 {
    let plies = plies.min(game.facts().max_plies);
    let stride = length(game, state, plies).div_ceil(PLIES).max(1);
    let mut met: Vec<Met> = Vec::new();
    let mut chance = Chance::new(SEED);
    let mut games = 0;
    let mut round = FIRST_ROUND;
    loop {
        while games < round && !deadline.is_over() {
            games += 1;
            walk(game, state, plies, &mut chance, |ply, state| {
                if ply % stride != 0 {
                    return;
                }
                let place = (ply / stride) as usize;
                if met.len() <= place {
                    met.resize_with(place + 1, Met::default);
                }
                met[place].add(if symmetry {
                    game.canonical_key(state).0
                } else {
                    game.key(state)
                });
            });
        }
        let widest = met.iter().max_by_key(|met| met.at_least());
        let Some(widest) = widest else { return 0 };
        let most = widest.at_least();
        let is_clear = most > enough || widest.pairs >= CLEAR;
        if is_clear || round >= MOST_GAMES || deadline.is_over() {
            return most;
        }
        round *= 2;
    }
}

/// How long games are, at most, or about where no bound is known.
fn length<G: Game>(game: &G, state: &G::State, plies: u32) -> u32 {
    if plies <= LONG {
        return plies;
    }
    let mut length = 0;
    walk(game, state, plies, &mut Chance::new(SEED), |ply, _| {
        length = ply;
    });
    2 * length
}

/// Plays one random game, for so many plies at the most, and shows every state with its ply
/// from here.
fn walk<G: Game>(
    game: &G,
    state: &G::State,
    plies: u32,
    chance: &mut Chance,
    mut show: impl FnMut(u32, &G::State),
) {
    let mut state = state.clone();
    let mut ply = 0;
    while ply < plies && game.payoffs(&state).is_none() {
        let mv = game.pick(&state, chance);
        game.play(&mut state, mv);
        ply += 1;
        show(ply, &state);
    }
}
