//! Which weights play perfectly, settled for all real weights at once.
//!
//! Follows a program through every decision it can meet, without knowing its
//! weights: only that they lie in a cone. Where the cone does not tell which
//! of two sums is larger, it is cut along the plane where they are equal, and
//! each part is followed on its own. A part in which some choice, tied ones
//! included, gives a value away is dropped; a part that meets all its
//! decisions without a fault is perfect throughout.

use std::cmp::Ordering;

use super::cone::{Cone, FEATURES, Vector};
use super::decisions::{Choice, Decisions, Tree, Worth};

/// What became of all weights with certain features.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    /// Cones whose weights all play perfectly.
    pub(super) perfect: Vec<Cone>,
    /// How many cones lose or draw what should not be.
    pub(super) faulty: usize,
}

/// Settles all weights that are not 0 exactly for the features in `set`.
pub(super) fn settle(decisions: &Decisions, set: &[usize]) -> Settled {
    let mut settled = Settled::default();
    for signs in 0..1 << set.len() {
        let mut orthant = [0; FEATURES];
        for (bit, &feature) in set.iter().enumerate() {
            orthant[feature] = if signs >> bit & 1 == 0 { 1 } else { -1 };
        }
        Walk::new(decisions).follow(&Cone::orthant(orthant), &mut settled);
    }
    settled
}

/// Settles all weights of one cone.
pub(super) fn settle_cone(decisions: &Decisions, cone: &Cone) -> Settled {
    let mut settled = Settled::default();
    Walk::new(decisions).follow(cone, &mut settled);
    settled
}

/// Whether these very weights play perfectly.
pub(super) fn is_perfect(decisions: &Decisions, weights: Vector) -> bool {
    settle_cone(decisions, &Cone::ray(weights)).faulty == 0
}

/// How far a cone of weights has been followed.
#[derive(Clone)]
struct Walk<'a> {
    decisions: &'a Decisions,
    met: Vec<bool>,
    open: Vec<usize>,
}

/// Two sums that the cone does not tell apart: the plane where they are equal.
struct Undecided(Vector);

impl<'a> Walk<'a> {
    fn new(decisions: &'a Decisions) -> Self {
        Self {
            decisions,
            met: vec![false; decisions.choices.len()],
            open: decisions.first.clone(),
        }
    }

    fn follow(mut self, cone: &Cone, settled: &mut Settled) {
        while let Some(state) = self.open.pop() {
            if self.met[state] {
                continue;
            }
            match chosen(cone, &self.decisions.choices[state]) {
                Err(Undecided(plane)) => {
                    self.open.push(state);
                    for part in cone.cut(&plane) {
                        self.clone().follow(&part, settled);
                    }
                    return;
                }
                Ok(chosen) if chosen.iter().any(|choice| !choice.keeps) => {
                    settled.faulty += 1;
                    return;
                }
                Ok(chosen) => {
                    self.met[state] = true;
                    self.open
                        .extend(chosen.iter().flat_map(|choice| &choice.next));
                }
            }
        }
        settled.perfect.push(cone.clone());
    }
}

/// All moves that the search finds best.
fn chosen<'a>(cone: &Cone, choices: &'a [Choice]) -> Result<Vec<&'a Choice>, Undecided> {
    let mut best: Vec<&Choice> = Vec::new();
    let mut highest = None;
    for choice in choices {
        let worth = worth(cone, &choice.tree)?;
        let side = match &highest {
            None => Ordering::Greater,
            Some(highest) => compare(cone, &worth, highest)?,
        };
        if side == Ordering::Greater {
            best.clear();
            highest = Some(worth);
        }
        if side != Ordering::Less {
            best.push(choice);
        }
    }
    Ok(best)
}

fn worth(cone: &Cone, tree: &Tree) -> Result<Worth, Undecided> {
    let (trees, wanted) = match tree {
        Tree::Leaf(worth) => return Ok(*worth),
        Tree::Most(trees) => (trees, Ordering::Greater),
        Tree::Least(trees) => (trees, Ordering::Less),
    };
    let mut found = worth(cone, &trees[0])?;
    for tree in &trees[1..] {
        let other = worth(cone, tree)?;
        if compare(cone, &other, &found)? == wanted {
            found = other;
        }
    }
    Ok(found)
}

fn compare(cone: &Cone, a: &Worth, b: &Worth) -> Result<Ordering, Undecided> {
    match (a, b) {
        (Worth::Won(a), Worth::Won(b)) => Ok(a.cmp(b)),
        (Worth::Won(rank), Worth::Weighed(_)) => Ok(rank.to_bits().cmp(&0)),
        (Worth::Weighed(_), Worth::Won(rank)) => Ok(0.cmp(&rank.to_bits())),
        (Worth::Weighed(a), Worth::Weighed(b)) => {
            let across: Vector = std::array::from_fn(|i| a[i] - b[i]);
            cone.side(&across).ok_or(Undecided(across))
        }
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;
    use plyscope_mnk::Mnk;

    use super::super::values::Values;
    use super::*;

    fn decisions(depth: u32) -> Decisions {
        let game = Mnk::tictactoe();
        Decisions::new(&game, &Values::new(&game), depth)
    }

    #[test]
    fn cones_agree_with_the_weights_inside_them() {
        let mut chance = Chance::new(17);
        for depth in [2, 3] {
            let decisions = decisions(depth);
            let settled = settle(&decisions, &[2, 3, 5]);
            for _ in 0..2000 {
                let mut weights = [0; FEATURES];
                for feature in [2, 3, 5] {
                    let size = 1 + i64::from(chance.below(12));
                    weights[feature] = if feature == 2 { size } else { -size };
                }
                let contains = |cone: &Cone| cone_has(cone, &weights);
                let inside = settled.perfect.iter().any(contains);
                assert_eq!(is_perfect(&decisions, weights), inside, "{weights:?}");
            }
        }
    }

    /// Whether weights lie in a cone: on no wall unless the whole cone does.
    fn cone_has(cone: &Cone, weights: &Vector) -> bool {
        let ray = Cone::ray(*weights);
        let mut walls = cone.walls().iter();
        walls.all(|wall| ray.side(wall) == cone.side(wall))
    }

    #[test]
    fn no_single_feature_is_enough_for_three_plies() {
        let decisions = decisions(3);
        for feature in 0..FEATURES {
            assert!(settle(&decisions, &[feature]).perfect.is_empty());
        }
    }
}
