//! A metric of `judge` as fitness: the features of every move once, then a weighted sum per move and candidate.

use plyscope_game::any::{AnyAgent, AnyStates, Reply};
use plyscope_game::{Error, Facts, Limits, Score, Value};
use plyscope_judge::judgement::on_points;
use plyscope_judge::{Better, Guesses, Metric, Truths, ask};
use plyscope_truth::Benchmark;

use crate::learn::shortest;
use crate::{NamedGame, ReadyBench, Spec, StateFilter, Weights};

/// Sums of larger weights overflow. Most metrics do not change with the size of all weights, so that a
/// search may run off that way, and is led back from here.
const LARGEST: f64 = 1e30;

/// Makes an agent by a seed.
pub(crate) type Making<'a> = dyn Fn(u64) -> Result<Box<dyn AnyAgent>, Error> + Sync + 'a;

/// A benchmark on which weights are judged again and again.
pub(crate) struct Judged<'a> {
    game: &'a NamedGame,
    ready: ReadyBench<'a>,
    facts: Facts,
    width: usize,
    /// The features of the states after moves, row after row.
    rows: Vec<Value>,
    /// What every move is: proved, or the next row.
    moves: Vec<Option<Score>>,
    /// Where the moves of each state end.
    ends: Vec<usize>,
    seed: u64,
}

impl<'a> Judged<'a> {
    pub(crate) fn new(
        game: &'a NamedGame,
        (benchmark, name): (&'a Benchmark, &str),
        metric: &str,
        filter: &StateFilter,
        (set, kept): (&str, &[usize]),
        seed: u64,
    ) -> Result<Self, Error> {
        let metrics = [metric.to_string()];
        let ready = ReadyBench::new(game, benchmark, name, &metrics, filter)?;
        if ready.metric().better() == Better::Neither {
            let what = format!("the metric `{metric}` says nothing of a heuristic");
            return Err(Error::misuse(
                what,
                "choose one of which more or less is better",
            ));
        }
        let mut own = Self {
            game,
            facts: game.facts(),
            width: kept.len(),
            rows: Vec::new(),
            moves: Vec::new(),
            ends: Vec::new(),
            ready,
            seed,
        };
        if !own.facts.simultaneous {
            own.lay_out(set, kept)?;
        }
        Ok(own)
    }

    fn lay_out(&mut self, set: &str, kept: &[usize]) -> Result<(), Error> {
        let features = self.game.features(set);
        let features = features.ok_or_else(|| Error::failed("the feature set is gone"))?;
        let mut row = vec![0.0; features.list().len()];
        let before: &dyn AnyStates = self.ready.states();
        let mut after = self.game.rules().states();
        for at in 0..before.len() {
            let mover = before.mover(at);
            for mv in 0..before.move_count(at) {
                after.truncate(0);
                after.push_from(before, at);
                after.play(0, mv);
                let end = after.payoffs(0).map(|own| Score::Exact {
                    points: own.of(mover),
                    plies: Some(1),
                });
                if end.is_none() {
                    features.read(&*after, 0, mover, &mut row);
                    self.rows.extend(kept.iter().map(|&own| row[own] as Value));
                }
                self.moves.push(end);
            }
            self.ends.push(self.moves.len());
        }
        Ok(())
    }

    /// How many states one value takes.
    pub(crate) fn states(&self) -> u64 {
        self.ready.len() as u64
    }

    pub(crate) fn listed_states(&self) -> &dyn AnyStates {
        self.ready.states()
    }

    fn metric(&self) -> &dyn Metric {
        self.ready.metric()
    }

    pub(crate) fn metric_name(&self) -> String {
        self.metric().name()
    }

    pub(crate) fn is_higher_better(&self) -> bool {
        self.metric().better() == Better::Higher
    }

    /// The metric's mean for weights, as `judge` tells it.
    pub(crate) fn mean(&self, weights: &[f64], file: &Weights) -> Result<f64, Error> {
        self.mean_by(if self.facts.simultaneous {
            let spec = Spec::parse(crate::agents::LINEAR)?;
            self.asked(&|seed| self.game.agent_weighing(&spec, file, seed))?
        } else {
            self.guessed(weights)?
        })
    }

    /// The metric's mean for any agent, as `judge` tells it.
    pub(crate) fn mean_of(&self, make: &Making<'_>) -> Result<f64, Error> {
        self.mean_by(self.asked(make)?)
    }

    fn mean_by(&self, mut guesses: Guesses) -> Result<f64, Error> {
        let truths: &Truths = self.ready.truths();
        if self.metric().needs().points {
            on_points(truths, &mut guesses, self.seed);
        }
        let (mut sum, mut count) = (0.0, 0.0);
        for case in truths.cases(&guesses).iter() {
            if let Some(score) = self.metric().score(&case) {
                sum += score;
                count += 1.0;
            }
        }
        if count == 0.0 {
            let what = "the metric says nothing of any of these states";
            return Err(Error::misuse(what, "choose another metric or other states"));
        }
        Ok(sum / count)
    }

    /// The same with its sign such that less is better; weights that overflow are worse than any.
    pub(crate) fn cost(&self, weights: &[f64], file: &Weights) -> Result<f64, Error> {
        if !weights.iter().all(|own| own.abs() < LARGEST) {
            return Ok(f64::MAX);
        }
        let mean = self.mean(weights, file)?;
        Ok(match self.metric().better() {
            Better::Higher => -mean,
            _ => mean,
        })
    }

    fn guessed(&self, weights: &[f64]) -> Result<Guesses, Error> {
        let weights: Vec<Value> = weights.iter().map(|own| shortest(*own) as Value).collect();
        let mut rows = self.rows.chunks_exact(self.width.max(1));
        let mut replies: Vec<Reply> = Vec::with_capacity(self.moves.len());
        let mut begin = 0;
        for &end in &self.ends {
            let mut best = plyscope_game::Rank::WORST;
            for own in &self.moves[begin..end] {
                let score = own.unwrap_or_else(|| {
                    let row = rows.next().expect("a row for every open move");
                    Score::Estimate(row.iter().zip(&weights).map(|(a, b)| b * a).sum())
                });
                best = best.max(score.rank(&self.facts));
                replies.push(Reply {
                    score,
                    mean: None,
                    is_best: false,
                });
            }
            for own in &mut replies[begin..end] {
                own.is_best = own.score.rank(&self.facts) == best;
            }
            begin = end;
        }
        let mut from = 0;
        let states = self.ends.iter().map(|&end| {
            let own = &replies[from..end];
            from = end;
            own
        });
        Guesses::of_replies(&self.facts, states)
            .map_err(|_| Error::failed("the value of a move is not a number"))
    }

    /// What the agent itself says.
    fn asked(&self, make: &Making<'_>) -> Result<Guesses, Error> {
        let limits = Limits {
            values_only: true,
            ..Limits::every_move()
        };
        let make = || make(self.seed);
        ask(&self.facts, self.ready.states(), &make, &limits, &|| ())
    }
}
