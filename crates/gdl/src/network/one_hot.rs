//! Every role makes exactly one move: what that says of conditions on moves.

use super::{Gates, Lit, Network, RoleMoves};

/// The moves that can be chosen, role by role.
#[derive(Clone, Debug)]
pub(crate) struct Choices {
    first_node: usize,
    of_role: Vec<RoleMoves>,
    possible: Vec<bool>,
    counts: Vec<usize>,
    /// By move: what must hold where it is legal, in the numbers of the network it was made for.
    implied: Vec<Vec<Lit>>,
}

impl Choices {
    /// Moves whose legality is not ruled out.
    pub(crate) fn new(network: &Network) -> Self {
        let possible: Vec<bool> = network
            .outputs
            .legal
            .iter()
            .map(|&lit| lit != Lit::FALSE)
            .collect();
        let count = |moves: &RoleMoves| {
            possible[moves.begin..moves.end]
                .iter()
                .filter(|&&possible| possible)
                .count()
        };
        Self {
            first_node: network.move_node(0),
            counts: network.of_role.iter().map(count).collect(),
            implied: network
                .outputs
                .legal
                .iter()
                .map(|&lit| implied(network, lit))
                .collect(),
            of_role: network.of_role.clone(),
            possible,
        }
    }

    /// The moves of a role that can be chosen.
    pub(crate) fn of_role(&self, role: usize) -> impl Iterator<Item = usize> + '_ {
        let moves = &self.of_role[role];
        (moves.begin..moves.end).filter(|&mv| self.possible[mv])
    }

    /// What a move is in this network: impossible, the only one, or open.
    pub(crate) fn input(&self, mv: usize) -> Lit {
        let role = self.role(mv);
        if !self.possible[mv] {
            Lit::FALSE
        } else if self.counts[role] == 1 {
            Lit::TRUE
        } else {
            Lit::of(self.first_node + mv)
        }
    }

    /// Takes out of the operands of an AND what the legality of a move among them says already.
    ///
    /// The operands are those of the network that the choices were made for.
    pub(crate) fn drop_implied(&self, operands: &[Lit], lits: &mut Vec<Lit>) {
        let moves = operands
            .iter()
            .filter(|lit| !lit.is_not())
            .filter_map(|&lit| self.move_of(lit));
        lits.extend_from_slice(operands);
        for mv in moves {
            let implied = &self.implied[mv];
            if lits.iter().any(|&lit| implied.binary_search(&!lit).is_ok()) {
                lits.clear();
                lits.push(Lit::FALSE);
                return;
            }
            lits.retain(|lit| implied.binary_search(lit).is_err());
        }
    }

    fn role(&self, mv: usize) -> usize {
        self.of_role.partition_point(|moves| moves.end <= mv)
    }

    fn move_of(&self, lit: Lit) -> Option<usize> {
        let mv = lit.node().checked_sub(self.first_node)?;
        (mv < self.possible.len()).then_some(mv)
    }

    /// Rewrites the operands of an AND: one move rules out the others of its role,
    /// and "none of these" is "one of the rest" where the rest is the shorter list.
    pub(crate) fn simplify(&self, lits: &mut Vec<Lit>, gates: &mut Gates) {
        if lits
            .iter()
            .filter(|&&lit| self.move_of(lit).is_some())
            .count()
            < 2
        {
            return;
        }
        for role in 0..self.of_role.len() {
            self.simplify_role(role, lits, gates);
        }
    }

    fn simplify_role(&self, role: usize, lits: &mut Vec<Lit>, gates: &mut Gates) {
        let own = |lit: Lit| self.move_of(lit).filter(|&mv| self.role(mv) == role);
        let mut chosen = lits
            .iter()
            .filter(|&&lit| !lit.is_not() && own(lit).is_some());
        if let Some(&first) = chosen.next() {
            if chosen.any(|&other| other != first) {
                lits.push(Lit::FALSE);
            }
            let excluded = |lit: Lit| lit.is_not() && lit != !first && own(lit).is_some();
            lits.retain(|&lit| !excluded(lit));
            return;
        }
        let mut excluded: Vec<usize> = lits.iter().filter_map(|&lit| own(lit)).collect();
        excluded.sort_unstable();
        excluded.dedup();
        if 2 * excluded.len() <= self.counts[role] {
            return;
        }
        let rest = self
            .of_role(role)
            .filter(|mv| excluded.binary_search(mv).is_err());
        let mut rest: Vec<Lit> = rest.map(|mv| Lit::of(self.first_node + mv)).collect();
        lits.retain(|&lit| own(lit).is_none());
        let some = gates.or(&mut rest);
        lits.push(some);
    }
}

/// A literal and, where it is an AND, all that it is an AND of.
fn implied(network: &Network, lit: Lit) -> Vec<Lit> {
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
