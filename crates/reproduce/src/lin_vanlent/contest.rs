//! One game, with a clock on the agent.

use std::time::Instant;

use plyscope_connect4::EightByEight;
use plyscope_game::{Agent, Chance, Error, Game, Limits, Player, Points, Stop, mix};
use plyscope_solver_connect4::two_tier::{TwoTier, TwoTierParams};

use super::{PaperOpponent, PaperParams, SearchEffort};

/// Who plays whom.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pairing {
    pub(super) agent: TwoTierParams,
    pub(super) opponent: PaperOpponent,
}

impl Pairing {
    /// The opponent, fresh for game `number`: no game depends on those before.
    pub(super) fn make_opponent(
        &self,
        params: &PaperParams,
        number: u32,
    ) -> Result<Box<dyn Agent<EightByEight>>, Error> {
        self.opponent.make(params, self.agent.depth, number)
    }
}

/// A finished game as the agent saw it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Played {
    /// 1 won, 0 drawn, −1 lost.
    pub(super) points: Points,
    /// Length of the game, with its opening.
    pub(super) plies: u32,
    pub(super) effort: SearchEffort,
}

/// One game of a match.
pub(super) struct Round<'a> {
    pub(super) game: &'a EightByEight,
    pub(super) params: &'a PaperParams,
    /// The agent moves first in even games.
    pub(super) number: u32,
    pub(super) stop: &'a Stop,
}

impl Round<'_> {
    /// Plays the game; nothing if stopped on the way.
    pub(super) fn play(
        &self,
        agent: &mut TwoTier,
        opponent: &mut dyn Agent<EightByEight>,
    ) -> Result<Option<Played>, Error> {
        let &Self {
            game,
            params,
            number,
            stop,
        } = self;
        let seat = Player((number % 2) as u8);
        // Both games of a pair begin alike, and so do all matches.
        let mut opening = Chance::for_task(params.seed, u64::from(number / 2));
        // Equal best moves are shared out by chance, or games against a fixed opponent would repeat.
        let mut ties = Chance::for_task(mix(params.seed), u64::from(number));
        let limits = Limits {
            stop: stop.clone(),
            ..Limits::best_move()
        };
        let mut played = Played::default();
        let mut state = game.start();
        loop {
            if let Some(payoffs) = game.payoffs(&state) {
                played.points = payoffs.of(seat);
                return Ok(Some(played));
            }
            let mv = if played.plies < params.opening {
                game.pick(&state, &mut opening)
            } else {
                let advice = if game.mover(&state) == seat {
                    let start = Instant::now();
                    let advice = agent.advise(game, &state, &limits)?;
                    played.effort.add(start.elapsed(), advice.nodes);
                    advice
                } else {
                    opponent.advise(game, &state, &limits)?
                };
                if stop.is_raised() {
                    return Ok(None);
                }
                advice.best[ties.below(advice.best.len() as u32) as usize]
            };
            game.play(&mut state, mv);
            played.plies += 1;
        }
    }
}
