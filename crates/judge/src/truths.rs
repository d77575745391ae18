//! A benchmark laid out for metrics: states in rows, their moves in flat lists.

use plyscope_game::Player;
use plyscope_truth::{Benchmark, Label, Labelled};

use crate::{Case, Guess, Kind, Truth, best_moves};

/// One state of a benchmark that can be judged.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number in the benchmark.
    pub id: usize,
    /// Moves since the start.
    pub ply: u32,
    /// Whose moves they are.
    pub player: Player,
    /// The worth of every move, in the game's order.
    pub truth: Vec<Truth>,
    /// Which moves are best.
    pub best: Vec<bool>,
}

/// The states of a benchmark that can be judged, and why others cannot.
#[derive(Clone, Debug)]
pub struct Truths {
    /// The least and the most points of the game.
    pub points: (f64, f64),
    /// How best moves are told.
    pub kind: Kind,
    /// The states.
    pub rows: Vec<Row>,
    /// States of finished games, which have no move to judge.
    pub finished: usize,
    /// States with a move that the labeller did not look at.
    pub unlabelled: usize,
}

impl Truths {
    /// Lays out a benchmark.
    ///
    /// Best moves are told by visits if any value is not proved and all moves
    /// have visits, else by values.
    pub fn new(benchmark: &Benchmark, points: (f64, f64)) -> Self {
        let labels = || benchmark.states.iter().flat_map(|own| &own.moves);
        let sampled = labels().any(|label| !label.exact && label.mv.is_some());
        let visited = labels().all(|label| label.visits.is_some() || label.mv.is_none());
        let kind = if sampled && visited {
            Kind::Visits
        } else {
            Kind::Values
        };
        let mut own = Self {
            points,
            kind,
            rows: Vec::with_capacity(benchmark.states.len()),
            finished: 0,
            unlabelled: 0,
        };
        for (id, labelled) in benchmark.states.iter().enumerate() {
            own.add(id, labelled);
        }
        own
    }

    fn add(&mut self, id: usize, labelled: &Labelled) {
        if labelled.moves.iter().all(|label| label.mv.is_none()) {
            self.finished += 1;
            return;
        }
        let Some(truth) = labelled.moves.iter().map(truth).collect::<Option<Vec<_>>>() else {
            self.unlabelled += 1;
            return;
        };
        self.rows.push(Row {
            id,
            ply: labelled.ply,
            player: labelled.player,
            best: best_moves(&truth, self.kind_of(&truth)),
            truth,
        });
    }

    /// How to tell the best moves of a state. Where proofs decide, visits say
    /// nothing: a search that has proved a move does not try it any more.
    fn kind_of(&self, truth: &[Truth]) -> Kind {
        let all = truth.iter().all(|own| own.exact);
        let not_lost = |own: &Truth| own.exact && own.value > self.points.0;
        if all || truth.iter().any(not_lost) {
            Kind::Values
        } else {
            self.kind
        }
    }

    /// Whether best moves are told by visits, because values were sampled.
    pub fn is_sampled(&self) -> bool {
        self.kind == Kind::Visits
    }

    /// A state beside what the heuristic says of its moves.
    pub fn case<'a>(&self, row: &'a Row, guess: &'a [Guess]) -> Case<'a> {
        Case {
            ply: row.ply,
            player: row.player,
            points: self.points,
            truth: &row.truth,
            best: &row.best,
            guess,
        }
    }
}

fn truth(label: &Label) -> Option<Truth> {
    Some(Truth {
        value: label.value?,
        exact: label.exact,
        visits: label.visits,
        q: label.q,
    })
}
