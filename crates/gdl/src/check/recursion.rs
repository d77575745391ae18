//! Negation through recursion, and recursion that may go on for ever.

use super::{Diagnostic, DiagnosticKind, Severity};
use crate::depend::Dependencies;
use crate::rule::{Literal, Pattern, Rule};
use crate::sheet::Sheet;

/// Adds what the dependencies among relations show.
pub(super) fn check(sheet: &Sheet, findings: &mut Vec<Diagnostic>) {
    let depend = Dependencies::new(sheet);
    for rule in &sheet.rules {
        let Some(head) = rule.head.shape(&sheet.terms) else {
            continue;
        };
        for literal in &rule.body {
            let Some(shape) = literal.atom().and_then(|atom| atom.shape(&sheet.terms)) else {
                continue;
            };
            if !depend.same_cycle(head, shape) {
                continue;
            }
            let name = sheet.terms.name(shape.symbol);
            match literal {
                Literal::Fails(_) => {
                    let what =
                        format!("`{name}` depends on its own negation, relation by relation");
                    let hint = "it may still be sound fact by fact, which is found out when the sheet is grounded";
                    let finding =
                        sheet.finding(DiagnosticKind::Stratification, rule.place, &what, hint);
                    findings.push(finding.softened(Severity::Warning));
                }
                Literal::Holds(atom) if may_grow(sheet, &depend, rule, atom) => {
                    let what = format!("the recursion through `{name}` is not restricted");
                    let hint = "every argument of the recursive condition should be a constant, stand in the head, or be bound by a condition outside the recursion";
                    let finding = sheet.finding(DiagnosticKind::Recursion, rule.place, &what, hint);
                    findings.push(finding.softened(Severity::Warning));
                }
                _ => {}
            }
        }
    }
}

/// The recursion restriction of the language's definition, argument by argument.
fn may_grow(sheet: &Sheet, depend: &Dependencies, rule: &Rule, atom: &Pattern) -> bool {
    let head_parts = rule.head.parts(&sheet.terms);
    let head_shape = rule.head.shape(&sheet.terms);
    let bound: Vec<_> = rule
        .body
        .iter()
        .filter_map(|literal| match literal {
            Literal::Holds(other) => {
                let outside = match (other.shape(&sheet.terms), head_shape) {
                    (Some(shape), Some(head)) => !depend.same_cycle(head, shape),
                    _ => true,
                };
                outside.then(|| other.vars())
            }
            _ => None,
        })
        .flatten()
        .collect();
    atom.parts(&sheet.terms).iter().any(|part| {
        let is_bound = match part {
            Pattern::Ground(_) => true,
            Pattern::Var(var) => bound.contains(var),
            Pattern::Made(..) => part.vars().iter().all(|var| bound.contains(var)),
        };
        !is_bound && !head_parts.contains(part)
    })
}
