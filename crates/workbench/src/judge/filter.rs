//! Which states of a benchmark are judged.

use plyscope_game::Player;
use plyscope_judge::{Expression, Needs, TruthRow, Truths, Unclear};
use plyscope_truth::player_name;

use super::metrics::missing;
use plyscope_game::Error;

/// A choice of states; every condition must hold.
#[derive(Clone, Debug, Default)]
pub struct StateFilter {
    /// Whose moves they are.
    pub player: Option<Player>,
    /// The first and the last ply.
    pub plies: Option<(u32, u32)>,
    /// The fewest and the most legal moves.
    pub moves: Option<(u32, u32)>,
    /// How much the best and the worst move differ at least.
    pub critical: Option<f64>,
    /// Any condition on the columns.
    pub condition: Option<Expression>,
}

impl StateFilter {
    /// Reads a condition on the columns.
    ///
    /// # Errors
    /// When it is none, or asks what a heuristic says, which would choose other states for each.
    pub fn condition(text: &str) -> Result<Expression, Error> {
        let expression = Expression::new(text).map_err(|unclear| clear(&unclear, text))?;
        if expression.looks_at_guesses() {
            return Err(Error::misuse(
                format!(
                    "`{text}` asks what a heuristic says, so each would be judged on other states"
                ),
                "a filter may name ply, player, moves, spread, truth, best, visits and q",
            ));
        }
        Ok(expression)
    }

    /// Keeps the states that pass, and says how many did not.
    pub(super) fn apply(&self, truths: &mut Truths, name: &str) -> Result<usize, Error> {
        if let Some(column) = self.missing(truths) {
            let what = format!(
                "the filter asks for the {column} of every move, which {name} does not have"
            );
            return Err(Error::misuse(
                what,
                "a benchmark labelled by mcts has visits and q",
            ));
        }
        let before = truths.rows.len();
        let filtered = truths.retain(|truths, row| self.passes(truths, row));
        if !truths.rows.is_empty() {
            return Ok(filtered);
        }
        if before == 0 {
            let what = format!("{name} has no state with moves to judge");
            return Err(Error::misuse(
                what,
                "make a benchmark of states in which somebody can move",
            ));
        }
        let words = self.words().join(", ");
        let what = format!("none of the {before} states of {name} has {words}");
        Err(Error::misuse(
            what,
            "`plyscope truth info` tells what is in a benchmark",
        ))
    }

    fn missing(&self, truths: &Truths) -> Option<&'static str> {
        let condition = self.condition.as_ref()?;
        let needs = Needs {
            visits: condition.names("visits"),
            q: condition.names("q"),
            ..Needs::default()
        };
        missing(needs, truths)
    }

    fn passes(&self, truths: &Truths, row: &TruthRow) -> bool {
        let case = truths.case(row, &[]);
        let (low, high) = case.span();
        let within = |range: Option<(u32, u32)>, number| {
            range.is_none_or(|(a, b)| (a..=b).contains(&number))
        };
        self.player.is_none_or(|player| player == row.player)
            && within(self.plies, row.ply)
            && within(self.moves, row.truth().len() as u32)
            && self.critical.is_none_or(|least| high - low >= least)
            && self.condition.as_ref().is_none_or(|own| own.holds(&case))
    }

    /// The conditions, as the rest of "states with …".
    pub(super) fn words(&self) -> Vec<String> {
        let range = |what: &str, (low, high): (u32, u32)| match (low, high) {
            (low, u32::MAX) => format!("{what} {low} or more"),
            (low, high) if low == high => format!("{what} {low}"),
            (low, high) => format!("{what} {low} to {high}"),
        };
        let player = self
            .player
            .map(|player| format!("the {} player to move", player_name(player)));
        let critical = self
            .critical
            .map(|least| format!("{least} points or more between the best and the worst move"));
        let condition = self.condition.as_ref().map(|own| own.text().to_owned());
        player
            .into_iter()
            .chain(self.plies.map(|own| range("ply", own)))
            .chain(self.moves.map(|own| range("number of moves", own)))
            .chain(critical)
            .chain(condition)
            .collect()
    }
}

/// An expression that was not understood, with the place.
pub(super) fn clear(unclear: &Unclear, text: &str) -> Error {
    let what = format!("`{text}`: {} (at character {})", unclear.what, unclear.at);
    Error::misuse(what, unclear.hint.clone())
}
