//! Metrics by name, and metrics written as an expression.

use plyscope_judge::metrics::sampling::Sampling;
use plyscope_judge::metrics::{
    AbsoluteError, Accuracy, Branching, Brier, Criticality, Decided, Expected, Inversions, KBest,
    Kendall, LogLoss, MaxDifference, Ndcg, NormalExpected, NormalRegret, Regret, Spearman,
    SquaredError, StrictBest, VisitRatio, standard,
};
use plyscope_judge::{Better, Expression, Metric, Needs, TruthRow, Truths, Written};

use super::filter::clear;
use crate::{NamedGame, Param, ParamKind, Params, Spec, unknown};
use plyscope_game::Error;

/// A metric that can be asked for by name.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MetricListing {
    /// The name.
    pub name: &'static str,
    /// What it tells.
    pub about: String,
    /// What can be set.
    pub params: &'static [Param],
}

type Make = fn(&Params, (f64, f64)) -> Box<dyn Metric>;

const K: &[Param] = &[Param::new(
    "k",
    ParamKind::Count(1, 1 << 16),
    "2",
    "how many of its favourites count",
)];

const BY: &[Param] = &[
    Param::new(
        "by",
        ParamKind::Choice(&[
            "argmax",
            "uniform",
            "proportional",
            "softmax",
            "epsilon-greedy",
            "rank",
            "top-k",
        ]),
        "argmax",
        "how a move is chosen by its value",
    ),
    Param::new(
        "temperature",
        ParamKind::Number(1e-6, 1e6),
        "0.2",
        "of softmax: near 0 it is argmax, large it is uniform",
    ),
    Param::new(
        "epsilon",
        ParamKind::Number(0.0, 1.0),
        "0.1",
        "of epsilon-greedy: the share of random choices",
    ),
    Param::new("k", ParamKind::Count(1, 1 << 16), "3", "of top-k: how many"),
];

static ALL: [(&str, &[Param], Make); 20] = [
    ("strict-best", &[], |_, _| Box::new(StrictBest)),
    ("k-best", K, |params, _| {
        Box::new(KBest {
            k: params.count("k").unwrap_or(1) as usize,
        })
    }),
    ("regret", &[], |_, points| Box::new(Regret { points })),
    ("normal-regret", &[], |_, _| Box::new(NormalRegret)),
    ("expected", BY, |params, points| {
        Box::new(Expected {
            by: sampling(params),
            points,
        })
    }),
    ("normal-expected", BY, |params, _| {
        Box::new(NormalExpected {
            by: sampling(params),
        })
    }),
    ("kendall", &[], |_, _| Box::new(Kendall)),
    ("spearman", &[], |_, _| Box::new(Spearman)),
    ("inversions", &[], |_, _| Box::new(Inversions)),
    ("ndcg", &[], |_, _| Box::new(Ndcg)),
    ("accuracy", &[], |_, _| Box::new(Accuracy)),
    ("absolute-error", &[], |_, points| {
        Box::new(AbsoluteError { points })
    }),
    ("squared-error", &[], |_, points| {
        Box::new(SquaredError { points })
    }),
    ("brier", &[], |_, _| Box::new(Brier)),
    ("log-loss", &[], |_, _| Box::new(LogLoss)),
    ("max-difference", &[], |_, points| {
        Box::new(MaxDifference { points })
    }),
    ("visit-ratio", &[], |_, _| Box::new(VisitRatio)),
    ("branching", &[], |_, _| Box::new(Branching)),
    ("decided", &[], |_, _| Box::new(Decided)),
    ("criticality", &[], |_, _| Box::new(Criticality)),
];

fn sampling(params: &Params) -> Sampling {
    match params.word("by") {
        "uniform" => Sampling::Uniform,
        "proportional" => Sampling::Proportional,
        "softmax" => Sampling::Softmax {
            temperature: params.number("temperature").unwrap_or(1.0),
        },
        "epsilon-greedy" => Sampling::EpsilonGreedy {
            epsilon: params.number("epsilon").unwrap_or(0.0),
        },
        "rank" => Sampling::Rank,
        "top-k" => Sampling::TopK {
            k: params.count("k").unwrap_or(1) as usize,
        },
        _ => Sampling::Argmax,
    }
}

/// The metrics there are by name.
pub fn metric_listings() -> Vec<MetricListing> {
    let listing = |(name, params, make): &(&'static str, &'static [Param], Make)| {
        let bare = Spec::parse(name).and_then(|spec| Params::check(name, &spec, params));
        let about = bare.map(|params| make(&params, (-1.0, 1.0)).about());
        MetricListing {
            name,
            about: about.unwrap_or_default(),
            params,
        }
    };
    ALL.iter().map(listing).collect()
}

/// The metrics that were asked for, or all that this truth can serve.
pub(super) fn choose(
    game: &NamedGame,
    texts: &[String],
    truths: &Truths,
    benchmark: &str,
) -> Result<Vec<Box<dyn Metric>>, Error> {
    if texts.is_empty() {
        let mut all = standard(truths.points);
        all.extend(game.metrics().iter().map(|own| (own.make)()));
        all.retain(|metric| lacking(&**metric, truths).is_none());
        return Ok(all);
    }
    let one = |text: &String| {
        let added = game.metrics().iter().find(|own| own.name == *text);
        let metric = match added {
            Some(added) => (added.make)(),
            None => read(text, truths.points)?,
        };
        match lacking(&*metric, truths) {
            None => Ok(metric),
            Some(OF_POINTS) => Err(Error::misuse(
                format!(
                    "the metric `{}` needs truth in points, and {benchmark} has estimates on its labeller's own scale",
                    metric.name()
                ),
                if known(text).is_none() {
                    "`points` mixes proved points with the labeller's scale there: write `place` for the order or `guess` for its own numbers; labels by solver, mcts or flat are in points"
                } else {
                    "regret, strict-best and kendall need none; labels by solver, mcts or flat are in points"
                },
            )),
            Some(OF_RIVALS) => Err(Error::misuse(
                format!(
                    "the metric `{}` needs wins and losses, which a game has only where two players share out a fixed sum of points",
                    metric.name()
                ),
                "regret, strict-best and kendall take points as plain numbers",
            )),
            Some(column) => Err(Error::misuse(
                format!(
                    "the metric `{}` needs the {column} of every move, which {benchmark} does not have",
                    metric.name()
                ),
                "a benchmark labelled by mcts has visits and q",
            )),
        }
    };
    texts.iter().map(one).collect()
}

/// The column that a metric needs and the truth has not.
fn lacking(metric: &dyn Metric, truths: &Truths) -> Option<&'static str> {
    missing(metric.needs(), truths)
}

/// The column that is needed and the truth has not.
pub(super) fn missing(needs: Needs, truths: &Truths) -> Option<&'static str> {
    let mut moves = truths.rows.iter().flat_map(TruthRow::truth);
    if needs.visits && moves.clone().any(|truth| truth.visits.is_none()) {
        return Some("visits");
    }
    if needs.q && moves.any(|truth| truth.q.is_none()) {
        return Some("q");
    }
    if needs.rivals && !truths.rivals {
        return Some(OF_RIVALS);
    }
    (needs.points && !truths.on_points()).then_some(OF_POINTS)
}

/// What truth lacks that is estimated on another scale.
const OF_POINTS: &str = "points";

/// What truth lacks in a game in which nobody wins or loses.
const OF_RIVALS: &str = "winner";

/// Where the name of a metric ends.
fn name_end(text: &str) -> usize {
    text.find([':', '=']).unwrap_or(text.len())
}

/// The metric that there is by the name of a text.
fn known(text: &str) -> Option<&'static (&'static str, &'static [Param], Make)> {
    ALL.iter()
        .find(|(name, ..)| *name == &text[..name_end(text)])
}

/// A metric by name, or `NAME=EXPRESSION`; `NAME:lower=EXPRESSION` where less is better.
fn read(text: &str, points: (f64, f64)) -> Result<Box<dyn Metric>, Error> {
    let spec_end = name_end(text);
    if let Some((name, params, make)) = known(text) {
        if text[spec_end..].starts_with('=') {
            let what = format!("`{name}` is a metric that there is already");
            return Err(Error::misuse(what, "choose another name for your own"));
        }
        let spec = Spec::parse(text)?;
        let params = Params::check(&format!("the metric `{name}`"), &spec, params)?;
        return Ok(make(&params, points));
    }
    if let Some((name, expression)) = text.split_once('=') {
        return written(name.trim(), expression);
    }
    let names: Vec<&str> = ALL.iter().map(|(name, ..)| *name).collect();
    let name = &text[..spec_end];
    Err(unknown(
        format!("there is no metric `{name}`"),
        name,
        &names,
    ))
}

fn written(name: &str, text: &str) -> Result<Box<dyn Metric>, Error> {
    let (name, better) = match name.split_once(':') {
        None => (name, Better::Higher),
        Some((name, "higher")) => (name, Better::Higher),
        Some((name, "lower")) => (name, Better::Lower),
        Some((name, "neither")) => (name, Better::Neither),
        Some((_, other)) => {
            return Err(Error::misuse(
                format!("`{other}` is no way for a metric to be better"),
                "write NAME=EXPRESSION where more is better, NAME:lower=EXPRESSION where less is, NAME:neither=EXPRESSION for a property of the game",
            ));
        }
    };
    let expression = Expression::new(text).map_err(|unclear| clear(&unclear, text))?;
    Ok(Box::new(Written {
        name: name.to_owned(),
        expression,
        better,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: (f64, f64) = (-1.0, 1.0);

    #[test]
    fn every_standard_metric_can_be_asked_for_by_its_own_name() {
        for metric in standard(POINTS) {
            let again = read(&metric.name(), POINTS).unwrap();
            assert_eq!(again.name(), metric.name());
        }
        assert_eq!(metric_listings().len(), standard(POINTS).len());
    }

    #[test]
    fn parameters_of_sampling_reach_the_metric() {
        for name in [
            "expected:by=softmax,temperature=0.5",
            "normal-expected:by=top-k,k=2",
            "expected:by=epsilon-greedy,epsilon=0.25",
            "k-best:k=3",
        ] {
            assert_eq!(read(name, POINTS).unwrap().name(), name);
        }
    }

    #[test]
    fn a_wrong_name_or_a_wrong_expression_is_told() {
        let told = |text: &str| match read(text, POINTS) {
            Ok(metric) => panic!("{text} was read as {}", metric.name()),
            Err(error) => error.to_string(),
        };
        assert!(told("kendal").contains("did you mean `kendall`?"));
        assert!(told("regret=ply").contains("there is already"));
        assert!(told("k-best:k=0").contains("is no value for `k`"));
        assert!(told("mine=max(truht)").contains("truht"));
        assert!(told("mine:worse=max(truth)").contains("NAME:lower"));
    }
}
