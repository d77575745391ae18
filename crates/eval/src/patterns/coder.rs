//! Small numbers in few bytes: an adaptive binary range coder.
//!
//! Every bit is coded with a chance that was learned from the bits before it
//! in the same context; weights that are 0, as most are, take a small part of a bit.

/// Chances are in 4096ths, and move by a 32nd of what they were wrong.
const ONE: u32 = 4096;
const RATE: u32 = 5;
/// The range is kept above this.
const LEAST: u32 = 1 << 24;

/// The chance that a bit is 0.
#[derive(Clone, Copy)]
pub(super) struct Chance(u16);

impl Default for Chance {
    fn default() -> Self {
        Self(ONE as u16 / 2)
    }
}

impl Chance {
    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> RATE;
        } else {
            self.0 += (ONE as u16 - self.0) >> RATE;
        }
    }
}

/// Writes or reads bits.
pub(super) trait Coder {
    /// Codes a bit: a writer writes `bit` and returns it, a reader returns the one it reads.
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool;
}

/// Writes bits.
pub(super) struct Writer {
    low: u64,
    range: u32,
    /// Bytes that wait for a carry: one, and so many of 255 behind it.
    cache: u8,
    waiting: u64,
    out: Vec<u8>,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self {
            low: 0,
            range: u32::MAX,
            cache: 0,
            waiting: 1,
            out: Vec::new(),
        }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > 0xffff_ffff {
            let carry = (self.low >> 32) as u8;
            let mut byte = self.cache;
            while self.waiting > 0 {
                self.out.push(byte.wrapping_add(carry));
                byte = 0xff;
                self.waiting -= 1;
            }
            self.cache = (self.low >> 24) as u8;
        }
        self.waiting += 1;
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// All bytes.
    pub(super) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.out
    }
}

impl Coder for Writer {
    fn bit(&mut self, chance: &mut Chance, bit: bool) -> bool {
        let bound = (self.range / ONE) * u32::from(chance.0);
        if bit {
            self.low += u64::from(bound);
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < LEAST {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// Reads bits; behind the end of its bytes it reads zeros.
pub(super) struct Reader<'a> {
    range: u32,
    code: u32,
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut reader = Self {
            range: u32::MAX,
            code: 0,
            bytes: bytes.iter(),
        };
        for _ in 0..5 {
            reader.shift();
        }
        reader
    }

    fn shift(&mut self) {
        self.code = self.code << 8 | u32::from(self.bytes.next().copied().unwrap_or(0));
    }
}

impl Coder for Reader<'_> {
    fn bit(&mut self, chance: &mut Chance, _: bool) -> bool {
        let bound = (self.range / ONE) * u32::from(chance.0);
        let bit = self.code >= bound;
        if bit {
            self.code -= bound;
            self.range -= bound;
        } else {
            self.range = bound;
        }
        chance.learn(bit);
        while self.range < LEAST {
            self.range <<= 8;
            self.shift();
        }
        bit
    }
}

/// How many bits a number's size may have.
const SIZES: usize = 17;

/// The chances of one context: is it 0, its sign, the length of its size, the bits of that.
#[derive(Clone)]
pub(super) struct Numbers {
    zero: Chance,
    sign: Chance,
    length: [Chance; SIZES],
    bits: [[Chance; SIZES]; SIZES],
}

impl Default for Numbers {
    fn default() -> Self {
        let chance = Chance::default();
        Self {
            zero: chance,
            sign: chance,
            length: [chance; SIZES],
            bits: [[chance; SIZES]; SIZES],
        }
    }
}

impl Numbers {
    /// Codes a number of 16 bits: a writer writes `number`, a reader returns the one it reads.
    ///
    /// Nothing if what is read is no such number.
    pub(super) fn code(&mut self, coder: &mut impl Coder, number: i16) -> Option<i16> {
        if !coder.bit(&mut self.zero, number != 0) {
            return Some(0);
        }
        let negative = coder.bit(&mut self.sign, number < 0);
        let size = number.unsigned_abs();
        let wanted = size.checked_ilog2().unwrap_or(0) as usize;
        let mut length = 0;
        while coder.bit(&mut self.length[length], length < wanted) {
            length += 1;
            if length == SIZES - 1 {
                return None;
            }
        }
        let mut read: i32 = 1;
        for at in (0..length).rev() {
            read =
                read << 1 | i32::from(coder.bit(&mut self.bits[length][at], size >> at & 1 == 1));
        }
        i16::try_from(if negative { -read } else { read }).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut numbers: Vec<i16> = (-300..300).map(|n| (n * n * n % 97) as i16).collect();
        numbers.extend([i16::MIN, i16::MAX, 0, 0, -1, 1]);
        numbers.extend([0; 5000]);
        let (mut writer, mut context) = (Writer::new(), Numbers::default());
        for &number in &numbers {
            assert_eq!(context.code(&mut writer, number), Some(number));
        }
        let bytes = writer.finish();
        assert!(bytes.len() < 800, "{} bytes", bytes.len());
        let (mut reader, mut context) = (Reader::new(&bytes), Numbers::default());
        for &number in &numbers {
            assert_eq!(context.code(&mut reader, 0), Some(number));
        }
    }
}
