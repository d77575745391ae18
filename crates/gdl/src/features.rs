//! Features that every board found in a sheet has: pieces by kind, own and others'.

use plyscope_game::{Feature, Features, Player, Value};

use crate::board::BoardMap;
use crate::desk::Backing;
use crate::game::GdlGame;
use crate::propagate::set;
use crate::state::GdlState;

/// How many pieces of each kind a player has, and how many all others have.
///
/// Only of boards whose pieces are known to be a role's; see [`GdlGame::has_pieces`].
#[derive(Clone, Copy, Debug)]
pub struct PieceCounts;

/// The pieces of a board, ready to be counted.
#[derive(Clone, Debug)]
pub(crate) struct Census {
    /// The kinds of pieces, each once.
    kinds: Vec<String>,
    /// On a network: kind, owner, and the fluents that are such a piece.
    masks: Vec<(usize, usize, Vec<u64>)>,
}

impl Census {
    /// Nothing where no piece belongs to anybody.
    pub(crate) fn new(board: &BoardMap, backing: &Backing) -> Option<Self> {
        let owned = board.pieces().iter().filter(|piece| piece.owner.is_some());
        let mut kinds: Vec<String> = owned.map(|piece| piece.kind.clone()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.is_empty() {
            return None;
        }
        let mut census = Self {
            kinds,
            masks: Vec::new(),
        };
        if let Backing::Network { network, .. } = backing {
            for (fluent, text) in network.fluents.iter().enumerate() {
                if let Some((kind, owner)) = census.of(board, text) {
                    let mut known = census.masks.iter();
                    let known = known.position(|own| (own.0, own.1) == (kind, owner));
                    let at = known.unwrap_or(census.masks.len());
                    if known.is_none() {
                        census
                            .masks
                            .push((kind, owner, vec![0; network.state_words()]));
                    }
                    set(&mut census.masks[at].2, fluent);
                }
            }
        }
        Some(census)
    }

    /// The kind and the owner of the piece that a fluent is.
    fn of(&self, board: &BoardMap, fluent: &str) -> Option<(usize, usize)> {
        let (_, content) = board.place(fluent)?;
        let piece = board.pieces().of(&content)?;
        let kind = self.kinds.iter().position(|kind| *kind == piece.kind)?;
        Some((kind, piece.owner?))
    }

    fn each(&self, game: &GdlGame, state: &GdlState, mut put: impl FnMut(usize, usize, u32)) {
        if let (Backing::Rules { .. }, Some(board)) = (&game.backing, &game.board) {
            for fluent in game.backing.fluents(&state.fluents) {
                if let Some((kind, owner)) = self.of(board, &fluent) {
                    put(kind, owner, 1);
                }
            }
            return;
        }
        for (kind, owner, mask) in &self.masks {
            let both = mask.iter().zip(&state.fluents);
            put(
                *kind,
                *owner,
                both.map(|(mask, held)| (mask & held).count_ones()).sum(),
            );
        }
    }
}

impl Features<GdlGame> for PieceCounts {
    fn list(&self, game: &GdlGame) -> Vec<Feature> {
        let kinds = game.census.iter().flat_map(|census| &census.kinds);
        let both = |kind: &String| {
            let name = if kind.is_empty() { "pieces" } else { kind };
            let name = name.replace(' ', "_");
            [
                Feature::new(format!("own_{name}"), format!("one's own {name}")),
                Feature::new(format!("their_{name}"), format!("the others' {name}")),
            ]
        };
        kinds.flat_map(both).collect()
    }

    fn each(
        &self,
        game: &GdlGame,
        state: &GdlState,
        player: Player,
        mut put: impl FnMut(usize, Value),
    ) {
        let Some(census) = &game.census else { return };
        census.each(game, state, |kind, owner, count| {
            let theirs = usize::from(owner != player.index());
            put(2 * kind + theirs, count as Value);
        });
    }
}
