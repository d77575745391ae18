//! One game's values in memory, a cell each: all ones where a value holds, zero where not.

use crate::lanes::Target;

/// Cells of two states, of which one is the present, and room for work.
#[derive(Clone, Debug)]
pub(crate) struct Cells {
    /// One state, the other state, then the room for work.
    words: Vec<u32>,
    /// Words per cell; the first of them counts.
    step: usize,
    fluents: usize,
    /// Which of the states is the present one.
    second: bool,
}

/// What a cell holds for a value.
fn filled(value: bool) -> u32 {
    if value { u32::MAX } else { 0 }
}

impl Cells {
    /// Nothing holds.
    pub(crate) fn new(target: Target, fluents: usize, work: usize) -> Self {
        let step = (target.stride() / size_of::<u32>()).max(1);
        Self {
            words: vec![0; step * (2 * fluents + work)],
            step,
            fluents,
            second: false,
        }
    }

    /// Words per cell.
    pub(crate) fn step(&self) -> usize {
        self.step
    }

    /// Room for work, the present state and the next one.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [u32], &[u32], &mut [u32]) {
        let state = self.step * self.fluents;
        let (states, work) = self.words.split_at_mut(2 * state);
        let (first, second) = states.split_at_mut(state);
        if self.second {
            (work, second, first)
        } else {
            (work, first, second)
        }
    }

    /// Cells of the present state.
    #[inline]
    pub(crate) fn now(&self) -> &[u32] {
        let state = self.step * self.fluents;
        &self.words[if self.second { state } else { 0 }..][..state]
    }

    /// Cells of the present state, to be changed.
    #[inline]
    pub(crate) fn now_mut(&mut self) -> &mut [u32] {
        let state = self.step * self.fluents;
        &mut self.words[if self.second { state } else { 0 }..][..state]
    }

    /// Room for work.
    #[inline]
    pub(crate) fn work(&self) -> &[u32] {
        &self.words[2 * self.step * self.fluents..]
    }

    /// Room for work, to be changed.
    #[inline]
    pub(crate) fn work_mut(&mut self) -> &mut [u32] {
        &mut self.words[2 * self.step * self.fluents..]
    }

    /// Lets a fluent of the present state hold or not.
    #[inline]
    pub(crate) fn put(&mut self, fluent: usize, value: bool) {
        let at = fluent * self.step;
        self.now_mut()[at] = filled(value);
    }

    /// Whether a value among those worked out holds.
    #[inline]
    pub(crate) fn holds(&self, at: u32) -> bool {
        self.work()[at as usize * self.step] != 0
    }

    /// Says whether a value of the work holds.
    #[inline]
    pub(crate) fn set(&mut self, at: u32, value: bool) {
        let at = at as usize * self.step;
        self.work_mut()[at] = filled(value);
    }

    /// The next state becomes the present one.
    #[inline]
    pub(crate) fn go_on(&mut self) {
        self.second = !self.second;
    }
}

/// Cells as bits, 64 in a word.
pub(crate) fn pack(cells: &[u32], step: usize, words: &mut [u64]) {
    for (word, cells) in words.iter_mut().zip(cells.chunks(64 * step)) {
        let cells = cells.chunks(step).enumerate();
        *word = cells.fold(0, |word, (place, cell)| {
            word | u64::from(cell[0] & 1) << place
        });
    }
}

/// How many of the cells hold.
#[inline]
pub(crate) fn count(cells: &[u32], step: usize) -> u32 {
    if step == 1 {
        return cells.iter().map(|cell| cell & 1).sum();
    }
    cells.iter().step_by(step).map(|cell| cell & 1).sum()
}

/// The place of the nth cell that holds, counted from 0; there must be so many.
#[inline]
pub(crate) fn nth(cells: &[u32], step: usize, mut nth: u32) -> usize {
    /// Cells that are passed by together.
    const STRIDE: usize = 16;
    let mut begin = 0;
    for cells in cells.chunks(STRIDE * step) {
        let held = count(cells, step);
        if nth < held {
            for (place, cell) in cells.chunks(step).enumerate() {
                if cell[0] != 0 {
                    if nth == 0 {
                        return begin + place;
                    }
                    nth -= 1;
                }
            }
        }
        nth -= held;
        begin += STRIDE;
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_counted_found_and_packed_alike() {
        for step in [1, 4] {
            let held = [3usize, 17, 18, 40, 69];
            let mut cells = vec![0; 70 * step];
            for place in held {
                cells[place * step] = u32::MAX;
            }
            assert_eq!(count(&cells, step), 5);
            let found: Vec<usize> = (0..5).map(|place| nth(&cells, step, place)).collect();
            assert_eq!(found, held);
            let mut words = [0; 2];
            pack(&cells, step, &mut words);
            assert_eq!(words, [1 << 3 | 1 << 17 | 1 << 18 | 1 << 40, 1 << 5]);
        }
    }
}
