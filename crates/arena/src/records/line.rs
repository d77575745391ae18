//! A game as one line of text.

use std::time::Duration;

use plyscope_game::any::AnyGame;
use plyscope_game::{Player, Points, Score, Value};
use serde::{Deserialize, Serialize};

use crate::{Effort, End, Fixture, GameRecord, GameSummary, Opening};

/// A game of a contest as its file holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The number of the game.
    pub id: u64,
    /// The round, which decides the opening.
    pub round: u64,
    /// The contestant that moved first.
    pub first: String,
    /// The contestant that moved second.
    pub second: String,
    /// The state the moves begin from; the start of the game if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// How many of the moves belong to the opening.
    pub opening: usize,
    /// All moves.
    pub moves: Vec<String>,
    /// For each move of an agent, what it thought the move was worth, if it said.
    pub values: Vec<Option<Value>>,
    /// Whether that was proved.
    pub exact: Vec<bool>,
    /// Why the game ended.
    pub end: String,
    /// `first` or `second`; none in a draw.
    pub winner: Option<String>,
    /// The points of both players, where they are known.
    pub points: Option<[Points; 2]>,
    /// The player at fault and the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<WrongPlayer>,
    /// For each move of an agent, how long it took, in microseconds.
    pub times: Vec<u64>,
}

/// A player at fault, and the fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrongPlayer {
    /// `first` or `second`.
    pub by: String,
    /// What it did.
    pub what: String,
}

impl Line {
    /// Writes a game down.
    pub fn new(
        names: [&str; 2],
        fixture: &Fixture,
        opening: &Opening,
        record: &GameRecord,
    ) -> Self {
        let mut board = opening.origin();
        let from = opening.from();
        let made = record.moves.iter().map(|played| played.mv);
        let moves = opening.moves().iter().copied().chain(made);
        let write = |mv| {
            let text = board.move_text(0, mv);
            board.play(0, mv);
            text
        };
        let moves = moves.map(write).collect();
        let scores = || record.moves.iter().map(|played| played.score);
        // Adding 0 turns −0 into 0; files hold numbers only.
        let value = |score: Score| score.value().filter(|value| value.is_finite());
        Self {
            id: fixture.id,
            round: fixture.round,
            first: names[0].to_string(),
            second: names[1].to_string(),
            from,
            opening: opening.moves().len(),
            moves,
            values: scores()
                .map(|score| value(score).map(|own| own + 0.0))
                .collect(),
            exact: scores().map(Score::is_exact).collect(),
            end: record.end.kind().to_string(),
            winner: record.winner.map(|winner| player_name(winner).to_string()),
            points: record.points,
            fault: match &record.end {
                End::Fault(player, fault) => Some(WrongPlayer {
                    by: player_name(*player).to_string(),
                    what: fault.what(),
                }),
                _ => None,
            },
            times: record
                .moves
                .iter()
                .map(|played| played.time.as_micros() as u64)
                .collect(),
        }
    }

    /// The line as a JSON object.
    pub fn object(&self) -> String {
        serde_json::to_string(self).expect("a line is plain data")
    }

    /// What tables need to know, if the game is one of `game`'s and obeys its rules.
    pub(super) fn summary(&self, game: &dyn AnyGame) -> Option<GameSummary> {
        let player = |name: &str| {
            [Player::FIRST, Player::SECOND]
                .into_iter()
                .find(|&player| player_name(player) == name)
        };
        let at_fault = match &self.fault {
            Some(fault) => Some(player(&fault.by)?),
            None => None,
        };
        let winner = match &self.winner {
            Some(winner) => Some(player(winner)?),
            None => None,
        };
        Some(GameSummary {
            id: self.id,
            winner,
            points: self.points,
            at_fault,
            is_adjudicated: at_fault.is_none() && self.end != End::Over.kind(),
            effort: self.effort(game)?,
        })
    }

    /// Plays the game again, to know whose move each time belongs to.
    fn effort(&self, game: &dyn AnyGame) -> Option<[Effort; 2]> {
        let mut board = game.states();
        match &self.from {
            Some(text) => board.push_text(text).ok()?,
            None => board.push_start(),
        }
        let mut efforts = [Effort::default(); 2];
        for (place, text) in self.moves.iter().enumerate() {
            if board.payoffs(0).is_some() {
                return None;
            }
            let mv = board.read_move(0, text).ok()?;
            if let Some(after) = place.checked_sub(self.opening) {
                let time = Duration::from_micros(*self.times.get(after)?);
                efforts[board.mover(0).index()].add(time);
            }
            board.play(0, mv);
        }
        Some(efforts)
    }
}

fn player_name(player: Player) -> &'static str {
    if player == Player::FIRST {
        "first"
    } else {
        "second"
    }
}
