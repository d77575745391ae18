//! A benchmark as XML, in the spirit of HEF's files; `docs/reference/benchmark-xml.md` has the schema.

use std::fmt::{Display, Write};

use super::parquet::holds;
use crate::benchmark::Numbering;
use crate::{Benchmark, Error, FORMAT, Label, Labelled, player_name};

/// The text of the file; the same benchmark always gives the same text.
///
/// # Errors
/// When a text holds a character that XML cannot, or a number is none.
pub fn write_xml(benchmark: &Benchmark) -> Result<String, Error> {
    let meta = &benchmark.meta;
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<benchmark");
    let seeds: Vec<String> = meta.seeds.iter().map(u64::to_string).collect();
    attribute(&mut text, "format", &FORMAT.to_string())?;
    attribute(&mut text, "game", &meta.game)?;
    attribute(&mut text, "selector", &meta.selector)?;
    attribute(&mut text, "labeller", &meta.labeller)?;
    for (name, value) in [("limits", &meta.limits), ("inputs", &meta.inputs)] {
        if !value.is_empty() {
            attribute(&mut text, name, value)?;
        }
    }
    attribute(&mut text, "seed", &seeds.join(","))?;
    attribute(&mut text, "version", &meta.version)?;
    attribute(&mut text, "plan", &meta.plan)?;
    if let Some(reach) = &meta.reach {
        attribute(&mut text, "reach", &reach.to_string())?;
    }
    text.push_str(">\n");
    let mut numbering = Numbering::default();
    for own in &benchmark.states {
        holds(own)?;
        state(&mut text, numbering.next(own), own)?;
    }
    text.push_str("</benchmark>\n");
    Ok(text)
}

fn state(text: &mut String, id: usize, own: &Labelled) -> Result<(), Error> {
    text.push_str("  <state");
    number(text, "id", Some(id));
    number(text, "ply", Some(own.ply));
    attribute(text, "player", player_name(own.player))?;
    number(text, "key", Some(own.key));
    text.push_str(">\n    <description>");
    escape(text, &own.state)?;
    text.push_str("</description>\n");
    for label in &own.moves {
        action(text, label)?;
    }
    text.push_str("  </state>\n");
    Ok(())
}

fn action(text: &mut String, label: &Label) -> Result<(), Error> {
    text.push_str("    <action");
    if let Some(mv) = &label.mv {
        attribute(text, "move", mv)?;
    }
    number(text, "value", label.value);
    number(text, "exact", Some(label.exact));
    number(text, "plies", label.plies);
    number(text, "visits", label.visits);
    number(text, "q", label.q);
    text.push_str("/>\n");
    Ok(())
}

/// A number or nothing; floats are written so that they read back as the same float.
fn number(text: &mut String, name: &str, value: Option<impl Display>) {
    if let Some(value) = value {
        let _ = write!(text, " {name}=\"{value}\"");
    }
}

fn attribute(text: &mut String, name: &str, value: &str) -> Result<(), Error> {
    let _ = write!(text, " {name}=\"");
    escape(text, value)?;
    text.push('"');
    Ok(())
}

fn escape(text: &mut String, value: &str) -> Result<(), Error> {
    for letter in value.chars() {
        match letter {
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            // Readers turn bare ones into blanks.
            '\t' | '\n' | '\r' => {
                let _ = write!(text, "&#{};", letter as u32);
            }
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => {
                return Err(Error::failed(format!(
                    "XML cannot hold the character {letter:?} of `{value}`"
                ))
                .with_hint("export as CSV or JSON lines instead"));
            }
            letter => text.push(letter),
        }
    }
    Ok(())
}
