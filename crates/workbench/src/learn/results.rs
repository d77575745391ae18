//! Positions whose results are known: games of a contest's record, or lines of positions with results.
//!
//! A line is a position and what came of it for the first player: `FEN c9 "1-0";`,
//! `FEN [0.5]`, `FEN result 1/2-1/2`, or for any game `POSITION ; 1-0`.

use std::path::Path;

use plyscope_arena::records::{Line, is_record, read_games};
use plyscope_game::any::AnyStates;
use plyscope_game::{Error, Facts, Player};
use plyscope_truth::Filter;

use super::{Valued, Worth};
use crate::{NamedGame, Reading, without_mark};

/// The positions of a file that pass the filter, each with its result to the mover as points.
pub(super) fn read(game: &NamedGame, path: &Path, filter: &Filter) -> Result<Valued, Error> {
    if !game.facts().is_rivalry() {
        let what = "results are won or lost, which needs two players who share a fixed sum";
        return Err(Error::misuse(
            what,
            "learn from values, by --by or --benchmark",
        ));
    }
    let unreadable = |error: std::io::Error| {
        let what = format!("the results in {} cannot be read: {error}", path.display());
        Error::misuse(
            what,
            "give the record of a match, or a file of positions with results",
        )
    };
    // The first line tells which of both it is, and a record may be long.
    let first = {
        use std::io::BufRead as _;
        let file = std::fs::File::open(path).map_err(unreadable)?;
        let mut line = String::new();
        let read = std::io::BufReader::new(file).read_line(&mut line);
        read.map_err(unreadable)?;
        line
    };
    let mut all = Read {
        game,
        facts: game.facts(),
        filter,
        states: game.rules().states(),
        worths: Vec::new(),
        groups: Vec::new(),
    };
    let what = if is_record(without_mark(&first)) {
        for (number, line) in read_games(path)?.iter().enumerate() {
            all.game(number as u32, line)
                .map_err(|error| error.in_context(format!("game {}", line.id)))?;
        }
        "games of"
    } else {
        let text = std::fs::read_to_string(path).map_err(unreadable)?;
        for (number, line) in without_mark(&text).lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                all.line(number as u32, line)
                    .map_err(|error| error.in_context(format!("line {}", number + 1)))?;
            }
        }
        "positions of"
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(Valued {
        states: all.states,
        worths: all.worths,
        selector: format!("{what} {name}"),
        labeller: "results".to_string(),
        journal: None,
        groups: Some(all.groups),
    })
}

struct Read<'a> {
    game: &'a NamedGame,
    facts: Facts,
    filter: &'a Filter,
    states: Box<dyn AnyStates>,
    worths: Vec<Worth>,
    groups: Vec<u32>,
}

impl Read<'_> {
    /// All states of a game behind its opening; a game that ended by a fault tells nothing.
    fn game(&mut self, group: u32, line: &Line) -> Result<(), Error> {
        if line.fault.is_some() {
            return Ok(());
        }
        let result = match line.winner.as_deref() {
            Some("first") => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        let mut states = self.game.rules().states();
        match &line.from {
            Some(from) => states.push_text(from)?,
            None => states.push_start(),
        }
        for (ply, mv) in line.moves.iter().enumerate() {
            if ply >= line.opening {
                self.add(&*states, 0, ply as u32, result, group);
            }
            let mv = states.read_move(0, mv)?;
            states.play(0, mv);
        }
        Ok(())
    }

    fn line(&mut self, group: u32, line: &str) -> Result<(), Error> {
        let (text, result) = parted(line).ok_or_else(|| {
            Error::misuse(
                "there is no result",
                "write it behind the position: c9 \"1-0\", [0.5], or ; 1/2-1/2",
            )
        })?;
        let position = self.game.position(text, Reading::Either)?;
        let (states, at) = (position.states(), position.at());
        let ply = states.ply_range(at).map_or(0, |own| own.0);
        self.add(states, at, ply, result, group);
        Ok(())
    }

    /// Adds a state that passes the filter; `result` is the first player's.
    fn add(&mut self, states: &dyn AnyStates, at: usize, ply: u32, result: f64, group: u32) {
        if !self.filter.passes(states, at, ply) {
            return;
        }
        let own = match states.mover(at) {
            Player::FIRST => result,
            _ => 1.0 - result,
        };
        let (low, high) = self.facts.points;
        let value = f64::from(low) + own * f64::from(high - low);
        self.states.push_from(states, at);
        self.worths.push(Worth::State(Some(value)));
        self.groups.push(group);
    }
}

/// The position and the first player's result of a line.
fn parted(line: &str) -> Option<(&str, f64)> {
    let ends = [" c9 ", " result ", "[", ";", "|", ","];
    let mut cut: Option<usize> = None;
    for end in ends {
        if let Some(at) = line.find(end) {
            cut = Some(cut.map_or(at, |own| own.min(at)));
        }
    }
    let (position, rest) = line.split_at(cut?);
    Some((position.trim(), result_in(rest)?))
}

/// The first thing in a text that is a result.
fn result_in(text: &str) -> Option<f64> {
    let is_between = |sign: char| sign.is_whitespace() || "[];|,\"'()".contains(sign);
    text.split(is_between).find_map(|word| match word {
        "1-0" => Some(1.0),
        "0-1" => Some(0.0),
        "1/2-1/2" | "1/2" | "½-½" => Some(0.5),
        _ => {
            let number: f64 = word.parse().ok()?;
            (0.0..=1.0).contains(&number).then_some(number)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_the_forms_that_tuners_write() {
        let fen = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1";
        for (tail, result) in [
            (" c9 \"1-0\";", 1.0),
            (" c9 \"1/2-1/2\";", 0.5),
            (" [0.0]", 0.0),
            (" [0.5] 31", 0.5),
            (" result 0-1", 0.0),
            ("; 1-0", 1.0),
            (" | 31 | 0.5", 0.5),
        ] {
            let line = format!("{fen}{tail}");
            let found = parted(&line);
            // A score in centipawns is no result.
            let expected = Some((fen, result));
            assert_eq!(found, expected, "{line}");
        }
        assert_eq!(parted(fen), None);
        assert_eq!(parted("8/8/4k3/8/8/3QK3/8/8 w - - ; 17"), None);
    }
}
