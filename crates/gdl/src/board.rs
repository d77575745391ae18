//! Boards found in fluents: `(cell 3 4 white)` is a place and what stands on it.

use plyscope_game::{Board, Cell};

use crate::desk::Backing;
use crate::pieces::{Pieces, content_of};

/// A board is worth drawing from this many places on.
const FEWEST_PLACES: usize = 4;
/// A longer edge fits no screen.
const LONGEST_EDGE: usize = 40;

/// Which fluents make up the board.
#[derive(Clone, Debug)]
pub(crate) struct BoardMap {
    relation: String,
    /// How many arguments the relation has.
    arguments: usize,
    /// The argument that is the column; the next one is the row.
    column_at: usize,
    columns: Vec<String>,
    rows: Vec<String>,
    pieces: Pieces,
}

impl BoardMap {
    /// The relation with the most places, if one looks like a board.
    pub(crate) fn find(backing: &Backing, start: &[u64], roles: &[String]) -> Option<Self> {
        let first = backing.fluents(start);
        let all = match backing {
            Backing::Network { network, .. } => network.fluents.clone(),
            Backing::Rules { .. } => first.clone(),
        };
        let (all, first) = (flat_all(&all), flat_all(&first));
        let mut kinds: Vec<(&str, usize)> = all
            .iter()
            .filter(|words| (4..=5).contains(&words.len()))
            .map(|words| (words[0], words.len() - 1))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let boards = kinds.iter().flat_map(|&kind| {
            let (all, first) = (&all, &first);
            (0..kind.1 - 1).filter_map(move |at| Self::of(all, first, kind, at, roles))
        });
        // Of equals the first: coordinates come before contents.
        boards.reduce(|best, next| {
            if next.columns.len() * next.rows.len() > best.columns.len() * best.rows.len() {
                next
            } else {
                best
            }
        })
    }

    fn of(
        all: &[Vec<&str>],
        first: &[Vec<&str>],
        (relation, arguments): (&str, usize),
        column_at: usize,
        roles: &[String],
    ) -> Option<Self> {
        let is_own = |words: &&Vec<&str>| words.len() == arguments + 1 && words[0] == relation;
        let own: Vec<&Vec<&str>> = all.iter().filter(is_own).collect();
        let columns = labels(own.iter().map(|words| words[1 + column_at]))?;
        let rows = labels(own.iter().map(|words| words[2 + column_at]))?;
        let mut places: Vec<(&str, &str)> = own
            .iter()
            .map(|words| (words[1 + column_at], words[2 + column_at]))
            .collect();
        places.sort_unstable();
        places.dedup();
        // Half of a grid must be there, or it is some other relation.
        let size = columns.len() * rows.len();
        if size < FEWEST_PLACES || 2 * places.len() < size {
            return None;
        }
        let contents = own.iter().map(|words| content_of(words, column_at));
        let held = first.iter().filter(is_own);
        let held: Vec<String> = held.map(|words| content_of(words, column_at)).collect();
        Some(Self {
            relation: relation.to_owned(),
            arguments,
            column_at,
            columns,
            // Counted from below, as on a board that one sits at.
            rows: rows.into_iter().rev().collect(),
            pieces: Pieces::new(contents.collect(), &held, places.len(), roles),
        })
    }

    /// The board of a state; where several pieces are on a cell, the last is drawn.
    pub(crate) fn draw(&self, fluents: &[String]) -> Board {
        let mut pieces = vec!['.'; self.columns.len() * self.rows.len()];
        for text in fluents {
            let Some((cell, content)) = self.place(text) else {
                continue;
            };
            let letter = self.pieces.letter(&content);
            if letter != '.' {
                pieces[cell.row * self.columns.len() + cell.column] = letter;
            }
        }
        Board {
            columns: self.columns.clone(),
            rows: self.rows.clone(),
            pieces,
            look: self.pieces.look(),
            ..Board::default()
        }
    }

    /// The cell of a fluent that is drawn on the board, and what it puts there.
    pub(crate) fn place(&self, fluent: &str) -> Option<(Cell, String)> {
        let words = flat(fluent);
        if words.len() != self.arguments + 1 || words[0] != self.relation {
            return None;
        }
        let cell = self.cell_at(words[1 + self.column_at], words[2 + self.column_at])?;
        Some((cell, content_of(&words, self.column_at)))
    }

    /// What the pieces are, and whose.
    pub(crate) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    fn cell_at(&self, column: &str, row: &str) -> Option<Cell> {
        Some(Cell {
            column: self.columns.iter().position(|label| label == column)?,
            row: self.rows.iter().position(|label| label == row)?,
        })
    }

    /// The cell that a move names last.
    pub(crate) fn cell(&self, mv: &str) -> Option<Cell> {
        let words = flat(mv);
        let pairs = words.get(1..)?.windows(2);
        pairs.rev().find_map(|pair| self.cell_at(pair[0], pair[1]))
    }
}

/// The words of a term without brackets inside; no words of others.
pub(crate) fn flat(term: &str) -> Vec<&str> {
    let inside = term
        .strip_prefix('(')
        .and_then(|term| term.strip_suffix(')'));
    match inside {
        Some(inside) if !inside.contains('(') => inside.split_whitespace().collect(),
        _ => Vec::new(),
    }
}

fn flat_all(terms: &[String]) -> Vec<Vec<&str>> {
    terms.iter().map(|term| flat(term)).collect()
}

/// The labels of an edge in order, if they have one: numbers, letters, or a letter with a number.
fn labels<'a>(all: impl Iterator<Item = &'a str>) -> Option<Vec<String>> {
    let mut keyed = Vec::new();
    for label in all {
        let digits = label.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let letters = &label[..label.len() - digits.len()];
        let number = match (letters.len(), digits.is_empty()) {
            (1, true) => 0,
            _ => digits.parse::<u32>().ok()?,
        };
        keyed.push((letters, number, label));
    }
    keyed.sort_unstable();
    keyed.dedup();
    let is_edge = (2..=LONGEST_EDGE).contains(&keyed.len());
    is_edge.then(|| {
        keyed
            .iter()
            .map(|(_, _, label)| (*label).to_owned())
            .collect()
    })
}
