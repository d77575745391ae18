//! Drawing one series: bands, lines, dots, bars.

use crate::axis::Axis;
use crate::labels::Area;
use crate::number::coordinate;
use crate::palette::Colour;
use crate::scale::Scale;
use crate::series::{Mark, Point, Series, Tone, least_squares};
use crate::sheet::coloured;
use crate::svg::{Tag, close};

/// Where a series is drawn.
pub(crate) struct Stage<'a> {
    pub(crate) area: &'a Area,
    pub(crate) x: &'a Scale,
    pub(crate) y: &'a Scale,
    pub(crate) axes: (&'a Axis, &'a Axis),
}

/// A series with its colour, and the shape of its dots.
#[derive(Clone)]
pub(crate) struct Inked<'a> {
    pub(crate) series: &'a Series,
    pub(crate) colour: Colour,
    pub(crate) shape: usize,
}

impl Inked<'_> {
    /// The colour's own dashes, or those of a dashed series.
    pub(crate) fn dashes(&self) -> &'static str {
        match self.colour.dashes {
            "" if self.series.dashed => "5 3",
            dashes => dashes,
        }
    }
}

impl Stage<'_> {
    fn shows(&self, point: &Point) -> bool {
        self.axes.0.shows(point.x) && self.axes.1.shows(point.y)
    }

    pub(crate) fn inside(&self, point: &Point) -> bool {
        self.shows(point) && self.x.holds(point.x) && self.y.holds(point.y)
    }

    pub(crate) fn place(&self, point: &Point) -> (f64, f64) {
        (self.x.at(point.x), self.y.at(point.y))
    }

    /// The points from left to right in runs without gaps.
    fn runs<'p>(&self, points: &'p [Point], keep: impl Fn(&Point) -> bool) -> Vec<Vec<&'p Point>> {
        let mut sorted: Vec<&Point> = points.iter().filter(|p| self.axes.0.shows(p.x)).collect();
        sorted.sort_by(|a, b| a.x.total_cmp(&b.x));
        sorted
            .split(|point| !keep(point))
            .filter(|run| !run.is_empty())
            .map(<[_]>::to_vec)
            .collect()
    }

    /// Where the line of a series ends on the right, if it has a point.
    pub(crate) fn end(&self, series: &Series) -> Option<(f64, f64)> {
        let inside = series.points.iter().filter(|point| self.inside(point));
        let last = inside.max_by(|a, b| a.x.total_cmp(&b.x))?;
        Some(self.place(last))
    }

    /// Places taken by dots, so that names keep off them.
    pub(crate) fn dots(&self, series: &Series) -> Vec<(f64, f64)> {
        let inside = series.points.iter().filter(|point| self.inside(point));
        inside.map(|point| self.place(point)).collect()
    }
}

/// The band or the filled area, below all lines.
pub(crate) fn below(out: &mut String, stage: &Stage, inked: &Inked) {
    let path = match inked.series.mark {
        Mark::Line => band(stage, &inked.series.points),
        Mark::Steps => steps(stage, &inked.series.points, true),
        Mark::Dots | Mark::Bars => String::new(),
    };
    if path.is_empty() || inked.series.tone == Tone::Muted {
        return;
    }
    group(inked).open(out);
    Tag::new("path")
        .attr("class", "pp-band")
        .attr("fill", "currentColor")
        .attr("fill-opacity", "0.15")
        .attr("d", &path)
        .empty(out);
    close(out, "g");
}

/// The line or bars.
pub(crate) fn body(out: &mut String, stage: &Stage, inked: &Inked) {
    match inked.series.mark {
        Mark::Line => stroke(out, inked, &line(stage, &inked.series.points)),
        Mark::Steps => stroke(out, inked, &steps(stage, &inked.series.points, false)),
        Mark::Dots if inked.series.fit => fit(out, stage, inked),
        Mark::Dots | Mark::Bars => {}
    }
}

/// What the pointer finds, above all lines: dots, bars, and unseen places on lines.
pub(crate) fn above(out: &mut String, stage: &Stage, inked: &Inked) {
    if inked.series.tone == Tone::Muted {
        return;
    }
    group(inked).open(out);
    match inked.series.mark {
        Mark::Line => {
            lone_or_marked(out, stage, inked.series);
            let r = 5.0;
            hits(out, stage, inked.series, |point| {
                let (x, y) = stage.place(point);
                Tag::new("circle").num("cx", x).num("cy", y).num("r", r)
            });
        }
        Mark::Steps => hits(out, stage, inked.series, |point| {
            let (left, right) = bin(stage, point);
            let y = stage.y.at(point.y) - 4.0;
            rect(left, y, right - left, 8.0)
        }),
        Mark::Bars => bars(out, stage, inked.series),
        Mark::Dots => dots(out, stage, inked),
    }
    close(out, "g");
}

fn group(inked: &Inked) -> Tag {
    coloured(inked.colour).attr("data-series", &inked.series.name)
}

fn stroke(out: &mut String, inked: &Inked, path: &str) {
    let series = inked.series;
    if path.is_empty() {
        return;
    }
    let (width, opacity) = match series.tone {
        Tone::Muted => ("1", "0.35"),
        Tone::Grey => ("1.25", "1"),
        Tone::Coloured => ("1.75", "1"),
    };
    group(inked).open(out);
    let class = match series.tone {
        Tone::Muted => "pp-line pp-muted",
        _ => "pp-line",
    };
    let mut tag = Tag::new("path")
        .attr("class", class)
        .attr("fill", "none")
        .attr("stroke", "currentColor")
        .attr("stroke-width", width)
        .attr("stroke-linejoin", "round")
        .attr("stroke-linecap", "round");
    if opacity != "1" {
        tag = tag.attr("stroke-opacity", opacity);
    }
    if !inked.dashes().is_empty() {
        tag = tag.attr("stroke-dasharray", inked.dashes());
    }
    tag.attr("d", path).empty(out);
    close(out, "g");
}

fn line(stage: &Stage, points: &[Point]) -> String {
    let runs = stage.runs(points, |point| stage.shows(point));
    let path = |run: Vec<&Point>| polyline(run.into_iter().map(|point| stage.place(point)));
    runs.into_iter()
        .filter(|run| run.len() > 1)
        .map(path)
        .collect()
}

fn band(stage: &Stage, points: &[Point]) -> String {
    let ends = |point: &Point| {
        let shown =
            |(low, high): &(f64, f64)| stage.axes.1.shows(*low) && stage.axes.1.shows(*high);
        point.band.filter(shown)
    };
    let runs = stage.runs(points, |point| stage.shows(point) && ends(point).is_some());
    let edge = |point: &Point, high: bool| {
        let (low, top) = ends(point).unwrap_or((point.y, point.y));
        (
            stage.x.at(point.x),
            stage.y.at(if high { top } else { low }),
        )
    };
    let path = |run: Vec<&Point>| {
        let there = run.iter().map(|point| edge(point, true));
        let back = run.iter().rev().map(|point| edge(point, false));
        polyline(there.chain(back)) + "Z"
    };
    runs.into_iter()
        .filter(|run| run.len() > 1)
        .map(path)
        .collect()
}

fn bin(stage: &Stage, point: &Point) -> (f64, f64) {
    let (low, high) = point.x_band.unwrap_or((point.x, point.x));
    (stage.x.at(low), stage.x.at(high))
}

/// The outline of a distribution, from the base line up, along the bins and down.
fn steps(stage: &Stage, points: &[Point], filled: bool) -> String {
    let base = stage.y.at(stage.y.clamp(0.0));
    let corners = |point: &&Point| {
        let ((left, right), y) = (bin(stage, point), stage.y.at(point.y));
        [(left, y), (right, y)]
    };
    let path = |run: Vec<&Point>| {
        let tops: Vec<(f64, f64)> = run.iter().flat_map(corners).collect();
        let (first, last) = (tops[0].0, tops[tops.len() - 1].0);
        let outline = std::iter::once((first, base))
            .chain(tops)
            .chain([(last, base)]);
        polyline(outline) + if filled { "Z" } else { "" }
    };
    let runs = stage.runs(points, |point| stage.shows(point));
    runs.into_iter().map(path).collect()
}

fn bars(out: &mut String, stage: &Stage, series: &Series) {
    let base = stage.y.at(stage.y.clamp(0.0));
    for point in series.points.iter().filter(|point| stage.shows(point)) {
        let ((left, right), y) = (bin(stage, point), stage.y.at(stage.y.clamp(point.y)));
        let width = (right - left - 1.0).max(0.5);
        let tag = rect(left + 0.5, y.min(base), width, (base - y).abs())
            .attr("fill", "currentColor")
            .attr("fill-opacity", "0.8");
        with_data(tag, point).titled(out, &title(stage, series, point));
    }
}

fn rect(x: f64, y: f64, width: f64, height: f64) -> Tag {
    Tag::new("rect")
        .num("x", x)
        .num("y", y)
        .num("width", width)
        .num("height", height)
}

/// Dots on a line where asked for, and where a point stands alone between gaps.
fn lone_or_marked(out: &mut String, stage: &Stage, series: &Series) {
    let runs = stage.runs(&series.points, |point| stage.shows(point));
    let wanted = runs
        .into_iter()
        .filter(|run| series.markers || run.len() == 1);
    for point in wanted.flatten().filter(|point| stage.inside(point)) {
        let (x, y) = stage.place(point);
        Tag::new("circle")
            .num("cx", x)
            .num("cy", y)
            .attr("r", "2.5")
            .attr("fill", "currentColor")
            .empty(out);
    }
}

fn dots(out: &mut String, stage: &Stage, inked: &Inked) {
    let inside = |point: &&Point| stage.inside(point);
    for point in inked.series.points.iter().filter(inside) {
        error_bars(out, stage, point);
    }
    for point in inked.series.points.iter().filter(inside) {
        let tag = dot(inked.shape, stage.place(point))
            .attr("class", "pp-dot")
            .attr("fill", "currentColor")
            .attr("fill-opacity", "0.85");
        with_data(tag, point).titled(out, &title(stage, inked.series, point));
    }
}

fn error_bars(out: &mut String, stage: &Stage, point: &Point) {
    let (x, y) = stage.place(point);
    let bar = |from: (f64, f64), to: (f64, f64), out: &mut String| {
        Tag::new("path")
            .attr("stroke", "currentColor")
            .attr("stroke-opacity", "0.55")
            .attr("d", &polyline([from, to].into_iter()))
            .empty(out);
    };
    if let Some((low, high)) = point.band {
        let at = |value| stage.y.at(stage.y.clamp(value));
        bar((x, at(low)), (x, at(high)), out);
    }
    if let Some((low, high)) = point.x_band {
        let at = |value| stage.x.at(stage.x.clamp(value));
        bar((at(low), y), (at(high), y), out);
    }
}

/// A circle, square, triangle or diamond of about the same size.
pub(crate) fn dot(shape: usize, (x, y): (f64, f64)) -> Tag {
    let corners: &[(f64, f64)] = match shape % 4 {
        0 => {
            return Tag::new("circle")
                .num("cx", x)
                .num("cy", y)
                .attr("r", "3.2");
        }
        1 => &[(-2.9, -2.9), (2.9, -2.9), (2.9, 2.9), (-2.9, 2.9)],
        2 => &[(0.0, -4.2), (3.8, 2.6), (-3.8, 2.6)],
        _ => &[(0.0, -4.2), (4.2, 0.0), (0.0, 4.2), (-4.2, 0.0)],
    };
    let corners = corners.iter().map(|(right, down)| (x + right, y + down));
    Tag::new("path").attr("d", &(polyline(corners) + "Z"))
}

/// The least-squares line, straight on the picture: on logarithmic axes a power law.
fn fit(out: &mut String, stage: &Stage, inked: &Inked) {
    let places = stage.dots(inked.series);
    let Some((intercept, slope)) = least_squares(&places) else {
        return;
    };
    let least = places.iter().map(|place| place.0).fold(f64::MAX, f64::min);
    let most = places.iter().map(|place| place.0).fold(f64::MIN, f64::max);
    let ends = [least, most].map(|x| (x, intercept + slope * x));
    group(inked).open(out);
    Tag::new("path")
        .attr("class", "pp-fit")
        .attr("stroke", "currentColor")
        .attr("stroke-width", "1.25")
        .attr("stroke-opacity", "0.8")
        .attr("d", &polyline(ends.into_iter()))
        .empty(out);
    close(out, "g");
}

/// Unseen places that show a dot and a title under the pointer.
fn hits(out: &mut String, stage: &Stage, series: &Series, shape: impl Fn(&Point) -> Tag) {
    if series.silent {
        return;
    }
    Tag::new("g")
        .attr("class", "pp-hits")
        .attr("fill", "currentColor")
        .attr("fill-opacity", "0")
        .open(out);
    for point in series.points.iter().filter(|point| stage.inside(point)) {
        with_data(shape(point), point).titled(out, &title(stage, series, point));
    }
    close(out, "g");
}

fn with_data(tag: Tag, point: &Point) -> Tag {
    let mut tag = tag.data("data-x", point.x).data("data-y", point.y);
    if let Some((low, high)) = point.band {
        tag = tag.data("data-low", low).data("data-high", high);
    }
    if let Some((low, high)) = point.x_band {
        tag = tag.data("data-x-low", low).data("data-x-high", high);
    }
    tag
}

/// What the pointer shows: the series, the values with their interval, and the point's own words.
fn title(stage: &Stage, series: &Series, point: &Point) -> String {
    let (x, y) = stage.axes;
    let interval = |axis: &Axis, band: Option<(f64, f64)>| match band {
        Some((low, high)) => format!(" ({} to {})", axis.value(low), axis.value(high)),
        None => String::new(),
    };
    let bin = matches!(series.mark, Mark::Steps | Mark::Bars);
    let across = match point.x_band {
        Some((low, high)) if bin => format!("{} to {}", x.value(low), x.value(high)),
        band => x.value(point.x) + &interval(x, band),
    };
    let own = point.label.iter().chain(&point.title);
    let own: Vec<&str> = own.flat_map(|text| ["\n", text]).collect();
    let own = own.concat();
    format!(
        "{name}\n{x_name} {across}: {value}{error}{own}",
        name = series.name,
        x_name = x.name,
        value = y.value(point.y),
        error = interval(y, point.band),
    )
}

fn polyline(places: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (index, (x, y)) in places.enumerate() {
        path.push(if index == 0 { 'M' } else { 'L' });
        path.push_str(&coordinate(x));
        path.push(',');
        path.push_str(&coordinate(y));
    }
    path
}
