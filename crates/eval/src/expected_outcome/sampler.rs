//! Playing out until a rule is content.

use std::cell::Cell;

use plyscope_game::{Chance, Deadline, Error, Evaluator, Facts, Game, Limits, Player, Value};

use super::sample::Sample;
use plyscope_stats::Z95;

/// When there are enough playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopRule {
    /// The paper's: take N, then N more; if their means differ by more than
    /// the tolerance, as many again as there are, until the two halves agree.
    Converge,
    /// Until the 95 % interval reaches no farther than the tolerance to either side.
    Interval,
    /// Between moves: until no other move may be better than the best one by more
    /// than the tolerance. A state alone has no rivals; it is sampled as by [`Self::Interval`].
    Race,
}

/// How a sampler samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SamplerParams {
    /// When to stop.
    pub rule: StopRule,
    /// Playouts of the first sample from a state; at least 1.
    pub first: u64,
    /// The most playouts from one state; at least twice `first`.
    pub most: u64,
    /// In points of the game; 0 plays the most that is allowed.
    pub tolerance: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl SamplerParams {
    /// What is usual for a rule in a game with such facts.
    ///
    /// The paper gives 16 and 1024 and no tolerance. 0.05 where a win counts 1 and a
    /// loss −1 makes its sampler "fairly cautious": most states take hundreds of games.
    #[must_use]
    pub fn usual(rule: StopRule, facts: &Facts) -> Self {
        let half_range = f64::from(facts.points.1 - facts.points.0) / 2.0;
        let (first, most, tolerance) = match rule {
            StopRule::Converge => (16, 1024, 0.05),
            StopRule::Interval => (32, 8192, 0.05),
            StopRule::Race => (32, 8192, 0.01),
        };
        Self {
            rule,
            first,
            most,
            tolerance: tolerance * half_range,
            seed: 1,
        }
    }
}

/// Estimates the expected outcome by playouts.
///
/// Chance comes from the seed and the state alone, up to symmetry: a state has
/// the same value whenever it is asked about, and so have its images.
#[derive(Clone, Debug)]
pub struct Sampler {
    pub(super) params: SamplerParams,
}

impl Sampler {
    /// # Errors
    /// When a parameter is out of range; says which.
    pub fn new(params: SamplerParams) -> Result<Self, Error> {
        if params.first == 0 || params.most / 2 < params.first {
            return Err(Error::unsuited(
                format!(
                    "a sample cannot grow from {} to {} playouts",
                    params.first, params.most
                ),
                "begin with at least 1 playout, and allow at least twice as many in all",
            ));
        }
        if !(params.tolerance >= 0.0 && params.tolerance.is_finite()) {
            return Err(Error::unsuited(
                format!("a tolerance of {} means nothing", params.tolerance),
                "give a number of points, 0 or more",
            ));
        }
        Ok(Self { params })
    }

    /// Plays out from `state` until the rule is content.
    pub fn sample<G: Game>(&self, game: &G, state: &G::State, player: Player) -> Sample {
        self.sample_until(game, state, player, Deadline::never()).0
    }

    /// The same; and whether it was done before the deadline.
    fn sample_until<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        deadline: Deadline,
    ) -> (Sample, bool) {
        let (key, symmetry) = game.canonical_key(state);
        let mut arm = Arm::<G>::new(game.map_state(symmetry, state), key, self.params.seed);
        let ask = Asked {
            game,
            player,
            allowance: &Allowance::until(deadline),
        };
        let is_done = self.settle(&ask, &mut arm, self.params.most);
        (arm.now, is_done)
    }

    /// Plays out from the state of `arm`, at most so often; whether the rule is content.
    pub(super) fn settle<G: Game>(&self, ask: &Asked<'_, G>, arm: &mut Arm<G>, most: u64) -> bool {
        loop {
            let more = self.wanted(ask, arm, most);
            if more == 0 {
                return most >= self.params.most || self.wanted(ask, arm, self.params.most) == 0;
            }
            if !arm.draw(ask, more) {
                return false;
            }
        }
    }

    /// How many playouts the rule wants next, of `most` in all; none if it is content.
    fn wanted<G: Game>(&self, ask: &Asked<'_, G>, arm: &Arm<G>, most: u64) -> u64 {
        let playouts = arm.now.playouts;
        if playouts == 0 {
            return self.params.first.min(most);
        }
        match self.params.rule {
            StopRule::Converge => {
                let content = arm.before.playouts > 0 && arm.halves_agree(self.params.tolerance);
                if content || 2 * playouts > most {
                    0
                } else {
                    playouts
                }
            }
            StopRule::Interval | StopRule::Race => {
                let range = ask.game.facts().points;
                let [low, high] = arm.now.interval(range, Z95);
                let off = (high - low) / (2.0 * self.params.tolerance);
                if off <= 1.0 {
                    return 0;
                }
                // Widths shrink as the root of the playouts; a float too large becomes the largest number.
                let needed = (playouts as f64 * off * off).ceil() as u64;
                let more = needed.saturating_sub(playouts);
                more.clamp(self.params.first.min(playouts), playouts)
                    .min(most.saturating_sub(playouts))
            }
        }
    }
}

/// Points as an evaluator's value, for which 0 is the level result.
fn from_level<G: Game>(game: &G, points: f64) -> Value {
    (points - game.facts().level()) as Value
}

impl<G: Game> Evaluator<G> for Sampler {
    fn value(&self, game: &G, state: &G::State, player: Player) -> Value {
        if let Some(payoffs) = game.payoffs(state) {
            return from_level(game, f64::from(payoffs.of(player)));
        }
        from_level(game, self.sample(game, state, player).mean())
    }

    fn value_until(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        deadline: &Deadline,
    ) -> Option<Value> {
        if let Some(payoffs) = game.payoffs(state) {
            return Some(from_level(game, f64::from(payoffs.of(player))));
        }
        let (sample, is_done) = self.sample_until(game, state, player, deadline.clone());
        is_done.then(|| from_level(game, sample.mean()))
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn reseed(&mut self, seed: u64) {
        self.params.seed = seed;
    }
}

/// The caller's request: the game, the player, and the limits.
pub(super) struct Asked<'a, G> {
    pub(super) game: &'a G,
    pub(super) player: Player,
    pub(super) allowance: &'a Allowance,
}

/// A state that is sampled, with random numbers of its own.
pub(super) struct Arm<G: Game> {
    pub(super) state: G::State,
    chance: Chance,
    /// All playouts.
    pub(super) now: Sample,
    /// Those before the last that were wanted.
    before: Sample,
}

/// Playouts between two looks at the clock.
const CHUNK: u64 = 4096;

impl<G: Game> Arm<G> {
    pub(super) fn new(state: G::State, key: u64, seed: u64) -> Self {
        Self {
            state,
            chance: Chance::for_task(seed, key),
            now: Sample::default(),
            before: Sample::default(),
        }
    }

    /// So many playouts more; false if the deadline came first.
    pub(super) fn draw(&mut self, ask: &Asked<'_, G>, more: u64) -> bool {
        self.before = self.now;
        let mut left = more;
        while left > 0 {
            if ask.allowance.is_over() {
                return false;
            }
            let count = left.min(CHUNK);
            let drawn = Sample::draw(ask.game, &self.state, ask.player, count, &mut self.chance);
            self.now.add(&drawn);
            let plies = &ask.allowance.plies;
            plies.set(plies.get() + drawn.plies);
            left -= count;
        }
        true
    }

    fn halves_agree(&self, tolerance: f64) -> bool {
        let later = self.now.since(&self.before);
        (self.before.mean() - later.mean()).abs() <= tolerance
    }
}

/// What sampling may take for the caller's sake.
pub(super) struct Allowance {
    deadline: Deadline,
    nodes: u64,
    plies: Cell<u64>,
}

impl Allowance {
    fn until(deadline: Deadline) -> Self {
        Self {
            deadline,
            nodes: u64::MAX,
            plies: Cell::new(0),
        }
    }

    pub(super) fn of(limits: &Limits) -> Self {
        Self {
            nodes: limits.nodes.unwrap_or(u64::MAX),
            ..Self::until(Deadline::of(limits))
        }
    }

    fn is_over(&self) -> bool {
        self.plies.get() >= self.nodes || self.deadline.is_over()
    }

    /// Moves made in playouts.
    pub(super) fn plies(&self) -> u64 {
        self.plies.get()
    }
}
