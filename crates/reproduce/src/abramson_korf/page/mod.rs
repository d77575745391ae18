//! The report as a page: Markdown with tables, and pictures beside it.

mod decision;
mod learning;
mod learning_pictures;
mod pictures;
mod sampling;
mod table;

use super::Report;

/// A page and its pictures.
#[derive(Clone, PartialEq, Debug)]
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

impl Report {
    /// The whole report; `by` is the command that made it.
    #[must_use]
    pub fn page(&self, by: &str) -> Page {
        let mut page = Page {
            text: String::new(),
            pictures: Vec::new(),
        };
        page.add("# Abramson & Korf (1987), run again");
        page.add(
            "B. Abramson and R. E. Korf, *A Model of Two-Player Evaluation Functions*: a state is \
             worth what it yields under random play, its *expected outcome*. Theirs beside ours, \
             experiment by experiment.",
        );
        page.add(&format!(
            "Made by `{by}`, seed {}. The same seed gives the same numbers on any machine; only \
             times differ.",
            self.params.seed
        ));
        if !self.finished {
            page.add("**Stopped early: this is what was known by then.**");
        }
        decision::write(&self.decision, &mut page);
        sampling::write(&self.sampling, &mut page);
        if let Some(learning) = &self.learning {
            learning::write(learning, &mut page);
        }
        page
    }
}

impl Page {
    /// A paragraph, a heading or a table.
    fn add(&mut self, block: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text.push_str(block.trim_end());
        self.text.push('\n');
    }

    fn show(&mut self, picture: Picture) {
        self.add(&format!("![{}]({})", picture.about, picture.file));
        self.pictures.push(picture);
    }
}
