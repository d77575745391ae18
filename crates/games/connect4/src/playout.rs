//! Random games to the end: one at a time for tree searches, eight side by side
//! for sampling.
//!
//! A column is drawn among all columns, and drawn again if it is full: that is
//! uniform over the open ones, and the draw need not wait for the board. One
//! random word gives eight draws: times the width, the whole part is a column
//! and the rest is a random fraction again, still 2³² parts fine at the last.

use plyscope_game::{Chance, Payoffs, Player, Tally};

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::bits::Bits;
use super::lanes::play_in_lanes;
use super::line::has_line;
use super::pack::{LANES, Words};
use super::shape::Shape;
use super::state::State;

/// Columns drawn from one random word: 10⁸ < 2²⁷ leaves more than 32 of 60 bits.
pub(super) const DRAWS: u32 = 8;

/// Plays one game to the end from a state that is not over.
#[inline]
pub(super) fn play_out<S: Shape>(
    shape: &S,
    state: State<S::Bits>,
    chance: &mut Chance,
) -> (Payoffs, u32) {
    #[cfg(target_arch = "x86_64")]
    if let Some(end) = avx2::play_out(shape, state, chance) {
        return end;
    }
    play_out_with(shape, state, chance, |stones| has_line(shape, stones))
}

/// [`play_out`] with a test for lines of the caller's.
#[expect(
    clippy::inline_always,
    reason = "must be compiled for its caller's processor"
)]
#[inline(always)]
pub(super) fn play_out_with<S: Shape>(
    shape: &S,
    mut state: State<S::Bits>,
    chance: &mut Chance,
    has_line: impl Fn(S::Bits) -> bool,
) -> (Payoffs, u32) {
    let mover = Player(u8::from(state.all.is_odd()));
    let mut plies = 0;
    loop {
        let mut fraction = chance.bits();
        for _ in 0..DRAWS {
            let product = u128::from(fraction) * u128::from(shape.width());
            fraction = product as u64;
            let column = (product >> 64) as u32;
            let landing = (state.all + shape.bottom()) & shape.column(column);
            if landing.is_empty() {
                continue;
            }
            state.drop_on(landing);
            plies += 1;
            if has_line(state.waiting) {
                let odd = (plies & 1) as u8;
                return (Payoffs::win(Player(mover.0 ^ odd ^ 1)), plies);
            }
            if state.all == shape.cells() {
                return (Payoffs::DRAW, plies);
            }
        }
    }
}

/// Plays `count` games to the end from a state that is not over.
///
/// The same games on every processor: packs differ in speed, not in what they do.
pub(super) fn play_many<S: Shape>(
    shape: &S,
    start: &State<S::Bits>,
    count: u64,
    chance: &mut Chance,
) -> Tally {
    if count < LANES as u64 {
        // Lanes without a game would only wait.
        let mut tally = Tally::default();
        for _ in 0..count {
            let (payoffs, plies) = play_out(shape, *start, chance);
            tally.add(&payoffs, plies);
        }
        return tally;
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(tally) = avx2::play_many(shape, start, count, chance) {
        return tally;
    }
    play_in_lanes::<S, Words>(shape, start, count, chance)
}
