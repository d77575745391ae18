//! Eight random games side by side; a lane that finishes one begins the next.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use plyscope_game::{Chance, Player, Tally};

use super::bits::Bits;
use super::line::{directions, line_starts};
use super::pack::{InPacks, LANES, Pack, Packed};
use super::playout::DRAWS;
use super::shape::Shape;
use super::state::State;

/// Bits of a fraction, so that ten times as much fits in a word.
const FRACTION: u32 = 60;

/// Plays `count` games, a fixed share in every lane.
///
/// Shares are fixed before, because stopping all lanes at the `count`-th end
/// would leave out games for being long.
#[inline(always)]
pub(super) fn play_in_lanes<S: Shape, P: Pack>(
    shape: &S,
    start: &State<S::Bits>,
    count: u64,
    chance: &mut Chance,
) -> Tally {
    let mut lanes = Lanes::<P, <S::Bits as InPacks>::Packed<P>>::new(shape, start, count);
    while !lanes.are_done() {
        let words = std::array::from_fn(|_| chance.bits() >> (64 - FRACTION));
        let mut fractions = P::load(words);
        for _ in 0..DRAWS {
            fractions = lanes.step(shape, fractions);
        }
    }
    lanes.tally(count, Player(u8::from(start.all.is_odd())))
}

/// Eight games under way, and what the finished ones came to.
struct Lanes<P, B> {
    start: [B; 2],
    bottom: B,
    cells: B,
    waiting: B,
    all: B,
    /// The mask of games in which who began has made the last move.
    began: P,
    /// Games that each lane has still to finish.
    left: P,
    steps: u64,
    /// Steps, counted downwards from 0, in which a lane made no move that counts.
    idle: P,
    /// Steps, counted downwards from 0, in which a lane won no game that counts.
    quiet: P,
    /// Games won by who began them.
    won: P,
}

impl<P: Pack, B: Packed<P>> Lanes<P, B> {
    #[inline(always)]
    fn new<S: Shape>(shape: &S, start: &State<S::Bits>, count: u64) -> Self {
        let lanes = LANES as u64;
        let share = |lane| count / lanes + u64::from((lane as u64) < count % lanes);
        let waiting = B::splat(start.waiting.to_wide());
        let all = B::splat(start.all.to_wide());
        let none = P::splat(0);
        Self {
            start: [waiting, all],
            bottom: B::splat(shape.bottom().to_wide()),
            cells: B::splat(shape.cells().to_wide()),
            waiting,
            all,
            began: none,
            left: P::load(std::array::from_fn(share)),
            steps: 0,
            idle: none,
            quiet: none,
            won: none,
        }
    }

    #[inline(always)]
    fn are_done(&self) -> bool {
        self.left.store() == [0; LANES]
    }

    /// Draws a column in every lane and plays it where it is not full.
    ///
    /// Takes random fractions and gives back what the draw left of them.
    #[inline(always)]
    fn step<S: Shape>(&mut self, shape: &S, fractions: P) -> P {
        let (none, ones) = (P::splat(0), P::splat(u64::MAX));
        let product = scaled(fractions, shape.width());
        let column = product.down(FRACTION);
        let shift = column.times(P::splat(u64::from(shape.stride())));
        let column = B::moved_up((1 << shape.height()) - 1, shift);
        let landing = self.all.plus_bottom(self.bottom) & column;
        let full = landing.equals(B::splat(0));
        self.waiting = (self.waiting ^ self.all.outside(full)) | landing;
        self.all = self.all | landing;
        self.began = self.began ^ ones.without(full);

        let quiet = lines(shape, self.waiting).equals(B::splat(0));
        let going = quiet.without(self.all.equals(self.cells));
        self.count(full, quiet, going, self.left.equals(none));

        let [waiting, all] = self.start;
        self.waiting = self.waiting.under(going) | waiting.outside(going);
        self.all = self.all.under(going) | all.outside(going);
        self.began = self.began & going;
        product & P::splat((1 << FRACTION) - 1)
    }

    /// Takes down what a step came to; lanes that are `done` do not count.
    #[inline(always)]
    fn count(&mut self, full: P, quiet: P, going: P, done: P) {
        let ones = P::splat(u64::MAX);
        // A mask is −1 as a number: adding it counts down.
        self.steps += 1;
        self.idle = self.idle.plus(full | done);
        self.quiet = self.quiet.plus(quiet | done);
        self.won = self.won.minus(self.began.without(quiet | done));
        self.left = self.left.plus(ones.without(going | done));
    }

    #[inline(always)]
    fn tally(&self, count: u64, began: Player) -> Tally {
        let sum = |pack: P| {
            pack.store()
                .iter()
                .fold(0, |sum: u64, &word| sum.wrapping_add(word))
        };
        let steps = self.steps * LANES as u64;
        let wins = steps.wrapping_add(sum(self.quiet));
        let won = sum(self.won);
        let lost = wins - won;
        let (first_wins, second_wins) = if began == Player::FIRST {
            (won, lost)
        } else {
            (lost, won)
        };
        Tally {
            playouts: count,
            plies: steps.wrapping_add(sum(self.idle)),
            first_wins,
            second_wins,
            points: first_wins as i64 - second_wins as i64,
            squares: wins as i64,
        }
    }
}

/// A bit for each line of `stones`.
#[inline(always)]
fn lines<S: Shape, P: Pack, B: Packed<P>>(shape: &S, stones: B) -> B {
    let [up, along, down, rise] = directions(shape);
    let connect = shape.connect();
    line_starts(stones, up, connect)
        | line_starts(stones, along, connect)
        | line_starts(stones, down, connect)
        | line_starts(stones, rise, connect)
}

/// `words * width`: vectors have no such product of 64 bits, but shifts and sums.
#[inline(always)]
fn scaled<P: Pack>(words: P, width: u32) -> P {
    match width {
        4 => words.up(2),
        5 => words.up(2).plus(words),
        6 => words.up(2).plus(words.up(1)),
        7 => words.up(3).minus(words),
        8 => words.up(3),
        9 => words.up(3).plus(words),
        _ => words.up(3).plus(words.up(1)),
    }
}
