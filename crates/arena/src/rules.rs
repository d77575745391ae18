//! The rules of a contest, on top of those of the game: when a game is adjudicated, and how.
//!
//! No game is adjudicated unless asked for.

use std::fmt;
use std::time::Duration;

use plyscope_game::{Facts, Player, Score, Value};

/// How much over its time limit an agent may be, unless told otherwise.
///
/// A busy machine may take a thread away for some hundredths of a second.
pub const MARGIN: Duration = Duration::from_millis(100);

/// When a game ends though its own rules would let it go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Rules {
    /// A game of so many plies, those of the opening counted, is a draw; the longest that the game knows where none is given.
    pub max_plies: Option<u32>,
    /// A player far behind by the values of the moves has lost.
    pub resign: Option<Streak>,
    /// A game in which neither player is ahead is a draw.
    pub draw: Option<Streak>,
    /// An agent that takes longer than its limit on time and this margin has lost.
    pub margin: Duration,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            max_plies: None,
            resign: None,
            draw: None,
            margin: MARGIN,
        }
    }
}

/// In words that tell any two sets of rules apart.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "margin {} ms", self.margin.as_secs_f64() * 1000.0)?;
        for (name, streak) in [("resign", self.resign), ("draw", self.draw)] {
            if let Some(Streak { value, plies, from }) = streak {
                write!(f, ", {name} at {value} for {plies} plies from ply {from}")?;
            }
        }
        match self.max_plies {
            Some(most) => write!(f, ", draw after {most} plies"),
            None => Ok(()),
        }
    }
}

/// Values that have been alike for some plies in a row.
///
/// Each mover's own value of the move it chose counts, so that with two plies
/// or more both agents must agree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Streak {
    /// At least so much for a win, at most so much for a draw. A proved win is beyond any value.
    pub value: Value,
    /// So many plies in a row.
    pub plies: u32,
    /// Not before so many plies, those of the opening counted.
    pub from: u32,
}

/// The values of a game so far, as far as streaks need them.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Streaks {
    ahead: [u32; 2],
    level: u32,
}

/// How a streak ends a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Called {
    Win(Player),
    Draw,
}

impl Streaks {
    /// Takes in what `mover` thought of the move that makes `ply` plies; says whether the game ends here.
    pub(crate) fn add(
        &mut self,
        facts: &Facts,
        rules: &Rules,
        ply: u32,
        mover: Player,
        score: Score,
    ) -> Option<Called> {
        let size = standing(score, facts).unwrap_or(Value::NAN);
        let of_first = if mover == Player::FIRST { size } else { -size };
        let lengthen =
            |length: &mut u32, holds: bool| *length = if holds { *length + 1 } else { 0 };
        if let Some(resign) = rules.resign {
            lengthen(&mut self.ahead[0], of_first >= resign.value);
            lengthen(&mut self.ahead[1], -of_first >= resign.value);
            for (ahead, player) in self.ahead.iter().zip([Player::FIRST, Player::SECOND]) {
                if *ahead >= resign.plies && ply >= resign.from {
                    return Some(Called::Win(player));
                }
            }
        }
        let draw = rules.draw?;
        lengthen(&mut self.level, of_first.abs() <= draw.value);
        (self.level >= draw.plies && ply >= draw.from).then_some(Called::Draw)
    }
}

/// The value on a scale on which a proved win is beyond everything.
fn standing(score: Score, facts: &Facts) -> Option<Value> {
    match score {
        Score::Exact { points, .. } | Score::Decided { points, .. } => {
            Some(match facts.margin(points).signum() {
                1 => Value::INFINITY,
                -1 => Value::NEG_INFINITY,
                _ => 0.0,
            })
        }
        Score::Estimate(value) => Some(value),
        Score::Unknown => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: Facts = Facts::win_draw_loss(9, 9, 9);

    const FAR: Streak = Streak {
        value: 3.0,
        plies: 2,
        from: 0,
    };

    #[test]
    fn both_must_agree_for_two_plies() {
        let rules = Rules {
            resign: Some(FAR),
            ..Rules::default()
        };
        let mut streaks = Streaks::default();
        let mut add = |ply, player, value| {
            streaks.add(&FACTS, &rules, ply, Player(player), Score::Estimate(value))
        };
        assert_eq!(add(1, 0, 4.0), None);
        assert_eq!(add(2, 1, -2.0), None, "the second does not see it");
        assert_eq!(add(3, 0, 4.0), None);
        assert_eq!(add(4, 1, -3.0), Some(Called::Win(Player::FIRST)));
    }

    #[test]
    fn a_proved_loss_is_beyond_any_value_and_what_is_not_known_breaks_a_streak() {
        let rules = Rules {
            resign: Some(FAR),
            draw: Some(Streak {
                value: 0.1,
                plies: 1,
                from: 5,
            }),
            ..Rules::default()
        };
        let lost = Score::Exact {
            points: -1,
            plies: Some(4),
        };
        let mut streaks = Streaks::default();
        assert_eq!(streaks.add(&FACTS, &rules, 1, Player::FIRST, lost), None);
        assert_eq!(
            streaks.add(&FACTS, &rules, 2, Player::SECOND, Score::Unknown),
            None
        );
        assert_eq!(streaks.add(&FACTS, &rules, 3, Player::FIRST, lost), None);
        let level = Score::Estimate(0.0);
        assert_eq!(streaks.add(&FACTS, &rules, 4, Player::SECOND, level), None);
        let called = streaks.add(&FACTS, &rules, 5, Player::FIRST, level);
        assert_eq!(called, Some(Called::Draw));
    }
}
