//! A benchmark laid out for metrics: states in rows, their moves in flat lists.

use plyscope_truth::{Benchmark, Label, Labelled, Meta, Reach, round_error};

use crate::{
    BestBy, Case, Cases, Guess, Guesses, Rows, Truth, TruthRow, best_moves, most_points, on_scale,
};

/// What the truth of a benchmark is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TruthKind {
    /// Proofs: every value is exact.
    Proved,
    /// Values of solved rounds: by mixed strategies, so that they are no whole points, but without
    /// an error beyond rounding.
    Computed,
    /// Means of results: on the game's points, but unsure.
    Sampled,
    /// Estimates on the labeller's own scale, which is not the game's points.
    Estimated,
}

/// The states of a benchmark that can be judged, and why others cannot.
#[derive(Clone, Debug)]
pub struct Truths {
    /// The least and the most that a value can be: the game's points, or, where
    /// the truth is estimated, the ends of the labeller's scale.
    pub points: (f64, f64),
    /// What the values are.
    pub made: TruthKind,
    /// How best moves are told.
    pub kind: BestBy,
    /// The spec of the game.
    pub game: String,
    /// Whether labels tell what players made of the moves: means of results of games between agents,
    /// beside what is proved.
    pub has_play: bool,
    /// Whether two players share out a fixed sum of points, so that every end is a win or a draw.
    pub rivals: bool,
    /// Whether these are all states of the game in which there is a choice, none filtered out or
    /// left without labels, and no label is a sample: then no number has a sampling error.
    pub whole: bool,
    /// How often play comes to each ply, where the benchmark tells.
    pub reach: Option<Reach>,
    /// The states.
    pub rows: Rows,
    /// States of finished games, which have no move to judge.
    pub finished: usize,
    /// States with a move that the labeller did not look at.
    pub unlabelled: usize,
}

impl Truths {
    /// Lays out a benchmark of a game with such least and most points.
    ///
    /// Best moves are told by visits where a tree search made the labels and
    /// not all are proved, else by values. On a labeller's own scale a proved
    /// win counts as more than its largest estimate, so that values keep the
    /// order of preference.
    pub fn new(benchmark: &Benchmark, points: (f64, f64)) -> Self {
        let labels = || {
            let all = benchmark.states.iter().flat_map(|own| &own.moves);
            all.filter(|label| label.mv.is_some())
        };
        let made = match made(labels()) {
            // Of a fixed sum, a round has one value for both; else solved values are the middle of bounds.
            TruthKind::Sampled if benchmark.meta.is_solved() && benchmark.meta.sum.is_some() => {
                TruthKind::Computed
            }
            made => made,
        };
        let visited = labels().all(|label| label.visits.is_some());
        let by_visits =
            made == TruthKind::Sampled && visited && benchmark.meta.labellers().all(is_tree_search);
        let mut own = Self {
            points,
            made,
            kind: match (benchmark.meta.sum, by_visits) {
                (Some(_), true) => BestBy::Visits,
                (Some(_), false) => BestBy::Values,
                (None, true) => BestBy::PointsByVisits,
                (None, false) => BestBy::Points,
            },
            game: benchmark.meta.game.clone(),
            has_play: benchmark.meta.labellers().any(is_player),
            rivals: benchmark.meta.sum.is_some(),
            whole: is_whole(&benchmark.meta)
                && (made == TruthKind::Computed || !labels().any(is_sampled)),
            reach: benchmark.meta.reach.clone(),
            rows: Rows::default(),
            finished: 0,
            unlabelled: 0,
        };
        for (at, state_id) in benchmark.state_ids().into_iter().enumerate() {
            own.add((at, state_id), &benchmark.states, by_visits);
        }
        own.whole &= own.unlabelled == 0;
        if made == TruthKind::Estimated {
            own.onto_one_scale();
        }
        own
    }

    fn add(&mut self, (at, state_id): (usize, usize), states: &[Labelled], by_search: bool) {
        let labelled = &states[at];
        if labelled.moves.iter().all(|label| label.mv.is_none()) {
            self.finished += 1;
            return;
        }
        let Some(truth) = labelled.moves.iter().map(truth).collect::<Option<Vec<_>>>() else {
            self.unlabelled += 1;
            return;
        };
        let best = if is_in_round(states, at) {
            most_points(&truth, self.error(&truth, by_search))
        } else {
            best_moves(&truth, self.kind)
        };
        let (ply, player) = (labelled.ply, labelled.player);
        let row = TruthRow::new((at, state_id), ply, player, truth, best);
        self.rows.push(row);
    }

    /// By how much the points of equally good moves of a round may differ.
    fn error(&self, truth: &[Truth], by_search: bool) -> f64 {
        let range = self.points.1 - self.points.0;
        if !by_search {
            return range * ROUNDING;
        }
        let playouts = truth.iter().filter_map(|own| own.visits).sum();
        round_error(range, truth.len(), playouts)
    }

    /// Puts proved values beside estimates of another scale.
    fn onto_one_scale(&mut self) {
        let most = self.points.1.abs().max(self.points.0.abs());
        let values = || self.rows.iter().flat_map(TruthRow::truth);
        let estimates = values().filter(|own| !own.is_settled());
        let largest = estimates.map(|own| own.value.abs()).fold(0.0, f64::max);
        for row in &mut self.rows {
            row.change(|own| {
                if own.is_settled() {
                    own.value = on_scale(own.value, largest, most);
                }
            });
        }
        let values = self.rows.iter().flat_map(TruthRow::truth);
        let end = values.map(|own| own.value.abs()).fold(0.0, f64::max);
        self.points = (-end, end);
    }

    /// Keeps the states that pass, and says how many did not.
    pub fn retain(&mut self, passes: impl Fn(&Self, &TruthRow) -> bool) -> usize {
        let rows = std::mem::take(&mut self.rows);
        let before = rows.len();
        self.rows = rows.into_iter().filter(|row| passes(self, row)).collect();
        let filtered = before - self.rows.len();
        self.whole &= filtered == 0;
        filtered
    }

    /// How many moves of the states are proved, and how many there are.
    pub fn proved(&self) -> (usize, usize) {
        let moves = || self.rows.iter().flat_map(TruthRow::truth);
        (moves().filter(|own| own.exact).count(), moves().count())
    }

    /// Whether values are the game's points, proved or sampled.
    pub fn on_points(&self) -> bool {
        self.made != TruthKind::Estimated
    }

    /// A state beside what the heuristic says of its moves.
    pub fn case<'a>(&self, row: &'a TruthRow, guess: &'a [Guess]) -> Case<'a> {
        let (ply, player) = (row.ply, row.player);
        Case::new(ply, player, self.points, row.truth(), &row.best, guess)
    }

    /// All states beside what the heuristic says of their moves.
    pub fn cases<'a>(&'a self, guesses: &'a Guesses) -> Cases<'a> {
        Cases::new(self, guesses)
    }
}

/// By how much rounding may part moves of a solved round, as a share of the range of points.
const ROUNDING: f64 = 1e-5;

/// Whether a state is a round in which another player chooses at the same time.
fn is_in_round(states: &[Labelled], id: usize) -> bool {
    let own = &states[id];
    let is_same = |other: &Labelled| other.state == own.state && other.player != own.player;
    let before = id.checked_sub(1).and_then(|before| states.get(before));
    [before, states.get(id + 1)]
        .into_iter()
        .flatten()
        .any(is_same)
}

/// A label that is not proved is a mean of results if it has one.
fn made<'a>(labels: impl Iterator<Item = &'a Label>) -> TruthKind {
    let mut found = TruthKind::Proved;
    for label in labels.filter(|label| !label.exact && label.value.is_some()) {
        if label.q.is_none() {
            return TruthKind::Estimated;
        }
        found = TruthKind::Sampled;
    }
    found
}

/// A mean of results that is not proved.
fn is_sampled(label: &Label) -> bool {
    !label.exact && label.q.is_some()
}

/// What a selector of all states may set without leaving out a state in which there is a choice,
/// or an image of it.
const LEAVES_NONE_OUT: [&str; 3] = ["keep-single", "keep-finished", "symmetry"];

/// Whether every state was chosen from all, and one part of what was merged left none out.
fn is_whole(meta: &Meta) -> bool {
    let is_unfiltered = |selector: &str| {
        let (_, set) = selector.split_once(':').unwrap_or((selector, ""));
        let mut names = set.split(',').filter(|own| !own.is_empty());
        names.all(|own| LEAVES_NONE_OUT.contains(&own.split('=').next().unwrap_or(own)))
    };
    meta.selectors().all(|own| name(own) == "all") && meta.selectors().any(is_unfiltered)
}

/// What stands before the parameters of a spec.
fn name(spec: &str) -> &str {
    spec.split(':').next().unwrap_or(spec)
}

/// Whether a labeller spends its visits on the moves it takes for best. Samplers that try all
/// moves alike have visits that say nothing.
fn is_tree_search(labeller: &str) -> bool {
    let name = name(labeller).to_lowercase();
    name.starts_with("mcts") || name.starts_with("uct")
}

/// Whether a labeller plays games of agents after every move, all moves alike.
fn is_player(labeller: &str) -> bool {
    name(labeller) == "played"
}

fn truth(label: &Label) -> Option<Truth> {
    Some(Truth {
        value: label.value?,
        exact: label.exact,
        decided: label.is_decided(),
        visits: label.visits,
        q: label.q,
    })
}
