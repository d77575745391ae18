//! Degrees of truth: how nearly a formula holds, from 0 to 1.
//!
//! A fluent that holds has the degree p, one that does not 1 − p. A conjunction
//! is the lower, the more of its parts fail, so that a line with four stones of
//! five is nearer to the goal than one with three. Disjunctions are dual.

use plyscope_game::Value;

use crate::network::{Circle, Gates, Lit, Node};
use crate::propagate::{Bits, has};

/// How the degrees of the parts make that of a conjunction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Norm {
    /// Yager's t-norm, 1 − (Σ (1 − x)^q)^(1/q), never below [`Norm::FLOOR`] where all parts hold:
    /// what holds stays above one half, however long the conjunction. So in Fluxplayer.
    Yager,
    /// The product of the parts: what fails counts fully, however much else holds.
    Product,
}

/// Yager's exponent: the higher, the more a conjunction is its worst part alone.
const EXPONENT: i32 = 20;

impl Norm {
    /// The least degree of a conjunction whose parts all hold.
    pub const FLOOR: Value = 0.75;
}

/// Degrees of truth with the given norm.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fuzzy {
    /// The degree of a fluent that holds; more than one half.
    pub truth: Value,
    /// How conjunctions are valued.
    pub norm: Norm,
}

impl Default for Fuzzy {
    fn default() -> Self {
        Self {
            truth: 0.75,
            norm: Norm::Yager,
        }
    }
}

impl Fuzzy {
    /// The degree to which all parts hold; 1 of none.
    #[inline]
    pub(super) fn all(&self, parts: impl Iterator<Item = Value>) -> Value {
        match self.norm {
            Norm::Product => parts.product(),
            Norm::Yager => yager(parts),
        }
    }

    /// The degree to which some part holds; 0 of none.
    #[inline]
    pub(super) fn any(&self, parts: impl Iterator<Item = Value>) -> Value {
        1.0 - self.all(parts.map(|part| 1.0 - part))
    }

    /// The degrees of the inputs in a state, moves left at 0; `degrees` is by node.
    pub(super) fn load(&self, state: &Bits, fluents: usize, degrees: &mut [Value]) {
        degrees[0] = 1.0;
        for (fluent, degree) in degrees[1..=fluents].iter_mut().enumerate() {
            *degree = if has(state, fluent) {
                self.truth
            } else {
                1.0 - self.truth
            };
        }
    }

    /// The degrees of some gates, which are in the order of their numbers.
    ///
    /// Facts of a circle begin at the degree of what fails and rise as often as
    /// there is something to rise by, a limited number of times.
    pub(super) fn settle(
        &self,
        gates: &Gates,
        circles: &[Circle],
        order: &[u32],
        degrees: &mut [Value],
    ) {
        for circle in circles {
            for &(node, _) in &circle.follows {
                degrees[node] = 1.0 - self.truth;
            }
        }
        for _ in 0..=if circles.is_empty() { 0 } else { ROUNDS } {
            for &node in order {
                let node = node as usize;
                if let Node::And { .. } = gates.nodes[node] {
                    let parts = gates.operands(node).iter();
                    degrees[node] = self.all(parts.map(|&lit| degree(degrees, lit)));
                }
            }
            for &(node, lit) in circles.iter().flat_map(|circle| &circle.follows) {
                degrees[node] = degrees[node].max(degree(degrees, lit));
            }
        }
    }
}

/// How often the facts of circles are gone through: degrees need not be settled to the last.
const ROUNDS: usize = 8;

/// The degree of a literal.
#[inline]
pub(super) fn degree(degrees: &[Value], lit: Lit) -> Value {
    let degree = degrees[lit.node()];
    if lit.is_not() { 1.0 - degree } else { degree }
}

fn yager(parts: impl Iterator<Item = Value>) -> Value {
    let (mut sum, mut count, mut least) = (0.0, 0, 1.0);
    for part in parts {
        sum += (1.0 - part).powi(EXPONENT);
        count += 1;
        least = part.min(least);
    }
    // One part is itself: the root of the power would only add an error.
    if count < 2 {
        return least;
    }
    let degree = (1.0 - sum.powf(1.0 / EXPONENT as Value)).max(0.0);
    if least > 0.5 {
        degree.max(Norm::FLOOR)
    } else {
        degree
    }
}

/// The nodes that some literals need, in the order of their numbers.
pub(super) fn cone(
    gates: &Gates,
    circles: &[Circle],
    roots: impl Iterator<Item = Lit>,
) -> Vec<u32> {
    let mut needed = vec![false; gates.nodes.len()];
    let mut open: Vec<usize> = roots.map(Lit::node).collect();
    while let Some(node) = open.pop() {
        if !std::mem::replace(&mut needed[node], true) {
            open.extend(gates.operands(node).iter().map(|lit| lit.node()));
            if gates.nodes[node] == Node::Circle {
                let follows = circles.iter().flat_map(|circle| &circle.follows);
                let own = follows.filter(|(fact, _)| *fact == node);
                open.extend(own.map(|(_, lit)| lit.node()));
            }
        }
    }
    (0..needed.len() as u32)
        .filter(|&node| needed[node as usize])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NORMS: [Norm; 2] = [Norm::Yager, Norm::Product];

    fn of(norm: Norm) -> Fuzzy {
        Fuzzy {
            norm,
            ..Fuzzy::default()
        }
    }

    #[test]
    fn the_more_parts_fail_the_lower_is_a_conjunction() {
        for norm in NORMS {
            let fuzzy = of(norm);
            let degree = |failing: usize| {
                let parts = (0..5).map(|part| if part < failing { 0.25 } else { 0.75 });
                fuzzy.all(parts)
            };
            for failing in 0..5 {
                assert!(degree(failing) > degree(failing + 1), "{norm:?} {failing}");
            }
        }
    }

    #[test]
    fn what_holds_stays_above_one_half_however_long() {
        let fuzzy = of(Norm::Yager);
        assert!(fuzzy.all([0.75; 300].into_iter()) > 0.5);
        let all_but_one = (0..300).map(|part| if part == 7 { 0.25 } else { 0.75 });
        assert!(fuzzy.all(all_but_one) < 0.5);
    }

    #[test]
    fn disjunctions_are_dual_and_nothing_leaves_0_to_1() {
        for norm in NORMS {
            let fuzzy = of(norm);
            for parts in [vec![], vec![0.75], vec![0.25; 40], vec![0.75; 40]] {
                let any = fuzzy.any(parts.iter().copied());
                let none = fuzzy.all(parts.iter().map(|part| 1.0 - part));
                assert!((any + none - 1.0).abs() < 1e-6);
                assert!((0.0..=1.0).contains(&any), "{any}");
            }
        }
    }
}
