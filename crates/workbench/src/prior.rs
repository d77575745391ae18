//! A judgement as the prior of ratings: what is expected of agents before they meet.

use plyscope_arena::rating::PriorStrength;
use plyscope_game::{Error, Limits, Stop};
use plyscope_judge::Grouping;
use plyscope_judge::judgement::Judgement;
use plyscope_judge::predict::{Predicted, StateWeights, Way};

use crate::contest::named;
use crate::judge::{JudgeOrder, JudgeRun, StateFilter, judge};
use crate::{NamedGame, Registry, Spec, find_benchmark};

/// Who is judged, and how.
pub struct PriorOrder<'a> {
    /// The contestants: specs, or `name=spec`.
    pub entrants: &'a [String],
    /// The seed of all random choices.
    pub seed: u64,
    /// Threads; results do not depend on it.
    pub threads: usize,
    /// Ends it early.
    pub stop: Stop,
}

/// What a judgement on the game's benchmark makes one expect of contestants, in their order.
///
/// Each of them must be an evaluator that plays one move ahead, or all the same search to a depth with
/// one, or all the same tree search that one steers. A search to another depth than 3 is expected to differ as
/// at depth 3, and half as surely.
///
/// # Errors
/// When they are of another kind or not all alike, the game has no benchmark, or one fails.
pub fn judged_prior(
    registry: &Registry,
    game: &NamedGame,
    order: &PriorOrder<'_>,
) -> Result<Vec<PriorStrength>, Error> {
    let used: Result<Vec<Used>, Error> = named(order.entrants)?
        .iter()
        .map(|(_, spec)| Used::of(game, spec))
        .collect();
    let used = used?;
    let way = common_way(&used)?;
    let judgement = judgement(registry, game, &used, order)?;
    let predicted = judgement.predicted.iter().filter(|own| own.way == way);
    let prior: Vec<PriorStrength> = predicted
        .zip(&used)
        .map(|(own, used)| PriorStrength {
            elo: own.elo,
            deviation: used.doubt * deviation(&judgement, own),
        })
        .collect();
    if prior.len() == used.len() {
        return Ok(prior);
    }
    Err(Error::misuse(
        format!("no strength can be predicted in {}", game.spec()),
        "leave --prior out",
    ))
}

/// The deviation of one, such that no two together are surer than the judgement is of their difference:
/// what is known of pairs does not always fall apart into what is known of each.
fn deviation(judgement: &Judgement, own: &Predicted) -> f64 {
    let of = |name: &str| {
        let mut all = judgement.predicted.iter();
        let found = all.find(|other| other.way == own.way && other.name == name);
        found.map_or(0.0, Predicted::deviation)
    };
    let pairs = judgement.predicted_pairs.iter();
    let pairs = pairs.filter(|pair| pair.way == own.way);
    let pairs = pairs.filter(|pair| pair.a == own.name || pair.b == own.name);
    let short = pairs.map(|pair| pair.deviation() / of(&pair.a).hypot(of(&pair.b)));
    own.deviation() * short.fold(1.0, f64::max)
}

/// The use that all contestants make of their heuristics.
fn common_way(used: &[Used]) -> Result<Way, Error> {
    let first = &used[0];
    let is_alike = |own: &Used| own.way == first.way && own.search == first.search;
    if used.iter().all(is_alike) {
        return Ok(first.way);
    }
    Err(Error::misuse(
        "a prior by judging needs contestants that use their heuristics alike",
        "let all play one move ahead, or all by the same search that differs in eval alone",
    ))
}

/// Judges the contestants' evaluators on the game's benchmark of whole games.
fn judgement(
    registry: &Registry,
    game: &NamedGame,
    used: &[Used],
    order: &PriorOrder<'_>,
) -> Result<Judgement, Error> {
    let (name, benchmark) = find_benchmark(registry, game.spec())?;
    let judged = registry.open(&benchmark.meta.game)?;
    if judged.facts().move_indices != game.facts().move_indices {
        return Err(Error::misuse(
            format!(
                "the benchmark of whole games is of another board: {}",
                benchmark.meta.game
            ),
            "play without a prior, or on that board",
        ));
    }
    let texts: Vec<String> = used
        .iter()
        .enumerate()
        .map(|(at, own)| format!("h{at}=({})", own.evaluator))
        .collect();
    let found = judge(
        &judged,
        &benchmark,
        &JudgeOrder {
            heuristics: &texts,
            metrics: &["regret".to_owned()],
            filter: &StateFilter::default(),
            grouping: Grouping::All,
            worst: 0,
            name: &name,
            weights: StateWeights::Equal,
            run: JudgeRun {
                seed: order.seed,
                limits: Limits {
                    stop: order.stop.clone(),
                    ..Limits::every_move()
                },
                threads: order.threads,
                progress: &|| {},
            },
        },
    )?;
    if found.is_unforeseen {
        return Err(Error::stopped("stopped before strength was predicted"));
    }
    Ok(found.judgement)
}

/// A contestant as a heuristic and its use.
struct Used {
    way: Way,
    evaluator: String,
    /// The search without its evaluator; nothing one move ahead.
    search: Option<Spec>,
    /// How much less sure a prediction is than for the use that was studied.
    doubt: f64,
}

/// For a depth that was not studied.
const OTHER_DEPTH: f64 = 2.0;

impl Used {
    fn of(game: &NamedGame, spec: &Spec) -> Result<Self, Error> {
        // A name that nothing has is told as that.
        let refuse = || match game.agent(spec, 0) {
            Err(unknown) => unknown,
            Ok(_) => Error::misuse(
                format!("`{spec}` is no use of a heuristic whose strength judging predicts"),
                "an evaluator, negascout:depth=3,eval=… or mcts:eval=… is; else leave --prior out",
            ),
        };
        let behind = game.evaluator_behind(spec)?;
        let mut search = spec.clone();
        search.args.retain(|(key, _)| key != "eval");
        let usual = |way, doubt, evaluator: String| Self {
            way,
            evaluator,
            search: (way != Way::OnePly).then_some(search),
            doubt,
        };
        match (&*spec.name, behind) {
            (_, Some(own)) if own == *spec => Ok(usual(Way::OnePly, 1.0, own.to_string())),
            ("negascout" | "alphabeta" | "minimax", Some(own)) => {
                let doubt = if spec.get("depth") == Some("3") {
                    1.0
                } else {
                    OTHER_DEPTH
                };
                Ok(usual(Way::DepthThree, doubt, own.to_string()))
            }
            ("mcts", _) => match spec.get("eval") {
                Some(own) => Ok(usual(Way::Mcts, OTHER_DEPTH, own.to_owned())),
                None => Err(refuse()),
            },
            _ => Err(refuse()),
        }
    }
}
