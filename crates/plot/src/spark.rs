//! Sparklines: a curve in the space of a word.

use crate::number::coordinate;
use crate::palette::LIGHT;
use crate::svg::{Tag, close};

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The values as blocks of eight heights, for a terminal: `▁▃█▅`.
///
/// Heights run over `range`, or from the least to the greatest value. Values
/// that are not finite are blanks; equal values stand half high.
pub fn spark(values: &[f64], range: Option<(f64, f64)>) -> String {
    let bounds = range.or_else(|| extent(values));
    let block = |value: &f64| match bounds {
        Some(bounds) if value.is_finite() => {
            let step = (part(*value, bounds) * 8.0).floor() as usize;
            BLOCKS[step.min(7)]
        }
        _ => ' ',
    };
    values.iter().map(block).collect()
}

/// The values as a tiny line, to stand in a line of text or a table of a page.
///
/// Without names, axes and style sheet; `label` says what it shows to those who do not see it.
pub fn spark_svg(values: &[f64], range: Option<(f64, f64)>, label: &str) -> String {
    let (width, height) = (4.0 * values.len().max(5) as f64, 16.0);
    let mut out = String::new();
    Tag::new("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("class", "plyscope-spark")
        .attr("viewBox", &format!("0 0 {width} {height}"))
        .num("width", width)
        .num("height", height)
        .attr("role", "img")
        .attr("aria-label", label)
        .open(&mut out);
    Tag::new("path")
        .attr("class", "pp-c1")
        .attr("color", LIGHT[0])
        .attr("fill", "none")
        .attr("stroke", "currentColor")
        .attr("stroke-width", "1.5")
        .attr("stroke-linecap", "round")
        .attr("stroke-linejoin", "round")
        .attr("d", &line(values, range, height))
        .empty(&mut out);
    close(&mut out, "svg");
    out
}

fn line(values: &[f64], range: Option<(f64, f64)>, height: f64) -> String {
    let Some(bounds) = range.or_else(|| extent(values)) else {
        return String::new();
    };
    let mut path = String::new();
    let mut drawing = false;
    for (index, value) in values.iter().enumerate() {
        if !value.is_finite() {
            drawing = false;
            continue;
        }
        let x = coordinate(4.0 * index as f64 + 2.0);
        let y = coordinate(height - 2.0 - part(*value, bounds) * (height - 4.0));
        // A line of no length still shows its round ends, so a lone point is a dot.
        let step = if drawing { "L" } else { "M" };
        path.extend([step, &x, ",", &y]);
        if !drawing {
            path.push_str("h0");
        }
        drawing = true;
    }
    path
}

fn extent(values: &[f64]) -> Option<(f64, f64)> {
    let finite = values.iter().copied().filter(|value| value.is_finite());
    finite.fold(None, |extent, value| match extent {
        None => Some((value, value)),
        Some((low, high)) => Some((f64::min(low, value), f64::max(high, value))),
    })
}

/// How far up a value lies, from 0 to 1.
fn part(value: f64, (low, high): (f64, f64)) -> f64 {
    let part = (value - low) / (high - low);
    if part.is_nan() {
        0.5
    } else {
        part.clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::{spark, spark_svg};

    #[test]
    fn heights_follow_the_values() {
        assert_eq!(
            spark(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0], None),
            "▁▂▃▄▅▆▇█"
        );
        assert_eq!(spark(&[0.0, 0.5], Some((0.0, 1.0))), "▁▅");
        assert_eq!(spark(&[-9.0, 9.0], Some((0.0, 1.0))), "▁█");
    }

    #[test]
    fn gaps_are_blanks_and_equal_values_stand_half_high() {
        assert_eq!(spark(&[1.0, f64::NAN, 1.0], None), "▅ ▅");
        assert_eq!(spark(&[f64::NAN], None), " ");
        assert_eq!(spark(&[], None), "");
    }

    #[test]
    fn the_small_picture_has_gaps_too() {
        let svg = spark_svg(&[1.0, 2.0, f64::NAN, 3.0], None, "by ply");
        assert_eq!(svg.matches("h0").count(), 2);
        assert!(svg.contains("aria-label=\"by ply\""));
    }
}
