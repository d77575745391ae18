//! Several benchmarks made one, if they belong together.

use std::collections::HashMap;

use crate::{Benchmark, Trouble};

/// The states of all, sorted by ply; a state that several have must have the same labels in all.
///
/// `mixed` allows labellers to differ: budgets that grow with the ply, say.
///
/// # Errors
/// When they are of different games or labellers, or disagree on a state.
pub fn merge(parts: Vec<Benchmark>, mixed: bool) -> Result<Benchmark, Trouble> {
    let mut parts = parts.into_iter();
    let mut whole = parts.next().ok_or_else(|| {
        Trouble::misuse("there is nothing to merge", "give two benchmarks or more")
    })?;
    for part in parts {
        belong_together(&whole, &part, mixed)?;
        let (ours, theirs) = (&mut whole.meta, part.meta);
        both(&mut ours.selector, &theirs.selector);
        both(&mut ours.labeller, &theirs.labeller);
        both(&mut ours.limits, &theirs.limits);
        both(&mut ours.inputs, &theirs.inputs);
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
    let mut known: HashMap<&str, usize> = HashMap::new();
    let mut keep = vec![true; whole.states.len()];
    for (place, own) in whole.states.iter().enumerate() {
        let first = *known.entry(&own.state).or_insert(place);
        keep[place] = first == place;
        if whole.states[first].moves != own.moves {
            let what = format!("the benchmarks disagree on the moves of `{}`", own.state);
            return Err(Trouble::misuse(
                what,
                "one of them is wrong, or a sample of its own: `truth verify` tells",
            ));
        }
    }
    let mut kept = keep.into_iter();
    whole.states.retain(|_| kept.next().unwrap_or(true));
    whole.states.sort_by_key(|own| own.ply);
    Ok(whole)
}

/// Names what was merged, each once.
fn both(ours: &mut String, theirs: &str) {
    if ours.is_empty() {
        theirs.clone_into(ours);
    } else if !theirs.is_empty() && !ours.split(" + ").any(|known| known == theirs) {
        ours.push_str(" + ");
        ours.push_str(theirs);
    }
}

fn belong_together(one: &Benchmark, other: &Benchmark, mixed: bool) -> Result<(), Trouble> {
    let (one, other) = (&one.meta, &other.meta);
    let differ = |what: &str, one: &str, other: &str, why: &str| {
        Err(Trouble::misuse(
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
