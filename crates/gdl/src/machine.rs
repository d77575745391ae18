//! What every engine can do with one game: look at its state, and go on.

use crate::error::{GdlError, GdlErrorKind};

/// A game under way, in the words of the sheet.
///
/// Terms are written as KIF in the spelling of the sheet: `(cell 1 1 b)`.
pub trait Machine {
    /// The roles, in the order of the sheet.
    fn roles(&self) -> &[String];

    /// Goes back to the first state.
    ///
    /// # Errors
    /// When the rules cannot be worked out.
    fn reset(&mut self) -> Result<(), GdlError>;

    /// The fluents that hold, in any order.
    fn fluents(&mut self) -> Vec<String>;

    /// Whether the game is over.
    ///
    /// # Errors
    /// When the rules cannot be worked out.
    fn is_terminal(&mut self) -> Result<bool, GdlError>;

    /// The legal moves of a role, in any order.
    ///
    /// # Errors
    /// When the rules cannot be worked out.
    fn legal(&mut self, role: usize) -> Result<Vec<String>, GdlError>;

    /// The points of a role; `None` where the sheet names none or several.
    ///
    /// # Errors
    /// When the rules cannot be worked out.
    fn goal(&mut self, role: usize) -> Result<Option<i32>, GdlError>;

    /// Makes one move per role.
    ///
    /// # Errors
    /// When a move is not one of the game's, or the rules cannot be worked out.
    fn play(&mut self, moves: &[String]) -> Result<(), GdlError>;
}

/// The points that a goal names.
///
/// # Errors
/// When they are not 0 to 100.
pub(crate) fn read_goal(text: &str) -> Result<i32, GdlError> {
    let points = text.parse().ok();
    let points = points.filter(|points| (0..=100).contains(points));
    points.ok_or_else(|| {
        GdlError::new(
            GdlErrorKind::Sheet,
            format!("the goal `{text}` is not a number from 0 to 100"),
            "goals are whole numbers: 0 is the worst, 100 the best",
        )
    })
}
