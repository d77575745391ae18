//! A state worked out as a whole, by the machine code of the lanes: all lanes are the same state.

use std::borrow::Cow;
use std::sync::Arc;

use crate::lanes::{Block, GoalProgram, Memory, Phase, Wanted, gates_and_goals};
use crate::network::Network;
use crate::propagate::{Bits, Layout, has, set};

/// Networks of more operations than this are better settled gate by gate: their code does not stay in the cache.
const MOST_OPERATIONS: usize = 6_000;
/// Goals of more gates of their own than this are worked out only where somebody asks.
const CHEAP_GOALS: usize = 200;

/// The programs of one phase.
#[derive(Debug)]
pub(crate) struct Route {
    phase: Phase,
    goals: Option<GoalProgram>,
    /// By choice: the bit of each candidate among the outputs.
    legal: Vec<Vec<u32>>,
    /// By move: where it is put to be decided, if anywhere.
    does: Vec<Option<u32>>,
    layout: Arc<Layout>,
    fluents: usize,
}

impl Route {
    /// Compiles a network in which some fluents are known; `None` where there is no machine code or it is too long.
    pub(crate) fn new(
        network: &Network,
        fixed: &[Option<bool>],
        layout: &Arc<Layout>,
    ) -> Option<Self> {
        let (gates, own_goals) = gates_and_goals(network);
        // A phase has fewer gates than all phases together, but hardly half as many.
        if gates > 2 * MOST_OPERATIONS || !network.circles.is_empty() {
            return None;
        }
        let cheap = own_goals <= CHEAP_GOALS;
        let wanted = Wanted {
            fluents: vec![true; network.fluents.len()],
            goals: cheap,
            single: true,
        };
        let phase = Phase::new(network, fixed, &wanted, true);
        let operations = phase.state.gates() + phase.moves.gates();
        if !phase.state.is_code() || !phase.moves.is_code() || operations > MOST_OPERATIONS {
            return None;
        }
        let mut legal = Vec::new();
        let mut does = vec![None; network.moves.len()];
        for choice in &phase.choices {
            let first = layout.legal_words[choice.role] * 64;
            let begin = network.of_role[choice.role].begin;
            let bit = |&mv: &usize| (first + mv - begin) as u32;
            legal.push(choice.moves.iter().map(bit).collect());
            for (&mv, slot) in choice.moves.iter().zip(choice.does..) {
                does[mv] = Some(slot);
            }
        }
        Some(Self {
            goals: (!cheap).then(|| GoalProgram::new(network, true)),
            phase,
            legal,
            does,
            layout: Arc::clone(layout),
            fluents: network.fluents.len(),
        })
    }
}

/// One state in all lanes.
#[derive(Clone, Debug)]
pub(crate) struct Straight {
    route: Arc<Route>,
    memory: Memory,
    state: Vec<u64>,
    moves: Vec<u32>,
}

fn everywhere(value: bool) -> Block {
    if value { Block::ALL } else { Block::NONE }
}

fn bit(block: &Block) -> u64 {
    block.0[0] & 1
}

impl Straight {
    /// In no state yet.
    pub(crate) fn new(route: Arc<Route>) -> Self {
        let work = route.phase.state.work.max(route.phase.moves.work);
        Self {
            memory: Memory::new(route.fluents, work),
            state: vec![0; route.layout.state_words],
            moves: Vec::new(),
            route,
        }
    }

    /// Goes to another state and says what is legal there, whether it is the end, and the goals if they are cheap.
    pub(crate) fn load(&mut self, state: &Bits, outputs: &mut [u64]) {
        let fluents = self.memory.now_mut();
        for (word, &held) in state.iter().enumerate() {
            let mut changed = self.state[word] ^ held;
            self.state[word] = held;
            while changed != 0 {
                let place = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                fluents[word * 64 + place] = everywhere(held >> place & 1 == 1);
            }
        }
        let phase = &self.route.phase;
        phase.state.run(&mut self.memory);
        let layout = &self.route.layout;
        outputs[layout.state_words..].fill(0);
        let work = self.memory.work();
        for (choice, bits) in phase.choices.iter().zip(&self.route.legal) {
            let legal = &work[choice.legal as usize..];
            // Bits rise: each word is put together before it is stored.
            let (mut at, mut word) = (0, 0);
            for (&place, legal) in bits.iter().zip(legal) {
                if place as usize / 64 != at {
                    outputs[at] |= word;
                    (at, word) = (place as usize / 64, 0);
                }
                word |= bit(legal) << (place % 64);
            }
            outputs[at] |= word;
        }
        let is_over = bit(&work[phase.terminal as usize]) == 1;
        if let Some(goals) = &phase.goals {
            put_goals(goals, layout, work, outputs);
        }
        if is_over {
            set(outputs, layout.terminal);
            self.work_out_goals(outputs);
        }
    }

    /// Works out goals that are not cheap.
    fn work_out_goals(&self, outputs: &mut [u64]) {
        let Some(goals) = &self.route.goals else {
            return;
        };
        let mut memory = Memory::new(self.route.fluents, goals.program.work);
        for &fluent in &goals.fluents {
            memory.now_mut()[fluent] = everywhere(has(&self.state, fluent));
        }
        goals.program.run(&mut memory);
        put_goals(&goals.slots, &self.route.layout, memory.work(), outputs);
    }

    /// Takes the moves of all roles and works out the next state.
    pub(crate) fn decide(&mut self, moves: &[usize], outputs: &mut [u64]) {
        let work = self.memory.work_mut();
        for &slot in &self.moves {
            work[slot as usize] = Block::NONE;
        }
        self.moves.clear();
        let chosen = moves.iter().filter_map(|&mv| self.route.does[mv]);
        self.moves.extend(chosen);
        for &slot in &self.moves {
            work[slot as usize] = Block::ALL;
        }
        self.route.phase.moves.run(&mut self.memory);
        let (_, _, next) = self.memory.parts();
        for (word, blocks) in outputs.iter_mut().zip(next.chunks(64)) {
            let bits = blocks.iter().enumerate();
            *word = bits.fold(0, |word, (place, block)| word | bit(block) << place);
        }
    }

    /// The outputs with the goals among them: at an end they are there already.
    pub(crate) fn with_goals<'a>(&self, outputs: &'a [u64]) -> Cow<'a, [u64]> {
        if self.route.goals.is_none() || has(outputs, self.route.layout.terminal) {
            return Cow::Borrowed(outputs);
        }
        let mut outputs = outputs.to_vec();
        self.work_out_goals(&mut outputs);
        Cow::Owned(outputs)
    }
}

/// Sets the bits of the goals that are due.
fn put_goals(slots: &[Vec<(i32, u32)>], layout: &Layout, work: &[Block], outputs: &mut [u64]) {
    for (slots, places) in slots.iter().zip(&layout.goals) {
        for (&(_, slot), &(_, place)) in slots.iter().zip(places) {
            if bit(&work[slot as usize]) == 1 {
                set(outputs, place);
            }
        }
    }
}
