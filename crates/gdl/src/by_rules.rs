//! One state by the rules themselves, for games whose sheet does not ground.
//!
//! Every thread has an interpreter of its own, which numbers terms as it meets
//! them. States and moves therefore carry the numbers of shared [`Names`].

use std::sync::Arc;

use crate::error::GdlError;
use crate::hash::FastMap;
use crate::interpret::Interpreter;
use crate::machine::Machine;
use crate::names::Names;
use crate::sheet::Sheet;
use crate::terms::Term;

/// The texts of a game's fluents and moves.
#[derive(Debug, Default)]
pub(crate) struct RuleNames {
    pub(crate) fluents: Names,
    pub(crate) moves: Names,
}

/// Numbers of one interpreter's terms, both ways.
#[derive(Default)]
struct Numbers {
    of_term: FastMap<Term, u32>,
    terms: FastMap<u32, Term>,
    /// Bytes of all texts that were written.
    written: u64,
}

impl Numbers {
    fn of(&mut self, term: Term, names: &Names, interpreter: &Interpreter) -> u32 {
        if let Some(&number) = self.of_term.get(&term) {
            return number;
        }
        let text = interpreter.text_of(term);
        self.written += text.len() as u64;
        let number = names.number(&text);
        self.of_term.insert(term, number);
        self.terms.insert(number, term);
        number
    }

    fn term(
        &mut self,
        number: u32,
        names: &Names,
        interpreter: &mut Interpreter,
    ) -> Result<Term, GdlError> {
        if let Some(&term) = self.terms.get(&number) {
            return Ok(term);
        }
        let term = interpreter.read_term(&names.text(number))?;
        self.of_term.insert(term, number);
        self.terms.insert(number, term);
        Ok(term)
    }
}

/// A state that can be asked and moved on.
pub(crate) struct RulesDesk {
    interpreter: Interpreter,
    names: Arc<RuleNames>,
    fluents: Numbers,
    moves: Numbers,
    /// The numbers of the fluents that hold, sorted.
    state: Vec<u64>,
    is_terminal: bool,
    /// By role, sorted by text.
    legal: Vec<Vec<u32>>,
    /// The first thing that could not be worked out.
    error: Option<GdlError>,
}

impl RulesDesk {
    /// In the first state.
    pub(crate) fn new(sheet: Sheet, names: Arc<RuleNames>) -> Result<Self, GdlError> {
        let interpreter = Interpreter::new(sheet)?;
        let mut desk = Self {
            legal: vec![Vec::new(); interpreter.roles().len()],
            interpreter,
            names,
            fluents: Numbers::default(),
            moves: Numbers::default(),
            state: Vec::new(),
            is_terminal: false,
            error: None,
        };
        desk.arrive();
        desk.error.take().map_or(Ok(desk), Err)
    }

    /// The first thing that could not be worked out since this was last asked.
    pub(crate) fn take_error(&mut self) -> Option<GdlError> {
        self.error.take()
    }

    /// Facts looked at so far, and bytes written: terms may grow with every round.
    pub(crate) fn spent(&self) -> u64 {
        self.interpreter.spent() + self.fluents.written + self.moves.written
    }

    /// The numbers of the fluents that hold, sorted.
    pub(crate) fn state(&self) -> &[u64] {
        &self.state
    }

    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    pub(crate) fn legal(&self, role: usize) -> &[u32] {
        &self.legal[role]
    }

    pub(crate) fn goal(&mut self, role: usize) -> Option<i32> {
        let goal = self.interpreter.goal(role);
        self.unless_failed(goal).flatten()
    }

    /// Goes to a state; does nothing where it is there.
    pub(crate) fn load(&mut self, state: &[u64]) {
        if self.state == state {
            return;
        }
        let (fluents, names) = (&mut self.fluents, &self.names.fluents);
        let terms: Result<Vec<Term>, GdlError> = state
            .iter()
            .map(|&number| fluents.term(number as u32, names, &mut self.interpreter))
            .collect();
        if let Some(terms) = self.unless_failed(terms) {
            self.interpreter.load(terms);
        }
        self.arrive();
    }

    /// Goes on by one move per role.
    pub(crate) fn advance(&mut self, moves: &[u32]) {
        let (numbers, names) = (&mut self.moves, &self.names.moves);
        let terms: Result<Vec<Term>, GdlError> = moves
            .iter()
            .map(|&number| numbers.term(number, names, &mut self.interpreter))
            .collect();
        let advanced = terms.and_then(|terms| self.interpreter.advance(&terms));
        self.unless_failed(advanced);
        self.arrive();
    }

    fn arrive(&mut self) {
        self.state = self
            .interpreter
            .state()
            .iter()
            .map(|&term| {
                let (fluents, names) = (&mut self.fluents, &self.names.fluents);
                u64::from(fluents.of(term, names, &self.interpreter))
            })
            .collect();
        self.state.sort_unstable();
        let is_terminal = self.interpreter.is_terminal();
        // What cannot be worked out is over, and the error says that it means nothing.
        self.is_terminal = self.unless_failed(is_terminal).unwrap_or(true);
        for role in 0..self.legal.len() {
            self.legal[role] = if self.is_terminal {
                Vec::new()
            } else {
                self.legal_of(role)
            };
        }
    }

    fn legal_of(&mut self, role: usize) -> Vec<u32> {
        let terms = self.interpreter.legal_terms(role);
        let terms = self.unless_failed(terms).unwrap_or_default();
        let mut named: Vec<(Arc<str>, u32)> = Vec::with_capacity(terms.len());
        for term in terms {
            let number = self.moves.of(term, &self.names.moves, &self.interpreter);
            named.push((self.names.moves.text(number), number));
        }
        named.sort_unstable();
        named.dedup();
        named.into_iter().map(|(_, number)| number).collect()
    }

    fn unless_failed<T>(&mut self, result: Result<T, GdlError>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                self.error.get_or_insert(error);
                None
            }
        }
    }
}

impl std::fmt::Debug for RulesDesk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RulesDesk")
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}
