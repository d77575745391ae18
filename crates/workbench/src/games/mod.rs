//! The games that ship. To add one, add a file here and a line to [`standard`].

mod breakthrough;
mod chess;
mod connect4;
mod gdl;
mod gdl_heuristics;
mod gomoku;
mod mnk;
mod othello;
mod patterns;

use crate::GameEntry;

/// Every game that ships.
pub(crate) fn standard() -> Vec<GameEntry> {
    vec![
        mnk::tictactoe(),
        mnk::mnk(),
        connect4::connect4(),
        othello::othello(),
        gomoku::gomoku(),
        breakthrough::breakthrough(),
        chess::chess(),
        gdl::gdl(),
    ]
}
