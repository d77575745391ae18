//! The engine `rules`: every question is put to the prover. Slow, and right wherever the sheet is.

use crate::error::{GdlError, GdlErrorKind};
use crate::kif;
use crate::machine::{Machine, read_goal};
use crate::normal;
use crate::plan::exhausted;
use crate::prover::Prover;
use crate::rule::{Literal, Pattern};
use crate::sheet::Sheet;
use crate::statics::Statics;
use crate::terms::{Shape, Term};

/// Facts that may be looked at for one question about one state; a few seconds' worth.
const WORK_PER_STATE: u64 = 25_000_000;

/// A game under way by the rules themselves.
pub struct Interpreter {
    sheet: Sheet,
    prover: Prover,
    roles: Vec<String>,
    state: Vec<Term>,
    /// Facts looked at so far.
    spent: u64,
    /// Facts that may be looked at for one question.
    work: u64,
}

impl Interpreter {
    /// Prepares a sheet.
    ///
    /// # Errors
    /// When what never changes cannot be worked out, or the first state cannot.
    pub fn new(sheet: Sheet) -> Result<Self, GdlError> {
        Self::with_work(sheet, WORK_PER_STATE)
    }

    /// Prepares a sheet; no question about a state may take more `work` than this, in facts looked at.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn with_work(mut sheet: Sheet, work: u64) -> Result<Self, GdlError> {
        bind_roles(&mut sheet);
        let statics = Statics::new(&mut sheet);
        let roles = sheet.roles();
        let mut interpreter = Self {
            prover: statics.prover,
            sheet,
            roles,
            state: Vec::new(),
            spent: 0,
            work,
        };
        interpreter.reset()?;
        Ok(interpreter)
    }

    fn shape(&self, word: crate::terms::Symbol) -> Shape {
        self.sheet.words.shape(word)
    }

    fn all(&mut self, shape: Shape) -> Result<Vec<Term>, GdlError> {
        self.prover.allow(self.work, &self.sheet.terms);
        let question = self.prover.question(&mut self.sheet.terms, shape);
        let facts = self.prover.ask_all(&mut self.sheet.terms, question);
        self.spent += self.work - self.prover.left();
        Ok(facts.map_err(endless)?.to_vec())
    }

    /// Facts of a relation whose first argument is a role.
    fn of_role(&mut self, word: crate::terms::Symbol, role: usize) -> Result<Vec<Term>, GdlError> {
        self.prover.allow(self.work, &self.sheet.terms);
        let hole = self.prover.hole();
        let role = self.sheet.role_terms[role];
        let question = self.sheet.terms.compound(word, &[role, hole]);
        let facts = self.prover.ask_all(&mut self.sheet.terms, question);
        self.spent += self.work - self.prover.left();
        Ok(facts
            .map_err(endless)?
            .iter()
            .map(|&fact| self.sheet.terms.arguments(fact)[1])
            .collect())
    }

    fn set_state(&mut self, fluents: Vec<Term>) {
        let facts: Vec<Term> = fluents
            .iter()
            .map(|&fluent| self.sheet.terms.compound(self.sheet.words.holds, &[fluent]))
            .collect();
        let holds = self.shape(self.sheet.words.holds);
        self.prover.replace(&self.sheet.terms, holds, &facts, true);
        self.state = fluents;
    }

    /// The first arguments of all facts of a relation, each once.
    fn contents(&mut self, word: crate::terms::Symbol) -> Result<Vec<Term>, GdlError> {
        let facts = self.all(self.shape(word))?;
        let mut contents: Vec<Term> = facts
            .iter()
            .map(|&fact| self.sheet.terms.arguments(fact)[0])
            .collect();
        contents.sort_unstable();
        contents.dedup();
        Ok(contents)
    }

    pub(crate) fn read_term(&mut self, text: &str) -> Result<Term, GdlError> {
        let no_term = || {
            GdlError::new(
                GdlErrorKind::Mismatch,
                format!("`{text}` is not a term"),
                "write it as in the sheet: `(mark 1 1)`",
            )
        };
        let exprs = kif::read(text)?;
        let [expr] = &exprs[..] else {
            return Err(no_term());
        };
        let rules = normal::rules_of(expr, &mut self.sheet.terms, text)?;
        match rules.first().map(|rule| &rule.head) {
            Some(Pattern::Ground(term)) => Ok(*term),
            _ => Err(no_term()),
        }
    }
}

/// The same questions with terms instead of text, for [`crate::by_rules`].
impl Interpreter {
    /// The fluents that hold.
    pub(crate) fn state(&self) -> &[Term] {
        &self.state
    }

    /// Facts looked at so far: how slow the sheet is, on any machine alike.
    pub(crate) fn spent(&self) -> u64 {
        self.spent
    }

    /// Goes to a state.
    pub(crate) fn load(&mut self, fluents: Vec<Term>) {
        self.set_state(fluents);
    }

    /// The legal moves of a role, in any order.
    pub(crate) fn legal_terms(&mut self, role: usize) -> Result<Vec<Term>, GdlError> {
        self.of_role(self.sheet.words.legal, role)
    }

    /// Makes one move per role.
    pub(crate) fn advance(&mut self, moves: &[Term]) -> Result<(), GdlError> {
        let mut facts = Vec::with_capacity(moves.len());
        for (role, &mv) in moves.iter().enumerate() {
            let role = self.sheet.role_terms[role];
            facts.push(
                self.sheet
                    .terms
                    .compound(self.sheet.words.does, &[role, mv]),
            );
        }
        let does = self.shape(self.sheet.words.does);
        self.prover.replace(&self.sheet.terms, does, &facts, false);
        let next = self.contents(self.sheet.words.next)?;
        self.prover.replace(&self.sheet.terms, does, &[], false);
        self.set_state(next);
        Ok(())
    }

    /// A term as KIF.
    pub(crate) fn text_of(&self, term: Term) -> String {
        self.sheet.terms.text(term)
    }
}

impl Machine for Interpreter {
    fn roles(&self) -> &[String] {
        &self.roles
    }

    fn reset(&mut self) -> Result<(), GdlError> {
        let fluents = self.contents(self.sheet.words.init)?;
        self.set_state(fluents);
        Ok(())
    }

    fn fluents(&mut self) -> Vec<String> {
        self.state
            .iter()
            .map(|&fluent| self.sheet.terms.text(fluent))
            .collect()
    }

    fn is_terminal(&mut self) -> Result<bool, GdlError> {
        let terminal = self.shape(self.sheet.words.terminal);
        Ok(!self.all(terminal)?.is_empty())
    }

    fn legal(&mut self, role: usize) -> Result<Vec<String>, GdlError> {
        let moves = self.of_role(self.sheet.words.legal, role)?;
        Ok(moves.iter().map(|&mv| self.sheet.terms.text(mv)).collect())
    }

    fn goal(&mut self, role: usize) -> Result<Option<i32>, GdlError> {
        let goals = self.of_role(self.sheet.words.goal, role)?;
        let [goal] = goals[..] else { return Ok(None) };
        read_goal(&self.sheet.terms.text(goal)).map(Some)
    }

    fn play(&mut self, moves: &[String]) -> Result<(), GdlError> {
        let moves = moves.iter().map(|text| self.read_term(text));
        let moves = moves.collect::<Result<Vec<_>, _>>()?;
        self.advance(&moves)
    }
}

/// The prover speaks of grounding, which helps nobody who has come to the last way there is.
fn endless(error: GdlError) -> GdlError {
    if error.what != exhausted().what {
        return error;
    }
    GdlError::new(
        GdlErrorKind::Limit,
        "the rules have more answers about one state than can be worked out within the limits of time and memory",
        "look for a recursion without end, or a rule with many variables that few conditions tie together",
    )
}

/// Lets a loose variable in the place of a role stand for all roles, as the reference does.
pub(crate) fn bind_roles(sheet: &mut Sheet) {
    let role = sheet.words.role;
    for number in 0..sheet.rules.len() {
        for var in sheet.rules[number].loose_vars() {
            if crate::check::is_role_of_head(sheet, &sheet.rules[number], var) {
                let condition = Pattern::made(&mut sheet.terms, role, vec![Pattern::Var(var)]);
                sheet.rules[number]
                    .body
                    .insert(0, Literal::Holds(condition));
            }
        }
    }
}
