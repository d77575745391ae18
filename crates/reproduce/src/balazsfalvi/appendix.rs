//! Appendix A: the paper's game of amoba, and what our searches think of every move of it.

use plyscope_game::any::{AnyAgent, Position};
use plyscope_game::{Error, Limits, Player, Score};
use plyscope_workbench::{NamedGame, Reading, Weights};
use serde::Serialize;

use super::lab::{Fighter, make};

/// The moves as printed, column and row from 1; the human being began.
pub const MOVES: [(u8, u8); 26] = [
    (10, 11),
    (10, 10),
    (11, 11),
    (9, 11),
    (11, 9),
    (11, 10),
    (12, 10),
    (9, 10),
    (13, 11),
    (8, 10),
    (7, 10),
    (10, 8),
    (12, 11),
    (14, 11),
    (9, 13),
    (10, 12),
    (7, 9),
    (11, 13),
    (12, 14),
    (9, 9),
    (14, 12),
    (15, 13),
    (7, 11),
    (9, 8),
    (9, 7),
    (9, 12),
];

/// One move of the game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PrintedMove {
    /// Its number, from 1.
    pub ply: usize,
    /// Whether the program made it.
    pub by_computer: bool,
    /// The move as our boards name it.
    pub mv: String,
    /// How many moves our search puts above it.
    pub better: usize,
    /// How many legal moves there were.
    pub of: usize,
    /// The moves our search likes best.
    pub best: Vec<String>,
    /// The move by which the mover had a proved win by threats before this one, if there was one.
    pub win: Option<String>,
    /// Whether the move as played keeps a proved win, or makes one.
    pub keeps_win: bool,
    /// Whether it lets the opponent win by fours, proved.
    pub loses: bool,
}

/// The whole game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Appendix {
    /// The moves.
    pub moves: Vec<PrintedMove>,
    /// Whether the program has won after the last one, by the rules.
    pub is_won: bool,
    /// Positions at which the search chose the same moves with all weights doubled.
    pub same_when_doubled: usize,
    /// The search that was asked.
    pub by: String,
}

/// The move as our boards name it.
fn name((column, row): (u8, u8)) -> String {
    format!("{}{row}", char::from(b'a' + column - 1))
}

/// Replays the game; `by` judges by the weights.
pub(super) fn replay(game: &NamedGame, by: &str, weights: &Weights) -> Result<Appendix, Error> {
    let names: Vec<String> = MOVES.iter().copied().map(name).collect();
    let mut doubled = weights.clone();
    doubled
        .weights
        .values_mut()
        .for_each(|weight| *weight *= 2.0);
    let plain = Fighter::new("", by).weighing(weights);
    let twice = Fighter::new("", by).weighing(&doubled);
    let threats = Fighter::new("", format!("threats:by=({by})")).weighing(weights);
    let mut agents = [&plain, &twice, &threats].map(|own| make(game, own, 1));
    let [Ok(plain), Ok(twice), Ok(threats)] = &mut agents else {
        let error = agents.into_iter().find_map(Result::err);
        return Err(error.expect("one of them failed"));
    };
    let mut moves = Vec::new();
    let mut same_when_doubled = 0;
    for (place, mv) in names.iter().enumerate() {
        let position = game.position(&names[..place].join(" "), Reading::Moves)?;
        let ranked = ask(&mut **plain, &position, &Limits::every_move())?;
        let again = ask(&mut **twice, &position, &Limits::every_move())?;
        same_when_doubled += usize::from(ranked.best == again.best);
        let proved = ask(&mut **threats, &position, &Limits::best_move())?;
        let win = proved.score(&proved.best[0]).filter(|own| is_win(*own));
        let after = game.position(&names[..=place].join(" "), Reading::Moves)?;
        let reply = match after.payoffs() {
            None => Some(ask(&mut **threats, &after, &Limits::best_move())?),
            Some(_) => None,
        };
        let loses = reply.is_some_and(|reply| reply.score(&reply.best[0]).is_some_and(is_win));
        moves.push(PrintedMove {
            ply: place + 1,
            by_computer: position.mover() == Player::SECOND,
            better: ranked.better_than(mv),
            of: ranked.moves.len(),
            best: ranked.best,
            keeps_win: win.is_some() && proved.best.contains(mv),
            win: win.map(|_| proved.best[0].clone()),
            loses,
            mv: mv.clone(),
        });
    }
    let last = game.position(&names.join(" "), Reading::Moves)?;
    let is_won = last
        .payoffs()
        .is_some_and(|payoffs| payoffs.of(Player::SECOND) > payoffs.of(Player::FIRST));
    Ok(Appendix {
        moves,
        is_won,
        same_when_doubled,
        by: by.to_string(),
    })
}

fn is_win(score: Score) -> bool {
    matches!(score, Score::Exact { points, .. } if points > 0)
}

/// Advice with the names of moves.
struct Asked {
    moves: Vec<(String, Score)>,
    best: Vec<String>,
    facts: plyscope_game::Facts,
}

impl Asked {
    fn score(&self, mv: &str) -> Option<Score> {
        let own = self.moves.iter().find(|(name, _)| name == mv);
        own.map(|(_, score)| *score)
    }

    /// How many moves have a higher score.
    fn better_than(&self, mv: &str) -> usize {
        let rank = |score: Score| score.rank(&self.facts);
        let own = self.score(mv).map(rank);
        let others = self.moves.iter();
        others.filter(|(_, score)| own < Some(rank(*score))).count()
    }
}

fn ask(agent: &mut dyn AnyAgent, position: &Position, limits: &Limits) -> Result<Asked, Error> {
    let (states, at) = (position.states(), position.at());
    let advice = agent.advise(states, at, limits)?;
    let text = |mv: usize| states.move_text(at, mv);
    Ok(Asked {
        moves: advice
            .moves
            .iter()
            .map(|own| (text(own.mv), own.score))
            .collect(),
        best: advice.best.iter().map(|&mv| text(mv)).collect(),
        facts: position.facts(),
    })
}
