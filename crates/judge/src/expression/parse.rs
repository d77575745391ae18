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
    Both(&'static str, Box<Node>, Box<Node>),
    Call(&'static str, Vec<Node>),
}

impl Node {
    /// Every column it names.
    pub(super) fn names(&self) -> Box<dyn Iterator<Item = &'static str> + '_> {
        match self {
            Self::Number(_) => Box::new(std::iter::empty()),
            Self::Column(name) => Box::new(std::iter::once(*name)),
            Self::Negated(inner) | Self::Denied(inner) => inner.names(),
            Self::Both(_, left, right) => Box::new(left.names().chain(right.names())),
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
        let mut left = self.both()?;
        while self.take_name("or") {
            left = Node::Both("or", Box::new(left), Box::new(self.both()?));
        }
        Ok(left)
    }

    fn both(&mut self) -> Result<Node, Unclear> {
        let mut left = self.denial()?;
        while self.take_name("and") {
            left = Node::Both("and", Box::new(left), Box::new(self.denial()?));
        }
        Ok(left)
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
        let left = self.chain(&["+", "-"])?;
        match self.take_sign(&["<=", ">=", "==", "!=", "<", ">"]) {
            Some(sign) => {
                let right = self.chain(&["+", "-"])?;
                Ok(Node::Both(sign, Box::new(left), Box::new(right)))
            }
            None => Ok(left),
        }
    }

    /// Sums of products: signs of one strength, from left to right.
    fn chain(&mut self, signs: &[&'static str]) -> Result<Node, Unclear> {
        let inner = |reader: &mut Self| match signs[0] {
            "+" => reader.chain(&["*", "/"]),
            _ => reader.negation(),
        };
        let mut left = inner(self)?;
        while let Some(sign) = self.take_sign(signs) {
            left = Node::Both(sign, Box::new(left), Box::new(inner(self)?));
        }
        Ok(left)
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
        Ok(Node::Both("^", Box::new(left), Box::new(right)))
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
