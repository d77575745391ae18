//! Every role makes exactly one move: what that says of conditions on moves.
//!
//! A gate on moves of one role alone is a set of moves: the gate holds where
//! the chosen move is in the set. Sets are united and intersected before any
//! gate is made of them, and a large set is the complement of a small one.

use super::{Gates, Lit, Network, Node, RoleMoves};
use crate::hash::FastMap;

/// A set of moves of one role, a bit each, counted from the role's first move.
type MoveSet = Box<[u64]>;

/// The moves that can be chosen, role by role.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    first_node: usize,
    of_role: Vec<RoleMoves>,
    /// By role: the moves that can be legal.
    possible: Vec<MoveSet>,
    /// By role, and by what must hold: the moves that are legal only where it does.
    implied: Vec<FastMap<Lit, MoveSet>>,
    /// By node of the network that the choices were made for: the set that it is, if it is one.
    sets: Vec<Option<(usize, MoveSet)>>,
}

fn intersect(left: &mut MoveSet, right: &MoveSet) {
    left.iter_mut()
        .zip(right)
        .for_each(|(left, right)| *left &= right);
}

fn unite(left: &mut MoveSet, right: &MoveSet) {
    left.iter_mut()
        .zip(right)
        .for_each(|(left, right)| *left |= right);
}

fn remove(left: &mut MoveSet, right: &MoveSet) {
    left.iter_mut()
        .zip(right)
        .for_each(|(left, right)| *left &= !right);
}

fn is_within(left: &MoveSet, right: &MoveSet) -> bool {
    left.iter()
        .zip(right)
        .all(|(left, right)| left & !right == 0)
}

fn size(set: &MoveSet) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

fn members(set: &MoveSet) -> impl Iterator<Item = usize> + '_ {
    let places = (0..64 * set.len()).filter(|place| set[place / 64] >> (place % 64) & 1 == 1);
    places.take(size(set))
}

fn first_member(set: &MoveSet) -> Option<usize> {
    members(set).next()
}

impl Choices {
    /// Moves whose legality is not ruled out.
    pub(crate) fn new(network: &Network) -> Self {
        let legal = &network.outputs.legal;
        let empty = |moves: &RoleMoves| -> MoveSet {
            vec![0; (moves.end - moves.begin).div_ceil(64)].into()
        };
        let mut possible: Vec<MoveSet> = network.of_role.iter().map(empty).collect();
        let mut implied: Vec<FastMap<Lit, MoveSet>> =
            network.of_role.iter().map(|_| FastMap::default()).collect();
        for (role, moves) in network.of_role.iter().enumerate() {
            for mv in (moves.begin..moves.end).filter(|&mv| legal[mv] != Lit::FALSE) {
                let place = mv - moves.begin;
                possible[role][place / 64] |= 1 << (place % 64);
                for lit in what_implies(network, legal[mv]) {
                    let set = implied[role].entry(lit).or_insert_with(|| empty(moves));
                    set[place / 64] |= 1 << (place % 64);
                }
            }
        }
        let mut choices = Self {
            first_node: network.move_node(0),
            of_role: network.of_role.clone(),
            possible,
            implied,
            sets: Vec::new(),
        };
        for node in 0..network.gates.nodes.len() {
            let set = choices.find_set(network, node);
            choices.sets.push(set);
        }
        choices
    }

    /// The moves of a role that can be chosen.
    pub(crate) fn of_role(&self, role: usize) -> impl Iterator<Item = usize> + '_ {
        let begin = self.of_role[role].begin;
        members(&self.possible[role]).map(move |place| begin + place)
    }

    fn find_set(&self, network: &Network, node: usize) -> Option<(usize, MoveSet)> {
        match network.gates.nodes[node] {
            Node::Move(mv) => {
                let mv = mv as usize;
                let role = self.of_role.partition_point(|moves| moves.end <= mv);
                let place = mv - self.of_role[role].begin;
                let mut set: MoveSet = vec![0; self.possible[role].len()].into();
                set[place / 64] |= 1 << (place % 64);
                intersect(&mut set, &self.possible[role]);
                Some((role, set))
            }
            Node::And { .. } => {
                let mut operands = network.gates.operands(node).iter();
                let (role, mut set) = self.set_of(*operands.next()?)?;
                for &lit in operands {
                    let (other, own) = self.set_of(lit)?;
                    if other != role {
                        return None;
                    }
                    intersect(&mut set, &own);
                }
                Some((role, set))
            }
            _ => None,
        }
    }

    /// The set that a literal is, if it is one.
    fn set_of(&self, lit: Lit) -> Option<(usize, MoveSet)> {
        let (role, set) = self.sets[lit.node()].as_ref()?;
        Some(match lit.is_not() {
            true => (*role, self.complement(*role, set)),
            false => (*role, set.clone()),
        })
    }

    /// An AND less what its conditions on moves say already; `None` where it can never hold.
    ///
    /// Moves that are not legal where the rest holds may be in a set or not:
    /// that matters only where it makes the set empty or all there is.
    fn reduce(&self, mut form: Form) -> Option<Form> {
        let mut kept = Vec::new();
        for (role, set) in &form.sets {
            let (mut least, mut most) = (set.clone(), set.clone());
            for lit in &form.rest {
                if let Some(against) = self.implied[*role].get(&!*lit) {
                    remove(&mut least, against);
                    unite(&mut most, against);
                }
            }
            if size(&least) == 0 {
                return None;
            }
            if !is_within(&self.possible[*role], &most) {
                kept.push((*role, set.clone()));
            }
        }
        form.sets = kept;
        let sets = &form.sets;
        form.rest.retain(|lit| {
            let says = |(role, set): &(usize, MoveSet)| {
                let implied = self.implied[*role].get(lit);
                implied.is_some_and(|implied| is_within(set, implied))
            };
            !sets.iter().any(says)
        });
        Some(form)
    }

    /// The set or its complement, whichever is smaller, and whether it is the complement.
    fn few(&self, role: usize, set: &MoveSet) -> (MoveSet, bool) {
        if 2 * size(set) > size(&self.possible[role]) {
            (self.complement(role, set), true)
        } else {
            (set.clone(), false)
        }
    }

    fn complement(&self, role: usize, set: &MoveSet) -> MoveSet {
        let mut rest = self.possible[role].clone();
        remove(&mut rest, set);
        rest
    }
}

/// An AND: its conditions on moves as sets, one per role at most, and the rest.
#[derive(Clone, Debug, Default)]
struct Form {
    sets: Vec<(usize, MoveSet)>,
    /// Literals of the old network.
    rest: Vec<Lit>,
}

impl Form {
    fn restrict(&mut self, role: usize, set: &MoveSet) {
        match self.sets.iter_mut().find(|(own, _)| *own == role) {
            Some((_, own)) => intersect(own, set),
            None => self.sets.push((role, set.clone())),
        }
    }
}

/// Rewrites gates where moves are one per role.
pub(super) struct Rewriter<'a> {
    choices: &'a Choices,
    /// By role: the gates of sets that have been made, and the sets by their first move.
    made: Vec<FastMap<MoveSet, Lit>>,
    by_first: Vec<FastMap<usize, Vec<MoveSet>>>,
    /// By node: its form as an AND, where it has a condition on the moves of one role.
    forms: FastMap<usize, Form>,
    /// Nodes that turned out to be sets.
    sets: FastMap<usize, (usize, MoveSet)>,
}

impl<'a> Rewriter<'a> {
    /// Makes the gates of all sets that are needed, the smaller first: they are parts of the larger.
    pub(super) fn new(
        network: &Network,
        choices: &'a Choices,
        needed: &[bool],
        gates: &mut Gates,
    ) -> Self {
        let roles = choices.of_role.len();
        let mut rewriter = Self {
            choices,
            made: vec![FastMap::default(); roles],
            by_first: vec![FastMap::default(); roles],
            forms: FastMap::default(),
            sets: FastMap::default(),
        };
        let mut few: Vec<(usize, MoveSet)> = Vec::new();
        for node in (0..needed.len()).filter(|&node| needed[node]) {
            let mut form = Form::default();
            for &lit in network.gates.operands(node) {
                if let Some((role, set)) = choices.set_of(lit) {
                    form.restrict(role, &set);
                }
            }
            let sets = form.sets.iter();
            few.extend(sets.map(|(role, set)| (*role, choices.few(*role, set).0)));
        }
        few.sort_by_cached_key(|(role, set)| (size(set), *role, set.clone()));
        few.dedup();
        for (role, set) in few {
            rewriter.gate_of_few(role, set, gates);
        }
        rewriter
    }

    fn set_of(&self, lit: Lit) -> Option<(usize, MoveSet)> {
        let Some((role, set)) = self.sets.get(&lit.node()) else {
            return self.choices.set_of(lit);
        };
        Some(match lit.is_not() {
            true => (*role, self.choices.complement(*role, set)),
            false => (*role, set.clone()),
        })
    }

    /// The literal in the new network of one in the old; `map` is where nodes are found that are no sets.
    pub(super) fn lit(&mut self, lit: Lit, map: &[Lit], gates: &mut Gates) -> Lit {
        match self.set_of(lit) {
            Some((role, set)) => self.gate(role, &set, gates),
            None => map[lit.node()].xor(lit.is_not()),
        }
    }

    /// The AND of a node's operands in the new network.
    pub(super) fn and(
        &mut self,
        node: usize,
        operands: &[Lit],
        map: &[Lit],
        gates: &mut Gates,
    ) -> Lit {
        if let Some((role, set)) = &self.choices.sets[node] {
            return self.gate(*role, set, gates);
        }
        let (form, mut lits) = self.merged(operands, map, gates);
        let Some(form) = self.choices.reduce(form) else {
            return Lit::FALSE;
        };
        if let (true, true, [own]) = (lits.is_empty(), form.rest.is_empty(), &form.sets[..]) {
            let (role, set) = own.clone();
            let made = self.gate(role, &set, gates);
            self.sets.insert(node, (role, set));
            return made;
        }
        lits.extend(
            form.rest
                .iter()
                .map(|lit| map[lit.node()].xor(lit.is_not())),
        );
        let is_plain = lits.len() == form.rest.len();
        for (role, set) in &form.sets {
            let own = self.gate(*role, set, gates);
            lits.push(own);
        }
        if is_plain && form.sets.len() == 1 {
            self.forms.insert(node, form);
        }
        gates.and(&mut lits)
    }

    /// The operands as a form, and literals of the new network that belong to it, too.
    ///
    /// "Not this move and that condition, nor that move and the same condition"
    /// becomes one condition on both moves.
    fn merged(&mut self, operands: &[Lit], map: &[Lit], gates: &mut Gates) -> (Form, Vec<Lit>) {
        let mut form = Form::default();
        let mut groups: FastMap<(usize, Vec<Lit>), Vec<(Lit, MoveSet)>> = FastMap::default();
        let mut order = Vec::new();
        for &lit in operands {
            if let Some((role, set)) = self.set_of(lit) {
                form.restrict(role, &set);
            } else if let (true, Some(other)) = (lit.is_not(), self.forms.get(&lit.node())) {
                let (role, set) = &other.sets[0];
                let key = (*role, other.rest.clone());
                let group = groups.entry(key.clone()).or_default();
                if group.is_empty() {
                    order.push(key);
                }
                group.push((lit, set.clone()));
            } else {
                form.rest.push(lit);
            }
        }
        let mut lits = Vec::new();
        for key in order {
            let group = &groups[&key];
            if let [(lit, _)] = group[..] {
                form.rest.push(lit);
                continue;
            }
            let (role, rest) = key;
            let mut set = group[0].1.clone();
            group.iter().for_each(|(_, other)| unite(&mut set, other));
            let mut all = vec![self.gate(role, &set, gates)];
            all.extend(rest.iter().map(|lit| map[lit.node()].xor(lit.is_not())));
            lits.push(!gates.and(&mut all));
        }
        (form, lits)
    }

    /// A gate that holds where the chosen move is in the set.
    fn gate(&mut self, role: usize, set: &MoveSet, gates: &mut Gates) -> Lit {
        let (few, not) = self.choices.few(role, set);
        self.gate_of_few(role, few, gates).xor(not)
    }

    /// Sets inside this one that have been made already are used again.
    fn gate_of_few(&mut self, role: usize, set: MoveSet, gates: &mut Gates) -> Lit {
        if let Some(&known) = self.made[role].get(&set) {
            return known;
        }
        let first_node = self.choices.first_node + self.choices.of_role[role].begin;
        let mut left = set.clone();
        let mut lits = Vec::new();
        while let Some(first) = first_member(&left) {
            let smaller = self.by_first[role].get(&first).into_iter().flatten();
            let smaller = smaller.filter(|other| is_within(other, &left));
            let (part, lit) = match smaller.max_by_key(|other| size(other)) {
                Some(part) => (part.clone(), self.made[role][part]),
                None => {
                    let mut part: MoveSet = vec![0; left.len()].into();
                    part[first / 64] |= 1 << (first % 64);
                    (part, Lit::of(first_node + first))
                }
            };
            remove(&mut left, &part);
            lits.push(lit);
        }
        let made = gates.or(&mut lits);
        if size(&set) > 1
            && let Some(first) = first_member(&set)
        {
            let same = self.by_first[role].entry(first).or_default();
            same.push(set.clone());
        }
        self.made[role].insert(set, made);
        made
    }
}

/// A literal and, where it is an AND, all that it is an AND of.
fn what_implies(network: &Network, lit: Lit) -> Vec<Lit> {
    let mut all = vec![lit];
    let mut at = 0;
    while let Some(&lit) = all.get(at) {
        if !lit.is_not() {
            all.extend_from_slice(network.gates.operands(lit.node()));
        }
        at += 1;
    }
    all.retain(|lit| lit.node() != 0);
    all.sort_unstable();
    all.dedup();
    all
}
