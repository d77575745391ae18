//! A judgement as one page that opens from disk: summary, curves, failures, method.
//!
//! The page holds everything: pictures, style, script, and the judgement
//! itself as JSON in the element `judgement`, so that its numbers can be held
//! against any other output. It asks the network for nothing.

#![allow(
    clippy::format_collect,
    clippy::format_push_string,
    reason = "a page is written once, and reads best as plain format strings"
)]

mod block;
mod board;
mod curves;
mod escape;
mod heuristic;
mod method;
mod number;
mod numbers;
mod pairs;
mod properties;
mod summary;
mod words;
mod worst;

#[cfg(test)]
mod tests;

use plyscope_game::Board;
use plyscope_plot::{Palette, stylesheet};

use crate::judgement::{Group, Judgement, Scored};
use escape::{json, text};
use number::count;

/// What the page says besides the judgement.
#[derive(Clone, Debug, Default)]
pub struct PageSource {
    /// The command that gives the same page again; left out if empty.
    pub command: String,
    /// The version of the tool that judged; left out if empty.
    pub version: String,
}

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page.
pub fn html(judgement: &Judgement, page: &PageSource) -> String {
    let view = View::new(judgement);
    let sections = [
        ("summary", "Summary", summary::section(&view)),
        ("game", "The game", properties::section(&view)),
        ("curves", "Metrics", curves::section(&view)),
        ("pairs", "Comparisons", pairs::section(&view)),
        ("heuristics", "Heuristics", heuristic::section(&view)),
        ("method", "Method", method::section(&view, page)),
    ];
    let present = || sections.iter().filter(|section| !section.2.is_empty());
    let links: String = present()
        .map(|(id, title, _)| format!("<a href=\"#{id}\">{title}</a>"))
        .collect();
    let body: String = present()
        .map(|(id, _, html)| format!("<section id=\"{id}\">\n{html}</section>\n"))
        .collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n\
         <style id=\"plot-style\">\n{plots}</style>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         {header}<nav aria-label=\"Sections\">{links}</nav>\n<main>\n{body}</main>\n\
         <div id=\"tip\" role=\"status\" hidden></div>\n\
         <script type=\"application/json\" id=\"judgement\">{data}</script>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        title = text(&format!("{}: {}", judgement.game, view.judged())),
        plots = stylesheet(),
        header = header(&view),
        data = json(judgement),
    )
}

/// One metric of all heuristics as an SVG of its own; nothing if it was not computed or has no score.
pub fn metric_svg(judgement: &Judgement, metric: &str) -> Option<String> {
    curves::picture(&View::new(judgement), metric)
}

/// A board as an SVG of its own.
pub fn board_svg(board: &Board, label: &str) -> String {
    board::svg(board, &[], label)
}

fn header(view: &View<'_>) -> String {
    let own = view.judgement;
    let truth = text(&own.truth_in_words());
    format!(
        "<header>\n<div><p class=\"kicker\">Plyscope report</p>\n<h1>{game}: {judged}</h1>\n\
         <p class=\"facts\">{states} of <b>{source}</b> · {truth}</p></div>\n\
         <p class=\"tools\"><button type=\"button\" id=\"theme\" aria-pressed=\"false\">Dark</button>\
         <button type=\"button\" data-save=\"json\" title=\"Save the whole judgement as JSON\">JSON</button></p>\n\
         </header>\n",
        game = text(&own.game),
        judged = view.judged(),
        states = count(own.states, "state"),
        source = text(&own.source.name),
    )
}

/// A judgement with what all parts of the page share.
struct View<'a> {
    judgement: &'a Judgement,
    /// One colour per heuristic, everywhere.
    palette: Palette,
}

impl<'a> View<'a> {
    fn new(judgement: &'a Judgement) -> Self {
        let names = judgement.heuristics.iter().map(|own| own.name.as_str());
        Self {
            palette: Palette::of(names),
            judgement,
        }
    }

    /// `3 heuristics`, or the name of the only one.
    fn judged(&self) -> String {
        match &self.judgement.heuristics[..] {
            [one] => text(&one.name),
            many => count(many.len(), "heuristic"),
        }
    }

    /// ` with 95 % bands`, where there are any.
    fn with_bands(&self) -> &'static str {
        if self.judgement.truth.all_states {
            ""
        } else {
            " with 95 % bands"
        }
    }

    /// A heuristic's name with a key in its colour.
    fn named(&self, name: &str) -> String {
        let class = self.palette.class(name);
        format!(
            "<span class=\"name\"><i class=\"key {class}\"></i>{}</span>",
            text(name)
        )
    }

    /// Groups of the finding in their order, over all curves: number and name.
    fn groups(&self) -> Vec<(u32, String)> {
        let scores = self.judgement.heuristics.iter().flat_map(|own| &own.scores);
        let curves = scores.chain(&self.judgement.properties);
        let mut groups: Vec<(u32, String)> = curves
            .flat_map(|own: &Scored| &own.groups)
            .map(|group: &Group| (group.group, group.name.clone()))
            .collect();
        groups.sort();
        groups.dedup_by_key(|group| group.0);
        groups
    }
}
