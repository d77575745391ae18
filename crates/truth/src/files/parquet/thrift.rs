//! Thrift's compact protocol, in which Parquet writes what it says of itself.
//!
//! Readers take what they need off a slice, and answer nothing where it makes no sense.

/// Types of fields.
const STOP: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;
const BYTE: u8 = 3;
pub(super) const I16: u8 = 4;
pub(super) const I32: u8 = 5;
pub(super) const I64: u8 = 6;
const DOUBLE: u8 = 7;
pub(super) const BINARY: u8 = 8;
pub(super) const LIST: u8 = 9;
const SET: u8 = 10;
const MAP: u8 = 11;
pub(super) const STRUCT: u8 = 12;

/// Deeper than this nothing is passed over: Parquet's own definitions are not.
const DEEPEST: u32 = 8;

/// The type of the next field, whose number is then in `id`; `Some(None)` at the end of the struct.
#[allow(clippy::option_option, reason = "an end is not a failure")]
fn next_field(bytes: &mut &[u8], id: &mut i64) -> Option<Option<u8>> {
    let byte = take_byte(bytes)?;
    let kind = byte & 0xf;
    if kind == STOP {
        return Some(None);
    }
    *id = match byte >> 4 {
        0 => zigzag(bytes)?,
        step => id.checked_add(i64::from(step))?,
    };
    Some(Some(kind))
}

/// Calls `field` with the number and type of every field of a struct; it takes the value or [`skip`]s it.
pub(super) fn each_field<'a>(
    bytes: &mut &'a [u8],
    mut field: impl FnMut(&mut &'a [u8], i64, u8) -> Option<()>,
) -> Option<()> {
    let mut id = 0;
    while let Some(kind) = next_field(bytes, &mut id)? {
        field(bytes, id, kind)?;
    }
    Some(())
}

/// Calls `element` for every element of a list of structs.
pub(super) fn each_struct<'a>(
    bytes: &mut &'a [u8],
    mut element: impl FnMut(&mut &'a [u8]) -> Option<()>,
) -> Option<()> {
    let (count, kind) = list_head(bytes)?;
    for _ in 0..count {
        if kind != STRUCT {
            return None;
        }
        element(bytes)?;
    }
    Some(())
}

/// The number and the type of a list's elements.
fn list_head(bytes: &mut &[u8]) -> Option<(u64, u8)> {
    let byte = take_byte(bytes)?;
    let count = match byte >> 4 {
        15 => varint(bytes)?,
        short => u64::from(short),
    };
    Some((count, byte & 0xf))
}

/// Passes over an unknown field.
pub(super) fn skip(bytes: &mut &[u8], kind: u8) -> Option<()> {
    // The value of a flag stands in its type, but for those in lists.
    if matches!(kind, TRUE | FALSE) {
        return Some(());
    }
    skip_element(bytes, kind, 0)
}

fn skip_element(bytes: &mut &[u8], kind: u8, depth: u32) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    match kind {
        TRUE | FALSE | BYTE => {
            take_byte(bytes)?;
        }
        I16..=I64 => {
            varint(bytes)?;
        }
        DOUBLE => *bytes = bytes.get(8..)?,
        BINARY => {
            binary(bytes)?;
        }
        LIST | SET => {
            let (count, kind) = list_head(bytes)?;
            for _ in 0..count {
                skip_element(bytes, kind, depth + 1)?;
            }
        }
        MAP => skip_map(bytes, depth + 1)?,
        STRUCT => {
            let mut id = 0;
            while let Some(kind) = next_field(bytes, &mut id)? {
                if !matches!(kind, TRUE | FALSE) {
                    skip_element(bytes, kind, depth + 1)?;
                }
            }
        }
        _ => return None,
    }
    Some(())
}

fn skip_map(bytes: &mut &[u8], depth: u32) -> Option<()> {
    let count = varint(bytes)?;
    if count == 0 {
        return Some(());
    }
    let kinds = take_byte(bytes)?;
    for _ in 0..count {
        skip_element(bytes, kinds >> 4, depth)?;
        skip_element(bytes, kinds & 0xf, depth)?;
    }
    Some(())
}

fn take_byte(bytes: &mut &[u8]) -> Option<u8> {
    let (byte, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*byte)
}

/// Bytes with their length before them.
fn binary<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(varint(bytes)?).ok()?;
    let (own, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(own)
}

/// Text with its length before it.
pub(super) fn text<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    std::str::from_utf8(binary(bytes)?).ok()
}

/// Seven bits per byte, the lowest first; the eighth says that there is more.
pub(super) fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..70).step_by(7) {
        let byte = take_byte(bytes)?;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// A number with its sign in the lowest bit.
pub(super) fn zigzag(bytes: &mut &[u8]) -> Option<i64> {
    let number = varint(bytes)?;
    Some((number >> 1) as i64 ^ -((number & 1) as i64))
}

/// Writes a number as [`varint`] reads it.
pub(super) fn put_varint(to: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// Writes the fields of a struct, whose numbers must rise.
pub(super) struct Fields<'a> {
    to: &'a mut Vec<u8>,
    last: u8,
}

impl<'a> Fields<'a> {
    pub(super) fn of(to: &'a mut Vec<u8>) -> Self {
        Self { to, last: 0 }
    }

    fn head(&mut self, id: u8, kind: u8) -> &mut Vec<u8> {
        debug_assert!(id > self.last && id - self.last < 16);
        self.to.push((id - self.last) << 4 | kind);
        self.last = id;
        self.to
    }

    /// A number of 32 bits.
    pub(super) fn int(mut self, id: u8, number: i64) -> Self {
        put_zigzag(self.head(id, I32), number);
        self
    }

    /// A number of 64 bits.
    pub(super) fn long(mut self, id: u8, number: i64) -> Self {
        put_zigzag(self.head(id, I64), number);
        self
    }

    /// A number of 8 bits.
    pub(super) fn byte(mut self, id: u8, number: u8) -> Self {
        self.head(id, BYTE).push(number);
        self
    }

    pub(super) fn flag(mut self, id: u8, flag: bool) -> Self {
        self.head(id, if flag { TRUE } else { FALSE });
        self
    }

    pub(super) fn text(mut self, id: u8, text: &str) -> Self {
        put_text(self.head(id, BINARY), text);
        self
    }

    /// A list whose elements are written one by one.
    pub(super) fn list<T>(
        mut self,
        id: u8,
        kind: u8,
        elements: &[T],
        mut put: impl FnMut(&mut Vec<u8>, &T),
    ) -> Self {
        let to = self.head(id, LIST);
        match elements.len() {
            short @ 0..15 => to.push((short as u8) << 4 | kind),
            long => {
                to.push(15 << 4 | kind);
                put_varint(to, long as u64);
            }
        }
        for own in elements {
            put(to, own);
        }
        self
    }

    /// A struct, whose fields `put` writes and ends.
    pub(super) fn nested(mut self, id: u8, put: impl FnOnce(Fields<'_>)) -> Self {
        put(Fields::of(self.head(id, STRUCT)));
        self
    }

    /// A struct without fields.
    pub(super) fn empty(mut self, id: u8) -> Self {
        self.head(id, STRUCT).push(STOP);
        self
    }

    pub(super) fn end(self) {
        self.to.push(STOP);
    }
}

pub(super) fn put_zigzag(to: &mut Vec<u8>, number: i64) {
    put_varint(to, (number << 1 ^ number >> 63) as u64);
}

pub(super) fn put_text(to: &mut Vec<u8>, text: &str) {
    put_varint(to, text.len() as u64);
    to.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_sign_in_the_lowest_bit() {
        for (bytes, number) in [
            (&[0x00][..], 0),
            (&[0x01], -1),
            (&[0x02], 1),
            (&[0xac, 0x02], 150),
        ] {
            assert_eq!(zigzag(&mut &bytes[..]), Some(number));
            let mut written = Vec::new();
            put_zigzag(&mut written, number);
            assert_eq!(written, bytes);
        }
        for number in [i64::MIN, -70, 1 << 40, i64::MAX] {
            let mut written = Vec::new();
            put_zigzag(&mut written, number);
            assert_eq!(zigzag(&mut &written[..]), Some(number));
        }
        assert_eq!(varint(&mut &[0x80; 11][..]), None);
    }

    #[test]
    fn every_field_that_is_written_can_be_passed_over() {
        let mut bytes = Vec::new();
        Fields::of(&mut bytes)
            .int(1, -5)
            .byte(2, 64)
            .flag(3, false)
            .text(5, "five")
            .list(6, I32, &[1, 2, 3], |to, own| put_zigzag(to, *own))
            .list(7, STRUCT, &[(); 20], |to, ()| {
                Fields::of(to).flag(1, true).end();
            })
            .nested(9, |own| own.long(1, 7).end())
            .end();
        let mut rest = &bytes[..];
        let mut seen = Vec::new();
        each_field(&mut rest, |bytes, id, kind| {
            seen.push(id);
            skip(bytes, kind)
        })
        .unwrap();
        assert_eq!((seen, rest), (vec![1, 2, 3, 5, 6, 7, 9], &[][..]));
        for cut in 0..bytes.len() {
            assert_eq!(
                each_field(&mut &bytes[..cut], |bytes, _, kind| skip(bytes, kind)),
                None
            );
        }
    }

    #[test]
    fn what_is_nested_too_deeply_is_not_believed() {
        let nested = [0x1c; 100];
        assert_eq!(skip(&mut &nested[..], STRUCT), None);
    }
}
