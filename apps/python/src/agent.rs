//! Functions of the user's behind the traits that workflows ask.

use std::ops::Range;

use plyscope_game::any::{AnyAgent, AnyStates, AnyValuer, Choice, Replies};
use plyscope_game::{
    Advice, Advised, Chance, Deadline, Error, ErrorKind, Facts, Limits, Player, Points, Score,
    Value,
};

use crate::desk::Desk;
use crate::heuristic::Gives;

/// A function that values moves, or the states they lead to; asked for many states at once.
///
/// One that values states is asked about the state after every move, as seen by
/// the mover; a move that ends the game is worth its points. Rounds in which nobody sees the others'
/// moves are refused then; one that values moves is asked about a state of the round
/// that is the same whatever the others chose.
pub(crate) struct PythonAgent {
    desk: Desk,
    heuristic: usize,
    gives: Gives,
    batch: usize,
    /// An empty list of the game's states.
    none: Box<dyn AnyStates>,
    facts: Facts,
}

impl PythonAgent {
    pub(crate) fn new(
        desk: Desk,
        heuristic: usize,
        gives: Gives,
        batch: usize,
        none: Box<dyn AnyStates>,
        facts: Facts,
    ) -> Self {
        Self {
            desk,
            heuristic,
            gives,
            batch,
            none,
            facts,
        }
    }

    /// Gathers states from the front of a range until a question is full; gives it and how many they are.
    fn gather(
        &self,
        states: &dyn AnyStates,
        range: &Range<usize>,
    ) -> Result<(Gathered, usize), Error> {
        let mut gathered = Gathered {
            states: self.none.boxed_clone(),
            players: Vec::new(),
            ends: Vec::new(),
        };
        for (count, at) in range.clone().enumerate() {
            if count > 0 && gathered.states.len() >= self.batch {
                return Ok((gathered, count));
            }
            match self.gives {
                Gives::Moves => gathered.add(states, at),
                Gives::States => gathered.add_after(states, at)?,
            }
        }
        Ok((gathered, range.len()))
    }

    /// Asks about the first states of a range; gives advice on each of them.
    fn ask(
        &self,
        states: &dyn AnyStates,
        range: &Range<usize>,
    ) -> Result<Vec<Advice<usize>>, Error> {
        let (gathered, count) = self.gather(states, range)?;
        let Gathered {
            states: asked,
            players,
            ends,
        } = gathered;
        let values = if asked.is_empty() {
            Vec::new()
        } else {
            self.desk.ask(self.heuristic, asked, players)?
        };
        let mut values = values.into_iter();
        let mut scores = ends.into_iter().map(|end| match end {
            Some(points) => Score::Exact {
                points,
                plies: Some(1),
            },
            None => values.next().map_or(Score::Unknown, Score::Estimate),
        });
        let advice = |at: usize| {
            let mut advice = Advice::empty(states.mover(at));
            let moves = scores.by_ref().take(states.move_count(at)).enumerate();
            advice.moves.extend(moves.map(|(mv, score)| Advised {
                mv,
                score,
                visits: None,
                mean: None,
            }));
            if self.gives == Gives::States {
                advice.nodes = advice.moves.len() as u64;
                advice.depth = Some(1);
            }
            advice.choose_by_score(&self.facts);
            advice
        };
        Ok((range.start..range.start + count).map(advice).collect())
    }
}

/// States for one question.
struct Gathered {
    states: Box<dyn AnyStates>,
    players: Vec<Player>,
    /// Of every move: its points if it ends the game.
    ends: Vec<Option<Points>>,
}

impl Gathered {
    fn add(&mut self, states: &dyn AnyStates, at: usize) {
        let mover = states.mover(at);
        if states.is_hidden(at) {
            self.states.push_asked(states, at, mover);
        } else {
            self.states.push_from(states, at);
        }
        self.players.push(mover);
        let moves = self.ends.len() + states.move_count(at);
        self.ends.resize(moves, None);
    }

    fn add_after(&mut self, states: &dyn AnyStates, at: usize) -> Result<(), Error> {
        let mover = states.mover(at);
        for mv in 0..states.move_count(at) {
            let last = self.states.len();
            self.states.push_from(states, at);
            self.states.play(last, mv);
            let end = self.states.payoffs(last);
            if states.is_hidden(at) || (end.is_none() && self.states.is_hidden(last)) {
                return Err(sees_hidden());
            }
            self.ends.push(end.map(|payoffs| payoffs.of(mover)));
            if end.is_some() {
                self.states.truncate(last);
            } else {
                self.players.push(mover);
            }
        }
        Ok(())
    }
}

#[cold]
fn sees_hidden() -> Error {
    let what = "a function that values states would see moves made at the same time as its own";
    let hint = "let it value moves (`gives=\"moves\"`), or use it within tree search (`mcts:eval=NAME`), which takes the mean over the others' moves";
    Error::unsuited(what, hint)
}

impl AnyAgent for PythonAgent {
    fn advise(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        _: &Limits,
    ) -> Result<Advice<usize>, Error> {
        let mut advice = self.ask(states, &(at..at + 1))?;
        Ok(advice.remove(0))
    }

    fn choose(
        &mut self,
        states: &dyn AnyStates,
        at: usize,
        limits: &Limits,
        chance: &mut Chance,
    ) -> Result<Choice, Error> {
        let advice = self.advise(states, at, limits)?;
        if advice.best.is_empty() {
            return Err(Error::new(ErrorKind::Illegal, "chose no move at all"));
        }
        let mv = advice.best[chance.below(advice.best.len() as u32) as usize];
        let score = advice.score_of(mv).unwrap_or(Score::Unknown);
        Ok(Choice { mv, score })
    }

    fn advise_each(
        &mut self,
        states: &dyn AnyStates,
        mut range: Range<usize>,
        limits: &Limits,
        replies: &mut Replies,
        progress: &dyn Fn(),
    ) -> Result<(), Error> {
        while !range.is_empty() && !limits.stop.is_raised() {
            let advice = self.ask(states, &range)?;
            range.start += advice.len();
            for own in &advice {
                replies.add(own);
                progress();
            }
        }
        Ok(())
    }

    fn forget(&mut self) {}

    fn reseed(&mut self, _: u64) {}
}

/// A function that values states, for use within searches.
pub(crate) struct PythonValuer {
    desk: Desk,
    heuristic: usize,
}

impl PythonValuer {
    pub(crate) fn new(desk: Desk, heuristic: usize) -> Self {
        Self { desk, heuristic }
    }
}

impl AnyValuer for PythonValuer {
    fn values(
        &self,
        states: &dyn AnyStates,
        player: Player,
        _: &Deadline,
    ) -> Result<Vec<Value>, Error> {
        let players = vec![player; states.len()];
        self.desk.ask(self.heuristic, states.boxed_clone(), players)
    }
}
