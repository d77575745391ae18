//! Everything that `plyscope bench` measures.

use plyscope_shelf_chess::speed as chess;
use plyscope_shelf_connect4::speed as connect4;
use plyscope_shelf_gomoku::speed as gomoku;
use plyscope_shelf_othello::speed as othello;
use plyscope_workbench::speed::Duel;

/// All measurements, in the order in which they are shown.
pub fn duels() -> Vec<Duel> {
    let mut duels = connect4::rules();
    duels.extend(othello::rules());
    duels.extend(gomoku::rules());
    duels.extend(chess::duels());
    duels.extend(connect4::searches());
    duels.extend(othello::searches());
    duels.extend(connect4::trees());
    duels
}

/// State counts of fixed searches, added up: a change that only tidies leaves it alone.
pub fn signature() -> u64 {
    connect4::signature() + othello::signature()
}
