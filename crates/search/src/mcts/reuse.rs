//! Keeping the part of a tree that is still of use after moves were made.

use plyscope_game::Game;

use super::nodes::Nodes;
use super::tree::Tree;

/// Plies below the old root at which the new state is looked for: a move of
/// each player, and a pass.
const PLIES: u32 = 3;

impl<G: Game> Tree<G> {
    /// Makes `state` the root if it is in the tree a few plies below the old one, with its visits.
    ///
    /// Returns whether it was there.
    pub(super) fn follow(&mut self, game: &G, state: &G::State) -> bool {
        let found = (0..=PLIES).find_map(|plies| self.find(game, 0, &self.root, state, plies));
        match found {
            Some(0) => true,
            Some(at) if self.nodes.is_expanded(at) => {
                self.keep(at);
                self.root.clone_from(state);
                true
            }
            _ => false,
        }
    }

    /// The node exactly `plies` below `at` whose state is `wanted`.
    fn find(
        &self,
        game: &G,
        at: usize,
        state: &G::State,
        wanted: &G::State,
        plies: u32,
    ) -> Option<usize> {
        if plies == 0 {
            return (state == wanted).then_some(at);
        }
        self.nodes.children(at).find_map(|child| {
            let mut next = state.clone();
            game.play(&mut next, self.nodes.mv(child));
            self.find(game, child, &next, wanted, plies - 1)
        })
    }

    /// Drops all nodes but those under `root`, and closes the gaps in place.
    ///
    /// Children lie behind their parents, so blocks of siblings only ever move forward.
    fn keep(&mut self, root: usize) {
        let mut blocks = vec![self.nodes.children(root)];
        let mut done = 0;
        while done < blocks.len() {
            for parent in blocks[done].clone() {
                if self.nodes.is_expanded(parent) {
                    blocks.push(self.nodes.children(parent));
                }
            }
            done += 1;
        }
        blocks.sort_unstable_by_key(|block| block.start);
        self.nodes.enthrone(root);
        let mut end = Nodes::<G::Move>::places(1);
        let mut homes = Vec::with_capacity(blocks.len());
        for block in &blocks {
            homes.push(end);
            self.nodes.slide(block.clone(), end);
            end += Nodes::<G::Move>::places(block.len());
        }
        self.nodes.truncate(end);
        self.size = 1 + blocks.iter().map(ExactSizeIterator::len).sum::<usize>();
        let kept = homes.iter().zip(&blocks);
        let nodes = kept.flat_map(|(&home, block)| home..home + block.len());
        for at in nodes.chain([0]) {
            if self.nodes.is_expanded(at) {
                let old = self.nodes.children(at).start;
                let block = blocks
                    .binary_search_by_key(&old, |block| block.start)
                    .expect("every child of a kept node is kept");
                self.nodes.set_first(at, homes[block]);
            }
        }
    }
}
