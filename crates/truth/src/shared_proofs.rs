//! Proofs carried over between moves that lead to the same state, or to images of one another.

use std::collections::HashMap;

use plyscope_game::any::AnyGame;
use plyscope_game::{Error, Player};

use crate::{Benchmark, Label};

/// What is proved of a move.
type Proof = (f64, Option<u32>);

/// Proves moves of a benchmark by other moves of it: those that lead to the same state, or to one of
/// its symmetric images, are worth the same to the same player. Gives how many were proved.
///
/// What players made of a move (`visits` and `q`) stays as it is. States are told apart by their
/// canonical keys.
///
/// # Errors
/// When the benchmark has texts that are no states or moves of the game, or two proofs of one state
/// differ.
pub fn share_proofs(game: &dyn AnyGame, benchmark: &mut Benchmark) -> Result<usize, Error> {
    let leads = leads_to(game, benchmark)?;
    let mut proofs: HashMap<(u64, Player), Proof> = HashMap::new();
    for (own, keys) in benchmark.states.iter().zip(&leads) {
        let proved = keys.iter().zip(&own.moves);
        for (key, label) in proved.filter(|(_, label)| label.exact) {
            let Some(value) = label.value else { continue };
            let known = proofs
                .entry((*key, own.player))
                .or_insert((value, label.plies));
            if (known.0 - value).abs() > 0.0 {
                let what = format!(
                    "two proofs of what a move of `{}` leads to differ",
                    own.state
                );
                return Err(Error::misuse(what, "`truth verify` tells which is wrong"));
            }
            known.1 = known.1.or(label.plies);
        }
    }
    let mut count = 0;
    for (own, keys) in benchmark.states.iter_mut().zip(&leads) {
        let player = own.player;
        for (key, label) in keys.iter().zip(&mut own.moves) {
            if let Some(proof) = proofs.get(&(*key, player)).filter(|_| !label.exact) {
                prove(label, *proof);
                count += 1;
            }
        }
    }
    Ok(count)
}

fn prove(label: &mut Label, (value, plies): Proof) {
    (label.value, label.exact, label.plies) = (Some(value), true, plies);
}

/// For every move of every state, the canonical key of what it leads to; none of a finished game, nor
/// of a round, whose moves are worth what the others choose at the same time.
fn leads_to(game: &dyn AnyGame, benchmark: &Benchmark) -> Result<Vec<Vec<u64>>, Error> {
    let mut board = game.states();
    let mut of = |own: &crate::Labelled| -> Result<Vec<u64>, Error> {
        board.truncate(0);
        board.push_text_for(&own.state, own.player)?;
        if board.payoffs(0).is_some() || board.choosers(0).len() > 1 || board.is_hidden(0) {
            return Ok(Vec::new());
        }
        let texts = own.moves.iter().filter_map(|label| label.mv.as_deref());
        let moves: Vec<usize> = texts
            .map(|text| board.read_move(0, text))
            .collect::<Result<_, _>>()?;
        let key = |mv: usize| {
            board.truncate(1);
            board.push_after(0, mv);
            board.canonical_key(1)
        };
        Ok(moves.into_iter().map(key).collect())
    };
    benchmark.states.iter().map(&mut of).collect()
}
