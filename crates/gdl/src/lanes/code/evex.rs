//! How instructions of AVX-512 are written: a prefix of four bytes, and short distances counted in operands.

use super::assemble::{LOAD, Operand, STORE};
use super::target::Target;

/// Which table of opcodes an instruction is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Map {
    Plain = 1,
    Three = 3,
}

/// Four bytes of memory into the lowest part of a register, and back.
pub(super) const LOAD_4_BYTES: u8 = 0x6e;
pub(super) const STORE_4_BYTES: u8 = 0x7e;

/// Map, prefix and opcode.
type Opcode = (Map, u8, u8);

/// Appends an instruction with registers `reg` and `first` and a last operand.
///
/// Numbers of registers are kept inverted in the prefix, bit by bit. Of one
/// game, an operand in memory is 4 bytes that fill the register.
pub(super) fn encode(
    bytes: &mut Vec<u8>,
    target: Target,
    (map, prefix, opcode): Opcode,
    reg: u8,
    first: u8,
    last: Operand,
) {
    let is_move =
        matches!(opcode, LOAD | STORE | LOAD_4_BYTES | STORE_4_BYTES) && map == Map::Plain;
    let is_one = target == Target::One512;
    let fills = is_one && !is_move && matches!(last, Operand::Memory(_));
    let not = |register: u8, bit: u8| !register >> bit & 1;
    let (base, index) = match last {
        Operand::Register(other) => (not(other, 3), not(other, 4)),
        Operand::Memory(_) => (1, 1),
    };
    let length: u8 = if is_one { 0 } else { 2 };
    bytes.push(0x62);
    bytes.push(not(reg, 3) << 7 | index << 6 | base << 5 | not(reg, 4) << 4 | map as u8);
    bytes.push((!first & 15) << 3 | 1 << 2 | prefix);
    bytes.push(length << 5 | u8::from(fills) << 4 | not(first, 4) << 3);
    bytes.push(opcode);
    let low = (reg & 7) << 3;
    match last {
        Operand::Register(other) => bytes.push(3 << 6 | low | other & 7),
        Operand::Memory(address) => {
            let base = address.base.number();
            // Short distances are counted in operands, and an operand is a cell.
            if let Ok(near) = i8::try_from(address.cell) {
                bytes.extend([1 << 6 | low | base, near as u8]);
            } else {
                let offset = address.cell as i32 * target.stride() as i32;
                bytes.push(2 << 6 | low | base);
                bytes.extend(offset.to_le_bytes());
            }
        }
    }
}
