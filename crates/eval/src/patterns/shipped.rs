//! Weights that ship inside the program; `docs/concepts/patterns.md` has the command that makes each.

/// The files, by board.
pub(super) const FILES: [(&str, &[u8]); 3] = [
    (
        "connect4:width=7,height=6,connect=4",
        include_bytes!("../../weights/connect4.pat"),
    ),
    ("gomoku:size=9", include_bytes!("../../weights/gomoku9.pat")),
    (
        "othello:size=8",
        include_bytes!("../../weights/othello8.pat"),
    ),
];

/// The file of a board, such as `othello:size=8`.
pub(super) fn shipped(board: &str) -> Option<&'static [u8]> {
    let found = FILES.iter().find(|own| own.0 == board);
    found.map(|own| own.1)
}
