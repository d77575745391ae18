//! Task 2: the smallest sets of features that play perfectly.
//!
//! Sets are tried in order of size until one works at all; whether a set works
//! is settled for all real weights (see [`super::proof`]). Each set that does
//! is shown with its smallest whole weights, which are then held against every
//! line of play with the search itself.

use plyscope_eval::Linear;
use plyscope_mnk::{FilledLines, Mnk};
use plyscope_search::Minimax;
use serde::Serialize;

use super::blind::SIDES;
use super::cone::{Cone, FEATURES, Vector, shortest};
use super::decisions::{Decisions, in_rows};
use super::formula::{condition, names, pattern, sum};
use super::lines::{LineGames, play_all_of};
use super::proof::{Settled, is_perfect, settle, settle_cone};
use super::values::Values;

/// At six plies no feature is needed any more.
const DEEPEST: u32 = 6;

/// What became of all weights of one set of features.
#[derive(Clone, Debug, Serialize)]
pub struct FeatureSet {
    /// The features, all with a weight other than 0.
    pub features: Vec<String>,
    /// Cones of weights that play perfectly; 0 if there are no such weights.
    pub perfect_cones: usize,
    /// Cones of weights that do not. Together the cones are all weights.
    pub faulty_cones: usize,
}

/// Weights held against every line of play by the search itself.
#[derive(Clone, Debug, Serialize)]
pub struct Certified {
    /// The weighted sum.
    pub formula: String,
    /// Plies looked ahead.
    pub depth: u32,
    /// All games as cross.
    pub as_cross: LineGames,
    /// All games as nought.
    pub as_nought: LineGames,
}

impl Certified {
    /// Whether every choice on either side kept the value.
    pub fn is_perfect(&self) -> bool {
        self.as_cross.is_perfect() && self.as_nought.is_perfect()
    }

    /// Games lost on either side.
    pub fn lost(&self) -> u64 {
        self.as_cross.lost + self.as_nought.lost
    }
}

/// A set that works.
#[derive(Clone, Debug, Serialize)]
pub struct TaskSolution {
    /// Its features.
    pub features: Vec<String>,
    /// Its smallest whole weights, certified.
    pub smallest: Certified,
    /// The weights with letters, if one set of conditions tells all that work.
    pub pattern: Option<String>,
    /// The conditions: these and no other weights are perfect.
    pub conditions: Vec<String>,
}

/// What a search of some plies needs.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// Plies looked ahead.
    pub depth: u32,
    /// How many features are needed; `None` if all six are not enough.
    pub fewest: Option<usize>,
    /// Every set that was settled: all up to the smallest size that works.
    pub sets: Vec<FeatureSet>,
    /// All sets of the smallest size that works.
    pub solutions: Vec<TaskSolution>,
}

/// What becomes of the weights that are perfect at two plies when the search looks further.
#[derive(Clone, Debug, Serialize)]
pub struct Deeper {
    /// Plies looked ahead.
    pub depth: u32,
    /// Cones of them that are perfect here too.
    pub perfect_cones: usize,
    /// Cones of them that are not.
    pub faulty_cones: usize,
    /// The smallest of them, certified at this depth.
    pub smallest: Certified,
}

/// The answer to the task, and a warning.
#[derive(Clone, Debug, Serialize)]
pub struct Task {
    /// One answer a depth, from one ply on.
    pub answers: Vec<Answer>,
    /// Perfection is not monotone in depth.
    pub deeper: Vec<Deeper>,
}

struct Rules<'a> {
    game: &'a Mnk,
    values: &'a Values,
}

pub(super) fn task(game: &Mnk, values: &Values) -> Task {
    let rules = Rules { game, values };
    let answers: Vec<Answer> = (1..=DEEPEST).map(|depth| rules.answer(depth)).collect();
    Task {
        answers,
        deeper: rules.deeper(),
    }
}

impl Rules<'_> {
    fn answer(&self, depth: u32) -> Answer {
        let decisions = Decisions::new(self.game, self.values, depth);
        let mut answer = Answer {
            depth,
            fewest: None,
            sets: Vec::new(),
            solutions: Vec::new(),
        };
        for size in 0..=FEATURES {
            for set in sets_of(size) {
                let settled = settle(&decisions, &set);
                if !settled.perfect.is_empty() {
                    let solution = self.solution(&decisions, depth, &set, &settled);
                    answer.solutions.push(solution);
                }
                answer.sets.push(FeatureSet {
                    features: names(&set),
                    perfect_cones: settled.perfect.len(),
                    faulty_cones: settled.faulty,
                });
            }
            if !answer.solutions.is_empty() {
                answer.fewest = Some(size);
                break;
            }
        }
        answer
    }

    fn solution(
        &self,
        decisions: &Decisions,
        depth: u32,
        set: &[usize],
        settled: &Settled,
    ) -> TaskSolution {
        let weights = smallest(set, |weights| is_perfect(decisions, weights));
        let all = one_cone(decisions, set, &weights, &settled.perfect);
        let walls = all.as_ref().map(Cone::outer_walls).unwrap_or_default();
        TaskSolution {
            features: names(set),
            smallest: self.certified(&weights, depth),
            pattern: all.map(|_| pattern(&weights)),
            conditions: walls.iter().map(|wall| condition(&weights, wall)).collect(),
        }
    }

    /// Holds weights against every line with the house's features and search.
    fn certified(&self, weights: &Vector, depth: u32) -> Certified {
        let [as_cross, as_nought] = SIDES.map(|(player, _)| {
            let evaluator = Linear::new(self.game, FilledLines, in_rows(weights));
            let mut agent = Minimax { depth, evaluator };
            let rules = (self.game, self.values);
            play_all_of(rules, player, self.game, &mut agent, Some)
        });
        Certified {
            formula: sum(weights),
            depth,
            as_cross,
            as_nought,
        }
    }

    /// Follows the three features of two plies down to where no feature is needed.
    fn deeper(&self) -> Vec<Deeper> {
        let two_plies = Decisions::new(self.game, self.values, 2);
        let set = [2, 3, 5];
        let perfect = settle(&two_plies, &set).perfect;
        let weights = smallest(&set, |weights| is_perfect(&two_plies, weights));
        let at = |depth| {
            let decisions = Decisions::new(self.game, self.values, depth);
            let settled = perfect.iter().map(|cone| settle_cone(&decisions, cone));
            let settled: Vec<Settled> = settled.collect();
            Deeper {
                depth,
                perfect_cones: settled.iter().map(|part| part.perfect.len()).sum(),
                faulty_cones: settled.iter().map(|part| part.faulty).sum(),
                smallest: self.certified(&weights, depth),
            }
        };
        (2..=DEEPEST).map(at).collect()
    }
}

/// All sets of so many features.
fn sets_of(size: usize) -> impl Iterator<Item = Vec<usize>> {
    let members = |bits: u32| (0..FEATURES).filter(move |&feature| bits >> feature & 1 == 1);
    let all = (0..1u32 << FEATURES).filter(move |bits| bits.count_ones() as usize == size);
    all.map(move |bits| members(bits).collect())
}

/// The weights that `work` with the smallest largest size, then the smallest sum of sizes.
///
/// There must be such weights, or the search goes on for ever.
fn smallest(set: &[usize], work: impl Fn(Vector) -> bool) -> Vector {
    if set.is_empty() {
        return [0; FEATURES];
    }
    let largest = |weights: &Vector| weights.iter().map(|weight| weight.abs()).max();
    (1..)
        .find_map(|most| {
            let mut all = weights_up_to(set, most);
            all.retain(|weights| largest(weights) == Some(most));
            all.sort_by_key(|weights| weights.iter().map(|weight| weight.abs()).sum::<i64>());
            all.into_iter().find(|&weights| work(weights))
        })
        .expect("the sizes never end")
}

/// All whole weights of a set, none of them 0, none larger than `most`.
fn weights_up_to(set: &[usize], most: i64) -> Vec<Vector> {
    let mut all = vec![[0; FEATURES]];
    for &feature in set {
        let sizes = (1..=most).flat_map(|size| [size, -size]);
        let put = |weights: &Vector, size| {
            let mut weights = *weights;
            weights[feature] = size;
            weights
        };
        let more = |weights: &Vector| -> Vec<Vector> {
            sizes.clone().map(|size| put(weights, size)).collect()
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// The one cone that is made up of all the perfect ones, if there is one.
///
/// Cuts the orthant by all walls that have every perfect cone strictly on
/// their positive side. What is left contains them all; settled once more, it
/// tells whether it contains anything else.
fn one_cone(decisions: &Decisions, set: &[usize], some: &Vector, perfect: &[Cone]) -> Option<Cone> {
    let mut hull = Cone::orthant(*some);
    let above = Some(std::cmp::Ordering::Greater);
    for wall in perfect.iter().flat_map(Cone::walls) {
        // Weights outside the set are 0, so their part of the plane tells nothing.
        let of_set = |feature| {
            if set.contains(&feature) {
                wall[feature]
            } else {
                0
            }
        };
        let wall = shortest(std::array::from_fn(of_set));
        if perfect.iter().all(|cone| cone.side(&wall) == above) && hull.side(&wall).is_none() {
            let [_, _, upper] = hull.cut(&wall);
            hull = upper;
        }
    }
    let axes = Cone::orthant(*some);
    let same_signs = |cone: &Cone| axes.walls().iter().all(|axis| cone.side(axis) == above);
    let holds_all = perfect.iter().all(same_signs);
    (holds_all && settle_cone(decisions, &hull).faulty == 0).then_some(hull)
}

#[cfg(test)]
mod tests {
    use plyscope_game::Chance;

    use super::*;

    fn answers() -> Task {
        let game = Mnk::tictactoe();
        task(&game, &Values::new(&game))
    }

    fn found(answer: &Answer) -> Vec<String> {
        let sets = answer.solutions.iter();
        sets.map(|solution| solution.features.join(" ")).collect()
    }

    #[test]
    fn deeper_searches_need_fewer_features() {
        let task = answers();
        let fewest: Vec<_> = task.answers.iter().map(|answer| answer.fewest).collect();
        assert_eq!(fewest, [None, Some(3), Some(2), Some(2), Some(1), Some(0)]);
        assert_eq!(found(&task.answers[1]), ["c2 n2 n1"]);
        assert_eq!(found(&task.answers[2]), ["n2 n1"]);
        assert_eq!(task.answers[1].sets.len(), 1 + 6 + 15 + 20);
        assert_eq!(task.answers[2].sets.len(), 1 + 6 + 15);
    }

    #[test]
    fn every_set_that_works_is_certified_by_the_search_itself() {
        for answer in answers().answers {
            for solution in answer.solutions {
                let certified = solution.smallest;
                assert!(certified.is_perfect(), "{}", certified.formula);
                assert_eq!(certified.lost(), 0, "{}", certified.formula);
            }
        }
    }

    #[test]
    fn two_plies_want_a_above_b_and_b_between_2c_and_3c() {
        let task = answers();
        let two = &task.answers[1].solutions[0];
        assert_eq!(two.smallest.formula, "6·c2 − 5·n2 − 2·n1");
        assert_eq!(two.pattern.as_deref(), Some("a·c2 − b·n2 − c·n1"));
        let mut conditions = two.conditions.clone();
        conditions.sort();
        assert_eq!(conditions, ["3c > b", "a > b", "b > 2c"]);
        let three = &task.answers[2].solutions[0];
        assert_eq!(three.smallest.formula, "−2·n2 − n1");
        let mut conditions = three.conditions.clone();
        conditions.sort();
        assert_eq!(conditions, ["a > b", "b > 0"]);
    }

    #[test]
    fn conditions_tell_exactly_the_perfect_weights() {
        let game = Mnk::tictactoe();
        let values = Values::new(&game);
        let two = Decisions::new(&game, &values, 2);
        let three = Decisions::new(&game, &values, 3);
        for weights in weights_up_to(&[2, 3, 5], 9) {
            let [_, _, a, b, _, c] = weights.map(i64::abs);
            let signs = weights[2] > 0 && weights[3] < 0 && weights[5] < 0;
            let expected = signs && a > b && b > 2 * c && 3 * c > b;
            assert_eq!(is_perfect(&two, weights), expected, "{weights:?}");
        }
        for weights in weights_up_to(&[3, 5], 30) {
            let expected = weights[3] < weights[5] && weights[5] < 0;
            assert_eq!(is_perfect(&three, weights), expected, "{weights:?}");
        }
    }

    /// The proof works on trees of its own; this ties it to the search.
    #[test]
    fn the_proof_and_the_search_agree_on_any_weights() {
        let game = Mnk::tictactoe();
        let values = Values::new(&game);
        let rules = Rules {
            game: &game,
            values: &values,
        };
        let mut chance = Chance::new(23);
        for depth in 1..=4 {
            let decisions = Decisions::new(&game, &values, depth);
            let mut perfect = 0;
            for _ in 0..150 {
                let mut below = |most| i64::from(chance.below(most));
                let n2 = -5 - below(4);
                let weights = [
                    below(3) - 1,
                    below(3) - 1,
                    below(15),
                    n2,
                    below(3) - 1,
                    -2 - below(2),
                ];
                let certified = rules.certified(&weights, depth).is_perfect();
                assert_eq!(is_perfect(&decisions, weights), certified, "{weights:?}");
                perfect += u32::from(certified);
            }
            assert!(perfect < 150 && (depth == 1 || perfect > 0), "{perfect}");
        }
    }

    #[test]
    fn perfection_is_not_monotone_in_depth() {
        let game = Mnk::tictactoe();
        let values = Values::new(&game);
        let rules = Rules {
            game: &game,
            values: &values,
        };
        let weights = [0, 0, 7, -5, 0, -2];
        assert!(rules.certified(&weights, 2).is_perfect());
        assert!(rules.certified(&weights, 3).lost() > 0);
        for deeper in rules.deeper() {
            let even = deeper.depth % 2 == 0;
            assert_eq!(deeper.smallest.is_perfect(), even);
            assert_eq!(deeper.smallest.lost() == 0, even);
            assert_eq!(deeper.faulty_cones == 0, even);
            assert_eq!(deeper.perfect_cones > 0, even);
        }
    }
}
