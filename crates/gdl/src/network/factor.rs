//! Pairs of operands that many gates share become gates of their own.

use super::{Gates, Lit};
use crate::hash::FastMap;

/// Gates of more operands than this are left alone: their pairs are too many.
const WIDEST: usize = 24;
/// Networks with more pairs than this are left alone.
const MOST_PAIRS: usize = 3_000_000;

type Pair = (Lit, Lit);

/// Splits the needed gates so that what many of them share is worked out once.
///
/// New gates come after all others, so that numbers no longer tell what comes first.
pub(super) fn factor(gates: &mut Gates, needed: &[bool]) {
    let mut lists: FastMap<usize, Vec<Lit>> = FastMap::default();
    let mut pairs = 0;
    for node in (0..needed.len()).filter(|&node| needed[node]) {
        let operands = gates.operands(node);
        if (3..=WIDEST).contains(&operands.len()) {
            pairs += operands.len() * (operands.len() - 1) / 2;
            lists.insert(node, operands.to_vec());
        }
    }
    if pairs > MOST_PAIRS {
        return;
    }
    let mut factoring = Factoring::new(lists);
    while let Some((pair, users)) = factoring.best() {
        let made = gates.and(&mut vec![pair.0, pair.1]);
        factoring.replace(pair, &users, made);
    }
    for (node, list) in factoring.lists {
        gates.set_operands(node, &list);
    }
}

struct Factoring {
    lists: FastMap<usize, Vec<Lit>>,
    /// The gates that had both of a pair when it was noted.
    users: FastMap<Pair, Vec<u32>>,
    /// By number of users, perhaps out of date: pairs.
    by_count: Vec<Vec<Pair>>,
}

fn pair(left: Lit, right: Lit) -> Pair {
    (left.min(right), left.max(right))
}

impl Factoring {
    fn new(lists: FastMap<usize, Vec<Lit>>) -> Self {
        let mut users: FastMap<Pair, Vec<u32>> = FastMap::default();
        let mut nodes: Vec<usize> = lists.keys().copied().collect();
        nodes.sort_unstable();
        for node in nodes {
            let list = &lists[&node];
            for (place, &left) in list.iter().enumerate() {
                for &right in &list[place + 1..] {
                    users
                        .entry(pair(left, right))
                        .or_default()
                        .push(node as u32);
                }
            }
        }
        let mut factoring = Self {
            lists,
            users,
            by_count: Vec::new(),
        };
        let mut all: Vec<(Pair, usize)> = factoring
            .users
            .iter()
            .map(|(&pair, users)| (pair, users.len()))
            .filter(|&(_, count)| count > 1)
            .collect();
        // The order of a hash map is no order to rely on.
        all.sort_unstable();
        for (pair, count) in all {
            factoring.note(pair, count);
        }
        factoring
    }

    fn note(&mut self, pair: Pair, count: usize) {
        if self.by_count.len() <= count {
            self.by_count.resize(count + 1, Vec::new());
        }
        self.by_count[count].push(pair);
    }

    /// The pair that most gates share, and these; none where no pair is shared.
    fn best(&mut self) -> Option<(Pair, Vec<u32>)> {
        while self.by_count.len() > 2 {
            let count = self.by_count.len() - 1;
            let Some(pair) = self.by_count[count].pop() else {
                self.by_count.pop();
                continue;
            };
            let Some(users) = self.users.get_mut(&pair) else {
                continue;
            };
            let lists = &self.lists;
            users.retain(|node| {
                let list = &lists[&(*node as usize)];
                list.contains(&pair.0) && list.contains(&pair.1)
            });
            users.dedup();
            match users.len() {
                0 | 1 => {
                    self.users.remove(&pair);
                }
                now if now < count => self.note(pair, now),
                _ => {
                    let users = self.users.remove(&pair)?;
                    return Some((pair, users));
                }
            }
        }
        None
    }

    fn replace(&mut self, (left, right): Pair, nodes: &[u32], made: Lit) {
        let mut fresh: FastMap<Pair, usize> = FastMap::default();
        let mut order = Vec::new();
        for &node in nodes {
            let Some(list) = self.lists.get_mut(&(node as usize)) else {
                continue;
            };
            list.retain(|&lit| lit != left && lit != right && lit != made);
            for &other in &*list {
                let key = pair(other, made);
                self.users.entry(key).or_default().push(node);
                let count = fresh.entry(key).or_default();
                *count += 1;
                if *count == 2 {
                    order.push(key);
                }
            }
            list.push(made);
        }
        for key in order {
            self.note(key, self.users[&key].len());
        }
    }
}
