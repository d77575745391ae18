//! Sets of moves of one role: a list, or all but a list.

/// Numbers of moves in rising order, counted from the role's first; all of them can be legal.
pub(super) type Moves = Box<[u32]>;

/// A set of the moves of one role.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct MoveSet {
    pub(super) list: Moves,
    /// All moves but those of the list.
    pub(super) not: bool,
}

/// Those of `left` for which membership in `right` is as wanted.
pub(super) fn filter(left: &[u32], right: &[u32], wanted: bool) -> Moves {
    let mut rest = right.iter().peekable();
    let has = |mv: &&u32| {
        while rest.next_if(|other| other < mv).is_some() {}
        (rest.peek() == Some(mv)) == wanted
    };
    left.iter().filter(has).copied().collect()
}

fn unite(left: &[u32], right: &[u32]) -> Moves {
    let mut all: Vec<u32> = left.iter().chain(right).copied().collect();
    all.sort_unstable();
    all.dedup();
    all.into()
}

fn is_part(left: &[u32], right: &[u32]) -> bool {
    left.len() <= right.len() && filter(left, right, true).len() == left.len()
}

impl MoveSet {
    /// The moves of a list.
    pub(super) fn of(list: Vec<u32>) -> Self {
        Self {
            list: list.into(),
            not: false,
        }
    }

    /// The moves that are in both.
    pub(super) fn and(&self, other: &Self) -> Self {
        let (left, right) = (&self.list, &other.list);
        let list = match (self.not, other.not) {
            (true, true) => unite(left, right),
            (false, not) => filter(left, right, !not),
            (true, false) => filter(right, left, false),
        };
        Self {
            list,
            not: self.not && other.not,
        }
    }

    /// The moves that are in either.
    pub(super) fn or(&self, other: &Self) -> Self {
        self.complement().and(&other.complement()).complement()
    }

    /// The other moves.
    pub(super) fn complement(&self) -> Self {
        Self {
            list: self.list.clone(),
            not: !self.not,
        }
    }

    /// Whether all its moves are in the other set; there are `count` moves.
    pub(super) fn is_within(&self, other: &Self, count: usize) -> bool {
        let (left, right) = (&self.list, &other.list);
        match (self.not, other.not) {
            (false, false) => is_part(left, right),
            (false, true) => filter(left, right, true).is_empty(),
            (true, true) => is_part(right, left),
            (true, false) => left.len() + right.len() >= count && unite(left, right).len() == count,
        }
    }

    /// How many moves are in it, of `count`.
    pub(super) fn size(&self, count: usize) -> usize {
        if self.not {
            count - self.list.len()
        } else {
            self.list.len()
        }
    }

    /// The moves in it, or those not in it where they are fewer, and which; `all` are the moves there are.
    pub(super) fn few(&self, all: &[u32]) -> (Moves, bool) {
        if 2 * self.list.len() > all.len() {
            (filter(all, &self.list, false), !self.not)
        } else {
            (self.list.clone(), self.not)
        }
    }
}

/// The moves that are in all of many sets, found at one go.
#[derive(Clone, Debug, Default)]
pub(super) struct Meet {
    list: Option<Moves>,
    not: Vec<u32>,
}

impl Meet {
    /// Only moves of this set, or of its complement if `not`.
    pub(super) fn add(&mut self, set: &MoveSet, not: bool) {
        if set.not == not {
            self.list = Some(match &self.list {
                Some(list) => filter(list, &set.list, true),
                None => set.list.clone(),
            });
        } else {
            self.not.extend_from_slice(&set.list);
        }
    }

    /// What is left.
    pub(super) fn finish(self) -> MoveSet {
        let mut not = self.not;
        not.sort_unstable();
        not.dedup();
        match self.list {
            Some(list) => MoveSet {
                list: filter(&list, &not, false),
                not: false,
            },
            None => MoveSet {
                list: not.into(),
                not: true,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_complements_go_together() {
        let all: Vec<u32> = (0..6).collect();
        let members = |set: &MoveSet| -> Vec<u32> {
            let has = |mv: &&u32| set.list.contains(mv) != set.not;
            all.iter().filter(has).copied().collect()
        };
        let set = |bits: u32| MoveSet::of((0..6).filter(|mv| bits >> mv & 1 == 1).collect());
        for left in 0..64 {
            for right in 0..64 {
                for signs in 0..4 {
                    let mut pair = [set(left), set(right)];
                    pair[0].not = signs & 1 == 1;
                    pair[1].not = signs & 2 == 2;
                    let [one, other] = &pair;
                    let (here, there) = (members(one), members(other));
                    let both: Vec<u32> = here
                        .iter()
                        .copied()
                        .filter(|mv| there.contains(mv))
                        .collect();
                    assert_eq!(members(&one.and(other)), both);
                    let mut meet = Meet::default();
                    meet.add(one, false);
                    meet.add(&other.complement(), true);
                    assert_eq!(members(&meet.finish()), both);
                    let either = members(&one.or(other)).len();
                    assert_eq!(either, here.len() + there.len() - both.len());
                    assert_eq!(one.is_within(other, 6), both.len() == here.len());
                    assert_eq!(one.size(6), here.len());
                    let (few, not) = one.few(&all);
                    assert_eq!(members(&MoveSet { list: few, not }), here);
                }
            }
        }
    }
}
