//! A legal move by chance in every lane, all equally likely: counting with a bit per lane.
//!
//! Numbers are bit-sliced: block `j` of a number holds bit `j` of every lane.
//! Moves are counted four by four; a random rank below the total is drawn by
//! rejection, so that it is uniform to the last bit; then the ranks walk along
//! the fours, and within a four along its moves.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use plyscope_game::Chance;

use super::block::{Block, BlockChance};

/// Lanes that are still open after some rounds of rejection are drawn one by one when they are this few.
const FEW: u64 = 2;

/// Totals of more bits than this are of so many candidates that fours without a legal one are looked for.
const MANY: usize = 8;

/// The candidates of one role in one phase.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) role: usize,
    /// Where it is seen whether the first candidate is legal; the others follow.
    pub(crate) legal: u32,
    /// Where the choice is put, likewise; after all that is legal.
    pub(crate) does: u32,
    /// The candidates.
    pub(crate) moves: Vec<usize>,
}

/// Numbers of a four: how many of its moves are legal.
type Count = [Block; 3];

/// Room for the counts of all fours.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scratch {
    counts: Vec<Count>,
}

#[inline(always)]
fn count_of(legal: [Block; 4]) -> Count {
    let [a, b, c, d] = legal;
    let (ab, cd) = (a ^ b, c ^ d);
    let (both_ab, both_cd) = (a & b, c & d);
    [ab ^ cd, (both_ab ^ both_cd) | (ab & cd), both_ab & both_cd]
}

#[inline(always)]
fn four(some: &[Block]) -> [Block; 4] {
    let mut legal = [Block::NONE; 4];
    legal[..some.len()].copy_from_slice(some);
    legal
}

/// Puts a one among the legal candidates of every lane, and zeros elsewhere.
///
/// Lanes without a legal candidate get none, and are given back.
#[inline(always)]
pub(crate) fn select(
    choice: &Choice,
    work: &mut [Block],
    scratch: &mut Scratch,
    chance: &mut BlockChance,
    single: &mut Chance,
) -> Block {
    let (before, from) = work.split_at_mut(choice.does as usize);
    let legal = &before[choice.legal as usize..][..choice.moves.len()];
    let does = &mut from[..choice.moves.len()];
    // The compiler keeps numbers of known width in registers; more widths than these cost minutes of compiling.
    match usize::BITS - choice.moves.len().leading_zeros() {
        0..=3 => select_with::<3>(legal, does, scratch, chance, single),
        4 => select_with::<4>(legal, does, scratch, chance, single),
        5..=6 => select_with::<6>(legal, does, scratch, chance, single),
        7 => select_with::<7>(legal, does, scratch, chance, single),
        8 => select_with::<8>(legal, does, scratch, chance, single),
        9..=12 => select_with::<12>(legal, does, scratch, chance, single),
        _ => select_with::<24>(legal, does, scratch, chance, single),
    }
}

#[inline(always)]
fn select_with<const BITS: usize>(
    legal: &[Block],
    does: &mut [Block],
    scratch: &mut Scratch,
    chance: &mut BlockChance,
    single: &mut Chance,
) -> Block {
    let mut total = [Block::NONE; BITS];
    scratch.counts.clear();
    for some in legal.chunks(4) {
        let some = four(some);
        // Of many candidates, most are legal nowhere.
        if BITS > MANY && !(some[0] | some[1] | some[2] | some[3]).any() {
            scratch.counts.push([Block::NONE; 3]);
            continue;
        }
        let count = count_of(some);
        add(&mut total, count);
        scratch.counts.push(count);
    }
    let (mut rank, none) = draw(&total, chance, single);
    let mut waiting = Block::ALL;
    let fours = legal.chunks(4).zip(does.chunks_mut(4));
    for ((legal, does), count) in fours.zip(&scratch.counts) {
        if BITS > MANY && !(count[0] | count[1] | count[2]).any() {
            does.fill(Block::NONE);
            continue;
        }
        let (low, high) = (rank[0], rank[1]);
        let here = subtract(&mut rank, count) & waiting;
        waiting = waiting.without(here);
        place(legal, does, here, low, high);
    }
    none
}

/// Adds the count of a four to the total.
#[inline(always)]
fn add<const BITS: usize>(total: &mut [Block; BITS], count: Count) {
    let mut carry = Block::NONE;
    for place in 0..BITS {
        let old = total[place];
        if place < 3 {
            let half = old ^ count[place];
            total[place] = half ^ carry;
            carry = (old & count[place]) | (half & carry);
        } else {
            total[place] = old ^ carry;
            carry = old & carry;
        }
    }
}

/// Takes the count of a four from the rank; says where the rank was below it.
#[inline(always)]
fn subtract<const BITS: usize>(rank: &mut [Block; BITS], count: &Count) -> Block {
    let mut borrow = Block::NONE;
    for place in 0..BITS {
        let old = rank[place];
        if place < 3 {
            let half = old ^ count[place];
            rank[place] = half ^ borrow;
            borrow = count[place].without(old) | borrow.without(half);
        } else {
            rank[place] = old ^ borrow;
            borrow = borrow.without(old);
        }
    }
    borrow
}

/// Marks the candidate of that rank in the lanes `here`; the rank is below the count, so below four.
#[inline(always)]
fn place(legal: &[Block], does: &mut [Block], here: Block, mut low: Block, mut high: Block) {
    for (&legal, does) in legal.iter().zip(does) {
        *does = (here & legal).without(low | high);
        // The rank of a lane that has its move goes round to 3 and does not come back to 0.
        high = high ^ legal.without(low);
        low = low ^ legal;
    }
}

/// A number below the total in every lane, anything where the total is 0; and where that is so.
#[inline(always)]
fn draw<const BITS: usize>(
    total: &[Block; BITS],
    chance: &mut BlockChance,
    single: &mut Chance,
) -> ([Block; BITS], Block) {
    let mut last = *total;
    let mut borrow = Block::ALL;
    for bit in &mut last {
        let old = *bit;
        *bit = old ^ borrow;
        borrow = borrow.without(old);
    }
    // Where the total is 0, there is nothing to draw.
    let none = borrow;
    let mut open = !none;
    // Bits above the highest of `last` are always 0 in the rank.
    let mut width = [Block::NONE; BITS];
    let mut above = Block::NONE;
    for place in (0..BITS).rev() {
        above = above | last[place];
        width[place] = above;
    }
    let mut rank = [Block::NONE; BITS];
    while open.count() > FEW {
        let mut drawn = [Block::NONE; BITS];
        let (mut less, mut equal) = (Block::NONE, Block::ALL);
        for place in (0..BITS).rev() {
            drawn[place] = chance.bits() & width[place];
            less = less | (equal & last[place].without(drawn[place]));
            equal = equal.without(last[place] ^ drawn[place]);
        }
        let fits = open & (less | equal);
        for place in 0..BITS {
            rank[place] = rank[place] | (drawn[place] & fits);
        }
        open = open.without(fits);
    }
    open.each(|lane| {
        let most = (0..BITS).fold(0u32, |most, place| {
            most | u32::from(last[place].has(lane)) << place
        });
        let own = single.below(most + 1);
        for (place, block) in rank.iter_mut().enumerate() {
            block.put(lane, own >> place & 1 == 1);
        }
    });
    (rank, none)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::block::{LANES, WORDS};

    /// Random sets of legal moves: exactly one of them is chosen, and each as often as the others.
    #[test]
    fn the_selector_picks_exactly_one_legal_move_uniformly() {
        for moves in [1usize, 2, 3, 4, 5, 7, 8, 13, 37, 64, 200] {
            let mut single = Chance::new(moves as u64);
            let mut chance = BlockChance::new(&mut single);
            let choice = Choice {
                role: 0,
                legal: 0,
                does: moves as u32,
                moves: (0..moves).collect(),
            };
            let mut values = vec![Block::NONE; 2 * moves];
            let mut scratch = Scratch::default();
            // Lane sets: all legal, and a random half.
            for value in &mut values[..moves] {
                *value = Block(std::array::from_fn(|word| {
                    if word < WORDS / 2 { u64::MAX } else { single.bits() }
                }));
            }
            let mut hits = vec![0u64; moves];
            let rounds = 1_000;
            for _ in 0..rounds {
                let none = select(&choice, &mut values, &mut scratch, &mut chance, &mut single);
                for lane in 0..LANES {
                    let legal = (0..moves).filter(|&mv| values[mv].has(lane)).count();
                    assert_eq!(none.has(lane), legal == 0);
                    let chosen: Vec<usize> = (0..moves)
                        .filter(|&mv| values[moves + mv].has(lane))
                        .collect();
                    assert_eq!(
                        chosen.len(),
                        usize::from(legal > 0),
                        "{moves} moves, lane {lane}"
                    );
                    assert!(chosen.iter().all(|&mv| values[mv].has(lane)));
                    if lane < LANES / 2 {
                        hits[chosen[0]] += 1;
                    }
                }
            }
            let expected = (LANES / 2 * rounds) as f64 / moves as f64;
            let chi: f64 = hits
                .iter()
                .map(|&hits| (hits as f64 - expected).powi(2) / expected)
                .sum();
            let free = moves as f64 - 1.0;
            assert!(
                chi <= free + 5.0 * (2.0 * free).sqrt() + 1e-9,
                "{moves} moves: χ² {chi}"
            );
        }
    }
}
