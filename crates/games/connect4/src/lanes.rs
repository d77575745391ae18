//! Eight random games side by side; a lane that finishes one begins the next.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use plyscope_game::{Chance, Player, Tally};

use super::bits::Bits;
use super::line::any_line_starts;
use super::pack::{InPacks, LANES, Pack, Packed};
use super::playout::DRAWS;
use super::shape::Shape;
use super::state::State;

/// Bits of a fraction, so that ten times as much fits in a word.
const FRACTION: u32 = 60;

/// Games that may begin while eight columns are drawn in every lane, those under way included.
const BLOCK: u64 = LANES as u64 * (DRAWS as u64 + 1);

/// Plays `count` games from a state that is not over.
///
/// Every game that begins is counted. To stop all lanes with the `count`-th end
/// would leave out games for being long; so the last ones are shared out before.
#[inline(always)]
pub(super) fn play_in_lanes<S: Shape, P: Pack>(
    shape: &S,
    start: &State<S::Bits>,
    count: u64,
    chance: &mut Chance,
) -> Tally {
    let mut lanes = Lanes::<P, <S::Bits as InPacks>::Packed<P>>::new(shape, start);
    let mut counts = Counts::new();
    while counts.games() + BLOCK <= count {
        let mut fractions = draw(chance);
        for _ in 0..DRAWS {
            counts.add(&lanes.step(shape, &mut fractions));
        }
    }
    let mut left = shares::<P>(count - counts.games());
    while left.store() != [0; LANES] {
        let mut fractions = draw(chance);
        for _ in 0..DRAWS {
            let events = lanes.step(shape, &mut fractions);
            let events = events.outside(left.equals(P::splat(0)));
            left = left.plus(P::splat(u64::MAX).without(events.going));
            counts.add(&events);
        }
    }
    counts.tally(Player(u8::from(start.all.is_odd())))
}

#[inline(always)]
fn draw<P: Pack>(chance: &mut Chance) -> P {
    P::load(std::array::from_fn(|_| chance.bits() >> (64 - FRACTION)))
}

/// `count` split among the lanes as evenly as can be.
#[inline(always)]
fn shares<P: Pack>(count: u64) -> P {
    let lanes = LANES as u64;
    P::load(std::array::from_fn(|lane| {
        count / lanes + u64::from((lane as u64) < count % lanes)
    }))
}

/// Eight games under way.
struct Lanes<P, B> {
    start: State<B>,
    bottom: B,
    cells: B,
    games: State<B>,
    /// The mask of games in which who began has made the last move.
    began: P,
}

/// What did not happen in a step, as masks: they come out of comparisons that way.
struct Events<P> {
    /// No move, because the column was full.
    full: P,
    /// No line was made.
    quiet: P,
    /// The game did not end.
    going: P,
    /// The move, if there was one, was not by the opponent of who began.
    began: P,
}

impl<P: Pack, B: Packed<P>> Lanes<P, B> {
    #[inline(always)]
    fn new<S: Shape>(shape: &S, start: &State<S::Bits>) -> Self {
        let start = State {
            waiting: B::splat(start.waiting.to_wide()),
            all: B::splat(start.all.to_wide()),
        };
        Self {
            start,
            bottom: B::splat(shape.bottom().to_wide()),
            cells: B::splat(shape.cells().to_wide()),
            games: start,
            began: P::splat(0),
        }
    }

    /// Draws a column in every lane, plays it where it is not full, and begins
    /// anew where that was the end. Leaves of the fractions what the draw leaves.
    #[inline(always)]
    fn step<S: Shape>(&mut self, shape: &S, fractions: &mut P) -> Events<P> {
        let product = scaled(*fractions, shape.width());
        *fractions = product & P::splat((1 << FRACTION) - 1);
        let column = product.down(FRACTION);
        let shift = column.times(P::splat(u64::from(shape.stride())));
        let column = B::moved_up((1 << shape.height()) - 1, shift);

        let State { waiting, all } = self.games;
        let landing = all.plus_bottom(self.bottom) & column;
        let full = landing.equals(B::splat(0));
        let waiting = (waiting ^ all.outside(full)) | landing;
        let all = all | landing;
        let began = self.began ^ P::splat(u64::MAX).without(full);
        let quiet = any_line_starts(shape, waiting).equals(B::splat(0));
        let going = quiet.without(all.equals(self.cells));

        self.games = State {
            waiting: waiting.under(going) | self.start.waiting.outside(going),
            all: all.under(going) | self.start.all.outside(going),
        };
        self.began = began & going;
        Events {
            full,
            quiet,
            going,
            began,
        }
    }
}

impl<P: Pack> Events<P> {
    /// Nothing in the lanes of the mask, the same elsewhere.
    #[inline(always)]
    fn outside(self, mask: P) -> Self {
        Self {
            full: self.full | mask,
            quiet: self.quiet | mask,
            going: self.going | mask,
            began: self.began,
        }
    }
}

/// Steps, and how often nothing happened in them; a mask is −1 as a number, so
/// that adding it counts downwards from 0.
struct Counts<P> {
    steps: u64,
    full: P,
    quiet: P,
    going: P,
    /// Lines made by who began, counted upwards.
    won: P,
}

impl<P: Pack> Counts<P> {
    #[inline(always)]
    fn new() -> Self {
        let none = P::splat(0);
        Self {
            steps: 0,
            full: none,
            quiet: none,
            going: none,
            won: none,
        }
    }

    #[inline(always)]
    fn add(&mut self, events: &Events<P>) {
        self.steps += LANES as u64;
        self.full = self.full.plus(events.full);
        self.quiet = self.quiet.plus(events.quiet);
        self.going = self.going.plus(events.going);
        self.won = self.won.minus(events.began.without(events.quiet));
    }

    /// Games that have ended.
    #[inline(always)]
    fn games(&self) -> u64 {
        self.steps.wrapping_add(sum(self.going))
    }

    #[inline(always)]
    fn tally(&self, began: Player) -> Tally {
        let wins = self.steps.wrapping_add(sum(self.quiet));
        let won = sum(self.won);
        let (first_wins, second_wins) = if began == Player::FIRST {
            (won, wins - won)
        } else {
            (wins - won, won)
        };
        let plies = self.steps.wrapping_add(sum(self.full));
        let points = first_wins as i64 - second_wins as i64;
        let both = [first_wins, second_wins];
        Tally::zero_sum(self.games(), plies, both, points, wins as i64)
    }
}

#[inline(always)]
fn sum<P: Pack>(pack: P) -> u64 {
    let words = pack.store();
    words.iter().fold(0, |sum, &word| sum.wrapping_add(word))
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
