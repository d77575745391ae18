//! The unit of each weight: the deviation of its feature in random play.
//!
//! A step of one size then means the same for a count of pawns and for a count
//! of moves, and a search need not learn the units first.

use plyscope_game::any::AnyFeatures;
use plyscope_game::{Chance, mix_all};

use crate::NamedGame;

/// Random games whose states tell.
const GAMES: u64 = 64;
/// Plies of a game that are looked at.
const MOST_PLIES: u32 = 500;
/// Separates their chance from that of others.
const STREAM: u64 = 0x756e_6974;

/// The deviation of every kept feature, seen by the player who has just moved; 1 where it never changes.
pub(super) fn spreads(
    game: &NamedGame,
    set: &dyn AnyFeatures,
    kept: &[usize],
    seed: u64,
) -> Vec<f64> {
    let width = set.list().len();
    let (mut count, mut sums, mut squares) = (0.0, vec![0.0; width], vec![0.0; width]);
    let mut row = vec![0.0; width];
    for task in 0..GAMES {
        let mut chance = Chance::for_task(mix_all(&[seed, STREAM]), task);
        let mut states = game.rules().states();
        states.push_start();
        for _ in 0..MOST_PLIES {
            if states.payoffs(0).is_some() {
                break;
            }
            let mover = states.mover(0);
            let mv = states.pick(0, &mut chance);
            states.play(0, mv);
            set.read(&*states, 0, mover, &mut row);
            count += 1.0;
            for ((own, sum), square) in row.iter().zip(&mut sums).zip(&mut squares) {
                *sum += own;
                *square += own * own;
            }
        }
    }
    let spread = |&at: &usize| {
        let mean = sums[at] / f64::max(count, 1.0);
        let variance = squares[at] / f64::max(count, 1.0) - mean * mean;
        if variance > 1e-9 * (1.0 + mean * mean) && variance.is_finite() {
            variance.sqrt()
        } else {
            1.0
        }
    };
    kept.iter().map(spread).collect()
}
