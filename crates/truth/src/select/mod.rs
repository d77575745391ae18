//! Choosing the states of a benchmark.
//!
//! A [`Pool`] offers states ply by ply, a [`Filter`] turns some away, and
//! [`select`] takes one of each ply in turn until there are enough: so early
//! plies, which have few states, leave their share to later ones.

mod all;
mod filter;
mod games;
mod selector;

use plyscope_game::any::{AnyGame, AnyStates, Seen};
use plyscope_game::{Chance, Stop};

use crate::{Error, MakeAgent};
use all::every_state;
use games::{Drawing, Supply};

pub use filter::Filter;
pub(crate) use games::game_of;
pub use selector::{Amount, Selector, Source};

/// States, and the moves made before each.
pub struct Chosen {
    /// The states.
    pub states: Box<dyn AnyStates>,
    /// Moves since the start, of each.
    pub plies: Vec<u32>,
}

impl Chosen {
    /// None yet.
    pub fn new(game: &dyn AnyGame) -> Self {
        Self {
            states: game.states(),
            plies: Vec::new(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// How many there are where the players of a round count as one.
    pub fn rounds(&self) -> u64 {
        let is_hidden = |&at: &usize| {
            at > 0
                && self.states.is_hidden(at)
                && self.states.round(at) == self.states.round(at - 1)
        };
        let together = (0..self.len()).filter(is_hidden).count();
        (self.len() - together) as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Adds a copy of a state of a list of the same game.
    pub fn push(&mut self, states: &dyn AnyStates, at: usize, ply: u32) {
        self.states.push_from(states, at);
        self.plies.push(ply);
    }
}

/// Where states come from.
pub enum Pool<'a> {
    /// Random games, one for each state (HEF's way).
    Playouts,
    /// Games of two agents, with a share of random moves.
    Games {
        /// Makes the agents, in the order of the players.
        makers: [MakeAgent<'a>; 2],
        /// The share of random moves.
        random: f64,
    },
    /// A list from outside.
    Listed(Chosen),
    /// Every state that can be reached; for small games.
    All {
        /// Give up beyond so many.
        most: usize,
    },
}

/// Chooses states: sorted by ply, in a ply as they were found, none twice. A round in which several
/// players choose at the same time counts as one state and comes back once per player.
///
/// Fewer than asked for come back if there are no more, or none was found in
/// many attempts.
///
/// # Errors
/// When an agent fails, there are too many states to list, or `stop` was raised.
///
/// `found` is told how many there are so far.
pub fn select(
    game: &dyn AnyGame,
    pool: Pool<'_>,
    amount: Amount,
    filter: &Filter,
    seed: u64,
    stop: &Stop,
    found: &(dyn Fn(u64) + Sync),
) -> Result<Chosen, Error> {
    let mut taken = Taken {
        max_plies: game.facts().max_plies,
        has_rounds: game.facts().simultaneous,
        filter,
        found,
        seen: game.seen(filter.symmetry),
        chosen: Vec::new(),
        count: 0,
        game,
    };
    match pool {
        Pool::Playouts => {
            let mut supply = Supply::new(game, filter, Drawing::Playouts, seed, stop);
            in_turn(&mut taken, amount, filter, |ply, taken| {
                supply.give(ply, taken)
            })?;
        }
        Pool::Games { makers, random } => {
            let drawing = Drawing::Games { makers, random };
            let mut supply = Supply::new(game, filter, drawing, seed, stop);
            in_turn(&mut taken, amount, filter, |ply, taken| {
                supply.give(ply, taken)
            })?;
        }
        Pool::Listed(list) => from_list(&mut taken, &list, amount, filter, seed)?,
        Pool::All { most } => {
            let list = every_state(game, filter, most, stop, found)?;
            from_list(&mut taken, &list, amount, filter, seed)?;
        }
    }
    Ok(taken.by_ply())
}

/// The states chosen so far.
struct Taken<'a> {
    max_plies: u32,
    /// Whether players may choose without seeing each other's moves.
    has_rounds: bool,
    filter: &'a Filter,
    found: &'a dyn Fn(u64),
    seen: Box<dyn Seen>,
    game: &'a dyn AnyGame,
    /// Those of each ply, as they were found.
    chosen: Vec<Box<dyn AnyStates>>,
    count: usize,
}

impl Taken<'_> {
    /// Takes the state if the filter lets it pass and it is new. A round is taken at its beginning.
    fn take(&mut self, states: &dyn AnyStates, at: usize, ply: u32) -> bool {
        let passes = if self.has_rounds {
            !states.is_hidden(at) && !self.asked(states, at, ply).is_empty()
        } else {
            self.filter.passes(states, at, ply)
        };
        if !passes {
            return false;
        }
        let is_new = self.seen.insert(states, at);
        if is_new {
            let plies = self.chosen.len().max(ply as usize + 1);
            self.chosen.resize_with(plies, || self.game.states());
            self.chosen[ply as usize].push_from(states, at);
            self.count += 1;
            (self.found)(self.count as u64);
        }
        is_new
    }

    /// The state as each of those who choose in it is asked, as far as the filter lets it pass.
    fn asked(&self, states: &dyn AnyStates, at: usize, ply: u32) -> Box<dyn AnyStates> {
        let mut asked = self.game.states();
        let choosers = states.choosers(at);
        if choosers.is_empty() && self.filter.passes(states, at, ply) {
            asked.push_from(states, at);
        }
        for player in choosers {
            asked.push_asked(states, at, player);
            let last = asked.len() - 1;
            if !self.filter.passes(&*asked, last, ply) {
                asked.truncate(last);
            }
        }
        asked
    }

    /// All of them, ply by ply; each ply is forgotten as soon as it is copied, so that ten million
    /// states are not in memory twice.
    fn by_ply(self) -> Chosen {
        let mut sorted = Chosen::new(self.game);
        let mut own = self;
        own.seen = own.game.seen(false);
        for (ply, states) in (0..).zip(std::mem::take(&mut own.chosen)) {
            for at in 0..states.len() {
                if own.has_rounds {
                    let asked = own.asked(&*states, at, ply);
                    (0..asked.len()).for_each(|player| sorted.push(&*asked, player, ply));
                } else {
                    sorted.push(&*states, at, ply);
                }
            }
        }
        sorted
    }
}

/// Takes one state of each ply in turn; `give` says whether a ply had another.
fn in_turn<'a>(
    taken: &mut Taken<'a>,
    amount: Amount,
    filter: &Filter,
    mut give: impl FnMut(u32, &mut Taken<'a>) -> Result<bool, Error>,
) -> Result<(), Error> {
    let last = filter.plies.1.min(taken.max_plies);
    let mut plies: Vec<u32> = (filter.plies.0..=last).collect();
    let mut round = 0;
    while !plies.is_empty() && !amount.is_enough(round, taken.count) {
        let mut open = Vec::with_capacity(plies.len());
        for ply in plies {
            if amount.is_enough(round, taken.count) {
                break;
            }
            if give(ply, taken)? {
                open.push(ply);
            }
        }
        plies = open;
        round += 1;
    }
    Ok(())
}

/// Takes from a list: all of it, or so many of each ply at random.
fn from_list(
    taken: &mut Taken<'_>,
    list: &Chosen,
    amount: Amount,
    filter: &Filter,
    seed: u64,
) -> Result<(), Error> {
    if amount == Amount::Everything {
        for at in 0..list.len() {
            taken.take(&*list.states, at, list.plies[at]);
        }
        return Ok(());
    }
    let mut order: Vec<usize> = (0..list.len()).collect();
    Chance::new(seed).shuffle(&mut order);
    order.sort_by_key(|&at| list.plies[at]);
    let mut by_ply: Vec<Vec<usize>> = Vec::new();
    for at in order.into_iter().rev() {
        let ply = list.plies[at] as usize;
        by_ply.resize_with(by_ply.len().max(ply + 1), Vec::new);
        by_ply[ply].push(at);
    }
    in_turn(taken, amount, filter, |ply, taken| {
        let Some(rest) = by_ply.get_mut(ply as usize) else {
            return Ok(false);
        };
        while let Some(at) = rest.pop() {
            if taken.take(&*list.states, at, ply) {
                return Ok(true);
            }
        }
        Ok(false)
    })
}
