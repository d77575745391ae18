//! Every role makes exactly one move: what that says of conditions on moves.
//!
//! A gate on moves of one role alone is a set of moves: the gate holds where
//! the chosen move is in the set. Sets are united and intersected before any
//! gate is made of them, and a large set is the complement of a small one.

use super::move_set::{Meet, MoveSet, Moves};
use super::{Gates, Lit, Network, Node, RoleMoves};
use crate::hash::FastMap;

/// The moves that can be chosen, role by role.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    first_node: usize,
    of_role: Vec<RoleMoves>,
    /// By role: the moves that can be legal.
    possible: Vec<Moves>,
    /// By role, and by what must hold: the moves that are legal only where it does.
    implied: Vec<FastMap<Lit, MoveSet>>,
    /// By node of the network that the choices were made for: the set that it is, if it is one.
    sets: Vec<Option<(usize, MoveSet)>>,
}

impl Choices {
    /// Moves whose legality is not ruled out.
    pub(crate) fn new(network: &Network) -> Self {
        let legal = &network.outputs.legal;
        let mut possible: Vec<Moves> = Vec::new();
        let mut implied = Vec::new();
        for moves in &network.of_role {
            let places = (0..moves.end - moves.begin).map(|place| place as u32);
            let is_possible = |place: &u32| legal[moves.begin + *place as usize] != Lit::FALSE;
            let own: Moves = places.filter(is_possible).collect();
            let mut by_lit: FastMap<Lit, Vec<u32>> = FastMap::default();
            for &place in &own {
                for lit in what_implies(network, legal[moves.begin + place as usize]) {
                    by_lit.entry(lit).or_default().push(place);
                }
            }
            let sets = by_lit.into_iter();
            implied.push(sets.map(|(lit, list)| (lit, MoveSet::of(list))).collect());
            possible.push(own);
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
        self.possible[role]
            .iter()
            .map(move |&place| begin + place as usize)
    }

    fn find_set(&self, network: &Network, node: usize) -> Option<(usize, MoveSet)> {
        match network.gates.nodes[node] {
            Node::Move(mv) => {
                let mv = mv as usize;
                let role = self.of_role.partition_point(|moves| moves.end <= mv);
                let place = (mv - self.of_role[role].begin) as u32;
                let mut list = vec![place];
                list.retain(|place| self.possible[role].binary_search(place).is_ok());
                Some((role, MoveSet::of(list)))
            }
            Node::And { .. } => {
                let mut meet: Option<(usize, Meet)> = None;
                for lit in network.gates.operands(node) {
                    let (role, set) = self.sets[lit.node()].as_ref()?;
                    let (own, meet) = meet.get_or_insert_with(|| (*role, Meet::default()));
                    if own != role {
                        return None;
                    }
                    meet.add(set, lit.is_not());
                }
                meet.map(|(role, meet)| (role, meet.finish()))
            }
            _ => None,
        }
    }

    /// An AND less what its conditions on moves say already; `None` where it can never hold.
    ///
    /// Moves that are not legal where the rest holds may be in a set or not:
    /// that matters only where it makes the set empty or all there is.
    fn reduce(&self, mut form: Form) -> Option<Form> {
        let mut kept = Vec::new();
        for (role, set) in &form.sets {
            let count = self.possible[*role].len();
            let (mut least, mut most) = (set.clone(), set.clone());
            for lit in &form.rest {
                if let Some(against) = self.implied[*role].get(&!*lit) {
                    least = least.and(&against.complement());
                    most = most.or(against);
                }
            }
            if least.size(count) == 0 {
                return None;
            }
            if most.size(count) < count {
                kept.push((*role, set.clone()));
            }
        }
        form.sets = kept;
        let sets = &form.sets;
        form.rest.retain(|lit| {
            let says = |(role, set): &(usize, MoveSet)| {
                let implied = self.implied[*role].get(lit);
                let count = self.possible[*role].len();
                implied.is_some_and(|implied| set.is_within(implied, count))
            };
            !sets.iter().any(says)
        });
        Some(form)
    }
}

/// An AND: its conditions on moves as sets, one per role at most, and the rest.
#[derive(Clone, Debug, Default)]
struct Form {
    sets: Vec<(usize, MoveSet)>,
    /// Literals of the old network.
    rest: Vec<Lit>,
}

/// Conditions on moves, role by role, under construction.
#[derive(Default)]
struct Meets(Vec<(usize, Meet)>);

impl Meets {
    fn add(&mut self, role: usize, set: &MoveSet, not: bool) {
        if let Some((_, meet)) = self.0.iter_mut().find(|(own, _)| *own == role) {
            meet.add(set, not);
        } else {
            let mut meet = Meet::default();
            meet.add(set, not);
            self.0.push((role, meet));
        }
    }

    fn finish(self) -> Vec<(usize, MoveSet)> {
        let meets = self.0.into_iter();
        meets.map(|(role, meet)| (role, meet.finish())).collect()
    }
}

/// Rewrites gates where moves are one per role.
pub(super) struct Rewriter<'a> {
    choices: &'a Choices,
    /// By role: the gates of sets that have been made, and the sets by their first move.
    made: Vec<FastMap<Moves, Lit>>,
    by_first: Vec<FastMap<u32, Vec<Moves>>>,
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
        let mut few: Vec<(usize, Moves)> = Vec::new();
        for node in (0..needed.len()).filter(|&node| needed[node]) {
            let mut meets = Meets::default();
            for lit in network.gates.operands(node) {
                if let Some((role, set)) = &choices.sets[lit.node()] {
                    meets.add(*role, set, lit.is_not());
                }
            }
            let sets = meets.finish().into_iter();
            few.extend(sets.map(|(role, set)| (role, set.few(&choices.possible[role]).0)));
        }
        few.sort_unstable_by(|left, right| (left.1.len(), left).cmp(&(right.1.len(), right)));
        few.dedup();
        for (role, set) in few {
            rewriter.gate_of_few(role, &set, gates);
        }
        rewriter
    }

    fn set_of(&self, node: usize) -> Option<&(usize, MoveSet)> {
        let found = self.sets.get(&node);
        found.or(self.choices.sets[node].as_ref())
    }

    /// The literal in the new network of one in the old; `map` is where nodes are found that are no sets.
    pub(super) fn lit(&mut self, lit: Lit, map: &[Lit], gates: &mut Gates) -> Lit {
        match self.set_of(lit.node()).cloned() {
            Some((role, set)) => self.gate(role, &set, gates).xor(lit.is_not()),
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
        let mut meets = Meets::default();
        let mut groups: FastMap<(usize, Vec<Lit>), Vec<(Lit, MoveSet)>> = FastMap::default();
        let mut order = Vec::new();
        for &lit in operands {
            if let Some((role, set)) = self.set_of(lit.node()) {
                meets.add(*role, set, lit.is_not());
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
        form.sets = meets.finish();
        let mut lits = Vec::new();
        for key in order {
            let group = &groups[&key];
            if let [(lit, _)] = group[..] {
                form.rest.push(lit);
                continue;
            }
            let (role, rest) = key;
            let mut none = Meet::default();
            for (_, set) in group {
                none.add(set, true);
            }
            let set = none.finish().complement();
            let mut all = vec![self.gate(role, &set, gates)];
            all.extend(rest.iter().map(|lit| map[lit.node()].xor(lit.is_not())));
            lits.push(!gates.and(&mut all));
        }
        (form, lits)
    }

    /// A gate that holds where the chosen move is in the set.
    fn gate(&mut self, role: usize, set: &MoveSet, gates: &mut Gates) -> Lit {
        let (few, not) = set.few(&self.choices.possible[role]);
        self.gate_of_few(role, &few, gates).xor(not)
    }

    /// Sets inside this one that have been made already are used again.
    fn gate_of_few(&mut self, role: usize, set: &[u32], gates: &mut Gates) -> Lit {
        if let Some(&known) = self.made[role].get(set) {
            return known;
        }
        let first_node = self.choices.first_node + self.choices.of_role[role].begin;
        let mut covered = vec![false; set.len()];
        let mut lits = Vec::new();
        for (place, &mv) in set.iter().enumerate() {
            if covered[place] {
                continue;
            }
            let fits = |part: &&Moves| {
                part.len() <= set.len() - place
                    && places(part, set).all(|place| place.is_some_and(|place| !covered[place]))
            };
            let parts = self.by_first[role].get(&mv).into_iter().flatten();
            if let Some(part) = parts.filter(fits).max_by_key(|part| part.len()) {
                lits.push(self.made[role][part]);
                let taken: Vec<usize> = places(part, set).flatten().collect();
                for place in taken {
                    covered[place] = true;
                }
            } else {
                lits.push(Lit::of(first_node + mv as usize));
            }
        }
        let made = gates.or(&mut lits);
        if let [first, _, ..] = set {
            let same = self.by_first[role].entry(*first).or_default();
            same.push(set.into());
        }
        self.made[role].insert(set.into(), made);
        made
    }
}

/// Where the moves of a part stand in a set.
fn places<'a>(part: &'a [u32], set: &'a [u32]) -> impl Iterator<Item = Option<usize>> + 'a {
    part.iter().map(|mv| set.binary_search(mv).ok())
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
