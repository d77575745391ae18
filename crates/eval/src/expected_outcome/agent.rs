//! Samplers as agents, and the advice that all rules give.

use plyscope_game::{Advice, Advised, Agent, Error, Game, Limits, Payoffs, Score, Value};

use super::sampler::{Allowance, Arm, Asked, Sampler, StopRule};
use plyscope_search::refuse_hidden;
use plyscope_stats::Z95;

/// Every move and the state after it.
pub(super) fn next_states<G: Game>(
    game: &G,
    state: &G::State,
) -> impl Iterator<Item = (G::Move, G::State)> {
    game.moves(state).map(|mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        (mv, next)
    })
}

/// Advice on moves with such scores, in the game's order.
///
/// Values are points from the level result on, so they compare with those of a finished game: a
/// small win that is certain need not be best where wins come in sizes. Between
/// equals a finished game is better than a promise.
pub(super) fn advice<G: Game>(game: &G, state: &G::State, scores: &[Score]) -> Advice<G::Move> {
    let facts = game.facts();
    let preference = |score: &Score| {
        let value = score.from_level(&facts).unwrap_or(Value::NEG_INFINITY);
        (value, score.is_exact())
    };
    let top = scores
        .iter()
        .map(preference)
        .fold((Value::NEG_INFINITY, false), |top, next| {
            if next > top { next } else { top }
        });
    let scored = || game.moves(state).zip(scores);
    let advised = |(mv, &score)| Advised {
        mv,
        score,
        visits: None,
        mean: None,
    };
    let mut advice = Advice::by_score(&facts, game.mover(state), scored().map(advised).collect());
    advice.best = scored()
        .filter(|(_, score)| preference(score) == top)
        .map(|(mv, _)| mv)
        .collect();
    advice.depth = Some(1);
    advice
}

/// What a move leads to.
enum After {
    /// The end of the game.
    End(Payoffs),
    /// The state of this arm, or an image of it: images share their playouts.
    Arm(usize),
}

/// The moves of one state, ready to be sampled.
struct Field<G: Game> {
    moves: Vec<After>,
    arms: Vec<Arm<G>>,
}

impl<G: Game> Field<G> {
    fn of(game: &G, state: &G::State, seed: u64) -> Self {
        let mut arms: Vec<Arm<G>> = Vec::new();
        let after = |(_, next): (G::Move, G::State)| {
            if let Some(payoffs) = game.payoffs(&next) {
                return After::End(payoffs);
            }
            let (key, symmetry) = game.canonical_key(&next);
            let next = game.map_state(symmetry, &next);
            let same = arms.iter().position(|arm| arm.state == next);
            After::Arm(same.unwrap_or_else(|| {
                arms.push(Arm::new(next, key, seed));
                arms.len() - 1
            }))
        };
        let moves = next_states(game, state).map(after).collect();
        Self { moves, arms }
    }
}

impl Sampler {
    /// Samples every arm; false if the caller's limits came first.
    fn run<G: Game>(&self, ask: &Asked<'_, G>, field: &mut Field<G>, limits: &Limits) -> bool {
        if self.params.rule == StopRule::Race {
            let ends = field.moves.iter().filter_map(|after| match after {
                After::End(payoffs) => Some(payoffs.of(ask.player)),
                After::Arm(_) => None,
            });
            let end = ends.max().map(f64::from);
            return self.race(ask, &mut field.arms, end, limits.playouts);
        }
        // Shared out evenly, so that no move is known better than another for the sake of its place.
        let share = |all| all / field.arms.len().max(1) as u64;
        let most = limits
            .playouts
            .map_or(u64::MAX, share)
            .min(self.params.most);
        let mut content = true;
        for arm in &mut field.arms {
            content &= self.settle(ask, arm, most);
        }
        content
    }
}

impl<G: Game> Agent<G> for Sampler {
    fn advise(
        &mut self,
        game: &G,
        state: &G::State,
        limits: &Limits,
    ) -> Result<Advice<G::Move>, Error> {
        refuse_hidden("expected-outcome", game, state)?;
        let allowance = Allowance::of(limits);
        let ask = Asked {
            game,
            player: game.mover(state),
            allowance: &allowance,
        };
        let mut field = Field::of(game, state, self.params.seed);
        let content = self.run(&ask, &mut field, limits);
        let (range, level) = (game.facts().points, game.facts().level());
        let sample = |after: &After| match after {
            After::End(_) => None,
            After::Arm(arm) => Some(field.arms[*arm].now),
        };
        let score = |after: &After| match (after, sample(after)) {
            (After::End(payoffs), _) => Score::Exact {
                points: payoffs.of(ask.player),
                plies: Some(1),
            },
            (_, Some(sample)) if sample.playouts > 0 => {
                Score::Estimate((sample.mean() - level) as Value)
            }
            _ => Score::Unknown,
        };
        let scores: Vec<Score> = field.moves.iter().map(score).collect();
        let mut advice = advice(game, state, &scores);
        for (advised, after) in advice.moves.iter_mut().zip(&field.moves) {
            let sample = sample(after);
            advised.visits = Some(sample.map_or(0, |sample| sample.playouts));
            let sampled = sample.filter(|sample| sample.playouts > 0);
            advised.mean = sampled.map(|sample| sample.mean() as Value);
            advice.intervals.push(match after {
                After::End(payoffs) => [payoffs.of(ask.player) as Value; 2],
                After::Arm(arm) => {
                    let now = &field.arms[*arm].now;
                    now.interval(range, Z95).map(|end| end as Value)
                }
            });
        }
        advice.nodes = allowance.plies();
        advice.cut_short = !content;
        Ok(advice)
    }

    fn reseed(&mut self, seed: u64) {
        self.params.seed = seed;
    }
}
