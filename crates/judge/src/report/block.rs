//! The blocks of the page that a reader can take away: figures as SVG, tables as CSV.

use super::escape::text;
use super::words::file_name;

/// A figure: a picture with what is written around it.
pub(super) struct Figure<'a> {
    /// Above the picture, as HTML; empty for none.
    pub(super) heading: String,
    /// The picture.
    pub(super) svg: String,
    /// Below it, as HTML.
    pub(super) caption: String,
    /// The name of the file when it is saved.
    pub(super) name: &'a str,
    /// Classes for the layout.
    pub(super) class: &'a str,
    /// Where it shows curves by group: the metric and the decimals of its numbers.
    pub(super) metric: Option<(&'a str, usize)>,
    /// The most it may be wide, where it would otherwise grow with the page.
    pub(super) width: Option<f64>,
}

impl Figure<'_> {
    pub(super) fn html(&self) -> String {
        let metric = self.metric.map_or(String::new(), |(metric, digits)| {
            format!(" data-metric=\"{}\" data-digits=\"{digits}\"", text(metric))
        });
        let width = self.width.map_or(String::new(), |width| {
            format!(" style=\"max-width:{width}px\"")
        });
        format!(
            "<figure class=\"{class}\" data-name=\"{name}\"{metric}{width}>{heading}{svg}\
             <figcaption>{caption}<span class=\"tools\"><button type=\"button\" data-save=\"svg\" \
             title=\"Save this figure as SVG\" aria-label=\"Save the figure {name} as SVG\">SVG</button></span>\
             </figcaption></figure>\n",
            class = self.class,
            name = file_name(self.name),
            heading = self.heading,
            svg = self.svg,
            caption = self.caption,
        )
    }
}

/// A column of a table: its heading as HTML, and the columns it becomes in CSV.
pub(super) struct Column {
    pub(super) heading: String,
    /// What the column is called in CSV.
    pub(super) name: String,
    /// Names of the numbers in each cell, separated by blanks; empty for a cell of text.
    pub(super) parts: &'static str,
    /// Whether it holds numbers, which stand on the right.
    pub(super) number: bool,
}

impl Column {
    /// A column of text.
    pub(super) fn words(heading: &str) -> Self {
        Self {
            heading: text(heading),
            name: heading.to_owned(),
            parts: "",
            number: false,
        }
    }

    /// A column of numbers made by `data`.
    pub(super) fn numbers(heading: String, name: &str, parts: &'static str) -> Self {
        Self {
            heading,
            name: name.to_owned(),
            parts,
            number: true,
        }
    }

    fn html(&self) -> String {
        let class = if self.number { " class=\"number\"" } else { "" };
        format!(
            "<th scope=\"col\"{class} data-name=\"{}\" data-parts=\"{}\">{}</th>",
            text(&self.name),
            self.parts,
            self.heading
        )
    }
}

/// A table; a row is the HTML of its cells.
pub(super) struct Table<'a> {
    /// What it shows, for readers who do not see it.
    pub(super) label: &'a str,
    pub(super) columns: Vec<Column>,
    pub(super) rows: Vec<String>,
    /// Below it, as HTML.
    pub(super) caption: String,
    /// The name of the file when it is saved.
    pub(super) name: &'a str,
    pub(super) class: &'a str,
}

impl Table<'_> {
    pub(super) fn html(&self) -> String {
        let head: String = self.columns.iter().map(Column::html).collect();
        let body: String = self
            .rows
            .iter()
            .map(|row| format!("<tr>{row}</tr>\n"))
            .collect();
        format!(
            "<figure class=\"table {class}\" data-name=\"{name}\">\
             <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">\
             <table><thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\
             <figcaption>{caption}<span class=\"tools\"><button type=\"button\" data-save=\"csv\" \
             title=\"Save this table as CSV\" aria-label=\"Save the table {name} as CSV\">CSV</button></span>\
             </figcaption></figure>\n",
            class = self.class,
            name = file_name(self.name),
            label = text(self.label),
            caption = self.caption,
        )
    }
}
