//! The same network with some inputs fixed, and only what is still needed.

use super::gates::{Gates, Lit, Node};
use super::one_hot::Rewriter;
use super::{Choices, Circle, Network, Outputs};

impl Network {
    /// The network where the given fluents never change; other outputs stay what they were.
    ///
    /// Gates that no output of `keep` needs are left out; the outputs it does
    /// not want are false. With `choices`, moves are taken to be one per role.
    pub(crate) fn rebuilt(
        &self,
        fixed: &[Option<bool>],
        choices: Option<&Choices>,
        keep: impl Fn(&mut Outputs),
    ) -> Self {
        let mut outputs = self.outputs.clone();
        keep(&mut outputs);
        let needed = self.needed(&outputs);
        let mut gates = Gates::new(self.fluents.len(), self.moves.len());
        let mut map = vec![Lit::FALSE; self.gates.nodes.len()];
        let mut circles = Vec::new();
        let mut open_until = None;
        let mut next_circle = self.circles.iter().peekable();
        let mut lits = Vec::new();
        let mut rewriter = choices.map(|choices| Rewriter::new(self, choices, &needed, &mut gates));
        for node in 0..self.gates.nodes.len() {
            while let Some(circle) = next_circle.next_if(|circle| circle.begin == node) {
                open_until = Some(circle.end);
                circles.push(Circle {
                    begin: gates.nodes.len(),
                    end: 0,
                    follows: circle.follows.clone(),
                });
            }
            map[node] = match self.gates.nodes[node] {
                Node::True => Lit::TRUE,
                Node::Fluent(fluent) => match fixed.get(fluent as usize).copied().flatten() {
                    Some(value) => Lit::TRUE.xor(!value),
                    None => Lit::of(node),
                },
                Node::Move(_) => Lit::of(node),
                Node::Circle if needed[node] => gates.circle(),
                Node::And { .. } if needed[node] => {
                    let operands = self.gates.operands(node);
                    if let Some(rewriter) = &mut rewriter {
                        rewriter.and(node, operands, &map, &mut gates)
                    } else {
                        let mapped = operands.iter().map(|lit| map[lit.node()].xor(lit.is_not()));
                        lits.extend(mapped);
                        gates.and(&mut lits)
                    }
                }
                Node::Circle | Node::And { .. } => Lit::FALSE,
            };
            if open_until == Some(node + 1) {
                if let Some(circle) = circles.last_mut() {
                    circle.follows.retain(|&(node, _)| needed[node]);
                    close(circle, &mut rewriter, &map, &mut gates);
                }
                open_until = None;
            }
        }
        circles.retain(|circle| !circle.follows.is_empty());
        outputs.map(|lit| mapped(lit, &mut rewriter, &map, &mut gates));
        Self {
            gates,
            circles,
            outputs,
            ..self.clone_inputs()
        }
    }

    /// The same inputs with other gates, without circles.
    pub(crate) fn with_gates(&self, gates: Gates, outputs: Outputs) -> Self {
        Self {
            gates,
            outputs,
            ..self.clone_inputs()
        }
    }

    fn clone_inputs(&self) -> Self {
        Self {
            roles: self.roles.clone(),
            fluents: self.fluents.clone(),
            moves: self.moves.clone(),
            of_role: self.of_role.clone(),
            init: self.init.clone(),
            gates: Gates::default(),
            circles: Vec::new(),
            outputs: Outputs {
                legal: Vec::new(),
                next: Vec::new(),
                terminal: Lit::FALSE,
                goals: Vec::new(),
            },
            instances: self.instances,
        }
    }

    /// The nodes that some output needs.
    pub(crate) fn needed(&self, outputs: &Outputs) -> Vec<bool> {
        let mut needed = vec![false; self.gates.nodes.len()];
        let mut follows: Vec<Option<Lit>> = vec![None; self.gates.nodes.len()];
        for circle in &self.circles {
            for &(node, lit) in &circle.follows {
                follows[node] = Some(lit);
            }
        }
        let mut open = Vec::new();
        outputs.each(|lit| open.push(lit.node()));
        while let Some(node) = open.pop() {
            if !std::mem::replace(&mut needed[node], true) {
                open.extend(self.gates.operands(node).iter().map(|lit| lit.node()));
                open.extend(follows[node].map(Lit::node));
            }
        }
        needed
    }
}

/// Ends a circle of a rebuilt network after its last gate.
fn close(circle: &mut Circle, rewriter: &mut Option<Rewriter<'_>>, map: &[Lit], gates: &mut Gates) {
    for (node, lit) in &mut circle.follows {
        *node = map[*node].node();
        *lit = mapped(*lit, rewriter, map, gates);
    }
    circle.end = gates.nodes.len();
}

/// The literal in the new network of one in the old.
fn mapped(lit: Lit, rewriter: &mut Option<Rewriter<'_>>, map: &[Lit], gates: &mut Gates) -> Lit {
    match rewriter {
        Some(rewriter) => rewriter.lit(lit, map, gates),
        None => map[lit.node()].xor(lit.is_not()),
    }
}

impl Outputs {
    /// Calls `each` with every output.
    pub(crate) fn each(&self, mut each: impl FnMut(Lit)) {
        self.legal
            .iter()
            .chain(&self.next)
            .for_each(|&lit| each(lit));
        each(self.terminal);
        self.goals.iter().flatten().for_each(|&(_, lit)| each(lit));
    }

    /// Replaces every output.
    pub(crate) fn map(&mut self, mut by: impl FnMut(Lit) -> Lit) {
        for lit in self.legal.iter_mut().chain(&mut self.next) {
            *lit = by(*lit);
        }
        self.terminal = by(self.terminal);
        for (_, lit) in self.goals.iter_mut().flatten() {
            *lit = by(*lit);
        }
    }
}
