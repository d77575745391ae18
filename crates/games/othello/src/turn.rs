//! Turns: making a move, and playing on by chance, for any [`Kernel`].
//!
//! Everything here is inlined into functions compiled for one kernel each, so
//! that the innermost loops hold no calls and no questions about the processor.

use plyscope_game::patterns::Pairs;
use plyscope_game::{Chance, Payoffs, Player, Points, Tally};

use super::features::{MOST_CLASSES, neighbours};
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
        let first = if state.mover == Player::FIRST {
            points
        } else {
            -points
        };
        Payoffs::zero_sum(first).expect("a board has at most 64 discs")
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
    let reach = kernel.reach(own, theirs);
    reached::<N, K>(kernel, own, theirs, reach, mover)
}

/// The state with these discs, when it is known what the mover reaches.
#[inline(always)]
fn reached<const N: u8, K: Kernel>(
    kernel: K,
    own: u64,
    theirs: u64,
    reach: u64,
    mover: Player,
) -> State {
    let empty = cells::<N>() & !(own | theirs);
    let moves = reach & empty;
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
    let step = kernel.step(state.own, state.theirs, mv.place());
    let next = state.mover.opponent();
    *state = reached::<N, K>(kernel, step.theirs, step.own, step.reach, next);
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

/// Moves, empty cells beside the other's discs, discs beside empty cells, and discs, of both players.
#[inline(always)]
pub(super) fn pairs<const N: u8, K: Kernel>(kernel: K, own: u64, theirs: u64) -> Pairs {
    let empty = cells::<N>() & !(own | theirs);
    let exposed = neighbours(empty);
    // Written out, since closures would be compiled without the instructions.
    let moves = [kernel.reach(own, theirs), kernel.reach(theirs, own)];
    let open = [neighbours(theirs), neighbours(own)];
    [
        [
            (moves[0] & empty).count_ones(),
            (moves[1] & empty).count_ones(),
        ],
        [
            (open[0] & empty).count_ones(),
            (open[1] & empty).count_ones(),
        ],
        [
            (own & exposed).count_ones(),
            (theirs & exposed).count_ones(),
        ],
        [own.count_ones(), theirs.count_ones()],
    ]
}

/// How many more of each set of cells one player has than the other.
#[inline(always)]
pub(super) fn margins<const N: u8, K: Kernel>(
    _kernel: K,
    own: u64,
    theirs: u64,
    sets: &[u64; MOST_CLASSES],
) -> [i8; MOST_CLASSES] {
    let mut margins = [0; MOST_CLASSES];
    for (margin, set) in margins.iter_mut().zip(sets) {
        *margin = (own & set).count_ones() as i8 - (theirs & set).count_ones() as i8;
    }
    margins
}

/// Games played side by side: each move waits for the one before it, and the
/// processor fills the wait with another game's.
const ABREAST: usize = 5; // measured: 2 to 4 leave gaps, 6 and more spill registers

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
    let mut games = [(*start, 0); ABREAST];
    let Some(mut to_begin) = count
        .checked_sub(ABREAST as u64)
        .filter(|_| start.count != 0)
    else {
        for _ in 0..count {
            let (end, plies) = playout::<N, K>(kernel, *start, chance);
            tally.add(&payoff.of(&end, cells), plies);
        }
        return tally;
    };
    loop {
        for index in 0..ABREAST {
            let (end, plies) = games[index];
            if end.count != 0 {
                continue;
            }
            tally.add(&payoff.of(&end, cells), plies);
            if to_begin == 0 {
                games[index..].rotate_left(1);
                for &(state, plies) in &games[..ABREAST - 1] {
                    let (end, more) = playout::<N, K>(kernel, state, chance);
                    tally.add(&payoff.of(&end, cells), plies + more);
                }
                return tally;
            }
            to_begin -= 1;
            games[index] = (*start, 0);
        }
        let mut picked = [(0, 0, 0); ABREAST];
        for (picked, (state, _)) in picked.iter_mut().zip(&games) {
            let mv = pick::<N, K>(kernel, state, chance);
            *picked = (state.own, state.theirs, mv.place());
        }
        for ((state, plies), step) in games.iter_mut().zip(kernel.steps(picked)) {
            let next = state.mover.opponent();
            *state = reached::<N, K>(kernel, step.theirs, step.own, step.reach, next);
            *plies += 1;
        }
    }
}
