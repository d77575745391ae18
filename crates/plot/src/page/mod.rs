//! A page of results: Markdown with tables, and pictures beside it.

pub mod table;

/// A page and its pictures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    /// Markdown.
    pub text: String,
    /// What the text shows.
    pub pictures: Vec<Picture>,
}

/// A picture, to be written beside the page.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The name of the file.
    pub file: String,
    /// What it shows, for those who do not see it.
    pub about: String,
    /// SVG.
    pub svg: String,
}

impl Page {
    /// An empty page.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A paragraph, a heading or a table.
    pub fn add(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block.trim_end());
        self.text.push('\n');
    }

    /// A picture, where the text has come to.
    pub fn show(&mut self, picture: Picture) {
        self.add(&format!("![{}]({})", picture.about, picture.file));
        self.pictures.push(picture);
    }
}
