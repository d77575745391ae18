//! A rule sheet that has been read: its roles and rules, before anything is worked out.

use crate::check::{Diagnostic, DiagnosticKind, Severity};
use crate::error::{GdlError, GdlErrorKind, SheetPlace};
use crate::kif;
use crate::normal;
use crate::rule::{Pattern, Rule};
use crate::terms::{Shape, Symbol, Term, Terms};
use plyscope_game::MAX_PLAYERS;

/// The words that GDL gives a meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub(crate) role: Symbol,
    pub(crate) init: Symbol,
    pub(crate) holds: Symbol,
    pub(crate) does: Symbol,
    pub(crate) legal: Symbol,
    pub(crate) next: Symbol,
    pub(crate) terminal: Symbol,
    pub(crate) goal: Symbol,
    pub(crate) base: Symbol,
    pub(crate) input: Symbol,
    pub(crate) sees: Symbol,
}

impl Words {
    fn new(terms: &mut Terms) -> Self {
        Self {
            role: terms.symbol("role"),
            init: terms.symbol("init"),
            holds: terms.symbol("true"),
            does: terms.symbol("does"),
            legal: terms.symbol("legal"),
            next: terms.symbol("next"),
            terminal: terms.symbol("terminal"),
            goal: terms.symbol("goal"),
            base: terms.symbol("base"),
            input: terms.symbol("input"),
            sees: terms.symbol("sees"),
        }
    }

    /// The shape that GDL gives a word; `None` of other words.
    pub(crate) fn known(&self, symbol: Symbol) -> Option<Shape> {
        let shape = |arity| Some(Shape { symbol, arity });
        let one = [self.role, self.init, self.holds, self.next, self.base];
        let two = [self.does, self.legal, self.goal, self.input, self.sees];
        if symbol == self.terminal {
            shape(None)
        } else if one.contains(&symbol) {
            shape(Some(1))
        } else if two.contains(&symbol) {
            shape(Some(2))
        } else {
            None
        }
    }

    /// The shape of a relation that GDL knows.
    pub(crate) fn shape(&self, symbol: Symbol) -> Shape {
        Shape {
            symbol,
            arity: self.known(symbol).and_then(|shape| shape.arity),
        }
    }
}

/// A sheet as it was read.
///
/// ```
/// use plyscope_gdl::Sheet;
///
/// let sheet = Sheet::read("(role you) (init (step 1)) (legal you go)
///     (<= (next (step 2)) (does you go)) (<= terminal (true (step 2))) (goal you 100)")?;
/// assert_eq!(sheet.roles(), ["you"]);
/// # Ok::<(), plyscope_gdl::GdlError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sheet {
    pub(crate) terms: Terms,
    pub(crate) words: Words,
    pub(crate) rules: Vec<Rule>,
    pub(crate) role_terms: Vec<Term>,
    pub(crate) text: String,
}

impl Sheet {
    /// Reads a sheet that can be played.
    ///
    /// Looks at the form of the rules only; what can be said of their meaning
    /// is said by [`crate::check()`].
    ///
    /// # Errors
    /// At the first thing that makes it no sheet, or none of GDL-I.
    pub fn read(text: &str) -> Result<Self, GdlError> {
        Self::read_if(text, |_| true)
    }

    /// Reads a sheet as its author's tools may have: GDL-II's words mean nothing special.
    ///
    /// For following traces of sheets that call a role `random` and let it choose
    /// like any other; not for playing them.
    ///
    /// # Errors
    /// At the first thing that makes it no sheet.
    pub fn read_plainly(text: &str) -> Result<Self, GdlError> {
        Self::read_if(text, |finding| finding.kind != DiagnosticKind::Unsupported)
    }

    fn read_if(text: &str, counts: impl Fn(&Diagnostic) -> bool) -> Result<Self, GdlError> {
        let (sheet, findings) = Self::read_all(text);
        let refuses =
            |finding: &&Diagnostic| finding.severity == Severity::Error && counts(finding);
        match findings.iter().find(refuses) {
            Some(finding) => Err(finding.to_error()),
            None => Ok(sheet),
        }
    }

    /// Reads whatever can be read of a text, and says what is wrong with the rest.
    pub fn read_all(text: &str) -> (Self, Vec<Diagnostic>) {
        let mut terms = Terms::default();
        let words = Words::new(&mut terms);
        let mut sheet = Self {
            terms,
            words,
            rules: Vec::new(),
            role_terms: Vec::new(),
            text: text.to_owned(),
        };
        let mut findings = Vec::new();
        match kif::read(text) {
            Err(error) => findings.push(Diagnostic::from_error(&error, DiagnosticKind::Syntax)),
            Ok(exprs) => sheet.take(&exprs, &mut findings),
        }
        if findings.is_empty() {
            sheet.find_roles(&mut findings);
        }
        (sheet, findings)
    }

    fn take(&mut self, exprs: &[kif::Expr], findings: &mut Vec<Diagnostic>) {
        for expr in exprs {
            match normal::rules_of(expr, &mut self.terms, &self.text) {
                Ok(rules) => self.rules.extend(rules),
                Err(error) => findings.push(Diagnostic::from_error(&error, DiagnosticKind::Form)),
            }
        }
    }

    fn find_roles(&mut self, findings: &mut Vec<Diagnostic>) {
        for rule in &self.rules {
            let is_role = rule.head.shape(&self.terms) == Some(self.words.shape(self.words.role));
            if let (true, Pattern::Ground(head)) = (is_role, &rule.head) {
                let role = self.terms.arguments(*head)[0];
                if !self.role_terms.contains(&role) {
                    self.role_terms.push(role);
                }
            }
        }
        let most = format!(
            "the sheet has {} roles; at most {MAX_PLAYERS} can play",
            self.role_terms.len()
        );
        if self.role_terms.is_empty() {
            let hint = "name every player with a fact such as `(role white)`";
            findings.push(self.finding(
                DiagnosticKind::Roles,
                SheetPlace { line: 1, column: 1 },
                "the sheet has no roles",
                hint,
            ));
        } else if self.role_terms.len() > MAX_PLAYERS {
            let hint = "leave some out, or let one role stand for several players";
            findings.push(self.finding(
                DiagnosticKind::Roles,
                SheetPlace { line: 1, column: 1 },
                &most,
                hint,
            ));
        }
        self.refuse_chance(findings);
    }

    /// GDL-II has a role `random` and a relation `sees`; neither is played here.
    fn refuse_chance(&self, findings: &mut Vec<Diagnostic>) {
        for rule in &self.rules {
            let shape = rule.head.shape(&self.terms);
            let text = rule.head.text(&self.terms, &rule.names);
            let what = if text.eq_ignore_ascii_case("(role random)") {
                "the sheet has the role `random`: it is a game of chance in GDL-II"
            } else if shape == Some(self.words.shape(self.words.sees)) {
                "the sheet has the relation `sees`: it hides information, in GDL-II"
            } else {
                continue;
            };
            let hint =
                "only GDL-I is played: deterministic games in which everybody sees everything";
            findings.push(Diagnostic {
                kind: DiagnosticKind::Unsupported,
                ..self.finding(DiagnosticKind::Roles, rule.place, what, hint)
            });
            if shape == Some(self.words.shape(self.words.sees)) {
                return;
            }
        }
    }

    pub(crate) fn finding(
        &self,
        kind: DiagnosticKind,
        place: SheetPlace,
        what: &str,
        hint: &str,
    ) -> Diagnostic {
        let kind_of_error = GdlErrorKind::Sheet;
        let error = GdlError::new(kind_of_error, what, hint).at(place, &self.text);
        Diagnostic::from_error(&error, kind)
    }

    /// The names of the roles, in the order of the sheet.
    pub fn roles(&self) -> Vec<String> {
        self.role_terms
            .iter()
            .map(|&role| self.terms.text(role))
            .collect()
    }

    /// How many rules there are, facts included, with one for each alternative of an `or`.
    pub fn rule_count(&self) -> usize {
        self.rules.len()
    }
}
