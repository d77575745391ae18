//! Pieces in each look of a board.

use std::fmt::Write;

use plyscope_game::Player;

use super::figures::{self, Figure};
use super::frame::Frame;
use super::{DARK_DISC, INK, LIGHT_DISC, Placed, SOFT};
use crate::report::escape::text;

/// How large the piece is that a move takes, beside the move's value.
const TAKEN: f64 = 0.45;

impl Frame<'_> {
    /// Dark discs of the first player, light ones of the second.
    pub(super) fn discs(&self, out: &mut String, cells: &[Placed]) {
        for (piece, fill) in [('x', DARK_DISC), ('o', LIGHT_DISC)] {
            let mut path = String::new();
            for (cell, _) in cells.iter().filter(|own| own.1 == piece) {
                let (x, y) = self.centre(*cell);
                let _ = write!(path, "M{},{y}a11,11 0 1 0 22,0a11,11 0 1 0 -22,0", x - 11.0);
            }
            if !path.is_empty() {
                let _ = write!(
                    out,
                    "<path class=\"pp-rule\" fill=\"{fill}\" stroke=\"{SOFT}\" stroke-width=\"1\" d=\"{path}\"/>"
                );
            }
        }
    }

    /// Crosses, noughts, or the game's own letters; faint below values.
    pub(super) fn marks(&self, out: &mut String, cells: &[Placed], under: bool) {
        let faint = if under { "0.3" } else { "0.85" };
        let (mut crosses, mut noughts) = (String::new(), String::new());
        for &(cell, piece) in cells {
            let (x, y) = self.centre(cell);
            let _ = match piece {
                '.' | ' ' => Ok(()),
                'x' => write!(crosses, "M{},{}l14,14m0,-14l-14,14", x - 7.0, y - 7.0),
                'o' => write!(noughts, "M{},{y}a9,9 0 1 0 18,0a9,9 0 1 0 -18,0", x - 9.0),
                other => {
                    letter(out, (x, y), other, faint);
                    Ok(())
                }
            };
        }
        if !crosses.is_empty() {
            let _ = write!(
                out,
                "<path class=\"pp-axis\" stroke=\"{INK}\" stroke-opacity=\"{faint}\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"{crosses}\"/>"
            );
        }
        if !noughts.is_empty() {
            let _ = write!(
                out,
                "<path class=\"pp-ink\" fill=\"{INK}\" fill-opacity=\"{faint}\" d=\"{noughts}\"/>"
            );
        }
    }

    /// Chess figures and letters on discs.
    pub(super) fn figures(&self, out: &mut String, cells: &[Placed]) {
        for &(cell, piece) in cells {
            let (x, y) = self.centre(cell);
            match self.board.owner(piece) {
                Some(owner) => figure(out, &format!("translate({x} {y})"), piece, owner),
                None if matches!(piece, '.' | ' ') => {}
                None => letter(out, (x, y), piece, "0.85"),
            }
        }
    }

    /// The pieces on cells that moves lead to, small in a corner, so that they
    /// and the values can both be read.
    pub(super) fn taken(&self, out: &mut String, cells: &[Placed]) {
        for &(cell, piece) in cells {
            let (x, y) = self.centre(cell);
            let (x, y) = (x + 9.5, y - 9.5);
            if let Some(owner) = self.board.owner(piece) {
                let place = format!("translate({x} {y}) scale({TAKEN})");
                figure(out, &place, piece, owner);
            }
        }
    }
}

/// A letter in ink.
fn letter(out: &mut String, (x, y): (f64, f64), letter: char, faint: &str) {
    let _ = write!(
        out,
        "<text class=\"pp-ink\" fill=\"{INK}\" fill-opacity=\"{faint}\" x=\"{x}\" y=\"{}\" font-size=\"16\" text-anchor=\"middle\">{}</text>",
        y + 5.5,
        text(&letter.to_string())
    );
}

/// A chess figure or a letter on a disc, light of the first player and dark of
/// the second; its outline is the other way round and stands out on any ground.
fn figure(out: &mut String, place: &str, piece: char, owner: Player) {
    let (fill, line) = match owner {
        Player::FIRST => (LIGHT_DISC, DARK_DISC),
        _ => (DARK_DISC, LIGHT_DISC),
    };
    let _ = write!(
        out,
        "<g transform=\"{place}\" pointer-events=\"none\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"1.1\" stroke-linejoin=\"round\">"
    );
    match figures::of(piece) {
        Some(Figure { outline, details }) => {
            let _ = write!(
                out,
                "<path d=\"{outline}\"/><path fill=\"none\" stroke-linecap=\"round\" d=\"{details}\"/>"
            );
        }
        None => {
            let _ = write!(
                out,
                "<circle r=\"11\"/><text fill=\"{line}\" stroke=\"none\" y=\"5\" font-size=\"14\" font-weight=\"600\" text-anchor=\"middle\">{}</text>",
                text(&piece.to_uppercase().to_string())
            );
        }
    }
    out.push_str("</g>");
}
