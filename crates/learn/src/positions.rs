//! States as rows: the features of each, as one player sees them.

use plyscope_game::{Features, Game, Player, Value};

use crate::Rows;

/// A state and what it is worth to a player.
#[derive(Clone, PartialEq, Debug)]
pub struct Example<S> {
    /// The state.
    pub state: S,
    /// Who looks at it.
    pub player: Player,
    /// What it is worth to him.
    pub value: f64,
    /// Examples of one group are not independent of each other: they belong to the same position.
    pub group: u32,
}

/// A feature set as a function that overwrites a row with the numbers of a state.
pub fn amounts<G: Game, F: Features<G>>(
    features: F,
) -> impl Fn(&G, &G::State, Player, &mut [f64]) + Sync {
    move |game, state, player, row| {
        row.fill(0.0);
        let add = |index: usize, amount: Value| row[index] += f64::from(amount);
        features.each(game, state, player, add);
    }
}

/// Examples as rows; features are read off a state whenever its row is asked for.
pub struct Positions<'a, G: Game, A> {
    game: &'a G,
    amounts: A,
    names: Vec<String>,
    width: usize,
    /// The places of the columns among all features; `None` for all of them in order.
    kept: Option<Vec<usize>>,
    examples: &'a [Example<G::State>],
    groups: usize,
}

impl<'a, G, A> Positions<'a, G, A>
where
    G: Game,
    A: Fn(&G, &G::State, Player, &mut [f64]) + Sync,
{
    /// Rows of all features, whose names are `names`; `amounts` comes from [`amounts`].
    pub fn new(
        game: &'a G,
        names: Vec<String>,
        amounts: A,
        examples: &'a [Example<G::State>],
    ) -> Self {
        let last = examples.iter().map(|example| example.group).max();
        Self {
            game,
            amounts,
            width: names.len(),
            names,
            kept: None,
            examples,
            groups: last.map_or(0, |last| last as usize + 1),
        }
    }

    /// The same rows with only these features, by their places in the list.
    #[must_use]
    pub fn only(mut self, kept: Vec<usize>) -> Self {
        self.names = kept.iter().map(|&at| self.names[at].clone()).collect();
        self.kept = Some(kept);
        self
    }
}

impl<G, A> Rows for Positions<'_, G, A>
where
    G: Game,
    A: Fn(&G, &G::State, Player, &mut [f64]) + Sync,
{
    fn names(&self) -> &[String] {
        &self.names
    }

    fn count(&self) -> usize {
        self.examples.len()
    }

    fn read(&self, index: usize, row: &mut [f64]) -> f64 {
        let example = &self.examples[index];
        match &self.kept {
            None => (self.amounts)(self.game, &example.state, example.player, row),
            Some(kept) => {
                let mut all = vec![0.0; self.width];
                (self.amounts)(self.game, &example.state, example.player, &mut all);
                for (number, &at) in row.iter_mut().zip(kept) {
                    *number = all[at];
                }
            }
        }
        example.value
    }

    fn groups(&self) -> usize {
        self.groups
    }

    fn group(&self, index: usize) -> usize {
        self.examples[index].group as usize
    }
}
