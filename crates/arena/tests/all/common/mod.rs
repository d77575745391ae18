//! Contestants well and ill, for tests.
#![allow(dead_code, reason = "each test uses some of them")]

use std::time::Duration;

use plyscope_arena::{Contest, Contestant, Format, Openings, RandomOpenings, Schedule};
use std::sync::Arc;

use plyscope_game::any::{AnyGame, Hidden};
use plyscope_game::{Advice, Agent, Error, Game, Limits, Notation};
use plyscope_search::{Noise, OnePly, Random};

/// A game with its type, and with its type hidden.
pub(crate) fn both<G: Notation>(game: G) -> (Arc<G>, Arc<dyn AnyGame>) {
    let game = Arc::new(game);
    (Arc::clone(&game), Hidden::shared(game))
}

/// A round robin from openings of two random plies.
pub(crate) fn match_of<'a>(
    game: &'a dyn AnyGame,
    contestants: Vec<Contestant<'a>>,
    games: u64,
) -> Contest<'a> {
    let schedule = Schedule::new(Format::RoundRobin, contestants.len(), games).unwrap();
    Contest {
        openings: Openings::Random(RandomOpenings::new(2, 5, None)),
        seed: 5,
        threads: 2,
        ..Contest::new(game, contestants, schedule)
    }
}

/// Takes a win when it sees one, else anything.
pub(crate) fn one_ply<G: Notation>(game: &Arc<G>, name: &str) -> Contestant<'static> {
    Contestant::new(game, name, |seed| OnePly {
        evaluator: Noise {
            seed,
            levels: 3,
            symmetric: true,
        },
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Illness {
    Panics,
    Errs,
    Cheats,
    SaysNothing,
    Dawdles,
}

/// Falls ill after some moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ill {
    pub(crate) illness: Illness,
    pub(crate) after: u32,
}

impl<G: Game> Agent<G> for Ill {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let mut advice = Random { seed: 3 }.advise(game, state, limits)?;
        if self.after > 0 {
            self.after -= 1;
            return Ok(advice);
        }
        match self.illness {
            Illness::Panics => panic!("it hurts"),
            Illness::Errs => return Err(Error::unsuited("it hurts", "take a rest")),
            Illness::SaysNothing => advice.best.clear(),
            Illness::Dawdles => std::thread::sleep(Duration::from_millis(30)),
            Illness::Cheats => advice.best = vec![elsewhere(game, state)],
        }
        Ok(advice)
    }
}

/// A move that is not legal here, from another state.
fn elsewhere<G: Game>(game: &G, state: &G::State) -> G::Move {
    let legal: Vec<G::Move> = game.moves(state).collect();
    for seed in 0..1000 {
        let mut chance = plyscope_game::Chance::new(seed);
        let mut other = game.start();
        while game.payoffs(&other).is_none() {
            let mv = game.pick(&other, &mut chance);
            if !legal.contains(&mv) {
                return mv;
            }
            game.play(&mut other, mv);
        }
    }
    unreachable!("some move is not legal everywhere")
}

pub(crate) fn ill<G: Notation>(game: &Arc<G>, name: &str, ill: Ill) -> Contestant<'static> {
    Contestant::new(game, name, move |_| Relapsing {
        now: ill,
        as_made: ill,
    })
}

/// Is well again after every game.
#[derive(Clone, Copy, Debug)]
struct Relapsing {
    now: Ill,
    as_made: Ill,
}

impl<G: Game> Agent<G> for Relapsing {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        self.now.advise(game, state, limits)
    }
    fn forget(&mut self) {
        self.now = self.as_made;
    }
}
