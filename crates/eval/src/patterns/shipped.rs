//! Weights that ship inside the program; `docs/concepts/patterns.md` has the command that makes each.

/// The file of a board, such as `othello:size=8`.
pub(super) fn shipped(board: &str) -> Option<&'static [u8]> {
    match board {
        "othello:size=8" => Some(include_bytes!("../../weights/othello8.pat")),
        _ => None,
    }
}
