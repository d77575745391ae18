//! The board without its pieces: where the cells are, their ground, their grid and the labels.

use std::fmt::Write;

use plyscope_game::{Board, CellShape};

use super::{INK, RIGHT, SOFT};
use crate::report::escape::text;

/// Width of a cell, and height of a square one.
const CELL: f64 = 30.0;
/// Room for labels.
const LABELS: f64 = 18.0;
const MARGIN: f64 = 4.0;

/// A hexagon stands on a corner: sides of 17 on the left and the right, the
/// others rise by 9 over half a cell. So it is regular to half a percent, and
/// all coordinates are short.
const RISE: f64 = 9.0;
const SIDE: f64 = 17.0;

/// How much darker cells of the second and the third shade are than those of the first.
const SHADES: [&str; 2] = ["0.13", "0.26"];

/// Where the cells of a board are.
pub(super) struct Frame<'a> {
    pub(super) board: &'a Board,
    left: f64,
    top: f64,
    below: f64,
}

impl<'a> Frame<'a> {
    pub(super) fn of(board: &'a Board) -> Self {
        let room = |labels: &[String]| {
            let named = labels.iter().any(|label| !label.is_empty());
            if named { LABELS } else { MARGIN }
        };
        Self {
            board,
            left: room(&board.rows),
            top: MARGIN,
            below: room(&board.columns),
        }
    }

    /// Width and height of the picture.
    pub(super) fn size(&self) -> (f64, f64) {
        let shift = self.shift(self.rows());
        (
            self.left + self.columns() as f64 * CELL + shift + MARGIN,
            self.top + self.height() + self.below,
        )
    }

    pub(super) fn shape(&self) -> CellShape {
        self.board.cells
    }

    /// All cells, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (columns, rows) = (self.columns(), self.rows());
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    pub(super) fn centre(&self, (column, row): (usize, usize)) -> (f64, f64) {
        let (half, pitch) = match self.shape() {
            CellShape::Hexagons => (RISE + SIDE / 2.0, RISE + SIDE),
            _ => (CELL / 2.0, CELL),
        };
        (
            self.left + (column as f64 + 0.5) * CELL + self.shift(row),
            self.top + half + row as f64 * pitch,
        )
    }

    /// The lines between cells.
    pub(super) fn grid(&self, out: &mut String) {
        let path = match self.shape() {
            CellShape::Hexagons => self.outlines(self.cells()),
            _ => self.lines(),
        };
        let _ = write!(
            out,
            "<path class=\"pp-grid\" stroke=\"{INK}\" stroke-opacity=\"0.22\" fill=\"none\" d=\"{path}\"/>"
        );
    }

    /// Column labels below, row labels on the left.
    pub(super) fn labels(&self, out: &mut String) {
        let bottom = self.top + self.height() + 13.0;
        let mut label = |x: f64, y: f64, words: &str| {
            if !words.is_empty() {
                let _ = write!(
                    out,
                    "<text class=\"pp-soft\" fill=\"{SOFT}\" x=\"{x}\" y=\"{y}\" font-size=\"11\" text-anchor=\"middle\">{}</text>",
                    text(words)
                );
            }
        };
        for (column, words) in self.board.columns.iter().enumerate() {
            label(self.centre((column, self.rows())).0, bottom, words);
        }
        for (row, words) in self.board.rows.iter().enumerate() {
            let (x, y) = self.centre((0, row));
            label(x - CELL / 2.0 - 9.0, y + 4.0, words);
        }
    }

    /// A green ground on which dark and light discs stand out, whatever the paper.
    pub(super) fn cloth(&self, out: &mut String) {
        let style = format!(
            "class=\"pp-c3\" color=\"{RIGHT}\" fill=\"currentColor\" fill-opacity=\"0.22\""
        );
        let _ = match self.shape() {
            CellShape::Hexagons => {
                write!(out, "<path {style} d=\"{}\"/>", self.outlines(self.cells()))
            }
            _ => write!(
                out,
                "<rect {style} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                self.left,
                self.top,
                self.columns() as f64 * CELL,
                self.height()
            ),
        };
    }

    /// A grey ground with neighbouring cells in different shades.
    ///
    /// Black makes cells darker on dark paper, too: a chess board keeps its colours.
    pub(super) fn chequers(&self, out: &mut String) {
        let _ = write!(
            out,
            "<path class=\"pp-soft\" fill=\"{SOFT}\" fill-opacity=\"0.22\" d=\"{}\"/>",
            self.outlines(self.cells())
        );
        for (shade, strength) in (1..).zip(SHADES) {
            let path = self.outlines(self.cells().filter(|cell| self.shade(*cell) == shade));
            if !path.is_empty() {
                let _ = write!(
                    out,
                    "<path fill=\"#000\" fill-opacity=\"{strength}\" d=\"{path}\"/>"
                );
            }
        }
    }

    /// The shade of a cell, from 0: two for squares, the darker one at the bottom left; three for hexagons.
    fn shade(&self, (column, row): (usize, usize)) -> usize {
        match self.shape() {
            CellShape::Hexagons => (column + 2 * row) % 3,
            _ => 2 * ((column + self.rows() - row) % 2),
        }
    }

    /// A closed path around every one of the cells.
    fn outlines(&self, cells: impl Iterator<Item = (usize, usize)>) -> String {
        let mut path = String::new();
        for cell in cells {
            let (x, y) = self.centre(cell);
            let half = CELL / 2.0;
            let _ = match self.shape() {
                CellShape::Hexagons => write!(
                    path,
                    "M{x},{}l{half},{RISE}v{SIDE}l-{half},{RISE}l-{half},-{RISE}v-{SIDE}z",
                    y - RISE - SIDE / 2.0
                ),
                _ => write!(path, "M{},{}h{CELL}v{CELL}h-{CELL}z", x - half, y - half),
            };
        }
        path
    }

    /// The lines of a grid of squares, each from edge to edge.
    fn lines(&self) -> String {
        let (width, height) = (self.columns() as f64 * CELL, self.height());
        let mut path = String::new();
        for row in 0..=self.rows() {
            let y = self.top + row as f64 * CELL;
            let _ = write!(path, "M{},{y}h{width}", self.left);
        }
        for column in 0..=self.columns() {
            let x = self.left + column as f64 * CELL;
            let _ = write!(path, "M{x},{}v{height}", self.top);
        }
        path
    }

    /// Height of all rows.
    fn height(&self) -> f64 {
        let rows = self.rows() as f64;
        match self.shape() {
            CellShape::Hexagons => rows * (RISE + SIDE) + RISE,
            _ => rows * CELL,
        }
    }

    /// How far a row is shifted to the right.
    fn shift(&self, row: usize) -> f64 {
        self.board.half_cells(row) as f64 * CELL / 2.0
    }

    fn columns(&self) -> usize {
        self.board.columns.len()
    }

    fn rows(&self) -> usize {
        self.board.rows.len()
    }
}
