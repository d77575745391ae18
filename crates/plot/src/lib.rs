//! Charts as SVG: one picture for reports, documentation and the command line.
//!
//! A [`Chart`] is built from [`Series`] of [`Point`]s, [`Row`]s or a [`Heat`]
//! table and drawn by [`Chart::svg`] as a file of its own, or by
//! [`Chart::inline_svg`] into a page that has the [`stylesheet`]. The same
//! data give the same bytes everywhere. Values that are not finite are gaps.
//!
//! ```
//! use plyscope_plot::{Axis, Chart, Rule, Series};
//!
//! let points = [(1.0, 0.5, 0.4, 0.6), (2.0, 0.7, 0.6, 0.8), (3.0, 0.9, 0.85, 0.95)];
//! let svg = Chart::lines([Series::new("mobility", points)])
//!     .title("Strict best move by ply")
//!     .x(Axis::new("ply").whole())
//!     .y(Axis::new("share of states").percent().range(0.0, 1.0))
//!     .rule(Rule::y(0.14, "random"))
//!     .svg();
//! assert!(svg.starts_with("<svg"));
//! ```
//!
//! Every point carries its numbers in `data-x`, `data-y`, `data-low` and
//! `data-high`, inside a group with `data-series`, and a title that browsers
//! show under the pointer.

mod axis;
mod chart;
mod forest;
mod frame;
mod heat;
mod histogram;
mod labels;
mod legend;
mod marks;
mod number;
pub mod page;
mod palette;
mod panels;
mod rule;
mod scale;
mod series;
mod sheet;
mod spark;
mod style;
mod svg;
mod text;
mod ticks;

pub use axis::Axis;
pub use chart::Chart;
pub use forest::Row;
pub use heat::Heat;
pub use number::{percent, short};
pub use palette::Palette;
pub use panels::Panel;
pub use rule::Rule;
pub use series::{Mark, Point, Series};
pub use spark::{spark, spark_svg};
pub use style::stylesheet;
