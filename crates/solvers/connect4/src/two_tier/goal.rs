//! What the agent is after: to win, or to give a good game.
//!
//! What either player can force does not depend on what the agent wishes, so
//! the tree is always searched with the same table. The goal decides what the
//! agent makes of the answer, by reading the wins of the table its own way.

use super::Greedy;
use super::utility::{Ending, Utility};

/// What the agent is after.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Goal {
    /// Win as soon as possible, lose as late as possible: the table as printed.
    #[default]
    Dominance,
    /// Long, even games. The wins of the table are read upside down: the later
    /// the better, and the fewer ways the better, but any proved win is still
    /// better than none. Losses are as bad as ever.
    Interaction {
        /// Rather keep the game open than keep a proved win. Loses no sooner for it:
        /// a proved win is still better than a proved loss.
        give_up_wins: bool,
    },
}

/// How much the agent likes a move: first by standing, then by utility.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Liking {
    standing: Standing,
    utility: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Standing {
    Lost,
    /// Won, where the agent would rather play on.
    Unwanted,
    Open,
    Won,
}

impl Goal {
    /// How much the agent likes a move with this utility and this greedy score.
    pub(super) fn liking(self, table: &Utility, utility: i64, greedy: i64) -> Liking {
        let (standing, utility) = match (table.end(utility), self) {
            (Ending::Loss { .. }, _) => (Standing::Lost, utility),
            (Ending::Open, _) => (Standing::Open, utility),
            (Ending::Win { .. }, Self::Dominance) => (Standing::Won, utility),
            (Ending::Win { row, ways }, Self::Interaction { give_up_wins }) => {
                let standing = if give_up_wins {
                    Standing::Unwanted
                } else {
                    Standing::Won
                };
                (standing, upside_down(table, row, ways))
            }
        };
        Liking {
            standing,
            utility: utility + greedy,
        }
    }

    /// The scores of the shallow tier that serve this goal.
    pub(super) fn greedy(self) -> Greedy {
        match self {
            Self::Dominance => Greedy::JOIN,
            Self::Interaction { .. } => Greedy::BLOCK,
        }
    }

    /// Whether moves can be compared without the full value of each.
    pub(super) fn keeps_the_order(self) -> bool {
        self == Self::Dominance
    }
}

/// The entry in the place of `row` and `ways` when the winning rows and the ways are turned about.
fn upside_down(table: &Utility, row: u32, ways: u32) -> i64 {
    let last = table.depth() - (table.depth() + 1) % 2;
    table.of(last + 1 - row, table.columns() + 1 - ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every end of a table of six rows, best first for the goal.
    fn in_order(goal: Goal) -> Vec<Ending> {
        let table = Utility::new(4, 6);
        let ways = [1, 4].iter();
        let mut utilities: Vec<i64> = ways
            .flat_map(|&ways| (1..=6).map(move |row| (row, ways)))
            .map(|(row, ways)| table.of(row, ways))
            .collect();
        utilities.push(0);
        utilities.sort_by_key(|&utility| std::cmp::Reverse(goal.liking(&table, utility, 0)));
        utilities
            .into_iter()
            .map(|utility| table.end(utility))
            .collect()
    }

    fn wins(rows_and_ways: [(u32, u32); 6]) -> Vec<Ending> {
        rows_and_ways
            .map(|(row, ways)| Ending::Win { row, ways })
            .to_vec()
    }

    fn losses() -> Vec<Ending> {
        [(6, 1), (6, 4), (4, 1), (4, 4), (2, 1), (2, 4)]
            .map(|(row, ways)| Ending::Loss { row, ways })
            .to_vec()
    }

    #[test]
    fn dominance_wins_soon_and_loses_late() {
        let wins = wins([(1, 4), (1, 1), (3, 4), (3, 1), (5, 4), (5, 1)]);
        let expected = [wins, vec![Ending::Open], losses()].concat();
        assert_eq!(in_order(Goal::Dominance), expected);
    }

    #[test]
    fn interaction_wins_late_and_loses_late() {
        let wins = wins([(5, 1), (5, 4), (3, 1), (3, 4), (1, 1), (1, 4)]);
        let expected = [wins.clone(), vec![Ending::Open], losses()].concat();
        let keeping = Goal::Interaction {
            give_up_wins: false,
        };
        assert_eq!(in_order(keeping), expected);
        let expected = [vec![Ending::Open], wins, losses()].concat();
        let giving_up = Goal::Interaction { give_up_wins: true };
        assert_eq!(in_order(giving_up), expected);
    }
}
