//! Boards found in fluents: `(cell 3 4 white)` is a place and what stands on it.

use plyscope_game::{Board, Cell};

use crate::network::Network;
use crate::propagate::{Bits, has};

/// A board is worth drawing from this many places on.
const FEWEST_PLACES: usize = 4;

/// Which fluents make up the board.
#[derive(Clone, Debug)]
pub(crate) struct BoardMap {
    columns: Vec<String>,
    rows: Vec<String>,
    /// Fluent, cell and piece.
    places: Vec<(usize, Cell, char)>,
    is_place: Vec<bool>,
}

impl BoardMap {
    /// The relation of three arguments with the most places, if it looks like a board.
    pub(crate) fn find(network: &Network) -> Option<Self> {
        let words: Vec<Vec<&str>> = network.fluents.iter().map(|fluent| flat(fluent)).collect();
        let mut names: Vec<&str> = words
            .iter()
            .filter(|words| words.len() == 4)
            .map(|words| words[0])
            .collect();
        names.sort_unstable();
        names.dedup();
        let boards = names
            .into_iter()
            .filter_map(|name| Self::of(network, &words, name));
        boards.max_by_key(|board| (board.columns.len() * board.rows.len(), board.places.len()))
    }

    fn of(network: &Network, words: &[Vec<&str>], name: &str) -> Option<Self> {
        let own: Vec<usize> = (0..words.len())
            .filter(|&fluent| words[fluent].len() == 4 && words[fluent][0] == name)
            .collect();
        let labels = |argument: usize| {
            let mut labels: Vec<&str> = own.iter().map(|&fluent| words[fluent][argument]).collect();
            labels.sort_by_key(|label| (label.parse::<u32>().unwrap_or(u32::MAX), *label));
            labels.dedup();
            labels
        };
        let (columns, rows) = (labels(1), labels(2));
        let size = columns.len() * rows.len();
        let mut places: Vec<(&str, &str)> = own
            .iter()
            .map(|&fluent| (words[fluent][1], words[fluent][2]))
            .collect();
        places.sort_unstable();
        places.dedup();
        // Half of a grid must be there, or it is some other relation of three arguments.
        let is_board = columns.len() > 1
            && rows.len() > 1
            && size >= FEWEST_PLACES
            && 2 * places.len() >= size;
        if !is_board || columns.len() > 40 || rows.len() > 40 {
            return None;
        }
        let blank = blank(network, words, &own, places.len());
        let mut letters: Vec<(&str, char)> = blank.into_iter().map(|blank| (blank, '.')).collect();
        let mut is_place = vec![false; words.len()];
        let mut of_board = Vec::new();
        for &fluent in &own {
            let column = columns
                .iter()
                .position(|label| *label == words[fluent][1])?;
            let row = rows.iter().position(|label| *label == words[fluent][2])?;
            let letter = letter(words[fluent][3], &mut letters);
            is_place[fluent] = true;
            let row = rows.len() - 1 - row;
            of_board.push((fluent, Cell { column, row }, letter));
        }
        Some(Self {
            columns: columns.into_iter().map(str::to_owned).collect(),
            rows: rows.into_iter().rev().map(str::to_owned).collect(),
            places: of_board,
            is_place,
        })
    }

    /// The board of a state; where several pieces are on a cell, the last is drawn.
    pub(crate) fn draw(&self, state: &Bits) -> Board {
        let mut pieces = vec!['.'; self.columns.len() * self.rows.len()];
        for &(fluent, cell, piece) in &self.places {
            if has(state, fluent) {
                pieces[cell.row * self.columns.len() + cell.column] = piece;
            }
        }
        Board {
            columns: self.columns.clone(),
            rows: self.rows.clone(),
            pieces,
            ..Board::default()
        }
    }

    /// Whether a fluent is drawn on the board.
    pub(crate) fn has(&self, fluent: usize) -> bool {
        self.is_place[fluent]
    }

    /// The cell that a move names last.
    pub(crate) fn cell(&self, mv: &str) -> Option<Cell> {
        let words = flat(mv);
        let [.., column, row] = words[..] else {
            return None;
        };
        if words.len() < 3 {
            return None;
        }
        Some(Cell {
            column: self.columns.iter().position(|label| label == column)?,
            row: self.rows.iter().position(|label| label == row)?,
        })
    }
}

/// The words of a term without brackets inside; no words of others.
fn flat(term: &str) -> Vec<&str> {
    let inside = term
        .strip_prefix('(')
        .and_then(|term| term.strip_suffix(')'));
    match inside {
        Some(inside) if !inside.contains('(') => inside.split_whitespace().collect(),
        _ => Vec::new(),
    }
}

/// The content of more than a third of the first state's cells is what is on an empty one.
fn blank<'a>(
    network: &Network,
    words: &[Vec<&'a str>],
    own: &[usize],
    places: usize,
) -> Option<&'a str> {
    let held: Vec<&str> = own
        .iter()
        .filter(|&&fluent| network.init[fluent])
        .map(|&fluent| words[fluent][3])
        .collect();
    let count = |content: &str| held.iter().filter(|other| **other == content).count();
    let named = ["b", "blank", "empty", "e", "none"];
    let known = held.iter().copied().find(|content| {
        named.contains(&content.to_lowercase().as_str()) && count(content) * 5 > places
    });
    known.or_else(|| {
        held.iter()
            .copied()
            .find(|content| count(content) * 3 > places * 2)
    })
}

/// A letter for a content, one of its own where possible.
fn letter<'a>(content: &'a str, letters: &mut Vec<(&'a str, char)>) -> char {
    if let Some(&(_, letter)) = letters.iter().find(|(known, _)| *known == content) {
        return letter;
    }
    let free = |letter: &char| {
        letter.is_ascii_alphanumeric() && letters.iter().all(|(_, taken)| taken != letter)
    };
    let upper = content.to_uppercase();
    let own = content.chars().chain(upper.chars());
    let found = own
        .chain('a'..='z')
        .chain('A'..='Z')
        .find(free)
        .unwrap_or('?');
    letters.push((content, found));
    found
}
