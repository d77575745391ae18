//! Choosing the states of a benchmark.
//!
//! A [`Pool`] offers states ply by ply, a [`Filter`] turns some away, and
//! [`select`] takes one of each ply in turn until there are enough: so early
//! plies, which have few states, leave their share to later ones.

mod all;
mod filter;
mod games;
mod selector;

use std::collections::HashSet;

use plyscope_game::{Chance, Game, Notation, Stop};

use crate::{MakeAgent, Trouble};
use all::every_state;
use games::{Drawing, Supply};

pub use filter::Filter;
pub use selector::{Amount, Selector, Source};

/// A state and the moves made before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chosen<S> {
    /// The state.
    pub state: S,
    /// Moves since the start.
    pub ply: u32,
}

/// Where states come from.
pub enum Pool<'a, G: Game> {
    /// Random games, one for each state (HEF's way).
    Playouts,
    /// Games of two agents, who make a random move now and then.
    Games {
        /// Makes the agents, in the order of the players.
        makers: [MakeAgent<'a, G>; 2],
        /// The share of random moves.
        random: f64,
    },
    /// A list that somebody made.
    Listed(Vec<Chosen<G::State>>),
    /// Every state that can be reached; for small games.
    All {
        /// Give up beyond so many.
        most: usize,
    },
}

/// Chooses states: sorted by ply, in a ply as they were found, none twice.
///
/// Fewer than asked for come back if there are no more, or none was found in
/// many attempts.
///
/// # Errors
/// When an agent fails, there are too many states to list, or `stop` was raised.
///
/// `found` is told how many there are so far.
pub fn select<G: Notation>(
    game: &G,
    pool: Pool<'_, G>,
    amount: Amount,
    filter: &Filter,
    seed: u64,
    stop: &Stop,
    found: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Chosen<G::State>>, Trouble> {
    let mut taken = Taken {
        game,
        filter,
        found,
        seen: HashSet::new(),
        chosen: Vec::new(),
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
        Pool::Listed(list) => from_list(&mut taken, list, amount, filter, seed)?,
        Pool::All { most } => {
            let list = every_state(game, filter, most, stop, found)?;
            from_list(&mut taken, list, amount, filter, seed)?;
        }
    }
    let mut chosen = taken.chosen;
    chosen.sort_by_key(|own| own.ply);
    Ok(chosen)
}

/// The states chosen so far.
struct Taken<'a, G: Game> {
    game: &'a G,
    filter: &'a Filter,
    found: &'a dyn Fn(u64),
    seen: HashSet<G::State>,
    chosen: Vec<Chosen<G::State>>,
}

impl<G: Notation> Taken<'_, G> {
    /// Takes the state if the filter lets it pass and it is new.
    fn take(&mut self, own: Chosen<G::State>) -> bool {
        if !self.filter.passes(self.game, &own) {
            return false;
        }
        let known = if self.filter.symmetry {
            self.game.canonical(&own.state)
        } else {
            own.state.clone()
        };
        let is_new = self.seen.insert(known);
        if is_new {
            self.chosen.push(own);
            (self.found)(self.chosen.len() as u64);
        }
        is_new
    }
}

/// Takes one state of each ply in turn; `give` says whether a ply had another.
fn in_turn<'a, G: Notation>(
    taken: &mut Taken<'a, G>,
    amount: Amount,
    filter: &Filter,
    mut give: impl FnMut(u32, &mut Taken<'a, G>) -> Result<bool, Trouble>,
) -> Result<(), Trouble> {
    let last = filter.plies.1.min(taken.game.facts().max_plies);
    let mut plies: Vec<u32> = (filter.plies.0..=last).collect();
    let mut round = 0;
    while !plies.is_empty() && !amount.is_enough(round, taken.chosen.len()) {
        let mut open = Vec::with_capacity(plies.len());
        for ply in plies {
            if amount.is_enough(round, taken.chosen.len()) {
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

/// Takes from a list: all of it, or so many of each ply by chance.
fn from_list<G: Notation>(
    taken: &mut Taken<'_, G>,
    mut list: Vec<Chosen<G::State>>,
    amount: Amount,
    filter: &Filter,
    seed: u64,
) -> Result<(), Trouble> {
    if amount == Amount::Everything {
        for own in list {
            taken.take(own);
        }
        return Ok(());
    }
    Chance::new(seed).shuffle(&mut list);
    list.sort_by_key(|own| own.ply);
    let mut by_ply: Vec<Vec<Chosen<G::State>>> = Vec::new();
    for own in list.into_iter().rev() {
        let ply = own.ply as usize;
        by_ply.resize_with(by_ply.len().max(ply + 1), Vec::new);
        by_ply[ply].push(own);
    }
    in_turn(taken, amount, filter, |ply, taken| {
        let Some(rest) = by_ply.get_mut(ply as usize) else {
            return Ok(false);
        };
        while let Some(own) = rest.pop() {
            if taken.take(own) {
                return Ok(true);
            }
        }
        Ok(false)
    })
}
