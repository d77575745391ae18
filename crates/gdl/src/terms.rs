//! Symbols and ground terms, each kept once and named by a number.
//!
//! Two terms are equal exactly if their numbers are; a fact such as
//! `(legal red (drop 3))` is itself a term, so that sets of facts are sets of numbers.

use crate::hash::{FastMap, fold};
use plyscope_game::mix;

/// A word of the sheet, whatever its case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Symbol(pub(crate) u32);

/// The number of a ground term in its [`Terms`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Term(pub(crate) u32);

/// What stands at the top of a term: a bare word `p` has no arity, `(p)` has arity 0.
///
/// The two are different: the reference implementation tells them apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Shape {
    pub(crate) symbol: Symbol,
    pub(crate) arity: Option<u16>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    shape: Shape,
    first: u32,
}

/// All symbols and terms of one sheet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    names: Vec<String>,
    by_name: FastMap<String, Symbol>,
    nodes: Vec<Node>,
    arguments: Vec<Term>,
    /// Open addressing; a slot holds a term's number plus one, 0 is empty.
    slots: Vec<u32>,
}

impl Terms {
    /// The symbol of a word; the first spelling is the one that is printed.
    pub(crate) fn symbol(&mut self, name: &str) -> Symbol {
        let folded = name.to_lowercase();
        if let Some(&symbol) = self.by_name.get(&folded) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        self.names.push(name.to_owned());
        self.by_name.insert(folded, symbol);
        symbol
    }

    /// The spelling of a symbol.
    pub(crate) fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// How many terms there are.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The term of a bare word.
    pub(crate) fn atom(&mut self, symbol: Symbol) -> Term {
        let shape = Shape {
            symbol,
            arity: None,
        };
        self.make(shape, &[])
    }

    /// The term of a word with arguments, or of `(p)` if there are none.
    pub(crate) fn compound(&mut self, symbol: Symbol, arguments: &[Term]) -> Term {
        let shape = Shape {
            symbol,
            arity: Some(arguments.len() as u16),
        };
        self.make(shape, arguments)
    }

    /// The term with this top and these arguments.
    pub(crate) fn make(&mut self, shape: Shape, arguments: &[Term]) -> Term {
        if (self.nodes.len() + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash_of(shape, arguments) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                found => {
                    let term = Term(found - 1);
                    if self.shape(term) == shape && self.arguments(term) == arguments {
                        return term;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
        let term = Term(self.nodes.len() as u32);
        self.nodes.push(Node {
            shape,
            first: self.arguments.len() as u32,
        });
        self.arguments.extend_from_slice(arguments);
        self.slots[slot] = term.0 + 1;
        term
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(1024);
        self.slots = vec![0; size];
        for number in 0..self.nodes.len() as u32 {
            let term = Term(number);
            let mut slot = hash_of(self.shape(term), self.arguments(term)) as usize & (size - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = number + 1;
        }
    }

    /// What stands at the top of a term.
    #[inline]
    pub(crate) fn shape(&self, term: Term) -> Shape {
        self.nodes[term.0 as usize].shape
    }

    /// The arguments of a term; none of a bare word.
    #[inline]
    pub(crate) fn arguments(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.0 as usize];
        let first = node.first as usize;
        &self.arguments[first..first + usize::from(node.shape.arity.unwrap_or(0))]
    }

    /// The term as KIF: `(cell 1 1 b)`.
    pub(crate) fn text(&self, term: Term) -> String {
        let mut text = String::new();
        self.write(term, &mut text);
        text
    }

    /// Writes the term to the end of `text`.
    pub(crate) fn write(&self, term: Term, text: &mut String) {
        let shape = self.shape(term);
        if shape.arity.is_none() {
            text.push_str(self.name(shape.symbol));
            return;
        }
        text.push('(');
        text.push_str(self.name(shape.symbol));
        for &argument in self.arguments(term) {
            text.push(' ');
            self.write(argument, text);
        }
        text.push(')');
    }
}

#[inline]
fn hash_of(shape: Shape, arguments: &[Term]) -> u64 {
    let top = u64::from(shape.symbol.0) << 20 | shape.arity.map_or(0, |arity| u64::from(arity) + 1);
    mix(arguments
        .iter()
        .fold(fold(0, top), |hash, term| fold(hash, u64::from(term.0))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_has_one_number_however_often_it_is_made() {
        let mut terms = Terms::default();
        let (cell, one) = (terms.symbol("cell"), terms.symbol("1"));
        let one = terms.atom(one);
        let first = terms.compound(cell, &[one, one]);
        for number in 0..5_000 {
            let symbol = terms.symbol(&number.to_string());
            let atom = terms.atom(symbol);
            terms.compound(cell, &[atom]);
        }
        assert_eq!(terms.compound(cell, &[one, one]), first);
        assert_eq!(terms.text(first), "(cell 1 1)");
    }

    #[test]
    fn a_word_in_brackets_is_not_the_bare_word() {
        let mut terms = Terms::default();
        let open = terms.symbol("open");
        assert_ne!(terms.atom(open), terms.compound(open, &[]));
    }

    #[test]
    fn case_does_not_count_and_the_first_spelling_is_kept() {
        let mut terms = Terms::default();
        let symbol = terms.symbol("rTrue");
        assert_eq!(terms.symbol("RTRUE"), symbol);
        assert_eq!(terms.name(symbol), "rTrue");
    }
}
