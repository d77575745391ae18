//! What an agent said of many states, packed: a benchmark may have millions.

use crate::{Advice, Score, Value};

/// What an agent said of many states, packed: a benchmark may have millions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Replies {
    /// The values of states of which nothing else is said.
    values: Vec<Value>,
    /// What is said of the moves of all others.
    moves: Vec<Reply>,
    states: Vec<State>,
}

/// Where a state's moves lie in the list that they are in.
#[derive(Clone, Copy, PartialEq, Debug)]
struct State {
    begin: usize,
    end: usize,
    /// The moves that the agent would choose among, a bit each; nothing if they are in the list of moves.
    best: Option<u32>,
}

/// What was said of one move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reply {
    /// Its worth to the mover.
    pub score: Score,
    /// The mean result of the visits it got, where there were any.
    pub mean: Option<Value>,
    /// Whether the agent would choose among it and its like.
    pub is_best: bool,
}

/// What was said of all moves of a state.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Replied<'a> {
    /// At most 32 moves, all of them estimated and none visited, as heuristics say it: in a sixth of the room.
    Estimates {
        /// The value of every move.
        values: &'a [Value],
        /// The moves that the agent would choose among, a bit each.
        best: u32,
    },
    /// Anything.
    Moves(&'a [Reply]),
}

impl Replies {
    /// How many states were answered for.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether none was.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// What was said of the moves of every state.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Replied<'_>> {
        self.states.iter().map(|own| match own.best {
            Some(best) => Replied::Estimates {
                values: &self.values[own.begin..own.end],
                best,
            },
            None => Replied::Moves(&self.moves[own.begin..own.end]),
        })
    }

    /// Forgets all answers, and keeps the memory.
    pub fn clear(&mut self) {
        self.values.clear();
        self.moves.clear();
        self.states.clear();
    }

    /// Adds what was said of the next state, all of whose moves are in the advice.
    pub fn add<M: Copy + PartialEq>(&mut self, advice: &Advice<M>) {
        let begin = self.values.len();
        if let Some(best) = self.add_estimates(advice) {
            self.states.push(State {
                begin,
                end: self.values.len(),
                best: Some(best),
            });
        } else {
            self.values.truncate(begin);
            self.add_any(advice);
        }
    }

    /// Adds the values of a state of which nothing else is said, and gives the best moves. If there is
    /// more to say, values are left that do not belong there.
    fn add_estimates<M: Copy + PartialEq>(&mut self, advice: &Advice<M>) -> Option<u32> {
        if advice.moves.len() > u32::BITS as usize {
            return None;
        }
        self.values.reserve(advice.moves.len());
        for own in &advice.moves {
            match own.score {
                Score::Estimate(value) if own.mean.is_none() => self.values.push(value),
                _ => return None,
            }
        }
        // Both lists are in the game's order, so one pass finds all.
        let (mut best, mut from) = (0, 0);
        for mv in &advice.best {
            let mut later = advice.moves[from..].iter();
            from += later.position(|own| own.mv == *mv)?;
            best |= 1 << from;
        }
        Some(best)
    }

    fn add_any<M: Copy + PartialEq>(&mut self, advice: &Advice<M>) {
        let begin = self.moves.len();
        self.moves.extend(advice.moves.iter().map(|own| Reply {
            score: own.score,
            mean: own.mean,
            is_best: false,
        }));
        let said = &mut self.moves[begin..];
        let mut from = 0;
        for mv in &advice.best {
            let later = advice.moves[from..].iter().position(|own| own.mv == *mv);
            let place = match later {
                Some(later) => Some(from + later),
                None => advice.moves.iter().position(|own| own.mv == *mv),
            };
            if let Some(place) = place {
                said[place].is_best = true;
                from = place;
            }
        }
        self.states.push(State {
            begin,
            end: self.moves.len(),
            best: None,
        });
    }
}

#[cfg(test)]
mod tests {
    use crate::{Advised, Player};

    use super::*;

    /// Advice on so many moves, which are numbers, each estimated by its own.
    fn advice(moves: u32, best: &[u32]) -> Advice<u32> {
        let mut advice = Advice::empty(Player::FIRST);
        advice.moves.extend((0..moves).map(|mv| Advised {
            mv,
            score: Score::Estimate(mv as Value),
            visits: None,
            mean: None,
        }));
        advice.best.extend(best);
        advice
    }

    /// The values of the last state, and the places of its best moves.
    fn last(replies: &Replies) -> (Vec<Option<Value>>, Vec<usize>) {
        match replies.iter().last().expect("a state") {
            Replied::Estimates { values, best } => (
                values.iter().copied().map(Some).collect(),
                (0..values.len()).filter(|at| best >> at & 1 == 1).collect(),
            ),
            Replied::Moves(moves) => (
                moves.iter().map(|own| own.score.value()).collect(),
                (0..moves.len()).filter(|&at| moves[at].is_best).collect(),
            ),
        }
    }

    #[test]
    fn however_replies_are_packed_they_say_the_same() {
        let mut replies = Replies::default();
        for moves in [1, 7, 32, 33, 100] {
            let values: Vec<_> = (0..moves).map(|mv| Some(mv as Value)).collect();
            // In the game's order and in another, which is packed the long way.
            for best in [[0, moves - 1], [moves - 1, 0]] {
                replies.add(&advice(moves, &best));
                let mut places: Vec<usize> = best.iter().map(|&mv| mv as usize).collect();
                places.sort_unstable();
                places.dedup();
                assert_eq!(last(&replies), (values.clone(), places));
            }
            let mut mixed = advice(moves, &[0]);
            mixed.moves[0].score = Score::Unknown;
            replies.add(&mixed);
            let said = last(&replies);
            assert_eq!(
                (said.0[0], &said.0[1..], said.1),
                (None, &values[1..], vec![0])
            );
        }
        assert_eq!(replies.len(), 15);
    }
}
