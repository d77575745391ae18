//! What ends found in the tree prove about the states before them.
//!
//! Every node carries bounds on its worth (score-bounded search, Cazenave and
//! Saffidine 2010): an end has equal bounds, a mover gets at least the best
//! lower and at most the best upper bound among the moves. With points −1, 0, 1
//! these are proved wins, losses and draws.

use plyscope_game::Game;

use super::tree::{Growth, Tree};

impl<G: Game> Tree<G> {
    /// The bounds that the children of a node put on its mover's points.
    pub(super) fn mover_bounds(&self, at: usize) -> (i16, i16) {
        let mut bounds = (i16::MIN, i16::MIN);
        for child in self.nodes.children(at) {
            let child = self.nodes.record(child);
            bounds = (bounds.0.max(child.low), bounds.1.max(child.high));
        }
        bounds
    }

    /// Draws the bounds of a node from its children; `same` if chooser and mover are one player.
    ///
    /// Children that can no longer be better than what is proved leave the
    /// selection, unless proved themselves: what they are worth still counts.
    /// Returns whether the bounds of the node changed.
    pub(super) fn settle(&mut self, at: usize, same: bool) -> bool {
        let (low, high) = self.mover_bounds(at);
        for child in self.nodes.children(at) {
            let record = self.nodes.record(child);
            if record.high <= low && !record.is_proved() {
                self.nodes.exclude(child);
            }
        }
        let is_whole = self.nodes.is_whole(at);
        let node = self.nodes.record_mut(at);
        let before = (node.low, node.high);
        // Moves that were left out may be better for the mover, never worse.
        if same {
            node.low = node.low.max(low);
            if is_whole {
                node.high = node.high.min(high);
            }
        } else {
            node.high = node.high.min(-low);
            if is_whole {
                node.low = node.low.max(-high);
            }
        }
        before != (node.low, node.high)
    }

    /// The same for the root, where playouts on what is proved would tell nothing new.
    pub(super) fn settle_root(&mut self, growth: &Growth) {
        let (low, _) = self.mover_bounds(0);
        for child in self.nodes.children(0) {
            let record = self.nodes.record(child);
            let is_beaten = record.high <= low && !growth.every_move;
            if record.is_proved() || is_beaten {
                self.nodes.exclude(child);
            }
        }
    }
}
