//! Reference lines: a value that matters, or the diagonal.

use crate::marks::Stage;
use crate::sheet::LABEL;
use crate::style::LIGHT_INK;
use crate::svg::Tag;

/// A reference line across a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    pub(crate) kind: Kind,
    pub(crate) label: String,
}

/// Where it runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Kind {
    Y(f64),
    X(f64),
    Identity,
}

impl Rule {
    /// A dashed line across, at a value of y.
    pub fn y(value: f64, label: impl Into<String>) -> Self {
        Self {
            kind: Kind::Y(value),
            label: label.into(),
        }
    }

    /// A dashed line upwards, at a value of x.
    pub fn x(value: f64, label: impl Into<String>) -> Self {
        Self {
            kind: Kind::X(value),
            label: label.into(),
        }
    }

    /// The line where y equals x.
    pub fn identity(label: impl Into<String>) -> Self {
        Self {
            kind: Kind::Identity,
            label: label.into(),
        }
    }
}

/// Draws the reference lines of an area.
///
/// Those across are named inside it only if asked: elsewhere their names stand at its edge.
pub(crate) fn draw(out: &mut String, stage: &Stage, rules: &[Rule], names_inside: bool) {
    for rule in rules {
        let Some(ends) = ends(stage, rule.kind) else {
            continue;
        };
        dashed(out, ends);
        if names_inside || !matches!(rule.kind, Kind::Y(_)) {
            name(out, stage, rule, ends);
        }
    }
}

/// From where to where it runs, if the axes show it.
fn ends(stage: &Stage, kind: Kind) -> Option<[(f64, f64); 2]> {
    let area = stage.area;
    match kind {
        Kind::Y(value) => {
            let y = stage.y.holds(value).then(|| stage.y.at(value))?;
            Some([(area.x, y), (area.right(), y)])
        }
        Kind::X(value) => {
            let x = stage.x.holds(value).then(|| stage.x.at(value))?;
            Some([(x, area.y), (x, area.bottom())])
        }
        Kind::Identity => {
            let (x, y) = (stage.x.domain(), stage.y.domain());
            let (low, high) = (x.0.max(y.0), x.1.min(y.1));
            let place = |value: f64| (stage.x.at(value), stage.y.at(value));
            (low < high).then(|| [place(low), place(high)])
        }
    }
}

fn name(out: &mut String, stage: &Stage, rule: &Rule, [from, to]: [(f64, f64); 2]) {
    let area = stage.area;
    let letters = LABEL.softly().on_lines();
    match rule.kind {
        Kind::Y(_) => letters
            .anchored("end")
            .write(out, to.0 - 2.0, to.1 - 4.0, &rule.label),
        Kind::X(_) => {
            let fits = to.0 + 6.0 + LABEL.width(&rule.label) < area.right();
            let (shift, anchor) = if fits { (4.0, "start") } else { (-4.0, "end") };
            letters
                .anchored(anchor)
                .write(out, to.0 + shift, area.y + 10.0, &rule.label);
        }
        // Below the line, a tenth of the way up.
        Kind::Identity => {
            let part = |from: f64, to: f64| from + 0.1 * (to - from);
            let (x, y) = (part(from.0, to.0), part(from.1, to.1));
            letters.write(out, x + 4.0, y + 12.0, &rule.label);
        }
    }
}

fn dashed(out: &mut String, [from, to]: [(f64, f64); 2]) {
    Tag::new("line")
        .attr("class", "pp-rule")
        .attr("stroke", LIGHT_INK)
        .attr("stroke-opacity", "0.75")
        .attr("stroke-dasharray", "4 3")
        .num("x1", from.0)
        .num("y1", from.1)
        .num("x2", to.0)
        .num("y2", to.1)
        .empty(out);
}
