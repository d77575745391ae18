//! Drawing a rank below the number of legal moves in every lane, all equally likely.
//!
//! Numbers are bit-sliced: block `j` of a number holds bit `j` of every lane.
//! A rank is drawn by rejection, so that it is uniform to the last bit.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use plyscope_game::Chance;

use super::block::{Block, BlockChance};
use super::pick::width;

/// Lanes that are still open after some rounds of rejection are drawn one by one when they are this few.
const FEW: u64 = 2;

/// The candidates of one role in one phase.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) role: usize,
    /// Where it is seen whether the first candidate is legal, and the others after it; of one game.
    pub(crate) legal: u32,
    /// Where the choice is put, likewise; after all that is legal.
    pub(crate) does: u32,
    /// Where the number of legal candidates is found, of lanes, and where the rank of the chosen one is put.
    pub(crate) total: u32,
    pub(crate) rank: u32,
    /// The candidates.
    pub(crate) moves: Vec<usize>,
}

/// Draws a rank for a choice in every lane; gives back the lanes that have no legal candidate.
#[inline(always)]
pub(super) fn draw_rank(
    work: &mut [Block],
    total: u32,
    rank: u32,
    candidates: usize,
    chance: &mut BlockChance,
    single: &mut Chance,
) -> Block {
    let (before, from) = work.split_at_mut(rank as usize);
    let bits = width(candidates);
    let total = &before[total as usize..][..bits];
    let rank = &mut from[..bits];
    // The compiler keeps numbers of known width in registers; more widths than these cost minutes of compiling.
    match bits {
        0..=3 => draw_with::<3>(total, rank, chance, single),
        4 => draw_with::<4>(total, rank, chance, single),
        5..=6 => draw_with::<6>(total, rank, chance, single),
        7..=8 => draw_with::<8>(total, rank, chance, single),
        9..=12 => draw_with::<12>(total, rank, chance, single),
        _ => draw_with::<24>(total, rank, chance, single),
    }
}

#[inline(always)]
fn draw_with<const BITS: usize>(
    total: &[Block],
    rank: &mut [Block],
    chance: &mut BlockChance,
    single: &mut Chance,
) -> Block {
    let mut all = [Block::NONE; BITS];
    all[..total.len()].copy_from_slice(total);
    let (drawn, none) = draw(&all, chance, single);
    rank.copy_from_slice(&drawn[..rank.len()]);
    none
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
