//! The order in which moves are tried.

/// Puts the numbers of moves in the order of their keys, equal ones as they were.
///
/// Not generic and never inlined: a sort is larger than the searches that ask for it, which are
/// compiled for every board.
#[inline(never)]
pub fn by_keys(order: &mut [usize], keys: &[i64]) {
    order.sort_by_key(|&index| keys[index]);
}
