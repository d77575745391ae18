//! Gates as a straight line of operations on two blocks each.
//!
//! A gate is worked out right after what it is made of, and long gates are
//! added up operand by operand, so that few values wait at any time. A value
//! may be held as its complement: an OR is then one operation, not three.

use crate::network::{Circle, Lit, Network, Node};

/// Where a block is kept outside the values of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A fluent of the state.
    Now(u32),
    /// A fluent of the next state.
    Next(u32),
    /// Moves, answers and whatever has to be kept for a while.
    Work(u32),
}

/// Something that an operation reads: a value by its number.
///
/// Number 0 is always true; then come what stands in a [`Place`] from the
/// beginning, and the results of operations.
pub(crate) type Value = u32;

/// The value that is always true.
pub(crate) const TRUE: Value = 0;

/// How two blocks become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    And,
    Or,
    /// The second where the first is not set.
    NotAnd,
    Xor,
}

/// How three blocks become one: what adding and taking away with a bit per lane needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Three {
    /// Whether an odd number of them is set.
    Sum,
    /// Whether at least two of them are set.
    Carry,
    /// Whether at least two of the complement of the first, the second and the third are set.
    Borrow,
}

/// One operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Make {
        kind: Kind,
        to: Value,
        first: Value,
        second: Value,
    },
    Three {
        kind: Three,
        to: Value,
        operands: [Value; 3],
    },
    /// Puts a value, or its complement, into a place.
    Put { to: Place, from: Value, not: bool },
    /// The facts of a circle are false to begin with.
    Enter { circle: u32 },
    /// Back to the operation after `Enter` as long as the circle finds anything new.
    Again { circle: u32 },
}

/// A fact of a circle: its place, what it follows from, and whether from its complement.
pub(crate) type Follow = (u32, Value, bool);

/// A part of a network in the order in which it is worked out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    pub(crate) ops: Vec<Op>,
    /// Where the values below [`Self::values`] are found; `None` of results.
    pub(crate) homes: Vec<Option<Place>>,
    pub(crate) circles: Vec<Vec<Follow>>,
    /// The first place of work that is free.
    pub(crate) work: u32,
}

impl Line {
    /// How many operations make new values.
    pub(crate) fn gates(&self) -> usize {
        let makes = |op: &&Op| matches!(op, Op::Make { .. } | Op::Three { .. });
        self.ops.iter().filter(makes).count()
    }

    /// The same line without operations on three blocks.
    pub(crate) fn in_twos(&self) -> Self {
        let mut line = Self {
            ops: Vec::with_capacity(self.ops.len()),
            ..self.clone()
        };
        for op in &self.ops {
            let Op::Three { kind, to, operands } = *op else {
                line.ops.push(*op);
                continue;
            };
            let [first, second, third] = operands;
            let differ = line.two(Kind::Xor, first, second);
            // Where the first two differ the third decides, otherwise the second does; the
            // complement of the first differs from the second where the first does not.
            let decides = match kind {
                Three::Sum => None,
                Three::Carry => Some(Kind::And),
                Three::Borrow => Some(Kind::NotAnd),
            };
            let (first, second) = match decides {
                None => (differ, third),
                Some(decides) => {
                    let others = line.two(Kind::Xor, second, third);
                    (second, line.two(decides, differ, others))
                }
            };
            line.ops.push(Op::Make {
                kind: Kind::Xor,
                to,
                first,
                second,
            });
        }
        line
    }

    /// Adds an operation on two values and gives back its result.
    pub(crate) fn two(&mut self, kind: Kind, first: Value, second: Value) -> Value {
        let to = self.homes.len() as Value;
        self.homes.push(None);
        self.ops.push(Op::Make {
            kind,
            to,
            first,
            second,
        });
        to
    }

    /// Adds an operation on three values and gives back its result.
    pub(crate) fn three(&mut self, kind: Three, operands: [Value; 3]) -> Value {
        let to = self.homes.len() as Value;
        self.homes.push(None);
        self.ops.push(Op::Three { kind, to, operands });
        to
    }
}

/// A value and whether it is the complement of what was asked for.
type Found = (Value, bool);

/// Turns gates into operations, each once.
pub(crate) struct Liner<'a> {
    network: &'a Network,
    line: Line,
    found: Vec<Option<Found>>,
    levels: &'a [u32],
}

/// A gate that is being added up.
struct Frame {
    node: usize,
    operands: Vec<Lit>,
    at: usize,
    /// All plain operands so far.
    plain: Option<Value>,
    /// Any of the complemented ones so far.
    not: Option<Value>,
}

/// How far every node is from the inputs.
pub(crate) fn levels(network: &Network) -> Vec<u32> {
    const OPEN: u32 = u32::MAX;
    let mut levels = vec![OPEN; network.gates.nodes.len()];
    let mut stack: Vec<usize> = (0..levels.len()).collect();
    while let Some(&node) = stack.last() {
        if levels[node] != OPEN {
            stack.pop();
            continue;
        }
        let operands = network.gates.operands(node).iter().map(|lit| lit.node());
        let open = stack.len();
        stack.extend(operands.clone().filter(|&operand| levels[operand] == OPEN));
        if stack.len() == open {
            let below = operands.map(|operand| levels[operand] + 1).max();
            levels[node] = below.unwrap_or(0);
            stack.pop();
        }
    }
    levels
}

impl<'a> Liner<'a> {
    /// Fluents are found in the state; `work` is the first place that is free.
    pub(crate) fn new(network: &'a Network, levels: &'a [u32], work: u32) -> Self {
        let mut liner = Self {
            network,
            line: Line {
                homes: vec![None],
                work,
                ..Line::default()
            },
            found: vec![None; network.gates.nodes.len()],
            levels,
        };
        liner.found[0] = Some((TRUE, false));
        for fluent in 0..network.fluents.len() {
            let node = Network::fluent_node(fluent);
            liner.stands(node, Place::Now(fluent as u32), false);
        }
        liner
    }

    /// Says that a node, or its complement if `not`, is found in a place.
    pub(crate) fn stands(&mut self, node: usize, place: Place, not: bool) {
        self.found[node] = Some((self.line.homes.len() as Value, not));
        self.line.homes.push(Some(place));
    }

    /// A place of work that nothing else uses.
    pub(crate) fn room(&mut self) -> u32 {
        self.line.work += 1;
        self.line.work - 1
    }

    /// So many places side by side; gives the first.
    pub(crate) fn rooms(&mut self, count: usize) -> u32 {
        self.line.work += count as u32;
        self.line.work - count as u32
    }

    /// Puts a node into a place as it is held; says whether that is its complement.
    pub(crate) fn put_as_found(&mut self, node: usize, to: Place) -> bool {
        let (from, not) = self.value(Lit::of(node));
        self.line.ops.push(Op::Put {
            to,
            from,
            not: false,
        });
        not
    }

    /// Works out a literal and puts it into a place.
    pub(crate) fn put(&mut self, lit: Lit, to: Place) {
        let (from, not) = self.value(lit);
        self.line.ops.push(Op::Put { to, from, not });
    }

    /// Works out a literal and puts it into a place, in lanes that begin anew what it is at the `start`.
    pub(crate) fn put_or_begin(&mut self, lit: Lit, to: Place, fresh: Value, start: bool) {
        let (value, not) = self.value(lit);
        // What is held as its complement begins with the complement, too.
        let kind = if start == not { Kind::NotAnd } else { Kind::Or };
        let from = self.line.two(kind, fresh, value);
        self.line.ops.push(Op::Put { to, from, not });
    }

    /// The value that a literal is held as, or its complement where it is held so.
    pub(crate) fn plain_value(&mut self, lit: Lit) -> Value {
        match self.value(lit) {
            (value, false) => value,
            (value, true) => self.line.two(Kind::NotAnd, value, TRUE),
        }
    }

    /// A value that is found in a place.
    pub(crate) fn found_in(&mut self, place: Place) -> Value {
        self.line.homes.push(Some(place));
        (self.line.homes.len() - 1) as Value
    }

    /// Says that a node has a value.
    pub(crate) fn is(&mut self, node: usize, value: Value) {
        self.found[node] = Some((value, false));
    }

    /// Puts a value into a place.
    pub(crate) fn put_value(&mut self, from: Value, to: Place) {
        let not = false;
        self.line.ops.push(Op::Put { to, from, not });
    }

    /// The line so far, to be added to.
    pub(crate) fn line(&mut self) -> &mut Line {
        &mut self.line
    }

    /// The operations, without those whose results nobody needs.
    pub(crate) fn finish(mut self) -> Line {
        let mut needed = vec![false; self.line.homes.len()];
        for &(_, value, _) in self.line.circles.iter().flatten() {
            needed[value as usize] = true;
        }
        let mut kept = Vec::with_capacity(self.line.ops.len());
        for &op in self.line.ops.iter().rev() {
            match op {
                Op::Make { to, .. } | Op::Three { to, .. } if !needed[to as usize] => continue,
                Op::Make { first, second, .. } => {
                    needed[first as usize] = true;
                    needed[second as usize] = true;
                }
                Op::Three { operands, .. } => {
                    for value in operands {
                        needed[value as usize] = true;
                    }
                }
                Op::Put { from, .. } => needed[from as usize] = true,
                Op::Enter { .. } | Op::Again { .. } => {}
            }
            kept.push(op);
        }
        kept.reverse();
        self.line.ops = kept;
        self.line
    }

    /// Works out the circles among `needed`, and all that they need, in their order.
    pub(crate) fn circles(&mut self, needed: &[bool]) {
        for circle in &self.network.circles {
            if needed[circle.begin..circle.end].contains(&true) {
                self.circle(circle);
            }
        }
    }

    fn circle(&mut self, circle: &Circle) {
        let own = circle.begin..circle.end;
        for node in own.clone() {
            for lit in self.network.gates.operands(node) {
                if !own.contains(&lit.node()) {
                    self.value(*lit);
                }
            }
        }
        let mut places = Vec::new();
        for &(node, lit) in &circle.follows {
            if !own.contains(&lit.node()) {
                self.value(lit);
            }
            let place = self.room();
            self.stands(node, Place::Work(place), false);
            places.push(place);
        }
        let number = self.line.circles.len() as u32;
        self.line.circles.push(Vec::new());
        self.line.ops.push(Op::Enter { circle: number });
        let follows = circle.follows.iter().zip(places);
        let follows = follows.map(|(&(_, lit), place)| {
            let (value, not) = self.value(lit);
            (place, value, not)
        });
        self.line.circles[number as usize] = follows.collect();
        self.line.ops.push(Op::Again { circle: number });
    }

    /// The value of a literal, worked out if it is not yet known.
    fn value(&mut self, lit: Lit) -> Found {
        let mut frames = Vec::new();
        loop {
            if let Some((value, not)) = self.found[lit.node()] {
                return (value, not != lit.is_not());
            }
            if frames.is_empty() {
                frames.push(self.frame(lit.node()));
            }
            while let Some(frame) = frames.last_mut() {
                if let Some(&operand) = frame.operands.get(frame.at) {
                    match self.found[operand.node()] {
                        None => {
                            let inner = self.frame(operand.node());
                            frames.push(inner);
                        }
                        Some((value, not)) => {
                            frame.at += 1;
                            self.add(frame, value, not != operand.is_not());
                        }
                    }
                    continue;
                }
                self.found[frame.node] = Some(match (frame.plain, frame.not) {
                    (Some(plain), Some(not)) => (self.line.two(Kind::NotAnd, not, plain), false),
                    (Some(plain), None) => (plain, false),
                    (None, Some(not)) => (not, true),
                    (None, None) => (TRUE, false),
                });
                frames.pop();
            }
        }
    }

    /// Operands that are still to be worked out come first, the deepest of all: the others wait nowhere.
    fn frame(&self, node: usize) -> Frame {
        let mut operands = self.network.gates.operands(node).to_vec();
        let depth = |lit: &Lit| match self.found[lit.node()] {
            None => self.levels[lit.node()],
            Some(_) => 0,
        };
        operands.sort_by_key(|lit| std::cmp::Reverse(depth(lit)));
        Frame {
            node,
            operands,
            at: 0,
            plain: None,
            not: None,
        }
    }

    fn add(&mut self, frame: &mut Frame, value: Value, not: bool) {
        let (sum, kind) = if not {
            (&mut frame.not, Kind::Or)
        } else {
            (&mut frame.plain, Kind::And)
        };
        *sum = Some(match *sum {
            None => value,
            Some(sum) => self.line.two(kind, sum, value),
        });
    }
}

/// The nodes that some literals need, as far as `known` says nothing.
pub(crate) fn needed(network: &Network, roots: &[Lit], known: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut follows = vec![None; network.gates.nodes.len()];
    for &(node, lit) in network.circles.iter().flat_map(|circle| &circle.follows) {
        follows[node] = Some(lit);
    }
    let mut needed = vec![false; network.gates.nodes.len()];
    let mut open: Vec<usize> = roots.iter().map(|lit| lit.node()).collect();
    while let Some(node) = open.pop() {
        if known(node) || std::mem::replace(&mut needed[node], true) {
            continue;
        }
        open.extend(network.gates.operands(node).iter().map(|lit| lit.node()));
        open.extend(follows[node].map(Lit::node));
        if network.gates.nodes[node] == Node::Circle {
            // One fact of a circle needs them all.
            let own = network.circles.iter();
            let own = own.filter(|circle| (circle.begin..circle.end).contains(&node));
            open.extend(
                own.flat_map(|circle| &circle.follows)
                    .map(|follow| follow.0),
            );
        }
    }
    needed
}
