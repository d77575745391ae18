//! Several benchmarks made one, if they belong together.

use std::collections::HashMap;

use plyscope_game::{Player, Points};

use crate::{Benchmark, Error, Label, Labelled, Meta};

/// What becomes of a state on which benchmarks disagree.
///
/// Samples do, if they were drawn from different seeds. Two proofs that
/// contradict each other are an error in any case.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnConflict {
    /// The merge is refused.
    Refuse,
    /// The labels of the first benchmark that has the state.
    First,
    /// The mean of the estimates, weighted by their visits, which are added up; a proof stands as it
    /// is, with the results of others' games beside it if it has none of its own.
    Mean,
}

/// The states of all, sorted by ply, each once.
///
/// `mixed` allows labellers to differ: budgets that grow with the ply, say.
///
/// # Errors
/// When they are of different games or labellers, or disagree on a state.
pub fn merge(
    parts: Vec<Benchmark>,
    mixed: bool,
    on_conflict: OnConflict,
) -> Result<Benchmark, Error> {
    let mut parts = parts.into_iter();
    let mut whole = parts
        .next()
        .ok_or_else(|| Error::misuse("there is nothing to merge", "give two benchmarks or more"))?;
    for part in parts {
        belong_together(&whole, &part, mixed)?;
        let (ours, theirs) = (&mut whole.meta, part.meta);
        both(&mut ours.selector, &theirs.selector);
        both(&mut ours.labeller, &theirs.labeller);
        both(&mut ours.limits, &theirs.limits);
        both(&mut ours.inputs, &theirs.inputs);
        // What one part did not count, nobody knows of the whole.
        ours.reach = match (ours.reach.take(), &theirs.reach) {
            (Some(ours), Some(theirs)) => Some(ours.and(theirs)),
            _ => None,
        };
        for seed in theirs.seeds {
            if !ours.seeds.contains(&seed) {
                ours.seeds.push(seed);
            }
        }
        if ours.plan != theirs.plan {
            ours.plan.clear();
        }
        whole.states.extend(part.states);
    }
    let level = whole.meta.level();
    if settle(&mut whole.states, level, on_conflict)? {
        both(&mut whole.meta.labeller, MEAN);
    }
    // Sorting keeps the order of equals, so the players of a round stay side by side.
    whole.states.sort_by_key(|own| own.ply);
    Ok(whole)
}

/// Named beside the labeller where a label is the mean of several.
const MEAN: &str = "mean by visits";
/// Between what was merged.
const AND: &str = " + ";

/// The specs of all whom a text names as labellers, as in [`Meta::labellers`].
pub fn labellers(text: &str) -> impl Iterator<Item = &str> {
    text.split(AND).filter(|own| *own != MEAN)
}

impl Meta {
    /// The specs of all labellers, several after a merge. That labels are means of theirs is
    /// no labeller.
    pub fn labellers(&self) -> impl Iterator<Item = &str> {
        labellers(&self.labeller)
    }

    /// Whether all labels are by `solver`: then visits are the shares of mixed strategies, and no
    /// value has a sampling error.
    pub fn is_solved(&self) -> bool {
        let name = |own: &str| own.split(':').next() == Some("solver");
        self.labellers().all(name)
    }

    /// The selectors of all benchmarks that were merged.
    pub fn selectors(&self) -> impl Iterator<Item = &str> {
        self.selector.split(AND)
    }
}

/// Leaves every state once; says whether labels of several were put together.
fn settle(
    states: &mut Vec<Labelled>,
    level: Option<f64>,
    on_conflict: OnConflict,
) -> Result<bool, Error> {
    let mut places: HashMap<(String, Player), usize> = HashMap::new();
    let mut groups: Vec<Vec<Labelled>> = Vec::new();
    for own in states.drain(..) {
        let next = groups.len();
        match *places
            .entry((own.state.clone(), own.player))
            .or_insert(next)
        {
            place if place == next => groups.push(vec![own]),
            place => groups[place].push(own),
        }
    }
    let mut is_mean = false;
    for mut group in groups {
        let is_agreed = group.iter().all(|own| own.moves == group[0].moves);
        if !is_agreed {
            check_conflict(&group, level, on_conflict)?;
            if on_conflict == OnConflict::Mean {
                is_mean = true;
                group[0].moves = (0..group[0].moves.len())
                    .map(|at| mean(&group, level, at))
                    .collect();
            }
        }
        states.push(group.swap_remove(0));
    }
    Ok(is_mean)
}

/// Estimates may differ if that is allowed; moves and proofs never.
fn check_conflict(
    group: &[Labelled],
    level: Option<f64>,
    on_conflict: OnConflict,
) -> Result<(), Error> {
    let state = &group[0].state;
    let names = |own: &Labelled| -> Vec<Option<String>> {
        own.moves.iter().map(|label| label.mv.clone()).collect()
    };
    if group.iter().any(|own| names(own) != names(&group[0])) {
        let what = format!("the benchmarks have different moves of `{state}`");
        return Err(Error::misuse(what, "`truth verify` tells which is wrong"));
    }
    let contradicts = |at: usize| {
        let labels = || group.iter().map(|own| &own.moves[at]);
        let exact: Vec<_> = labels().filter(|own| own.exact).collect();
        let proved: Vec<_> = labels()
            .filter(|own| own.exact || own.is_decided())
            .filter_map(|own| Some(own.order(level)?.0))
            .collect();
        exact.iter().any(|own| own.value != exact[0].value)
            || proved.iter().any(|side| *side != proved[0])
    };
    if (0..group[0].moves.len()).any(contradicts) {
        let what = format!(
            "the benchmarks disagree on the moves of `{state}`, and prove different values"
        );
        return Err(Error::misuse(what, "`truth verify` tells which is wrong"));
    }
    if on_conflict != OnConflict::Refuse {
        return Ok(());
    }
    Err(Error::misuse(
        format!("the benchmarks disagree on the moves of `{state}`"),
        "samples from different seeds do: say --on-conflict first to take the labels of the first file, or --on-conflict mean for their mean, weighted by visits",
    ))
}

/// What all say of one move: a proof where there is one, else the mean of the estimates.
fn mean(group: &[Labelled], level: Option<f64>, at: usize) -> Label {
    let labels = || group.iter().map(|own| &own.moves[at]);
    let size = |label: &Label| label.from_level(level).unwrap_or(0.0).abs();
    let decided = labels().filter(|label| label.is_decided());
    let proved = labels()
        .find(|label| label.exact)
        .or(decided.max_by(|a, b| size(a).total_cmp(&size(b))));
    if let Some(proved) = proved {
        let mut proved = proved.clone();
        if proved.q.is_none() {
            (proved.visits, proved.q) = results(labels());
        }
        return proved;
    }
    let known: Vec<&Label> = labels().filter(|label| label.value.is_some()).collect();
    let visits: Option<Vec<u64>> = known.iter().map(|label| label.visits).collect();
    let visits = visits.filter(|all| all.iter().any(|&own| own > 0));
    // Without visits one label is as good as another.
    let weight = |place: usize| visits.as_ref().map_or(1.0, |all| all[place] as f64);
    let mean_of = |part: fn(&Label) -> Option<f64>| {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (place, label) in known.iter().enumerate() {
            sum += weight(place) * part(label)?;
            weights += weight(place);
        }
        (weights > 0.0).then(|| sum / weights)
    };
    Label {
        mv: group[0].moves[at].mv.clone(),
        value: mean_of(|label| label.value),
        exact: false,
        plies: None,
        visits: visits
            .as_ref()
            .map(|all| all.iter().fold(0, |sum: u64, own| sum.saturating_add(*own))),
        q: mean_of(|label| label.q),
    }
}

/// The games after a move, and the mean of their results, by all labels that have both: what
/// players made of a move stays beside what is proved of it.
fn results<'a>(labels: impl Iterator<Item = &'a Label>) -> (Option<u64>, Option<f64>) {
    let sampled = labels.filter_map(|label| Some((label.visits?, label.q?)));
    let (visits, sum) = sampled.fold((0_u64, 0.0), |(all, sum), (visits, q)| {
        (all.saturating_add(visits), sum + visits as f64 * q)
    });
    if visits == 0 {
        return (None, None);
    }
    (Some(visits), Some(sum / visits as f64))
}

/// Names what was merged, each once.
fn both(ours: &mut String, theirs: &str) {
    if ours.is_empty() {
        theirs.clone_into(ours);
    } else if !theirs.is_empty() && !ours.split(AND).any(|known| known == theirs) {
        ours.push_str(AND);
        ours.push_str(theirs);
    }
}

fn belong_together(one: &Benchmark, other: &Benchmark, mixed: bool) -> Result<(), Error> {
    let (one, other) = (&one.meta, &other.meta);
    let differ = |what: &str, one: &str, other: &str, why: &str| {
        Err(Error::misuse(
            format!(
                "these benchmarks do not belong together: the {what} is {one} in one and {other} in another"
            ),
            why,
        ))
    };
    if one.game != other.game {
        return differ(
            "game",
            &one.game,
            &other.game,
            "merge benchmarks of one game",
        );
    }
    if one.sum != other.sum {
        let why = "the rules must have changed between them; make one of them again";
        let in_words = |sum: Option<Points>| sum.map_or("none".to_string(), |sum| sum.to_string());
        let (one, other) = (in_words(one.sum), in_words(other.sum));
        return differ("sum of the points", &one, &other, why);
    }
    if one.labeller != other.labeller && !mixed {
        let why = "values of different labellers cannot be compared; label the states anew by one, or say --mixed";
        return differ("labeller", &one.labeller, &other.labeller, why);
    }
    let or_none = |text: &str| if text.is_empty() { "none" } else { text }.to_string();
    for (what, one, other) in [
        ("limit on a state", &one.limits, &other.limits),
        ("file behind the labeller", &one.inputs, &other.inputs),
    ] {
        if one != other && !mixed {
            let why =
                "that makes other labellers of them; label the states anew by one, or say --mixed";
            return differ(what, &or_none(one), &or_none(other), why);
        }
    }
    if one.version != other.version {
        let why = "labels may have changed between versions; make one of them again";
        return differ("tool version", &one.version, &other.version, why);
    }
    Ok(())
}
