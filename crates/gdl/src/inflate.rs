//! Unpacks gzip files, so that traces can stay packed: RFC 1951 and 1952, without their extras.

use crate::error::{GdlError, GdlErrorKind};

/// Traces are a few megabytes; more is not one.
const MOST_BYTES: usize = 1 << 28;

/// The content of a gzip file, or the bytes themselves where they are none.
///
/// # Errors
/// When the file is broken or unpacks to more than 256 MiB.
pub fn unpack(bytes: &[u8]) -> Result<Vec<u8>, GdlError> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.to_vec());
    }
    let body = skip_header(bytes).ok_or_else(broken)?;
    let mut bits = Bits { bytes: body, at: 0 };
    inflate(&mut bits).ok_or_else(broken)
}

fn broken() -> GdlError {
    GdlError::new(
        GdlErrorKind::Syntax,
        "the packed file is broken or too large",
        "pack it again with gzip, or pass it unpacked",
    )
}

fn skip_header(bytes: &[u8]) -> Option<&[u8]> {
    let flags = *bytes.get(3)?;
    let mut rest = bytes.get(10..)?;
    if flags & 4 != 0 {
        let length = usize::from(*rest.first()?) | usize::from(*rest.get(1)?) << 8;
        rest = rest.get(2 + length..)?;
    }
    for flag in [8, 16] {
        if flags & flag != 0 {
            let end = rest.iter().position(|&byte| byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & 2 != 0 {
        rest = rest.get(2..)?;
    }
    Some(rest)
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn bit(&mut self) -> Option<usize> {
        let byte = *self.bytes.get(self.at / 8)?;
        let bit = byte >> (self.at % 8) & 1;
        self.at += 1;
        Some(usize::from(bit))
    }

    fn take(&mut self, count: u8) -> Option<usize> {
        let mut number = 0;
        for place in 0..count {
            number |= self.bit()? << place;
        }
        Some(number)
    }
}

/// A prefix code: how many codes there are of each length, and their symbols in order.
struct Code {
    counts: [u16; 16],
    symbols: Vec<u16>,
}

impl Code {
    fn new(lengths: &[u8]) -> Self {
        let mut counts = [0; 16];
        for &length in lengths {
            counts[usize::from(length)] += 1;
        }
        counts[0] = 0;
        let mut symbols: Vec<u16> = (0..lengths.len() as u16)
            .filter(|&symbol| lengths[usize::from(symbol)] > 0)
            .collect();
        symbols.sort_by_key(|&symbol| lengths[usize::from(symbol)]);
        Self { counts, symbols }
    }

    fn read(&self, bits: &mut Bits<'_>) -> Option<usize> {
        let (mut code, mut first, mut index) = (0usize, 0usize, 0usize);
        for &count in &self.counts[1..] {
            code |= bits.bit()?;
            let count = usize::from(count);
            if code < first + count {
                return self
                    .symbols
                    .get(index + code - first)
                    .map(|&symbol| usize::from(symbol));
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }
}

const LENGTHS: [(u16, u8); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];

const DISTANCES: [(u16, u8); 30] = [
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 1),
    (7, 1),
    (9, 2),
    (13, 2),
    (17, 3),
    (25, 3),
    (33, 4),
    (49, 4),
    (65, 5),
    (97, 5),
    (129, 6),
    (193, 6),
    (257, 7),
    (385, 7),
    (513, 8),
    (769, 8),
    (1025, 9),
    (1537, 9),
    (2049, 10),
    (3073, 10),
    (4097, 11),
    (6145, 11),
    (8193, 12),
    (12289, 12),
    (16385, 13),
    (24577, 13),
];

fn inflate(bits: &mut Bits<'_>) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    loop {
        let last = bits.bit()? == 1;
        match bits.take(2)? {
            0 => stored(bits, &mut out)?,
            1 => block(bits, &fixed_codes(), &mut out)?,
            2 => {
                let codes = dynamic_codes(bits)?;
                block(bits, &codes, &mut out)?;
            }
            _ => return None,
        }
        if last {
            return Some(out);
        }
    }
}

fn stored(bits: &mut Bits<'_>, out: &mut Vec<u8>) -> Option<()> {
    bits.at = bits.at.next_multiple_of(8);
    let length = bits.take(16)?;
    bits.take(16)?;
    let from = bits.at / 8;
    out.extend_from_slice(bits.bytes.get(from..from + length)?);
    bits.at += 8 * length;
    Some(())
}

fn fixed_codes() -> (Code, Code) {
    let mut lengths = [8; 288];
    lengths[144..256].fill(9);
    lengths[256..280].fill(7);
    (Code::new(&lengths), Code::new(&[5; 30]))
}

fn dynamic_codes(bits: &mut Bits<'_>) -> Option<(Code, Code)> {
    const ORDER: [usize; 19] = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ];
    let literals = bits.take(5)? + 257;
    let distances = bits.take(5)? + 1;
    let count = bits.take(4)? + 4;
    let mut lengths = [0; 19];
    for &place in &ORDER[..count] {
        lengths[place] = bits.take(3)? as u8;
    }
    let code = Code::new(&lengths);
    let mut lengths = Vec::new();
    while lengths.len() < literals + distances {
        let (length, repeat) = match code.read(bits)? {
            16 => (*lengths.last()?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            18 => (0, 11 + bits.take(7)?),
            length => (length as u8, 1),
        };
        lengths.extend(std::iter::repeat_n(length, repeat));
    }
    let distance_lengths = lengths.get(literals..literals + distances)?;
    Some((Code::new(&lengths[..literals]), Code::new(distance_lengths)))
}

fn block(
    bits: &mut Bits<'_>,
    (literals, distances): &(Code, Code),
    out: &mut Vec<u8>,
) -> Option<()> {
    loop {
        let symbol = literals.read(bits)?;
        match symbol {
            0..256 => out.push(symbol as u8),
            256 => return Some(()),
            _ => {
                let (base, extra) = *LENGTHS.get(symbol - 257)?;
                let length = usize::from(base) + bits.take(extra)?;
                let (base, extra) = *DISTANCES.get(distances.read(bits)?)?;
                let back = usize::from(base) + bits.take(extra)?;
                let from = out.len().checked_sub(back)?;
                for place in from..from + length {
                    out.push(out[place]);
                }
            }
        }
        if out.len() > MOST_BYTES {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packed_text_comes_out_as_it_went_in() {
        // printf 'aaaaaaaaaaaaaaaaaaaa b\n' | gzip -9n
        let packed = [
            0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0x4b, 0x4c, 0xc4, 0x04,
            0x0a, 0x49, 0x5c, 0x00, 0xec, 0xf9, 0x59, 0xee, 0x17, 0x00, 0x00, 0x00,
        ];
        assert_eq!(unpack(&packed).unwrap(), b"aaaaaaaaaaaaaaaaaaaa b\n");
        assert_eq!(unpack(b"plain").unwrap(), b"plain");
    }

    #[test]
    fn a_broken_file_is_an_error() {
        assert!(unpack(&[0x1f, 0x8b, 8]).is_err());
        assert!(unpack(&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0x4b]).is_err());
    }
}
