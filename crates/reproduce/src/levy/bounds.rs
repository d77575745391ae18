//! What can stand on the board at once: the counts behind the chapter's weights.
//!
//! Every state is looked at twice, as cross and as nought: the chapter's
//! argument is about "one side" and his opponent.

use plyscope_game::{Evaluator, Notation, Player};
use plyscope_mnk::{Mnk, State};
use serde::Serialize;

use super::decisions::features;
use super::states::reachable;
use super::tree::{WEIGHTS, levys_evaluator};
use super::unending::Unending;

/// A state and what was counted there.
#[derive(Clone, Debug, Serialize)]
pub struct BoundsFound {
    /// The number.
    pub number: i32,
    /// The first state met that has it, in Plyscope's notation.
    pub state: String,
    /// Who looks at it, `x` or `o`.
    pub viewer: char,
}

/// The chapter's claims about what can stand on the board at once, counted.
#[derive(Clone, Debug, Serialize)]
pub struct Bounds {
    /// States that play can reach.
    pub states: usize,
    /// Most 2-rows of the opponent beside one's own 3-row.
    pub two_rows_beside_three: BoundsFound,
    /// The same if play went on after a 3-row.
    pub two_rows_if_play_went_on: BoundsFound,
    /// Most 1-rows of the opponent where the only 2-row is one's own and there is no 3-row.
    pub one_rows_beside_two: BoundsFound,
    /// Cases (state and viewer) without 3-rows and without a 2-row of the
    /// opponent in which his 1-rows weigh more than one's own 2-rows.
    pub order_fails: usize,
    /// Those of them with three 1-rows, which the chapter allows for.
    pub order_fails_with_three: usize,
    /// Those of them that score below 0, one's own 1-rows counted.
    pub order_fails_in_sum: usize,
    /// The lowest score.
    pub lowest: BoundsFound,
    /// The highest score.
    pub highest: BoundsFound,
    /// The lowest score that cross sees.
    pub lowest_as_cross: BoundsFound,
}

/// One side's look at one state.
struct Look {
    state: State,
    viewer: Player,
    /// c3, n3, c2, n2, c1, n1.
    features: [i64; 6],
    score: i32,
}

/// Counts over every state that play can reach, seen by both.
pub(super) fn bounds(game: &Mnk) -> Bounds {
    let states = reachable(game);
    let looks = looks(game, &states);
    let after_the_end = self::looks(game, &reachable(&Unending(game.clone())));
    let most = |looks: &[Look], number: fn(&Look) -> Option<i64>| {
        let best = looks.iter().filter_map(|look| Some((number(look)?, look)));
        found(game, best)
    };
    let beside_three = |look: &Look| (look.features[0] > 0).then_some(look.features[3]);
    let fails: Vec<&Look> = looks.iter().filter(|look| order_fails(look)).collect();
    Bounds {
        states: states.len(),
        two_rows_beside_three: most(&looks, beside_three),
        two_rows_if_play_went_on: most(&after_the_end, beside_three),
        one_rows_beside_two: most(&looks, |look| {
            (only_own_two_rows(look) && look.features[2] == 1).then_some(look.features[5])
        }),
        order_fails: fails.len(),
        order_fails_with_three: fails.iter().filter(|look| look.features[5] == 3).count(),
        order_fails_in_sum: fails.iter().filter(|look| look.score < 0).count(),
        lowest: negated(most(&looks, |look| Some(-i64::from(look.score)))),
        highest: most(&looks, |look| Some(i64::from(look.score))),
        lowest_as_cross: negated(most(&looks, |look| {
            (look.viewer == Player::FIRST).then_some(-i64::from(look.score))
        })),
    }
}

fn looks(game: &Mnk, states: &[State]) -> Vec<Look> {
    let evaluator = levys_evaluator(game);
    let both = [Player::FIRST, Player::SECOND];
    let look = |state: &State, viewer| Look {
        state: *state,
        viewer,
        features: features(game, state, viewer),
        score: evaluator.value(game, state, viewer) as i32,
    };
    let of_both = |state| both.map(|viewer| look(state, viewer));
    states.iter().flat_map(of_both).collect()
}

/// No 3-row, and all 2-rows are one's own.
fn only_own_two_rows(look: &Look) -> bool {
    let [c3, n3, c2, n2, _, _] = look.features;
    c3 == 0 && n3 == 0 && n2 == 0 && c2 > 0
}

fn order_fails(look: &Look) -> bool {
    let [_, _, two_row, one_row, _] = WEIGHTS.map(i64::from);
    only_own_two_rows(look) && two_row * look.features[2] + one_row * look.features[5] < 0
}

/// The first look with the largest number.
fn found<'a>(game: &Mnk, numbered: impl Iterator<Item = (i64, &'a Look)>) -> BoundsFound {
    let larger = |a: (i64, &'a Look), b: (i64, &'a Look)| if b.0 > a.0 { b } else { a };
    let (number, look) = numbered.reduce(larger).expect("some state qualifies");
    BoundsFound {
        number: number as i32,
        state: game.write_state(&look.state),
        viewer: if look.viewer == Player::FIRST {
            'x'
        } else {
            'o'
        },
    }
}

fn negated(found: BoundsFound) -> BoundsFound {
    BoundsFound {
        number: -found.number,
        ..found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_those_of_an_independent_program() {
        let bounds = bounds(&Mnk::tictactoe());
        assert_eq!(bounds.states, 5478);
        assert_eq!(bounds.two_rows_beside_three.number, 1);
        assert_eq!(bounds.two_rows_if_play_went_on.number, 2);
        assert_eq!(bounds.one_rows_beside_two.number, 4);
        assert_eq!(bounds.order_fails, 240);
        assert_eq!(bounds.order_fails_with_three, 184);
        assert_eq!(bounds.order_fails_in_sum, 132);
        assert_eq!((bounds.lowest.number, bounds.highest.number), (-204, 256));
        assert_eq!(bounds.lowest_as_cross.number, -182);
    }

    #[test]
    fn a_and_b_against_f_and_g_face_four_one_rows() {
        let game = Mnk::tictactoe();
        let state = game.read_state("xx./..o/o..").unwrap();
        let [_, _, c2, n2, _, n1] = features(&game, &state, Player::FIRST);
        assert_eq!((c2, n2, n1), (1, 0, 4));
    }
}
