//! Splits long rules: what concerns a variable that nobody else needs becomes a relation of its own.
//!
//! A rule with n variables has up to dⁿ ground instances. Taking the conditions
//! on one variable out into a helper relation leaves two rules with fewer
//! variables each, so there are far fewer instances: 12 to 30 times fewer on
//! checkers and hex. The gates that the instances become are shared for free.

use crate::rule::{Literal, Pattern, Rule, Var};
use crate::sheet::Sheet;

/// Splits all rules of a sheet as far as it gains.
pub(crate) fn decompose(sheet: &mut Sheet) {
    let mut helpers = 0;
    let mut done = Vec::new();
    for mut rule in std::mem::take(&mut sheet.rules) {
        while let Some(group) = best_group(&rule) {
            let name = sheet.terms.symbol(&format!("#{helpers}"));
            helpers += 1;
            let helper = Pattern::made(
                &mut sheet.terms,
                name,
                group.outside.iter().map(|&var| Pattern::Var(var)).collect(),
            );
            let (inside, mut rest) = split(rule.body, &group.literals);
            done.push(Rule {
                head: helper.clone(),
                body: inside,
                names: rule.names.clone(),
                place: rule.place,
            });
            rest.push(Literal::Holds(helper));
            rule.body = rest;
        }
        done.push(rule);
    }
    sheet.rules = done.into_iter().map(renumbered).collect();
}

fn split(body: Vec<Literal>, taken: &[bool]) -> (Vec<Literal>, Vec<Literal>) {
    let (mut inside, mut rest) = (Vec::new(), Vec::new());
    for (literal, &is_taken) in body.into_iter().zip(taken) {
        if is_taken { &mut inside } else { &mut rest }.push(literal);
    }
    (inside, rest)
}

/// Conditions that can leave a rule together.
struct Group {
    literals: Vec<bool>,
    vars: usize,
    /// Variables that the rest of the rule needs, too.
    outside: Vec<Var>,
}

/// The group with the fewest variables, if it has fewer than the whole rule.
fn best_group(rule: &Rule) -> Option<Group> {
    let head = rule.head.vars();
    let mut all = head.clone();
    for literal in &rule.body {
        all.extend(literal.vars());
    }
    all.sort_unstable();
    all.dedup();
    let local = all.iter().copied().filter(|var| !head.contains(var));
    let groups = local.filter_map(|var| group_of(rule, var));
    let smaller = groups.filter(|group| group.vars < all.len());
    smaller.min_by_key(|group| (group.vars, group.outside.len()))
}

/// All conditions on `var`, and what it takes to bind the variables of the negative ones among them.
fn group_of(rule: &Rule, var: Var) -> Option<Group> {
    let mut literals: Vec<bool> = rule
        .body
        .iter()
        .map(|literal| literal.vars().contains(&var))
        .collect();
    while let Some(loose) = loose_var(rule, &literals) {
        let binds = |&number: &usize| match &rule.body[number] {
            Literal::Holds(atom) => !literals[number] && atom.vars().contains(&loose),
            _ => false,
        };
        let binder = (0..rule.body.len())
            .filter(binds)
            .min_by_key(|&number| rule.body[number].vars().len())?;
        literals[binder] = true;
    }
    let mut vars: Vec<Var> = Vec::new();
    let mut others = rule.head.vars();
    for (literal, &is_taken) in rule.body.iter().zip(&literals) {
        if is_taken { &mut vars } else { &mut others }.extend(literal.vars());
    }
    vars.sort_unstable();
    vars.dedup();
    let outside: Vec<Var> = vars
        .iter()
        .copied()
        .filter(|var| others.contains(var))
        .collect();
    (outside.len() < vars.len()).then_some(Group {
        vars: vars.len(),
        literals,
        outside,
    })
}

/// A variable of the taken conditions that no positive one of them binds.
fn loose_var(rule: &Rule, taken: &[bool]) -> Option<Var> {
    let inside = || {
        rule.body
            .iter()
            .zip(taken)
            .filter(|(_, taken)| **taken)
            .map(|(literal, _)| literal)
    };
    let is_bound = |var: Var| {
        inside().any(|literal| match literal {
            Literal::Holds(atom) => atom.vars().contains(&var),
            _ => false,
        })
    };
    inside().flat_map(Literal::vars).find(|&var| !is_bound(var))
}

/// The rule with its variables counted from 0 again.
fn renumbered(mut rule: Rule) -> Rule {
    let mut used: Vec<Var> = rule.head.vars();
    for literal in &rule.body {
        for var in literal.vars() {
            if !used.contains(&var) {
                used.push(var);
            }
        }
    }
    rename(&mut rule.head, &used);
    for literal in &mut rule.body {
        match literal {
            Literal::Holds(atom) | Literal::Fails(atom) => rename(atom, &used),
            Literal::Differ(left, right) => {
                rename(left, &used);
                rename(right, &used);
            }
        }
    }
    rule.names = used
        .iter()
        .map(|&var| rule.names[usize::from(var)].clone())
        .collect();
    rule
}

fn rename(pattern: &mut Pattern, used: &[Var]) {
    match pattern {
        Pattern::Var(var) => {
            *var = used.iter().position(|other| other == var).unwrap_or(0) as Var;
        }
        Pattern::Ground(_) => {}
        Pattern::Made(_, parts) => parts.iter_mut().for_each(|part| rename(part, used)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_of_conditions_becomes_rules_of_three_variables() {
        let mut sheet = Sheet::read_all(
            "(role x) (<= (line ?p) (c ?x1 ?p) (s ?x1 ?x2) (c ?x2 ?p) (s ?x2 ?x3) (c ?x3 ?p) (s ?x3 ?x4) (c ?x4 ?p))",
        )
        .0;
        decompose(&mut sheet);
        assert!(sheet.rules.len() > 2);
        assert!(sheet.rules.iter().all(|rule| rule.var_count() <= 3));
    }

    #[test]
    fn a_negation_takes_along_what_binds_it() {
        let mut sheet = Sheet::read_all(
            "(role x) (<= p (q ?x) (not (r ?x ?y)) (s ?y) (t ?z) (u ?z ?w) (v ?w))",
        )
        .0;
        decompose(&mut sheet);
        assert!(sheet.rules.iter().all(|rule| rule.loose_vars().is_empty()));
    }
}
