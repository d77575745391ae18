//! The rules of Othello as a [`Game`].

use plyscope_game::patterns::Pairs;
use plyscope_game::{Chance, Facts, Game, Payoffs, Player, Points, Tally, Value, mix};

#[cfg(target_arch = "x86_64")]
use super::avx::Avx;
use super::features::MOST_CLASSES;
use super::kernel::Portable;
use super::state::{Move, Moves, State};
use super::symmetry::{SYMMETRIES, image, least};
use super::turn::{self, Payoff};

/// Othello on a board of `N` by `N` cells: 4, 6 or 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Othello<const N: u8> {
    payoff: Payoff,
    code: Code,
}

/// Which compiled code the rules run: looked at once a move, always the same way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Code {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx<false>),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx<true>),
}

impl Code {
    /// What this processor can run, by name, the fastest last.
    fn available() -> Vec<(&'static str, Self)> {
        let codes = [
            Some(("portable", Self::Portable)),
            #[cfg(target_arch = "x86_64")]
            Avx::detect().map(|avx| ("avx2", Self::Avx2(avx))),
            #[cfg(target_arch = "x86_64")]
            Avx::detect().map(|avx| ("avx512", Self::Avx512(avx))),
        ];
        codes.into_iter().flatten().collect()
    }
}

/// Calls a function of [`turn`] as compiled for the code chosen.
macro_rules! run {
    ($self:ident, $name:ident($($arg:expr),*)) => {
        match $self.code {
            Code::Portable => turn::$name::<N, _>(Portable, $($arg),*),
            #[cfg(target_arch = "x86_64")]
            Code::Avx2(avx) => avx.$name::<N>($($arg),*),
            #[cfg(target_arch = "x86_64")]
            Code::Avx512(avx) => avx.$name::<N>($($arg),*),
        }
    };
}

impl<const N: u8> Othello<N> {
    /// The rules, run by the fastest code that this processor can.
    #[must_use]
    pub fn new(payoff: Payoff) -> Self {
        let code = Code::available()
            .pop()
            .map_or(Code::Portable, |(_, code)| code);
        Self { payoff, code }
    }

    /// The same rules, run by the code that every processor can: for comparison.
    #[must_use]
    pub fn portable(payoff: Payoff) -> Self {
        Self {
            payoff,
            code: Code::Portable,
        }
    }

    /// The same rules once for every code that this processor can run, by name:
    /// `portable` first, the fastest last. They differ in speed only.
    #[must_use]
    pub fn by_code(payoff: Payoff) -> Vec<(&'static str, Self)> {
        let with = |(name, code)| (name, Self { payoff, code });
        Code::available().into_iter().map(with).collect()
    }

    /// What finished games are worth.
    pub fn payoff(&self) -> Payoff {
        self.payoff
    }

    /// The cells of the board.
    pub fn cells(&self) -> u64 {
        turn::cells::<N>()
    }

    /// The state with these discs; `own` are the mover's.
    ///
    /// Trusts that no cell is in both and none is off the board.
    pub(super) fn state(&self, own: u64, theirs: u64, mover: Player) -> State {
        debug_assert!(own & theirs == 0 && (own | theirs) & !self.cells() == 0);
        run!(self, look(own, theirs, mover))
    }

    /// The cells where `player` could put a disc if he were the mover.
    pub fn places(&self, state: &State, player: Player) -> u64 {
        if player == state.mover {
            state.moves
        } else {
            self.state(state.theirs, state.own, player).moves
        }
    }

    /// How many more discs of each set of cells are in `own` than in `theirs`.
    #[inline]
    pub(super) fn margins(
        &self,
        own: u64,
        theirs: u64,
        sets: &[u64; MOST_CLASSES],
    ) -> [i8; MOST_CLASSES] {
        run!(self, margins(own, theirs, sets))
    }

    /// What the tables of patterns count, each for the mover and for the opponent.
    #[inline]
    pub(super) fn pairs(&self, own: u64, theirs: u64) -> Pairs {
        run!(self, pairs(own, theirs))
    }

    /// Empty rows and columns of the layout before the board begins.
    pub(super) const MARGIN: u32 = (8 - N as u32) / 2;
}

impl<const N: u8> Default for Othello<N> {
    fn default() -> Self {
        Self::new(Payoff::default())
    }
}

/// The four cells that are full from the start.
pub(super) const CENTRE: u64 = FIRST_AT_START | SECOND_AT_START;
const FIRST_AT_START: u64 = 1 << 28 | 1 << 35;
const SECOND_AT_START: u64 = 1 << 27 | 1 << 36;

impl<const N: u8> Game for Othello<N> {
    type State = State;
    type Move = Move;
    type Moves = Moves;

    fn facts(&self) -> Facts {
        let cells = u32::from(N) * u32::from(N);
        // Two passes in a row end the game, so there are no more passes than discs.
        let facts = Facts::win_draw_loss(2 * (cells - 4), cells - 4, cells + 1);
        let most = match self.payoff {
            Payoff::WinLoss => 1,
            Payoff::Discs { .. } => cells as Points,
        };
        Facts {
            points: (-most, most),
            ..facts
        }
    }

    fn start(&self) -> State {
        self.state(FIRST_AT_START, SECOND_AT_START, Player::FIRST)
    }

    #[inline]
    fn mover(&self, state: &State) -> Player {
        state.mover
    }

    #[inline]
    fn moves(&self, state: &State) -> Moves {
        Moves::of(state)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        debug_assert!(match mv.bit() {
            Some(bit) => state.moves >> bit & 1 == 1,
            None => state.moves == 0 && state.count == 1,
        });
        run!(self, play(state, mv));
    }

    #[inline]
    fn payoffs(&self, state: &State) -> Option<Payoffs> {
        let cells = Points::from(N) * Points::from(N);
        (state.count == 0).then(|| self.payoff.of(state, cells))
    }

    fn ply_range(&self, state: &State) -> Option<(u32, u32)> {
        // A pass leaves no trace, and two in a row end the game.
        let added = (state.own | state.theirs).count_ones() - 4;
        Some((added, 2 * added))
    }

    /// The share of the cells that were empty at the start and are not any more.
    fn phase(&self, state: &State) -> Option<Value> {
        let added = (state.own | state.theirs).count_ones() - 4;
        Some(added as Value / (N * N - 4) as Value)
    }

    /// Cells in board order from the top left; the pass comes last.
    #[inline]
    fn move_index(&self, mv: Move) -> usize {
        let n = u32::from(N);
        let index = mv.bit().map_or(n * n, |bit| {
            n * (bit / 8 - Self::MARGIN) + bit % 8 - Self::MARGIN
        });
        index as usize
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        key(state.own, state.theirs, state.mover)
    }

    fn symmetries(&self) -> u8 {
        SYMMETRIES
    }

    #[inline]
    fn map_state(&self, symmetry: u8, state: &State) -> State {
        State {
            own: image(symmetry, state.own),
            theirs: image(symmetry, state.theirs),
            moves: image(symmetry, state.moves),
            ..*state
        }
    }

    #[inline]
    fn map_move(&self, symmetry: u8, mv: Move) -> Move {
        mv.bit().map_or(Move::PASS, |bit| {
            Move::on(image(symmetry, 1 << bit).trailing_zeros())
        })
    }

    #[inline]
    fn canonical_key(&self, state: &State) -> (u64, u8) {
        let ((own, theirs), symmetry) = least(state.own, state.theirs);
        (key(own, theirs, state.mover), symmetry)
    }

    #[inline]
    fn pick(&self, state: &State, chance: &mut Chance) -> Move {
        run!(self, pick(state, chance))
    }

    #[inline]
    fn playout(&self, state: State, chance: &mut Chance) -> (Payoffs, u32) {
        let (end, plies) = run!(self, playout(state, chance));
        let cells = Points::from(N) * Points::from(N);
        (self.payoff.of(&end, cells), plies)
    }

    fn playouts(&self, state: &State, count: u64, chance: &mut Chance) -> Tally {
        run!(self, playouts(state, count, self.payoff, chance))
    }
}

/// Two multiplications wide: each folds the high half of the product into the
/// low one, so that every disc reaches every bit.
#[inline]
fn key(own: u64, theirs: u64, mover: Player) -> u64 {
    const OWN: u64 = mix(1);
    const THEIRS: u64 = mix(2);
    const LAST: u64 = mix(3) | 1;
    let turn = u64::from(mover.0).wrapping_neg();
    folded(folded(own ^ OWN, theirs ^ THEIRS ^ (turn & LAST)), LAST)
}

#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let wide = u128::from(a) * u128::from(b);
    (wide as u64) ^ (wide >> 64) as u64
}
