//! Which states tell most: those that together bring heuristics into the order of their strength.

/// Places of the `count` states that together tell most about strength, in their order.
///
/// `scores` has for every heuristic of a pool a score per state, more being better; `strength` is
/// what each of them is worth, on any scale. One state after the other is taken: that with which the
/// sum of all scores so far goes best with strength, where every state adds noise of the usual
/// spread to the sum, so that states which happen to lie in line for a small pool do not decide.
/// States without a score of some heuristic are left out.
pub fn most_telling(scores: &[Vec<Option<f64>>], strength: &[f64], count: usize) -> Vec<usize> {
    let strength = centred(strength);
    let states = scores.first().map_or(0, Vec::len);
    let mut left: Vec<(usize, Vec<f64>)> = (0..states)
        .filter_map(|state| {
            let own: Option<Vec<f64>> = scores.iter().map(|own| own[state]).collect();
            Some((state, centred(&own?)))
        })
        .collect();
    let spreads = left.iter().map(|(_, own)| mean_square(own).sqrt());
    let noise = (spreads.sum::<f64>() / left.len().max(1) as f64).powi(2);
    let mut sum = vec![0.0; strength.len()];
    let mut chosen = Vec::new();
    while chosen.len() < count && !left.is_empty() {
        let noise = noise * (chosen.len() + 1) as f64;
        let agreement = |own: &[f64]| {
            let both: Vec<f64> = sum.iter().zip(own).map(|(sum, own)| sum + own).collect();
            let product: f64 = both.iter().zip(&strength).map(|(one, by)| one * by).sum();
            let spread = (mean_square(&both) + noise).sqrt();
            if spread > 0.0 { product / spread } else { 0.0 }
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (place, (_, own)) in left.iter().enumerate() {
            let found = agreement(own);
            // Of equals the earlier one.
            if found > best.1 {
                best = (place, found);
            }
        }
        // Not `swap_remove`: which of equals comes first must not depend on what was taken before.
        let (state, own) = left.remove(best.0);
        sum.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        chosen.push(state);
    }
    chosen.sort_unstable();
    chosen
}

/// The same with mean 0.
fn centred(values: &[f64]) -> Vec<f64> {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    values.iter().map(|own| own - mean).collect()
}

fn mean_square(values: &[f64]) -> f64 {
    values.iter().map(|own| own * own).sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyscope_game::Chance;

    #[test]
    fn states_that_tell_are_taken_before_noise() {
        let mut chance = Chance::for_task(1, 1);
        let strength: Vec<f64> = (0..20).map(f64::from).collect();
        // Every fifth state tells.
        let score = |strength: f64, state: usize, noise: f64| {
            if state.is_multiple_of(5) {
                Some(strength / 20.0 + noise)
            } else {
                Some(noise)
            }
        };
        let scores: Vec<Vec<Option<f64>>> = strength
            .iter()
            .map(|&own| {
                (0..100)
                    .map(|state| score(own, state, 0.3 * chance.unit()))
                    .collect()
            })
            .collect();
        // Of the last of them noise that happens to even out the others' may come first.
        let chosen = most_telling(&scores, &strength, 10);
        assert_eq!(chosen.len(), 10);
        assert!(
            chosen.iter().all(|state| state.is_multiple_of(5)),
            "{chosen:?}"
        );
    }

    #[test]
    fn a_state_without_a_score_is_left_out() {
        let scores = vec![vec![Some(0.0), None, Some(0.5)], vec![Some(1.0); 3]];
        let chosen = most_telling(&scores, &[0.0, 1.0], 5);
        assert!(!chosen.contains(&1));
    }
}
