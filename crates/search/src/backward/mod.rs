//! Solving small games of any number of players whole, by backward induction.
//!
//! Every state gets bounds on the points of every player under best play: each
//! maximises his own points, and may take any of several best moves. Rounds in
//! which two players choose at the same time and share out a constant sum are
//! games of one round each, with what follows in their cells; their value
//! is rarely a whole number, and is known within bounds that the mixed strategies guarantee.
#![allow(
    clippy::float_cmp,
    reason = "points are whole numbers, and equal bounds are a proof"
)]

mod agent;

pub use agent::BackwardInduction;

use plyscope_game::{Facts, Game, MAX_PLAYERS, Payoffs, Player, Points};

use crate::SearchBudget;
use crate::exhaustive::{DEEPEST, ExhaustiveParams, NotSolved, StateTable, states_at_least};
use crate::matrix::{self, Mixed};

/// The fewest and most points of every player; equal only where they are proved to the point.
pub(crate) type Bounds = [[f32; 2]; MAX_PLAYERS];

/// What rounding may put a mixed value off by, as a share of the range of points.
///
/// Sums of a few dozen products of 64-bit floats are off by less than 10⁻¹⁴.
const ROUNDING: f64 = 1e-9;

/// Bounds that hold nothing yet: any bound widens them.
const NOTHING: [f32; 2] = [f32::MAX, f32::MIN];

/// A round of two players, solved.
pub(crate) struct SolvedRound {
    /// By the first player's move and the second's: bounds on the first one's points.
    pub(crate) cells: Vec<Vec<[f32; 2]>>,
    pub(crate) mixed: Mixed,
    /// Bounds on the first player's points.
    pub(crate) value: [f32; 2],
    /// Who chooses rows.
    pub(crate) first: Player,
}

/// States of one game, solved.
pub(crate) struct Induction<G: Game> {
    pub(crate) params: ExhaustiveParams,
    table: StateTable<G::State, Bounds>,
}

/// One call to solve.
pub(crate) struct Run<'a, G: Game> {
    pub(crate) root: &'a G::State,
    pub(crate) facts: Facts,
    pub(crate) budget: SearchBudget,
    /// How many states are kept when the room for all is asked for.
    pub(crate) ask_at: usize,
    /// Moves from the root.
    pub(crate) depth: u32,
}

impl<G: Game> Induction<G> {
    pub(crate) fn new(params: ExhaustiveParams) -> Self {
        Self {
            params,
            table: StateTable::new(),
        }
    }

    /// How many states are kept.
    pub(crate) fn len(&self) -> usize {
        self.table.entries().len()
    }

    /// Solves a state at the beginning of a round, and all that can follow.
    pub(crate) fn solve(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run<'_, G>,
    ) -> Result<Bounds, NotSolved> {
        let key = game.key(state);
        if let Some(index) = self.table.find(key, state) {
            return Ok(self.table.entries()[index].1);
        }
        if run.budget.spend() {
            return Err(NotSolved::CutShort { states: self.len() });
        }
        run.depth += 1;
        if run.depth > DEEPEST {
            return Err(NotSolved::TooDeep);
        }
        let bounds = if let Some(payoffs) = game.payoffs(state) {
            at_end(&payoffs, &run.facts)
        } else if run.facts.simultaneous && is_round(game, state) {
            let round = self.round(game, state, run)?;
            both(round.first, round.value, &run.facts)
        } else {
            self.turn(game, state, run)?
        };
        run.depth -= 1;
        self.keep(game, (key, state), bounds, run)?;
        Ok(bounds)
    }

    fn keep(
        &mut self,
        game: &G,
        (key, state): (u64, &G::State),
        bounds: Bounds,
        run: &Run<'_, G>,
    ) -> Result<(), NotSolved> {
        let heap = game.state_bytes(run.root) - size_of::<G::State>();
        let bytes = StateTable::<G::State, Bounds>::BYTES_PER_STATE + heap;
        let by_bytes = self.params.max_bytes / bytes;
        let most = StateTable::<G::State, Bounds>::MOST;
        let max_states = self.params.max_states.min(by_bytes).min(most);
        let states = self.len();
        if states >= max_states {
            return Err(NotSolved::TooLarge {
                max_states,
                at_least: None,
            });
        }
        if states == run.ask_at {
            let (enough, deadline) = (max_states as u64, run.budget.deadline());
            let found = states_at_least(game, run.root, false, u32::MAX, enough, deadline);
            if found > enough {
                return Err(NotSolved::TooLarge {
                    max_states,
                    at_least: Some(found),
                });
            }
        }
        let inserted = self.table.insert(key, state.clone(), bounds);
        inserted.map_err(|_| NotSolved::NoMemory { states })
    }

    /// The mover takes a best move, any of several.
    fn turn(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run<'_, G>,
    ) -> Result<Bounds, NotSolved> {
        let mover = game.mover(state).index();
        let mut children = Vec::new();
        for mv in game.moves(state) {
            let mut next = state.clone();
            game.play(&mut next, mv);
            children.push(self.solve(game, &next, run)?);
        }
        let low = children
            .iter()
            .map(|own| own[mover][0])
            .fold(f32::MIN, f32::max);
        let high = children
            .iter()
            .map(|own| own[mover][1])
            .fold(f32::MIN, f32::max);
        if run.facts.is_rivalry() {
            return Ok(both(game.mover(state), [low, high], &run.facts));
        }
        let mut all = [NOTHING; MAX_PLAYERS];
        for child in children.iter().filter(|own| own[mover][1] >= low) {
            for (all, own) in all.iter_mut().zip(child) {
                *all = [all[0].min(own[0]), all[1].max(own[1])];
            }
        }
        all[mover] = [low, high];
        Ok(all)
    }

    /// Two players choose at the same time.
    pub(crate) fn round(
        &mut self,
        game: &G,
        state: &G::State,
        run: &mut Run<'_, G>,
    ) -> Result<SolvedRound, NotSolved> {
        let first = game.mover(state);
        let mut cells = Vec::new();
        for mv in game.moves(state) {
            let mut half = state.clone();
            game.play(&mut half, mv);
            let mut row = Vec::new();
            for reply in game.moves(&half) {
                let mut next = half.clone();
                game.play(&mut next, reply);
                row.push(self.solve(game, &next, run)?[first.index()]);
            }
            cells.push(row);
        }
        let middle = |own: &[f32; 2]| f64::midpoint(own[0].into(), own[1].into());
        let matrix: Vec<Vec<f64>> = cells
            .iter()
            .map(|row| row.iter().map(middle).collect())
            .collect();
        let mixed = matrix::solve(&matrix);
        let value = value(&cells, &mixed, &run.facts);
        Ok(SolvedRound {
            cells,
            mixed,
            value,
            first,
        })
    }
}

/// The points that bounds leave, if it is one whole number.
pub(crate) fn proved([low, high]: [f32; 2]) -> Option<Points> {
    (low == high && low.fract() == 0.0).then_some(low as Points)
}

/// Whether the second player to be asked does not see the first one's move.
pub(crate) fn is_round<G: Game>(game: &G, state: &G::State) -> bool {
    let mut next = state.clone();
    let mv = game.moves(state).next();
    game.play(&mut next, mv.expect("a state that is not over has moves"));
    game.payoffs(&next).is_none() && game.hidden(&next)
}

fn at_end(payoffs: &Payoffs, facts: &Facts) -> Bounds {
    let mut all = [[0.0; 2]; MAX_PLAYERS];
    for (player, own) in all.iter_mut().enumerate().take(facts.players.into()) {
        *own = [payoffs.of(Player(player as u8)) as f32; 2];
    }
    all
}

/// The bounds of both of two players who share out a constant sum.
fn both(player: Player, [low, high]: [f32; 2], facts: &Facts) -> Bounds {
    let sum = facts.sum.unwrap_or(0) as f32;
    let mut all = [[0.0; 2]; MAX_PLAYERS];
    all[player.index()] = [low, high];
    // Rounding must not make what is not known to the point look as if it were.
    let other = if low == high {
        [sum - high, sum - low]
    } else {
        [(sum - high).next_down(), (sum - low).next_up()]
    };
    all[player.opponent().index()] = other;
    all
}

/// What the mixed strategies guarantee; to the point where single moves do so.
fn value(cells: &[Vec<[f32; 2]>], mixed: &Mixed, facts: &Facts) -> [f32; 2] {
    let columns = 0..cells[0].len();
    let least = |row: &Vec<[f32; 2]>| row.iter().map(|own| own[0]).fold(f32::MAX, f32::min);
    let sure = cells.iter().map(least).fold(f32::MIN, f32::max);
    let most = |column: usize| {
        cells
            .iter()
            .map(|row| row[column][1])
            .fold(f32::MIN, f32::max)
    };
    let held = columns.clone().map(most).fold(f32::MAX, f32::min);
    if sure == held {
        return [sure; 2];
    }
    let rounding = ROUNDING * f64::from(facts.points.1 - facts.points.0);
    let against = |column: usize| -> f64 {
        let rows = cells.iter().zip(&mixed.rows);
        rows.map(|(row, share)| share * f64::from(row[column][0]))
            .sum()
    };
    let by_row = |row: &Vec<[f32; 2]>| -> f64 {
        let cells = row.iter().zip(&mixed.columns);
        cells.map(|(cell, share)| share * f64::from(cell[1])).sum()
    };
    let low = columns.map(against).fold(f64::MAX, f64::min) - rounding;
    let high = cells.iter().map(by_row).fold(f64::MIN, f64::max) + rounding;
    // Single moves may guarantee more than a mixture that is a little off.
    [
        (low as f32).next_down().max(sure),
        (high as f32).next_up().min(held),
    ]
}
