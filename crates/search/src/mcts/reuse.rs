//! Keeping the part of a tree that is still of use after moves were made.

use plyscope_game::Game;

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
            Some(at) if self.nodes[at].is_expanded() => {
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
        self.nodes[at].children().find_map(|child| {
            let mut next = state.clone();
            game.play(&mut next, self.nodes[child].mv);
            self.find(game, child, &next, wanted, plies - 1)
        })
    }

    /// Drops all nodes but those under `root`, and closes the gaps in place.
    ///
    /// Children lie behind their parents, so blocks of siblings only ever move forward.
    fn keep(&mut self, root: usize) {
        let mut blocks = vec![self.nodes[root].children()];
        let mut done = 0;
        while done < blocks.len() {
            let parents = self.nodes[blocks[done].clone()].iter();
            let more = parents
                .filter(|node| node.is_expanded())
                .map(crate::mcts::node::Node::children);
            let more: Vec<_> = more.collect();
            blocks.extend(more);
            done += 1;
        }
        blocks.sort_unstable_by_key(|block| block.start);
        self.nodes[0] = self.nodes[root];
        let mut end = 1;
        let mut homes = Vec::with_capacity(blocks.len());
        for block in &blocks {
            homes.push(end as u32);
            self.nodes.copy_within(block.clone(), end);
            end += block.len();
        }
        self.nodes.truncate(end);
        for node in self.nodes.iter_mut().filter(|node| node.is_expanded()) {
            let block = blocks
                .binary_search_by_key(&(node.first as usize), |block| block.start)
                .expect("every child of a kept node is kept");
            node.first = homes[block];
        }
    }
}
