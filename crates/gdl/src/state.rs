//! States and moves of a game from a sheet.

use std::hash::{Hash, Hasher};

use plyscope_game::Payoffs;

/// A state: fluents, and the moves of a round that is not complete.
#[derive(Debug)]
pub struct GdlState {
    /// A bit per fluent on a network; by the rules the sorted numbers of the fluents.
    pub(crate) fluents: Vec<u64>,
    /// Moves decided in this round, in the order of the roles that are asked.
    pub(crate) pending: Vec<u32>,
    // What follows from the above, worked out once.
    pub(crate) mover: u8,
    pub(crate) legal: Vec<u32>,
    pub(crate) over: Option<Payoffs>,
}

impl GdlState {
    /// Fluents of which nothing is worked out yet.
    pub(crate) fn of(fluents: Vec<u64>) -> Self {
        Self {
            fluents,
            pending: Vec::new(),
            mover: 0,
            legal: Vec::new(),
            over: None,
        }
    }
}

impl Clone for GdlState {
    fn clone(&self) -> Self {
        Self {
            fluents: self.fluents.clone(),
            pending: self.pending.clone(),
            mover: self.mover,
            legal: self.legal.clone(),
            over: self.over,
        }
    }

    fn clone_from(&mut self, other: &Self) {
        self.fluents.clone_from(&other.fluents);
        self.pending.clone_from(&other.pending);
        self.legal.clone_from(&other.legal);
        (self.mover, self.over) = (other.mover, other.over);
    }
}

impl PartialEq for GdlState {
    fn eq(&self, other: &Self) -> bool {
        self.fluents == other.fluents && self.pending == other.pending
    }
}

impl Eq for GdlState {}

impl Hash for GdlState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.fluents.hash(hasher);
        self.pending.hash(hasher);
    }
}

/// A move of one role, by its number among all moves of the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct GdlMove(pub(crate) u32);
