//! Grounding: every instance of every rule that can ever matter.
//!
//! Finds, round by round, all facts that could hold in some state, taking every
//! negation of a changing fact as possibly true. What never changes is decided
//! here and does not appear in the instances.

use crate::database::Database;
use crate::depend::Dependencies;
use crate::error::{GdlError, GdlErrorKind};
use crate::hash::FastSet;
use crate::plan::{Age, Body, Budget, Join, Plan, Treat, exhausted, ground};
use crate::prover::Prover;
use crate::rule::{Literal, Rule};
use crate::sheet::Sheet;
use crate::statics::{Statics, age_of, treatment};
use crate::terms::{Shape, Symbol, Term, Terms};

/// What grounding may cost. Counts, not clocks: the same sheet grounds or does not on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GroundLimits {
    /// Facts that joins may look at; a million take about a tenth of a second.
    pub work: u64,
    /// Numbers that all instances together may take; eight bytes each with what is made of them.
    pub size: usize,
    /// Terms that may be made.
    pub terms: usize,
}

impl Default for GroundLimits {
    fn default() -> Self {
        Self {
            // 359 of 366 public sheets ground within these, one of them not with half the work.
            work: 60_000_000,
            size: 30_000_000,
            terms: 6_000_000,
        }
    }
}

/// A condition of an instance: a fact, and whether it must hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Condition {
    pub(crate) fact: Term,
    pub(crate) holds: bool,
}

/// All instances of the rules that change.
#[derive(Debug, Default)]
pub(crate) struct Grounding {
    heads: Vec<Term>,
    ends: Vec<u32>,
    conditions: Vec<Condition>,
    /// All facts that could hold, those of `true` and `does` included.
    pub(crate) facts: Vec<Term>,
    /// The fluents of the first state.
    pub(crate) init: Vec<Term>,
}

impl Grounding {
    /// Heads and conditions, instance by instance.
    pub(crate) fn instances(&self) -> impl Iterator<Item = (Term, &[Condition])> {
        (0..self.heads.len()).map(|number| {
            let begin = if number == 0 {
                0
            } else {
                self.ends[number - 1] as usize
            };
            (
                self.heads[number],
                &self.conditions[begin..self.ends[number] as usize],
            )
        })
    }

    /// How many instances there are.
    pub(crate) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Grounds a sheet whose rules have been split.
    ///
    /// # Errors
    /// When a limit is reached, or a rule does not bind its variables.
    pub(crate) fn new(sheet: &mut Sheet, limits: GroundLimits) -> Result<Self, GdlError> {
        let mut statics = Statics::new(sheet);
        let depend = Dependencies::new(sheet);
        let words = sheet.words;
        statics.prover.allow(limits.work / 10, &sheet.terms);
        let init = all_of(sheet, &mut statics, words.init)?;
        let init = init
            .iter()
            .map(|&fact| sheet.terms.arguments(fact)[0])
            .collect();
        let Statics {
            database,
            asked,
            prover,
        } = statics;
        let mut grounder = Grounder {
            database,
            asked,
            prover,
            grounding: Self {
                init,
                ..Self::default()
            },
            budget: Budget {
                work: limits.work,
                terms: limits.terms,
            },
            limits,
            firsts: Vec::new(),
            plans: Vec::new(),
        };
        let rules: Vec<Rule> = sheet
            .rules
            .iter()
            .filter(|rule| {
                let shape = rule.head.shape(&sheet.terms);
                shape.is_some_and(|shape| depend.is_changing(shape) && depend.is_needed(shape))
            })
            .cloned()
            .collect();
        grounder.prepare(sheet, &depend, &rules)?;
        for fluent in grounder.grounding.init.clone() {
            let fact = sheet.terms.compound(words.holds, &[fluent]);
            grounder.database.add(&sheet.terms, fact);
        }
        grounder.run(sheet, &rules)?;
        let changing = grounder
            .database
            .relations
            .iter()
            .flat_map(|relation| &relation.facts);
        let changing = changing.filter(|&&fact| depend.is_changing(sheet.terms.shape(fact)));
        grounder.grounding.facts = changing.copied().collect();
        Ok(grounder.grounding)
    }
}

/// All facts of a relation that does not change.
fn all_of(sheet: &mut Sheet, statics: &mut Statics, word: Symbol) -> Result<Vec<Term>, GdlError> {
    let shape = sheet.words.shape(word);
    if !statics.asked.contains(&shape) {
        return Ok(statics.database.facts(shape).to_vec());
    }
    let question = statics.prover.question(&mut sheet.terms, shape);
    Ok(statics.prover.ask_all(&mut sheet.terms, question)?.to_vec())
}

/// A plan and the number of its rule.
type Planned = (usize, Plan);

struct Grounder {
    database: Database,
    asked: FastSet<Shape>,
    prover: Prover,
    grounding: Grounding,
    budget: Budget,
    limits: GroundLimits,
    firsts: Vec<Planned>,
    plans: Vec<Planned>,
}

impl Grounder {
    fn prepare(
        &mut self,
        sheet: &Sheet,
        depend: &Dependencies,
        rules: &[Rule],
    ) -> Result<(), GdlError> {
        for (number, rule) in rules.iter().enumerate() {
            let treat = self.treat(rule, depend, &sheet.terms);
            let body = Body {
                literals: &rule.body,
                treat: &treat,
                vars: rule.var_count(),
            };
            let changing: Vec<usize> = (0..rule.body.len())
                .filter(|&literal| match &rule.body[literal] {
                    Literal::Holds(atom) => atom
                        .shape(&sheet.terms)
                        .is_some_and(|shape| depend.is_changing(shape)),
                    _ => false,
                })
                .collect();
            if let Some(&var) = rule.loose_vars().first() {
                return Err(unsafe_rule(sheet, rule, var));
            }
            let plan = |first: Option<usize>, database: &mut Database| {
                let age =
                    |literal| first.map_or(Age::Any, |first| age_of(literal, first, &changing));
                Plan::new(&body, &[], first, age, database, &sheet.terms)
                    .map_err(|vars| unsafe_rule(sheet, rule, vars[0]))
            };
            if changing.is_empty() {
                self.firsts.push((number, plan(None, &mut self.database)?));
            }
            for &first in &changing {
                self.plans
                    .push((number, plan(Some(first), &mut self.database)?));
            }
        }
        Ok(())
    }

    fn treat(&self, rule: &Rule, depend: &Dependencies, terms: &Terms) -> Vec<Treat> {
        let mut treat = treatment(&self.asked, rule, terms);
        for (treat, literal) in treat.iter_mut().zip(&rule.body) {
            if let Literal::Fails(atom) = literal
                && atom
                    .shape(terms)
                    .is_some_and(|shape| depend.is_changing(shape))
            {
                *treat = Treat::Left;
            }
        }
        treat
    }

    fn run(&mut self, sheet: &mut Sheet, rules: &[Rule]) -> Result<(), GdlError> {
        let recorded: Vec<Vec<Recorded>> = {
            let depend = Dependencies::new(sheet);
            rules
                .iter()
                .map(|rule| recorded(rule, &depend, &sheet.terms))
                .collect()
        };
        // What never changes is known for long before the first round.
        self.database.next_round(&sheet.terms);
        let plans = std::mem::take(&mut self.firsts);
        self.round(sheet, rules, &recorded, &plans)?;
        let plans = std::mem::take(&mut self.plans);
        loop {
            self.round(sheet, rules, &recorded, &plans)?;
            if !self.database.next_round(&sheet.terms) {
                return Ok(());
            }
        }
    }

    fn round(
        &mut self,
        sheet: &mut Sheet,
        rules: &[Rule],
        recorded: &[Vec<Recorded>],
        plans: &[Planned],
    ) -> Result<(), GdlError> {
        for (number, plan) in plans {
            let begin = self.grounding.heads.len();
            let grounding = &mut self.grounding;
            let rule = &rules[*number];
            let limits = self.limits;
            let mut join = Join::new(
                &mut sheet.terms,
                &self.database,
                &mut self.prover,
                &mut self.budget,
            );
            plan.run(&mut join, &[], &mut |terms, values, matched| {
                for record in &recorded[*number] {
                    let (literal, holds) = (record.literal, record.holds);
                    let fact = if holds {
                        matched[literal]
                    } else {
                        match &rule.body[literal] {
                            Literal::Fails(atom) => ground(terms, atom, values),
                            _ => continue,
                        }
                    };
                    grounding.conditions.push(Condition { fact, holds });
                }
                grounding.heads.push(ground(terms, &rule.head, values));
                grounding.ends.push(grounding.conditions.len() as u32);
                if grounding.conditions.len() + grounding.heads.len() > limits.size {
                    return Err(exhausted());
                }
                Ok(())
            })?;
            for instance in begin..self.grounding.heads.len() {
                let head = self.grounding.heads[instance];
                self.add(sheet, head);
            }
        }
        Ok(())
    }

    /// Adds what a rule says, and what may follow from it in the next state.
    fn add(&mut self, sheet: &mut Sheet, head: Term) {
        if !self.database.add(&sheet.terms, head) {
            return;
        }
        let words = sheet.words;
        let shape = sheet.terms.shape(head);
        if shape == words.shape(words.next) {
            let fluent = sheet.terms.arguments(head)[0];
            let fact = sheet.terms.compound(words.holds, &[fluent]);
            self.database.add(&sheet.terms, fact);
        } else if shape == words.shape(words.legal) {
            let [role, mv] = sheet.terms.arguments(head)[..] else {
                return;
            };
            if sheet.role_terms.contains(&role) {
                let fact = sheet.terms.compound(words.does, &[role, mv]);
                self.database.add(&sheet.terms, fact);
            }
        }
    }
}

/// A literal that goes into the instances.
#[derive(Clone, Copy)]
struct Recorded {
    literal: usize,
    holds: bool,
}

fn recorded(rule: &Rule, depend: &Dependencies, terms: &Terms) -> Vec<Recorded> {
    let changes = |literal: &Literal| {
        literal
            .atom()
            .and_then(|atom| atom.shape(terms))
            .is_some_and(|shape| depend.is_changing(shape))
    };
    (0..rule.body.len())
        .filter(|&literal| changes(&rule.body[literal]))
        .map(|literal| Recorded {
            literal,
            holds: matches!(rule.body[literal], Literal::Holds(_)),
        })
        .collect()
}

fn unsafe_rule(sheet: &Sheet, rule: &Rule, var: crate::rule::Var) -> GdlError {
    GdlError::new(
        GdlErrorKind::Sheet,
        format!(
            "no positive condition binds {}",
            rule.names[usize::from(var)]
        ),
        "add a condition that names its values; the engine `rules` may do without",
    )
    .at(rule.place, &sheet.text)
}
