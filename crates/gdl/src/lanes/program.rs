//! A line made ready to run: as machine code, or as a list that is followed step by step.
#![expect(
    clippy::inline_always,
    reason = "must be compiled for the vectors of its caller"
)]

use super::block::Block;
use super::code::{Code, Target};
use super::line::{Kind, Line, Op, Place, TRUE, Value};
use super::memory::{ALWAYS, Memory};

/// A block: in its two highest bits which part of the memory, then the place in it.
type Spot = u32;

const PART: u32 = 30;

fn spot(place: Place) -> Spot {
    match place {
        Place::Now(at) => at,
        Place::Next(at) => 1 << PART | at,
        Place::Work(at) => 2 << PART | at,
    }
}

/// Two blocks or their complements, `ANDed` or `XORed`, or the complement of that: one kind of step, so that nothing has to be guessed.
#[derive(Clone, Copy, Debug)]
struct Step {
    first: Spot,
    second: Spot,
    to: Spot,
    /// Complements of the first, of the second, of the result.
    not: [bool; 3],
    is_xor: bool,
}

#[derive(Clone, Debug)]
enum Item {
    Steps(Vec<Step>),
    /// The steps before are repeated until nothing changes; at first the facts are false.
    Circle {
        steps: Vec<Step>,
        follows: Vec<(Spot, Spot, bool)>,
    },
}

/// A part of a network, ready to run on blocks.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    code: Option<Code>,
    /// Empty where there is code.
    items: Vec<Item>,
    gates: usize,
    /// Room for work that it needs.
    pub(crate) work: usize,
}

impl Program {
    /// Prepares a line; as code for a target if one is named and it can be had.
    pub(crate) fn new(line: &Line, fluents: usize, target: Option<Target>) -> Self {
        let gates = line.gates();
        if let Some(code) = target.and_then(|target| Code::new(line, fluents, target)) {
            return Self {
                work: code.work(),
                code: Some(code),
                items: Vec::new(),
                gates,
            };
        }
        let (items, work) = list(&line.in_twos());
        Self {
            code: None,
            items,
            gates,
            work,
        }
    }

    /// How many operations make new values.
    pub(crate) fn gates(&self) -> usize {
        self.gates
    }

    /// The machine code, where it is that.
    pub(crate) fn code(&self) -> Option<&Code> {
        self.code.as_ref()
    }

    /// Works everything out.
    #[inline(always)]
    pub(crate) fn run(&self, memory: &mut Memory) {
        if let Some(code) = &self.code {
            let (work, now, next) = memory.parts();
            code.run(work, now, next);
            return;
        }
        let (blocks, begins) = memory.all();
        let at = |spot: Spot| begins[(spot >> PART) as usize] + (spot & !(3 << PART)) as usize;
        for item in &self.items {
            let (steps, follows) = match item {
                Item::Steps(steps) => (steps, None),
                Item::Circle { steps, follows } => (steps, Some(follows)),
            };
            for &(fact, ..) in follows.into_iter().flatten() {
                blocks[at(fact)] = Block::NONE;
            }
            loop {
                for step in steps {
                    let [first, second, result] = step
                        .not
                        .map(|not| if not { Block::ALL } else { Block::NONE });
                    let (first, second) = (
                        blocks[at(step.first)] ^ first,
                        blocks[at(step.second)] ^ second,
                    );
                    let both = if step.is_xor {
                        first ^ second
                    } else {
                        first & second
                    };
                    blocks[at(step.to)] = both ^ result;
                }
                let mut changed = Block::NONE;
                for &(fact, from, not) in follows.into_iter().flatten() {
                    let from = blocks[at(from)];
                    let from = if not { !from } else { from };
                    changed = changed | from.without(blocks[at(fact)]);
                    blocks[at(fact)] = blocks[at(fact)] | from;
                }
                if !changed.any() {
                    break;
                }
            }
        }
    }
}

/// The line as a list of steps, with a spot for every value; gives back, too, how much room for work that takes.
fn list(line: &Line) -> (Vec<Item>, usize) {
    let last = last_uses(line);
    let mut spots: Vec<Spot> = line
        .homes
        .iter()
        .map(|home| home.map_or(spot(Place::Work(ALWAYS)), spot))
        .collect();
    let mut items = Vec::new();
    let mut steps = Vec::new();
    let (mut free, mut work) = (Vec::new(), line.work);
    for (at, op) in line.ops.iter().enumerate() {
        match *op {
            Op::Make {
                kind,
                to,
                first,
                second,
            } => {
                let own = free.pop().unwrap_or_else(|| {
                    work += 1;
                    spot(Place::Work(work - 1))
                });
                spots[to as usize] = own;
                steps.push(Step {
                    first: spots[first as usize],
                    second: spots[second as usize],
                    to: own,
                    not: complements(kind),
                    is_xor: kind == Kind::Xor,
                });
            }
            Op::Put { to, from, not } => steps.push(Step {
                first: spots[from as usize],
                second: spots[from as usize],
                to: spot(to),
                not: [false, false, not],
                is_xor: false,
            }),
            // The line is in twos.
            Op::Three { .. } => {}
            Op::Enter { .. } => items.push(Item::Steps(std::mem::take(&mut steps))),
            Op::Again { circle } => {
                let follows = line.circles[circle as usize].iter();
                let follows = follows
                    .map(|&(fact, from, not)| (spot(Place::Work(fact)), spots[from as usize], not))
                    .collect();
                items.push(Item::Circle {
                    steps: std::mem::take(&mut steps),
                    follows,
                });
            }
        }
        for &value in &last[at] {
            if line.homes[value as usize].is_none() && value != TRUE {
                free.push(spots[value as usize]);
            }
        }
    }
    items.push(Item::Steps(steps));
    (items, work as usize)
}

/// Which of both operands and the result are complemented, so that a gate is an `and` or an `xor`.
fn complements(kind: Kind) -> [bool; 3] {
    match kind {
        Kind::And | Kind::Xor => [false, false, false],
        Kind::Or => [true, true, true],
        Kind::NotAnd => [true, false, false],
    }
}

/// By operation: the values that nothing later reads.
///
/// What a circle reads is needed until it has been gone round for the last time.
fn last_uses(line: &Line) -> Vec<Vec<Value>> {
    let mut last = vec![None; line.homes.len()];
    let mut entered = None;
    let mut inside = Vec::new();
    for (at, op) in line.ops.iter().enumerate() {
        let read: Vec<Value> = match *op {
            Op::Make {
                first, second, to, ..
            } => {
                last[to as usize] = Some(at);
                vec![first, second]
            }
            Op::Three { to, operands, .. } => {
                last[to as usize] = Some(at);
                operands.to_vec()
            }
            Op::Put { from, .. } => vec![from],
            Op::Enter { .. } => {
                entered = Some(at);
                Vec::new()
            }
            Op::Again { circle } => {
                entered = None;
                let mut read = std::mem::take(&mut inside);
                read.extend(line.circles[circle as usize].iter().map(|follow| follow.1));
                read
            }
        };
        if entered.is_some() {
            inside.extend(&read);
        }
        for value in read {
            last[value as usize] = Some(at);
        }
    }
    let mut by_op = vec![Vec::new(); line.ops.len()];
    for (value, last) in last.iter().enumerate() {
        if let Some(at) = last {
            by_op[*at].push(value as Value);
        }
    }
    by_op
}
