//! The states of a benchmark that can be judged, a row each.

use std::ops::{Deref, DerefMut};
use std::sync::OnceLock;

use plyscope_game::Player;

use crate::Truth;
use crate::worth::Worths;

/// One state of a benchmark that can be judged.
#[derive(Clone, Debug)]
pub struct TruthRow {
    /// Its place in the benchmark's list.
    pub at: usize,
    /// Its number in files, which the players of a round share.
    pub state_id: usize,
    /// Moves since the start.
    pub ply: u32,
    /// Whose moves they are.
    pub player: Player,
    /// Which moves are best.
    pub best: Vec<bool>,
    /// The worth of every move, in the game's order.
    truth: Vec<Truth>,
}

impl TruthRow {
    /// A state with the worth of every move, in the game's order, and which are best.
    pub fn new(
        (at, state_id): (usize, usize),
        ply: u32,
        player: Player,
        truth: Vec<Truth>,
        best: Vec<bool>,
    ) -> Self {
        Self {
            at,
            state_id,
            ply,
            player,
            best,
            truth,
        }
    }

    /// The worth of every move, in the game's order.
    pub fn truth(&self) -> &[Truth] {
        &self.truth
    }

    /// Changes what moves are worth, one after the other; which are best stays as it is.
    pub fn change(&mut self, change: impl FnMut(&mut Truth)) {
        self.truth.iter_mut().for_each(change);
    }
}

/// Rows, used as a slice, and what metrics ask of all of them, worked out once for all heuristics.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    list: Vec<TruthRow>,
    worths: OnceLock<Worths>,
}

impl Rows {
    /// Adds a row.
    pub fn push(&mut self, row: TruthRow) {
        self.worths.take();
        self.list.push(row);
    }

    /// What the moves of every state come to.
    pub(crate) fn worths(&self) -> &Worths {
        self.worths.get_or_init(|| Worths::new(&self.list))
    }
}

impl Deref for Rows {
    type Target = [TruthRow];

    fn deref(&self) -> &[TruthRow] {
        &self.list
    }
}

impl DerefMut for Rows {
    // Whoever may change a row may change what it comes to.
    fn deref_mut(&mut self) -> &mut [TruthRow] {
        self.worths.take();
        &mut self.list
    }
}

impl FromIterator<TruthRow> for Rows {
    fn from_iter<I: IntoIterator<Item = TruthRow>>(rows: I) -> Self {
        Self::from(Vec::from_iter(rows))
    }
}

impl From<Vec<TruthRow>> for Rows {
    fn from(list: Vec<TruthRow>) -> Self {
        Self {
            list,
            worths: OnceLock::new(),
        }
    }
}

impl IntoIterator for Rows {
    type Item = TruthRow;
    type IntoIter = std::vec::IntoIter<TruthRow>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Rows {
    type Item = &'a TruthRow;
    type IntoIter = std::slice::Iter<'a, TruthRow>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Rows {
    type Item = &'a mut TruthRow;
    type IntoIter = std::slice::IterMut<'a, TruthRow>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
