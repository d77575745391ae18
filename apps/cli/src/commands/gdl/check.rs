//! `plyscope gdl check`: all that is wrong with sheets.

use std::fmt::Write as _;

use plyscope_game::{Error, ErrorKind};
use plyscope_gdl::{Diagnostic, Severity, check, check_by_playing};
use plyscope_shelf_gdl::{SheetText, sheet_text};
use serde_json::{Value, json};

use crate::args::CheckSheets;
use crate::out::{Ended, Out};
use crate::stop::ends_at_once;

/// Rounds after which a random game is taken to have no end.
const LONGEST: u32 = 1_000;

/// What was found in one sheet.
struct Checked {
    name: String,
    findings: Vec<Diagnostic>,
    /// Why it could not even be read as text.
    unreadable: Option<Error>,
}

pub(crate) fn run(args: &CheckSheets, out: &Out) -> Result<(), Ended> {
    // A sheet that is not there is told before the others are played.
    let texts = args.sheets.iter().map(|name| text_of(name));
    let texts = texts.collect::<Result<Vec<_>, _>>()?;
    ends_at_once("the findings above are whole");
    let (mut errors, mut bad) = (0, 0);
    for (name, text) in args.sheets.iter().zip(texts) {
        let checked = match text {
            Ok(sheet) => look(sheet, args.games, out.seed),
            Err(error) => Checked {
                name: name.clone(),
                findings: Vec::new(),
                unreadable: Some(error),
            },
        };
        if out.json {
            out.object(&checked.json())?;
        } else {
            out.text(&checked.text())?;
        }
        out.flush()?;
        errors += checked.errors();
        bad += usize::from(checked.errors() > 0);
    }
    if errors == 0 {
        return Ok(());
    }
    let what = match args.sheets.len() {
        1 => format!("the sheet has {}", many(errors, "error")),
        all => format!("{bad} of {all} sheets have errors: {errors} in all"),
    };
    Err(Error::failed(what).into())
}

fn many(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {one}s"),
    }
}

/// The text of a sheet, or why it is none; no file at all is a wrong call.
fn text_of(name: &str) -> Result<Result<SheetText, Error>, Error> {
    match sheet_text(name) {
        Err(error) if error.kind != ErrorKind::Misread => Err(error),
        other => Ok(other),
    }
}

fn look(text: SheetText, games: u32, seed: u64) -> Checked {
    let (sheet, mut findings) = check(&text.text);
    let is_good = findings.iter().all(|own| own.severity < Severity::Error);
    if is_good && games > 0 {
        findings.extend(check_by_playing(&sheet, u64::from(games), LONGEST, seed));
    }
    Checked {
        name: text.name,
        findings,
        unreadable: None,
    }
}

impl Checked {
    fn count(&self, severity: Severity) -> usize {
        let own = self.findings.iter();
        own.filter(|finding| finding.severity == severity).count()
    }

    fn errors(&self) -> usize {
        self.count(Severity::Error) + usize::from(self.unreadable.is_some())
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for finding in &self.findings {
            let _ = write!(text, "{}: {finding}\n\n", self.name);
        }
        if let Some(error) = &self.unreadable {
            let _ = write!(text, "error: {error}\n\n");
        }
        let (warnings, notes) = (self.count(Severity::Warning), self.count(Severity::Note));
        let errors = self.errors();
        let _ = writeln!(
            text,
            "{}: {}, {}, {}",
            self.name,
            many(errors, "error"),
            many(warnings, "warning"),
            many(notes, "note")
        );
        text
    }

    fn json(&self) -> Value {
        let mut findings: Vec<Value> = self.findings.iter().map(finding_json).collect();
        findings.extend(self.unreadable.iter().map(|error| {
            json!({
                "severity": "error",
                "kind": "syntax",
                "what": error.what,
                "hint": error.hint,
                "line": null,
                "column": null,
                "text": null,
            })
        }));
        json!({
            "sheet": self.name,
            "errors": self.errors(),
            "warnings": self.count(Severity::Warning),
            "notes": self.count(Severity::Note),
            "findings": findings,
        })
    }
}

fn finding_json(finding: &Diagnostic) -> Value {
    json!({
        "severity": match finding.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        },
        "kind": finding.kind.name(),
        "what": finding.what,
        "hint": finding.hint,
        "line": finding.place.map(|place| place.line),
        "column": finding.place.map(|place| place.column),
        "text": finding.line,
    })
}
