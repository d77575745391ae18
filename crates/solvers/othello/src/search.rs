//! What a search carries along: its table, its count of nodes, its limits.

use std::sync::Arc;

use plyscope_game::{Deadline, Progress};

use super::callers_order::CallersOrder;
use super::learned::Learned;
use super::order::Child;
use super::recent::Recent;
use super::table::Table;

/// The state of one search.
pub(super) struct Search {
    pub(super) table: Table,
    /// States with few empty cells; their bounds do not depend on [`Self::width`].
    pub(super) recent: Recent,
    /// The moves of the states between the root and here, one state's after the other's.
    pub(super) children: Vec<Child>,
    /// States visited, the last empty cell's included.
    pub(super) nodes: u64,
    /// Whether a limit ended the search; values returned since mean nothing.
    pub(super) ended: bool,
    /// The most moves tried a state from ten empty cells on; fewer than all prove nothing.
    pub(super) width: usize,
    /// The caller's own order of moves.
    pub(super) order: Option<CallersOrder>,
    /// Weights of patterns that order moves; none where another function has taken them.
    pub(super) learned: Option<Arc<Learned>>,
    most: u64,
    deadline: Deadline,
    progress: Progress,
    /// When to look at the clock again.
    look_at: u64,
}

/// The clock and the stop flag are looked at once in so many nodes.
const LOOK_EVERY: u64 = 1 << 14;
/// How far the search is is told once in so many nodes: every few milliseconds.
const TELL_EVERY: u64 = 8 * LOOK_EVERY;

impl Search {
    /// A search with a table of so many bytes; nothing if the machine has not got them.
    pub(super) fn new(table_bytes: usize) -> Option<Self> {
        Some(Self {
            table: Table::new(table_bytes)?,
            recent: Recent::new(),
            children: Vec::with_capacity(1 << 10),
            nodes: 0,
            ended: false,
            width: usize::MAX,
            order: None,
            learned: None,
            most: u64::MAX,
            deadline: Deadline::never(),
            progress: Progress::default(),
            look_at: 0,
        })
    }

    /// Begins a new search that knows nothing of earlier ones.
    pub(super) fn begin(&mut self, most: u64, deadline: Deadline, progress: Progress) {
        self.table.clear();
        self.recent.clear();
        self.children.clear();
        self.nodes = 0;
        self.width = usize::MAX;
        self.ended = false;
        self.most = most;
        self.deadline = deadline;
        self.progress = progress;
        self.look_at = 0;
    }

    /// Whether the search has to end; asked at every deep node.
    #[inline(always)]
    pub(super) fn has_to_end(&mut self) -> bool {
        if self.nodes >= self.look_at {
            self.look();
        }
        self.ended
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        if self.nodes / TELL_EVERY != self.look_at / TELL_EVERY {
            self.progress.tell(self.nodes);
        }
        self.look_at = self.most.min(self.nodes + LOOK_EVERY);
        self.ended |= self.nodes >= self.most || self.deadline.is_over();
    }
}
