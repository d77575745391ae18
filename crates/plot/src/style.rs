//! The style sheet: colours for light and dark.
//!
//! Every element carries the light colours as attributes, so a program that
//! knows no style sheets draws the light picture. The sheet turns them into
//! variables: a page that sets `--plot-ink`, `--plot-paper`, `--plot-soft` or
//! `--plot-1` to `--plot-7` on its root element rules.

use crate::palette::{DARK, LIGHT};

pub(crate) const LIGHT_PAPER: &str = "#ffffff";
pub(crate) const LIGHT_INK: &str = "#1f2328";
pub(crate) const LIGHT_SOFT: &str = "#656d76";
pub(crate) const DARK_PAPER: &str = "#16181d";
pub(crate) const DARK_INK: &str = "#e6e8eb";
pub(crate) const DARK_SOFT: &str = "#a3a9b3";

/// How strong bands, grid and muted lines are. On dark paper the same share of
/// a colour is harder to see.
const LIGHT_STRENGTHS: [(&str, &str); 3] = [("band", "0.15"), ("mesh", "0.1"), ("muted", "0.35")];
const DARK_STRENGTHS: [(&str, &str); 3] = [("band", "0.3"), ("mesh", "0.2"), ("muted", "0.6")];

/// Fonts of the reader's system.
pub(crate) const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, \
'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";

/// The style sheet for pages that hold charts made by [`crate::Chart::inline_svg`].
///
/// Follows the reader's light or dark setting; `data-theme="light"` or
/// `"dark"` on the root element overrules it. Prints light.
pub fn stylesheet() -> String {
    let light = variables(LIGHT_INK, LIGHT_PAPER, LIGHT_SOFT, &LIGHT, LIGHT_STRENGTHS);
    let dark = variables(DARK_INK, DARK_PAPER, DARK_SOFT, &DARK, DARK_STRENGTHS);
    format!(
        "{sheet}@media screen{{:root[data-theme=light]{{{light}}}\n\
         :root[data-theme=dark]{{{dark}}}}}\n\
         .plyscope-plot{{display:block;width:100%;height:auto}}\n",
        sheet = own_sheet()
    )
}

/// The sheet inside a picture that stands alone.
///
/// Some converters read rules but no variables and would paint all black: they
/// pass over `@supports`, and keep the light colours of the attributes.
pub(crate) fn own_sheet() -> String {
    let light = variables(LIGHT_INK, LIGHT_PAPER, LIGHT_SOFT, &LIGHT, LIGHT_STRENGTHS);
    let dark = variables(DARK_INK, DARK_PAPER, DARK_SOFT, &DARK, DARK_STRENGTHS);
    let classes: Vec<String> = (1..=LIGHT.len())
        .map(|number| format!(".pp-c{number}{{color:var(--pp-{number})}}"))
        .collect();
    let classes = classes.concat();
    format!(
        "@supports (color:var(--pp-ink)){{\n:root{{{light}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n\
         .pp-ink{{fill:var(--pp-ink)}}.pp-soft{{fill:var(--pp-soft)}}.pp-paper{{fill:var(--pp-paper)}}\
         .pp-grid,.pp-axis{{stroke:var(--pp-ink)}}.pp-rule{{stroke:var(--pp-soft)}}.pp-halo{{stroke:var(--pp-paper)}}\n\
         .pp-band{{fill-opacity:var(--pp-band)}}.pp-grid{{stroke-opacity:var(--pp-mesh)}}.pp-muted{{stroke-opacity:var(--pp-muted)}}\n\
         .pp-c0{{color:var(--pp-soft)}}{classes}\n\
         .pp-hits>*:hover{{fill-opacity:1}}.pp-heat{{fill:var(--pp-1)}}.pp-cold{{fill:var(--pp-2)}}\n}}\n"
    )
}

fn variables(
    ink: &str,
    paper: &str,
    soft: &str,
    colours: &[&str],
    strengths: [(&str, &str); 3],
) -> String {
    let one = |name: &str, value: &str| format!("--pp-{name}:var(--plot-{name},{value});");
    let numbered = colours.iter().zip(1..);
    let numbered = numbered.map(|(colour, number)| one(&number.to_string(), colour));
    [one("ink", ink), one("paper", paper), one("soft", soft)]
        .into_iter()
        .chain(numbered)
        .chain(strengths.map(|(name, value)| one(name, value)))
        .collect()
}
