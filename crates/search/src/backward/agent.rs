//! Backward induction as an agent.
#![allow(
    clippy::float_cmp,
    reason = "points are whole numbers, and equal bounds are a proof"
)]

use plyscope_game::{
    Advice, Advised, Agent, Chance, Error, Game, Limits, Player, Score, Value, mix_all,
};

use super::{Induction, Run, SolvedRound, is_round, proved};
use crate::SearchBudget;
use crate::exhaustive::{ExhaustiveParams, NotSolved, SMALL};
use crate::fit::fitting;

/// A round's strategies are told by visits: so many together.
const VISITS: f64 = 1_000_000.0;

/// Knows what every move is worth in a small game of any number of players, or says that it does not.
///
/// A score is exact where the points are the same whichever of several best
/// moves anybody takes. Elsewhere it is an estimate in the middle of proved
/// bounds, which stand in [`Advice::intervals`]. In a round of two who choose at the
/// same time, scores are against the opponent's best mixture, visits tell the mover's own
/// in millionths, and the best move is drawn from it by the seed.
pub struct BackwardInduction<G: Game> {
    induction: Induction<G>,
    seed: u64,
}

impl<G: Game> BackwardInduction<G> {
    /// # Errors
    /// When no state may be kept.
    pub fn new(params: ExhaustiveParams, seed: u64) -> Result<Self, Error> {
        if params.max_states == 0 {
            let what = "nothing can be solved without keeping a state";
            let hint = "allow at least one state; 20 million are usual";
            return Err(Error::unsuited(what, hint));
        }
        Ok(Self {
            induction: Induction::new(params),
            seed,
        })
    }

    /// Advice on the moves of a player who moves alone.
    fn by_turn(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run<'_, G>,
    ) -> Result<Advice<G::Move>, NotSolved> {
        let mover = game.mover(state);
        let mut moves = Vec::new();
        let mut intervals = Vec::new();
        for mv in game.moves(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            let bounds = self.induction.solve(game, &next, run)?[mover.index()];
            let plies = game.payoffs(&next).map(|_| 1);
            moves.push(advised(mv, bounds, plies, run.facts.level()));
            intervals.push(bounds);
        }
        let mut advice = Advice::by_score(&run.facts, mover, moves);
        let top = |end: usize| {
            intervals
                .iter()
                .map(|own| own[end])
                .fold(f32::MIN, f32::max)
        };
        let (low, high) = (top(0), top(1));
        advice.worth = proved([low, high]);
        if intervals.iter().any(|&own| proved(own).is_none()) {
            advice.intervals = intervals;
        }
        Ok(advice)
    }

    /// Advice to one of two players who choose at the same time.
    fn by_round(&self, game: &G, state: &G::State, round: &SolvedRound) -> Advice<G::Move> {
        let (facts, mover) = (game.facts(), game.mover(state));
        let sum = facts.sum.unwrap_or(0) as f32;
        let is_first = mover == round.first;
        let (own, other) = if is_first {
            (&round.mixed.rows, &round.mixed.columns)
        } else {
            (&round.mixed.columns, &round.mixed.rows)
        };
        let cell = |place: usize, reply: usize| {
            if is_first {
                round.cells[place][reply]
            } else {
                let [low, high] = round.cells[reply][place];
                [sum - high, sum - low]
            }
        };
        let against = |place: usize| {
            let replies = (0..other.len()).map(|reply| cell(place, reply));
            let first = cell(place, 0);
            if replies.clone().all(|own| own == first) {
                return first;
            }
            let mean = |end: usize| -> f32 {
                let cells = replies.clone().zip(other);
                cells
                    .map(|(own, share)| share * f64::from(own[end]))
                    .sum::<f64>() as f32
            };
            [mean(0).next_down(), mean(1).next_up()]
        };
        let intervals: Vec<[Value; 2]> = (0..own.len()).map(against).collect();
        let moves = game.moves(state).zip(&intervals).zip(own);
        let moves = moves.map(|((mv, &bounds), share)| Advised {
            visits: Some((share * VISITS).round() as u64),
            ..advised(mv, bounds, None, facts.level())
        });
        let moves: Vec<_> = moves.collect();
        let best = vec![moves[self.draw(game, state, own, mover)].mv];
        let mut advice = Advice::by_score(&facts, mover, moves);
        advice.best = best;
        advice.intervals = intervals;
        let of_first = proved(round.value);
        let own = |points| {
            if is_first {
                points
            } else {
                sum as i32 - points
            }
        };
        advice.worth = of_first.map(own);
        advice
    }

    fn draw(&self, game: &G, state: &G::State, shares: &[f64], player: Player) -> usize {
        let round = game.key(&game.round_start(state));
        let mut left = Chance::for_task(mix_all(&[self.seed, round]), player.0.into()).unit();
        for (place, share) in shares.iter().enumerate() {
            left -= share;
            if left < 0.0 {
                return place;
            }
        }
        shares.len() - 1
    }
}

fn advised<M>(mv: M, bounds: [f32; 2], plies: Option<u32>, level: f64) -> Advised<M> {
    let middle = f64::midpoint(bounds[0].into(), bounds[1].into());
    let points = proved(bounds);
    let estimate = Score::Estimate((middle - level) as Value);
    Advised {
        mv,
        score: points.map_or(estimate, |points| Score::Exact { points, plies }),
        visits: None,
        mean: points.is_none().then_some(middle as Value),
    }
}

impl<G: Game> Agent<G> for BackwardInduction<G> {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        let facts = game.facts();
        if facts.simultaneous && !facts.is_rivalry() {
            let what = "rounds in which players move at once are solved only where two share out a fixed sum of points";
            return Err(Error::unsuited(what, fitting(&facts)));
        }
        let root = game.round_start(state);
        let before = self.induction.len();
        let mut run = Run {
            root: &root,
            facts,
            budget: SearchBudget::new(
                self.induction.params.nodes,
                self.induction.params.time,
                limits,
            ),
            ask_at: before + SMALL,
            depth: 0,
        };
        let mut advice = if facts.simultaneous && is_round(game, &root) {
            let round = self.induction.round(game, &root, &mut run)?;
            self.by_round(game, state, &round)
        } else {
            self.by_turn(game, state, &mut run)?
        };
        advice.nodes = (self.induction.len() - before) as u64;
        Ok(advice)
    }

    fn forget(&mut self) {
        self.induction = Induction::new(self.induction.params);
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }
}
