//! A state worked out as a whole, by machine code for one game.

use std::borrow::Cow;
use std::sync::Arc;

use crate::cells::{Cells, pack};
use crate::lanes::{Code, GoalProgram, Phase, Target, Wanted, gates_and_goals};
use crate::network::Network;
use crate::propagate::{Bits, Layout, has, set};

/// Networks of more operations than this are better settled gate by gate: their code does not stay in the cache.
const MOST_OPERATIONS: usize = 7_000;
/// Goals of more gates of their own than this are worked out only where they are asked for.
const CHEAP_GOALS: usize = 200;

/// The programs of one phase.
#[derive(Debug)]
pub(crate) struct Route {
    pub(crate) phase: Phase,
    pub(crate) target: Target,
    /// The code of the phase for the state and for the moves.
    pub(crate) state: Code,
    pub(crate) moves: Code,
    goals: Option<(GoalProgram, Code)>,
    /// By choice: the bit of each candidate among the outputs.
    legal: Vec<Vec<u32>>,
    /// By move: where it is put to be decided, if anywhere.
    does: Vec<Option<u32>>,
    layout: Arc<Layout>,
    pub(crate) fluents: usize,
}

impl Route {
    /// Operations per round.
    pub(crate) fn operations(&self) -> u64 {
        (self.phase.state.gates() + self.phase.moves.gates()) as u64
    }

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
        let target = Target::for_one()?;
        let phase = Phase::new(network, fixed, &wanted, None, Some(target));
        if phase.state.gates() + phase.moves.gates() > MOST_OPERATIONS {
            return None;
        }
        let (state, moves) = (phase.state.code()?.clone(), phase.moves.code()?.clone());
        let goals = if cheap {
            None
        } else {
            let goals = GoalProgram::new(network, Some(target));
            let code = goals.program.code()?.clone();
            Some((goals, code))
        };
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
            goals,
            target,
            state,
            moves,
            phase,
            legal,
            does,
            layout: Arc::clone(layout),
            fluents: network.fluents.len(),
        })
    }
}

/// One state.
#[derive(Clone, Debug)]
pub(crate) struct Straight {
    route: Arc<Route>,
    cells: Cells,
    state: Vec<u64>,
    moves: Vec<u32>,
}

impl Straight {
    /// In no state yet.
    pub(crate) fn new(route: Arc<Route>) -> Self {
        let work = route.state.work().max(route.moves.work());
        Self {
            cells: Cells::new(route.target, route.fluents, work),
            state: vec![0; route.layout.state_words],
            moves: Vec::new(),
            route,
        }
    }

    /// Goes to another state and says what is legal there, whether it is the end, and the goals if they are cheap.
    pub(crate) fn load(&mut self, state: &Bits, outputs: &mut [u64]) {
        for (word, &held) in state.iter().enumerate() {
            let mut changed = self.state[word] ^ held;
            self.state[word] = held;
            while changed != 0 {
                let place = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.cells.put(word * 64 + place, held >> place & 1 == 1);
            }
        }
        let (work, now, next) = self.cells.parts();
        self.route.state.run_one(work, now, next);
        let (layout, phase) = (&self.route.layout, &self.route.phase);
        outputs[layout.state_words..].fill(0);
        let step = self.cells.step();
        for (choice, bits) in phase.choices.iter().zip(&self.route.legal) {
            let legal = self.cells.work()[choice.legal as usize * step..].iter();
            // Bits rise: each word is put together before it is stored.
            let (mut at, mut word) = (0, 0);
            for (&place, legal) in bits.iter().zip(legal.step_by(step)) {
                if place as usize / 64 != at {
                    outputs[at] |= word;
                    (at, word) = (place as usize / 64, 0);
                }
                word |= u64::from(legal & 1) << (place % 64);
            }
            outputs[at] |= word;
        }
        if let Some(goals) = &phase.goals {
            put_goals(goals, layout, &self.cells, outputs);
        }
        if self.cells.holds(phase.terminal) {
            set(outputs, layout.terminal);
            self.work_out_goals(outputs);
        }
    }

    /// Works out goals that are not cheap.
    fn work_out_goals(&self, outputs: &mut [u64]) {
        let Some((goals, code)) = &self.route.goals else {
            return;
        };
        let mut cells = Cells::new(self.route.target, self.route.fluents, code.work());
        for &fluent in &goals.fluents {
            cells.put(fluent, has(&self.state, fluent));
        }
        let (work, now, next) = cells.parts();
        code.run_one(work, now, next);
        put_goals(&goals.slots, &self.route.layout, &cells, outputs);
    }

    /// Takes the moves of all roles and works out the next state.
    pub(crate) fn decide(&mut self, moves: &[usize], outputs: &mut [u64]) {
        for slot in self.moves.drain(..) {
            self.cells.set(slot, false);
        }
        let chosen = moves.iter().filter_map(|&mv| self.route.does[mv]);
        self.moves.extend(chosen);
        for &slot in &self.moves {
            self.cells.set(slot, true);
        }
        let step = self.cells.step();
        let (work, now, next) = self.cells.parts();
        self.route.moves.run_one(work, now, next);
        pack(next, step, &mut outputs[..self.route.layout.state_words]);
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
fn put_goals(slots: &[Vec<(i32, u32)>], layout: &Layout, cells: &Cells, outputs: &mut [u64]) {
    for (slots, places) in slots.iter().zip(&layout.goals) {
        for (&(_, slot), &(_, place)) in slots.iter().zip(places) {
            if cells.holds(slot) {
                set(outputs, place);
            }
        }
    }
}
