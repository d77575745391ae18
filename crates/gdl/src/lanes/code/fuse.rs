//! Two operations become one where a processor has instructions with three operands.
//!
//! A result that is needed once, soon after it was made, is made where it is
//! needed. Complements cost nothing: they are part of the function.

use crate::lanes::line::{Kind, Line, Op, Place, Three, Value};

/// Results that wait longer than so many operations for their only use are made where they stand:
/// otherwise two values would wait in registers instead of one.
const NEAR: usize = 12;

/// The tables of the three operands: bit `4a + 2b + c` is for bits a, b, c.
const FIRST: u8 = 0xf0;
const SECOND: u8 = 0xcc;
const THIRD: u8 = 0xaa;

/// An operation with two or three operands, or one that puts a value into a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fused {
    Two {
        kind: Kind,
        /// The complement of the result is made.
        not: bool,
        to: Value,
        operands: [Value; 2],
    },
    Three {
        table: u8,
        to: Value,
        operands: [Value; 3],
    },
    Put {
        to: Place,
        from: Value,
        not: bool,
    },
}

impl Fused {
    /// The values that it reads.
    pub(super) fn reads(&self) -> &[Value] {
        match self {
            Self::Two { operands, .. } => operands,
            Self::Three { operands, .. } => operands,
            Self::Put { from, .. } => std::slice::from_ref(from),
        }
    }
}

/// The table of an operation on two tables.
fn combined(kind: Kind, first: u8, second: u8) -> u8 {
    match kind {
        Kind::And => first & second,
        Kind::Or => first | second,
        Kind::NotAnd => !first & second,
        Kind::Xor => first ^ second,
    }
}

/// The table of an operation on three operands.
fn table_of_three(kind: Three) -> u8 {
    let most = |first: u8| first & SECOND | first & THIRD | SECOND & THIRD;
    match kind {
        Three::Sum => FIRST ^ SECOND ^ THIRD,
        Three::Carry => most(FIRST),
        Three::Borrow => most(!FIRST),
    }
}

/// The table of a function of two operands, as one of the last two of three.
pub(super) fn table_of_two(kind: Kind, not: bool) -> u8 {
    let table = combined(kind, SECOND, THIRD);
    if not { !table } else { table }
}

/// The table of the same function with its operands in another order: operand `order[i]` comes at place `i`.
pub(super) fn reordered(table: u8, order: [usize; 3]) -> u8 {
    (0..8u8).fold(0, |made, bits| {
        let place = |i: usize| bits >> (2 - i) & 1;
        let old = (0..3).fold(0, |old, i| old | place(i) << (2 - order[i]));
        made | (table >> old & 1) << bits
    })
}

/// The operations of a line without circles as they are.
pub(super) fn plain(line: &Line) -> Vec<Fused> {
    let as_is = |op: &Op| match *op {
        Op::Make {
            kind,
            to,
            first,
            second,
        } => Some(Fused::Two {
            kind,
            not: false,
            to,
            operands: [first, second],
        }),
        Op::Three { kind, to, operands } => Some(Fused::Three {
            table: table_of_three(kind),
            to,
            operands,
        }),
        Op::Put { to, from, not } => Some(Fused::Put { to, from, not }),
        Op::Enter { .. } | Op::Again { .. } => None,
    };
    line.ops.iter().filter_map(as_is).collect()
}

/// The operations of a line without circles, joined to such of three operands where that saves one.
pub(super) fn fused(line: &Line) -> Vec<Fused> {
    let mut uses = vec![0u32; line.homes.len()];
    let mut made: Vec<Option<usize>> = vec![None; line.homes.len()];
    let mut ops: Vec<Option<Fused>> = plain(line).into_iter().map(Some).collect();
    for op in ops.iter().flatten() {
        op.reads()
            .iter()
            .for_each(|&value| uses[value as usize] += 1);
    }
    for at in 0..ops.len() {
        match ops[at] {
            Some(Fused::Two {
                kind, to, operands, ..
            }) => {
                made[to as usize] = Some(at);
                // The one that was made last has waited least.
                let mut inner = operands
                    .iter()
                    .filter(|&&value| uses[value as usize] == 1)
                    .filter_map(|&value| made[value as usize])
                    .filter(|&before| at - before <= NEAR)
                    .collect::<Vec<_>>();
                inner.sort_unstable();
                let joined = inner
                    .into_iter()
                    .rev()
                    .find_map(|before| Some((before, join(kind, to, operands, ops[before]?)?)));
                if let Some((before, three)) = joined {
                    ops[before] = None;
                    ops[at] = Some(three);
                }
            }
            Some(Fused::Three { to, .. }) => made[to as usize] = Some(at),
            Some(Fused::Put {
                to,
                from,
                not: true,
            }) if uses[from as usize] == 1 => {
                let before = made[from as usize].and_then(|before| Some((before, ops[before]?)));
                let Some((before, op)) = before else { continue };
                ops[before] = Some(match op {
                    Fused::Two {
                        kind, to, operands, ..
                    } => Fused::Two {
                        kind,
                        not: true,
                        to,
                        operands,
                    },
                    Fused::Three {
                        table,
                        to,
                        operands,
                    } => Fused::Three {
                        table: !table,
                        to,
                        operands,
                    },
                    other @ Fused::Put { .. } => other,
                });
                ops[at] = Some(Fused::Put {
                    to,
                    from,
                    not: false,
                });
            }
            _ => {}
        }
    }
    ops.into_iter().flatten().collect()
}

/// An operation on a result of two operands as one of three; not where an operand would come twice.
fn join(kind: Kind, to: Value, operands: [Value; 2], inner: Fused) -> Option<Fused> {
    let Fused::Two {
        kind: own,
        not: false,
        to: made,
        operands: [first, second],
    } = inner
    else {
        return None;
    };
    let inside = combined(own, FIRST, SECOND);
    let (table, third) = if operands[0] == made {
        (combined(kind, inside, THIRD), operands[1])
    } else {
        (combined(kind, THIRD, inside), operands[0])
    };
    let is_new = third != first && third != second && third != made;
    is_new.then_some(Fused::Three {
        table,
        to,
        operands: [first, second, third],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_three_say_what_two_operations_said() {
        let kinds = [Kind::And, Kind::Or, Kind::NotAnd, Kind::Xor];
        let apply =
            |kind: Kind, a: bool, b: bool| combined(kind, u8::from(a), u8::from(b)) & 1 == 1;
        for outer in kinds {
            for inner in kinds {
                for is_first in [true, false] {
                    let operands = if is_first { [9, 3] } else { [3, 9] };
                    let made = Fused::Two {
                        kind: inner,
                        not: false,
                        to: 9,
                        operands: [1, 2],
                    };
                    let Some(Fused::Three { table, .. }) = join(outer, 10, operands, made) else {
                        panic!("these can be joined");
                    };
                    for bits in 0..8u8 {
                        let [a, b, c] = [bits & 4 != 0, bits & 2 != 0, bits & 1 != 0];
                        let inside = apply(inner, a, b);
                        let expected = if is_first {
                            apply(outer, inside, c)
                        } else {
                            apply(outer, c, inside)
                        };
                        assert_eq!(table >> bits & 1 == 1, expected);
                        let other = reordered(table, [2, 0, 1]);
                        let moved = u8::from(c) << 2 | u8::from(a) << 1 | u8::from(b);
                        assert_eq!(other >> moved & 1 == 1, expected);
                    }
                }
            }
        }
    }
}
