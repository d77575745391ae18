//! Facts that are always or never true, found before any gate is made.

use crate::ground::Condition;

/// An instance by numbers of facts.
pub(super) struct Instances {
    pub(super) heads: Vec<u32>,
    pub(super) ends: Vec<u32>,
    /// Twice the fact's number, plus one where it must fail.
    pub(super) conditions: Vec<u32>,
}

impl Instances {
    /// The conditions of an instance.
    pub(super) fn body(&self, instance: usize) -> &[u32] {
        let begin = if instance == 0 {
            0
        } else {
            self.ends[instance - 1] as usize
        };
        &self.conditions[begin..self.ends[instance] as usize]
    }
}

/// What is known of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Truth {
    Always,
    Never,
    Open,
}

/// Lists by number, end to end.
pub(super) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Groups items by key.
    pub(super) fn new(keys: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0; keys + 1];
        for (key, _) in pairs.clone() {
            starts[key as usize + 1] += 1;
        }
        for key in 0..keys {
            starts[key + 1] += starts[key];
        }
        let mut at = starts.clone();
        let mut items = vec![0; starts[keys] as usize];
        for (key, item) in pairs {
            items[at[key as usize] as usize] = item;
            at[key as usize] += 1;
        }
        Self { starts, items }
    }

    /// The items of a key, in the order in which they came.
    pub(super) fn of(&self, key: usize) -> &[u32] {
        &self.items[self.starts[key] as usize..self.starts[key + 1] as usize]
    }
}

/// What is decided whatever the state; `is_input` facts are left open.
pub(super) fn decide(instances: &Instances, is_input: &[bool]) -> (Vec<Truth>, Vec<bool>) {
    let facts = is_input.len();
    let count = instances.heads.len();
    let uses = Lists::new(
        facts,
        (0..count).flat_map(|instance| {
            instances
                .body(instance)
                .iter()
                .map(move |&lit| (lit >> 1, (instance as u32) << 1 | lit & 1))
        }),
    );
    let mut open: Vec<u32> = (0..count)
        .map(|instance| instances.body(instance).len() as u32)
        .collect();
    let mut alive = vec![true; count];
    let mut ways = vec![0u32; facts];
    for &head in &instances.heads {
        ways[head as usize] += 1;
    }
    let mut truth = vec![Truth::Open; facts];
    let mut agenda = Vec::new();
    for fact in 0..facts {
        if ways[fact] == 0 && !is_input[fact] {
            truth[fact] = Truth::Never;
            agenda.push(fact);
        }
    }
    for (instance, &open) in open.iter().enumerate() {
        let head = instances.heads[instance] as usize;
        if open == 0 && truth[head] == Truth::Open {
            truth[head] = Truth::Always;
            agenda.push(head);
        }
    }
    while let Some(fact) = agenda.pop() {
        for &used in uses.of(fact) {
            let (instance, negated) = ((used >> 1) as usize, used & 1 == 1);
            let head = instances.heads[instance] as usize;
            if (truth[fact] == Truth::Always) == negated {
                if std::mem::replace(&mut alive[instance], false) {
                    ways[head] -= 1;
                    if ways[head] == 0 && truth[head] == Truth::Open {
                        truth[head] = Truth::Never;
                        agenda.push(head);
                    }
                }
            } else {
                open[instance] -= 1;
                if open[instance] == 0 && alive[instance] && truth[head] == Truth::Open {
                    truth[head] = Truth::Always;
                    agenda.push(head);
                }
            }
        }
    }
    (truth, alive)
}

/// A condition as a number, by the numbers of facts.
pub(super) fn numbered(condition: Condition, number: u32) -> u32 {
    number << 1 | u32::from(!condition.holds)
}
