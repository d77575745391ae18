//! Arities, safety, what is missing, what is undefined, goals that cannot be.

use std::collections::BTreeMap;

use super::{Diagnostic, DiagnosticKind, Severity};
use crate::depend::Dependencies;
use crate::error::SheetPlace;
use crate::rule::{Literal, Pattern, Rule, Var};
use crate::sheet::Sheet;
use crate::terms::{Shape, Symbol};

/// Adds what the form of the rules shows.
pub(super) fn check(sheet: &Sheet, findings: &mut Vec<Diagnostic>) {
    arities(sheet, findings);
    let depend = Dependencies::new(sheet);
    for rule in &sheet.rules {
        safety(sheet, rule, &depend, findings);
        goal_value(sheet, rule, findings);
        head_is_definable(sheet, rule, findings);
    }
    missing(sheet, findings);
    undefined(sheet, &depend, findings);
    dependencies(sheet, &depend, findings);
}

/// Where a shape was first seen, as a relation or as a function.
#[derive(Default)]
struct Seen {
    relations: BTreeMap<Symbol, Vec<(Option<u16>, SheetPlace)>>,
    functions: BTreeMap<Symbol, Vec<(Option<u16>, SheetPlace)>>,
}

fn note(
    seen: &mut BTreeMap<Symbol, Vec<(Option<u16>, SheetPlace)>>,
    shape: Shape,
    place: SheetPlace,
) {
    let known = seen.entry(shape.symbol).or_default();
    if known.iter().all(|&(arity, _)| arity != shape.arity) {
        known.push((shape.arity, place));
    }
}

fn arities(sheet: &Sheet, findings: &mut Vec<Diagnostic>) {
    let mut seen = Seen::default();
    for rule in &sheet.rules {
        let atoms = rule.body.iter().filter_map(Literal::atom);
        for atom in std::iter::once(&rule.head).chain(atoms) {
            if let Some(shape) = atom.shape(&sheet.terms) {
                note(&mut seen.relations, shape, rule.place);
            }
            for part in atom.parts(&sheet.terms) {
                functions(sheet, &part, rule.place, &mut seen);
            }
        }
    }
    for (symbol, arities) in &seen.relations {
        if let Some(expected) = sheet.words.known(*symbol).map(|shape| shape.arity) {
            for &(arity, place) in arities.iter().filter(|(arity, _)| *arity != expected) {
                let name = sheet.terms.name(*symbol);
                let what = format!(
                    "`{name}` has {} here, not {}",
                    count(arity),
                    count(expected)
                );
                findings.push(sheet.finding(
                    DiagnosticKind::Arity,
                    place,
                    &what,
                    "the language fixes its arguments",
                ));
            }
        } else {
            differing(sheet, *symbol, arities, "relation", findings);
        }
    }
    for (symbol, arities) in &seen.functions {
        let arities: Vec<_> = arities
            .iter()
            .filter(|(arity, _)| arity.is_some())
            .copied()
            .collect();
        differing(sheet, *symbol, &arities, "function", findings);
    }
}

fn functions(sheet: &Sheet, pattern: &Pattern, place: SheetPlace, seen: &mut Seen) {
    if let Some(shape) = pattern.shape(&sheet.terms) {
        note(&mut seen.functions, shape, place);
    }
    for part in pattern.parts(&sheet.terms) {
        functions(sheet, &part, place, seen);
    }
}

fn differing(
    sheet: &Sheet,
    symbol: Symbol,
    arities: &[(Option<u16>, SheetPlace)],
    kind: &str,
    findings: &mut Vec<Diagnostic>,
) {
    let Some(&(first, _)) = arities.first() else {
        return;
    };
    let name = sheet.terms.name(symbol);
    for &(arity, place) in &arities[1..] {
        if matches!((first, arity), (None, Some(0)) | (Some(0), None)) {
            let what = format!("`{name}` and `({name})` are two different relations");
            let hint = "write it without brackets everywhere";
            let finding = sheet.finding(DiagnosticKind::Arity, place, &what, hint);
            findings.push(finding.softened(Severity::Warning));
            continue;
        }
        let what = format!(
            "the {kind} `{name}` has {} here and {} elsewhere",
            count(arity),
            count(first)
        );
        let hint = "give one of the two another name";
        findings.push(sheet.finding(DiagnosticKind::Arity, place, &what, hint));
    }
}

fn count(arity: Option<u16>) -> String {
    match arity {
        None | Some(0) => "no argument".into(),
        Some(1) => "1 argument".into(),
        Some(count) => format!("{count} arguments"),
    }
}

fn safety(sheet: &Sheet, rule: &Rule, depend: &Dependencies, findings: &mut Vec<Diagnostic>) {
    let loose = rule.loose_vars();
    if loose.is_empty() {
        return;
    }
    let names: Vec<&str> = loose
        .iter()
        .map(|&var| rule.names[usize::from(var)].as_str())
        .collect();
    let what = format!("no positive condition binds {}", names.join(", "));
    let hint = "add a condition that names its values, such as `(role ?p)` or `(index ?x)`";
    let finding = sheet.finding(DiagnosticKind::Safety, rule.place, &what, hint);
    let used = rule
        .head
        .shape(&sheet.terms)
        .is_some_and(|shape| depend.is_needed(shape));
    let by_role = loose.iter().all(|&var| is_role_of_head(sheet, rule, var));
    let severity = if !used || by_role {
        Severity::Warning
    } else {
        Severity::Error
    };
    findings.push(finding.softened(severity));
}

/// Whether `var` is the role in the head of `legal` or `goal`: then it stands for all roles.
pub(crate) fn is_role_of_head(sheet: &Sheet, rule: &Rule, var: Var) -> bool {
    let shape = rule.head.shape(&sheet.terms);
    let words = &sheet.words;
    let takes_role = [words.legal, words.goal].map(|word| Some(words.shape(word)));
    takes_role.contains(&shape) && rule.head.parts(&sheet.terms)[0] == Pattern::Var(var)
}

fn goal_value(sheet: &Sheet, rule: &Rule, findings: &mut Vec<Diagnostic>) {
    if rule.head.shape(&sheet.terms) != Some(sheet.words.shape(sheet.words.goal)) {
        return;
    }
    if let Pattern::Ground(value) = rule.head.parts(&sheet.terms)[1] {
        let text = sheet.terms.text(value);
        if !text
            .parse()
            .is_ok_and(|points: i32| (0..=100).contains(&points))
        {
            let what = format!("the goal `{text}` is not a number from 0 to 100");
            let hint = "goals are whole numbers: 0 is the worst, 100 the best";
            findings.push(sheet.finding(DiagnosticKind::Goal, rule.place, &what, hint));
        }
    }
}

fn head_is_definable(sheet: &Sheet, rule: &Rule, findings: &mut Vec<Diagnostic>) {
    let Some(shape) = rule.head.shape(&sheet.terms) else {
        return;
    };
    let name = sheet.terms.name(shape.symbol).to_lowercase();
    if matches!(
        name.as_str(),
        "true" | "does" | "distinct" | "not" | "or" | "and" | "<="
    ) {
        let what = format!("a rule defines `{name}`, which belongs to the language");
        let hint = match name.as_str() {
            "true" => "use `init` for the first state and `next` for the states after it",
            "does" => "use `legal`; players choose among legal moves",
            _ => "give the relation another name",
        };
        findings.push(sheet.finding(DiagnosticKind::Form, rule.place, &what, hint));
    }
    if shape.symbol == sheet.words.role && !rule.body.is_empty() {
        let finding = sheet.finding(
            DiagnosticKind::Roles,
            rule.place,
            "a rule with conditions defines `role`",
            "write one fact per role",
        );
        findings.push(finding);
    }
}

fn missing(sheet: &Sheet, findings: &mut Vec<Diagnostic>) {
    let words = &sheet.words;
    let needed = [
        (
            words.init,
            Severity::Warning,
            "the first state is empty without it",
        ),
        (
            words.legal,
            Severity::Error,
            "say what moves each role has in each state",
        ),
        (
            words.next,
            Severity::Warning,
            "without it every state after the first is empty",
        ),
        (words.terminal, Severity::Error, "say when the game is over"),
        (
            words.goal,
            Severity::Error,
            "say what each role gets at the end, from 0 to 100",
        ),
    ];
    for (word, severity, hint) in needed {
        let is_head = |rule: &Rule| rule.head.shape(&sheet.terms) == Some(words.shape(word));
        if !sheet.rules.iter().any(is_head) {
            let what = format!("no rule defines `{}`", sheet.terms.name(word));
            let finding = sheet.finding(
                DiagnosticKind::Missing,
                SheetPlace { line: 1, column: 1 },
                &what,
                hint,
            );
            findings.push(finding.softened(severity));
        }
    }
}

fn undefined(sheet: &Sheet, depend: &Dependencies, findings: &mut Vec<Diagnostic>) {
    let words = &sheet.words;
    let given = [words.holds, words.does, words.role, words.init, words.next];
    let mut told = Vec::new();
    for rule in &sheet.rules {
        for atom in rule.body.iter().filter_map(Literal::atom) {
            let Some(shape) = atom.shape(&sheet.terms) else {
                continue;
            };
            if given.contains(&shape.symbol) || depend.is_defined(shape) || told.contains(&shape) {
                continue;
            }
            told.push(shape);
            let name = sheet.terms.name(shape.symbol);
            let what = format!("no rule defines `{name}`, which is used here: it never holds");
            let hint = similar(sheet, depend, name).map_or_else(
                || "define it, or take the condition out".to_owned(),
                |other| format!("did you mean `{other}`?"),
            );
            let finding = sheet.finding(DiagnosticKind::Undefined, rule.place, &what, &hint);
            findings.push(finding.softened(Severity::Warning));
        }
    }
}

/// A defined relation whose name differs in a letter or two.
fn similar(sheet: &Sheet, depend: &Dependencies, name: &str) -> Option<String> {
    let names = depend.defined().map(|shape| sheet.terms.name(shape.symbol));
    let near = names
        .filter(|other| *other != name)
        .map(|other| (distance(name, other), other));
    let (edits, other) = near.min()?;
    (edits <= 1 + name.len() / 4).then(|| other.to_owned())
}

/// Letters to change, add or remove.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, &b) in right.iter().enumerate() {
            let change = corner + usize::from(a != b);
            corner = row[j + 1];
            row[j + 1] = change.min(corner + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}

/// `init` must not look at states; `legal`, `goal` and `terminal` must not look at moves.
fn dependencies(sheet: &Sheet, depend: &Dependencies, findings: &mut Vec<Diagnostic>) {
    let words = &sheet.words;
    let forbidden = [
        (words.init, words.holds),
        (words.init, words.does),
        (words.role, words.holds),
        (words.legal, words.does),
        (words.goal, words.does),
        (words.terminal, words.does),
    ];
    for (from, to) in forbidden {
        let (from, to) = (words.shape(from), words.shape(to));
        if !depend.reaches(from, to) {
            continue;
        }
        let of = |rule: &&Rule| rule.head.shape(&sheet.terms) == Some(from);
        let place = sheet
            .rules
            .iter()
            .find(of)
            .map_or(SheetPlace { line: 1, column: 1 }, |rule| rule.place);
        let (from, to) = (sheet.terms.name(from.symbol), sheet.terms.name(to.symbol));
        let what = format!("`{from}` depends on `{to}`");
        let hint = format!("it is asked before `{to}` is known; take the condition out");
        findings.push(sheet.finding(DiagnosticKind::Dependency, place, &what, &hint));
    }
}
