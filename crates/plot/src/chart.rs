//! A chart: what it shows, its headings, and the picture.

use crate::axis::Axis;
use crate::forest::{Forest, Row};
use crate::heat::Heat;
use crate::histogram::distributions;
use crate::palette::Palette;
use crate::panels::{Panel, Panels};
use crate::rule::Rule;
use crate::series::{Mark, Series};
use crate::sheet::{CAPTION, SUBTITLE, Sheet, Spoken, TITLE};

/// A chart in the making; [`Chart::svg`] draws it.
///
/// ```
/// use plyscope_plot::{Axis, Chart, Row};
///
/// let rows = [
///     Row::new("mobility", 42.0).interval(30.0, 54.0),
///     Row::new("disc-count", -42.0).interval(-54.0, -30.0),
/// ];
/// let svg = Chart::forest(rows).title("Elo").svg();
/// assert!(svg.starts_with("<svg") && svg.contains("mobility"));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    title: String,
    subtitle: String,
    caption: String,
    description: Option<String>,
    label: Option<String>,
    width: f64,
    height: f64,
    x: Axis,
    y: Axis,
    rules: Vec<Rule>,
    palette: Option<Palette>,
    body: Body,
}

#[derive(Clone, PartialEq, Debug)]
enum Body {
    Panels {
        panels: Vec<Panel>,
        columns: usize,
        square: bool,
        kind: &'static str,
    },
    Rows {
        rows: Vec<Row>,
        bars: bool,
    },
    Heat(Heat),
}

/// Wide enough for a page, and still readable on a screen of 400 pixels.
const WIDTH: f64 = 500.0;

impl Chart {
    fn new(height: f64, body: Body) -> Self {
        Self {
            title: String::new(),
            subtitle: String::new(),
            caption: String::new(),
            description: None,
            label: None,
            width: WIDTH,
            height,
            x: Axis::default(),
            y: Axis::default(),
            rules: Vec::new(),
            palette: None,
            body,
        }
    }

    fn single(kind: &'static str, series: impl IntoIterator<Item = Series>) -> Self {
        let body = Body::Panels {
            panels: vec![Panel::new("", series)],
            columns: 1,
            square: false,
            kind,
        };
        Self::new(230.0, body)
    }

    /// Lines over a number, each named at its end.
    pub fn lines(series: impl IntoIterator<Item = Series>) -> Self {
        Self::single("Line chart", series)
    }

    /// Dots with error bars.
    pub fn scatter(series: impl IntoIterator<Item = Series>) -> Self {
        let dotted = |series: Series| series.mark(Mark::Dots);
        Self::single("Scatter plot", series.into_iter().map(dotted))
    }

    /// How the values of each named set are distributed over about `bins` bins.
    ///
    /// One set is drawn as bars, several as outlines; each as shares of its set.
    pub fn histogram<N: Into<String>>(
        sets: impl IntoIterator<Item = (N, Vec<f64>)>,
        bins: usize,
    ) -> Self {
        let sets = sets.into_iter().map(|(name, values)| (name.into(), values));
        let series = distributions(sets.collect(), bins);
        Self::single("Distribution", series).y(Axis::new("share").percent())
    }

    /// What was predicted against what came of it; the diagonal is perfect. Both from 0 to 1.
    pub fn calibration(series: impl IntoIterator<Item = Series>) -> Self {
        let marked = |series: Series| series.markers();
        let body = Body::Panels {
            panels: vec![Panel::new("", series.into_iter().map(marked))],
            columns: 1,
            square: true,
            kind: "Calibration curve",
        };
        Self::new(300.0, body)
            .x(Axis::new("predicted").range(0.0, 1.0))
            .y(Axis::new("observed").range(0.0, 1.0))
            .rule(Rule::identity("perfect"))
    }

    /// Small multiples that share their axes.
    pub fn facets(panels: impl IntoIterator<Item = Panel>) -> Self {
        let body = Body::Panels {
            panels: panels.into_iter().collect(),
            columns: 2,
            square: false,
            kind: "Small multiples",
        };
        Self::new(120.0, body)
    }

    /// A panel for each series, with the others behind it in grey; baselines are in all.
    pub fn facets_by_series(series: impl IntoIterator<Item = Series>) -> Self {
        let all: Vec<Series> = series.into_iter().collect();
        let panel = |(index, one): (usize, &Series)| {
            let others = all.iter().enumerate().filter(|(other, _)| *other != index);
            let others = others.map(|(_, other)| {
                let other = other.clone();
                if other.is_coloured() {
                    other.muted()
                } else {
                    other
                }
            });
            Panel::new(one.name.clone(), others.chain([one.clone()]))
        };
        let coloured = all.iter().enumerate().filter(|(_, one)| one.is_coloured());
        Self::facets(coloured.map(panel).collect::<Vec<_>>())
    }

    /// One row per name, with a dot and its interval: ratings, coefficients.
    pub fn forest(rows: impl IntoIterator<Item = Row>) -> Self {
        let rows = rows.into_iter().collect();
        Self::new(0.0, Body::Rows { rows, bars: false })
    }

    /// The same with bars from zero.
    pub fn bars(rows: impl IntoIterator<Item = Row>) -> Self {
        let rows = rows.into_iter().collect();
        Self::new(0.0, Body::Rows { rows, bars: true })
    }

    /// A table of shaded cells.
    pub fn heat(heat: Heat) -> Self {
        Self::new(0.0, Body::Heat(heat))
    }

    /// The heading.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Below the heading: what is shown, of what, how often.
    #[must_use]
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.subtitle = subtitle.into();
        self
    }

    /// Below the chart: how it was made, how to read it.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<String>) -> Self {
        self.caption = caption.into();
        self
    }

    /// What readers hear who do not see the picture, instead of the list of series.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// What it is called for readers who do not see it, where the page has the heading.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = Some(label.into());
        self
    }

    /// The horizontal axis.
    #[must_use]
    pub fn x(mut self, axis: Axis) -> Self {
        self.x = axis;
        self
    }

    /// The vertical axis.
    #[must_use]
    pub fn y(mut self, axis: Axis) -> Self {
        self.y = axis;
        self
    }

    /// With a reference line, in every panel.
    #[must_use]
    pub fn rule(mut self, rule: Rule) -> Self {
        self.rules.push(rule);
        self
    }

    /// With the colours that other charts have too.
    #[must_use]
    pub fn palette(mut self, palette: &Palette) -> Self {
        self.palette = Some(palette.clone());
        self
    }

    /// Panels side by side; two unless told. From three on the chart grows wider, and on a
    /// narrow screen smaller.
    #[must_use]
    pub fn columns(mut self, count: usize) -> Self {
        if let Body::Panels { columns, .. } = &mut self.body {
            *columns = count.max(1);
            self.width = self.width.max(count as f64 * 225.0);
        }
        self
    }

    /// The width in units of which a letter has about 11; at least 160.
    #[must_use]
    pub fn width(mut self, width: f64) -> Self {
        if width.is_finite() {
            self.width = width.clamp(160.0, 4000.0);
        }
        self
    }

    /// The height of each panel, without headings and axes; at least 40.
    #[must_use]
    pub fn height(mut self, height: f64) -> Self {
        if height.is_finite() {
            self.height = height.clamp(40.0, 4000.0);
        }
        self
    }

    /// The picture as a file of its own: light or dark by the reader's setting.
    pub fn svg(&self) -> String {
        self.picture(true)
    }

    /// The picture for a page that has [`crate::stylesheet`]: no style and no
    /// paper of its own, as wide as the page lets it be.
    pub fn inline_svg(&self) -> String {
        self.picture(false)
    }

    fn picture(&self, alone: bool) -> String {
        let mut sheet = Sheet::new(self.width);
        sheet.paragraph(&self.title, TITLE, 20.0);
        sheet.paragraph(&self.subtitle, SUBTITLE, 17.0);
        if sheet.y > crate::sheet::EDGE {
            sheet.y += 4.0;
        }
        self.draw(&mut sheet);
        if !self.caption.is_empty() {
            sheet.y += 4.0;
            sheet.paragraph(&self.caption, CAPTION, 14.0);
        }
        let description = self.description.clone().unwrap_or_else(|| self.described());
        let name = [self.title.as_str(), self.subtitle.as_str()];
        let name: Vec<&str> = name.into_iter().filter(|part| !part.is_empty()).collect();
        let name = if let Some(label) = &self.label {
            label.clone()
        } else if name.is_empty() {
            self.kind().to_string()
        } else {
            name.join(". ")
        };
        let spoken = Spoken {
            name: &name,
            description: &description,
        };
        sheet.finish(&spoken, alone)
    }

    fn draw(&self, sheet: &mut Sheet) {
        match &self.body {
            Body::Panels {
                panels,
                columns,
                square,
                ..
            } => {
                let own = Palette::of(coloured_names(panels));
                let palette = self.palette.as_ref().unwrap_or(&own);
                let panels = Panels {
                    all: panels,
                    columns: *columns,
                    axes: (&self.x, &self.y),
                    rules: &self.rules,
                    palette,
                    height: self.height,
                    square: *square,
                };
                panels.draw(sheet);
            }
            Body::Rows { rows, bars } => {
                let forest = Forest {
                    rows,
                    bars: *bars,
                    axis: &self.x,
                    rules: &self.rules,
                    palette: self.palette.as_ref(),
                };
                forest.draw(sheet);
            }
            Body::Heat(heat) => heat.draw(sheet, &self.x, &self.y),
        }
    }

    fn kind(&self) -> &'static str {
        match &self.body {
            Body::Panels { kind, .. } => kind,
            Body::Rows { bars: true, .. } => "Bar chart",
            Body::Rows { .. } => "Values with intervals",
            Body::Heat(_) => "Table of shaded cells",
        }
    }

    /// The kind, the axes and the names of what is shown.
    fn described(&self) -> String {
        let mut text = format!("{}.", self.kind());
        for (axis, which) in [(&self.x, "Horizontal"), (&self.y, "Vertical")] {
            if !axis.caption().is_empty() {
                text.extend([" ", which, ": ", &axis.caption(), "."]);
            }
        }
        let names: Vec<String> = match &self.body {
            Body::Panels { panels, .. } => {
                let mut names: Vec<String> = Vec::new();
                for series in panels.iter().flat_map(|panel| &panel.series) {
                    if !names.contains(&series.name) {
                        names.push(series.name.clone());
                    }
                }
                names
            }
            Body::Rows { rows, .. } => rows.iter().map(|row| row.name().to_string()).collect(),
            Body::Heat(heat) => {
                let (rows, columns) = heat.size();
                vec![format!("{rows} rows and {columns} columns")]
            }
        };
        if !names.is_empty() {
            text.extend([" Shown: ", &names.join(", "), "."]);
        }
        text
    }
}

fn coloured_names(panels: &[Panel]) -> Vec<String> {
    let series = panels.iter().flat_map(|panel| &panel.series);
    // A series in the background of one panel stands in front in another.
    let coloured = series.filter(|series| series.is_coloured());
    coloured.map(|series| series.name.clone()).collect()
}
