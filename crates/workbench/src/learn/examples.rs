//! From values of states or moves to examples: the viewer, and the value to that player.

use plyscope_game::Player;
use plyscope_game::any::{AnyGame, AnyStates};
use plyscope_learn::Example;

use super::{Backup, RowOf, View};

/// What a labeller said of a state, to its mover.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Worth {
    /// The value of the state itself.
    State(Option<f64>),
    /// The value of every legal move, in the game's order.
    Moves(Vec<Option<f64>>),
}

impl Worth {
    /// What the state is worth to its mover.
    fn of_state(&self, backup: Backup) -> Option<f64> {
        match self {
            Self::State(value) => *value,
            Self::Moves(values) if backup == Backup::Mean => {
                // A mean over some of the moves would be another number than that over all.
                let sum: Option<f64> = values.iter().copied().sum();
                sum.map(|sum| sum / values.len() as f64)
            }
            Self::Moves(values) => values.iter().copied().flatten().reduce(f64::max),
        }
    }
}

/// Examples, each of the state with its number, and how many values were not known.
pub(crate) struct Examples {
    pub(crate) states: Box<dyn AnyStates>,
    pub(crate) list: Vec<Example>,
    pub(crate) unknown: u64,
    /// Whether values of states were made from those of their moves.
    pub(crate) is_backed_up: bool,
}

impl Examples {
    pub(super) fn new(
        game: &dyn AnyGame,
        (states, worths): (&dyn AnyStates, &[Worth]),
        groups: Option<&[u32]>,
        (rows, view): (RowOf, View),
        backup: Backup,
    ) -> Self {
        let mut all = Self {
            states: game.states(),
            list: Vec::with_capacity(worths.len()),
            unknown: 0,
            is_backed_up: false,
        };
        for (at, worth) in worths.iter().enumerate() {
            // Dense, though states without a known value make no group.
            let is_same = at > 0 && groups.is_some_and(|own| own[at] == own[at - 1]);
            let next = u32::from(!is_same);
            let group = all.list.last().map_or(0, |last| last.group + next);
            let mover = states.mover(at);
            if let (RowOf::Moves, Worth::Moves(values)) = (rows, worth) {
                for (mv, value) in values.iter().enumerate() {
                    all.add(states, at, mover, *value, group);
                    if value.is_some() {
                        all.states.play(all.list.len() - 1, mv);
                    }
                }
            } else {
                all.is_backed_up |= matches!(worth, Worth::Moves(_));
                let (player, sign) = seen(view, mover);
                let value = worth.of_state(backup).map(|value| sign * value);
                all.add(states, at, player, value, group);
            }
        }
        all
    }

    /// Adds a copy of a state, if its value is known.
    fn add(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        player: Player,
        value: Option<f64>,
        group: u32,
    ) {
        let Some(value) = value else {
            self.unknown += 1;
            return;
        };
        self.states.push_from(states, at);
        self.list.push(Example {
            player,
            value,
            group,
        });
    }
}

/// The viewer, and the sign that turns the mover's value into the viewer's.
fn seen(view: View, mover: Player) -> (Player, f64) {
    match view {
        View::Waiting => (mover.opponent(), -1.0),
        View::First if mover != Player::FIRST => (Player::FIRST, -1.0),
        _ => (mover, 1.0),
    }
}

#[cfg(test)]
mod tests {
    use plyscope_game::Player;
    use plyscope_game::any::Hidden;
    use plyscope_mnk::Mnk;

    use super::*;

    fn seen_by(view: View, rows: RowOf) -> Vec<(Player, f64, u32)> {
        let game = Hidden::new(Mnk::tictactoe());
        let mut states = game.states();
        for _ in 0..3 {
            states.push_start();
        }
        states.play(2, 0);
        let values = |best: f64, count| {
            let mut values = vec![Some(0.0); count];
            values[2] = Some(best);
            Worth::Moves(values)
        };
        let worths = [values(0.9, 9), Worth::Moves(vec![None; 9]), values(0.8, 8)];
        let all = Examples::new(
            &*game,
            (&*states, &worths),
            None,
            (rows, view),
            Backup::Best,
        );
        assert_eq!(all.states.len(), all.list.len());
        let own = |own: &Example| (own.player, own.value, own.group);
        all.list.iter().map(own).collect()
    }

    #[test]
    fn a_value_goes_with_who_looks() {
        const FIRST: Player = Player::FIRST;
        const SECOND: Player = Player::SECOND;
        let by = |view| seen_by(view, RowOf::States);
        assert_eq!(by(View::Mover), [(FIRST, 0.9, 0), (SECOND, 0.8, 1)]);
        assert_eq!(by(View::Waiting), [(SECOND, -0.9, 0), (FIRST, -0.8, 1)]);
        assert_eq!(by(View::First), [(FIRST, 0.9, 0), (FIRST, -0.8, 1)]);
        let moves = seen_by(View::Mover, RowOf::Moves);
        assert_eq!(moves.len(), 17);
        assert_eq!(moves[2], (FIRST, 0.9, 0));
        assert_eq!(moves[9 + 2], (SECOND, 0.8, 1));
    }

    #[test]
    fn a_mean_over_moves_needs_every_move() {
        let values = |all: &[Option<f64>]| Worth::Moves(all.to_vec());
        let known = values(&[Some(1.0), Some(0.0), Some(-0.25)]);
        assert_eq!(known.of_state(Backup::Mean), Some(0.25));
        assert_eq!(known.of_state(Backup::Best), Some(1.0));
        let partly = values(&[Some(1.0), None]);
        assert_eq!(partly.of_state(Backup::Mean), None);
        assert_eq!(partly.of_state(Backup::Best), Some(1.0));
    }
}
