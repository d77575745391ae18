//! A board as a picture: pieces, labels, the true value of each move, and which was chosen and which is right.
//!
//! The right move has a ring, the heuristic's choice a dashed square, so that
//! nobody needs colours to tell them apart. Classes are those of the charts.

use std::fmt::Write;

use plyscope_game::{Board, Cell};
use plyscope_plot::short;

use super::escape::text;
use crate::judgement::{Worst, WorstMove};

/// Size of a cell, and room for labels.
const CELL: f64 = 30.0;
const LABELS: f64 = 18.0;

/// Light colours for programs that read no style sheets.
const INK: &str = "#1f2328";
const SOFT: &str = "#656d76";
const RIGHT: &str = "#008e5c";
const CHOSEN: &str = "#d65a00";

/// Discs are as dark and as light on any paper.
const DARK_DISC: &str = "#17191d";
const LIGHT_DISC: &str = "#fbfbf8";

const FONTS: &str = "system-ui, -apple-system, &#39;Segoe UI&#39;, Roboto, &#39;Helvetica Neue&#39;, \
                     &#39;Noto Sans&#39;, &#39;Liberation Sans&#39;, Arial, sans-serif";

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

/// The state with its moves; `label` tells it to those who do not see it.
pub(super) fn svg(state: &Worst, label: &str) -> String {
    let board = &state.board;
    let (columns, rows) = (board.columns.len(), board.rows.len());
    let named = |labels: &[String]| labels.iter().any(|label| !label.is_empty());
    let left = if named(&board.rows) { LABELS } else { 4.0 };
    let below = if named(&board.columns) { LABELS } else { 4.0 };
    let width = left + columns as f64 * CELL + 4.0;
    let height = 4.0 + rows as f64 * CELL + below;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plyscope-board\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" font-family=\"{FONTS}\" \
         style=\"max-width:{width}px\">",
        text(label)
    );
    let frame = Frame { left, top: 4.0 };
    if board.discs {
        frame.cloth(&mut out, columns, rows);
    }
    frame.grid(&mut out, columns, rows);
    frame.labels(&mut out, board);
    let marked = marked(&state.moves, columns, rows);
    for under in [false, true] {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        let here = |cell: &(usize, usize)| marked.iter().any(|own| own.cell == *cell) == under;
        let cells: Vec<((usize, usize), char)> = cells
            .filter(here)
            .map(|cell| (cell, piece(board, cell.0, cell.1)))
            .collect();
        if board.discs {
            frame.discs(&mut out, &cells);
        } else {
            frame.pieces(&mut out, &cells, under);
        }
    }
    for own in &marked {
        frame.mark(&mut out, own);
    }
    out + "</svg>"
}

/// The piece on a cell; none where a board has fewer pieces than cells.
fn piece(board: &Board, column: usize, row: usize) -> char {
    if board.pieces.len() == board.columns.len() * board.rows.len() {
        board.piece(Cell { column, row })
    } else {
        '.'
    }
}

/// One mark a cell that moves lead to.
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

/// Where the cells are.
struct Frame {
    left: f64,
    top: f64,
}

impl Frame {
    fn centre(&self, (column, row): (usize, usize)) -> (f64, f64) {
        (
            self.left + (column as f64 + 0.5) * CELL,
            self.top + (row as f64 + 0.5) * CELL,
        )
    }

    fn grid(&self, out: &mut String, columns: usize, rows: usize) {
        let (width, height) = (columns as f64 * CELL, rows as f64 * CELL);
        let mut path = String::new();
        for row in 0..=rows {
            let _ = write!(
                path,
                "M{},{}h{width}",
                self.left,
                self.top + row as f64 * CELL
            );
        }
        for column in 0..=columns {
            let x = self.left + column as f64 * CELL;
            let _ = write!(path, "M{x},{}v{height}", self.top);
        }
        let _ = write!(
            out,
            "<path class=\"pp-grid\" stroke=\"{INK}\" stroke-opacity=\"0.22\" fill=\"none\" d=\"{path}\"/>"
        );
    }

    fn labels(&self, out: &mut String, board: &Board) {
        let bottom = self.top + board.rows.len() as f64 * CELL + 13.0;
        let mut label = |x: f64, y: f64, words: &str| {
            if !words.is_empty() {
                let _ = write!(
                    out,
                    "<text class=\"pp-soft\" fill=\"{SOFT}\" x=\"{x}\" y=\"{y}\" font-size=\"11\" text-anchor=\"middle\">{}</text>",
                    text(words)
                );
            }
        };
        for (column, words) in board.columns.iter().enumerate() {
            label(self.centre((column, 0)).0, bottom, words);
        }
        for (row, words) in board.rows.iter().enumerate() {
            label(self.left - 9.0, self.centre((0, row)).1 + 4.0, words);
        }
    }

    /// A green ground on which dark and light discs stand out, whatever the paper.
    fn cloth(&self, out: &mut String, columns: usize, rows: usize) {
        let _ = write!(
            out,
            "<rect class=\"pp-c3\" color=\"{RIGHT}\" fill=\"currentColor\" fill-opacity=\"0.22\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            self.left,
            self.top,
            columns as f64 * CELL,
            rows as f64 * CELL
        );
    }

    /// Dark discs of the first player, light ones of the second.
    fn discs(&self, out: &mut String, cells: &[((usize, usize), char)]) {
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

    /// Crosses, discs, or the game's own letters; faint below marks.
    fn pieces(&self, out: &mut String, cells: &[((usize, usize), char)], under: bool) {
        let faint = if under { "0.3" } else { "0.85" };
        let (mut crosses, mut discs) = (String::new(), String::new());
        for &(cell, piece) in cells {
            let (x, y) = self.centre(cell);
            let _ = match piece {
                '.' | ' ' => Ok(()),
                'x' => write!(crosses, "M{},{}l14,14m0,-14l-14,14", x - 7.0, y - 7.0),
                'o' => write!(discs, "M{},{y}a9,9 0 1 0 18,0a9,9 0 1 0 -18,0", x - 9.0),
                other => write!(
                    out,
                    "<text class=\"pp-ink\" fill=\"{INK}\" fill-opacity=\"{faint}\" x=\"{x}\" y=\"{}\" font-size=\"16\" text-anchor=\"middle\">{}</text>",
                    y + 5.5,
                    text(&other.to_string())
                ),
            };
        }
        if !crosses.is_empty() {
            let _ = write!(
                out,
                "<path class=\"pp-axis\" stroke=\"{INK}\" stroke-opacity=\"{faint}\" stroke-width=\"3\" stroke-linecap=\"round\" d=\"{crosses}\"/>"
            );
        }
        if !discs.is_empty() {
            let _ = write!(
                out,
                "<path class=\"pp-ink\" fill=\"{INK}\" fill-opacity=\"{faint}\" d=\"{discs}\"/>"
            );
        }
    }

    fn mark(&self, out: &mut String, own: &Marked) {
        let place = self.centre(own.cell);
        out.push_str("<g>");
        let _ = write!(out, "<title>{}</title>", text(&title(own)));
        shapes(out, place, own.best, own.chosen);
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

/// A ring for what is right, a dashed square for what was chosen.
fn shapes(out: &mut String, (x, y): (f64, f64), best: bool, chosen: bool) {
    if chosen {
        let _ = write!(
            out,
            "<rect class=\"pp-c2\" color=\"{CHOSEN}\" stroke=\"currentColor\" stroke-width=\"2\" stroke-dasharray=\"4 2.5\" fill=\"currentColor\" fill-opacity=\"0.12\" x=\"{}\" y=\"{}\" width=\"26\" height=\"26\" rx=\"2\"/>",
            x - 13.0,
            y - 13.0
        );
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
    shapes(&mut out, (15.0, 15.0), best, chosen);
    out + "</svg>"
}
