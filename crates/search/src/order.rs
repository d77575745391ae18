//! Which move to try first: good guesses make pruning work.

use plyscope_game::{Game, Player};

/// What the order of moves is taken from; any subset gives the same values, only more or fewer states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ordering {
    /// Moves that cut off elsewhere at the same ply.
    pub killers: bool,
    /// Moves that cut off anywhere, weighted by depth.
    pub history: bool,
    /// What the evaluator says of the successor, where at least this many moves are still to be looked ahead; 0 for never.
    pub evaluator_from: u32,
}

impl Ordering {
    /// Moves as the game lists them.
    pub const NONE: Self = Self {
        killers: false,
        history: false,
        evaluator_from: 0,
    };
}

impl Default for Ordering {
    fn default() -> Self {
        Self {
            killers: true,
            history: true,
            evaluator_from: 3,
        }
    }
}

/// An order of the caller's own, for [`crate::AlphaBeta::with_order`].
pub trait MoveOrder<G: Game>: Send + Sync {
    /// How promising a legal move is: the higher, the sooner it is tried; nothing where there is no such order.
    fn promise(&self, game: &G, state: &G::State, mv: G::Move) -> Option<i32>;
}

/// No order of the caller's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unordered;

impl<G: Game> MoveOrder<G> for Unordered {
    #[inline]
    fn promise(&self, _game: &G, _state: &G::State, _mv: G::Move) -> Option<i32> {
        None
    }
}

/// An order by a function.
pub struct OrderBy<G: Game>(pub(crate) Box<OrderFn<G>>);

pub(crate) type OrderFn<G> =
    dyn Fn(&G, &<G as Game>::State, <G as Game>::Move) -> i32 + Send + Sync;

impl<G: Game> MoveOrder<G> for OrderBy<G> {
    #[inline]
    fn promise(&self, game: &G, state: &G::State, mv: G::Move) -> Option<i32> {
        Some((self.0)(game, state, mv))
    }
}

/// What earlier cut-offs taught.
pub(crate) struct Memory<M> {
    killers: Vec<[Option<M>; 2]>,
    history: [Vec<u32>; 2],
}

/// Above every history count.
const KILLER: i64 = 1 << 40;

impl<M: Copy + PartialEq> Memory<M> {
    /// Room for what `ordering` asks for.
    pub(crate) fn new(ordering: Ordering, plies: usize, move_indices: usize) -> Self {
        // Thousands of numbers, which a search of a few hundred states would feel.
        let count = if ordering.history { move_indices } else { 0 };
        Self {
            killers: vec![[None; 2]; plies],
            history: [vec![0; count], vec![0; count]],
        }
    }

    /// How promising a move is by itself; the higher, the sooner it is tried.
    #[inline]
    pub(crate) fn promise(
        &self,
        ordering: Ordering,
        ply: u32,
        player: Player,
        (mv, index): (M, usize),
    ) -> i64 {
        if ordering.killers {
            let killers = &self.killers[ply as usize];
            if let Some(place) = killers.iter().position(|&killer| killer == Some(mv)) {
                return KILLER - place as i64;
            }
        }
        if ordering.history {
            return i64::from(self.history[player.index()][index]);
        }
        0
    }

    /// Remembers a move that caused a cut-off.
    #[inline]
    pub(crate) fn learn<G: Game<Move = M>>(
        &mut self,
        game: &G,
        (ply, depth): (u32, u32),
        player: Player,
        mv: M,
    ) {
        let killers = &mut self.killers[ply as usize];
        if killers[0] != Some(mv) {
            killers[1] = killers[0];
            killers[0] = Some(mv);
        }
        if let Some(count) = self.history[player.index()].get_mut(game.move_index(mv)) {
            *count = count.saturating_add(depth * depth);
        }
    }
}

/// Brings the most promising of `moves[from..]` to place `from`; equals keep their order.
#[inline]
pub(crate) fn bring_best<M: Copy>(moves: &mut [(i64, M)], from: usize) {
    let mut best = from;
    for place in from + 1..moves.len() {
        if moves[place].0 > moves[best].0 {
            best = place;
        }
    }
    // Rotation instead of a swap: a swap would move an equal behind its equals.
    moves[from..=best].rotate_right(1);
}
