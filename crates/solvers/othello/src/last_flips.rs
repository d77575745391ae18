//! Counting what the last disc flips, without making the move.
//!
//! When one cell is empty, every other disc that is not one's own is the
//! opponent's: the flips follow from one's own discs on the four lines through
//! the cell, and a table has their number for every line of eight.

/// How many discs a disc of `own` on `place` flips when all other cells are the opponent's.
///
/// Cells off a smaller board may count as the opponent's: no disc of `own`
/// lies behind them, so nothing is flipped there.
#[inline(always)]
pub(super) fn last_flips(own: u64, place: u32) -> i32 {
    let (row, column) = (place as usize / 8 % 8, place as usize % 8);
    let lines = &LINES[8 * row + column];
    let along = (own >> (8 * row)) as usize % 256;
    let down = ((own >> column & 0x0101_0101_0101_0101).wrapping_mul(ROWS_TO_BITS) >> 56) as usize;
    let falling = ((own & lines[0]).wrapping_mul(COLUMNS) >> 56) as usize;
    let rising = ((own & lines[1]).wrapping_mul(COLUMNS) >> 56) as usize;
    let by_column = &FLIPS[column];
    let by_row = &FLIPS[row];
    i32::from(by_column[along])
        + i32::from(by_row[down])
        + i32::from(by_column[falling])
        + i32::from(by_column[rising])
}

/// Multiplies to add up all rows in the top byte.
const COLUMNS: u64 = 0x0101_0101_0101_0101;
/// Multiplies to bring bit 0 of row r to bit r of the top byte.
const ROWS_TO_BITS: u64 = 0x0102_0408_1020_4080;

/// Flips on a line of eight, by the place of the disc and one's own discs.
static FLIPS: [[u8; 256]; 8] = {
    let mut all = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            all[place][own] = line_flips(place as i32, own);
            own += 1;
        }
        place += 1;
    }
    all
};

const fn line_flips(place: i32, own: usize) -> u8 {
    let mut flips = 0;
    let mut up = place + 1;
    while up < 8 && own >> up & 1 == 0 {
        up += 1;
    }
    if up < 8 {
        flips += up - place - 1;
    }
    let mut down = place - 1;
    while down >= 0 && own >> down & 1 == 0 {
        down -= 1;
    }
    if down >= 0 {
        flips += place - down - 1;
    }
    flips as u8
}

/// The diagonals through each cell: columns growing with the rows, and against them.
static LINES: [[u64; 2]; 64] = {
    let mut all = [[0; 2]; 64];
    let mut place = 0;
    while place < 64 {
        let (row, column) = (place as i32 / 8, place as i32 % 8);
        let mut to = 0;
        while to < 8 {
            let falling = column + to - row;
            if 0 <= falling && falling < 8 {
                all[place][0] |= 1 << (8 * to + falling);
            }
            let rising = column + row - to;
            if 0 <= rising && rising < 8 {
                all[place][1] |= 1 << (8 * to + rising);
            }
            to += 1;
        }
        place += 1;
    }
    all
};

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;
    use plyscope_othello::{Kernel, Portable};

    use super::last_flips;

    #[test]
    fn counting_flips_equals_making_them() {
        let mut chance = Chance::new(1);
        for _ in 0..20_000 {
            let place = chance.below(64);
            let own = chance.bits() & !(1 << place);
            let theirs = !own & !(1 << place);
            let flips = Portable.flips(own, theirs, place).count_ones() as i32;
            assert_eq!(last_flips(own, place), flips, "{own:#x} {place}");
        }
    }
}
