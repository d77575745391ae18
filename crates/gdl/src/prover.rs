//! Works out only what is asked, and remembers it: top-down with tables.
//!
//! A question is a fact with holes. Its answers are kept in a table; a question
//! that comes up again while it is being answered gets the answers found so
//! far, and whoever began the circle goes round until nothing new is found. So
//! left recursion ends, and a circle without a ground is false.

use std::sync::Arc;

use crate::database::{Database, IndexSpec, part};
use crate::depend::Dependencies;
use crate::error::{GdlError, GdlErrorKind};
use crate::few::Few;
use crate::hash::{FastMap, FastSet};
use crate::plan::{Budget, Oracle, ground, matches};
use crate::rule::{Literal, Pattern, Rule};
use crate::sheet::Sheet;
use crate::terms::{Shape, Term, Terms};

/// Questions inside questions; beyond this the recursion is taken to have no end.
const DEEPEST: usize = 700;

/// How long answers stay true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Level {
    Always = 0,
    State = 1,
    Moves = 2,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Progress {
    Complete,
    /// Being answered, at this depth of the stack.
    Active(usize),
    /// Waits for a question further up; as of this round of it.
    Tentative {
        round: u64,
        low: usize,
    },
}

#[derive(Clone, Debug)]
struct Table {
    answers: Arc<Vec<Term>>,
    known: FastSet<Term>,
    progress: Progress,
}

/// The tables of one level.
#[derive(Clone, Debug, Default)]
struct Tables {
    by_question: FastMap<Term, usize>,
    tables: Vec<Table>,
}

/// A table's level and number.
type TableId = (usize, usize);

/// A prover over the rules of a sheet.
#[derive(Clone, Debug)]
pub(crate) struct Prover {
    rules: Arc<Vec<Rule>>,
    by_shape: Arc<FastMap<Shape, Vec<usize>>>,
    levels: Arc<FastMap<Shape, Level>>,
    orders: FastMap<(usize, u64), Arc<[usize]>>,
    /// Relations that are given fact by fact: `true`, `does`, and what was worked out beforehand.
    stored: FastSet<Shape>,
    /// What is asked first. Only the first state decides, so that the order of proofs does not depend
    /// on what was asked before.
    few: Option<Few>,
    does: Shape,
    database: Database,
    tables: [Tables; 3],
    /// Stands for a hole in a question.
    hole: Term,
    /// Questions that are waiting for one further up, in the order in which they began to.
    waiting: Vec<TableId>,
    depth: usize,
    low: usize,
    round: u64,
    added: u64,
    budget: Budget,
}

impl Prover {
    /// A prover that knows the rules and no state yet.
    pub(crate) fn new(sheet: &mut Sheet, work: u64) -> Self {
        let depend = Dependencies::new(sheet);
        let words = sheet.words;
        let moves = words.shape(words.does);
        let mut by_shape: FastMap<Shape, Vec<usize>> = FastMap::default();
        let mut levels = FastMap::default();
        for (number, rule) in sheet.rules.iter().enumerate() {
            let Some(shape) = rule.head.shape(&sheet.terms) else {
                continue;
            };
            by_shape.entry(shape).or_default().push(number);
            levels.entry(shape).or_insert_with(|| {
                if depend.reaches(shape, moves) {
                    Level::Moves
                } else if depend.is_changing(shape) {
                    Level::State
                } else {
                    Level::Always
                }
            });
        }
        let hole = sheet.terms.symbol("?");
        let hole = sheet.terms.atom(hole);
        let stored = [words.holds, words.does].map(|word| words.shape(word));
        Self {
            rules: Arc::new(sheet.rules.clone()),
            by_shape: Arc::new(by_shape),
            levels: Arc::new(levels),
            orders: FastMap::default(),
            stored: stored.into_iter().collect(),
            few: None,
            does: moves,
            database: Database::default(),
            tables: Default::default(),
            hole,
            waiting: Vec::new(),
            depth: 0,
            low: usize::MAX,
            round: 0,
            added: 0,
            budget: Budget::new(work, &sheet.terms),
        }
    }

    /// Lets the facts of a relation be looked up instead of proved.
    pub(crate) fn store(&mut self, terms: &Terms, shape: Shape, facts: &[Term]) {
        self.stored.insert(shape);
        for &fact in facts {
            self.database.add(terms, fact);
        }
    }

    /// Replaces the facts of a stored relation and forgets what depended on it.
    pub(crate) fn replace(&mut self, terms: &Terms, shape: Shape, facts: &[Term], is_state: bool) {
        if is_state && self.few.is_none() {
            self.few = Some(Few::new(terms, [shape, self.does], facts));
            self.orders.clear();
        }
        let relation = self.database.relation(shape);
        self.database.clear(relation);
        for &fact in facts {
            self.database.add(terms, fact);
        }
        self.forget(if is_state { Level::State } else { Level::Moves });
    }

    fn forget(&mut self, from: Level) {
        for tables in &mut self.tables[from as usize..] {
            tables.by_question.clear();
            tables.tables.clear();
        }
        self.waiting.clear();
        self.depth = 0;
        self.low = usize::MAX;
    }

    /// Sets what may be spent on the questions to come.
    pub(crate) fn allow(&mut self, work: u64, terms: &Terms) {
        self.budget = Budget::new(work, terms);
    }

    /// What may still be spent.
    pub(crate) fn left(&self) -> u64 {
        self.budget.work
    }

    /// What stands for a hole in a question.
    pub(crate) fn hole(&self) -> Term {
        self.hole
    }

    /// All facts that fit a question; holes are [`Self::hole`].
    pub(crate) fn ask_all(
        &mut self,
        terms: &mut Terms,
        question: Term,
    ) -> Result<Arc<Vec<Term>>, GdlError> {
        let answers = self.call(terms, question);
        if answers.is_err() {
            // Tables that were under way are of no use to anybody.
            self.forget(Level::Always);
        }
        answers
    }

    /// The question about everything in a relation.
    pub(crate) fn question(&self, terms: &mut Terms, shape: Shape) -> Term {
        let holes = vec![self.hole; usize::from(shape.arity.unwrap_or(0))];
        terms.make(shape, &holes)
    }

    fn call(&mut self, terms: &mut Terms, question: Term) -> Result<Arc<Vec<Term>>, GdlError> {
        self.budget.spend(1)?;
        self.budget.look_at(terms)?;
        let shape = terms.shape(question);
        if self.stored.contains(&shape) {
            return Ok(Arc::new(self.look_up(terms, question)));
        }
        let Some(&level) = self.levels.get(&shape) else {
            return Ok(Arc::default());
        };
        let tables = &mut self.tables[level as usize];
        let id = if let Some(&number) = tables.by_question.get(&question) {
            let table = &tables.tables[number];
            match table.progress {
                Progress::Complete => return Ok(Arc::clone(&table.answers)),
                Progress::Active(depth) => {
                    self.low = self.low.min(depth);
                    return Ok(Arc::clone(&table.answers));
                }
                Progress::Tentative { round, low } if round == self.round => {
                    self.low = self.low.min(low);
                    return Ok(Arc::clone(&table.answers));
                }
                Progress::Tentative { .. } => (level as usize, number),
            }
        } else {
            let number = tables.tables.len();
            tables.by_question.insert(question, number);
            tables.tables.push(Table {
                answers: Arc::default(),
                known: FastSet::default(),
                progress: Progress::Complete,
            });
            (level as usize, number)
        };
        self.answer(terms, question, id)?;
        Ok(Arc::clone(&self.table(id).answers))
    }

    fn table(&mut self, (level, number): TableId) -> &mut Table {
        &mut self.tables[level].tables[number]
    }

    fn answer(&mut self, terms: &mut Terms, question: Term, id: TableId) -> Result<(), GdlError> {
        if self.depth >= DEEPEST {
            return Err(GdlError::new(
                GdlErrorKind::Limit,
                format!(
                    "`{}` leads to a recursion without end",
                    terms.text(question)
                ),
                "a recursive rule must come nearer to a fact with each step",
            ));
        }
        let depth = self.depth;
        self.depth += 1;
        let outer = std::mem::replace(&mut self.low, usize::MAX);
        let waiting = self.waiting.len();
        self.table(id).progress = Progress::Active(depth);
        let rules = Arc::clone(&self.by_shape);
        let shape = terms.shape(question);
        loop {
            let before = self.added;
            self.low = usize::MAX;
            for &rule in &rules[&shape] {
                self.apply(terms, rule, question, id)?;
            }
            if self.low < depth {
                let (round, low) = (self.round, self.low);
                self.table(id).progress = Progress::Tentative { round, low };
                self.waiting.push(id);
                self.low = outer.min(low);
                break;
            }
            if self.low == usize::MAX || self.added == before {
                self.table(id).progress = Progress::Complete;
                for waiter in self.waiting.split_off(waiting) {
                    self.table(waiter).progress = Progress::Complete;
                }
                self.low = outer;
                break;
            }
            self.round += 1;
        }
        self.depth -= 1;
        Ok(())
    }

    fn apply(
        &mut self,
        terms: &mut Terms,
        rule: usize,
        question: Term,
        id: TableId,
    ) -> Result<(), GdlError> {
        let rules = Arc::clone(&self.rules);
        let rule_of = &rules[rule];
        let mut values = vec![None; rule_of.var_count()];
        if !self.meets(terms, &rule_of.head, question, &mut values) {
            return Ok(());
        }
        let order = self.order(terms, rule, &values);
        self.solve(terms, rule_of, &order, &mut values, id)
    }

    /// Binds the head to what the question says; holes say nothing.
    fn meets(
        &self,
        terms: &Terms,
        head: &Pattern,
        question: Term,
        values: &mut [Option<Term>],
    ) -> bool {
        if question == self.hole {
            return true;
        }
        match head {
            Pattern::Var(var) => {
                if !self.is_ground(terms, question) {
                    return true;
                }
                let slot = &mut values[usize::from(*var)];
                *slot.get_or_insert(question) == question
            }
            Pattern::Ground(term) => self.may_be(terms, question, *term),
            Pattern::Made(symbol, parts) => {
                let shape = terms.shape(question);
                shape.symbol == *symbol
                    && shape.arity == Some(parts.len() as u16)
                    && parts
                        .iter()
                        .zip(terms.arguments(question))
                        .all(|(part, &asked)| self.meets(terms, part, asked, values))
            }
        }
    }

    fn is_ground(&self, terms: &Terms, term: Term) -> bool {
        term != self.hole
            && terms
                .arguments(term)
                .iter()
                .all(|&part| self.is_ground(terms, part))
    }

    /// Whether the fact fits the question.
    fn may_be(&self, terms: &Terms, question: Term, fact: Term) -> bool {
        question == fact
            || question == self.hole
            || (terms.shape(question) == terms.shape(fact)
                && terms
                    .arguments(question)
                    .iter()
                    .zip(terms.arguments(fact))
                    .all(|(&question, &fact)| self.may_be(terms, question, fact)))
    }

    fn solve(
        &mut self,
        terms: &mut Terms,
        rule: &Rule,
        order: &[usize],
        values: &mut Vec<Option<Term>>,
        id: TableId,
    ) -> Result<(), GdlError> {
        let Some((&literal, rest)) = order.split_first() else {
            return self.conclude(terms, rule, values, id);
        };
        match &rule.body[literal] {
            Literal::Differ(left, right) => {
                let (left, right) = (
                    self.fill(terms, left, values),
                    self.fill(terms, right, values),
                );
                if left != right || !self.is_ground(terms, left) {
                    self.solve(terms, rule, rest, values, id)?;
                }
            }
            Literal::Fails(atom) => {
                let question = self.fill(terms, atom, values);
                let low = std::mem::replace(&mut self.low, usize::MAX);
                let answers = self.call(terms, question)?;
                let settled = self.low == usize::MAX;
                self.low = self.low.min(low);
                if answers.is_empty() {
                    if !settled {
                        return Err(not_stratified(terms, question));
                    }
                    self.solve(terms, rule, rest, values, id)?;
                }
            }
            Literal::Holds(atom) => {
                let question = self.fill(terms, atom, values);
                let answers = self.call(terms, question)?;
                self.budget.spend(answers.len() as u64)?;
                let kept = values.clone();
                for &answer in answers.iter() {
                    if matches(terms, atom, answer, values) {
                        self.solve(terms, rule, rest, values, id)?;
                    }
                    values.copy_from_slice(&kept);
                }
            }
        }
        Ok(())
    }

    fn conclude(
        &mut self,
        terms: &mut Terms,
        rule: &Rule,
        values: &[Option<Term>],
        id: TableId,
    ) -> Result<(), GdlError> {
        if let Some(var) = rule
            .head
            .vars()
            .into_iter()
            .find(|&var| values[usize::from(var)].is_none())
        {
            return Err(GdlError {
                place: Some(rule.place),
                ..GdlError::new(
                    GdlErrorKind::Sheet,
                    format!(
                        "no positive condition binds {}",
                        rule.names[usize::from(var)]
                    ),
                    "add a condition that names its values",
                )
            });
        }
        let fact = ground(terms, &rule.head, values);
        let table = self.table(id);
        if table.known.insert(fact) {
            Arc::make_mut(&mut table.answers).push(fact);
            self.added += 1;
        }
        Ok(())
    }

    /// The pattern with holes for what is not bound.
    fn fill(&self, terms: &mut Terms, pattern: &Pattern, values: &[Option<Term>]) -> Term {
        match pattern {
            Pattern::Ground(term) => *term,
            Pattern::Var(var) => values[usize::from(*var)].unwrap_or(self.hole),
            Pattern::Made(symbol, parts) => {
                let parts: Vec<Term> = parts
                    .iter()
                    .map(|part| self.fill(terms, part, values))
                    .collect();
                terms.compound(*symbol, &parts)
            }
        }
    }

    /// Facts of a stored relation that fit, by an index on what the question says.
    fn look_up(&mut self, terms: &Terms, question: Term) -> Vec<Term> {
        if self.is_ground(terms, question) {
            let known = self.database.has(question);
            return if known { vec![question] } else { Vec::new() };
        }
        let mut spec = IndexSpec::default();
        let mut keys = Vec::new();
        self.specify(terms, question, &mut Vec::new(), &mut spec, &mut keys);
        let relation = self.database.relation(terms.shape(question));
        let index = self.database.index(relation, spec);
        self.database.settle_one(terms, relation);
        let relation = &self.database.relations[relation];
        let hash = crate::database::hash_of_keys(keys.iter().map(|&(_, key)| key));
        let facts = relation
            .places(index, hash)
            .iter()
            .map(|&place| relation.facts[place as usize]);
        facts
            .filter(|&fact| {
                keys.iter()
                    .all(|(path, key)| part(terms, fact, path) == *key)
            })
            .collect()
    }

    fn specify(
        &self,
        terms: &Terms,
        question: Term,
        path: &mut Vec<u16>,
        spec: &mut IndexSpec,
        keys: &mut Vec<(Vec<u16>, Term)>,
    ) {
        for (number, &asked) in terms.arguments(question).iter().enumerate() {
            if asked == self.hole {
                continue;
            }
            path.push(number as u16);
            if self.is_ground(terms, asked) {
                spec.keys.push(path.clone().into());
                keys.push((path.clone(), asked));
            } else {
                spec.shapes.push((path.clone().into(), terms.shape(asked)));
                self.specify(terms, asked, path, spec, keys);
            }
            path.pop();
        }
    }

    /// The order in which to prove a body: tests as soon as they are bound, then relations of few facts,
    /// then what has the fewest unknowns.
    fn order(&mut self, terms: &Terms, rule: usize, values: &[Option<Term>]) -> Arc<[usize]> {
        let mask = values.iter().enumerate().fold(0u64, |mask, (var, value)| {
            mask | u64::from(value.is_some()) << (var % 64)
        });
        if let Some(order) = self.orders.get(&(rule, mask)) {
            return Arc::clone(order);
        }
        let body = &self.rules[rule].body;
        let is_few = |atom| self.few.as_ref().is_some_and(|few| few.has(terms, atom));
        let mut bound: Vec<bool> = values.iter().map(Option::is_some).collect();
        let mut left: Vec<usize> = (0..body.len()).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            let cost = |&literal: &usize| {
                let vars = body[literal].vars();
                let free = vars.iter().filter(|&&var| !bound[usize::from(var)]).count();
                let share = 100 * free / vars.len().max(1);
                match (&body[literal], free) {
                    (Literal::Holds(_), 0) => 2,
                    (Literal::Differ(..), 0) => 0,
                    (Literal::Fails(_), 0) => 3,
                    (Literal::Holds(atom), free) if is_few(atom) => 4 + free,
                    (Literal::Holds(_), free) => 10 + share + 10 * free,
                    _ => 100_000,
                }
            };
            let best = (0..left.len())
                .min_by_key(|&at| (cost(&left[at]), left[at]))
                .unwrap_or(0);
            let literal = left.remove(best);
            if let Literal::Holds(atom) = &body[literal] {
                atom.each_var(&mut |var| bound[usize::from(var)] = true);
            }
            order.push(literal);
        }
        let order: Arc<[usize]> = order.into();
        self.orders.insert((rule, mask), Arc::clone(&order));
        order
    }
}

fn not_stratified(terms: &Terms, question: Term) -> GdlError {
    GdlError::new(
        GdlErrorKind::NotStratified,
        format!("`{}` depends on its own negation", terms.text(question)),
        "break the circle: a relation may be negated only once it is settled",
    )
}

impl Oracle for Prover {
    fn ask(
        &mut self,
        terms: &mut Terms,
        pattern: &Pattern,
        values: &[Option<Term>],
    ) -> Result<Vec<Term>, GdlError> {
        let question = self.fill(terms, pattern, values);
        Ok(self.ask_all(terms, question)?.to_vec())
    }
}
