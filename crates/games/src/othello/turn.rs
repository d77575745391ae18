//! Turns: making a move, and playing on by chance, for any [`Kernel`].
//!
//! Everything here is inlined into functions compiled for one kernel each, so
//! that the innermost loops hold no calls and no questions about the processor.

use plyscope_game::{Chance, Payoffs, Player, Points, Tally};

use super::kernel::Kernel;
use super::state::{Move, State};

/// What a finished game is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Payoff {
    /// 1 to the player with more discs, −1 to the other, 0 to both if even.
    #[default]
    WinLoss,
    /// The difference in discs.
    Discs {
        /// Whether cells left empty count for the winner, as in tournaments.
        empties_to_winner: bool,
    },
}

impl Payoff {
    /// The payoffs of a finished state on a board of `cells` cells.
    #[inline]
    pub(super) fn of(self, state: &State, cells: Points) -> Payoffs {
        let own = state.own.count_ones() as Points;
        let theirs = state.theirs.count_ones() as Points;
        let margin = own - theirs;
        let points = match self {
            Self::WinLoss => margin.signum(),
            Self::Discs {
                empties_to_winner: true,
            } => margin + margin.signum() * (cells - own - theirs),
            Self::Discs {
                empties_to_winner: false,
            } => margin,
        };
        Payoffs::zero_sum(if state.mover == Player::FIRST {
            points
        } else {
            -points
        })
    }
}

/// The cells of the board of `N` by `N`, in the middle of the 8×8 layout.
pub(super) const fn cells<const N: u8>() -> u64 {
    const { assert!(N == 4 || N == 6 || N == 8, "boards are 4×4, 6×6 or 8×8") };
    let margin = (8 - N) / 2;
    let row = ((1 << N) - 1) << margin;
    let mut all = 0;
    let mut down = margin;
    while down < margin + N {
        all |= row << (8 * down);
        down += 1;
    }
    all
}

/// The state with these discs.
#[inline(always)]
pub(super) fn look<const N: u8, K: Kernel>(
    kernel: K,
    own: u64,
    theirs: u64,
    mover: Player,
) -> State {
    let empty = cells::<N>() & !(own | theirs);
    let moves = kernel.reach(own, theirs) & empty;
    let count = if moves == 0 {
        u8::from(kernel.reach(theirs, own) & empty != 0)
    } else {
        moves.count_ones() as u8
    };
    State {
        own,
        theirs,
        moves,
        count,
        mover,
    }
}

#[inline(always)]
pub(super) fn play<const N: u8, K: Kernel>(kernel: K, state: &mut State, mv: Move) {
    let State { own, theirs, .. } = *state;
    let (own, theirs) = match mv.bit() {
        Some(bit) => {
            let flips = kernel.flips(own, theirs, bit);
            (own ^ flips ^ (1 << (bit % 64)), theirs ^ flips)
        }
        None => (own, theirs),
    };
    *state = look::<N, K>(kernel, theirs, own, state.mover.opponent());
}

#[inline(always)]
pub(super) fn pick<const N: u8, K: Kernel>(kernel: K, state: &State, chance: &mut Chance) -> Move {
    if state.moves == 0 {
        return Move::PASS;
    }
    let nth = chance.below(u32::from(state.count));
    Move::on(kernel.nth_bit(state.moves, nth))
}

/// Plays to the end by chance; gives the end and the moves made.
#[inline(always)]
pub(super) fn playout<const N: u8, K: Kernel>(
    kernel: K,
    mut state: State,
    chance: &mut Chance,
) -> (State, u32) {
    let mut plies = 0;
    while state.count != 0 {
        let mv = pick::<N, K>(kernel, &state, chance);
        play::<N, K>(kernel, &mut state, mv);
        plies += 1;
    }
    (state, plies)
}

/// Games played side by side: each move waits for the one before it, and the
/// processor fills the wait with another game's.
const ABREAST: usize = 4;

#[inline(always)]
pub(super) fn playouts<const N: u8, K: Kernel>(
    kernel: K,
    start: &State,
    count: u64,
    payoff: Payoff,
    chance: &mut Chance,
) -> Tally {
    let cells = Points::from(N) * Points::from(N);
    let mut tally = Tally::default();
    let mut states = [*start; ABREAST];
    let mut plies = [0; ABREAST];
    let mut to_begin = count;
    let mut abreast = ABREAST.min(usize::try_from(count).unwrap_or(ABREAST));
    to_begin -= abreast as u64;
    while abreast > 0 {
        let mut game = 0;
        while game < abreast {
            if states[game].count != 0 {
                let mv = pick::<N, K>(kernel, &states[game], chance);
                play::<N, K>(kernel, &mut states[game], mv);
                plies[game] += 1;
                game += 1;
                continue;
            }
            tally.add(&payoff.of(&states[game], cells), plies[game]);
            if to_begin > 0 {
                to_begin -= 1;
                (states[game], plies[game]) = (*start, 0);
                game += 1;
            } else {
                abreast -= 1;
                (states[game], plies[game]) = (states[abreast], plies[abreast]);
            }
        }
    }
    tally
}
