//! Work that is measured for several games.

use std::hint::black_box;

use plyscope_game::Agent;
use plyscope_game::{Chance, Game, Limits};
use plyscope_search::{AlphaBeta, AlphaBetaSettings};

use crate::BoxedEvaluator;

/// Playouts from the start, as many at once as the game likes.
pub fn many<G: Game>(game: &G, count: u64) -> u64 {
    let mut chance = Chance::new(black_box(1));
    black_box(game.playouts(&game.start(), count, &mut chance)).playouts
}

/// Everything that helps, with a table small enough not to be measured itself.
#[must_use]
pub fn strong(depth: u32) -> AlphaBetaSettings {
    AlphaBetaSettings {
        table: 4 << 20,
        ..AlphaBetaSettings::strong(depth)
    }
}

/// One search is one unit of work.
pub fn timed(search: impl Fn() -> u64) -> u64 {
    black_box(search());
    SAMPLES
}

/// Positions that every search benchmark looks at.
const SAMPLES: u64 = 4;

/// States that a search visits for the best move of a few positions.
///
/// The evaluator is boxed, as in the agents that specs name: so it is their code that is measured.
pub fn states<G: Game>(
    game: &G,
    evaluator: BoxedEvaluator<G>,
    settings: &AlphaBetaSettings,
) -> u64 {
    let mut agent =
        AlphaBeta::new(settings.clone(), evaluator).expect("a few moves can be looked ahead");
    let mut nodes = 0;
    for sample in 0..SAMPLES {
        let mut chance = Chance::for_task(7, sample);
        let mut state = game.start();
        for _ in 0..8 {
            let mv = game.pick(&state, &mut chance);
            game.play(&mut state, mv);
        }
        let advice = agent.advise(game, &state, &Limits::best_move());
        nodes += advice.expect("alpha-beta plays these games").nodes;
    }
    nodes
}
