//! The rules of a game.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use crate::{Chance, Error, Facts, Payoffs, Perft, Player, Tally, mix};

/// The rules of a finite, deterministic game with perfect information.
///
/// Legal moves come from [`Self::moves`] or, as text, from
/// [`crate::Notation::read_move`]; [`Self::play`] trusts them. Searches copy a
/// state, play on the copy and drop it: there is no undo.
pub trait Game: Send + Sync + 'static {
    /// Everything that matters for the future of the game; two equal states have the same future.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move of one player; a pass is a move.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The legal moves of one state: a bit set, an array or a vec.
    type Moves: ExactSizeIterator<Item = Self::Move>;

    /// Players, points and sizes.
    fn facts(&self) -> Facts;

    /// Why what was computed with these rules does not hold, if a promise of theirs turned out to be wrong.
    ///
    /// For rules whose facts were found by playing and not proved: a state that
    /// contradicts them is told here, and from then on. Whoever hides a game's
    /// type asks after every answer ([`crate::any`] does).
    fn trouble(&self) -> Option<Error> {
        None
    }

    /// The state before the first move.
    fn start(&self) -> Self::State;

    /// The player to move in `state`; on a finished state, the one that would be.
    fn mover(&self, state: &Self::State) -> Player;

    /// The legal moves of the mover, in a fixed order, at least one.
    ///
    /// `state` is not over; on a finished state the answer means nothing.
    fn moves(&self, state: &Self::State) -> Self::Moves;

    /// How many legal moves the mover has; nothing if `state` is over.
    #[inline]
    fn count_moves(&self, state: &Self::State) -> Option<usize> {
        self.payoffs(state)
            .is_none()
            .then(|| self.moves(state).len())
    }

    /// Counts the sequences of two moves from a state that is not over; see [`crate::perft`].
    ///
    /// Rules whose states carry more than a count needs can answer without whole states.
    #[inline]
    fn count_two(&self, state: &Self::State) -> Perft {
        Perft::of_two(self, state)
    }

    /// Makes a legal move of the mover.
    fn play(&self, state: &mut Self::State, mv: Self::Move);

    /// The points of every player if the game is over.
    fn payoffs(&self, state: &Self::State) -> Option<Payoffs>;

    /// Whether the mover does not see the moves made just before (a simultaneous round).
    fn hidden(&self, _state: &Self::State) -> bool {
        false
    }

    /// The state at the beginning of the round: all that the mover of a hidden state sees; else the state itself.
    ///
    /// Which moves the players of a round have, and in which order they are
    /// asked, depends on this state alone.
    fn round_start(&self, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// Bytes that a state takes, those it points to included: for searches that keep states.
    fn state_bytes(&self, _state: &Self::State) -> usize {
        size_of::<Self::State>()
    }

    /// The fewest and the most moves that can have led to `state`; none where the state does not tell.
    ///
    /// Both are the same where every move leaves a trace (stones on a board). A
    /// state of which nothing else is known counts as one after the fewest.
    fn ply_range(&self, _state: &Self::State) -> Option<(u32, u32)> {
        None
    }

    /// How far the game is, from 0 at its start to 1 near its end; none where the state does not tell.
    ///
    /// What weights that change along the game go by. Unless a game knows better, it is the share of
    /// the plies that it can last.
    fn phase(&self, state: &Self::State) -> Option<crate::Value> {
        let (fewest, _) = self.ply_range(state)?;
        let most = self.facts().max_plies.max(1);
        Some((fewest as crate::Value / most as crate::Value).min(1.0))
    }

    /// A small number for the move, the same in every state, below [`Facts::move_indices`].
    ///
    /// Moves that are legal in one state have different numbers; moves that never are may share one.
    fn move_index(&self, mv: Self::Move) -> usize;

    /// A number that tells states apart; equal states have equal keys.
    ///
    /// Different states may share a key, but no more often than chance on 64 bits makes them.
    fn key(&self, state: &Self::State) -> u64 {
        let mut hasher = KeyHasher(0);
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// How many symmetries the rules have; number 0 is the identity.
    fn symmetries(&self) -> u8 {
        1
    }

    /// The image of a state under a symmetry.
    fn map_state(&self, _symmetry: u8, state: &Self::State) -> Self::State {
        state.clone()
    }

    /// The image of a move under a symmetry: legal in the image of the state it is legal in.
    fn map_move(&self, _symmetry: u8, mv: Self::Move) -> Self::Move {
        mv
    }

    /// One key for all images of `state`, and the symmetry that leads to the image it belongs to.
    #[inline]
    fn canonical_key(&self, state: &Self::State) -> (u64, u8) {
        let mut least = (self.key(state), 0);
        for symmetry in 1..self.symmetries() {
            least = least.min((self.key(&self.map_state(symmetry, state)), symmetry));
        }
        least
    }

    /// The image of `state` that stands for all its images.
    fn canonical(&self, state: &Self::State) -> Self::State {
        self.map_state(self.canonical_key(state).1, state)
    }

    /// The moves that a search may restrict itself to; the rules do not.
    ///
    /// A subset of [`Self::moves`], in the same order, never empty.
    #[inline]
    fn candidates(&self, state: &Self::State) -> Self::Moves {
        self.moves(state)
    }

    /// Whether [`Self::candidates`] may leave out a move: then a search that asks for them proves less.
    #[inline]
    fn has_candidates(&self) -> bool {
        false
    }

    /// The moves that a search with quiescence looks at beyond its depth, such as
    /// captures; nothing where `state`, which is not over, is quiet.
    ///
    /// A subset of [`Self::moves`], in the same order, never empty. Lines of such
    /// moves alone must end.
    #[inline]
    fn noisy(&self, _state: &Self::State) -> Option<Noisy<Self::Moves>> {
        None
    }

    /// Whether [`Self::noisy`] may tell of a move.
    #[inline]
    fn has_noisy(&self) -> bool {
        false
    }

    /// How good a legal move looks by the rules alone, the higher the better; nothing where they do not tell.
    ///
    /// For the order in which searches try moves; it changes no value.
    #[inline]
    fn promise(&self, _state: &Self::State, _mv: Self::Move) -> Option<u32> {
        None
    }

    /// A random legal move, all equally likely; `state` is not over.
    #[inline]
    fn pick(&self, state: &Self::State, chance: &mut Chance) -> Self::Move {
        let mut moves = self.moves(state);
        let nth = chance.below(moves.len() as u32) as usize;
        moves.nth(nth).expect("a state that is not over has moves")
    }

    /// Plays to the end at random; gives the payoffs and the moves made.
    #[inline]
    fn playout(&self, mut state: Self::State, chance: &mut Chance) -> (Payoffs, u32) {
        let mut plies = 0;
        loop {
            if let Some(payoffs) = self.payoffs(&state) {
                return (payoffs, plies);
            }
            let mv = self.pick(&state, chance);
            self.play(&mut state, mv);
            plies += 1;
        }
    }

    /// Plays `count` games from `state` to the end at random.
    ///
    /// Same distribution as `count` calls of [`Self::playout`], not the same games.
    fn playouts(&self, state: &Self::State, count: u64, chance: &mut Chance) -> Tally {
        let mut tally = Tally::default();
        for _ in 0..count {
            let (payoffs, plies) = self.playout(state.clone(), chance);
            tally.add(&payoffs, plies);
        }
        tally
    }

    /// How many states [`Self::playout_each`] likes to get at once; 1 where it gains nothing from many.
    #[inline]
    fn playout_lanes(&self) -> usize {
        1
    }

    /// Plays every state once to the end at random; puts the payoffs and the moves made into `ends`, in the order of the states.
    ///
    /// Same distribution as a call of [`Self::playout`] per state, not the same games. `ends` is cleared first.
    fn playout_each(
        &self,
        states: &[Self::State],
        chance: &mut Chance,
        ends: &mut Vec<(Payoffs, u32)>,
    ) {
        ends.clear();
        let played = states
            .iter()
            .map(|state| self.playout(state.clone(), chance));
        ends.extend(played);
    }

    /// Makes a move in a state and plays on at random to the end, as often as each start says; puts
    /// the payoffs and the moves made, this one among them, into `ends`, start by start.
    ///
    /// One move was made where that move ends the game. Same distribution as a call of [`Self::play`]
    /// and then of [`Self::playout`] for each, not the same games. `ends` is cleared first.
    fn playout_after(
        &self,
        starts: &[PlayoutStart<'_, Self>],
        chance: &mut Chance,
        ends: &mut Vec<(Payoffs, u32)>,
    ) {
        ends.clear();
        for start in starts {
            let mut state = start.state.clone();
            self.play(&mut state, start.mv);
            for _ in 0..start.playouts {
                let (payoffs, plies) = match self.payoffs(&state) {
                    Some(payoffs) => (payoffs, 0),
                    None => self.playout(state.clone(), chance),
                };
                ends.push((payoffs, plies + 1));
            }
        }
    }
}

/// Where playouts begin that have their first move in common.
#[derive(Debug)]
pub struct PlayoutStart<'a, G: Game + ?Sized> {
    /// A state that is not over.
    pub state: &'a G::State,
    /// A legal move there.
    pub mv: G::Move,
    /// How many playouts are wanted.
    pub playouts: u32,
}

/// Moves after which a state may look quite different to an evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Noisy<M> {
    /// The moves.
    pub moves: M,
    /// Whether these are all legal moves and the state should not be judged as it
    /// is (a check in chess). If not, the mover may be better off with a quiet move.
    pub forced: bool,
}

/// Hashes the words of a state with [`mix`]: the same on every machine, unlike the standard hasher.
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        mix(self.0)
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }
    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
    }
}
