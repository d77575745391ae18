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
    ProgressBar::new(of).with_style(bar_style(unit))
}

/// How [`bar`] looks.
pub(crate) fn bar_style(unit: &str) -> ProgressStyle {
    let template = format!(
        "{{msg}}\n[{{bar:40}}] {{pos}}/{{len}} {unit}, {{per_sec}}, {{elapsed}} so far, {{eta}} left"
    );
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    style.progress_chars("=> ")
}

/// A count of things called `unit` under a message, as long as nobody knows how many come.
pub(crate) fn count_style(unit: &str) -> ProgressStyle {
    let template = format!("{{msg}}\n{{spinner}} {{pos}} {unit}, {{per_sec}}, {{elapsed}} so far");
    ProgressStyle::with_template(&template).expect("the template is well-formed")
}
