//! One state as a metric sees it: what each move is worth, and what the heuristic says.

use plyscope_game::Player;

use crate::Truths;
use crate::guesses::OfState;
use crate::metrics::category;
use crate::ranks::{Concord, FEW};
use crate::worth::{Worth, Worths};

/// What is known of a move's worth to the mover.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Truth {
    /// Points if `exact`, the points found so far if `decided`, else the labeller's estimate.
    pub value: f64,
    /// Whether the value is proved.
    pub exact: bool,
    /// Whether who wins is proved, but not how high.
    pub decided: bool,
    /// How often the labeller tried the move (HEF's n).
    pub visits: Option<u64>,
    /// The mean result of those tries (HEF's q).
    pub q: Option<f64>,
}

impl Truth {
    /// Whether the move is proved to win.
    pub fn is_won(&self) -> bool {
        self.is_settled() && self.value > 0.0
    }

    /// Whether the move is proved to lose.
    pub fn is_lost(&self) -> bool {
        self.is_settled() && self.value < 0.0
    }

    /// Whether who wins by the move is proved.
    pub(crate) fn is_settled(&self) -> bool {
        self.exact || self.decided
    }

    /// Whether the move is proved to draw.
    fn is_drawn(&self) -> bool {
        self.exact && self.value == 0.0
    }

    /// The order of preference, that of the searches: proved wins above every estimate, proved
    /// losses below, and a proved draw as an estimate of 0.
    fn order(&self) -> (i8, f64) {
        let is_settled = self.is_settled();
        (
            if is_settled { category(self.value) } else { 0 },
            self.value,
        )
    }
}

/// What the heuristic says of a move.
///
/// Proved and estimated values are on different scales. `place` orders them
/// together, `points` brings both to the game's points, and `value` is never
/// to be compared between the two kinds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Guess {
    /// Where the move stands among the state's moves: higher is preferred, equal is a tie.
    pub place: u32,
    /// Points if `proved`, the points found so far if `decided`, else the heuristic's own number;
    /// never NaN, may be infinite.
    pub value: f64,
    /// Whether the heuristic has proved the points of the move.
    pub proved: bool,
    /// Whether it has proved who wins by the move, but not how high.
    pub decided: bool,
    /// The value on the scale of the heuristic's estimates, where a proved win
    /// lies above the largest of them; see [`on_scale`].
    pub on_scale: f64,
    /// The number brought to the game's points, where that was done.
    pub points: Option<f64>,
    /// 1 for a win, 0 for a draw, −1 for a loss, where that was fitted beside the points.
    pub class: Option<i8>,
}

impl Guess {
    /// An estimate that was not brought to points.
    pub fn estimate(place: u32, value: f64) -> Self {
        Self {
            place,
            value,
            proved: false,
            decided: false,
            on_scale: value,
            points: None,
            class: None,
        }
    }

    /// Whether it takes the move for a win (1), a draw (0) or a loss (−1).
    pub fn category(&self) -> Option<i8> {
        self.class.or(self.points.map(category))
    }
}

/// Proved points on the scale of estimates, the largest of which is `largest`,
/// in a game of at most `most` points.
///
/// Beyond every estimate, so that it keeps the order of preference, and in
/// proportion to `largest`, so that another unit of the estimates changes nothing.
pub fn on_scale(points: f64, largest: f64, most: f64) -> f64 {
    if points == 0.0 {
        return 0.0;
    }
    let unit = if largest > 0.0 { largest } else { 1.0 };
    points.signum() * unit * (1.0 + points.abs() / most)
}

/// How to tell the best moves of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestBy {
    /// Those of the highest value; proved wins come before every estimate.
    Values,
    /// Those before the widest gap in the sorted visits: HEF's way for truth by
    /// tree search, which spends its visits on what it takes for best.
    Visits,
    /// Those of the most points, proved or not: where nobody wins or loses, points are plain numbers.
    Points,
    /// The same, but by the gap in the visits unless a proved move has the most points.
    PointsByVisits,
}

/// One state with one player to move.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Moves since the start.
    pub ply: u32,
    /// Whose moves they are.
    pub player: Player,
    /// The least and the most points of the game.
    pub points: (f64, f64),
    /// The worth of every move.
    pub truth: &'a [Truth],
    /// Which moves are best; at least one is.
    pub best: &'a [bool],
    /// What else is known, and what the heuristic says.
    known: Known<'a>,
}

/// Where it is read what a heuristic says of every move, and what the truth comes to.
#[derive(Clone, Copy, Debug)]
enum Known<'a> {
    /// In lists of one state.
    Alone { guess: &'a [Guess], worth: Worth },
    /// In columns over all states of a benchmark, at a place among them.
    InColumns {
        worths: &'a Worths,
        at: usize,
        said: OfState<'a>,
    },
}

/// The moves that the heuristic puts first, which many metrics ask about.
#[derive(Clone, Copy, Debug, Default)]
struct First {
    /// How many there are.
    count: u32,
    /// How many of them are best.
    right: u32,
    /// What they are worth together.
    value: f64,
}

impl First {
    // The case is handed over whole, so that where moves are few nobody need write it down.
    #[inline(never)]
    fn of_any(case: Case<'_>) -> Self {
        let top = case.guesses().map(|own| own.place).max().unwrap_or(0);
        let mut first = Self::default();
        let moves = case.truth.iter().zip(case.best).zip(case.guesses());
        for ((truth, &best), _) in moves.filter(|(_, guess)| guess.place == top) {
            first.count += 1;
            first.right += u32::from(best);
            first.value += truth.value;
        }
        first
    }
}

/// What some moves are worth together, a bit each.
#[inline]
fn total(values: &[f64], moves: u32) -> f64 {
    let (mut left, mut total) = (moves, 0.0);
    while left != 0 {
        total += values[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    total
}

impl<'a> Case<'a> {
    /// A state of such a ply, player, and least and most points of the game.
    pub fn new(
        ply: u32,
        player: Player,
        points: (f64, f64),
        truth: &'a [Truth],
        best: &'a [bool],
        guess: &'a [Guess],
    ) -> Self {
        Self {
            ply,
            player,
            points,
            truth,
            best,
            known: Known::Alone {
                guess,
                worth: Worth::of(truth),
            },
        }
    }

    /// A state of a benchmark, by its place among those judged.
    #[inline(always)]
    pub(crate) fn of(truths: &'a Truths, worths: &'a Worths, at: usize, said: OfState<'a>) -> Self {
        let row = &truths.rows[at];
        Self {
            ply: row.ply,
            player: row.player,
            points: truths.points,
            truth: row.truth(),
            best: &row.best,
            known: Known::InColumns { worths, at, said },
        }
    }

    /// What the heuristic says of a move.
    ///
    /// # Panics
    /// When there are fewer moves, or no heuristic was asked.
    #[inline]
    pub fn guess(&self, mv: usize) -> Guess {
        match self.known {
            Known::Alone { guess, .. } => guess[mv],
            Known::InColumns { said, .. } => said.guess(mv),
        }
    }

    /// What the heuristic says of every move; of none if no heuristic was asked.
    #[inline]
    pub fn guesses(&self) -> impl ExactSizeIterator<Item = Guess> + Clone + '_ {
        let moves = match self.known {
            Known::Alone { guess, .. } => guess.len(),
            Known::InColumns { said, .. } => said.moves(),
        };
        (0..moves).map(|mv| self.guess(mv))
    }
}

impl Case<'_> {
    /// How many legal moves there are.
    #[inline]
    pub fn moves(&self) -> usize {
        match self.known {
            Known::Alone { .. } => self.truth.len(),
            // The row lies elsewhere, and most metrics need nothing else of it.
            Known::InColumns { worths, at, .. } => worths.moves(at),
        }
    }

    /// How many of them are best.
    #[inline(always)]
    pub fn best_count(&self) -> usize {
        match self.known {
            Known::InColumns { worths, at, .. } if self.is_few() => {
                worths.best(at).count_ones() as usize
            }
            _ => self.best.iter().filter(|best| **best).count(),
        }
    }

    /// Whether there are so few moves that columns have a bit for each.
    #[inline(always)]
    fn is_few(&self) -> bool {
        self.moves() <= FEW
    }

    /// What the truth comes to.
    #[inline]
    pub(crate) fn worth(&self) -> &Worth {
        match &self.known {
            Known::Alone { worth, .. } => worth,
            Known::InColumns { worths, at, .. } => worths.of(*at),
        }
    }

    /// The worst and the best value of a move.
    #[inline]
    pub fn span(&self) -> (f64, f64) {
        let worth = self.worth();
        (worth.low, worth.high)
    }

    /// A value on a scale where the worst move of the state is 0 and the best is 1;
    /// nothing where all moves are worth the same.
    pub fn normal(&self, value: f64) -> Option<f64> {
        let (low, high) = self.span();
        (high > low).then(|| (value - low) / (high - low))
    }

    /// The share of best moves among all.
    #[inline(always)]
    pub(crate) fn best_share(&self) -> f64 {
        match self.known {
            Known::Alone { .. } => self.best_count() as f64 / self.moves() as f64,
            Known::InColumns { worths, at, .. } => worths.share(at),
        }
    }

    /// The share of best moves among those that the heuristic puts first; nothing without moves.
    #[inline(always)]
    pub(crate) fn share_of_best(&self) -> Option<f64> {
        let (right, count) = match self.known {
            Known::InColumns { worths, at, said } if self.is_few() => {
                let (first, best) = (said.first(), worths.best(at));
                ((first & best).count_ones(), first.count_ones())
            }
            _ => {
                let first = First::of_any(*self);
                (first.right, first.count)
            }
        };
        (count > 0).then(|| f64::from(right) / f64::from(count))
    }

    /// What the moves that the heuristic puts first are worth on average.
    #[inline(always)]
    pub(crate) fn mean_of_first(&self) -> f64 {
        let (value, count) = match self.known {
            Known::InColumns { worths, at, said } if self.is_few() => {
                let first = said.first();
                (total(worths.values(at), first), first.count_ones())
            }
            _ => {
                let first = First::of_any(*self);
                (first.value, first.count)
            }
        };
        value / f64::from(count)
    }

    /// How the order of the truth agrees with that of the heuristic, in one pass over packed orders;
    /// nothing where they are not packed.
    #[inline(always)]
    pub(crate) fn concord(&self) -> Option<Concord> {
        match self.known {
            Known::InColumns { worths, at, said } if self.is_few() => {
                Some(worths.concord(at, said.places()))
            }
            _ => None,
        }
    }

    /// The sum over the moves of something computed from their guessed and their true points; nothing
    /// where guesses were not brought to points.
    #[inline(always)]
    pub(crate) fn sum_over_points(&self, one: impl Fn(f64, f64) -> f64) -> Option<f64> {
        let mut total = 0.0;
        match self.known {
            Known::Alone { guess, .. } => {
                for (guess, truth) in guess.iter().zip(self.truth) {
                    total += one(guess.points?, truth.value);
                }
            }
            Known::InColumns { worths, at, said } => {
                for (guess, truth) in said.points()?.iter().zip(worths.values(at)) {
                    total += one(*guess, *truth);
                }
            }
        }
        Some(total)
    }
}

/// Marks the best moves.
///
/// By visits the widest gap counts once, at its first place from the top, and
/// moves of equal visits are never parted; where all are equal all are best.
/// Visits tell among open moves alone, and only where no proof tells: a search
/// that has proved a move does not try it any more. A proved win is best, and so
/// is a proved draw unless an open move is taken for better than that.
pub fn best_moves(truth: &[Truth], kind: BestBy) -> Vec<bool> {
    match kind {
        BestBy::Visits if !is_told_by_proofs(truth) => {
            let has_draw = truth.iter().any(Truth::is_drawn);
            before_the_gap(truth, |own| is_open(own, has_draw))
        }
        BestBy::Values | BestBy::Visits => highest(truth),
        BestBy::Points => most_points(truth, 0.0),
        BestBy::PointsByVisits => {
            let best = most_points(truth, 0.0);
            let mut told = truth.iter().zip(&best);
            if told.any(|(own, best)| *best && own.exact) {
                return best;
            }
            before_the_gap(truth, |own| !own.exact)
        }
    }
}

/// Marks the moves whose points are within `error` of the most: in a round in which players choose
/// without seeing each other, all moves of a best mixture are worth the same.
pub fn most_points(truth: &[Truth], error: f64) -> Vec<bool> {
    let values = truth.iter().map(|own| own.value);
    let most = values.fold(f64::NEG_INFINITY, f64::max);
    truth.iter().map(|own| own.value >= most - error).collect()
}

/// The moves before the widest gap in the sorted visits, HEF's rule: of proofs it knows losses alone.
///
/// A proved loss is never best beside a move that is none; see [`best_moves`] for the rest.
pub fn best_by_gap(truth: &[Truth]) -> Vec<bool> {
    if truth.iter().all(Truth::is_lost) {
        return highest(truth);
    }
    before_the_gap(truth, |own| !own.is_lost())
}

/// Whether proofs leave no open move that may be best.
fn is_told_by_proofs(truth: &[Truth]) -> bool {
    let has_draw = truth.iter().any(Truth::is_drawn);
    let may_be_best = |own: &Truth| is_open(own, has_draw);
    truth.iter().any(Truth::is_won) || !truth.iter().any(may_be_best)
}

/// Whether a move is not proved, and is taken for better than a proved draw if there is one.
fn is_open(own: &Truth, has_draw: bool) -> bool {
    !own.is_settled() && (!has_draw || own.value > 0.0)
}

fn highest(truth: &[Truth]) -> Vec<bool> {
    let below = |a: &Truth, b: &Truth| a.order() < b.order();
    let is_best = |own: &Truth| !truth.iter().any(|other| below(own, other));
    truth.iter().map(is_best).collect()
}

/// The gap is sought among the moves that may be best.
fn before_the_gap(truth: &[Truth], may_be_best: impl Fn(&Truth) -> bool) -> Vec<bool> {
    let visits = |own: &Truth| own.visits.unwrap_or(0);
    let open = truth.iter().filter(|own| may_be_best(own));
    let mut sorted: Vec<u64> = open.map(visits).collect();
    sorted.sort_unstable_by(|a, b| b.cmp(a));
    let mut widest = 0;
    let mut least = sorted.last().copied().unwrap_or(0);
    for pair in sorted.windows(2) {
        if pair[0] - pair[1] > widest {
            widest = pair[0] - pair[1];
            least = pair[0];
        }
    }
    let is_best = |own: &Truth| may_be_best(own) && visits(own) >= least;
    truth.iter().map(is_best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visited(visits: u64) -> Truth {
        Truth {
            value: 0.0,
            exact: false,
            decided: false,
            visits: Some(visits),
            q: None,
        }
    }

    fn by_visits(visits: &[u64]) -> Vec<bool> {
        let truth: Vec<Truth> = visits.iter().map(|&n| visited(n)).collect();
        best_moves(&truth, BestBy::Visits)
    }

    #[test]
    fn the_widest_gap_in_the_visits_parts_good_from_bad() {
        assert_eq!(by_visits(&[10, 900, 850, 20]), [false, true, true, false]);
    }

    #[test]
    fn equal_visits_are_not_parted() {
        assert_eq!(by_visits(&[5, 5, 5]), [true, true, true]);
        assert_eq!(by_visits(&[7]), [true]);
    }

    #[test]
    fn a_proved_loss_is_never_best_however_often_it_was_tried() {
        let lost = |visits| Truth {
            value: -1.0,
            exact: true,
            ..visited(visits)
        };
        let truth = [lost(5000), lost(4900), visited(3), visited(2)];
        let best = best_moves(&truth, BestBy::Visits);
        assert_eq!(best, [false, false, true, false]);
        let nothing_else = [lost(5000), lost(3)];
        assert_eq!(best_moves(&nothing_else, BestBy::Visits), [true, true]);
    }

    #[test]
    fn a_proved_win_of_one_point_is_better_than_an_estimate_of_forty() {
        let of = |value, exact| Truth {
            value,
            exact,
            ..visited(0)
        };
        let truth = [of(40.0, false), of(1.0, true), of(-1.0, true)];
        assert_eq!(best_moves(&truth, BestBy::Values), [false, true, false]);
        let without = [of(-40.0, false), of(-1.0, true), of(-40.0, false)];
        assert_eq!(best_moves(&without, BestBy::Values), [true, false, true]);
    }

    #[test]
    fn a_proved_draw_is_not_best_beside_an_open_move_that_is_taken_for_better() {
        let of = |value, exact, visits| Truth {
            value,
            exact,
            ..visited(visits)
        };
        let draw = of(0.0, true, 4000);
        let open = [draw, of(0.3, false, 900), of(0.1, false, 20)];
        assert_eq!(best_moves(&open, BestBy::Visits), [false, true, false]);
        let worse = [draw, of(-0.3, false, 900), of(-0.1, false, 20)];
        assert_eq!(best_moves(&worse, BestBy::Visits), [true, false, false]);
        let all_proved = [draw, of(-1.0, true, 9000)];
        assert_eq!(best_moves(&all_proved, BestBy::Visits), [true, false]);
        let won = [draw, of(1.0, true, 3), of(0.9, false, 9000)];
        assert_eq!(best_moves(&won, BestBy::Visits), [false, true, false]);
    }

    #[test]
    fn by_the_gap_alone_a_proved_win_is_best_only_if_it_was_visited() {
        let of = |value, exact, visits| Truth {
            value,
            exact,
            ..visited(visits)
        };
        let won = [of(0.0, true, 4000), of(1.0, true, 3), of(-1.0, true, 9000)];
        assert_eq!(best_by_gap(&won), [true, false, false]);
        let lost = [of(-1.0, true, 3), of(-1.0, true, 9000)];
        assert_eq!(best_by_gap(&lost), [true, true]);
    }

    #[test]
    fn a_decided_win_is_better_than_an_estimate_and_worse_than_greater_points() {
        let decided = |value| Truth {
            value,
            decided: true,
            ..visited(0)
        };
        let of = |value, exact| Truth {
            value,
            exact,
            ..visited(0)
        };
        let truth = [of(20.0, false), decided(3.0), decided(-30.0)];
        assert_eq!(best_moves(&truth, BestBy::Values), [false, true, false]);
        let greater = [of(20.0, false), decided(3.0), of(4.0, true)];
        assert_eq!(best_moves(&greater, BestBy::Values), [false, false, true]);
        let lost = [of(-20.0, false), decided(-3.0)];
        assert_eq!(best_moves(&lost, BestBy::Values), [true, false]);
    }

    #[test]
    fn proved_points_lie_beyond_every_estimate_whatever_its_unit() {
        for unit in [1.0, 0.125, 1024.0] {
            let win = on_scale(1.0, 40.0 * unit, 64.0);
            assert!(win > 40.0 * unit && win < on_scale(2.0, 40.0 * unit, 64.0));
            assert_eq!(win, unit * on_scale(1.0, 40.0, 64.0));
            assert_eq!(on_scale(-1.0, 40.0 * unit, 64.0), -win);
        }
        assert_eq!(on_scale(0.0, 40.0, 1.0), 0.0);
    }

    #[test]
    fn where_nobody_wins_points_are_plain_numbers() {
        let of = |value, exact, visits| Truth {
            value,
            exact,
            ..visited(visits)
        };
        let truth = [
            of(40.0, true, 10),
            of(90.0, false, 20),
            of(95.0, false, 900),
        ];
        assert_eq!(best_moves(&truth, BestBy::Points), [false, false, true]);
        let told = best_moves(&truth, BestBy::PointsByVisits);
        assert_eq!(told, [false, false, true]);
        let proved = [of(40.0, true, 10), of(30.0, false, 900)];
        assert_eq!(best_moves(&proved, BestBy::PointsByVisits), [true, false]);
    }

    #[test]
    fn moves_of_a_mixture_are_best_together() {
        let of = |value| Truth {
            value,
            ..visited(0)
        };
        let truth = [of(50.2), of(49.9), of(20.0)];
        assert_eq!(most_points(&truth, 1.0), [true, true, false]);
    }

    #[test]
    fn of_two_equal_gaps_the_upper_counts() {
        assert_eq!(by_visits(&[30, 20, 10]), [true, false, false]);
    }
}
