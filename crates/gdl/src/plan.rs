//! Joins: the body of a rule as a sequence of steps, each of which narrows or binds.

use crate::database::{Database, IndexSpec, Path, RelationId, hash_of_keys, part};
use crate::error::{GdlError, GdlErrorKind};
use crate::rule::{Literal, Pattern, Var};
use crate::terms::{Shape, Term, Terms};

/// Which facts of a relation a step looks at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Age {
    /// Those of the last round.
    Recent,
    /// Those known before the last round.
    Stable,
    /// Both.
    Any,
}

/// A part of a key that is known when a step begins.
#[derive(Clone, Copy, Debug)]
enum Known {
    Term(Term),
    Var(Var),
}

/// One step of a join.
#[derive(Clone, Debug)]
enum Step {
    Scan(Scan),
    /// Ask the oracle for the facts that fit.
    Ask {
        pattern: Pattern,
        literal: usize,
    },
    /// The fact must not be known.
    Absent(Pattern),
    /// The oracle must not know the fact.
    AskAbsent(Pattern),
    Differ(Pattern, Pattern),
}

#[derive(Clone, Debug)]
struct Scan {
    literal: usize,
    relation: RelationId,
    index: usize,
    age: Age,
    keys: Vec<(Path, Known)>,
    /// Parts that must equal a variable bound earlier in the same literal.
    checks: Vec<(Path, Var)>,
    binds: Vec<(Path, Var)>,
}

/// A literal of a body and how the join is to treat it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Treat {
    /// Look in the database.
    Stored,
    /// Ask the oracle.
    Asked,
    /// A negation that is not decided here: only its variables must be bound.
    Left,
}

/// Somebody who knows relations that the database does not hold.
pub(crate) trait Oracle {
    /// All facts that fit the pattern under the bindings; unbound variables fit anything.
    fn ask(
        &mut self,
        terms: &mut Terms,
        pattern: &Pattern,
        values: &[Option<Term>],
    ) -> Result<Vec<Term>, GdlError>;
}

/// Terms that may be made in one go: with all that is kept of them, a few hundred megabytes.
const MOST_NEW_TERMS: usize = 3_000_000;

/// How much may still be done; counted in facts looked at, so that it does not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    pub(crate) work: u64,
    /// No more terms than this may be made: growing terms use up memory before work.
    pub(crate) terms: usize,
}

impl Budget {
    /// Some work, and a quarter as many terms beyond those there are, but never more than fit into memory.
    pub(crate) fn new(work: u64, terms: &Terms) -> Self {
        Self {
            work,
            terms: terms.len() + (work as usize / 4).min(MOST_NEW_TERMS),
        }
    }

    /// Complains when too many terms have been made.
    pub(crate) fn look_at(&self, terms: &Terms) -> Result<(), GdlError> {
        if terms.len() > self.terms {
            Err(exhausted())
        } else {
            Ok(())
        }
    }

    /// Takes `work` away.
    #[inline]
    pub(crate) fn spend(&mut self, work: u64) -> Result<(), GdlError> {
        match self.work.checked_sub(work) {
            Some(left) => {
                self.work = left;
                Ok(())
            }
            None => Err(exhausted()),
        }
    }
}

#[cold]
pub(crate) fn exhausted() -> GdlError {
    GdlError::new(
        GdlErrorKind::Limit,
        "the rules do not ground within the limits of time and memory",
        "use the engine `rules`, which works out only what it is asked, or raise the limits",
    )
}

/// A body in the order in which it is joined.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    steps: Vec<Step>,
    vars: usize,
    literals: usize,
}

/// What a plan needs to know of each literal.
pub(crate) struct Body<'a> {
    pub(crate) literals: &'a [Literal],
    pub(crate) treat: &'a [Treat],
    pub(crate) vars: usize,
}

impl Plan {
    /// Orders and prepares a join. `bound` are variables known beforehand; the
    /// literal `first`, if any, is joined first and over recent facts, those before it over stable ones.
    ///
    /// # Errors
    /// The variables that no literal binds.
    pub(crate) fn new(
        body: &Body<'_>,
        bound: &[Var],
        first: Option<usize>,
        ages: impl Fn(usize) -> Age,
        database: &mut Database,
        terms: &Terms,
    ) -> Result<Self, Vec<Var>> {
        let mut planner = Planner {
            body,
            bound: vec![false; body.vars],
            done: vec![false; body.literals.len()],
            steps: Vec::new(),
            database,
            terms,
        };
        for &var in bound {
            planner.bound[usize::from(var)] = true;
        }
        planner.tests();
        if let Some(first) = first {
            planner.take(first, ages(first));
        }
        while let Some(next) = planner.best() {
            planner.take(next, ages(next));
        }
        let unbound = planner.unbound();
        if !unbound.is_empty() {
            return Err(unbound);
        }
        Ok(Self {
            steps: planner.steps,
            vars: body.vars,
            literals: body.literals.len(),
        })
    }

    /// Calls `found` for every way to satisfy the body.
    pub(crate) fn run<O: Oracle>(
        &self,
        join: &mut Join<'_, O>,
        values: &[Option<Term>],
        found: &mut impl FnMut(&mut Terms, &[Option<Term>], &[Term]) -> Result<(), GdlError>,
    ) -> Result<(), GdlError> {
        join.values.clear();
        join.values.extend_from_slice(values);
        join.values.resize(self.vars, None);
        join.matched.clear();
        join.matched.resize(self.literals, Term(0));
        join.descend(&self.steps, found)
    }
}

struct Planner<'a, 'b> {
    body: &'a Body<'b>,
    bound: Vec<bool>,
    done: Vec<bool>,
    steps: Vec<Step>,
    database: &'a mut Database,
    terms: &'a Terms,
}

impl Planner<'_, '_> {
    fn is_bound(&self, vars: &[Var]) -> bool {
        vars.iter().all(|&var| self.bound[usize::from(var)])
    }

    /// The positive literal that is likely to leave the fewest facts, bound ones first.
    fn best(&self) -> Option<usize> {
        let open = (0..self.body.literals.len()).filter(|&literal| !self.done[literal]);
        let positive = open.filter_map(|literal| match &self.body.literals[literal] {
            Literal::Holds(atom) => Some((self.cost(literal, atom), literal)),
            _ => None,
        });
        positive
            .min_by(|left, right| left.0.total_cmp(&right.0))
            .map(|(_, literal)| literal)
    }

    fn cost(&self, literal: usize, atom: &Pattern) -> f64 {
        let vars = atom.vars();
        let free = vars
            .iter()
            .filter(|&&var| !self.bound[usize::from(var)])
            .count();
        if free == 0 {
            return 0.0;
        }
        if self.body.treat[literal] == Treat::Asked {
            // Better late: the more is bound, the less it must find.
            return 1e9 * free as f64;
        }
        let size = atom
            .shape(self.terms)
            .map_or(0, |shape| self.database.facts(shape).len());
        // A relation that is still empty will be filled later.
        let size = if size == 0 { 1000.0 } else { size as f64 };
        let share = free as f64 / vars.len() as f64;
        size.powf(share) + if free == vars.len() { size } else { 0.0 }
    }

    fn take(&mut self, literal: usize, age: Age) {
        let Literal::Holds(atom) = &self.body.literals[literal] else {
            return;
        };
        self.done[literal] = true;
        if self.body.treat[literal] == Treat::Asked {
            let pattern = atom.clone();
            self.steps.push(Step::Ask { pattern, literal });
            for var in atom.vars() {
                self.bound[usize::from(var)] = true;
            }
        } else {
            let scan = self.scan(literal, atom, age);
            self.steps.push(Step::Scan(scan));
        }
        self.tests();
    }

    fn scan(&mut self, literal: usize, atom: &Pattern, age: Age) -> Scan {
        let shape = atom.shape(self.terms).unwrap_or(Shape {
            symbol: crate::terms::Symbol(0),
            arity: None,
        });
        let relation = self.database.relation(shape);
        let mut scan = Scan {
            literal,
            relation,
            index: 0,
            age,
            keys: Vec::new(),
            checks: Vec::new(),
            binds: Vec::new(),
        };
        let mut shapes = Vec::new();
        let mut fresh = Vec::new();
        for (number, argument) in atom.parts(self.terms).iter().enumerate() {
            self.walk(
                argument,
                &mut vec![number as u16],
                &mut scan,
                &mut shapes,
                &mut fresh,
            );
        }
        for var in fresh {
            self.bound[usize::from(var)] = true;
        }
        let keys = scan.keys.iter().map(|(path, _)| path.clone()).collect();
        scan.index = self.database.index(relation, IndexSpec { shapes, keys });
        scan
    }

    fn walk(
        &self,
        pattern: &Pattern,
        path: &mut Vec<u16>,
        scan: &mut Scan,
        shapes: &mut Vec<(Path, Shape)>,
        fresh: &mut Vec<Var>,
    ) {
        let here = || path.clone().into_boxed_slice();
        match pattern {
            Pattern::Ground(term) => scan.keys.push((here(), Known::Term(*term))),
            Pattern::Var(var) if self.bound[usize::from(*var)] => {
                scan.keys.push((here(), Known::Var(*var)));
            }
            Pattern::Var(var) if fresh.contains(var) => scan.checks.push((here(), *var)),
            Pattern::Var(var) => {
                scan.binds.push((here(), *var));
                fresh.push(*var);
            }
            Pattern::Made(symbol, parts) => {
                let shape = Shape {
                    symbol: *symbol,
                    arity: Some(parts.len() as u16),
                };
                shapes.push((here(), shape));
                for (number, part) in parts.iter().enumerate() {
                    path.push(number as u16);
                    self.walk(part, path, scan, shapes, fresh);
                    path.pop();
                }
            }
        }
    }

    /// Puts in every test whose variables are bound by now.
    fn tests(&mut self) {
        for literal in 0..self.body.literals.len() {
            if self.done[literal] || !self.is_bound(&self.body.literals[literal].vars()) {
                continue;
            }
            match &self.body.literals[literal] {
                Literal::Holds(_) => continue,
                Literal::Differ(left, right) => {
                    self.steps.push(Step::Differ(left.clone(), right.clone()));
                }
                Literal::Fails(atom) => match self.body.treat[literal] {
                    Treat::Stored => self.steps.push(Step::Absent(atom.clone())),
                    Treat::Asked => self.steps.push(Step::AskAbsent(atom.clone())),
                    Treat::Left => {}
                },
            }
            self.done[literal] = true;
        }
    }

    fn unbound(&self) -> Vec<Var> {
        let open = (0..self.body.literals.len()).filter(|&literal| !self.done[literal]);
        let vars = open.flat_map(|literal| self.body.literals[literal].vars());
        vars.filter(|&var| !self.bound[usize::from(var)]).collect()
    }
}

/// A join under way.
pub(crate) struct Join<'a, O: Oracle> {
    pub(crate) terms: &'a mut Terms,
    pub(crate) database: &'a Database,
    pub(crate) oracle: &'a mut O,
    pub(crate) budget: &'a mut Budget,
    values: Vec<Option<Term>>,
    matched: Vec<Term>,
}

impl<'a, O: Oracle> Join<'a, O> {
    /// A join over what `database` and `oracle` know.
    pub(crate) fn new(
        terms: &'a mut Terms,
        database: &'a Database,
        oracle: &'a mut O,
        budget: &'a mut Budget,
    ) -> Self {
        Self {
            terms,
            database,
            oracle,
            budget,
            values: Vec::new(),
            matched: Vec::new(),
        }
    }

    fn descend(
        &mut self,
        steps: &[Step],
        found: &mut impl FnMut(&mut Terms, &[Option<Term>], &[Term]) -> Result<(), GdlError>,
    ) -> Result<(), GdlError> {
        let Some((step, rest)) = steps.split_first() else {
            self.budget.look_at(self.terms)?;
            return found(self.terms, &self.values, &self.matched);
        };
        match step {
            Step::Differ(left, right) => {
                if self.ground(left) != self.ground(right) {
                    self.descend(rest, found)?;
                }
            }
            Step::Absent(pattern) => {
                let fact = self.ground(pattern);
                if !self.database.has(fact) {
                    self.descend(rest, found)?;
                }
            }
            Step::AskAbsent(pattern) => {
                if self
                    .oracle
                    .ask(self.terms, pattern, &self.values)?
                    .is_empty()
                {
                    self.descend(rest, found)?;
                }
            }
            Step::Ask { pattern, literal } => {
                let answers = self.oracle.ask(self.terms, pattern, &self.values)?;
                self.budget.spend(1 + answers.len() as u64)?;
                let kept = self.values.clone();
                for answer in answers {
                    if matches(self.terms, pattern, answer, &mut self.values) {
                        self.matched[*literal] = answer;
                        self.descend(rest, found)?;
                    }
                    self.values.copy_from_slice(&kept);
                }
            }
            Step::Scan(scan) => self.scan(scan, rest, found)?,
        }
        Ok(())
    }

    fn scan(
        &mut self,
        scan: &Scan,
        rest: &[Step],
        found: &mut impl FnMut(&mut Terms, &[Option<Term>], &[Term]) -> Result<(), GdlError>,
    ) -> Result<(), GdlError> {
        let database = self.database;
        let relation = &database.relations[scan.relation];
        let (from, to) = match scan.age {
            Age::Recent => (relation.stable, relation.recent),
            Age::Stable => (0, relation.stable),
            Age::Any => (0, relation.recent),
        };
        if from == to {
            return Ok(());
        }
        let keys = scan.keys.iter().map(|(_, known)| self.known(*known));
        let places = relation.places(scan.index, hash_of_keys(keys));
        let begin = places.partition_point(|&place| (place as usize) < from);
        for &place in &places[begin..] {
            if place as usize >= to {
                break;
            }
            self.budget.spend(1)?;
            let fact = relation.facts[place as usize];
            let fits = scan
                .keys
                .iter()
                .all(|(path, known)| part(self.terms, fact, path) == self.known(*known));
            if !fits {
                continue;
            }
            for (path, var) in &scan.binds {
                self.values[usize::from(*var)] = Some(part(self.terms, fact, path));
            }
            let same = scan.checks.iter().all(|(path, var)| {
                self.values[usize::from(*var)] == Some(part(self.terms, fact, path))
            });
            if same {
                self.matched[scan.literal] = fact;
                self.descend(rest, found)?;
            }
        }
        for (_, var) in &scan.binds {
            self.values[usize::from(*var)] = None;
        }
        Ok(())
    }

    #[inline]
    fn known(&self, known: Known) -> Term {
        match known {
            Known::Term(term) => term,
            Known::Var(var) => self.values[usize::from(var)].unwrap_or(Term(0)),
        }
    }

    fn ground(&mut self, pattern: &Pattern) -> Term {
        ground(self.terms, pattern, &self.values)
    }
}

/// The term of a pattern whose variables are all bound.
pub(crate) fn ground(terms: &mut Terms, pattern: &Pattern, values: &[Option<Term>]) -> Term {
    match pattern {
        Pattern::Var(var) => values[usize::from(*var)].unwrap_or(Term(0)),
        Pattern::Ground(term) => *term,
        Pattern::Made(symbol, parts) => {
            let mut made = [Term(0); 16];
            if parts.len() <= made.len() {
                for (slot, part) in made.iter_mut().zip(parts) {
                    *slot = ground(terms, part, values);
                }
                return terms.compound(*symbol, &made[..parts.len()]);
            }
            let made: Vec<Term> = parts
                .iter()
                .map(|part| ground(terms, part, values))
                .collect();
            terms.compound(*symbol, &made)
        }
    }
}

/// Whether `term` fits the pattern; binds what was unbound, even where it does not fit.
pub(crate) fn matches(
    terms: &Terms,
    pattern: &Pattern,
    term: Term,
    values: &mut [Option<Term>],
) -> bool {
    match pattern {
        Pattern::Ground(known) => *known == term,
        Pattern::Var(var) => {
            let slot = &mut values[usize::from(*var)];
            *slot.get_or_insert(term) == term
        }
        Pattern::Made(symbol, parts) => {
            let shape = terms.shape(term);
            shape.symbol == *symbol
                && shape.arity == Some(parts.len() as u16)
                && parts
                    .iter()
                    .zip(terms.arguments(term))
                    .all(|(part, &argument)| matches(terms, part, argument, values))
        }
    }
}
