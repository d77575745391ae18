//! The blocks that programs work on: two states, of which one is the present, and room for work.

use super::block::Block;

/// Blocks of the lanes.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    /// One state, the other state, then the room for work.
    blocks: Vec<Block>,
    fluents: usize,
    /// Which of the states is the present one.
    second: bool,
}

/// The place of work that is always true.
pub(crate) const ALWAYS: u32 = 0;
/// The place of work that says in which lanes the next game begins.
pub(crate) const FRESH: u32 = 1;
/// The first place of work that is free.
pub(crate) const FREE: u32 = 2;

impl Memory {
    /// No fluent holds anywhere.
    pub(crate) fn new(fluents: usize, work: usize) -> Self {
        let mut memory = Self {
            blocks: vec![Block::NONE; 2 * fluents + work.max(FREE as usize)],
            fluents,
            second: false,
        };
        memory.work_mut()[ALWAYS as usize] = Block::ALL;
        memory
    }

    /// Fluents of the present state.
    #[inline]
    pub(crate) fn now(&self) -> &[Block] {
        &self.blocks[self.begin_now()..][..self.fluents]
    }

    /// Fluents of the present state, to be changed.
    #[inline]
    pub(crate) fn now_mut(&mut self) -> &mut [Block] {
        let begin = self.begin_now();
        &mut self.blocks[begin..][..self.fluents]
    }

    /// Room for work, answers included.
    #[inline]
    pub(crate) fn work(&self) -> &[Block] {
        &self.blocks[2 * self.fluents..]
    }

    /// Room for work, to be changed.
    #[inline]
    pub(crate) fn work_mut(&mut self) -> &mut [Block] {
        &mut self.blocks[2 * self.fluents..]
    }

    /// Room for work, the present state and the next one.
    #[inline]
    pub(crate) fn parts(&mut self) -> (&mut [Block], &[Block], &mut [Block]) {
        let (states, work) = self.blocks.split_at_mut(2 * self.fluents);
        let (first, second) = states.split_at_mut(self.fluents);
        if self.second {
            (work, second, first)
        } else {
            (work, first, second)
        }
    }

    /// All blocks, and where the present state, the next one and the room for work begin.
    #[inline]
    pub(crate) fn all(&mut self) -> (&mut [Block], [usize; 3]) {
        let now = self.begin_now();
        let begins = [now, self.fluents - now, 2 * self.fluents];
        (&mut self.blocks, begins)
    }

    /// The next state becomes the present one.
    #[inline]
    pub(crate) fn go_on(&mut self) {
        self.second = !self.second;
    }

    fn begin_now(&self) -> usize {
        if self.second { self.fluents } else { 0 }
    }
}
