//! Which values of a line are in registers when: what is needed last makes room.

use super::assemble::{Address, Assembler, Base, Instruction, Operand, Register};
use super::fuse::{Fused, fused, plain, reordered, table_of_two};
use super::target::Target;
use crate::lanes::line::{Kind, Line, Place, TRUE, Value};

/// What is in memory and needed again within so many operations is loaded; otherwise it is read where it stands.
const SOON: u32 = 12;
const NEVER: u32 = u32::MAX;
const NOWHERE: u8 = u8::MAX;

/// Turns a line without circles into code; gives back, too, how much room for work it needs.
pub(super) fn allocate(line: &Line, target: Target) -> (Vec<u8>, u32) {
    let in_twos;
    let (line, ops) = if target.is_evex() {
        (line, fused(line))
    } else {
        in_twos = line.in_twos();
        (&in_twos, plain(&in_twos))
    };
    let mut allocator = Allocator::new(line, &ops, target);
    let mut code = Assembler::new(target);
    code.ones(allocator.ones);
    for (at, op) in ops.iter().enumerate() {
        allocator.at = at as u32;
        match *op {
            Fused::Two {
                kind,
                not,
                to,
                operands,
            } => allocator.two(&mut code, kind, not, to, operands),
            Fused::Three {
                table,
                to,
                operands,
            } => allocator.three(&mut code, table, to, operands),
            Fused::Put { to, from, not } => allocator.put(&mut code, to, from, not),
        }
    }
    code.end();
    (code.bytes, allocator.work)
}

struct Allocator {
    at: u32,
    /// The register of the value that is always true.
    ones: Register,
    /// The operations that read each value, in rising order, end to end.
    uses: Vec<u32>,
    /// Where each value's uses go on and end.
    next: Vec<u32>,
    ends: Vec<u32>,
    homes: Vec<Option<Address>>,
    /// Whether the home is room that goes back when the value is no longer needed.
    lent: Vec<bool>,
    register: Vec<u8>,
    holds: Vec<Option<Value>>,
    free: Vec<u32>,
    work: u32,
}

fn address(place: Place) -> Address {
    let (base, cell) = match place {
        Place::Work(cell) => (Base::Work, cell),
        Place::Now(cell) => (Base::Now, cell),
        Place::Next(cell) => (Base::Next, cell),
    };
    Address { base, cell }
}

impl Allocator {
    fn new(line: &Line, ops: &[Fused], target: Target) -> Self {
        let values = line.homes.len();
        let ones = target.registers() - 1;
        let mut starts = vec![0u32; values + 1];
        for &value in ops.iter().flat_map(Fused::reads) {
            starts[value as usize + 1] += 1;
        }
        for value in 0..values {
            starts[value + 1] += starts[value];
        }
        let mut next = starts[..values].to_vec();
        let mut uses = vec![0; starts[values] as usize];
        for (at, op) in ops.iter().enumerate() {
            for &value in op.reads() {
                uses[next[value as usize] as usize] = at as u32;
                next[value as usize] += 1;
            }
        }
        let mut register = vec![NOWHERE; values];
        register[TRUE as usize] = ones;
        Self {
            at: 0,
            ones,
            uses,
            ends: starts[1..].to_vec(),
            next: starts[..values].to_vec(),
            homes: line.homes.iter().map(|home| home.map(address)).collect(),
            lent: vec![false; values],
            register,
            holds: vec![None; usize::from(ones)],
            free: Vec::new(),
            work: line.work,
        }
    }

    /// The next operation after this one that reads a value.
    fn next_use(&mut self, value: Value) -> u32 {
        let value = value as usize;
        while self.next[value] < self.ends[value] {
            let at = self.uses[self.next[value] as usize];
            if at > self.at {
                return at;
            }
            self.next[value] += 1;
        }
        NEVER
    }

    fn is_soon(&mut self, value: Value) -> bool {
        let next = self.next_use(value);
        next != NEVER && next <= self.at + SOON
    }

    fn in_register(&self, value: Value) -> Option<Register> {
        Some(self.register[value as usize]).filter(|&register| register != NOWHERE)
    }

    /// A register for a value; those that hold `keep` stay as they are.
    fn take(&mut self, code: &mut Assembler, value: Value, keep: &[Value]) -> Register {
        let mut best = (0, 0);
        for register in 0..self.holds.len() {
            let last = match self.holds[register] {
                None => NEVER,
                Some(held) if keep.contains(&held) => continue,
                Some(held) => self.next_use(held),
            };
            if last >= best.0 {
                best = (last, register);
            }
            if last == NEVER {
                break;
            }
        }
        let register = best.1;
        if let Some(old) = self.holds[register] {
            self.give_up(code, old, register as Register);
        }
        self.hold(register as Register, value);
        register as Register
    }

    fn hold(&mut self, register: Register, value: Value) {
        self.holds[usize::from(register)] = Some(value);
        self.register[value as usize] = register;
    }

    /// Keeps in memory what a register held, where it is still needed.
    fn give_up(&mut self, code: &mut Assembler, value: Value, register: Register) {
        self.register[value as usize] = NOWHERE;
        if self.next_use(value) == NEVER || self.homes[value as usize].is_some() {
            return;
        }
        let cell = self.free.pop().unwrap_or_else(|| {
            self.work += 1;
            self.work - 1
        });
        let home = Address {
            base: Base::Work,
            cell,
        };
        code.store(home, register);
        self.homes[value as usize] = Some(home);
        self.lent[value as usize] = true;
    }

    fn load(&mut self, code: &mut Assembler, value: Value, keep: &[Value]) -> Register {
        if let Some(register) = self.in_register(value) {
            return register;
        }
        let register = self.take(code, value, keep);
        if let Some(home) = self.homes[value as usize] {
            code.load(register, home);
        }
        register
    }

    /// A register where the value is in one or soon needed again; otherwise memory.
    fn operand(&mut self, code: &mut Assembler, value: Value, keep: &[Value]) -> Operand {
        if let Some(register) = self.in_register(value) {
            return Operand::Register(register);
        }
        let is_soon = self.is_soon(value);
        match self.homes[value as usize] {
            Some(home) if !is_soon => Operand::Memory(home),
            _ => Operand::Register(self.load(code, value, keep)),
        }
    }

    fn two(
        &mut self,
        code: &mut Assembler,
        kind: Kind,
        not: bool,
        to: Value,
        operands: [Value; 2],
    ) {
        let [mut first, mut second] = operands;
        if kind != Kind::NotAnd && self.in_register(first).is_none() {
            let swap =
                self.in_register(second).is_some() || self.next_use(second) < self.next_use(first);
            if swap {
                std::mem::swap(&mut first, &mut second);
            }
        }
        let left = self.load(code, first, &operands);
        let right = self.operand(code, second, &operands);
        self.free_registers(&operands);
        let target = self.take(code, to, &operands);
        if not {
            // What the register held before does not matter to the function.
            code.ternary(table_of_two(kind, true), target, left, right);
        } else {
            let instruction = match kind {
                Kind::And => Instruction::And,
                Kind::Or => Instruction::Or,
                Kind::NotAnd => Instruction::NotAnd,
                Kind::Xor => Instruction::Xor,
            };
            code.combine(instruction, target, left, right);
        }
        self.free_rooms(&operands);
    }

    /// The first operand's register takes the result: one that is not needed again, or a copy.
    fn three(&mut self, code: &mut Assembler, table: u8, to: Value, operands: [Value; 3]) {
        let order = self.order_of_three(operands);
        let [first, second, third] = order.map(|place| operands[place]);
        let table = reordered(table, order);
        let in_second = self.load(code, second, &operands);
        let in_third = self.operand(code, third, &operands);
        let target = match self.in_register(first) {
            Some(register) if self.is_expendable(first) => {
                self.register[first as usize] = NOWHERE;
                self.hold(register, to);
                register
            }
            // The registers of the other two are written to by nobody before they have been read.
            held => {
                let target = self.take(code, to, &operands);
                match (held, self.homes[first as usize]) {
                    (Some(register), _) => code.copy(target, register),
                    (None, Some(home)) => code.load(target, home),
                    (None, None) => {}
                }
                target
            }
        };
        code.ternary(table, target, in_second, in_third);
        self.free_registers(&operands);
        self.free_rooms(&operands);
    }

    /// Whether the register of a value may be overwritten.
    fn is_expendable(&mut self, value: Value) -> bool {
        if value == TRUE {
            return false;
        }
        let has_home = self.homes[value as usize].is_some();
        self.next_use(value) == NEVER || has_home && !self.is_soon(value)
    }

    /// Which operand is overwritten, which is in a register, and which may be in memory.
    fn order_of_three(&mut self, operands: [Value; 3]) -> [usize; 3] {
        let mut places = [0, 1, 2];
        let rank = |allocator: &mut Self, place: usize| {
            let value = operands[place];
            let is_held = allocator.in_register(value).is_some();
            match (is_held, allocator.is_expendable(value)) {
                // Overwriting it costs nothing.
                (true, true) => 0,
                // It has to be loaded in any case, and into a register of its own.
                (false, true) => 1,
                (true, false) => 2,
                (false, false) => 3,
            }
        };
        let ranks = [0, 1, 2].map(|place| rank(self, place));
        places.sort_by_key(|&place| ranks[place]);
        // Of the other two, the one that stays in memory comes last.
        let in_memory =
            |allocator: &Self, place: usize| allocator.in_register(operands[place]).is_none();
        if in_memory(self, places[1]) && !in_memory(self, places[2]) {
            places.swap(1, 2);
        }
        places
    }

    /// Frees the registers of values that are no longer needed.
    fn free_registers(&mut self, values: &[Value]) {
        for &value in values {
            if value == TRUE || self.next_use(value) != NEVER {
                continue;
            }
            if let Some(register) = self.in_register(value) {
                self.holds[usize::from(register)] = None;
                self.register[value as usize] = NOWHERE;
            }
        }
    }

    /// Frees the room of values that are no longer needed, once the instruction that read them has been written.
    fn free_rooms(&mut self, values: &[Value]) {
        for &value in values {
            if self.next_use(value) != NEVER {
                continue;
            }
            if let (true, Some(home)) = (self.lent[value as usize], self.homes[value as usize]) {
                self.lent[value as usize] = false;
                self.free.push(home.cell);
            }
        }
    }

    fn put(&mut self, code: &mut Assembler, to: Place, from: Value, not: bool) {
        let mut register = self.load(code, from, &[from]);
        if not {
            // A register for the complement alone, free again at once.
            let spare = self.take(code, TRUE, &[from]);
            self.holds[usize::from(spare)] = None;
            self.register[TRUE as usize] = self.ones;
            code.combine(
                Instruction::Xor,
                spare,
                register,
                Operand::Register(self.ones),
            );
            register = spare;
        } else if self.homes[from as usize].is_none() && from != TRUE {
            self.homes[from as usize] = Some(address(to));
        }
        code.store(address(to), register);
        self.free_registers(&[from]);
        self.free_rooms(&[from]);
    }
}
