//! What is said of a fit: how it came about, and what to be careful of.

use std::fmt::Write as _;

use plyscope_game::Feature;
use plyscope_learn::{Fit, Method, Strength};

use super::{Backup, Learned, RowOf, View};
use crate::{LearnedFrom, Weights};

/// How weights came about.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct LearnedBy {
    /// The spec of the game.
    pub game: String,
    /// The feature set.
    pub features: String,
    /// How the states were chosen.
    pub selector: String,
    /// The labeller.
    pub labeller: String,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many states.
    pub states: u64,
    /// What a row is.
    pub rows: RowOf,
    /// The viewer.
    pub view: View,
    /// What a state is worth; none where the labeller was asked for states or rows are moves.
    pub backup: Option<Backup>,
    /// How weights were found.
    pub method: Method,
    /// Parts that cross-validation left out in turn.
    pub folds: usize,
}

impl LearnedBy {
    /// The method in words.
    pub fn method(&self, fit: &Fit) -> String {
        match self.method {
            Method::LeastSquares => "least squares".to_string(),
            Method::Ridge(Strength::Fixed(_)) => {
                format!("ridge of strength {}", short(fit.strength))
            }
            Method::Ridge(Strength::CrossValidated) => format!(
                "ridge of strength {}, the best of {} on unseen rows",
                short(fit.strength),
                fit.curve.as_ref().map_or(0, |curve| curve.points.len())
            ),
        }
    }

    /// What a value is, in words.
    pub fn value(&self) -> String {
        let worth = match self.backup {
            Some(Backup::Mean) => " (the mean of its moves)",
            Some(_) => " (its best move)",
            None => "",
        };
        let to = match (self.rows, self.view) {
            (RowOf::Moves, _) => {
                return "the value of every move, to the player who makes it".to_string();
            }
            (_, View::Mover) => "the player to move",
            (_, View::Waiting) => "the player who waits",
            (_, View::First) => "the first player",
        };
        format!("the value of a state{worth} to {to}")
    }
}

/// Features whose variance is inflated by more than this are told.
const INFLATED: f64 = 10.0;
/// A condition above this makes weights hard to tell apart (Belsley, Kuh and Welsch).
const ILL: f64 = 30.0;

/// What the user should know before trusting the weights.
pub(super) fn warnings(fit: &Fit, by: &LearnedBy, unknown: u64) -> Vec<String> {
    let mut told = Vec::new();
    if unknown > 0 {
        told.push(format!(
            "{unknown} rows were left out: the labeller put no value on them"
        ));
    }
    for constant in &fit.constants {
        told.push(format!(
            "`{}` is {} in every row: its weight cannot be learned and is 0",
            constant.name,
            short(constant.amount)
        ));
    }
    if !fit.ties.is_empty() {
        told.push(tied(fit));
    }
    collinear(fit, &mut told);
    if let (Method::Ridge(Strength::CrossValidated), Some(curve)) = (by.method, &fit.curve)
        && curve.points.last().map(|point| point.strength) == Some(fit.strength)
    {
        told.push("the strongest ridge did best: the features explain next to nothing".to_string());
    }
    told
}

fn tied(fit: &Fit) -> String {
    let mut text =
        "some features determine others, so that their weights cannot be told apart".to_string();
    text.push_str(if fit.strength > 0.0 {
        "; ridge shares the weight out among them:"
    } else {
        "; of all weights that fit as well, those with the smallest sum of squares were taken:"
    });
    for tie in &fit.ties {
        let _ = write!(text, "\n  {tie}");
    }
    text
}

fn collinear(fit: &Fit, told: &mut Vec<String>) {
    let mut inflated: Vec<(f64, &str)> = fit
        .coefficients
        .iter()
        .filter_map(|own| Some((own.vif?, own.name.as_str())))
        .filter(|(vif, _)| *vif > INFLATED)
        .collect();
    inflated.sort_by(|a, b| b.0.total_cmp(&a.0));
    let is_ill = fit.condition.is_some_and(|condition| condition > ILL);
    if inflated.is_empty() && !is_ill {
        return;
    }
    let mut text = "features go together, so that their single weights are unsure".to_string();
    if let Some(condition) = fit.condition {
        let _ = write!(text, " (condition number {condition:.0})");
    }
    let shown: Vec<String> = inflated
        .iter()
        .take(5)
        .map(|(vif, name)| format!("`{name}` {vif:.0}"))
        .collect();
    if !shown.is_empty() {
        let _ = write!(
            text,
            "; variance inflated by a factor of: {}",
            shown.join(", ")
        );
    }
    told.push(text);
}

/// The weights file, with how it came about as comments.
pub fn weights_text(learned: &Learned) -> String {
    let (fit, by) = (&learned.fit, &learned.by);
    let unseen = fit.unseen_r2();
    let unseen = unseen.map_or(String::new(), |r2| format!(", {r2:.4} on unseen rows"));
    let lines = [
        format!(
            "learned by plyscope {}: {}",
            env!("CARGO_PKG_VERSION"),
            by.method(fit)
        ),
        format!("from {} rows: {}", fit.rows, by.value()),
        format!("states: {} of {}", by.states, by.selector),
        format!("labelled by {}, seed {}", by.labeller, by.seed),
        format!("R² {:.4}{unseen}", fit.r2),
    ];
    file_text(&lines, &learned.weights, &learned.features, |name| {
        let own = fit.coefficients.iter().find(|own| own.name == name);
        own.and_then(|own| own.se)
            .map(|se| format!("± {}", short(se)))
    })
}

/// A weights file with comments at its head, and behind weights where `note` has one.
pub(crate) fn file_text(
    comments: &[String],
    weights: &Weights,
    features: &[Feature],
    note: impl Fn(&str) -> Option<String>,
) -> String {
    let mut text = String::new();
    for line in comments {
        // A comment ends with its line, whatever a spec holds.
        let _ = writeln!(text, "# {}", line.replace(char::is_control, " "));
    }
    let _ = writeln!(text, "game = {}", quoted(&weights.game));
    let _ = writeln!(text, "features = {}", quoted(&weights.features));
    for (name, offset, about) in [
        ("to_move", weights.to_move, "the player to move"),
        ("to_first", weights.to_first, "the player who began"),
    ] {
        if offset != 0.0 {
            let _ = writeln!(
                text,
                "{name} = {offset:?}  # added for {about}, taken off for the other"
            );
        }
    }
    if let Some(from) = &weights.learned_from {
        let _ = writeln!(text, "learned_from = {}", from_text(from));
    }
    text.push_str("complete = true\n\n[weights]\n");
    for feature in features {
        let weight = weights.weights.get(&feature.name).copied().unwrap_or(0.0);
        let note = note(&feature.name).map_or(String::new(), |note| format!("  # {note}"));
        let _ = writeln!(text, "{} = {weight:?}{note}", key(&feature.name));
    }
    if let Some(late) = &weights.late {
        text.push_str("\n# at the end of the game; those above are at its start\n[late]\n");
        for feature in features {
            let weight = late.get(&feature.name).copied().unwrap_or(0.0);
            let _ = writeln!(text, "{} = {weight:?}", key(&feature.name));
        }
    }
    text
}

/// The marks of the states, on one line of TOML.
fn from_text(from: &LearnedFrom) -> String {
    let benchmark = from.benchmark.as_ref();
    let benchmark = benchmark.map_or(String::new(), |own| {
        format!("benchmark = {}, ", quoted(own))
    });
    format!(
        "{{ {benchmark}states = {}, every = {}, marks = {} }}",
        from.states,
        from.every,
        quoted(&from.marks)
    )
}

/// A name as TOML takes it for a key.
fn key(name: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    if !name.is_empty() && name.chars().all(is_bare) {
        return name.to_string();
    }
    quoted(name)
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_string()).to_string()
}

/// Three digits that matter, without zeros behind them.
fn short(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let digits = (2.0 - number.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{number:.digits$}");
    if digits == 0 {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}
