//! Two heuristics on the same states: where one is better, and how sure that is.

use plyscope_game::Chance;
use plyscope_stats::{flip_test, holm};

use crate::{Better, Column, TruthRow};

/// Groups of neighbouring plies that are tested on their own: enough to tell
/// where a difference lies, few enough that each has states to show it.
const SECTIONS: usize = 6;
/// A difference counts as shown below this, after Holm's correction.
const SURE: f64 = 0.05;

/// Some plies, and what was found there.
#[derive(Clone, PartialEq, Debug)]
pub struct Section {
    /// The first and the last ply.
    pub plies: (u32, u32),
    /// States on which both have a score.
    pub states: usize,
    /// The mean of first less second, counted so that more is better for the first.
    pub gain: f64,
    /// How often chance alone would show such a difference, corrected for the number of
    /// tests beside it (Holm).
    pub p: f64,
    /// The same before the correction.
    alone: f64,
}

/// How the first heuristic stands beside the second.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Comparison {
    /// Over all states, by one test.
    pub all: Section,
    /// Ply by ply, in sections.
    pub sections: Vec<Section>,
}

/// Compares two columns of the same metric on the same states; nothing if no state has both scores.
///
/// Its p are right for this pair alone: [`correct`] counts the others of a judgement, which has
/// so many `pairs` in all. The more there are, the finer p is found, so that it stays small
/// enough after the correction.
pub fn compare(
    first: &Column,
    second: &Column,
    rows: &[TruthRow],
    better: Better,
    pairs: usize,
    seed: u64,
) -> Option<Comparison> {
    let sign = if better == Better::Lower { -1.0 } else { 1.0 };
    let mut gains: Vec<(u32, f64)> = (0..rows.len())
        .filter_map(|at| {
            let gain = (first.scores.get(at)? - second.scores.get(at)?) * sign;
            Some((rows[at].ply, gain))
        })
        .collect();
    gains.sort_by_key(|own| own.0);
    if gains.is_empty() {
        return None;
    }
    let test = |gains: &[(u32, f64)], tests: usize, task: usize| {
        section(gains, tests, &mut Chance::for_task(seed, task as u64))
    };
    let tested = |(place, own): (usize, &[(u32, f64)])| test(own, pairs * SECTIONS, place);
    let mut found = Comparison {
        all: test(&gains, pairs, SECTIONS),
        sections: cut(&gains).into_iter().enumerate().map(tested).collect(),
    };
    correct(std::slice::from_mut(&mut found));
    Some(found)
}

/// Corrects for the number of pairs: the tests over all states together, and the
/// tests of all sections of all pairs together.
pub fn correct(pairs: &mut [Comparison]) {
    correct_all(pairs.iter_mut().map(|own| &mut own.all).collect());
    let sections = pairs.iter_mut().flat_map(|own| &mut own.sections);
    correct_all(sections.collect());
}

/// Cuts into sections of about as many states, never within a ply.
fn cut(gains: &[(u32, f64)]) -> Vec<&[(u32, f64)]> {
    let mut sections = Vec::new();
    let mut rest = gains;
    for left in (1..=SECTIONS).rev() {
        let wanted = rest.len().div_ceil(left);
        let Some(last) = rest.get(wanted.saturating_sub(1)) else {
            break;
        };
        let end = rest.partition_point(|own| own.0 <= last.0);
        let (section, later) = rest.split_at(end);
        sections.push(section);
        rest = later;
    }
    sections
}

fn section(gains: &[(u32, f64)], tests: usize, chance: &mut Chance) -> Section {
    let values: Vec<f64> = gains.iter().map(|own| own.1).collect();
    let p = flip_test(&values, tests, chance);
    Section {
        plies: (gains[0].0, gains[gains.len() - 1].0),
        states: values.len(),
        gain: values.iter().sum::<f64>() / values.len() as f64,
        p,
        alone: p,
    }
}

/// Corrects the tests by Holm's rule.
fn correct_all(mut tests: Vec<&mut Section>) {
    let alone: Vec<f64> = tests.iter().map(|own| own.alone).collect();
    for (test, p) in tests.iter_mut().zip(holm(&alone)) {
        test.p = p;
    }
}

impl Comparison {
    /// The finding in words: which heuristic is better over all plies, where that is shown, and how sure it is.
    pub fn verdict(&self, first: &str, second: &str) -> String {
        let all = &self.all;
        let overall = match direction(all) {
            0 => format!("no difference shown over all plies (p {})", at_most(all.p)),
            1 => format!("{first} is better than {second} (p {})", at_most(all.p)),
            _ => format!("{second} is better than {first} (p {})", at_most(all.p)),
        };
        let parts = self.parts(first, second);
        if self.sections.len() < 2 {
            return overall;
        }
        let same = |own: &Section| direction(own) == direction(all);
        match &parts[..] {
            [] if direction(all) == 0 => format!("{overall}, nor in any part of the game"),
            [] => format!("{overall}, but no part of the game shows it by itself"),
            _ if self.sections.iter().all(same) => format!("{overall}, in every part of the game"),
            _ => format!("{overall}; by themselves show it: {}", parts.join(", ")),
        }
    }

    /// The finding where the benchmark holds all states there are: a difference is one, however small.
    pub fn verdict_on_all(&self, first: &str, second: &str) -> String {
        let gain = self.all.gain;
        let by = format!("by {:.4} over all states of the game", gain.abs());
        if gain > 0.0 {
            format!("{first} is better than {second} {by}")
        } else if gain < 0.0 {
            format!("{second} is better than {first} {by}")
        } else {
            "they are equal over all states of the game".to_owned()
        }
    }

    /// The stretches of the game that show a difference by themselves.
    fn parts(&self, first: &str, second: &str) -> Vec<String> {
        let all = direction(&self.all);
        let mut parts = Vec::new();
        for run in self.sections.chunk_by(|a, b| direction(a) == direction(b)) {
            let way = direction(&run[0]);
            if way == 0 {
                continue;
            }
            let (from, to) = (run[0].plies.0, run[run.len() - 1].plies.1);
            let p = at_most(run.iter().map(|own| own.p).fold(0.0, f64::max));
            let better = if way == 1 { first } else { second };
            parts.push(if way == all {
                format!("ply {from} to {to} (p {p})")
            } else {
                format!("ply {from} to {to} ({better} better, p {p})")
            });
        }
        parts
    }
}

/// Which heuristic is better in a section as far as is shown: 1 the first, −1 the second, 0 neither.
fn direction(section: &Section) -> i8 {
    if section.p < SURE {
        if section.gain > 0.0 { 1 } else { -1 }
    } else {
        0
    }
}

fn at_most(p: f64) -> String {
    if p < 0.001 {
        "< 0.001".to_owned()
    } else {
        format!("= {p:.3}")
    }
}
