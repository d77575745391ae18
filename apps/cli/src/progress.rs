//! A moving bar on standard error, if somebody looks.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// Counts things called `unit` of which nobody knows how many come, with their rate.
///
/// Hidden where the data themselves are on the screen.
pub(crate) fn counter(unit: &str) -> ProgressBar {
    if std::io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let template = format!("{{pos}} {unit}, {{per_sec}}, {{elapsed}}");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::no_length().with_style(style)
}

/// A bar over `of` things called `unit`, with rate and time left.
pub(crate) fn bar(of: u64, unit: &str) -> ProgressBar {
    let template =
        format!("{{msg}}\n[{{bar:40}}] {{pos}}/{{len}} {unit}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::new(of).with_style(style.progress_chars("=> "))
}
