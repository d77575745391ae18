//! From words to a tree, loosest sign first: or, and, not, comparisons, + −, * /, −, ^.

use super::token::{Token, Word, tokens};
use super::{COLUMNS, FUNCTIONS, Unclear};

/// Signs and parentheses may nest this deep; far beyond what anybody writes.
const DEEPEST: usize = 100;

/// A part of an expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Node {
    Number(f64),
    Column(&'static str),
    Negated(Box<Node>),
    Denied(Box<Node>),
    /// Signs between parts, taken from left to right. A list, since a tree of
    /// ten thousand terms would be as deep as they are many.
    Chain(Box<Node>, Vec<(&'static str, Node)>),
    Call(&'static str, Vec<Node>),
}

impl Node {
    /// A part with what follows it; the part itself where nothing does.
    fn chain(first: Self, rest: Vec<(&'static str, Self)>) -> Self {
        if rest.is_empty() {
            first
        } else {
            Self::Chain(Box::new(first), rest)
        }
    }

    /// Every column it names.
    pub(super) fn names(&self) -> Box<dyn Iterator<Item = &'static str> + '_> {
        match self {
            Self::Number(_) => Box::new(std::iter::empty()),
            Self::Column(name) => Box::new(std::iter::once(*name)),
            Self::Negated(inner) | Self::Denied(inner) => inner.names(),
            Self::Chain(first, rest) => {
                let rest = rest.iter().flat_map(|(_, next)| next.names());
                Box::new(first.names().chain(rest))
            }
            Self::Call(_, given) => Box::new(given.iter().flat_map(Node::names)),
        }
    }
}

/// Reads a whole expression.
pub(super) fn parse(text: &str) -> Result<Node, Unclear> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        next: 0,
        depth: 0,
    };
    let root = reader.either()?;
    match reader.peek() {
        Word::End => Ok(root),
        _ => Err(reader.unexpected("a sign such as + or the end")),
    }
}

struct Reader {
    tokens: Vec<Token>,
    next: usize,
    depth: usize,
}

impl Reader {
    fn peek(&self) -> &Word {
        &self.tokens[self.next].word
    }

    fn at(&self) -> usize {
        self.tokens[self.next].at
    }

    fn take_sign(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let Word::Sign(sign) = *self.peek() else {
            return None;
        };
        signs.contains(&sign).then(|| {
            self.next += 1;
            sign
        })
    }

    fn take_name(&mut self, name: &str) -> bool {
        let found = matches!(self.peek(), Word::Name(own) if own == name);
        self.next += usize::from(found);
        found
    }

    fn unexpected(&self, wanted: &str) -> Unclear {
        let found = match self.peek() {
            Word::End => "the expression ends".to_owned(),
            Word::Number(number) => format!("`{number}` stands"),
            Word::Name(name) => format!("`{name}` stands"),
            Word::Sign(sign) => format!("`{sign}` stands"),
        };
        Unclear {
            what: format!("{found} where {wanted} should"),
            at: self.at(),
            hint:
                "an expression looks like `ply >= 20 and spread > 0` or `mean(abs(truth - guess))`"
                    .to_owned(),
        }
    }

    /// Guards the stack: nobody nests so deep on purpose.
    fn deeper(&mut self) -> Result<(), Unclear> {
        self.depth += 1;
        if self.depth <= DEEPEST {
            return Ok(());
        }
        Err(Unclear {
            what: format!("it nests more than {DEEPEST} deep"),
            at: self.at(),
            hint: "take parentheses and signs away".to_owned(),
        })
    }

    fn either(&mut self) -> Result<Node, Unclear> {
        let first = self.both()?;
        let mut rest = Vec::new();
        while self.take_name("or") {
            rest.push(("or", self.both()?));
        }
        Ok(Node::chain(first, rest))
    }

    fn both(&mut self) -> Result<Node, Unclear> {
        let first = self.denial()?;
        let mut rest = Vec::new();
        while self.take_name("and") {
            rest.push(("and", self.denial()?));
        }
        Ok(Node::chain(first, rest))
    }

    fn denial(&mut self) -> Result<Node, Unclear> {
        if !self.take_name("not") {
            return self.comparison();
        }
        self.deeper()?;
        let inner = self.denial()?;
        self.depth -= 1;
        Ok(Node::Denied(Box::new(inner)))
    }

    fn comparison(&mut self) -> Result<Node, Unclear> {
        let first = self.chain(&["+", "-"])?;
        let mut rest = Vec::new();
        if let Some(sign) = self.take_sign(&["<=", ">=", "==", "!=", "<", ">"]) {
            rest.push((sign, self.chain(&["+", "-"])?));
        }
        Ok(Node::chain(first, rest))
    }

    /// Sums of products: signs of one strength, from left to right.
    fn chain(&mut self, signs: &[&'static str]) -> Result<Node, Unclear> {
        let inner = |reader: &mut Self| match signs[0] {
            "+" => reader.chain(&["*", "/"]),
            _ => reader.negation(),
        };
        let first = inner(self)?;
        let mut rest = Vec::new();
        while let Some(sign) = self.take_sign(signs) {
            rest.push((sign, inner(self)?));
        }
        Ok(Node::chain(first, rest))
    }

    fn negation(&mut self) -> Result<Node, Unclear> {
        if self.take_sign(&["-"]).is_none() {
            return self.power();
        }
        self.deeper()?;
        let inner = self.negation()?;
        self.depth -= 1;
        Ok(Node::Negated(Box::new(inner)))
    }

    fn power(&mut self) -> Result<Node, Unclear> {
        let left = self.atom()?;
        if self.take_sign(&["^"]).is_none() {
            return Ok(left);
        }
        self.deeper()?;
        let right = self.negation()?;
        self.depth -= 1;
        Ok(Node::chain(left, vec![("^", right)]))
    }

    fn atom(&mut self) -> Result<Node, Unclear> {
        match self.peek().clone() {
            Word::Number(number) => {
                self.next += 1;
                Ok(Node::Number(number))
            }
            Word::Name(name) => self.named(&name),
            Word::Sign("(") => {
                self.next += 1;
                self.deeper()?;
                let inner = self.either()?;
                self.depth -= 1;
                self.close()?;
                Ok(inner)
            }
            _ => Err(self.unexpected("a number, a column or a function")),
        }
    }

    fn close(&mut self) -> Result<(), Unclear> {
        match self.take_sign(&[")"]) {
            Some(_) => Ok(()),
            None => Err(self.unexpected("`)`")),
        }
    }

    fn named(&mut self, name: &str) -> Result<Node, Unclear> {
        let at = self.at();
        if let Some(column) = COLUMNS.iter().find(|column| column.0 == name) {
            self.next += 1;
            return Ok(Node::Column(column.0));
        }
        let Some(function) = FUNCTIONS.iter().find(|function| function.0 == name) else {
            let columns: Vec<&str> = COLUMNS.iter().map(|column| column.0).collect();
            let functions: Vec<&str> = FUNCTIONS.iter().map(|function| function.0).collect();
            return Err(Unclear {
                what: format!("there is no `{name}`"),
                at,
                hint: format!(
                    "columns are {}; functions are {}",
                    columns.join(", "),
                    functions.join(", ")
                ),
            });
        };
        self.next += 1;
        self.call(function.0, function.1, at)
    }

    fn call(&mut self, name: &'static str, takes: usize, at: usize) -> Result<Node, Unclear> {
        if self.take_sign(&["("]).is_none() {
            return Err(self.unexpected("`(`"));
        }
        self.deeper()?;
        let mut given = vec![self.either()?];
        while self.take_sign(&[","]).is_some() {
            given.push(self.either()?);
        }
        self.depth -= 1;
        self.close()?;
        if given.len() == takes {
            return Ok(Node::Call(name, given));
        }
        Err(Unclear {
            what: format!("`{name}` takes {takes}, not {}", given.len()),
            at,
            hint: format!("write {name}({})", ["a", "a, b", "a, b, c"][takes - 1]),
        })
    }
}
