//! The paper a chart is drawn on: text in its styles, headings, and the frame of the file.

use crate::palette::{Colour, LIGHT, class};
use crate::style::{FONTS, LIGHT_INK, LIGHT_PAPER, LIGHT_SOFT, own_sheet};
use crate::svg::{Tag, close};
use crate::text::{BOLD, width, wrap};

/// Room around the chart.
pub(crate) const EDGE: f64 = 10.0;

/// How text looks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Letters {
    pub(crate) size: f64,
    pub(crate) bold: bool,
    /// Grey instead of ink.
    pub(crate) soft: bool,
    pub(crate) anchor: &'static str,
    /// With an edge of paper, to be read on top of lines.
    pub(crate) halo: bool,
}

const fn letters(size: f64, bold: bool, soft: bool) -> Letters {
    Letters {
        size,
        bold,
        soft,
        anchor: "start",
        halo: false,
    }
}

pub(crate) const TITLE: Letters = letters(15.0, true, false);
pub(crate) const SUBTITLE: Letters = letters(12.0, false, true);
pub(crate) const CAPTION: Letters = letters(10.5, false, true);
pub(crate) const NAME: Letters = letters(11.0, false, false);
pub(crate) const TICK: Letters = letters(11.0, false, true);
pub(crate) const LABEL: Letters = letters(11.5, false, false);
pub(crate) const PANEL: Letters = letters(12.0, true, false);

impl Letters {
    pub(crate) const fn anchored(mut self, anchor: &'static str) -> Self {
        self.anchor = anchor;
        self
    }

    pub(crate) const fn on_lines(mut self) -> Self {
        self.halo = true;
        self
    }

    pub(crate) const fn softly(mut self) -> Self {
        self.soft = true;
        self
    }

    /// The width of a text in these letters.
    pub(crate) fn width(&self, text: &str) -> f64 {
        width(text, self.size) * if self.bold { BOLD } else { 1.0 }
    }

    /// Writes a line of text; `y` is its base line.
    pub(crate) fn write(&self, out: &mut String, x: f64, y: f64, text: &str) {
        self.tag(x, y).text(out, text);
    }

    /// The same in the colour of the group around it.
    pub(crate) fn write_coloured(&self, out: &mut String, x: f64, y: f64, text: &str) {
        self.shape(x, y, "", "currentColor").text(out, text);
    }

    fn tag(&self, x: f64, y: f64) -> Tag {
        let (class, fill) = if self.soft {
            ("pp-soft", LIGHT_SOFT)
        } else {
            ("pp-ink", LIGHT_INK)
        };
        self.shape(x, y, class, fill)
    }

    fn shape(&self, x: f64, y: f64, class: &str, fill: &str) -> Tag {
        let halo = if self.halo { "pp-halo" } else { "" };
        let class = [class, halo].join(" ");
        let mut tag = Tag::new("text").num("x", x).num("y", y);
        if !class.trim().is_empty() {
            tag = tag.attr("class", class.trim());
        }
        tag = tag.num("font-size", self.size).attr("fill", fill);
        if self.anchor != "start" {
            tag = tag.attr("text-anchor", self.anchor);
        }
        if self.bold {
            tag = tag.attr("font-weight", "600");
        }
        if self.halo {
            tag = tag
                .attr("stroke", LIGHT_PAPER)
                .attr("stroke-width", "3")
                .attr("stroke-linejoin", "round")
                .attr("paint-order", "stroke");
        }
        tag
    }
}

/// A group of elements in one colour.
pub(crate) fn coloured(colour: Colour) -> Tag {
    let light = match colour.number {
        0 => LIGHT_SOFT,
        number => LIGHT[number - 1],
    };
    Tag::new("g")
        .attr("class", &class(colour.number))
        .attr("color", light)
}

/// What has been drawn, and how far down.
pub(crate) struct Sheet {
    pub(crate) width: f64,
    pub(crate) y: f64,
    pub(crate) out: String,
}

/// What a picture says to those who do not see it.
pub(crate) struct Spoken<'a> {
    pub(crate) name: &'a str,
    pub(crate) description: &'a str,
}

impl Sheet {
    pub(crate) fn new(width: f64) -> Self {
        Self {
            width,
            y: EDGE,
            out: String::new(),
        }
    }

    /// Text over the whole width, broken into lines.
    pub(crate) fn paragraph(&mut self, text: &str, letters: Letters, line: f64) {
        let room = self.width - 2.0 * EDGE;
        let size = letters.width("x") / width("x", 1.0);
        for text in wrap(text, size, room) {
            self.y += line;
            letters.write(&mut self.out, EDGE, self.y - line * 0.25, &text);
        }
    }

    /// The picture. Alone it has its own colours and paper; in a page, the page's.
    pub(crate) fn finish(self, spoken: &Spoken, alone: bool) -> String {
        let (width, height) = (self.width, self.y + EDGE);
        let mut root = Tag::new("svg")
            .attr("xmlns", "http://www.w3.org/2000/svg")
            .attr("class", "plyscope-plot")
            .attr(
                "viewBox",
                &format!("0 0 {} {}", width.round(), height.ceil()),
            );
        if alone {
            root = root
                .num("width", width.round())
                .num("height", height.ceil());
        }
        let mut out = String::new();
        root.attr("role", "img")
            .attr("aria-label", spoken.name)
            .attr("font-family", FONTS)
            .open(&mut out);
        Tag::new("desc").text(&mut out, spoken.description);
        if alone {
            out.push_str("<style>\n");
            out.push_str(&own_sheet());
            out.push_str("</style>\n");
            Tag::new("rect")
                .attr("class", "pp-paper")
                .attr("width", "100%")
                .attr("height", "100%")
                .attr("fill", LIGHT_PAPER)
                .empty(&mut out);
        }
        out.push_str(&self.out);
        close(&mut out, "svg");
        out
    }
}
