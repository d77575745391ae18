//! Games read from PGN, and their positions.

use plyscope_game::Error;
use plyscope_game::any::Position;

use super::ensure_chess;
use super::lexer::{Lexer, Token};
use crate::{NamedGame, Reading, without_mark};

/// One game as PGN has it: not yet held against the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PgnGame {
    /// Which game of its file, from 1.
    pub number: usize,
    /// Names and values, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves of the main line, each with its line in the file.
    pub moves: Vec<(usize, String)>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` where it is open.
    pub result: String,
}

/// Variants that are chess by the usual rules, in small letters.
const USUAL: [&str; 5] = ["standard", "chess", "normal", "from position", "classical"];

impl PgnGame {
    /// The value of a tag, if it is there.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        let found = tags.find(|(own, _)| own.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The game's moves on the board, no more than `plies` of them.
    ///
    /// # Errors
    /// When it is of another variant, begins from a position that is none, or a
    /// move is not legal; says which game, which move and which line.
    pub fn position(&self, game: &NamedGame, plies: Option<usize>) -> Result<Position, Error> {
        ensure_chess(game)?;
        let here = |error: Error| error.in_context(format!("game {}", self.number));
        if let Some(variant) = self.tag("Variant")
            && !USUAL.contains(&variant.to_ascii_lowercase().as_str())
        {
            let what = format!("it is a game of {variant}, not of chess by the usual rules");
            return Err(here(Error::misuse(
                what,
                "leave such games out of the file",
            )));
        }
        let mut position = match self.tag("FEN") {
            Some(fen) => {
                let read = game.position(fen, Reading::State);
                read.map_err(|error| here(error.in_context("its FEN")))?
            }
            None => game.start(),
        };
        let wanted = plies.unwrap_or(usize::MAX);
        for (line, word) in self.moves.iter().take(wanted) {
            let number = move_number(&position);
            position
                .play(word)
                .map_err(|error| here(error.in_context(format!("move {number} on line {line}"))))?;
        }
        Ok(position)
    }
}

/// `12.` or `12...`, as PGN counts.
pub(super) fn move_number(position: &Position) -> String {
    let text = position.text();
    let fields: Vec<&str> = text.split_whitespace().collect();
    let number = fields.get(5).copied().unwrap_or("1");
    let dots = if fields.get(1) == Some(&"b") {
        "..."
    } else {
        "."
    };
    format!("{number}{dots}")
}

/// All games of a text.
///
/// # Errors
/// When it is not PGN; says which line.
pub fn read_pgn(text: &str) -> Result<Vec<PgnGame>, Error> {
    let mut lexer = Lexer::new(without_mark(text));
    let mut games: Vec<PgnGame> = Vec::new();
    let mut open: Option<PgnGame> = None;
    while let Some(token) = lexer.next()? {
        // Tags behind moves belong to the next game, though the result is missing.
        let begins_next = matches!(token, Token::Tag(..))
            && open.as_ref().is_some_and(|own| !own.moves.is_empty());
        if begins_next {
            close(&mut games, open.take(), "*");
        }
        let game = open.get_or_insert_with(PgnGame::default);
        match token {
            Token::Tag(name, value) => game.tags.push((name, value)),
            Token::Word(word) => game.moves.push((lexer.line, word)),
            Token::Result(result) => close(&mut games, open.take(), &result),
        }
    }
    close(&mut games, open, "*");
    if games.is_empty() {
        return Err(Error::misread(
            "there is no game in it",
            "a game in PGN has tags like [White \"Morphy\"] and moves like 1. e4 e5",
        ));
    }
    Ok(games)
}

fn close(games: &mut Vec<PgnGame>, open: Option<PgnGame>, result: &str) {
    if let Some(game) = open {
        games.push(PgnGame {
            number: games.len() + 1,
            result: result.to_string(),
            ..game
        });
    }
}
