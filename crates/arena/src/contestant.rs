//! A contestant: a name, and how to make the agent.

use std::sync::Arc;

use plyscope_game::any::{AgentOf, AnyAgent};
use plyscope_game::{Agent, Error, Limits, Notation};

/// Makes an agent from a seed; every game has a seed of its own.
pub type MakeContestant<'a> =
    Box<dyn Fn(u64) -> Result<Box<dyn AnyAgent>, Error> + Send + Sync + 'a>;

/// A contestant of a match or tournament.
pub struct Contestant<'a> {
    /// What tables call him; no two of a contest have the same name.
    pub name: String,
    /// Makes the agent. It plays many games, and before each forgets those before
    /// and takes the seed of the game, as if it had been made with it.
    pub make: MakeContestant<'a>,
    /// Limits for each move. Their flag to stop is that of the contest.
    pub limits: Limits,
}

impl<'a> Contestant<'a> {
    /// A contestant without limits beyond the agent's own, whose agent is always made alike but for its seed.
    pub fn new<G: Notation, A: Agent<G> + 'static>(
        game: &Arc<G>,
        name: impl Into<String>,
        make: impl Fn(u64) -> A + Send + Sync + 'a,
    ) -> Self {
        let game = Arc::clone(game);
        Self {
            name: name.into(),
            make: Box::new(move |seed| Ok(Box::new(AgentOf::new(Arc::clone(&game), make(seed))))),
            limits: Limits::best_move(),
        }
    }
}

/// Numbers contestants of the same name: `mcts`, `mcts` become `mcts #1`, `mcts #2`.
pub fn number_names(names: &mut [String]) {
    let given = names.to_vec();
    for (place, name) in names.iter_mut().enumerate() {
        let is_same = |other: &&String| **other == given[place];
        if given.iter().filter(is_same).count() > 1 {
            let number = given[..place].iter().filter(is_same).count() + 1;
            *name = format!("{name} #{number}");
        }
    }
}

/// Whether there are at least two contestants and no two are called alike.
pub(crate) fn check_names<'n>(names: impl Iterator<Item = &'n str>) -> Result<(), Error> {
    let mut seen: Vec<&str> = Vec::new();
    for name in names {
        if seen.contains(&name) {
            let what = format!("two contestants are called `{name}`");
            return Err(Error::misuse(what, "give each a name of its own"));
        }
        seen.push(name);
    }
    if seen.len() < 2 {
        return Err(Error::misuse(
            "it takes two to play",
            "name at least two agents",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_with_the_same_name_are_numbered() {
        let mut names = ["a", "b", "a"].map(String::from);
        number_names(&mut names);
        assert_eq!(names, ["a #1", "b", "a #2"]);
        assert!(check_names(["a", "b", "a"].into_iter()).is_err());
        assert!(check_names(["a"].into_iter()).is_err());
    }
}
