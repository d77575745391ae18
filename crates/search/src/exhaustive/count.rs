//! Counting what a solved game consists of.

use plyscope_game::{Game, Player};

use super::Solution;
use super::table::{NoMemory, StateTable};

/// How much can follow one state, itself included.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StateCounts {
    /// Distinct states. `None` where they were solved up to symmetry from a
    /// state that is not its own image under every symmetry: then images may or
    /// may not be reachable, and only the classes are known.
    pub states: Option<u64>,
    /// Distinct states in which the game is over; `None` as above.
    pub finished: Option<u64>,
    /// Distinct states up to symmetry.
    pub classes: u64,
    /// Nodes of the whole tree of games: states counted once for every way to reach them.
    ///
    /// Counts of ways stop at `u128::MAX`.
    pub nodes: u128,
    /// Ways to play to an end.
    pub games: u128,
    /// Games that the first player wins.
    pub first_wins: u128,
    /// Games that the second player wins.
    pub second_wins: u128,
    /// Drawn games.
    pub draws: u128,
    /// Plies of the longest game.
    pub longest: u32,
}

impl<G: Game> Solution<G> {
    /// Counts what can follow `state`, if it was solved and there is memory to count.
    pub fn counts(&self, game: &G, state: &G::State) -> Option<StateCounts> {
        let facts = game.facts();
        let root = self.index(game, state)?;
        let orbits_are_whole = self.params.symmetry && is_own_image(game, state);
        let mut counts = StateCounts::default();
        let (mut states, mut finished) = (0, 0);
        let mut classes = StateTable::new();
        let mut ways = vec![0u128; root + 1];
        let mut plies = vec![0u16; root + 1];
        ways[root] = 1;
        // Whatever follows a state was solved before it, so it lies nearer to the front.
        for index in (0..=root).rev() {
            if ways[index] == 0 {
                continue;
            }
            let (state, _) = &self.table.entries()[index];
            let size = if orbits_are_whole {
                orbit(game, state)
            } else {
                1
            };
            states += size;
            if self.params.symmetry {
                counts.classes += 1;
            } else {
                counts.classes += u64::from(is_new(game, state, &mut classes).ok()?);
            }
            counts.nodes = counts.nodes.saturating_add(ways[index]);
            counts.longest = counts.longest.max(plies[index].into());
            if let Some(payoffs) = game.payoffs(state) {
                finished += size;
                let first = facts.margin(payoffs.of(Player::FIRST));
                counts.add_games(first.signum(), ways[index]);
                continue;
            }
            for mv in game.moves(state) {
                let mut next = state.clone();
                game.play(&mut next, mv);
                let after = self.index(game, &next)?;
                ways[after] = ways[after].saturating_add(ways[index]);
                plies[after] = plies[after].max(plies[index] + 1);
            }
        }
        if !self.params.symmetry || orbits_are_whole {
            counts.states = Some(states);
            counts.finished = Some(finished);
        }
        Some(counts)
    }
}

impl StateCounts {
    fn add_games(&mut self, sign: i32, ways: u128) {
        let of_kind = match sign {
            1 => &mut self.first_wins,
            -1 => &mut self.second_wins,
            _ => &mut self.draws,
        };
        *of_kind = of_kind.saturating_add(ways);
        self.games = self.games.saturating_add(ways);
    }
}

/// Whether every symmetry leaves the state as it is.
fn is_own_image<G: Game>(game: &G, state: &G::State) -> bool {
    (1..game.symmetries()).all(|symmetry| game.map_state(symmetry, state) == *state)
}

/// How many different images a state has.
fn orbit<G: Game>(game: &G, state: &G::State) -> u64 {
    let mut images: Vec<G::State> = Vec::new();
    for symmetry in 0..game.symmetries() {
        let image = game.map_state(symmetry, state);
        if !images.contains(&image) {
            images.push(image);
        }
    }
    images.len() as u64
}

/// Whether no image of `state` was seen before; from now on it was.
fn is_new<G: Game>(
    game: &G,
    state: &G::State,
    seen: &mut StateTable<G::State, ()>,
) -> Result<bool, NoMemory> {
    let (key, symmetry) = game.canonical_key(state);
    let image = game.map_state(symmetry, state);
    let new = seen.find(key, &image).is_none();
    if new {
        seen.insert(key, image, ())?;
    }
    Ok(new)
}
