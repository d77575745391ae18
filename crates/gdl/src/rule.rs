//! Rules in normal form: a head, and a body of literals that must all hold.

use crate::error::SheetPlace;
use crate::terms::{Shape, Symbol, Term, Terms};

/// A variable of one rule, counted from 0.
pub(crate) type Var = u16;

/// A term that may hold variables.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Pattern {
    Var(Var),
    Ground(Term),
    /// Holds at least one variable.
    Made(Symbol, Box<[Pattern]>),
}

/// One condition of a rule.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Literal {
    Holds(Pattern),
    Fails(Pattern),
    Differ(Pattern, Pattern),
}

/// The head holds where all of the body does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rule {
    pub(crate) head: Pattern,
    pub(crate) body: Vec<Literal>,
    /// Names of the variables, for messages.
    pub(crate) names: Vec<String>,
    pub(crate) place: SheetPlace,
}

impl Pattern {
    /// The pattern with its variables replaced, made ground where none are left.
    pub(crate) fn replace(
        &self,
        terms: &mut Terms,
        by: &mut impl FnMut(Var) -> Option<Pattern>,
    ) -> Self {
        match self {
            Self::Var(var) => by(*var).unwrap_or(Self::Var(*var)),
            Self::Ground(term) => Self::Ground(*term),
            Self::Made(symbol, parts) => {
                let parts = parts.iter().map(|part| part.replace(terms, by)).collect();
                Self::made(terms, *symbol, parts)
            }
        }
    }

    /// A word with arguments.
    pub(crate) fn made(terms: &mut Terms, symbol: Symbol, parts: Vec<Pattern>) -> Self {
        let ground: Option<Vec<Term>> = parts
            .iter()
            .map(|part| match part {
                Self::Ground(term) => Some(*term),
                _ => None,
            })
            .collect();
        match ground {
            Some(ground) => Self::Ground(terms.compound(symbol, &ground)),
            None => Self::Made(symbol, parts.into()),
        }
    }

    /// What stands at the top; `None` of a variable.
    pub(crate) fn shape(&self, terms: &Terms) -> Option<Shape> {
        match self {
            Self::Var(_) => None,
            Self::Ground(term) => Some(terms.shape(*term)),
            Self::Made(symbol, parts) => Some(Shape {
                symbol: *symbol,
                arity: Some(parts.len() as u16),
            }),
        }
    }

    /// The arguments, as patterns.
    pub(crate) fn parts(&self, terms: &Terms) -> Vec<Pattern> {
        match self {
            Self::Var(_) => Vec::new(),
            Self::Ground(term) => {
                let arguments = terms.arguments(*term).iter();
                arguments.map(|&part| Self::Ground(part)).collect()
            }
            Self::Made(_, parts) => parts.to_vec(),
        }
    }

    /// Calls `each` for every variable, as often as it stands there.
    pub(crate) fn each_var(&self, each: &mut impl FnMut(Var)) {
        match self {
            Self::Var(var) => each(*var),
            Self::Ground(_) => {}
            Self::Made(_, parts) => parts.iter().for_each(|part| part.each_var(each)),
        }
    }

    /// The variables, each once, in the order in which they come.
    pub(crate) fn vars(&self) -> Vec<Var> {
        let mut vars = Vec::new();
        self.each_var(&mut |var| {
            if !vars.contains(&var) {
                vars.push(var);
            }
        });
        vars
    }

    /// The pattern as KIF.
    pub(crate) fn text(&self, terms: &Terms, names: &[String]) -> String {
        match self {
            Self::Var(var) => names
                .get(usize::from(*var))
                .cloned()
                .unwrap_or_else(|| format!("?{var}")),
            Self::Ground(term) => terms.text(*term),
            Self::Made(symbol, parts) => {
                let mut text = format!("({}", terms.name(*symbol));
                for part in parts {
                    text.push(' ');
                    text.push_str(&part.text(terms, names));
                }
                text.push(')');
                text
            }
        }
    }
}

impl Literal {
    /// The pattern that must hold or fail; `None` of a comparison.
    pub(crate) fn atom(&self) -> Option<&Pattern> {
        match self {
            Self::Holds(atom) | Self::Fails(atom) => Some(atom),
            Self::Differ(..) => None,
        }
    }

    /// The variables, each once.
    pub(crate) fn vars(&self) -> Vec<Var> {
        match self {
            Self::Holds(atom) | Self::Fails(atom) => atom.vars(),
            Self::Differ(left, right) => {
                let mut vars = left.vars();
                vars.extend(
                    right
                        .vars()
                        .into_iter()
                        .filter(|var| !left.vars().contains(var)),
                );
                vars
            }
        }
    }

    /// The literal with its variables replaced.
    pub(crate) fn replace(
        &self,
        terms: &mut Terms,
        by: &mut impl FnMut(Var) -> Option<Pattern>,
    ) -> Self {
        match self {
            Self::Holds(atom) => Self::Holds(atom.replace(terms, by)),
            Self::Fails(atom) => Self::Fails(atom.replace(terms, by)),
            Self::Differ(left, right) => {
                Self::Differ(left.replace(terms, by), right.replace(terms, by))
            }
        }
    }
}

impl Rule {
    /// Variables of the head or of tests (`not`, `distinct`) that no positive literal binds.
    pub(crate) fn loose_vars(&self) -> Vec<Var> {
        let mut bound = Vec::new();
        for literal in &self.body {
            if let Literal::Holds(atom) = literal {
                bound.extend(atom.vars());
            }
        }
        let mut loose = Vec::new();
        let mut need = |vars: Vec<Var>| {
            for var in vars {
                if !bound.contains(&var) && !loose.contains(&var) {
                    loose.push(var);
                }
            }
        };
        need(self.head.vars());
        for literal in &self.body {
            need(literal.vars());
        }
        loose
    }

    /// How many variables there are.
    pub(crate) fn var_count(&self) -> usize {
        self.names.len()
    }
}
