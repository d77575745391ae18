//! A board as a picture: pieces, labels, the true value of each move, and which was chosen and which is right.
//!
//! The right move has a ring, the heuristic's choice a dashed square, so that
//! they can be told apart without colours. Classes are those of the charts.

use std::fmt::Write;

use plyscope_game::{Board, Cell, CellShape, Look};
use plyscope_plot::short;

use self::frame::Frame;
use super::escape::text;
use crate::judgement::WorstMove;

mod figures;
mod frame;
mod pieces;

/// Light colours for programs that read no style sheets.
const INK: &str = "#1f2328";
const SOFT: &str = "#656d76";
const RIGHT: &str = "#008e5c";
const CHOSEN: &str = "#d65a00";

/// Discs and figures are as dark and as light on any paper.
const DARK_DISC: &str = "#17191d";
const LIGHT_DISC: &str = "#fbfbf8";

const FONTS: &str = "system-ui, -apple-system, &#39;Segoe UI&#39;, Roboto, &#39;Helvetica Neue&#39;, \
                     &#39;Noto Sans&#39;, &#39;Liberation Sans&#39;, Arial, sans-serif";

/// A cell and the piece on it.
type Placed = ((usize, usize), char);

/// What is said of a cell: the best of the moves drawn there.
#[derive(Clone)]
struct Marked {
    cell: (usize, usize),
    truth: f64,
    /// The moves, each with what the heuristic says of it.
    names: Vec<(String, String)>,
    best: bool,
    chosen: bool,
}

/// The board with marks for moves; `label` describes it to readers who do not see it.
pub(super) fn svg(board: &Board, moves: &[WorstMove], label: &str) -> String {
    let frame = Frame::of(board);
    let (width, height) = frame.size();
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plyscope-board\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" font-family=\"{FONTS}\" \
         style=\"max-width:{width}px\">",
        text(label)
    );
    match board.look {
        Look::Discs => frame.cloth(&mut out),
        Look::Figures => frame.chequers(&mut out),
        _ => {}
    }
    frame.grid(&mut out);
    frame.labels(&mut out);
    let marked = marked(moves, board.columns.len(), board.rows.len());
    let is_marked = |cell: &(usize, usize)| marked.iter().any(|own| own.cell == *cell);
    let pieces = |under: bool| -> Vec<Placed> {
        let cells = frame.cells().filter(|cell| is_marked(cell) == under);
        cells.map(|cell| (cell, piece(board, cell))).collect()
    };
    for under in [false, true] {
        match board.look {
            Look::Discs => frame.discs(&mut out, &pieces(under)),
            Look::Figures if under => {}
            Look::Figures => frame.figures(&mut out, &pieces(false)),
            _ => frame.marks(&mut out, &pieces(under), under),
        }
    }
    for own in &marked {
        frame.mark(&mut out, own);
    }
    if board.look == Look::Figures {
        frame.taken(&mut out, &pieces(true));
    }
    out + "</svg>"
}

/// The piece on a cell; none where a board has fewer pieces than cells.
fn piece(board: &Board, (column, row): (usize, usize)) -> char {
    if board.pieces.len() == board.columns.len() * board.rows.len() {
        board.piece(Cell { column, row })
    } else {
        '.'
    }
}

/// One mark per cell that moves lead to.
fn marked(moves: &[WorstMove], columns: usize, rows: usize) -> Vec<Marked> {
    let mut all: Vec<Marked> = Vec::new();
    for own in moves {
        let inside = |cell: &(usize, usize)| cell.0 < columns && cell.1 < rows;
        let Some(cell) = own.cell.filter(inside) else {
            continue;
        };
        match all.iter_mut().find(|known| known.cell == cell) {
            Some(known) => {
                known.truth = known.truth.max(own.truth);
                known.names.push((own.mv.clone(), guess(own)));
                known.best |= own.best;
                known.chosen |= own.chosen;
            }
            None => all.push(Marked {
                cell,
                truth: own.truth,
                names: vec![(own.mv.clone(), guess(own))],
                best: own.best,
                chosen: own.chosen,
            }),
        }
    }
    all
}

impl Frame<'_> {
    fn mark(&self, out: &mut String, own: &Marked) {
        let place = self.centre(own.cell);
        out.push_str("<g>");
        let _ = write!(out, "<title>{}</title>", text(&title(own)));
        shapes(out, place, self.shape(), own.best, own.chosen);
        let weight = if own.best || own.chosen { 600 } else { 400 };
        let worth = worth(own.truth);
        // Longer values must fit into the ring.
        let size = if worth.chars().count() > 2 { 9.5 } else { 11.0 };
        let _ = write!(
            out,
            "<text class=\"pp-ink\" fill=\"{INK}\" x=\"{}\" y=\"{}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"middle\">{}</text></g>",
            place.0,
            place.1 + 4.0,
            text(&worth)
        );
    }
}

/// What the pointer over a marked cell shows.
fn title(own: &Marked) -> String {
    let names: Vec<&str> = own.names.iter().map(|own| own.0.as_str()).collect();
    let mut title = format!("{}: worth {}", names.join(", "), worth(own.truth));
    let says: Vec<&str> = own.names.iter().map(|own| own.1.as_str()).collect();
    let _ = write!(title, "\nthe heuristic says {}", says.join(", "));
    if own.best {
        title.push_str("\nright");
    }
    if own.chosen {
        title.push_str("\nthe heuristic’s choice");
    }
    title
}

/// What the heuristic says; what is not finite is known to be nothing else.
fn guess(own: &WorstMove) -> String {
    let value = own.guess.map_or_else(|| "∞ or −∞".to_owned(), short);
    match own {
        own if own.proved => format!("{value} (proved)"),
        own if own.decided => format!("{value} so far (who wins is proved)"),
        _ => value,
    }
}

/// A value with its sign, as `+1`, `0` or `−1`.
fn worth(truth: f64) -> String {
    let plain = short(truth);
    if truth > 0.0 {
        format!("+{plain}")
    } else {
        plain
    }
}

/// A ring for a right move, a dashed outline of the cell for the chosen one.
fn shapes(out: &mut String, (x, y): (f64, f64), shape: CellShape, best: bool, chosen: bool) {
    if chosen {
        let style = format!(
            "class=\"pp-c2\" color=\"{CHOSEN}\" stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\"4 2.5\" fill=\"currentColor\" fill-opacity=\"0.12\""
        );
        let _ = match shape {
            CellShape::Hexagons => write!(
                out,
                "<path {style} d=\"M{x},{}l13,7.75v15l-13,7.75l-13,-7.75v-15z\"/>",
                y - 15.25
            ),
            _ => write!(
                out,
                "<rect {style} x=\"{}\" y=\"{}\" width=\"26\" height=\"26\" rx=\"2\"/>",
                x - 13.0,
                y - 13.0
            ),
        };
    }
    if best {
        let _ = write!(
            out,
            "<circle class=\"pp-c3\" color=\"{RIGHT}\" stroke=\"currentColor\" stroke-width=\"2\" fill=\"currentColor\" fill-opacity=\"0.12\" cx=\"{x}\" cy=\"{y}\" r=\"11.5\"/>"
        );
    }
}

/// A mark in a line of text.
pub(super) fn sample(best: bool, chosen: bool) -> String {
    let mut out = "<svg class=\"sample\" viewBox=\"0 0 30 30\" width=\"20\" height=\"20\" aria-hidden=\"true\">".to_owned();
    shapes(&mut out, (15.0, 15.0), CellShape::Squares, best, chosen);
    out + "</svg>"
}
