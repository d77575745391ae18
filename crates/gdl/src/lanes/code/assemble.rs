//! The few instructions that a line needs, as bytes: AVX2 on 256 bits.

/// A register of 256 bits, 0 to 15.
pub(super) type Register = u8;

/// What the addresses of an instruction begin from: the first three arguments of a function on Linux.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Base {
    Work,
    Now,
    Next,
}

/// A block in memory: so many blocks after its base.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub(super) base: Base,
    pub(super) block: u32,
}

/// The second operand of an instruction.
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
    /// All ones, of a register with itself.
    Equal,
}

impl Instruction {
    fn opcode(self) -> u8 {
        match self {
            Self::And => 0xdb,
            Self::NotAnd => 0xdf,
            Self::Or => 0xeb,
            Self::Xor => 0xef,
            Self::Equal => 0x76,
        }
    }
}

/// Prefix 66 of integer operations, and F3 of moves that need no alignment.
const INTEGER: u8 = 1;
const UNALIGNED: u8 = 2;

const LOAD: u8 = 0x6f;
const STORE: u8 = 0x7f;

/// Code under construction.
#[derive(Default)]
pub(super) struct Assembler {
    pub(super) bytes: Vec<u8>,
}

impl Assembler {
    /// `to` becomes `first` and `second`, combined.
    pub(super) fn combine(
        &mut self,
        instruction: Instruction,
        to: Register,
        first: Register,
        second: Operand,
    ) {
        self.encode(INTEGER, instruction.opcode(), to, first, second);
    }

    /// Memory into a register.
    pub(super) fn load(&mut self, to: Register, from: Address) {
        self.encode(UNALIGNED, LOAD, to, 0, Operand::Memory(from));
    }

    /// A register into memory.
    pub(super) fn store(&mut self, to: Address, from: Register) {
        self.encode(UNALIGNED, STORE, from, 0, Operand::Memory(to));
    }

    /// Back to the caller, who may use narrower vectors.
    pub(super) fn end(&mut self) {
        self.bytes.extend([0xc5, 0xf8, 0x77, 0xc3]);
    }

    /// VEX prefix, opcode and operands. Numbers of registers are kept inverted in the prefix.
    fn encode(&mut self, prefix: u8, opcode: u8, register: u8, first: u8, second: Operand) {
        let high = |register: u8| u8::from(register < 8) << 7;
        let rest = (!first & 15) << 3 | 1 << 2 | prefix;
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
                // rdi, rsi, rdx
                let base = match address.base {
                    Base::Work => 7,
                    Base::Now => 6,
                    Base::Next => 2,
                };
                let offset = address.block as i32 * super::BYTES;
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
