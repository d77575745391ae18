//! What never changes, worked out once: bottom-up, relation by relation.
//!
//! Relations whose rules do not bind their variables, or that grow beyond the
//! limit, are left to the prover, which is asked for single facts of them.

use crate::database::Database;
use crate::depend::Dependencies;
use crate::hash::FastSet;
use crate::plan::{Age, Body, Budget, Join, Plan, Treat};
use crate::prover::Prover;
use crate::rule::{Literal, Rule};
use crate::sheet::Sheet;
use crate::terms::{Shape, Terms};

/// Facts that may be looked at for one relation before it is left to the prover.
const WORK_PER_RELATION: u64 = 2_000_000;
/// Facts that may be looked at by the prover for the others.
const WORK_OF_PROVER: u64 = 5_000_000;

/// The facts that never change.
pub(crate) struct Statics {
    pub(crate) database: Database,
    /// Relations that are asked for, not stored.
    pub(crate) asked: FastSet<Shape>,
    pub(crate) prover: Prover,
}

impl Statics {
    /// Works them out.
    pub(crate) fn new(sheet: &mut Sheet) -> Self {
        let depend = Dependencies::new(sheet);
        let prover = Prover::new(sheet, WORK_OF_PROVER);
        let mut statics = Self {
            database: Database::default(),
            asked: FastSet::default(),
            prover,
        };
        let mut shapes: Vec<Shape> = depend
            .defined()
            .filter(|&shape| depend.is_needed(shape) && !depend.is_changing(shape))
            .collect();
        shapes.sort_by_key(|&shape| (depend.stratum(shape), shape));
        for group in shapes.chunk_by(|&left, &right| depend.stratum(left) == depend.stratum(right))
        {
            statics.work_out(sheet, group);
        }
        statics
    }

    fn work_out(&mut self, sheet: &mut Sheet, group: &[Shape]) {
        let of_group = |rule: &&Rule| {
            rule.head
                .shape(&sheet.terms)
                .is_some_and(|shape| group.contains(&shape))
        };
        let rules: Vec<Rule> = sheet.rules.iter().filter(of_group).cloned().collect();
        let settled = !rules
            .iter()
            .any(|rule| negates_itself(rule, group, &sheet.terms))
            && self.bottom_up(sheet, &rules, group).is_some();
        for &shape in group {
            if settled {
                self.prover
                    .store(&sheet.terms, shape, self.database.facts(shape));
            } else {
                let relation = self.database.relation(shape);
                self.database.clear(relation);
                self.asked.insert(shape);
            }
        }
        self.database.settle(&sheet.terms);
    }

    /// Finds all facts of the rules; `None` where they do not bind their variables or find too much.
    fn bottom_up(&mut self, sheet: &mut Sheet, rules: &[Rule], group: &[Shape]) -> Option<()> {
        let database = &mut self.database;
        let mut budget = Budget::new(WORK_PER_RELATION, &sheet.terms);
        let mut plans = Vec::new();
        let mut firsts = Vec::new();
        for rule in rules {
            if !rule.loose_vars().is_empty() {
                return None;
            }
            let treat = treatment(&self.asked, rule, &sheet.terms);
            let body = Body {
                literals: &rule.body,
                treat: &treat,
                vars: rule.var_count(),
            };
            let own: Vec<usize> = (0..rule.body.len())
                .filter(|&literal| match &rule.body[literal] {
                    Literal::Holds(atom) => atom
                        .shape(&sheet.terms)
                        .is_some_and(|shape| group.contains(&shape)),
                    _ => false,
                })
                .collect();
            if own.is_empty() {
                let plan =
                    Plan::new(&body, &[], None, |_| Age::Any, database, &sheet.terms).ok()?;
                firsts.push((rule, plan));
            }
            for &first in &own {
                let age = |literal: usize| age_of(literal, first, &own);
                let plan = Plan::new(&body, &[], Some(first), age, database, &sheet.terms).ok()?;
                plans.push((rule, plan));
            }
        }
        database.settle(&sheet.terms);
        let mut round = firsts;
        loop {
            let mut found = Vec::new();
            for (rule, plan) in &round {
                let mut join = Join::new(&mut sheet.terms, database, &mut self.prover, &mut budget);
                let result = plan.run(&mut join, &[], &mut |terms, values, _| {
                    found.push(crate::plan::ground(terms, &rule.head, values));
                    Ok(())
                });
                result.ok()?;
            }
            for fact in found {
                database.add(&sheet.terms, fact);
            }
            if !database.next_round(&sheet.terms) {
                return Some(());
            }
            round.clone_from(&plans);
        }
    }
}

/// How a join is to treat each literal of a rule.
pub(crate) fn treatment(asked: &FastSet<Shape>, rule: &Rule, terms: &Terms) -> Vec<Treat> {
    let treat = |literal: &Literal| match literal.atom().and_then(|atom| atom.shape(terms)) {
        Some(shape) if asked.contains(&shape) => Treat::Asked,
        _ => Treat::Stored,
    };
    rule.body.iter().map(treat).collect()
}

/// Semi-naive: each way to satisfy a body is found in the round of its newest fact, by the first such literal.
pub(crate) fn age_of(literal: usize, first: usize, changing: &[usize]) -> Age {
    if literal == first {
        Age::Recent
    } else if literal < first && changing.contains(&literal) {
        Age::Stable
    } else {
        Age::Any
    }
}

fn negates_itself(rule: &Rule, group: &[Shape], terms: &Terms) -> bool {
    rule.body.iter().any(|literal| match literal {
        Literal::Fails(atom) => atom
            .shape(terms)
            .is_some_and(|shape| group.contains(&shape)),
        _ => false,
    })
}
