//! The few instructions that a line needs, as bytes.

use super::evex::{self, Map};
use super::target::Target;

/// A register for vectors, 0 to 15, or to 31 with AVX-512.
pub(super) type Register = u8;

/// What the addresses of an instruction begin from: the first three arguments of a function on Linux.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    Work,
    Now,
    Next,
}

impl Base {
    /// rdi, rsi, rdx.
    pub(super) fn number(self) -> u8 {
        match self {
            Self::Work => 7,
            Self::Now => 6,
            Self::Next => 2,
        }
    }
}

/// A cell in memory: so many cells after its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub(super) base: Base,
    pub(super) cell: u32,
}

/// The last operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operand {
    Register(Register),
    Memory(Address),
}

/// What an instruction does with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Instruction {
    And,
    /// The second where the first is not set.
    NotAnd,
    Or,
    Xor,
}

impl Instruction {
    pub(super) fn opcode(self) -> u8 {
        match self {
            Self::And => 0xdb,
            Self::NotAnd => 0xdf,
            Self::Or => 0xeb,
            Self::Xor => 0xef,
        }
    }
}

/// Prefix 66 of integer operations, and F3 of moves that need no alignment.
pub(super) const INTEGER: u8 = 1;
pub(super) const UNALIGNED: u8 = 2;

pub(super) const LOAD: u8 = 0x6f;
pub(super) const STORE: u8 = 0x7f;
/// Compares for equality: of a register with itself, all ones.
const EQUAL: u8 = 0x76;
/// Any function of three operands.
const TERNARY: u8 = 0x25;

/// Code under construction.
pub(super) struct Assembler {
    pub(super) bytes: Vec<u8>,
    target: Target,
}

impl Assembler {
    pub(super) fn new(target: Target) -> Self {
        Self {
            bytes: Vec::new(),
            target,
        }
    }

    /// `to` becomes all ones.
    pub(super) fn ones(&mut self, to: Register) {
        if self.target.is_evex() {
            self.ternary(u8::MAX, to, to, Operand::Register(to));
        } else {
            self.vex(INTEGER, EQUAL, to, to, Operand::Register(to));
        }
    }

    /// `to` becomes `first` and `second`, combined.
    pub(super) fn combine(
        &mut self,
        instruction: Instruction,
        to: Register,
        first: Register,
        second: Operand,
    ) {
        if self.target.is_evex() {
            self.evex(Map::Plain, INTEGER, instruction.opcode(), to, first, second);
        } else {
            self.vex(INTEGER, instruction.opcode(), to, first, second);
        }
    }

    /// `to` becomes the function `table` of itself, `second` and `third`; AVX-512 only.
    ///
    /// Bit `4a + 2b + c` of the table is the result for bits a, b, c of the operands.
    pub(super) fn ternary(&mut self, table: u8, to: Register, second: Register, third: Operand) {
        self.evex(Map::Three, INTEGER, TERNARY, to, second, third);
        self.bytes.push(table);
    }

    /// A register into another.
    pub(super) fn copy(&mut self, to: Register, from: Register) {
        let from = Operand::Register(from);
        if self.target.is_evex() {
            self.evex(Map::Plain, INTEGER, LOAD, to, 0, from);
        } else {
            self.vex(INTEGER, LOAD, to, 0, from);
        }
    }

    /// Memory into a register.
    pub(super) fn load(&mut self, to: Register, from: Address) {
        let from = Operand::Memory(from);
        match self.target {
            Target::One512 => self.evex(Map::Plain, INTEGER, evex::LOAD_4_BYTES, to, 0, from),
            Target::Lanes512 => self.evex(Map::Plain, UNALIGNED, LOAD, to, 0, from),
            _ => self.vex(UNALIGNED, LOAD, to, 0, from),
        }
    }

    /// A register into memory.
    pub(super) fn store(&mut self, to: Address, from: Register) {
        let to = Operand::Memory(to);
        match self.target {
            Target::One512 => self.evex(Map::Plain, INTEGER, evex::STORE_4_BYTES, from, 0, to),
            Target::Lanes512 => self.evex(Map::Plain, UNALIGNED, STORE, from, 0, to),
            _ => self.vex(UNALIGNED, STORE, from, 0, to),
        }
    }

    /// Back to the caller, who may use narrower vectors.
    pub(super) fn end(&mut self) {
        self.bytes.extend([0xc5, 0xf8, 0x77, 0xc3]);
    }

    fn evex(&mut self, map: Map, prefix: u8, opcode: u8, reg: u8, first: u8, last: Operand) {
        evex::encode(
            &mut self.bytes,
            self.target,
            (map, prefix, opcode),
            reg,
            first,
            last,
        );
    }

    /// VEX prefix, opcode and operands. Numbers of registers are kept inverted in the prefix.
    fn vex(&mut self, prefix: u8, opcode: u8, register: u8, first: u8, second: Operand) {
        let high = |register: u8| u8::from(register < 8) << 7;
        let length = u8::from(self.target == Target::Lanes256);
        let rest = (!first & 15) << 3 | length << 2 | prefix;
        match second {
            Operand::Register(other) if other >= 8 => {
                self.bytes
                    .extend([0xc4, high(register) | 1 << 6 | 1, rest, opcode]);
            }
            _ => self.bytes.extend([0xc5, high(register) | rest, opcode]),
        }
        let low = (register & 7) << 3;
        match second {
            Operand::Register(other) => self.bytes.push(3 << 6 | low | other & 7),
            Operand::Memory(address) => {
                let base = address.base.number();
                let offset = address.cell as i32 * self.target.stride() as i32;
                if let Ok(near) = i8::try_from(offset) {
                    self.bytes.extend([1 << 6 | low | base, near as u8]);
                } else {
                    self.bytes.push(2 << 6 | low | base);
                    self.bytes.extend(offset.to_le_bytes());
                }
            }
        }
    }
}
