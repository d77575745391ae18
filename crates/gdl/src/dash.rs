//! Games by chance on machine code, from their first state to their ends: no state on the way is looked at.

use std::sync::Arc;

use plyscope_game::Chance;

use crate::cells::{Cells, count, nth, pack};
use crate::propagate::{Bits, has};
use crate::straight::Route;

/// How a playout came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Finish {
    /// The sheet says that the game is over.
    Over,
    /// A role has no legal move, though the sheet does not call the state terminal: a fault of the sheet.
    Stuck,
    /// It went on for too long.
    Long,
}

/// The code of all phases, and one game's values.
#[derive(Clone, Debug)]
pub(crate) struct Dash {
    routes: Vec<Arc<Route>>,
    roles: usize,
    cells: Cells,
}

impl Dash {
    /// Phases follow each other in this order, and the first follows the last.
    pub(crate) fn new(routes: Vec<Arc<Route>>, roles: usize) -> Option<Self> {
        let first = routes.first()?;
        let work = |route: &Arc<Route>| route.state.work().max(route.moves.work());
        let most = routes.iter().map(work).max()?;
        Some(Self {
            cells: Cells::new(first.target, first.fluents, most),
            routes,
            roles,
        })
    }

    /// Plays from a state of a phase to the end, or for `longest` rounds; says how many they were.
    ///
    /// Choices are those of [`crate::walker::Walker::play_out`] for the same chance.
    pub(crate) fn play_out(
        &mut self,
        state: &mut Bits,
        phase: usize,
        chance: &mut Chance,
        longest: u32,
    ) -> (u32, Finish) {
        for fluent in 0..self.routes[0].fluents {
            self.cells.put(fluent, has(state, fluent));
        }
        let mut rounds = 0;
        let mut phases = self.routes.iter().cycle().skip(phase);
        let finish = loop {
            let Some(route) = phases.next() else {
                break Finish::Long;
            };
            let (work, now, next) = self.cells.parts();
            route.state.run_one(work, now, next);
            if self.cells.holds(route.phase.terminal) {
                break Finish::Over;
            }
            if rounds == longest {
                break Finish::Long;
            }
            if !choose(route, self.roles, &mut self.cells, chance) {
                break Finish::Stuck;
            }
            let (work, now, next) = self.cells.parts();
            route.moves.run_one(work, now, next);
            self.cells.go_on();
            rounds += 1;
        };
        pack(self.cells.now(), self.cells.step(), state);
        (rounds, finish)
    }
}

/// Puts a move by chance for every role; says whether each has one.
#[inline]
fn choose(route: &Route, roles: usize, cells: &mut Cells, chance: &mut Chance) -> bool {
    if route.phase.choices.len() < roles {
        return false;
    }
    let step = cells.step();
    for choice in &route.phase.choices {
        let size = choice.moves.len() * step;
        let (before, from) = cells.work_mut().split_at_mut(choice.does as usize * step);
        let legal = &before[choice.legal as usize * step..][..size];
        let does = &mut from[..size];
        does.fill(0);
        let held = count(legal, step);
        let place = match held {
            0 => return false,
            1 => nth(legal, step, 0),
            _ => nth(legal, step, chance.below(held)),
        };
        does[place * step] = u32::MAX;
    }
    true
}
