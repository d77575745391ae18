//! The yardstick: standard Connect Four written out by hand, without any trait.
//!
//! What the generic rules cost is measured against these two loops. They count
//! the same sequences and play the same random games, with every size written in
//! as a number and without vectors; only measurements use them.

use plyscope_game::{Chance, Perft, Tally};

/// Every lowest cell of the 7×6 board.
const BOTTOM: u64 = 0x0408_1020_4081;
/// Every cell.
const CELLS: u64 = BOTTOM * 0x3f;

/// Move sequences of `depth` moves from the empty 7×6 board, and games that ended earlier.
pub fn perft(depth: u32) -> Perft {
    let mut count = Perft::default();
    descend(0, 0, depth, &mut count);
    count
}

/// Plays `count` games by chance from the empty 7×6 board, one after the other.
pub fn playouts(count: u64, chance: &mut Chance) -> Tally {
    let mut plies = 0;
    let mut wins = [0; 2];
    for _ in 0..count {
        let (length, won) = playout(chance);
        plies += length;
        wins[1 - (length & 1) as usize] += u64::from(won);
    }
    let [first_wins, second_wins] = wins;
    let (points, decided) = (
        first_wins as i64 - second_wins as i64,
        first_wins + second_wins,
    );
    Tally::zero_sum(count, plies, wins, points, decided as i64)
}

fn descend(waiting: u64, all: u64, depth: u32, count: &mut Perft) {
    if depth == 0 {
        count.leaves += 1;
        return;
    }
    if has_four(waiting) || all == CELLS {
        count.ended += 1;
        return;
    }
    let mut landings = (all + BOTTOM) & CELLS;
    if depth == 1 {
        count.leaves += u64::from(landings.count_ones());
        return;
    }
    while landings != 0 {
        let stone = landings & landings.wrapping_neg();
        landings &= landings - 1;
        descend((waiting ^ all) | stone, all | stone, depth - 1, count);
    }
}

/// Moves made, and whether the last of them won.
fn playout(chance: &mut Chance) -> (u64, bool) {
    let (mut waiting, mut all, mut plies) = (0, 0, 0);
    loop {
        let mut fraction = chance.bits();
        for _ in 0..8 {
            let product = u128::from(fraction) * 7;
            fraction = product as u64;
            let column = 0x3f << (7 * (product >> 64) as u32);
            let stone = (all + BOTTOM) & column;
            if stone == 0 {
                continue;
            }
            waiting = (waiting ^ all) | stone;
            all |= stone;
            plies += 1;
            if has_four(waiting) {
                return (plies, true);
            }
            if all == CELLS {
                return (plies, false);
            }
        }
    }
}

#[inline]
fn has_four(stones: u64) -> bool {
    let up = stones & (stones >> 1);
    let along = stones & (stones >> 7);
    let down = stones & (stones >> 6);
    let rise = stones & (stones >> 8);
    (up & (up >> 2)) | (along & (along >> 14)) | (down & (down >> 12)) | (rise & (rise >> 16)) != 0
}

#[cfg(test)]
mod tests {
    use plyscope_game::{Chance, Game, Tally};

    use super::{BOTTOM, CELLS, perft, playouts};
    use crate::Standard;

    #[test]
    fn the_yardstick_plays_by_the_same_rules() {
        assert_eq!(BOTTOM.count_ones(), 7);
        assert_eq!(CELLS.count_ones(), 42);
        let game = Standard::default();
        assert_eq!(perft(8), plyscope_game::perft(&game, &game.start(), 8));
    }

    #[test]
    fn the_yardstick_plays_the_same_random_games() {
        let game = Standard::default();
        let mut chance = Chance::new(1);
        let mut tally = Tally::default();
        for _ in 0..10_000 {
            let (payoffs, plies) = game.playout(game.start(), &mut chance);
            tally.add(&payoffs, plies);
        }
        assert_eq!(playouts(10_000, &mut Chance::new(1)), tally);
    }
}
