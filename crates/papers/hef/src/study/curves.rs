//! Figure 2: what the metrics say about a heuristic before a game is played.

use plyscope_game::{Error, Limits};
use plyscope_judge::metrics::{StrictBest, VisitRatio};
use plyscope_judge::predict::StateWeights;
use plyscope_judge::{Case, Grouping, Metric, Truths};
use plyscope_truth::Benchmark;
use plyscope_workbench::{JudgeOrder, JudgeRun, Judging, NamedGame, StateFilter, judge};
use serde::Serialize;

use super::super::curve::Column;
use super::super::follow::{correlated, estimate, mean, over_states};
use super::{GameStudy, PlyCurve, StudyGame, StudyParams, StudyRun, WithInterval};

/// Points of a curve over the length of a game: enough to see where it rises, and some states in each.
const POINTS: u32 = 16;

/// How far strict best lies above its random baseline.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Beyond {
    /// Over all states.
    pub all: Option<WithInterval>,
    /// Over the first half of the plies.
    pub first_half: Option<WithInterval>,
    /// Over the second.
    pub second_half: Option<WithInterval>,
    /// Over the quarter of the states with the largest differential.
    pub critical: Option<WithInterval>,
    /// Its correlation with the differential, state by state.
    pub with_differential: Option<WithInterval>,
}

/// A heuristic, held against the truth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudyHeuristic {
    /// The heuristic.
    pub spec: String,
    /// Why it does not apply, if it does not; then nothing else is said.
    pub why_not: Option<String>,
    /// Strict best over all states.
    pub strict_best: f64,
    /// What a random choice gets.
    pub chance: f64,
    /// Strict best by ply.
    pub curve: PlyCurve,
    /// How far it lies above its baseline.
    pub beyond: Option<Beyond>,
}

/// Holds all heuristics against the benchmark.
pub(super) fn hold(
    game: &NamedGame,
    benchmark: &Benchmark,
    order: &StudyGame,
    params: &StudyParams,
    run: &StudyRun<'_>,
) -> Result<GameStudy, Error> {
    let mut held = Vec::new();
    let mut found: Option<GameStudy> = None;
    for (done, spec) in params.heuristics.iter().enumerate() {
        let what = format!("{}, judging {spec}", order.name);
        run.tell(&what, done as u64, params.heuristics.len() as u64);
        match judged(game, benchmark, spec, order, params, run) {
            Ok(judging) => {
                let truths = &judging.truths;
                let own = found.get_or_insert_with(|| outline(game, benchmark, truths, order));
                held.push(one(spec, &judging, params.seed, own.last_ply));
            }
            Err(error) if run.stop.is_raised() => return Err(error),
            Err(error) => held.push(StudyHeuristic {
                spec: spec.clone(),
                why_not: Some(error.what.replace(&order.spec, &order.name)),
                strict_best: 0.0,
                chance: 0.0,
                curve: PlyCurve {
                    name: spec.clone(),
                    points: Vec::new(),
                },
                beyond: None,
            }),
        }
    }
    let mut found = found.ok_or_else(|| {
        let why = held.iter().find_map(|own| own.why_not.clone());
        Error::failed(why.unwrap_or_else(|| "there is no heuristic to judge".to_owned()))
    })?;
    found.held = held;
    Ok(found)
}

fn judged(
    game: &NamedGame,
    benchmark: &Benchmark,
    spec: &String,
    order: &StudyGame,
    params: &StudyParams,
    run: &StudyRun<'_>,
) -> Result<Judging, Error> {
    judge(
        game,
        benchmark,
        &JudgeOrder {
            heuristics: std::slice::from_ref(spec),
            metrics: &["strict-best".to_owned()],
            filter: &StateFilter::default(),
            grouping: Grouping::Ply,
            worst: 0,
            name: &order.name,
            weights: StateWeights::Equal,
            run: JudgeRun {
                seed: params.seed,
                limits: Limits {
                    stop: run.stop.clone(),
                    ..Limits::every_move()
                },
                threads: run.threads,
                progress: &|| (),
            },
        },
    )
}

/// What there is to say of the truth alone.
fn outline(
    game: &NamedGame,
    benchmark: &Benchmark,
    truths: &Truths,
    order: &StudyGame,
) -> GameStudy {
    let last_ply = truths.rows.iter().map(|row| row.ply).max().unwrap_or(0);
    let visits: Vec<u64> = truths.rows.iter().map(super::super::data::total).collect();
    let plies = spread(truths, last_ply);
    let curve = |name: &str, metric: &dyn Metric, chance: bool| {
        let column = column(truths, None, |case| {
            if chance {
                metric.chance(case)
            } else {
                metric.score(case)
            }
        });
        PlyCurve::new(
            format!("{}/{name}", order.name),
            &plies,
            &column,
            metric.range(),
        )
    };
    let (proved, moves) = truths.proved();
    GameStudy {
        game: order.clone(),
        identity: game.identity().to_string(),
        states: benchmark.states.len(),
        moves,
        proved: proved as f64 / moves.max(1) as f64,
        visits: (
            visits.iter().copied().min().unwrap_or(0),
            visits.iter().map(|&own| own as f64).sum::<f64>() / visits.len().max(1) as f64,
            visits.iter().copied().max().unwrap_or(0),
        ),
        last_ply,
        differential: curve("differential", &VisitRatio, false),
        chance: curve("strict-best/random", &StrictBest, true),
        held: Vec::new(),
        matches: Vec::new(),
        too_slow: Vec::new(),
    }
}

/// The plies of the states, put together so that a curve has [`POINTS`] points.
fn spread(truths: &Truths, last_ply: u32) -> Vec<u32> {
    let width = (last_ply + 1).div_ceil(POINTS).max(1);
    let together = |ply: u32| ply / width * width + width / 2;
    truths.rows.iter().map(|row| together(row.ply)).collect()
}

/// A number for every state.
fn column(
    truths: &Truths,
    judging: Option<&Judging>,
    of: impl Fn(&Case<'_>) -> Option<f64>,
) -> Column {
    let mut guess = Vec::new();
    let mut all = Vec::with_capacity(truths.rows.len());
    for (at, row) in truths.rows.iter().enumerate() {
        if let Some(judging) = judging {
            judging.entries[0].guesses.read(at, &mut guess);
        }
        all.push(of(&truths.case(row, &guess)));
    }
    all
}

fn one(spec: &str, judging: &Judging, seed: u64, last_ply: u32) -> StudyHeuristic {
    let truths = &judging.truths;
    let scores = column(truths, Some(judging), |case| StrictBest.score(case));
    let chances = column(truths, Some(judging), |case| StrictBest.chance(case));
    let differential = column(truths, None, |case| VisitRatio.score(case));
    let both = scores.iter().zip(&chances);
    let beyond: Column = both
        .map(|(own, chance)| Some((*own)? - (*chance)?))
        .collect();
    let all: Vec<usize> = (0..truths.rows.len()).collect();
    let of = |wanted: &dyn Fn(usize) -> bool| {
        let own: Vec<usize> = all.iter().copied().filter(|&at| wanted(at)).collect();
        estimate(own.len(), seed, |drawn| {
            let drawn: Vec<usize> = drawn.iter().map(|&at| own[at]).collect();
            mean(&beyond, &drawn)
        })
    };
    let is_late = |at: usize| truths.rows[at].ply * 2 > last_ply;
    let critical = quarter(&differential);
    StudyHeuristic {
        spec: spec.to_owned(),
        why_not: None,
        strict_best: mean(&scores, &all).unwrap_or(0.0),
        chance: mean(&chances, &all).unwrap_or(0.0),
        curve: PlyCurve::new(spec, &spread(truths, last_ply), &scores, (0.0, 1.0)),
        beyond: Some(Beyond {
            all: of(&|_| true),
            first_half: of(&|at| !is_late(at)),
            second_half: of(&is_late),
            critical: of(&|at| differential[at].is_some_and(|own| own >= critical)),
            with_differential: correlated(all.len(), seed, |drawn| {
                over_states(&differential, &beyond, drawn)
            }),
        }),
    }
}

/// The number that a quarter of the states reach.
fn quarter(column: &Column) -> f64 {
    let mut sorted: Vec<f64> = column.iter().copied().flatten().collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let at = sorted.len() - sorted.len() / 4;
    sorted.get(at).copied().unwrap_or(f64::INFINITY)
}
