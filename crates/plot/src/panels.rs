//! Charts with two axes: one panel, or small multiples that share them.

use crate::axis::Axis;
use crate::frame::{AXIS_NAME, X_TICKS, grid, x_axis, x_name, x_ticks, y_axis, y_name, y_room};
use crate::labels::{Area, beside};
use crate::legend::{LABEL_HEIGHT, end_labels, end_room, keys};
use crate::marks::{Inked, Stage, above, below, body};
use crate::palette::{GREY, Palette};
use crate::rule::{self, Kind, Rule};
use crate::scale::{Fill, Scale};
use crate::series::{Mark, Series, Tone};
use crate::sheet::{EDGE, PANEL, Sheet, TICK};
use crate::svg::{Tag, close};
use crate::text::{BOLD, fit};

/// One of several small charts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Panel {
    pub(crate) title: String,
    pub(crate) series: Vec<Series>,
}

impl Panel {
    /// A panel with its title.
    pub fn new(title: impl Into<String>, series: impl IntoIterator<Item = Series>) -> Self {
        Self {
            title: title.into(),
            series: series.into_iter().collect(),
        }
    }
}

/// What is drawn, apart from headings.
pub(crate) struct Panels<'a> {
    pub(crate) all: &'a [Panel],
    pub(crate) columns: usize,
    pub(crate) axes: (&'a Axis, &'a Axis),
    pub(crate) rules: &'a [Rule],
    pub(crate) palette: &'a Palette,
    /// Height of an area.
    pub(crate) height: f64,
    /// Whether areas are as high as they are wide.
    pub(crate) square: bool,
}

/// Between two panels.
const GAP: f64 = 18.0;

/// Above an area whose axis has no name, for half of the highest tick's text.
const NO_NAME: f64 = 4.0;

/// Height of a panel's title.
const PANEL_TITLE: f64 = 19.0;

impl Panels<'_> {
    pub(crate) fn draw(&self, sheet: &mut Sheet) {
        let all: Vec<&Series> = self.all.iter().flat_map(|panel| &panel.series).collect();
        let entries = self.entries(&all);
        let at_ends = self.labels_at_ends();
        let label_room = if at_ends {
            end_room(&entries, self.rules, sheet.width)
        } else {
            if entries.len() > 1 || entries.iter().any(|entry| entry.series.tone == Tone::Grey) {
                keys(sheet, &self.without_own_panel(&entries));
            }
            0.0
        };
        let layout = Layout::new(self, sheet, label_room, entries.len());
        let base = sheet.y + AXIS_NAME - 6.0;
        let room = sheet.width - 2.0 * EDGE;
        y_name(&mut sheet.out, EDGE, base, room, self.axes.1);
        sheet.y += if self.axes.1.caption().is_empty() {
            NO_NAME
        } else {
            AXIS_NAME + 4.0
        };
        for (index, panel) in self.all.iter().enumerate() {
            let area = layout.area(index, sheet.y);
            self.panel(&mut sheet.out, panel, &layout, index, &area);
            if at_ends {
                let (x, y) = layout.scales(&area);
                let stage = self.stage(&area, &x, &y);
                end_labels(&mut sheet.out, &stage, &entries, self.rules, label_room);
            }
        }
        sheet.y += layout.total_height();
        let right = layout.area(layout.columns - 1, 0.0).right();
        x_name(&mut sheet.out, right, sheet.y + 11.0, room, self.axes.0);
        sheet.y += AXIS_NAME;
    }

    /// Labels stand at the ends of lines when there is one panel and nothing but lines.
    fn labels_at_ends(&self) -> bool {
        let lines = |panel: &Panel| panel.series.iter().all(|series| series.mark == Mark::Line);
        self.all.len() == 1 && self.all.iter().all(lines)
    }

    /// Those whose name is not the title of a panel already.
    fn without_own_panel<'s>(&self, entries: &[Inked<'s>]) -> Vec<Inked<'s>> {
        let titled = |name: &str| self.all.iter().any(|panel| panel.title == name);
        let rest = entries
            .iter()
            .filter(|entry| !titled(&entry.series.name) || entry.series.mark == Mark::Dots);
        rest.cloned().collect()
    }

    /// Every named series once, with its colour, the shape of its dots by the order of names.
    fn entries<'s>(&self, all: &[&'s Series]) -> Vec<Inked<'s>> {
        let mut entries: Vec<Inked<'s>> = Vec::new();
        for series in all.iter().filter(|series| series.tone != Tone::Muted) {
            let known = |entry: &Inked| entry.series.name == series.name;
            if !series.name.is_empty() && !entries.iter().any(known) {
                entries.push(self.inked(series));
            }
        }
        entries
    }

    fn inked<'s>(&self, series: &'s Series) -> Inked<'s> {
        let colour = if series.is_coloured() {
            self.palette.colour(&series.name)
        } else {
            GREY
        };
        Inked {
            series,
            colour,
            shape: colour.number.saturating_sub(1),
        }
    }

    fn stage<'s>(&'s self, area: &'s Area, x: &'s Scale, y: &'s Scale) -> Stage<'s> {
        Stage {
            area,
            x,
            y,
            axes: self.axes,
        }
    }

    fn panel(&self, out: &mut String, panel: &Panel, layout: &Layout, index: usize, area: &Area) {
        let (x, y) = layout.scales(area);
        let stage = self.stage(area, &x, &y);
        if !panel.title.is_empty() {
            let title = fit(&panel.title, PANEL.size * BOLD, area.width);
            PANEL.write(out, area.x, area.y - 6.0, &title);
        }
        grid(out, area, &x, &y);
        x_axis(out, area, &x, layout.is_last_in_column(index));
        if index.is_multiple_of(layout.columns) {
            y_axis(out, area, &y);
        }
        let names_inside = index == 0 && !self.labels_at_ends();
        rule::draw(out, &stage, self.rules, names_inside);
        // The background first, so that nothing grey crosses a colour.
        let mut inked: Vec<Inked> = panel.series.iter().map(|one| self.inked(one)).collect();
        inked.sort_by_key(|inked| inked.series.tone);
        clipped(area).open(out);
        for draw in [below, body] {
            for inked in &inked {
                draw(out, &stage, inked);
            }
        }
        close(out, "svg");
        for inked in &inked {
            above(out, &stage, inked);
        }
        names(out, &stage, &panel.series);
        if panel
            .series
            .iter()
            .all(|series| stage.end(series).is_none())
        {
            let (x, y) = (area.x + area.width / 2.0, area.y + area.height / 2.0);
            TICK.anchored("middle").write(out, x, y + 4.0, "no data");
        }
    }
}

/// A window on the area, wider by the thickness of lines. It has no name that
/// could clash with another picture's on the same page, as a clip path must.
fn clipped(area: &Area) -> Tag {
    let (x, y) = (area.x - 2.0, area.y - 2.0);
    let (width, height) = (area.width + 4.0, area.height + 4.0);
    let view = [x, y, width, height]
        .map(crate::number::coordinate)
        .join(" ");
    Tag::new("svg")
        .num("x", x)
        .num("y", y)
        .num("width", width)
        .num("height", height)
        .attr("viewBox", &view)
}

/// Names of dots where there is room.
fn names(out: &mut String, stage: &Stage, series: &[Series]) {
    let dotted = || {
        series
            .iter()
            .filter(|one| one.mark == Mark::Dots && one.tone != Tone::Muted)
    };
    let size = 6.0;
    let mut taken: Vec<Area> = dotted()
        .flat_map(|one| stage.dots(one))
        .map(|(x, y)| Area {
            x: x - size / 2.0,
            y: y - size / 2.0,
            width: size,
            height: size,
        })
        .collect();
    let label = TICK.softly().on_lines();
    for point in dotted().flat_map(|one| &one.points) {
        let Some(text) = &point.label else { continue };
        if !stage.inside(point) {
            continue;
        }
        let box_size = (label.width(text), 12.0);
        let place = beside(stage.place(point), 7.0, box_size, stage.area, &mut taken);
        if let Some(place) = place {
            label.write(out, place.x, place.y + 10.0, text);
        }
    }
}

/// Where the areas are.
struct Layout {
    left: f64,
    width: f64,
    height: f64,
    columns: usize,
    count: usize,
    title: f64,
    x: Scale,
    y: Scale,
    inset: f64,
}

impl Layout {
    fn new(panels: &Panels, sheet: &Sheet, label_room: f64, labels: usize) -> Self {
        let count = panels.all.len().max(1);
        let columns = panels.columns.clamp(1, count);
        let series = || panels.all.iter().flat_map(|panel| &panel.series);
        let dotted = series().any(|one| one.mark == Mark::Dots || one.markers);
        let inset = if dotted { 7.0 } else { 0.0 };
        // Labels at the ends of lines must find room one below the other.
        let labels = labels + panels.rules.len();
        let least = if label_room > 0.0 {
            labels as f64 * LABEL_HEIGHT
        } else {
            0.0
        };
        let asked = panels.height.max(least);
        let y_scale = |height: f64| {
            let count = ((height / 45.0) as usize).max(2);
            let values = y_values(panels);
            Scale::new(
                panels.axes.1,
                values.into_iter(),
                (height, 0.0),
                count,
                Fill::Nice,
            )
        };
        let left = EDGE + y_room(&y_scale(asked));
        let across = sheet.width - EDGE - left - label_room.max(6.0);
        let width = (across - GAP * (columns - 1) as f64) / columns as f64;
        let width = width.max(40.0);
        let height = if panels.square { width } else { asked };
        let values = x_values(panels);
        let x = x_ticks(width, |count| {
            let pixels = (inset, width - inset);
            Scale::new(
                panels.axes.0,
                values.iter().copied(),
                pixels,
                count,
                Fill::Tight,
            )
        });
        let titled = panels.all.iter().any(|panel| !panel.title.is_empty());
        Self {
            left,
            width,
            height,
            columns,
            count,
            title: if titled { PANEL_TITLE } else { 0.0 },
            x,
            y: y_scale(height),
            inset,
        }
    }

    fn rows(&self) -> usize {
        self.count.div_ceil(self.columns)
    }

    fn row_height(&self) -> f64 {
        self.title + self.height + if self.columns < self.count { 12.0 } else { 0.0 }
    }

    fn total_height(&self) -> f64 {
        let between = self.row_height() - self.title - self.height;
        self.rows() as f64 * self.row_height() - between + X_TICKS
    }

    fn area(&self, index: usize, top: f64) -> Area {
        let (row, column) = (index / self.columns, index % self.columns);
        Area {
            x: self.left + column as f64 * (self.width + GAP),
            y: top + row as f64 * self.row_height() + self.title,
            width: self.width,
            height: self.height,
        }
    }

    fn is_last_in_column(&self, index: usize) -> bool {
        index + self.columns >= self.count
    }

    /// The axes along an area.
    fn scales(&self, area: &Area) -> (Scale, Scale) {
        let x = self
            .x
            .along((area.x + self.inset, area.right() - self.inset));
        (x, self.y.along((area.bottom(), area.y)))
    }
}

fn x_values(panels: &Panels) -> Vec<f64> {
    let points = panels.all.iter().flat_map(|panel| &panel.series);
    let points = points.flat_map(|series| &series.points);
    let of_points = points.flat_map(|point| {
        let (low, high) = point.x_band.unwrap_or((point.x, point.x));
        [point.x, low, high]
    });
    let of_rules = panels.rules.iter().filter_map(|rule| match rule.kind {
        Kind::X(value) => Some(value),
        _ => None,
    });
    of_points.chain(of_rules).collect()
}

fn y_values(panels: &Panels) -> Vec<f64> {
    let series = || panels.all.iter().flat_map(|panel| &panel.series);
    let of_points = series()
        .flat_map(|series| &series.points)
        .flat_map(|point| {
            let (low, high) = point.band.unwrap_or((point.y, point.y));
            [point.y, low, high]
        });
    let of_rules = panels.rules.iter().filter_map(|rule| match rule.kind {
        Kind::Y(value) => Some(value),
        _ => None,
    });
    let on_base = series().any(|series| matches!(series.mark, Mark::Steps | Mark::Bars));
    of_points
        .chain(of_rules)
        .chain(on_base.then_some(0.0))
        .collect()
}
