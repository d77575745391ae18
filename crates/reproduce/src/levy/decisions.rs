//! Every decision that a program looking some plies ahead can face, with what
//! its search sees, before any weight is known.

use std::collections::HashMap;

use plyscope_game::{Features, Game, Player, Rank, Value};
use plyscope_mnk::{FilledLines, Mnk, State};

use super::cone::{FEATURES, Vector};
use super::values::Values;

/// Where c3, n3, c2, n2, c1, n1 stand in [`FilledLines`].
const IN_ROWS: [usize; FEATURES] = [2, 5, 1, 4, 0, 3];

/// What a leaf of the search counts for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Worth {
    /// A finished game that somebody won.
    Won(Rank),
    /// The features, still to be weighed. A full board without a row has none: a draw is worth 0.
    Weighed(Vector),
}

/// What a search sees below a move, with brothers that look alike taken once.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Tree {
    Leaf(Worth),
    /// The program chooses.
    Most(Vec<Tree>),
    /// The opponent chooses.
    Least(Vec<Tree>),
}

/// A move of the program.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// Whether it keeps the value that best play by both gives the state.
    pub(super) keeps: bool,
    /// What the search sees below it.
    pub(super) tree: Tree,
    /// The states in which the program may have to decide next.
    pub(super) next: Vec<usize>,
}

/// All states in which a program may have to move, first or second, up to symmetry.
#[derive(Clone, Debug)]
pub(super) struct Decisions {
    /// The moves of each state.
    pub(super) choices: Vec<Vec<Choice>>,
    /// Where the program decides first: the start, and what the opponent's first moves lead to.
    pub(super) first: Vec<usize>,
}

impl Decisions {
    /// What a search of `depth` plies sees in each state.
    pub(super) fn new(game: &Mnk, values: &Values, depth: u32) -> Self {
        let mut list = Listing {
            game,
            values,
            depth,
            numbers: HashMap::new(),
            choices: Vec::new(),
        };
        let mut first = vec![list.number(&game.start())];
        first.extend(list.numbers_after(&game.start()));
        Self {
            choices: list.choices,
            first,
        }
    }
}

struct Listing<'a> {
    game: &'a Mnk,
    values: &'a Values,
    depth: u32,
    numbers: HashMap<State, usize>,
    choices: Vec<Vec<Choice>>,
}

impl Listing<'_> {
    /// The number of an unfinished state, which is listed with all that follow if it is new.
    fn number(&mut self, state: &State) -> usize {
        let state = self.game.canonical(state);
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = self.choices.len();
        self.numbers.insert(state, number);
        self.choices.push(Vec::new());
        let mover = self.game.mover(&state);
        let best = self.values.of(self.game, &state, mover);
        let choices = self.after(&state).into_iter().map(|next| Choice {
            keeps: self.values.of(self.game, &next, mover) == best,
            tree: self.tree(&next, mover, (self.depth - 1, 1)),
            next: self.numbers_after(&next),
        });
        self.choices[number] = choices.collect();
        number
    }

    /// The states after one more move; none if the game is over.
    fn numbers_after(&mut self, state: &State) -> Vec<usize> {
        let after = self.after(state);
        let open = after.iter().filter(|s| self.game.payoffs(s).is_none());
        let open: Vec<State> = open.copied().collect();
        open.iter().map(|next| self.number(next)).collect()
    }

    /// What the moves lead to, images taken once; nothing if the game is over.
    fn after(&self, state: &State) -> Vec<State> {
        if self.game.payoffs(state).is_some() {
            return Vec::new();
        }
        let mut after: Vec<State> = Vec::new();
        for mv in self.game.moves(state) {
            let mut next = *state;
            self.game.play(&mut next, mv);
            let next = self.game.canonical(&next);
            if !after.contains(&next) {
                after.push(next);
            }
        }
        after
    }

    /// What is seen of `state`, `depth` plies ahead and `ply` after the decision.
    fn tree(&self, state: &State, viewer: Player, (depth, ply): (u32, u32)) -> Tree {
        if let Some(payoffs) = self.game.payoffs(state) {
            let points = payoffs.of(viewer);
            if points != 0 {
                return Tree::Leaf(Worth::Won(Rank::finished(points, ply)));
            }
        }
        if depth == 0 || self.game.payoffs(state).is_some() {
            return Tree::Leaf(Worth::Weighed(features(self.game, state, viewer)));
        }
        let after = self.after(state);
        let below = |next| self.tree(next, viewer, (depth - 1, ply + 1));
        let mut trees: Vec<Tree> = after.iter().map(below).collect();
        trees.sort();
        trees.dedup();
        if self.game.mover(state) == viewer {
            Tree::Most(trees)
        } else {
            Tree::Least(trees)
        }
    }
}

/// c3, n3, c2, n2, c1, n1 as `viewer` sees them.
pub(super) fn features(game: &Mnk, state: &State, viewer: Player) -> Vector {
    let mut rows = [0; FEATURES];
    FilledLines.each(game, state, viewer, |index, amount| {
        rows[index] += amount as i64;
    });
    IN_ROWS.map(|index| rows[index])
}

/// Weights of c3, n3, c2, n2, c1, n1 in the order of [`FilledLines`].
pub(super) fn in_rows(weights: &Vector) -> Vec<Value> {
    let mut rows = vec![0.0; FEATURES];
    for (&index, &weight) in IN_ROWS.iter().zip(weights) {
        rows[index] = weight as Value;
    }
    rows
}
