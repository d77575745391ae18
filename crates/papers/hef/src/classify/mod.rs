//! HEF's section 4.4, second half: can the true value of a move be told from what the search knows of it?

mod neighbours;
mod sample;
mod thresholds;
mod tree;
mod validate;

use plyscope_judge::metrics::{Accuracy, SquaredError};
use plyscope_judge::{Guess, Metric, Pair, Truth, Truths, cross_classified, cross_fitted};
use plyscope_parallel::{map, map_each};
use serde::Serialize;

use super::curve::{Column, PlyCurve, PlyPoint, scores};
use super::data::{Data, POINTS};
use super::follow::{Follow, WithInterval, estimate, follow, mean};
use super::heuristics::Heuristic;
use sample::{CLASSES, Class, Sample, samples};
pub use validate::Classifier;
use validate::{folds, validated};

/// States in which at most this share of the moves is classified rightly are HEF's worst.
const POOR: f64 = 0.25;

/// How well a classifier does on one benchmark.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Classified {
    /// The benchmark.
    pub source: String,
    /// The classifier.
    pub classifier: Classifier,
    /// The share of moves that it puts into the right one of win, draw and loss.
    pub accuracy: Option<WithInterval>,
    /// The mean of the three shares of losses, draws and wins that it finds.
    pub balanced: f64,
    /// Those shares.
    pub found: [f64; CLASSES],
    /// Moves by true class (loss, draw, win) and guessed one.
    pub confusion: [[usize; CLASSES]; CLASSES],
    /// The accuracy on moves of the first and of the second player.
    pub by_player: [Option<WithInterval>; 2],
    /// The mean share of a state's moves that it gets right, by ply.
    pub curve: PlyCurve,
    /// The ply where that is lowest.
    pub worst: Option<PlyPoint>,
    /// States of each player where at most a quarter of the moves is right.
    pub poor: [usize; 2],
    /// The worst ply of each player.
    pub worst_of_player: [Option<PlyPoint>; 2],
}

/// A categorisation metric of a heuristic held against a classifier's values, beside that against true ones.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Categorised {
    /// The metric.
    pub metric: String,
    /// The heuristic.
    pub heuristic: String,
    /// The benchmark.
    pub source: String,
    /// The mean on the truth.
    pub on_truth: f64,
    /// The mean on the classifier's values.
    pub on_search: f64,
    /// How it follows.
    pub follow: Follow,
}

/// A move with what all classifiers say of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Guessed {
    /// The benchmark.
    pub source: &'static str,
    /// The number of the state.
    pub state: usize,
    /// The number of the move in the state.
    pub mv: usize,
    /// q, n, total n and depth.
    pub features: [f64; 4],
    /// The true class: loss, draw, win as −1, 0, 1.
    pub truth: i8,
    /// The fold in which its state was classified.
    pub fold: usize,
    /// What each of [`Classifier::ALL`] says.
    pub guesses: [i8; Classifier::ALL.len()],
}

/// Everything about categories.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Categories {
    /// Every classifier on every benchmark.
    pub classified: Vec<Classified>,
    /// What a categorisation metric makes of the decision tree's values.
    pub metric: Vec<Categorised>,
    /// Every move, for whoever wants to check.
    #[serde(skip)]
    pub moves: Vec<Guessed>,
}

pub(super) fn run(data: &Data, heuristics: &[Heuristic], seed: u64) -> Categories {
    let folds = folds(data.plies.len(), seed);
    let mut all = Categories {
        classified: Vec::new(),
        metric: Vec::new(),
        moves: Vec::new(),
    };
    for (source, sampled) in data.sampled.iter().enumerate() {
        let samples = samples(data, source);
        let answers = Classifier::ALL.map(|own| validated(own, &samples, &folds));
        all.classified.extend(map(answers.len(), |at| {
            let right = Right::new(data, &samples, &answers[at]);
            classified(data, sampled.name, Classifier::ALL[at], &right, seed)
        }));
        let tree = &answers[Classifier::ALL.len() - 1];
        let truths = valued(&data.exact, tree);
        let metric = map_each(heuristics, |own| {
            categorised(data, own, sampled.name, &truths, seed)
        });
        all.metric.extend(metric.into_iter().flatten());
        all.moves
            .extend(guessed(sampled.name, &samples, &answers, &folds));
    }
    all
}

/// What a classifier got right, state by state.
struct Right {
    /// Moves and right ones of every state.
    states: Vec<(f64, f64)>,
    confusion: [[usize; CLASSES]; CLASSES],
}

impl Right {
    fn new(data: &Data, samples: &[Sample], classes: &[Class]) -> Self {
        let mut own = Self {
            states: vec![(0.0, 0.0); data.plies.len()],
            confusion: [[0; CLASSES]; CLASSES],
        };
        for (sample, &class) in samples.iter().zip(classes) {
            let state = &mut own.states[sample.state];
            state.0 += 1.0;
            state.1 += f64::from(u8::from(sample.class == class));
            own.confusion[sample.class][class] += 1;
        }
        own
    }

    /// The share of moves that are right in the drawn states that count.
    fn share(&self, drawn: &[usize], counts: impl Fn(usize) -> bool) -> Option<f64> {
        let own = drawn.iter().filter(|&&at| counts(at));
        let (moves, right) = own.fold((0.0, 0.0), |sum, &at| {
            (sum.0 + self.states[at].0, sum.1 + self.states[at].1)
        });
        (moves > 0.0).then(|| right / moves)
    }

    /// The share of each class that is found.
    fn found(&self) -> [f64; CLASSES] {
        std::array::from_fn(|class| {
            let row = &self.confusion[class];
            row[class] as f64 / row.iter().sum::<usize>().max(1) as f64
        })
    }
}

fn classified(
    data: &Data,
    source: &str,
    classifier: Classifier,
    right: &Right,
    seed: u64,
) -> Classified {
    let states = data.plies.len();
    let player = |at: usize| data.exact.rows[at].player.index();
    let by_state: Column = right.states.iter().map(|own| Some(own.1 / own.0)).collect();
    let name = format!("category/{source}/{}", classifier.name());
    let curve = PlyCurve::new(name, &data.plies, &by_state, (0.0, 1.0));
    let worst = |of: &dyn Fn(&PlyPoint) -> bool| {
        let points = curve.points.iter().filter(|point| of(point));
        points.min_by(|a, b| a.mean.total_cmp(&b.mean)).copied()
    };
    let is_poor = |at: &usize| right.states[*at].1 <= POOR * right.states[*at].0;
    let found = right.found();
    Classified {
        source: source.to_owned(),
        classifier,
        accuracy: estimate(states, seed, |drawn| right.share(drawn, |_| true)),
        balanced: found.iter().sum::<f64>() / CLASSES as f64,
        found,
        confusion: right.confusion,
        by_player: [0, 1].map(|who| {
            estimate(states, seed, |drawn| {
                right.share(drawn, |at| player(at) == who)
            })
        }),
        worst: worst(&|_| true),
        worst_of_player: [0, 1].map(|who| worst(&|point| point.ply % 2 == who)),
        poor: [0, 1].map(|who| {
            let own = (0..states).filter(|&at| player(at) == who);
            own.filter(is_poor).count()
        }),
        curve,
    }
}

/// The truth with a classifier's values in place of the true ones.
fn valued(exact: &Truths, classes: &[Class]) -> Truths {
    let mut truths = exact.clone();
    let mut values = classes.iter().map(|&class| f64::from(points(class)));
    for row in &mut truths.rows {
        row.change(|truth| truth.value = values.next().unwrap_or(truth.value));
    }
    truths
}

/// Loss, draw and win as −1, 0 and 1.
fn points(class: Class) -> i8 {
    class as i8 - 1
}

fn categorised(
    data: &Data,
    heuristic: &Heuristic,
    source: &str,
    by_search: &Truths,
    seed: u64,
) -> Vec<Categorised> {
    let squared = SquaredError { points: POINTS };
    let metrics: [&dyn Metric; 2] = [&Accuracy, &squared];
    let on_truth = mapped(&data.exact, heuristic, &metrics, seed);
    let on_search = mapped(by_search, heuristic, &metrics, seed);
    let all: Vec<usize> = (0..data.plies.len()).collect();
    let both = on_truth.iter().zip(&on_search);
    let one = |(metric, (on_truth, on_search)): (&&dyn Metric, (&Column, &Column))| Categorised {
        metric: metric.name(),
        heuristic: heuristic.name.to_owned(),
        source: source.to_owned(),
        on_truth: mean(on_truth, &all).unwrap_or(f64::NAN),
        on_search: mean(on_search, &all).unwrap_or(f64::NAN),
        follow: follow(&data.plies, on_truth, on_search, seed),
    };
    metrics.iter().zip(both).map(one).collect()
}

/// Metrics of a heuristic's values, brought to points and to classes by what was fitted to the
/// truth at hand on other states, as the judge does.
fn mapped(
    truths: &Truths,
    heuristic: &Heuristic,
    metrics: &[&dyn Metric],
    seed: u64,
) -> Vec<Column> {
    let states = truths.rows.iter().zip(&heuristic.guesses);
    let pairs: Vec<Vec<Pair>> = states
        .map(|(row, guesses)| {
            let pair = |(truth, guess): (&Truth, &Guess)| Pair {
                value: if guess.decided {
                    guess.on_scale
                } else {
                    guess.value
                },
                proved: guess.proved,
                decided: guess.decided.then_some(guess.value),
                truth: truth.value,
            };
            row.truth().iter().zip(guesses).map(pair).collect()
        })
        .collect();
    let mut guesses = heuristic.guesses.clone();
    let points = cross_fitted(&pairs, seed).into_iter().flatten();
    let classes = cross_classified(&pairs, seed).into_iter().flatten();
    let moves = guesses.iter_mut().flatten();
    for (guess, (points, class)) in moves.zip(points.zip(classes)) {
        guess.points = Some(points);
        guess.class = Some(class);
    }
    let all = metrics.iter();
    all.map(|metric| scores(truths, &guesses, *metric))
        .collect()
}

fn guessed(
    source: &'static str,
    samples: &[Sample],
    answers: &[Vec<Class>; Classifier::ALL.len()],
    folds: &[usize],
) -> Vec<Guessed> {
    let mut before = (usize::MAX, 0);
    let one = |(at, sample): (usize, &Sample)| {
        before = match before {
            (state, mv) if state == sample.state => (state, mv + 1),
            _ => (sample.state, 0),
        };
        Guessed {
            source,
            state: sample.state,
            mv: before.1,
            features: sample.features,
            truth: points(sample.class),
            fold: folds[sample.state],
            guesses: std::array::from_fn(|which| points(answers[which][at])),
        }
    };
    samples.iter().enumerate().map(one).collect()
}
