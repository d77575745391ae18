//! What an expression comes to on a state.

use super::parse::Node;
use crate::Case;

/// What can be named, and what it is.
pub const COLUMNS: [(&str, &str); 12] = [
    ("ply", "moves since the start"),
    ("player", "whose moves they are, from 1"),
    ("moves", "how many legal moves there are"),
    (
        "spread",
        "the value of the best move less that of the worst",
    ),
    ("truth", "the true value of each move"),
    ("best", "1 for each best move, else 0"),
    ("visits", "how often the labeller tried each move"),
    ("q", "the mean result of those tries"),
    (
        "guess",
        "the heuristic's value of each move: its own number, or points where who wins is proved",
    ),
    (
        "proved",
        "1 for each move whose points the heuristic proved, else 0",
    ),
    (
        "place",
        "where the heuristic puts each move; higher is preferred",
    ),
    (
        "points",
        "the heuristic's value of each move, brought to points",
    ),
];

/// Functions, and how many arguments each takes.
pub const FUNCTIONS: [(&str, usize); 12] = [
    ("mean", 1),
    ("sum", 1),
    ("min", 1),
    ("max", 1),
    ("count", 1),
    ("abs", 1),
    ("sqrt", 1),
    ("log", 1),
    ("exp", 1),
    ("rank", 1),
    ("corr", 2),
    ("if", 3),
];

/// A number or a list with an entry a move.
pub(super) enum Value {
    One(f64),
    Many(Vec<f64>),
}

impl Value {
    pub(super) fn mean(&self) -> f64 {
        match self {
            Self::One(number) => *number,
            Self::Many(list) => list.iter().sum::<f64>() / list.len() as f64,
        }
    }

    fn list(&self) -> &[f64] {
        match self {
            Self::One(number) => std::slice::from_ref(number),
            Self::Many(list) => list,
        }
    }

    fn each(self, one: impl Fn(f64) -> f64) -> Self {
        match self {
            Self::One(number) => Self::One(one(number)),
            Self::Many(list) => Self::Many(list.into_iter().map(one).collect()),
        }
    }

    fn at(&self, place: usize) -> f64 {
        match self {
            Self::One(number) => *number,
            Self::Many(list) => list[place],
        }
    }

    /// Entry by entry; a number stands for every entry of a list.
    fn join<const N: usize>(values: &[Self; N], one: impl Fn([f64; N]) -> f64) -> Self {
        let many = values.iter().find_map(|value| match value {
            Self::Many(list) => Some(list.len()),
            Self::One(_) => None,
        });
        let entry = |place: usize| one(std::array::from_fn(|which| values[which].at(place)));
        match many {
            None => Self::One(entry(0)),
            Some(length) => Self::Many((0..length).map(entry).collect()),
        }
    }
}

/// The value of a part; nothing where a column is missing.
pub(super) fn compute(node: &Node, case: &Case<'_>) -> Option<Value> {
    Some(match node {
        Node::Number(number) => Value::One(*number),
        Node::Column(name) => column(name, case)?,
        Node::Negated(inner) => compute(inner, case)?.each(|number| -number),
        Node::Denied(inner) => compute(inner, case)?.each(|number| truth(number == 0.0)),
        Node::Chain(first, rest) => {
            let mut value = compute(first, case)?;
            for (sign, next) in rest {
                let sides = [value, compute(next, case)?];
                value = Value::join(&sides, |[a, b]| joined(sign, a, b));
            }
            value
        }
        Node::Call(name, given) => {
            let values: Option<Vec<Value>> = given.iter().map(|own| compute(own, case)).collect();
            call(name, values?)
        }
    })
}

fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

fn joined(sign: &str, a: f64, b: f64) -> f64 {
    match sign {
        "+" => a + b,
        "-" => a - b,
        "*" => a * b,
        "/" => a / b,
        "^" => a.powf(b),
        "<" => truth(a < b),
        "<=" => truth(a <= b),
        ">" => truth(a > b),
        ">=" => truth(a >= b),
        "==" => truth(a == b),
        "!=" => truth(a != b),
        "and" => truth(a != 0.0 && b != 0.0),
        "or" => truth(a != 0.0 || b != 0.0),
        _ => unreachable!("the reader knows no other sign"),
    }
}

fn column(name: &str, case: &Case<'_>) -> Option<Value> {
    let many = |list: Option<Vec<f64>>| list.map(Value::Many);
    match name {
        "ply" => Some(Value::One(f64::from(case.ply))),
        "player" => Some(Value::One(f64::from(case.player.0) + 1.0)),
        "moves" => Some(Value::One(case.moves() as f64)),
        "spread" => Some(Value::One(case.span().1 - case.span().0)),
        "truth" => many(Some(case.truth.iter().map(|own| own.value).collect())),
        "best" => many(Some(case.best.iter().map(|best| truth(*best)).collect())),
        "visits" => many(
            case.truth
                .iter()
                .map(|own| own.visits.map(|n| n as f64))
                .collect(),
        ),
        "q" => many(case.truth.iter().map(|own| own.q).collect()),
        "guess" => many(Some(case.guesses().map(|own| own.value).collect())),
        "proved" => many(Some(case.guesses().map(|own| truth(own.proved)).collect())),
        "place" => many(Some(
            case.guesses().map(|own| f64::from(own.place)).collect(),
        )),
        "points" => many(case.guesses().map(|own| own.points).collect()),
        _ => unreachable!("the reader knows no other column"),
    }
}

fn call(name: &str, given: Vec<Value>) -> Value {
    if let Ok(three) = <&[Value; 3]>::try_from(&given[..]) {
        return Value::join(three, |[test, yes, no]| if test == 0.0 { no } else { yes });
    }
    let second = given.get(1).map(|own| own.list().to_vec());
    let first = given
        .into_iter()
        .next()
        .expect("every function is given something");
    let list = first.list();
    match name {
        "mean" => Value::One(first.mean()),
        "sum" => Value::One(list.iter().sum()),
        "min" => Value::One(list.iter().copied().fold(f64::INFINITY, f64::min)),
        "max" => Value::One(list.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
        "count" => Value::One(list.iter().filter(|number| **number != 0.0).count() as f64),
        "abs" => first.each(f64::abs),
        "sqrt" => first.each(f64::sqrt),
        "log" => first.each(f64::ln),
        "exp" => first.each(f64::exp),
        "rank" => Value::Many(ranks(list)),
        "corr" => Value::One(correlation(list, &second.unwrap_or_default())),
        _ => unreachable!("the reader knows no other function"),
    }
}

/// Ranks from 1 for the lowest; equal entries share the mean of theirs.
fn ranks(list: &[f64]) -> Vec<f64> {
    let rank = |own: &f64| {
        let below = list.iter().filter(|other| *other < own).count();
        let level = list.iter().filter(|other| *other == own).count();
        below as f64 + f64::midpoint(level as f64, 1.0)
    };
    list.iter().map(rank).collect()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len() as f64;
    let (centre_a, centre_b) = (mean(a), mean(b));
    let (mut both, mut own, mut other) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        both += (x - centre_a) * (y - centre_b);
        own += (x - centre_a).powi(2);
        other += (y - centre_b).powi(2);
    }
    both / f64::sqrt(own * other)
}
