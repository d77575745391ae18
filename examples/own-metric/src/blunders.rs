//! How often the heuristic gives a won or drawn game away.

use plyscope_judge::{Better, Case, Metric, Trust};

/// The share of its favourites that lose, in states where not every move does.
pub(crate) struct Blunders;

impl Metric for Blunders {
    fn name(&self) -> String {
        "blunders".to_owned()
    }

    fn about(&self) -> String {
        "how often its favourite loses where another move would not".to_owned()
    }

    fn range(&self) -> (f64, f64) {
        (0.0, 1.0)
    }

    fn better(&self) -> Better {
        Better::Lower
    }

    fn trust(&self) -> Trust {
        // Sampled values seldom say for sure that a move loses.
        Trust::No
    }

    fn score(&self, case: &Case<'_>) -> Option<f64> {
        let first = case.guesses().map(|guess| guess.place).max()?;
        let favourites = case.guesses().map(|guess| guess.place == first);
        share(case, favourites)
    }

    fn chance(&self, case: &Case<'_>) -> Option<f64> {
        share(case, std::iter::repeat_n(true, case.moves()))
    }
}

/// The share of losing moves among some; nothing where all moves lose.
fn share(case: &Case<'_>, some: impl Iterator<Item = bool>) -> Option<f64> {
    if case.span().1 < 0.0 {
        return None;
    }
    let (mut count, mut lost) = (0.0, 0.0);
    for (truth, is_one) in case.truth.iter().zip(some) {
        if is_one {
            count += 1.0;
            lost += f64::from(u8::from(truth.value < 0.0));
        }
    }
    Some(lost / count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Player;
    use plyscope_judge::{BestBy, Guess, Truth, best_moves};

    fn score(truth: &[f64], places: &[u32]) -> Option<f64> {
        let truth: Vec<Truth> = truth
            .iter()
            .map(|&value| Truth {
                value,
                exact: true,
                decided: false,
                visits: None,
                q: None,
            })
            .collect();
        let guess: Vec<Guess> = places
            .iter()
            .map(|&place| Guess::estimate(place, f64::from(place)))
            .collect();
        Blunders.score(&Case::new(
            0,
            Player::FIRST,
            (-1.0, 1.0),
            &truth,
            &best_moves(&truth, BestBy::Values),
            &guess,
        ))
    }

    #[test]
    fn two_favourites_of_which_one_loses_are_half_a_blunder() {
        assert_eq!(score(&[1.0, -1.0, 0.0], &[2, 2, 1]), Some(0.5));
    }

    #[test]
    fn where_all_is_lost_there_is_nothing_to_blunder() {
        assert_eq!(score(&[-1.0, -1.0], &[1, 0]), None);
    }
}
