//! The paper's own way to the next population: copies by score, means of two, chance.

use plyscope_game::Chance;

use super::genes::{Genes, factor};
use super::params::GeneticParams;

/// The members of the inter-population by their places, each perhaps many times.
///
/// In every pass all members are visited in an order of chance; `x` uniform in
/// 0 to 1 lets a member in if it is no more than what is left of its score, and
/// is taken off that. Ends when it is full, or after so many passes.
pub(super) fn inter_population(
    scores: &[f64],
    params: &GeneticParams,
    chance: &mut Chance,
) -> Vec<usize> {
    let mut left = scores.to_vec();
    let mut chosen = Vec::with_capacity(params.threshold);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    for _ in 0..params.passes {
        // In a fixed order the first members would fill it.
        chance.shuffle(&mut order);
        for &member in &order {
            let x = chance.unit();
            if x <= left[member] {
                left[member] -= x;
                chosen.push(member);
                if chosen.len() == params.threshold {
                    return chosen;
                }
            }
        }
    }
    chosen
}

/// As many children as there are members, of parents from the inter-population.
///
/// Where nobody got in, all members are parents.
pub(super) fn children(
    members: &[Vec<f64>],
    parents: &[usize],
    dispersion: f64,
    genes: &Genes,
    chance: &mut Chance,
) -> Vec<Vec<f64>> {
    let parent = |chance: &mut Chance| match parents {
        [] => &members[chance.below(members.len() as u32) as usize],
        some => &members[some[chance.below(some.len() as u32) as usize]],
    };
    (0..members.len())
        .map(|_| {
            let (one, other) = (parent(chance), parent(chance));
            let mean: Vec<f64> = one.iter().zip(other).map(|(a, b)| (a + b) / 2.0).collect();
            genes.changed(&mean, |_| factor(dispersion, chance))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::genetic::{Start, Variant};

    fn copies(win: f64) -> [f64; 3] {
        // Ten members whose mean scores spread as those of 18 games each do.
        let scores: Vec<f64> = (0..10)
            .map(|own| win * (0.3 + 0.04 * f64::from(own)))
            .collect();
        let params = GeneticParams::usual(Variant::Paper);
        let mut counts = [0.0; 10];
        let trials = 4000;
        for task in 0..trials {
            let mut chance = Chance::for_task(1, task);
            for member in inter_population(&scores, &params, &mut chance) {
                counts[member] += 1.0 / trials as f64;
            }
        }
        [counts[0], counts[5], counts[9]]
    }

    #[test]
    fn better_members_have_more_copies_at_a_point_per_win_and_hardly_at_three() {
        let [worst, middle, best] = copies(1.0);
        assert!(worst < 0.75 && (0.9..1.2).contains(&middle) && best > 1.25);
        let [worst, _, best] = copies(3.0);
        assert!(best - worst < 0.25, "{worst} {best}");
    }

    #[test]
    fn a_child_is_the_mean_of_two_and_the_reference_stays() {
        let genes = Genes::new(Start::Scattered(3), 0).unwrap();
        let members = vec![vec![1.0, 2.0, 8.0], vec![1.0, 4.0, 6.0]];
        let children = children(&members, &[0, 1], 0.0, &genes, &mut Chance::new(3));
        for child in children {
            let [reference, two, three] = child[..] else {
                panic!()
            };
            assert!((reference - 1.0).abs() < 1e-12);
            assert!([2.0, 3.0, 4.0].contains(&two) && [8.0, 7.0, 6.0].contains(&three));
        }
    }

    #[test]
    fn if_nobody_has_points_all_may_be_parents() {
        let params = GeneticParams::usual(Variant::Paper);
        let mut chance = Chance::new(1);
        assert!(inter_population(&[0.0; 4], &params, &mut chance).len() <= 1);
        let genes = Genes::new(Start::Scattered(2), 0).unwrap();
        let members = vec![vec![1.0, 2.0]; 4];
        assert_eq!(children(&members, &[], 0.1, &genes, &mut chance).len(), 4);
    }
}
