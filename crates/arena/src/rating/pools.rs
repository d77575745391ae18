//! Which players can be compared.
//!
//! A player reaches another if it took points from it, or from a player that
//! reaches it. Two players are rated against each other by data alone only if
//! each reaches the other; otherwise any gap, however large, would fit.

use super::Encounter;

/// Which players reach which.
#[derive(Clone, Debug)]
pub(super) struct Reach(Vec<Vec<bool>>);

impl Reach {
    pub(super) fn of(players: usize, encounters: &[Encounter]) -> Self {
        let mut took = vec![Vec::new(); players];
        for encounter in encounters {
            let games = encounter.games();
            if games.wins + games.draws > 0 {
                took[encounter.first].push(encounter.second);
            }
            if games.losses + games.draws > 0 {
                took[encounter.second].push(encounter.first);
            }
        }
        Self((0..players).map(|from| reached(&took, from)).collect())
    }

    /// Whether results bound from above how far `to` stands above `from`.
    pub(super) fn reaches(&self, from: usize, to: usize) -> bool {
        self.0[from][to]
    }

    fn equals(&self, one: usize, other: usize) -> bool {
        self.reaches(one, other) && self.reaches(other, one)
    }

    /// Whether a player outside its pool took points from this player's pool.
    pub(super) fn bounded_above(&self, player: usize) -> bool {
        (0..self.0.len()).any(|other| self.reaches(other, player) && !self.reaches(player, other))
    }

    /// Whether this player's pool took points from a player outside.
    pub(super) fn bounded_below(&self, player: usize) -> bool {
        (0..self.0.len()).any(|other| self.reaches(player, other) && !self.reaches(other, player))
    }

    /// The players in groups that can be compared, each in order, by their first member.
    pub(super) fn pools(&self) -> Vec<Vec<usize>> {
        let members =
            |player: usize| (0..self.0.len()).filter(move |&other| self.equals(player, other));
        (0..self.0.len())
            .filter(|&player| members(player).next() == Some(player))
            .map(|player| members(player).collect())
            .collect()
    }
}

/// The players that `from` reaches, itself included.
fn reached(took: &[Vec<usize>], from: usize) -> Vec<bool> {
    let mut seen = vec![false; took.len()];
    let mut open = vec![from];
    while let Some(player) = open.pop() {
        if !std::mem::replace(&mut seen[player], true) {
            open.extend(&took[player]);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::Reach;
    use crate::rating::{Encounter, Wdl};

    fn met(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter {
            first,
            second,
            singles: Wdl {
                wins,
                draws,
                losses,
            },
            ..Encounter::default()
        }
    }

    #[test]
    fn a_circle_of_wins_is_one_pool() {
        let reach = Reach::of(
            3,
            &[met(0, 1, 1, 0, 0), met(1, 2, 1, 0, 0), met(2, 0, 1, 0, 0)],
        );
        assert_eq!(reach.pools(), [[0, 1, 2]]);
    }

    #[test]
    fn whoever_won_everything_is_a_pool_without_upper_bound() {
        let reach = Reach::of(
            3,
            &[met(0, 1, 5, 0, 0), met(1, 2, 1, 0, 1), met(0, 2, 5, 0, 0)],
        );
        assert_eq!(reach.pools(), [vec![0], vec![1, 2]]);
        assert!(!reach.bounded_above(0) && reach.bounded_below(0));
        assert!(reach.bounded_above(2) && !reach.bounded_below(2));
    }

    #[test]
    fn one_draw_joins_two_players() {
        let reach = Reach::of(2, &[met(0, 1, 5, 1, 0)]);
        assert_eq!(reach.pools(), [[0, 1]]);
    }
}
