//! A small language for metrics and filters that need no compiling.
//!
//! An expression sees one state. `ply`, `player`, `moves` and `spread` are
//! numbers; `truth`, `guess`, `proved`, `place`, `points`, `best`, `visits` and
//! `q` are lists with an entry per move. Arithmetic and comparisons go entry by entry, a number
//! beside a list counts for every entry, true is 1 and false is 0, and `mean`,
//! `sum`, `max` and their like make a number of a list:
//!
//! `sum(truth * (place == max(place))) / sum(place == max(place))`

mod compute;
mod parse;
mod token;

use crate::{Better, Case, Metric, Needs, Trust};

pub use compute::COLUMNS;
pub use compute::FUNCTIONS;

/// Columns that tell what a heuristic says.
const OF_GUESSES: [&str; 4] = ["guess", "proved", "place", "points"];

/// Why a text is no expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unclear {
    /// What is wrong.
    pub what: String,
    /// At which character, counted from 1.
    pub at: usize,
    /// What would be right.
    pub hint: String,
}

/// An expression that was understood.
///
/// ```
/// use plyscope_judge::Expression;
///
/// let expression = Expression::new("mean(best) < 0.5").expect("it is an expression");
/// assert_eq!(expression.text(), "mean(best) < 0.5");
/// assert!(Expression::new("mean(best").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Expression {
    text: String,
    root: parse::Node,
}

impl Expression {
    /// Reads an expression.
    ///
    /// # Errors
    /// When it is none, or names a column or a function that there is not.
    pub fn new(text: &str) -> Result<Self, Unclear> {
        Ok(Self {
            text: text.trim().to_owned(),
            root: parse::parse(text)?,
        })
    }

    /// The text it was read from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its number for a state; of a list the mean. Nothing where it is not a
    /// finite number, as for a column that the truth does not have.
    pub fn number(&self, case: &Case<'_>) -> Option<f64> {
        let number = compute::compute(&self.root, case)?.mean();
        number.is_finite().then_some(number)
    }

    /// Whether it holds for a state.
    pub fn holds(&self, case: &Case<'_>) -> bool {
        self.number(case).is_some_and(|number| number != 0.0)
    }

    /// Whether it asks what a heuristic says, and so cannot choose states for several.
    pub fn looks_at_guesses(&self) -> bool {
        self.root.names().any(|name| OF_GUESSES.contains(&name))
    }

    /// Whether it asks for a column.
    pub fn names(&self, column: &str) -> bool {
        self.root.names().any(|name| name == column)
    }
}

/// A metric written as an expression.
#[derive(Clone, Debug)]
pub struct Written {
    /// What the user calls it.
    pub name: String,
    /// How it is computed.
    pub expression: Expression,
    /// Which way is better.
    pub better: Better,
}

impl Metric for Written {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn about(&self) -> String {
        self.expression.text.clone()
    }

    fn range(&self) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    fn better(&self) -> Better {
        self.better
    }

    fn needs(&self) -> Needs {
        Needs {
            visits: self.expression.names("visits"),
            q: self.expression.names("q"),
            points: self.expression.names("points"),
            rivals: false,
        }
    }

    fn trust(&self) -> Trust {
        Trust::Trend
    }

    fn score(&self, case: &Case<'_>) -> Option<f64> {
        self.expression.number(case)
    }

    /// Unknown: only the writer knows what chance would get.
    fn chance(&self, _: &Case<'_>) -> Option<f64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BestBy, Guess, Truth, best_moves};
    use plyscope_game::Player;

    fn number(text: &str) -> Option<f64> {
        let truth: Vec<Truth> = [1.0, 0.0, -1.0, 1.0]
            .into_iter()
            .map(|value| Truth {
                value,
                exact: true,
                decided: false,
                visits: None,
                q: None,
            })
            .collect();
        let guess: Vec<Guess> = [(3, 0.5), (3, 0.5), (1, -0.5), (2, 0.0)]
            .into_iter()
            .map(|(place, value)| Guess::estimate(place, value))
            .collect();
        let best = best_moves(&truth, BestBy::Values);
        let case = Case::new(12, Player::SECOND, (-1.0, 1.0), &truth, &best, &guess);
        Expression::new(text).expect("it can be read").number(&case)
    }

    #[test]
    fn numbers_follow_the_rules_of_arithmetic() {
        assert_eq!(number("1 + 2 * 3 - 4 / 8"), Some(6.5));
        assert_eq!(number("-2 ^ 2"), Some(-4.0));
        assert_eq!(number("2 ^ 3 ^ 2"), Some(512.0));
        assert_eq!(number("(1 + 2) * -3"), Some(-9.0));
    }

    #[test]
    fn conditions_are_one_or_nothing() {
        assert_eq!(number("ply >= 10 and player == 2"), Some(1.0));
        assert_eq!(number("not (moves < 4) and spread == 2"), Some(1.0));
        assert_eq!(number("ply < 10 or moves != 4"), Some(0.0));
    }

    #[test]
    fn lists_go_move_by_move_and_are_folded_to_numbers() {
        assert_eq!(number("mean(abs(truth - guess))"), Some(0.625));
        assert_eq!(number("sum(best)"), Some(2.0));
        assert_eq!(
            number("sum(truth * (place == max(place))) / count(place == max(place))"),
            Some(0.5)
        );
        assert_eq!(number("min(if(best, guess, 9))"), Some(0.0));
    }

    #[test]
    fn what_is_missing_or_endless_says_nothing() {
        assert_eq!(number("max(visits)"), None);
        assert_eq!(number("1 / 0"), None);
    }

    #[test]
    fn what_cannot_be_read_is_told_with_its_place() {
        let wrong = |text: &str| {
            let unclear = Expression::new(text).expect_err("it cannot be read");
            (unclear.at, unclear.what)
        };
        assert_eq!(wrong("ply > > 3").0, 7);
        assert_eq!(wrong("(ply").0, 5);
        assert_eq!(wrong("").0, 1);
        assert_eq!(wrong("plies + 1"), (1, "there is no `plies`".to_owned()));
        assert_eq!(wrong("1 + men(truth)").0, 5);
        assert_eq!(wrong("if(1, 2)").0, 1);
        assert_eq!(wrong("ply ; 3").0, 5);
    }

    #[test]
    fn ten_thousand_terms_are_a_sum() {
        assert_eq!(
            number(&("1".to_owned() + &"+1".repeat(9_999))),
            Some(10_000.0)
        );
        assert_eq!(
            number(&("0".to_owned() + &" or ply".repeat(9_999))),
            Some(1.0)
        );
        assert_eq!(number(&("2".to_owned() + &"*1".repeat(9_999))), Some(2.0));
    }

    #[test]
    fn signs_of_one_strength_go_from_left_to_right() {
        assert_eq!(number("9 - 4 - 3"), Some(2.0));
        assert_eq!(number("64 / 4 / 2 * 3"), Some(24.0));
        assert_eq!(number("1 or 0 and 0"), Some(1.0));
    }

    #[test]
    fn a_filter_may_ask_for_nothing_that_a_heuristic_says() {
        for (name, _) in COLUMNS {
            let asks = Expression::new(name).unwrap().looks_at_guesses();
            assert_eq!(asks, OF_GUESSES.contains(&name), "{name}");
        }
    }

    #[test]
    fn depth_has_an_end() {
        let deep = "(".repeat(10_000);
        assert!(Expression::new(&deep).is_err());
        let minus = "-".repeat(10_000) + "1";
        assert!(Expression::new(&minus).is_err());
    }
}
