//! Weights that ship inside the program; `docs/concepts/patterns.md` has the command that makes each.

/// The files of evaluators, by board.
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

/// The files by which solvers order moves, by board.
pub(super) const FOR_SOLVERS: [(&str, &[u8]); 1] = [(
    "othello:size=8",
    include_bytes!("../../weights/othello8-solver.pat"),
)];

/// The file of a board, such as `othello:size=8`.
pub(super) fn shipped(board: &str) -> Option<&'static [u8]> {
    of_board(&FILES, board)
}

/// The same for a solver.
pub(super) fn for_solver(board: &str) -> Option<&'static [u8]> {
    of_board(&FOR_SOLVERS, board)
}

fn of_board(files: &[(&str, &'static [u8])], board: &str) -> Option<&'static [u8]> {
    let found = files.iter().find(|own| own.0 == board);
    found.map(|own| own.1)
}
