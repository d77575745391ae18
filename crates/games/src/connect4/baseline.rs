//! The yardstick: standard Connect Four written out by hand, without any trait.
//!
//! What the generic rules cost is measured against these two loops. They do the
//! same work in the same order, with every size written in as a number; nothing
//! else in the project uses them.

use plyscope_game::{Chance, Perft};

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

/// Plays `count` games by chance from the empty 7×6 board, one after the other;
/// gives the moves made and the games that the first and the second player won.
pub fn playouts(count: u64, chance: &mut Chance) -> [u64; 3] {
    let mut tally = [0; 3];
    for _ in 0..count {
        let (plies, won) = playout(chance);
        tally[0] += plies;
        if won {
            tally[2 - (plies & 1) as usize] += 1;
        }
    }
    tally
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
    use super::{BOTTOM, CELLS, perft, playouts};
    use plyscope_game::Chance;

    #[test]
    fn the_yardstick_plays_by_the_same_rules() {
        assert_eq!(BOTTOM.count_ones(), 7);
        assert_eq!(CELLS.count_ones(), 42);
        assert_eq!(perft(8).leaves, 5_673_234);
        let [plies, first, second] = playouts(10_000, &mut Chance::new(1));
        assert!((210_000..216_000).contains(&plies));
        assert!((5_400..5_720).contains(&first) && first + second <= 10_000);
    }
}
