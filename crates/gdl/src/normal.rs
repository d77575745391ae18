//! Bodies with `and`, `or` and `not` in any nesting, turned into lists of plain literals.

use crate::error::{GdlError, GdlErrorKind, SheetPlace};
use crate::kif::{Expr, ExprNode};
use crate::rule::{Literal, Pattern, Rule, Var};
use crate::terms::{Symbol, Terms};

/// A rule with more alternatives than this is cut off: no sheet has a tenth of them.
const MOST_ALTERNATIVES: usize = 4096;

/// Variables of one rule while it is read.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn var(&mut self, name: &str) -> Var {
        let name = name.to_lowercase();
        let found = self.0.iter().position(|known| *known == name);
        found.unwrap_or_else(|| {
            self.0.push(name);
            self.0.len() - 1
        }) as Var
    }
}

/// A condition that may still be an equality, which a variable is replaced for.
#[derive(Clone)]
enum Condition {
    Literal(Literal),
    Same(Pattern, Pattern),
}

/// Reads `(<= head body…)` or a fact; one rule for every alternative of its `or`s.
///
/// # Errors
/// When the expression is neither.
pub(crate) fn rules_of(expr: &Expr, terms: &mut Terms, text: &str) -> Result<Vec<Rule>, GdlError> {
    let mut reader = Reader {
        terms,
        text,
        names: Names::default(),
    };
    let (head, body) = if expr.is("<=") {
        let (head, body) = expr.tail().split_first().ok_or_else(|| {
            reader.error(
                expr.place,
                "a rule without a head",
                "write `(<= head condition…)`",
            )
        })?;
        (head, body)
    } else {
        (expr, &[][..])
    };
    let head = reader.atom(head)?;
    let alternatives = reader.conjunction(body, true)?;
    let names = reader.names.0;
    let rule = |conditions: Vec<Condition>| {
        without_equalities(head.clone(), conditions, terms).map(|(head, body)| Rule {
            head,
            body,
            names: names.clone(),
            place: expr.place,
        })
    };
    Ok(alternatives.into_iter().filter_map(rule).collect())
}

struct Reader<'a> {
    terms: &'a mut Terms,
    text: &'a str,
    names: Names,
}

type Alternatives = Vec<Vec<Condition>>;

impl Reader<'_> {
    fn error(&self, place: SheetPlace, what: &str, hint: &str) -> GdlError {
        GdlError::new(GdlErrorKind::Sheet, what, hint).at(place, self.text)
    }

    /// All of `exprs` (`positive`) or not all of them, as alternatives.
    fn conjunction(&mut self, exprs: &[Expr], positive: bool) -> Result<Alternatives, GdlError> {
        let mut all = if positive {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
        for expr in exprs {
            let these = self.formula(expr, positive)?;
            if !positive {
                all.extend(these);
                continue;
            }
            if all.len() * these.len() > MOST_ALTERNATIVES {
                return Err(self.error(
                    expr.place,
                    "this rule has too many alternatives",
                    "give the `or`s rules of their own",
                ));
            }
            let join = |left: &Vec<Condition>| {
                let left = left.clone();
                these
                    .iter()
                    .map(move |right| [left.clone(), right.clone()].concat())
            };
            all = all.iter().flat_map(join).collect();
        }
        Ok(all)
    }

    fn formula(&mut self, expr: &Expr, positive: bool) -> Result<Alternatives, GdlError> {
        let is_list = matches!(expr.node, ExprNode::List(_));
        if is_list && expr.is("and") {
            return self.conjunction(expr.tail(), positive);
        }
        if is_list && expr.is("or") {
            // By De Morgan: some of these is not all of the opposites.
            return self.disjunction(expr.tail(), positive);
        }
        if is_list && expr.is("not") {
            let [inner] = expr.tail() else {
                return Err(self.error(
                    expr.place,
                    "`not` takes one condition",
                    "wrap several in `(or …)`",
                ));
            };
            return self.formula(inner, !positive);
        }
        if is_list && expr.is("distinct") {
            let [left, right] = expr.tail() else {
                return Err(self.error(
                    expr.place,
                    "`distinct` takes two terms",
                    "write `(distinct ?x ?y)`",
                ));
            };
            let (left, right) = (self.pattern(left)?, self.pattern(right)?);
            let condition = if positive {
                Condition::Literal(Literal::Differ(left, right))
            } else {
                Condition::Same(left, right)
            };
            return Ok(vec![vec![condition]]);
        }
        let atom = self.atom(expr)?;
        let literal = if positive {
            Literal::Holds(atom)
        } else {
            Literal::Fails(atom)
        };
        Ok(vec![vec![Condition::Literal(literal)]])
    }

    /// Some of `exprs` (`positive`) or none of them.
    fn disjunction(&mut self, exprs: &[Expr], positive: bool) -> Result<Alternatives, GdlError> {
        let mut all = if positive {
            Vec::new()
        } else {
            vec![Vec::new()]
        };
        for expr in exprs {
            let these = self.formula(expr, positive)?;
            if positive {
                all.extend(these);
                continue;
            }
            let join = |left: &Vec<Condition>| {
                let left = left.clone();
                these
                    .iter()
                    .map(move |right| [left.clone(), right.clone()].concat())
            };
            all = all.iter().flat_map(join).collect();
            if all.len() > MOST_ALTERNATIVES {
                return Err(self.error(
                    expr.place,
                    "this rule has too many alternatives",
                    "give the `or`s rules of their own",
                ));
            }
        }
        Ok(all)
    }

    /// A word or a list that begins with one, and is not a variable.
    fn atom(&mut self, expr: &Expr) -> Result<Pattern, GdlError> {
        let pattern = self.pattern(expr)?;
        match pattern {
            Pattern::Var(_) => Err(self.error(
                expr.place,
                "a variable stands where a condition should",
                "write `(true ?x)` or a relation of your own",
            )),
            pattern => Ok(pattern),
        }
    }

    fn pattern(&mut self, expr: &Expr) -> Result<Pattern, GdlError> {
        match &expr.node {
            ExprNode::Word(word) if word.starts_with('?') => Ok(Pattern::Var(self.names.var(word))),
            ExprNode::Word(word) => {
                let symbol = self.terms.symbol(word);
                Ok(Pattern::Ground(self.terms.atom(symbol)))
            }
            ExprNode::List(items) => {
                let symbol = self.functor(expr, items)?;
                let parts = items[1..]
                    .iter()
                    .map(|item| self.pattern(item))
                    .collect::<Result<Vec<_>, _>>()?;
                if parts.len() > usize::from(u16::MAX) {
                    return Err(self.error(
                        expr.place,
                        "too many arguments",
                        "this is not a rule sheet",
                    ));
                }
                Ok(Pattern::made(self.terms, symbol, parts))
            }
        }
    }

    fn functor(&mut self, expr: &Expr, items: &[Expr]) -> Result<Symbol, GdlError> {
        let first = items.first().map(|first| &first.node);
        match first {
            Some(ExprNode::Word(word)) if !word.starts_with('?') => Ok(self.terms.symbol(word)),
            _ => Err(self.error(
                expr.place,
                "a list that does not begin with a word",
                "write `(name argument…)`",
            )),
        }
    }
}

/// Carries out the equalities by replacing variables; `None` where they cannot hold.
fn without_equalities(
    mut head: Pattern,
    conditions: Vec<Condition>,
    terms: &mut Terms,
) -> Option<(Pattern, Vec<Literal>)> {
    let mut body = Vec::new();
    let mut same = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Literal(literal) => body.push(literal),
            Condition::Same(left, right) => same.push((left, right)),
        }
    }
    while let Some((left, right)) = same.pop() {
        let (var, value) = match (left, right) {
            (left, right) if left == right => continue,
            (Pattern::Var(var), value) | (value, Pattern::Var(var)) => (var, value),
            (left, right) => {
                if left.shape(terms) != right.shape(terms) {
                    return None;
                }
                same.extend(left.parts(terms).into_iter().zip(right.parts(terms)));
                continue;
            }
        };
        if value.vars().contains(&var) {
            return None;
        }
        let mut by = |other: Var| (other == var).then(|| value.clone());
        head = head.replace(terms, &mut by);
        for literal in &mut body {
            *literal = literal.replace(terms, &mut by);
        }
        for (left, right) in &mut same {
            *left = left.replace(terms, &mut by);
            *right = right.replace(terms, &mut by);
        }
    }
    let mut kept = Vec::new();
    for literal in body {
        match literal {
            Literal::Differ(left, right) if left == right => return None,
            Literal::Differ(Pattern::Ground(_), Pattern::Ground(_)) => {}
            literal if kept.contains(&literal) => {}
            literal => kept.push(literal),
        }
    }
    Some((head, kept))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kif;

    fn rules(text: &str) -> (Vec<Rule>, Terms) {
        let mut terms = Terms::default();
        let exprs = kif::read(text).unwrap();
        let rules = rules_of(&exprs[0], &mut terms, text).unwrap();
        (rules, terms)
    }

    #[test]
    fn alternatives_become_rules_of_their_own() {
        let (rules, _) = rules("(<= (p ?x) (q ?x) (or (a ?x) (and (b ?x) (or c d))))");
        assert_eq!(
            rules.iter().map(|rule| rule.body.len()).collect::<Vec<_>>(),
            [2, 3, 3]
        );
    }

    #[test]
    fn not_of_or_is_all_of_the_nots() {
        let (rules, _) = rules("(<= p (not (or a (not b))))");
        assert_eq!(rules.len(), 1);
        assert!(matches!(
            rules[0].body[..],
            [Literal::Fails(_), Literal::Holds(_)]
        ));
    }

    #[test]
    fn what_is_not_distinct_is_the_same() {
        let (rules, terms) = rules("(<= (p ?x ?y) (q ?y) (not (distinct (f ?x) (f (g ?y)))))");
        assert_eq!(rules[0].head.text(&terms, &rules[0].names), "(p (g ?y) ?y)");
        assert!(self::rules("(<= p (not (distinct a b)))").0.is_empty());
        assert!(self::rules("(<= p (distinct a a))").0.is_empty());
        assert!(self::rules("(<= p (distinct a b))").0[0].body.is_empty());
    }
}
