//! Axes and grid around an area.

use crate::axis::Axis;
use crate::labels::Area;
use crate::scale::Scale;
use crate::sheet::{NAME, TICK};
use crate::style::LIGHT_INK;
use crate::svg::{Tag, close};
use crate::text::fit;

/// Length of the little lines at ticks.
const TICK_LENGTH: f64 = 4.0;

/// Height of a line of tick texts below an area.
pub(crate) const X_TICKS: f64 = 19.0;

/// Height of the line with the name of an axis.
pub(crate) const AXIS_NAME: f64 = 17.0;

/// Light lines at the ticks, and a stronger one at zero.
pub(crate) fn grid(out: &mut String, area: &Area, x: &Scale, y: &Scale) {
    stroke("pp-grid", "0.1").open(out);
    for (tick, _) in &x.ticks {
        upright(x.at(*tick), area.y, area.bottom(), out);
    }
    for (tick, _) in &y.ticks {
        level(y.at(*tick), area.x, area.right(), out);
    }
    close(out, "g");
    let (low, high) = y.domain();
    if low < 0.0 && high > 0.0 {
        stroke("pp-axis", "0.45").open(out);
        level(y.at(0.0), area.x, area.right(), out);
        close(out, "g");
    }
}

/// The lower edge with its ticks, and their texts if asked for.
pub(crate) fn x_axis(out: &mut String, area: &Area, x: &Scale, texts: bool) {
    stroke("pp-axis", "0.6").open(out);
    level(area.bottom(), area.x, area.right(), out);
    for (tick, _) in &x.ticks {
        upright(x.at(*tick), area.bottom(), area.bottom() + TICK_LENGTH, out);
    }
    close(out, "g");
    if texts {
        for (tick, text) in &x.ticks {
            TICK.anchored("middle")
                .write(out, x.at(*tick), area.bottom() + 16.0, text);
        }
    }
}

/// The texts at the left edge.
pub(crate) fn y_axis(out: &mut String, area: &Area, y: &Scale) {
    for (tick, text) in &y.ticks {
        TICK.anchored("end")
            .write(out, area.x - 6.0, y.at(*tick) + 4.0, text);
    }
}

/// The room that the texts of ticks need left of an area.
pub(crate) fn y_room(y: &Scale) -> f64 {
    let widths = y.ticks.iter().map(|(_, text)| TICK.width(text));
    widths.fold(0.0, f64::max) + 7.0
}

/// The name of the vertical axis, above its left end.
pub(crate) fn y_name(out: &mut String, left: f64, base: f64, room: f64, axis: &Axis) {
    let caption = axis.caption();
    if !caption.is_empty() {
        let text = fit(&format!("↑ {caption}"), NAME.size, room);
        NAME.write(out, left, base, &text);
    }
}

/// The name of the horizontal axis, below its right end.
pub(crate) fn x_name(out: &mut String, right: f64, base: f64, room: f64, axis: &Axis) {
    let caption = axis.caption();
    if !caption.is_empty() {
        let text = fit(&format!("{caption} →"), NAME.size, room);
        NAME.anchored("end").write(out, right, base, &text);
    }
}

/// The most ticks whose texts do not touch along `width`, at most one every 50 units.
pub(crate) fn x_ticks(width: f64, scale: impl Fn(usize) -> Scale) -> Scale {
    let most = ((width / 50.0) as usize).max(1);
    let fits = |scale: &Scale| {
        let ends = scale.ticks.iter().map(|(tick, text)| {
            let (middle, half) = (scale.at(*tick), TICK.width(text) / 2.0);
            (middle - half, middle + half)
        });
        let ends: Vec<(f64, f64)> = ends.collect();
        ends.windows(2).all(|pair| pair[0].1 + 6.0 < pair[1].0)
    };
    (1..=most)
        .rev()
        .map(&scale)
        .find(fits)
        .unwrap_or_else(|| scale(1))
}

fn stroke(class: &str, opacity: &str) -> Tag {
    Tag::new("g")
        .attr("class", class)
        .attr("stroke", LIGHT_INK)
        .attr("stroke-opacity", opacity)
}

fn level(y: f64, from: f64, to: f64, out: &mut String) {
    Tag::new("line")
        .num("x1", from)
        .num("x2", to)
        .num("y1", y)
        .num("y2", y)
        .empty(out);
}

fn upright(x: f64, from: f64, to: f64, out: &mut String) {
    Tag::new("line")
        .num("x1", x)
        .num("x2", x)
        .num("y1", from)
        .num("y2", to)
        .empty(out);
}
