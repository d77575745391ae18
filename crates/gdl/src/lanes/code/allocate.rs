//! Which values of a line are in registers when: what is needed last makes room.

use super::assemble::{Address, Assembler, Base, Instruction, Operand, Register};
use crate::lanes::line::{Kind, Line, Op, Place, TRUE, Value};

/// The register of the value that is always true.
const ONES: Register = 15;
/// Registers for all other values.
const REGISTERS: usize = 15;
/// What is in memory and needed again within so many operations is loaded; otherwise it is read where it stands.
const SOON: u32 = 12;
const NEVER: u32 = u32::MAX;
const NOWHERE: u8 = u8::MAX;

/// Turns a line without circles into code; gives back, too, how much room for work it needs.
pub(super) fn allocate(line: &Line) -> (Vec<u8>, u32) {
    let mut allocator = Allocator::new(line);
    let mut code = Assembler::default();
    code.combine(Instruction::Equal, ONES, ONES, Operand::Register(ONES));
    for (at, op) in line.ops.iter().enumerate() {
        allocator.at = at as u32;
        match *op {
            Op::Make {
                kind,
                to,
                first,
                second,
            } => allocator.make(&mut code, kind, to, first, second),
            Op::Put { to, from, not } => allocator.put(&mut code, to, from, not),
            Op::Enter { .. } | Op::Again { .. } => {}
        }
    }
    code.end();
    (code.bytes, allocator.work)
}

struct Allocator {
    at: u32,
    /// The operations that read each value, in rising order, end to end.
    uses: Vec<u32>,
    /// Where each value's uses go on and end.
    next: Vec<u32>,
    ends: Vec<u32>,
    homes: Vec<Option<Address>>,
    /// Whether the home is room that goes back when the value is no longer needed.
    lent: Vec<bool>,
    register: Vec<u8>,
    holds: [Option<Value>; REGISTERS],
    free: Vec<u32>,
    work: u32,
}

fn address(place: Place) -> Address {
    let (base, block) = match place {
        Place::Work(block) => (Base::Work, block),
        Place::Now(block) => (Base::Now, block),
        Place::Next(block) => (Base::Next, block),
    };
    Address { base, block }
}

impl Allocator {
    fn new(line: &Line) -> Self {
        let values = line.homes.len();
        let read = |op: &Op| match *op {
            Op::Make { first, second, .. } => [first, second],
            Op::Put { from, .. } => [from, TRUE],
            Op::Enter { .. } | Op::Again { .. } => [TRUE, TRUE],
        };
        let mut starts = vec![0u32; values + 1];
        for value in line.ops.iter().flat_map(read) {
            starts[value as usize + 1] += 1;
        }
        for value in 0..values {
            starts[value + 1] += starts[value];
        }
        let mut next = starts[..values].to_vec();
        let mut uses = vec![0; starts[values] as usize];
        for (at, op) in line.ops.iter().enumerate() {
            for value in read(op) {
                uses[next[value as usize] as usize] = at as u32;
                next[value as usize] += 1;
            }
        }
        let mut register = vec![NOWHERE; values];
        register[TRUE as usize] = ONES;
        Self {
            at: 0,
            uses,
            ends: starts[1..].to_vec(),
            next: starts[..values].to_vec(),
            homes: line.homes.iter().map(|home| home.map(address)).collect(),
            lent: vec![false; values],
            register,
            holds: [None; REGISTERS],
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

    fn in_register(&self, value: Value) -> Option<Register> {
        Some(self.register[value as usize]).filter(|&register| register != NOWHERE)
    }

    /// A register for a value; those that hold `keep` stay as they are.
    fn take(&mut self, code: &mut Assembler, value: Value, keep: [Value; 2]) -> Register {
        let mut best = (0, 0);
        for register in 0..REGISTERS {
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
        self.holds[register] = Some(value);
        self.register[value as usize] = register as Register;
        register as Register
    }

    /// Keeps in memory what a register held, where it is still needed.
    fn give_up(&mut self, code: &mut Assembler, value: Value, register: Register) {
        self.register[value as usize] = NOWHERE;
        if self.next_use(value) == NEVER || self.homes[value as usize].is_some() {
            return;
        }
        let block = self.free.pop().unwrap_or_else(|| {
            self.work += 1;
            self.work - 1
        });
        let home = Address {
            base: Base::Work,
            block,
        };
        code.store(home, register);
        self.homes[value as usize] = Some(home);
        self.lent[value as usize] = true;
    }

    fn load(&mut self, code: &mut Assembler, value: Value, keep: Value) -> Register {
        if let Some(register) = self.in_register(value) {
            return register;
        }
        let register = self.take(code, value, [value, keep]);
        if let Some(home) = self.homes[value as usize] {
            code.load(register, home);
        }
        register
    }

    /// A register where the value is in one or soon needed again; otherwise memory.
    fn operand(&mut self, code: &mut Assembler, value: Value, keep: Value) -> Operand {
        if let Some(register) = self.in_register(value) {
            return Operand::Register(register);
        }
        let next = self.next_use(value);
        match self.homes[value as usize] {
            Some(home) if next == NEVER || next > self.at + SOON => Operand::Memory(home),
            _ => Operand::Register(self.load(code, value, keep)),
        }
    }

    fn make(
        &mut self,
        code: &mut Assembler,
        kind: Kind,
        to: Value,
        mut first: Value,
        mut second: Value,
    ) {
        if kind != Kind::NotAnd && self.in_register(first).is_none() {
            let swap =
                self.in_register(second).is_some() || self.next_use(second) < self.next_use(first);
            if swap {
                std::mem::swap(&mut first, &mut second);
            }
        }
        let left = self.load(code, first, second);
        let right = self.operand(code, second, first);
        self.free_register(first);
        self.free_register(second);
        let target = self.take(code, to, [first, second]);
        let instruction = match kind {
            Kind::And => Instruction::And,
            Kind::Or => Instruction::Or,
            Kind::NotAnd => Instruction::NotAnd,
        };
        code.combine(instruction, target, left, right);
        self.free_room(first);
        self.free_room(second);
    }

    /// Frees the register of a value that is no longer needed.
    fn free_register(&mut self, value: Value) {
        if value == TRUE || self.next_use(value) != NEVER {
            return;
        }
        if let Some(register) = self.in_register(value) {
            self.holds[usize::from(register)] = None;
            self.register[value as usize] = NOWHERE;
        }
    }

    /// Frees the room of a value that is no longer needed, once the instruction that read it has been written.
    fn free_room(&mut self, value: Value) {
        if self.next_use(value) != NEVER {
            return;
        }
        if let (true, Some(home)) = (self.lent[value as usize], self.homes[value as usize]) {
            self.lent[value as usize] = false;
            self.free.push(home.block);
        }
    }

    fn put(&mut self, code: &mut Assembler, to: Place, from: Value, not: bool) {
        let mut register = self.load(code, from, from);
        if not {
            // A register for the complement alone, free again at once.
            let spare = self.take(code, TRUE, [from, from]);
            self.holds[usize::from(spare)] = None;
            self.register[TRUE as usize] = ONES;
            code.combine(Instruction::Xor, spare, register, Operand::Register(ONES));
            register = spare;
        } else if self.homes[from as usize].is_none() && from != TRUE {
            self.homes[from as usize] = Some(address(to));
        }
        code.store(address(to), register);
        self.free_register(from);
        self.free_room(from);
    }
}
