//! Everybody against everybody, at one lookahead after the other.

use std::sync::Arc;

use plyscope_arena::{
    Contest, Contestant, Fixture, Format, GameRecord, Opening, Openings, RandomOpenings, Schedule,
    Watch,
};
use plyscope_eval::Linear;
use plyscope_game::any::Hidden;
use plyscope_game::{Error, Stop, mix_all};
use plyscope_othello::{Othello, Payoff, Squares};
use plyscope_search::{AlphaBeta, AlphaBetaSettings, Ordering};
use serde::Serialize;

use super::coefficients::{self, Coefficients};
use super::findings::{PaperFinding, findings};
use super::standing::{Counts, Standing};
use crate::for_result::ForResult;

/// The lookaheads of the paper: how many moves beyond its own a player looks.
pub const LOOKAHEADS: [u32; 4] = [0, 1, 2, 3];
/// Random plies that a pair of games begins with: the players leave nothing to chance but ties.
pub const OPENING_PLIES: u32 = 8;
/// Sets the chance of tournaments apart from that of coefficients.
const TOURNAMENT: u64 = 0x746f_7572;

/// Everybody against everybody.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tournament {
    /// Games between every two players at each lookahead.
    pub games: u64,
    /// What was played at each lookahead.
    pub levels: Vec<DepthLevel>,
    /// All these games together.
    pub all: Standing,
    /// What the paper found, held against these games.
    pub findings: Vec<PaperFinding>,
}

/// What was played at one lookahead.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DepthLevel {
    /// How many moves beyond its own a player looks.
    pub lookahead: u32,
    /// What it came to.
    pub standing: Standing,
    #[serde(skip)]
    pub(super) counts: Counts,
}

/// Games of a tournament with so many between two players at each lookahead.
pub(super) fn games(games: u64) -> u64 {
    let players = coefficients::count() as u64;
    players * (players - 1) / 2 * games * LOOKAHEADS.len() as u64
}

/// A tournament to be played.
pub(super) struct Play<'a> {
    pub(super) players: &'a [Coefficients],
    pub(super) games: u64,
    pub(super) seed: u64,
    pub(super) threads: usize,
}

/// Counts games as they are finished.
struct Counter<'a>(&'a (dyn Fn(u64) + Sync));

impl Watch for Counter<'_> {
    fn finished(&self, _: &Fixture, _: &Opening, _: &GameRecord) -> Result<(), Error> {
        (self.0)(1);
        Ok(())
    }
}

impl Play<'_> {
    /// Plays; nothing if stopped on the way.
    pub(super) fn run(
        &self,
        stop: &Stop,
        tick: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<Tournament>, Error> {
        let mut levels = Vec::new();
        for lookahead in LOOKAHEADS {
            levels.extend(self.level(lookahead, stop, tick)?);
        }
        if levels.len() < LOOKAHEADS.len() {
            return Ok(None);
        }
        let all = Standing::together(self.players.len(), &levels);
        Ok(all.map(|all| Tournament {
            games: self.games,
            levels,
            findings: findings(self.players, &all),
            all,
        }))
    }

    /// The games at one lookahead; nothing if stopped.
    fn level(
        &self,
        lookahead: u32,
        stop: &Stop,
        tick: &(dyn Fn(u64) + Sync),
    ) -> Result<Option<DepthLevel>, Error> {
        let rules = Arc::new(Othello::<8>::new(Payoff::Discs {
            empties_to_winner: false,
        }));
        let game = Hidden::shared(Arc::clone(&rules));
        let schedule = Schedule::new(Format::RoundRobin, self.players.len(), self.games)?;
        let seed = mix_all(&[self.seed, TOURNAMENT, u64::from(lookahead)]);
        let contest = Contest {
            openings: Openings::Random(RandomOpenings::new(OPENING_PLIES, seed, None)),
            seed,
            threads: self.threads,
            stop: stop.clone(),
            ..Contest::new(&*game, self.contestants(&rules, lookahead), schedule)
        };
        let results = contest.run(Vec::new(), &Counter(tick))?;
        if !results.is_whole() {
            return Ok(None);
        }
        let counts = Counts::of(&results);
        let standing = Standing::of(self.players.len(), &counts);
        Ok(standing.map(|standing| DepthLevel {
            lookahead,
            standing,
            counts,
        }))
    }

    fn contestants(&self, rules: &Arc<Othello<8>>, lookahead: u32) -> Vec<Contestant<'_>> {
        let depth = lookahead + 1;
        let contestant = |player: &Coefficients| {
            let game = Othello::<8>::default();
            let evaluator = Linear::new(&game, Squares, player.weights.clone());
            Contestant::new(rules, player.name.clone(), move |_| {
                let settings = AlphaBetaSettings {
                    scout: true,
                    ordering: Ordering::default(),
                    ..AlphaBetaSettings::plain(depth)
                };
                let agent = AlphaBeta::new(settings, evaluator.clone());
                ForResult::new(agent.expect("a few moves can be looked ahead"))
            })
        };
        self.players.iter().map(contestant).collect()
    }
}
