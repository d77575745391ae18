//! A moving bar on standard error, if somebody looks.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `of` things called `unit`, with rate and time left.
pub(crate) fn bar(of: u64, unit: &str) -> ProgressBar {
    let template =
        format!("{{msg}}\n[{{bar:40}}] {{pos}}/{{len}} {unit}, {{per_sec}}, {{eta}} left");
    let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
    ProgressBar::new(of).with_style(style.progress_chars("=> "))
}
