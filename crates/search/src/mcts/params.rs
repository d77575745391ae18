//! What can be chosen about the search, checked once.

use std::time::Duration;

use plyscope_game::Error;

/// How the Monte Carlo tree search looks ahead.
#[derive(Clone, PartialEq, Debug)]
pub struct MctsParams {
    /// Games to play out for one piece of advice, over all threads; at least 1.
    pub playouts: u64,
    /// Tree nodes to make for one piece of advice, over all threads.
    pub nodes: Option<u64>,
    /// Time for one piece of advice; makes the advice depend on the machine.
    pub time: Option<Duration>,
    /// Weight of exploration, where a win is 1 and a loss −1; points on other
    /// scales are shrunk or stretched to that range first.
    pub c: f32,
    /// The seed of all random choices.
    pub seed: u64,
    /// Bytes that the trees of all threads may take; at least [`Self::LEAST_MEMORY`].
    pub memory: usize,
    /// Trees grown side by side, each on its own thread; at least 1.
    pub threads: usize,
    /// Whether finished games found in the tree prove values of the states before them.
    pub solver: bool,
    /// Whether the tree is kept for the next call. Advice then depends on the calls before.
    pub reuse: bool,
}

impl MctsParams {
    /// Room for a first level of moves in every game here.
    pub const LEAST_MEMORY: usize = 1 << 16;

    /// Above this, exploration drowns every difference in points.
    const MOST_C: f32 = 1e6;

    /// # Errors
    /// When a parameter is out of range; says which.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.playouts == 0 {
            return Err(Error::unsuited(
                "mcts cannot advise on 0 playouts",
                "give at least `playouts=1`; 10000 is a good start",
            ));
        }
        if self.nodes == Some(0) {
            return Err(Error::unsuited(
                "mcts cannot advise on 0 nodes",
                "give at least `nodes=1`, or leave the limit out",
            ));
        }
        if !(0.0..=Self::MOST_C).contains(&self.c) {
            return Err(Error::unsuited(
                format!("`c={}` is no weight of exploration", self.c),
                "`c` is a number from 0 (follow the best mean) to 1000000; 1.4 is usual",
            ));
        }
        if self.threads == 0 || self.threads > 1024 {
            return Err(Error::unsuited(
                format!("mcts cannot run on {} threads", self.threads),
                "`threads` is from 1 to 1024",
            ));
        }
        if self.memory / self.threads < Self::LEAST_MEMORY {
            return Err(Error::unsuited(
                format!(
                    "{} bytes are too few for {} tree(s)",
                    self.memory, self.threads
                ),
                format!("give at least {} bytes per thread", Self::LEAST_MEMORY),
            ));
        }
        Ok(())
    }
}

impl Default for MctsParams {
    fn default() -> Self {
        Self {
            playouts: 10_000,
            nodes: None,
            time: None,
            // 0.7 to 2 play alike at 1,000 playouts per move (Connect Four and 6×6
            // Othello, 300 games each); 0.5 and less lose clearly.
            c: 1.4,
            seed: 1,
            memory: 1 << 28,
            threads: 1,
            solver: true,
            reuse: false,
        }
    }
}
