//! Counting moves with cozy-chess alone: what benchmarks hold the trait against.

use cozy_chess::Board;

/// Sequences of `depth` moves, at least one; draws by rule are not looked for.
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut count = 0;
    if depth <= 1 {
        board.generate_moves(|set| {
            count += set.len() as u64;
            false
        });
        return count;
    }
    board.generate_moves(|set| {
        for mv in set {
            let mut next = board.clone();
            next.play_unchecked(mv);
            count += perft(&next, depth - 1);
        }
        false
    });
    count
}
