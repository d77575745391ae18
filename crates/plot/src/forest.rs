//! One row a name: a dot or bar with its interval and the numbers beside it.

use crate::axis::Axis;
use crate::frame::{AXIS_NAME, X_TICKS, grid, x_axis, x_name, x_ticks};
use crate::labels::Area;
use crate::marks::Stage;
use crate::palette::{Colour, Palette};
use crate::rule::{self, Kind, Rule};
use crate::scale::{Fill, Scale};
use crate::sheet::{EDGE, LABEL, Sheet, TICK, coloured};
use crate::svg::{Tag, close};
use crate::text::fit;

/// A value with its interval, under a name.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    name: String,
    value: f64,
    interval: Option<(f64, f64)>,
    note: Option<String>,
}

impl Row {
    /// A value without interval.
    pub fn new(name: impl Into<String>, value: f64) -> Self {
        Self {
            name: name.into(),
            value,
            interval: None,
            note: None,
        }
    }

    /// With the interval in which the true value is thought to lie.
    #[must_use]
    pub fn interval(mut self, low: f64, high: f64) -> Self {
        let known = low.is_finite() && high.is_finite();
        self.interval = known.then_some((low.min(high), low.max(high)));
        self
    }

    /// What the pointer over it shows besides the values.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = Some(note.into());
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// `0.31 [0.2, 0.4]`.
    fn numbers(&self, axis: &Axis) -> String {
        let value = axis.value(self.value);
        match self.interval {
            Some((low, high)) => {
                format!("{value} [{}, {}]", axis.value(low), axis.value(high))
            }
            None => value,
        }
    }
}

/// Rows one below the other over a common axis.
pub(crate) struct Forest<'a> {
    pub(crate) rows: &'a [Row],
    /// Bars from zero instead of dots.
    pub(crate) bars: bool,
    pub(crate) axis: &'a Axis,
    pub(crate) rules: &'a [Rule],
    pub(crate) palette: Option<&'a Palette>,
}

const ROW: f64 = 22.0;

impl Forest<'_> {
    pub(crate) fn draw(&self, sheet: &mut Sheet) {
        let names = self.rows.iter().map(|row| LABEL.width(&row.name));
        let name_room = (names.fold(0.0, f64::max) + 10.0).min(sheet.width * 0.4);
        let numbers = self
            .rows
            .iter()
            .map(|row| TICK.width(&row.numbers(self.axis)));
        let number_room = numbers.fold(0.0, f64::max) + 12.0;
        sheet.y += 8.0;
        let area = Area {
            x: EDGE + name_room,
            y: sheet.y,
            width: (sheet.width - 2.0 * EDGE - name_room - number_room).max(60.0),
            height: self.rows.len().max(2) as f64 * ROW,
        };
        let values = self.values();
        let x = x_ticks(area.width, |count| {
            let pixels = (area.x + 6.0, area.right() - 6.0);
            Scale::new(
                self.axis,
                values.iter().copied(),
                pixels,
                count,
                Fill::Tight,
            )
        });
        let none = Axis::default();
        let blank = Scale::blank((area.bottom(), area.y));
        grid(&mut sheet.out, &area, &x, &blank);
        x_axis(&mut sheet.out, &area, &x, true);
        let stage = Stage {
            area: &area,
            x: &x,
            y: &blank,
            axes: (self.axis, &none),
        };
        rule::draw(&mut sheet.out, &stage, self.rules, true);
        for (index, row) in self.rows.iter().enumerate() {
            let y = area.y + (index as f64 + 0.5) * ROW;
            self.row(&mut sheet.out, row, &area, &x, y, name_room);
        }
        if self.rows.is_empty() {
            let (x, y) = (area.x + area.width / 2.0, area.y + area.height / 2.0);
            TICK.anchored("middle")
                .write(&mut sheet.out, x, y + 4.0, "no data");
        }
        let base = area.bottom() + X_TICKS + 11.0;
        x_name(
            &mut sheet.out,
            area.right(),
            base,
            area.width + name_room,
            self.axis,
        );
        sheet.y = area.bottom() + X_TICKS + AXIS_NAME;
    }

    fn values(&self) -> Vec<f64> {
        let of_rows = self.rows.iter().flat_map(|row| {
            let (low, high) = row.interval.unwrap_or((row.value, row.value));
            [row.value, low, high]
        });
        let of_rules = self.rules.iter().filter_map(|rule| match rule.kind {
            Kind::X(value) => Some(value),
            _ => None,
        });
        let zero = self.bars.then_some(0.0);
        of_rows.chain(of_rules).chain(zero).collect()
    }

    fn row(&self, out: &mut String, row: &Row, area: &Area, x: &Scale, y: f64, room: f64) {
        let only = Colour {
            number: 1,
            dashes: "",
        };
        let colour = self
            .palette
            .map_or(only, |palette| palette.colour(&row.name));
        let name = fit(&row.name, LABEL.size, room - 8.0);
        LABEL
            .anchored("end")
            .write(out, area.x - 8.0, y + 4.0, &name);
        coloured(colour).attr("data-series", &row.name).open(out);
        if self.axis.shows(row.value) {
            self.mark(out, row, x, y);
        }
        close(out, "g");
        let numbers = row.numbers(self.axis);
        TICK.write(out, area.right() + 10.0, y + 4.0, &numbers);
    }

    fn mark(&self, out: &mut String, row: &Row, x: &Scale, y: f64) {
        let at = |value: f64| x.at(x.clamp(value));
        let value = at(row.value);
        let mut tag = if self.bars {
            let zero = at(0.0);
            Tag::new("rect")
                .num("x", value.min(zero))
                .num("y", y - 6.5)
                .num("width", (value - zero).abs())
                .attr("height", "13")
                .attr("fill-opacity", "0.55")
        } else {
            Tag::new("circle")
                .num("cx", value)
                .num("cy", y)
                .attr("r", "4")
        };
        tag = tag.attr("fill", "currentColor").data("data-x", row.value);
        if let Some((low, high)) = row.interval {
            tag = tag.data("data-low", low).data("data-high", high);
        }
        let note = row
            .note
            .as_ref()
            .map_or(String::new(), |note| format!("\n{note}"));
        let title = format!("{}: {}{note}", row.name, row.numbers(self.axis));
        tag.titled(out, &title);
        if let Some((low, high)) = row.interval.filter(|(low, _)| self.axis.shows(*low)) {
            Tag::new("line")
                .attr("stroke", "currentColor")
                .attr("stroke-width", "1.5")
                .num("x1", at(low))
                .num("x2", at(high))
                .num("y1", y)
                .num("y2", y)
                .empty(out);
        }
    }
}
