//! From instances of rules to gates, each fact after those it follows from.

use super::fold::{Instances, Lists, Truth, decide, numbered};
use super::gates::{Gates, Lit};
use super::{Circle, Network, Outputs, RoleMoves};
use crate::depend::components;
use crate::error::{GdlError, GdlErrorKind};
use crate::ground::Grounding;
use crate::machine::read_goal;
use crate::sheet::Sheet;
use crate::terms::{Shape, Term};

const NO_FACT: u32 = u32::MAX;

/// Builds the network of a grounded sheet.
pub(super) fn build(sheet: &mut Sheet, grounding: &Grounding) -> Result<Network, GdlError> {
    let words = sheet.words;
    let inputs = Inputs::new(sheet, grounding);
    let numbers = number_facts(sheet, grounding);
    let instances = instances_of(grounding, &numbers);
    let facts = grounding.facts.len() + 1;
    let mut is_input = vec![false; facts];
    let mut lits = vec![Lit::FALSE; facts];
    for (place, &fluent) in inputs.fluents.iter().enumerate() {
        let fact = sheet.terms.compound(words.holds, &[fluent]);
        let number = number_of(&numbers, fact) as usize;
        is_input[number] = true;
        lits[number] = Lit::of(1 + place);
    }
    for (place, &(role, mv)) in inputs.moves.iter().enumerate() {
        let fact = sheet
            .terms
            .compound(words.does, &[sheet.role_terms[role], mv]);
        let number = number_of(&numbers, fact) as usize;
        is_input[number] = true;
        lits[number] = Lit::of(1 + inputs.fluents.len() + place);
    }
    let (truth, alive) = decide(&instances, &is_input);
    let mut builder = Builder {
        gates: Gates::new(inputs.fluents.len(), inputs.moves.len()),
        circles: Vec::new(),
        lits,
        truth,
    };
    builder
        .build(&instances, &alive, &is_input)
        .map_err(|fact| {
            GdlError::new(
                GdlErrorKind::NotStratified,
                format!(
                    "`{}` depends on its own negation",
                    sheet.terms.text(grounding.facts[fact])
                ),
                "break the circle: a fact may be negated only once it is settled",
            )
        })?;
    let outputs = outputs_of(sheet, &inputs, &builder, &numbers, grounding)?;
    let text = |term: &Term| sheet.terms.text(*term);
    Ok(Network {
        roles: sheet.roles(),
        fluents: inputs.fluents.iter().map(text).collect(),
        moves: inputs.moves.iter().map(|(_, mv)| text(mv)).collect(),
        of_role: inputs.of_role,
        init: inputs
            .fluents
            .iter()
            .map(|fluent| grounding.init.contains(fluent))
            .collect(),
        gates: builder.gates,
        circles: builder.circles,
        outputs,
        instances: grounding.len(),
    })
}

/// Fluents and moves, in the order of their texts with numbers by size.
struct Inputs {
    fluents: Vec<Term>,
    moves: Vec<(usize, Term)>,
    of_role: Vec<RoleMoves>,
}

impl Inputs {
    fn new(sheet: &Sheet, grounding: &Grounding) -> Self {
        let (terms, words) = (&sheet.terms, &sheet.words);
        let of = |shape: Shape| {
            grounding
                .facts
                .iter()
                .copied()
                .filter(move |&fact| terms.shape(fact) == shape)
        };
        let mut fluents: Vec<Term> = of(words.shape(words.holds))
            .map(|fact| terms.arguments(fact)[0])
            .collect();
        fluents.sort_by_cached_key(|&fluent| natural(&terms.text(fluent)));
        let mut moves: Vec<(usize, Term)> = of(words.shape(words.does))
            .filter_map(|fact| {
                let [role, mv] = terms.arguments(fact)[..] else {
                    return None;
                };
                let role = sheet.role_terms.iter().position(|&known| known == role)?;
                Some((role, mv))
            })
            .collect();
        moves.sort_by_cached_key(|&(role, mv)| (role, natural(&terms.text(mv))));
        let of_role = (0..sheet.role_terms.len())
            .map(|role| RoleMoves {
                begin: moves.partition_point(|&(other, _)| other < role),
                end: moves.partition_point(|&(other, _)| other <= role),
            })
            .collect();
        Self {
            fluents,
            moves,
            of_role,
        }
    }
}

/// Words and numbers of a text, so that `(mark 2)` comes before `(mark 10)`.
fn natural(text: &str) -> Vec<(bool, u64, String)> {
    let words = text.split(|letter: char| letter.is_whitespace() || matches!(letter, '(' | ')'));
    words
        .filter(|word| !word.is_empty())
        .map(|word| match word.parse() {
            Ok(number) => (false, number, String::new()),
            Err(_) => (true, 0, word.to_owned()),
        })
        .collect()
}

fn number_facts(sheet: &Sheet, grounding: &Grounding) -> Vec<u32> {
    let mut numbers = vec![NO_FACT; sheet.terms.len()];
    for (number, fact) in grounding.facts.iter().enumerate() {
        numbers[fact.0 as usize] = number as u32;
    }
    numbers
}

fn number_of(numbers: &[u32], fact: Term) -> u32 {
    numbers.get(fact.0 as usize).copied().unwrap_or(NO_FACT)
}

/// Instances by numbers; facts that cannot hold share the number after the last.
fn instances_of(grounding: &Grounding, numbers: &[u32]) -> Instances {
    let impossible = grounding.facts.len() as u32;
    let number = |fact| number_of(numbers, fact).min(impossible);
    let mut instances = Instances {
        heads: Vec::new(),
        ends: Vec::new(),
        conditions: Vec::new(),
    };
    for (head, conditions) in grounding.instances() {
        instances.heads.push(number(head));
        let conditions = conditions
            .iter()
            .map(|&condition| numbered(condition, number(condition.fact)));
        instances.conditions.extend(conditions);
        instances.ends.push(instances.conditions.len() as u32);
    }
    instances
}

struct Builder {
    gates: Gates,
    circles: Vec<Circle>,
    /// The literal of every fact that has been built.
    lits: Vec<Lit>,
    truth: Vec<Truth>,
}

impl Builder {
    /// Builds all facts; the error is a fact that depends on its own negation.
    fn build(
        &mut self,
        instances: &Instances,
        alive: &[bool],
        is_input: &[bool],
    ) -> Result<(), usize> {
        let facts = is_input.len();
        for fact in 0..facts {
            match self.truth[fact] {
                Truth::Always => self.lits[fact] = Lit::TRUE,
                Truth::Never => self.lits[fact] = Lit::FALSE,
                Truth::Open => {}
            }
        }
        let live = (0..instances.heads.len()).filter(|&instance| alive[instance]);
        let ways = Lists::new(
            facts,
            live.map(|instance| (instances.heads[instance], instance as u32)),
        );
        let open: Vec<bool> = (0..facts)
            .map(|fact| self.truth[fact] == Truth::Open && !is_input[fact])
            .collect();
        let edges: Vec<Vec<usize>> = (0..facts)
            .map(|fact| {
                if !open[fact] {
                    return Vec::new();
                }
                let conditions = ways
                    .of(fact)
                    .iter()
                    .flat_map(|&way| instances.body(way as usize));
                let mut to: Vec<usize> = conditions
                    .map(|&lit| (lit >> 1) as usize)
                    .filter(|&to| open[to])
                    .collect();
                to.sort_unstable();
                to.dedup();
                to
            })
            .collect();
        let component = components(&edges);
        let count = component.iter().max().map_or(0, |max| max + 1);
        let members = Lists::new(
            count,
            (0..facts).map(|fact| (component[fact] as u32, fact as u32)),
        );
        for number in 0..count {
            match members.of(number) {
                [fact] if !edges[*fact as usize].contains(&(*fact as usize)) => {
                    let fact = *fact as usize;
                    if open[fact] {
                        self.lits[fact] = self.fact(fact, instances, &ways);
                    }
                }
                circle => self.circle(circle, instances, &ways, &component)?,
            }
        }
        Ok(())
    }

    fn fact(&mut self, fact: usize, instances: &Instances, ways: &Lists) -> Lit {
        let (mut any, mut all) = (Vec::new(), Vec::new());
        for &way in ways.of(fact) {
            let body = instances.body(way as usize).iter();
            all.extend(body.map(|&lit| self.lits[(lit >> 1) as usize].xor(lit & 1 == 1)));
            any.push(self.gates.and(&mut all));
        }
        self.gates.or(&mut any)
    }

    fn circle(
        &mut self,
        facts: &[u32],
        instances: &Instances,
        ways: &Lists,
        component: &[usize],
    ) -> Result<(), usize> {
        for &fact in facts {
            let own = component[fact as usize];
            let negated = ways
                .of(fact as usize)
                .iter()
                .flat_map(|&way| instances.body(way as usize));
            let mut negated = negated
                .filter(|&&lit| lit & 1 == 1)
                .map(|&lit| (lit >> 1) as usize);
            if negated.any(|other| component[other] == own) {
                return Err(fact as usize);
            }
        }
        let begin = self.gates.nodes.len();
        for &fact in facts {
            self.lits[fact as usize] = self.gates.circle();
        }
        let follows = facts
            .iter()
            .map(|&fact| {
                (
                    self.lits[fact as usize].node(),
                    self.fact(fact as usize, instances, ways),
                )
            })
            .collect();
        self.circles.push(Circle {
            begin,
            end: self.gates.nodes.len(),
            follows,
        });
        Ok(())
    }
}

fn outputs_of(
    sheet: &mut Sheet,
    inputs: &Inputs,
    builder: &Builder,
    numbers: &[u32],
    grounding: &Grounding,
) -> Result<Outputs, GdlError> {
    let words = sheet.words;
    let lit = |fact: Term| match number_of(numbers, fact) {
        NO_FACT => Lit::FALSE,
        number => builder.lits[number as usize],
    };
    let mut legal = Vec::new();
    for &(role, mv) in &inputs.moves {
        legal.push(lit(sheet
            .terms
            .compound(words.legal, &[sheet.role_terms[role], mv])));
    }
    let mut next = Vec::new();
    for &fluent in &inputs.fluents {
        next.push(lit(sheet.terms.compound(words.next, &[fluent])));
    }
    let terminal = sheet.terms.atom(words.terminal);
    let mut goals = vec![Vec::new(); sheet.role_terms.len()];
    for &fact in &grounding.facts {
        if sheet.terms.shape(fact) != words.shape(words.goal) {
            continue;
        }
        let [role, points] = sheet.terms.arguments(fact)[..] else {
            continue;
        };
        let Some(role) = sheet.role_terms.iter().position(|&known| known == role) else {
            continue;
        };
        let points = read_goal(&sheet.terms.text(points))?;
        if lit(fact) != Lit::FALSE {
            goals[role].push((points, lit(fact)));
        }
    }
    for goals in &mut goals {
        goals.sort_unstable();
    }
    Ok(Outputs {
        legal,
        next,
        terminal: lit(terminal),
        goals,
    })
}
